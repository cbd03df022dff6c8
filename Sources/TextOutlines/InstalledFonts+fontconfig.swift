// The Fontconfig side: which fonts are installed, and in which order they stand in for a character. Only lists are asked for; the
// choice among them is `FontCatalog`'s, so that the same fonts give the same choice under every user's settings.
// Source: Fontconfig developer's reference, FcFontList and FcFontSort.

import CFontconfig

/// One installed face with outlines.
struct InstalledFont: Hashable, Sendable {
  /// The family's names, the usual one first.
  var families: [String]
  /// Where the file is.
  var path: String
  /// Number of the face in the file.
  var faceIndex: Int
  /// 1-based number of a variable font's named instance; 0 for none.
  var instance: Int
  /// OpenType weight, 1…1000; 400 is regular.
  var weight: Double
  /// Whether the face is italic or oblique.
  var isSlanted: Bool
  /// Percent of the normal width; 75 is condensed.
  var width: Double

  /// The name to show.
  var family: String { families.first ?? path }
}

/// What is asked of a font beside its family.
struct FontStyle: Hashable, Sendable {
  /// OpenType weight, 1…1000.
  var weight: Double
  var isItalic: Bool
  /// BCP 47 tag; nil where it doesn't matter.
  var language: String?
}

/// A loaded Fontconfig configuration. Fontconfig locks for itself from 2.11 on; the catalog locks all the same.
@safe final class InstalledFonts: @unchecked Sendable {
  private let configuration: OpaquePointer

  /// Loads the system's and the user's configuration and the caches of the fonts it names; nil where there is none.
  init?() {
    guard let configuration = unsafe FcInitLoadConfigAndFonts() else { return nil }
    unsafe self.configuration = configuration
  }

  /// Reads a configuration from its XML text, which alone says where fonts are.
  init?(configuration xml: String) {
    guard let configuration = unsafe FcConfigCreate() else { return nil }
    guard unsafe FcConfigParseAndLoadFromMemory(configuration, xml, FcTrue) != 0,
      unsafe FcConfigBuildFonts(configuration) != 0
    else {
      unsafe FcConfigDestroy(configuration)
      return nil
    }
    unsafe self.configuration = configuration
  }

  deinit { unsafe FcConfigDestroy(configuration) }

  /// Which name of a font is looked up.
  enum NameKind: Sendable { case family, postScript, full }

  /// Returns the installed faces of that name, in no particular order. Case does not matter.
  func fonts(named name: String, as kind: NameKind) -> [InstalledFont] {
    let object =
      switch kind {
      case .family: FC_FAMILY
      case .postScript: FC_POSTSCRIPT_NAME
      case .full: FC_FULLNAME
      }
    return unsafe list { pattern in unsafe _ = FcPatternAddString(pattern, object, name) }
  }

  /// Returns all installed faces with outlines, in no particular order.
  func allFonts() -> [InstalledFont] { unsafe list { _ in } }

  @unsafe private func list(_ fill: (OpaquePointer) -> Void) -> [InstalledFont] {
    guard let pattern = unsafe FcPatternCreate() else { return [] }
    defer { unsafe FcPatternDestroy(pattern) }
    unsafe fill(pattern)
    unsafe FcPatternAddBool(pattern, FC_OUTLINE, FcTrue)
    let objects = unsafe FcObjectSetCreate()
    defer { unsafe FcObjectSetDestroy(objects) }
    for object in Self.objects { unsafe _ = FcObjectSetAdd(objects, object) }
    guard let set = unsafe FcFontList(configuration, pattern, objects) else { return [] }
    defer { unsafe FcFontSetDestroy(set) }
    return unsafe Self.patterns(of: set).compactMap { unsafe InstalledFont($0) }
  }

  private static let objects = [
    FC_FAMILY, FC_FILE, FC_INDEX, FC_WEIGHT, FC_SLANT, FC_WIDTH, FC_VARIABLE, FC_COLOR, FC_FONTFORMAT,
  ]

  /// Returns the faces that stand in for characters which `family` lacks, best first, with what each of them covers.
  /// - Parameter style: the language decides between Chinese, Japanese and Korean forms.
  func fallbacks(for family: String, style: FontStyle) -> FallbackFonts? {
    guard let pattern = unsafe FcPatternCreate() else { return nil }
    defer { unsafe FcPatternDestroy(pattern) }
    unsafe FcPatternAddString(pattern, FC_FAMILY, family)
    unsafe FcPatternAddBool(pattern, FC_OUTLINE, FcTrue)
    unsafe FcPatternAddDouble(pattern, FC_WEIGHT, FcWeightFromOpenTypeDouble(style.weight))
    unsafe FcPatternAddInteger(pattern, FC_SLANT, style.isItalic ? FC_SLANT_ITALIC : FC_SLANT_ROMAN)
    // Said always: Fontconfig would otherwise take the locale's language, and the picture would depend on who draws it.
    unsafe FcPatternAddString(pattern, FC_LANG, Self.fontconfigLanguage(style.language))
    unsafe FcConfigSubstitute(configuration, pattern, FcMatchPattern)
    unsafe FcDefaultSubstitute(pattern)
    var result = FcResultNoMatch
    guard let set = unsafe FcFontSort(configuration, pattern, FcTrue, nil, &result) else { return nil }
    return unsafe FallbackFonts(set, of: self)
  }

