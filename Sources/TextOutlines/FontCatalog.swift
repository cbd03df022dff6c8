// Chooses faces: by family, weight and slant for a font, by character for what the font lacks. The choice depends on the installed
// fonts alone: no locale, no order of files. Fontconfig is not touched before the first font is made.

import Synchronization

/// Finds and keeps faces.
package final class FontCatalog: Sendable {
  /// The catalog of the fonts that the system knows.
  package static let shared = FontCatalog { InstalledFonts() }

  /// What is used where a family is missing and its stand-in says nothing else.
  static let defaultFamily = "DejaVu Sans"

  /// Families that are asked for by the code of other platforms, with what stands in for them. The generic names of the first
  /// row mean "whatever is there" and are not reported as missing.
  private static let generic = [
    "": "DejaVu Sans", "system": "DejaVu Sans", "system-ui": "DejaVu Sans", "sans-serif": "DejaVu Sans",
    "sans": "DejaVu Sans", "serif": "DejaVu Serif", "monospace": "DejaVu Sans Mono",
  ]
  private static let standIns = [
    "times": "DejaVu Serif", "times new roman": "DejaVu Serif", "georgia": "DejaVu Serif", "palatino": "DejaVu Serif",
    "courier": "DejaVu Sans Mono", "courier new": "DejaVu Sans Mono", "menlo": "DejaVu Sans Mono",
    "monaco": "DejaVu Sans Mono", "sf mono": "DejaVu Sans Mono",
  ]

  private struct FallbackKey: Hashable {
    var family: String
    var style: FontStyle
  }
  private struct FaceKey: Hashable {
    var path: String
    var faceIndex, instance: Int
  }
  private struct RequestKey: Hashable {
    var family: String
    var weight: Double
    var isItalic: Bool
  }
  private struct State {
    var installed: InstalledFonts?
    var isLoaded = false
    var faces: [FaceKey: FontFace] = [:]
    var requests: [RequestKey: (face: FontFace, isStandIn: Bool)] = [:]
    var fallbacks: [FallbackKey: FallbackFonts] = [:]
    var standIns: [FallbackKey: [[UInt32]: FontFace?]] = [:]
  }
  private let load: @Sendable () -> InstalledFonts?
  private let state = Mutex(State())

  /// Makes a catalog of its own.
  /// - Parameter load: called once, when the first font is asked for.
  init(_ load: @escaping @Sendable () -> InstalledFonts?) { self.load = load }

  /// Makes a catalog that knows only what a Fontconfig configuration says, given as XML.
  package convenience init(configuration xml: String) { self.init { InstalledFonts(configuration: xml) } }

  /// Whether Fontconfig was asked already, which takes milliseconds.
  package var isLoaded: Bool { state.withLock { $0.isLoaded } }

  /// How many looked-up requests and stand-ins are remembered before the memory starts over.
  private static let capacity = 4096

  // MARK: - By name

  /// Returns the face that fits best, and whether it belongs to another family than the one asked for.
  /// - Parameter family: a family's, PostScript or full name, or a generic name; case does not matter.
  func face(family: String, weight: Double, isItalic: Bool) throws(TextError) -> (face: FontFace, isStandIn: Bool) {
    let request = RequestKey(family: family, weight: weight, isItalic: isItalic)
    return try state.withLock { state throws(TextError) in
      if let known = state.requests[request] { return known }
      let found = try find(request, &state)
      if state.requests.count >= Self.capacity { state.requests.removeAll() }
      state.requests[request] = found
      return found
    }
  }

  /// Returns a face of a file that need not be installed.
  func face(path: String, faceIndex: Int) throws(TextError) -> FontFace {
    try state.withLock { state throws(TextError) in
      let name = path.split(separator: "/").last.map(String.init) ?? path
      return try open(path: path, faceIndex: faceIndex, instance: 0, family: name, &state)
    }
  }

  private func find(_ request: RequestKey, _ state: inout State) throws(TextError) -> (face: FontFace, isStandIn: Bool)
  {
    guard let installed = installed(&state) else { throw .noFontInstalled(requested: request.family) }
    let name = request.family.lowercased()
    let generic = Self.generic[name]
    if let font = Self.best(among: installed.fonts(named: generic ?? request.family, as: .family), for: request) {
      return (try open(font, &state), false)
    }
    if generic == nil {
      for kind in [InstalledFonts.NameKind.postScript, .full] {
        if let font = Self.best(among: installed.fonts(named: request.family, as: kind), for: request) {
          return (try open(font, &state), false)
        }
      }
    }
    for family in [Self.standIns[name], Self.defaultFamily] {
      guard let family else { continue }
      if let font = Self.best(among: installed.fonts(named: family, as: .family), for: request) {
        return (try open(font, &state), generic == nil)
      }
    }
    // Without the default family: the first one by name that can write English.
    for font in Self.ranked(installed.allFonts(), for: request, byFamily: true) {
      if let face = try? open(font, &state), face.covers("Aa0".unicodeScalars.map(\.value)) { return (face, true) }
    }
    throw .noFontInstalled(requested: request.family)
  }

  /// Orders faces: normal width before condensed, then the slant, then the nearest weight (CSS Fonts 4, section 5.2), and
  /// by file where all that is equal.
  private static func ranked(
    _ fonts: [InstalledFont], for request: RequestKey, byFamily: Bool = false
  ) -> [InstalledFont] {
    fonts.sorted { left, right in
      if byFamily && left.family != right.family { return left.family < right.family }
      let width = (abs(left.width - 100), abs(right.width - 100))
      if width.0 != width.1 { return width.0 < width.1 }
      if left.isSlanted != right.isSlanted { return left.isSlanted == request.isItalic }
      let distance = (weightDistance(left.weight, request.weight), weightDistance(right.weight, request.weight))
      if distance.0 != distance.1 { return distance.0 < distance.1 }
      return (left.path, left.faceIndex, left.instance) < (right.path, right.faceIndex, right.instance)
    }
  }

  private static func best(among fonts: [InstalledFont], for request: RequestKey) -> InstalledFont? {
    ranked(fonts, for: request).first
  }

  /// How far a weight is from the wanted one. A text weight (400…500) takes the other text weight first, then lighter ones;
  /// light weights look for lighter ones first, bold ones for bolder.
  private static func weightDistance(_ weight: Double, _ wanted: Double) -> Double {
    let difference = abs(weight - wanted)
    if (400...500).contains(wanted) {
      if weight >= wanted && weight <= 500 { return difference }
      return weight < wanted ? 1000 + difference : 2000 + difference
    }
    let isPreferredSide = wanted < 400 ? weight <= wanted : weight >= wanted
    return isPreferredSide ? difference : 1000 + difference
  }

  // MARK: - By character

  /// Returns a face that has all of these characters (those of one grapheme); nil if no installed font does.
  /// - Parameter family: the family whose companions are preferred.
  func standIn(for scalars: [UInt32], family: String, style: FontStyle) -> FontFace? {
    state.withLock { state in
      let key = FallbackKey(family: family, style: style)
      if let known = state.standIns[key]?[scalars] { return known }
      let found = findStandIn(for: scalars, key, &state)
      if state.standIns[key, default: [:]].count >= Self.capacity { state.standIns[key] = [:] }
      state.standIns[key, default: [:]][scalars] = .some(found)
      return found
    }
  }

  private func findStandIn(for scalars: [UInt32], _ key: FallbackKey, _ state: inout State) -> FontFace? {
    guard let installed = installed(&state) else { return nil }
    if state.fallbacks[key] == nil {
      state.fallbacks[key] = installed.fallbacks(for: key.family, style: key.style)
    }
    let visible = scalars.filter { !TextCharacter.isInvisible($0) }
    let fonts = state.fallbacks[key]?.fonts(covering: visible) ?? []
    // The default family comes first: characters that it has look the same beside every font.
    let ordered =
      fonts.filter { $0.families.contains(Self.defaultFamily) }
      + fonts.filter { !$0.families.contains(Self.defaultFamily) }
    for font in ordered {
      if let face = try? open(font, &state), face.covers(visible) { return face }
    }
    return nil
  }

  // MARK: - Loading

  private func installed(_ state: inout State) -> InstalledFonts? {
    if !state.isLoaded {
      state.installed = load()
      state.isLoaded = true
    }
    return state.installed
  }

  private func open(_ font: InstalledFont, _ state: inout State) throws(TextError) -> FontFace {
    try open(path: font.path, faceIndex: font.faceIndex, instance: font.instance, family: font.family, &state)
  }

  private func open(
    path: String, faceIndex: Int, instance: Int, family: String, _ state: inout State
  ) throws(TextError) -> FontFace {
    let key = FaceKey(path: path, faceIndex: faceIndex, instance: instance)
    if let face = state.faces[key] { return face }
    let face = try FontFace(path: path, faceIndex: faceIndex, instance: instance, family: family)
    state.faces[key] = face
    return face
  }
}
