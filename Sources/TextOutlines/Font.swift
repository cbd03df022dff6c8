// A font as text is set in it: a face at a size. Making one is the only step of text that can fail.

/// A face at a size, with the faces that stand in for characters it lacks.
///
/// Metrics are points (the unit of the layer tree), unhinted. Fonts are found by Fontconfig; nothing is loaded before the first
/// font is made.
public struct Font: Hashable, Sendable {
  /// How bold a face is, as OpenType and CSS count it.
  public struct Weight: Hashable, Sendable {
    /// 1…1000.
    public let value: Double

    /// Makes a weight; values outside 1…1000 (and NaN) are taken as the nearest one (400).
    public init(_ value: Double) { self.value = value.isNaN ? 400 : min(max(value, 1), 1000) }

    /// 200.
    public static let ultraLight = Weight(200)
    /// 300.
    public static let light = Weight(300)
    /// 400.
    public static let regular = Weight(400)
    /// 500.
    public static let medium = Weight(500)
    /// 600.
    public static let semibold = Weight(600)
    /// 700.
    public static let bold = Weight(700)
    /// 900.
    public static let black = Weight(900)
  }

  /// The family that is used where none is named or the named one is missing.
  public static let defaultFamily = FontCatalog.defaultFamily

  /// The family that was asked for.
  public let requestedFamily: String
  /// Whether the face belongs to another family than the one asked for, as that one is not installed.
  public let isStandIn: Bool
  /// The em in points, 0…`TextError.largestFontSize`.
  public let size: Double

  let face: FontFace
  let style: FontStyle
  let catalog: FontCatalog

  /// Finds a font.
  ///
  /// A family that is not installed is replaced and reported once (`TextDiagnostics`): serif and monospaced families that other
  /// platforms have (Times, Courier, Menlo, …) by DejaVu Serif and DejaVu Sans Mono, all others by DejaVu Sans. The generic
  /// names "system", "sans-serif", "serif" and "monospace" mean these too, without a report. A weight or slant that the family
  /// does not have becomes the nearest one; nothing is slanted or emboldened by calculation.
  /// - Parameters:
  ///   - family: a family's, PostScript or full name; case does not matter.
  ///   - size: the em in points, 0…1 000 000.
  ///   - weight: how bold, 1…1000.
  ///   - italic: whether a slanted face is wanted.
  ///   - language: a BCP 47 tag such as "zh-Hans" or "ja": which forms and which fallback fonts are preferred.
  /// - Throws: `TextError.fontSizeOutOfRange`, or `noFontInstalled` where there is no font at all.
  public init(
    family: String = Font.defaultFamily, size: Double, weight: Weight = .regular, italic: Bool = false,
    language: String? = nil
  ) throws(TextError) {
    try self.init(family: family, size: size, weight: weight, italic: italic, language: language, in: .shared)
  }

  /// Finds a font in a catalog of its own.
  package init(
    family: String, size: Double, weight: Weight = .regular, italic: Bool = false, language: String? = nil,
    in catalog: FontCatalog, diagnostics: TextDiagnostics = .shared
  ) throws(TextError) {
    let size = try Self.checked(size)
    let found = try catalog.face(family: family, weight: weight.value, isItalic: italic)
    requestedFamily = family
    isStandIn = found.isStandIn
    self.size = size
    face = found.face
    style = FontStyle(weight: weight.value, isItalic: italic, language: language)
    self.catalog = catalog
    if found.isStandIn { diagnostics.report(.missingFont(requested: family, used: found.face.family)) }
  }

  /// Opens a font file that need not be installed. Characters that it lacks come from installed fonts.
  /// - Parameters:
  ///   - path: of the font file.
  ///   - faceIndex: number of the face in a collection, counted from 0.
  ///   - size: the em in points, 0…1 000 000.
  ///   - language: a BCP 47 tag, as for a family.
  public init(file path: String, faceIndex: Int = 0, size: Double, language: String? = nil) throws(TextError) {
    self.size = try Self.checked(size)
    guard (0...0xFFFF).contains(faceIndex) else { throw .unsupportedFontFile(path: path, faceIndex: faceIndex) }
    catalog = .shared
    face = try catalog.face(path: path, faceIndex: faceIndex)
    requestedFamily = face.family
    isStandIn = false
    style = FontStyle(weight: 400, isItalic: false, language: language)
  }

  private init(_ font: Font, size: Double) {
    requestedFamily = font.requestedFamily
    isStandIn = font.isStandIn
    self.size = size
    face = font.face
    style = font.style
    catalog = font.catalog
  }

  private static func checked(_ size: Double) throws(TextError) -> Double {
    guard size >= 0, size <= TextError.largestFontSize else { throw .fontSizeOutOfRange(size) }
    return size
  }

  /// Returns the font at another size, for animations that may overshoot: a size outside the range is taken as its end, NaN as 0.
  public func resized(to size: Double) -> Font {
    Font(self, size: size.isNaN ? 0 : min(max(size, 0), TextError.largestFontSize))
  }

  /// Two fonts are equal when they are the same face, size and style.
  public static func == (left: Font, right: Font) -> Bool {
    left.face === right.face && left.size == right.size && left.style == right.style
      && left.requestedFamily == right.requestedFamily && left.catalog === right.catalog
  }

  /// Feeds face, size and style.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(face))
    hasher.combine(size)
    hasher.combine(style)
  }

  // MARK: - Metrics

  /// The family that is really used.
  public var family: String { face.family }
  /// Where the font's file is.
  public var filePath: String { face.path }
  /// How far the font reaches above the baseline, as its line metrics say (points).
  public var ascent: Double { points(face.shaping.ascender) }
  /// How far the font reaches below the baseline (points, positive).
  public var descent: Double { points(-face.shaping.descender) }
  /// The extra space between two lines that the font asks for (points).
  public var leading: Double { points(face.shaping.lineGap) }
  /// Baseline to baseline: ascent + descent + leading (points).
  public var lineHeight: Double { ascent + descent + leading }
  /// The height of a flat capital such as H (points); 0 for a font without.
  public var capHeight: Double { points(face.shaping.capHeight) }
  /// The height of a flat small letter such as x (points); 0 for a font without.
  public var xHeight: Double { points(face.shaping.xHeight) }

  private func points(_ units: Int) -> Double { Double(units) * size / Double(face.shaping.unitsPerEm) }
}