  /// Fontconfig's name of a language: Chinese is told apart by country, other tags are taken as they are.
  private static func fontconfigLanguage(_ tag: String?) -> String {
    guard let tag = tag?.lowercased() else { return "en" }
    guard tag == "zh" || tag.hasPrefix("zh-") else { return tag }
    if tag.hasSuffix("hk") || tag.hasSuffix("mo") { return "zh-hk" }
    return tag.split(separator: "-").contains("hant") || tag.hasSuffix("tw") ? "zh-tw" : "zh-cn"
  }

  @unsafe fileprivate static func patterns(of set: UnsafeMutablePointer<FcFontSet>) -> [OpaquePointer] {
    let set = unsafe set.pointee
    guard let fonts = unsafe set.fonts else { return unsafe [] }
    return unsafe (0..<Int(set.nfont)).compactMap { unsafe fonts[$0] }
  }
}

/// The faces that stand in for missing characters, best first.
@safe final class FallbackFonts: @unchecked Sendable {
  private let set: UnsafeMutablePointer<FcFontSet>
  /// Owns what the patterns of the set point to.
  private let installed: InstalledFonts
  private let entries: [(font: InstalledFont, characters: OpaquePointer)]

  fileprivate init(_ set: UnsafeMutablePointer<FcFontSet>, of installed: InstalledFonts) {
    unsafe self.set = set
    self.installed = installed
    unsafe entries = InstalledFonts.patterns(of: set).compactMap { pattern in
      var characters: OpaquePointer?
      guard let font = unsafe InstalledFont(pattern),
        unsafe FcPatternGetCharSet(pattern, FC_CHARSET, 0, &characters) == FcResultMatch,
        let characters = unsafe characters
      else { return nil }
      return unsafe (font, characters)
    }
  }

  deinit { unsafe FcFontSetDestroy(set) }

  /// Returns the faces that have all these characters, best first.
  func fonts(covering scalars: some Collection<UInt32>) -> [InstalledFont] {
    unsafe entries.filter { entry in
      scalars.allSatisfy { unsafe FcCharSetHasChar(entry.characters, $0) != 0 }
    }.map { unsafe $0.font }
  }
}

extension InstalledFont {
  /// Reads a font's properties; nil for one that cannot be drawn as outlines of one colour.
  fileprivate init?(_ pattern: OpaquePointer) {
    guard let path = unsafe Self.string(pattern, FC_FILE, 0), let index = unsafe Self.integer(pattern, FC_INDEX),
      unsafe !Self.flag(pattern, FC_COLOR), unsafe !Self.flag(pattern, FC_VARIABLE),
      let format = unsafe Self.string(pattern, FC_FONTFORMAT, 0), format == "TrueType" || format == "CFF"
    else { return nil }
    self.path = path
    // The index holds the face's number in its lower half and the named instance in its upper one (FreeType's convention).
    faceIndex = index & 0xFFFF
    instance = index >> 16 & 0x7FFF
    var names: [String] = []
    while let name = unsafe Self.string(pattern, FC_FAMILY, names.count) { names.append(name) }
    families = names
    weight = unsafe FcWeightToOpenTypeDouble(Self.number(pattern, FC_WEIGHT) ?? Double(FC_WEIGHT_REGULAR))
    isSlanted = unsafe Self.integer(pattern, FC_SLANT) ?? 0 != 0
    width = unsafe Self.number(pattern, FC_WIDTH) ?? 100
  }

  private static func string(_ pattern: OpaquePointer, _ object: String, _ number: Int) -> String? {
    var value: UnsafeMutablePointer<FcChar8>?
    guard unsafe FcPatternGetString(pattern, object, Int32(number), &value) == FcResultMatch,
      let value = unsafe value
    else { return nil }
    return unsafe String(cString: value)
  }

  private static func integer(_ pattern: OpaquePointer, _ object: String) -> Int? {
    var value: Int32 = 0
    return unsafe FcPatternGetInteger(pattern, object, 0, &value) == FcResultMatch ? Int(value) : nil
  }

  private static func number(_ pattern: OpaquePointer, _ object: String) -> Double? {
    var value = 0.0
    return unsafe FcPatternGetDouble(pattern, object, 0, &value) == FcResultMatch ? value : nil
  }

  private static func flag(_ pattern: OpaquePointer, _ object: String) -> Bool {
    var value: FcBool = 0
    return unsafe FcPatternGetBool(pattern, object, 0, &value) == FcResultMatch && value != 0
  }
}

/// The library itself.
enum Fontconfig {
  /// Of the library that runs.
  static var version: String {
    let number = FcGetVersion()
    return "\(number / 10_000).\(number / 100 % 100).\(number % 100)"
  }
}
