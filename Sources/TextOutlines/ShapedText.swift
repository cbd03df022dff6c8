// A paragraph, prepared once and shaped piece by piece: each character's direction, script and face are settled for the whole, then
// any range of it becomes a line of glyphs. The order is Unicode's: bidirectional levels, scripts, fonts, shaping, reordering.
// Source: Unicode Standard Annexes #9 (levels) and #24 (common characters take the script before them).

/// A paragraph with everything that shaping needs to know.
struct ShapedText {
  /// The characters: spaces stand for tabs and line ends, so that every one of them has a glyph.
  let scalars: [UInt32]
  /// Where each user-perceived character begins, ascending; the first is 0 (none for an empty text).
  let characterStarts: [Int]
  /// The font whose metrics count.
  let font: Font
  /// Which way the paragraph runs.
  var isRightToLeft: Bool { levels.base == 1 }
  /// Characters that no font has.
  let missingCharacters: Set<Character>

  private let levels: BidiLevels
  private let scripts: [Script]
  /// The faces in use, and for each scalar which one: most texts have one.
  private let faces: [FontFace]
  private let faceIndices: [UInt16]
  private let tabs: Set<Int>

  /// The most scalars in one paragraph: what is beyond is cut off. FriBidi and HarfBuzz count in Int32, and a line of this
  /// length has no use.
  static let longestParagraph = 1_000_000

  /// Prepares a paragraph. Time and memory are linear in its length.
  /// - Parameter text: one paragraph; a line end inside is drawn as a space.
  init(_ text: some StringProtocol, font: Font, direction: TextDirection) {
    self.font = font
    var scalars: [UInt32] = []
    var starts: [Int] = []
    var tabs: Set<Int> = []
    var faces = [font.face]
    var faceIndices: [UInt16] = []
    var missing: Set<Character> = []
    let style = Self.style(of: font, for: text)
    for character in text {
      guard scalars.count < Self.longestParagraph else { break }
      let start = scalars.count
      starts.append(start)
      for scalar in character.unicodeScalars.prefix(Self.longestCharacter) {
        if scalar == "\t" { tabs.insert(scalars.count) }
        scalars.append(TextCharacter.isBreakingSpace(scalar.value) && scalar.value < 0xA0 ? 0x20 : scalar.value)
        if scalar.value >= 0x2028, TextCharacter.endsParagraph(scalar.value) { scalars[scalars.count - 1] = 0x20 }
      }
      let wanted = Array(scalars[start...])
      let (face, isMissing) = Self.face(for: wanted, font: font, style: style)
      if isMissing { missing.insert(character) }
      var index = faces.firstIndex { $0 === face } ?? faces.count
      if index == faces.count {
        if index < Int(UInt16.max) { faces.append(face) } else { index = 0 }
      }
      faceIndices.append(contentsOf: repeatElement(UInt16(index), count: wanted.count))
    }
    levels = BidiLevels(scalars, direction: direction)
    scripts = Self.scripts(of: scalars)
    self.scalars = scalars
    characterStarts = starts
    self.tabs = tabs
    self.faces = faces
    self.faceIndices = faceIndices
    missingCharacters = missing
  }

  /// Chooses the face of one character: the font's own, else the first that has all of it, else one that has its base without
  /// the marks, else the font's own with its "missing" box.
  private static func face(for character: [UInt32], font: Font, style: FontStyle) -> (face: FontFace, isMissing: Bool) {
    if font.face.covers(character) { return (font.face, false) }
    if let face = font.catalog.standIn(for: character, family: font.family, style: style) { return (face, false) }
    let base = Array(character.prefix(1))
    if character.count > 1, !font.face.covers(base),
      let face = font.catalog.standIn(for: base, family: font.family, style: style)
    {
      return (face, true)
    }
    return (font.face, true)
  }

  /// The most scalars of one character that are drawn (base and marks); a real one has a dozen at most.
  private static let longestCharacter = 64

  /// The font's style with a language for fallback: the text's kana or Hangul tell Japanese and Korean from Chinese where nothing
  /// is said.
  private static func style(of font: Font, for text: some StringProtocol) -> FontStyle {
    var style = font.style
    guard style.language == nil else { return style }
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x3040...0x30FF:
        style.language = "ja"
        return style
      case 0xAC00...0xD7A3:
        style.language = "ko"
        return style
      case 0x3400...0x9FFF: style.language = "zh-Hans"
      default: continue
      }
    }
    return style
  }

  /// A character that belongs to every script takes the script before it; at the beginning, the first one that follows.
  private static func scripts(of scalars: [UInt32]) -> [Script] {
    var scripts = scalars.map { Script(of: $0) }
    var current = scripts.first(where: \.isReal) ?? .common
    for index in scripts.indices {
      if scripts[index].isReal { current = scripts[index] } else { scripts[index] = current }
    }
    return scripts
  }

  // MARK: - Shaping

  /// A stretch of text in one direction, script and face.
  private struct Item {
    var range: Range<Int>
    var level: UInt8
    var face: Int
    var script: Script
  }

  /// Shapes a range of the paragraph as one line.
  func line(_ range: Range<Int>) -> [GlyphRun] {
    let items = items(in: range)
    let buffer = ShapingBuffer()
    return BidiLevels.visualOrder(of: items.map(\.level)).map { number in
      let item = items[number]
      let face = faces[item.face]
      let scale = font.size / Double(face.shaping.unitsPerEm)
      let glyphs = buffer.shape(
        scalars, item.range, font: face.shaping, isRightToLeft: item.level & 1 == 1, script: item.script,
        language: font.style.language)
      return GlyphRun(
        face: face, scale: scale,
        glyphs: glyphs.map { glyph in
          let advance = tabs.contains(glyph.cluster) ? glyph.advance * Self.spacesPerTab : glyph.advance
          return GlyphRun.Glyph(
            id: glyph.id, cluster: glyph.cluster, advance: Double(advance) * scale,
            xOffset: Double(glyph.xOffset) * scale,
            yOffset: Double(0 - glyph.yOffset) * scale, isSpace: TextCharacter.isBreakingSpace(scalars[glyph.cluster]))
        })
    }
  }

  /// A tab is as wide as this many spaces.
  private static let spacesPerTab = 4

  private func items(in range: Range<Int>) -> [Item] {
    var items: [Item] = []
    // Rule L1: spaces at the end of a line run in the paragraph's direction.
    let end = (range.lastIndex { !TextCharacter.isBreakingSpace(scalars[$0]) }).map { $0 + 1 } ?? range.lowerBound
    for index in range {
      let level = index < end ? levels[index] : levels.base
      let face = Int(faceIndices[index])
      if let last = items.last, last.level == level, last.face == face, last.script == scripts[index],
        last.range.count < Self.longestRun
      {
        items[items.count - 1].range = last.range.lowerBound..<index + 1
      } else {
        items.append(Item(range: index..<index + 1, level: level, face: face, script: scripts[index]))
      }
    }
    return items
  }

  /// The most scalars that are shaped at once; bounds the shaper's memory.
  private static let longestRun = 65536

  /// Returns the advance that each scalar contributes to the whole paragraph on one line (points); 0 inside a cluster.
  func advances() -> [Double] {
    var advances = [Double](repeating: 0, count: scalars.count)
    for run in line(scalars.indices) {
      for glyph in run.glyphs { advances[glyph.cluster] += glyph.advance }
    }
    return advances
  }

  /// Returns the range without the spaces at its end, which hang over the edge of a line.
  func trimmed(_ range: Range<Int>) -> Range<Int> {
    var end = range.upperBound
    while end > range.lowerBound, TextCharacter.isBreakingSpace(scalars[end - 1]) { end -= 1 }
    return range.lowerBound..<end
  }
}

/// Glyphs of one face, from left to right.
struct GlyphRun: Sendable {
  /// A glyph where it stands; points, y down.
  struct Glyph: Sendable {
    /// Number of the glyph in the face.
    var id: UInt32
    /// Index of the first scalar that it stands for.
    var cluster: Int
    /// How far the pen moves on.
    var advance: Double
    /// Where the glyph is drawn relative to the pen.
    var xOffset, yOffset: Double
    /// Whether it is a space that may be widened.
    var isSpace: Bool
  }

  var face: FontFace
  /// Points per font unit.
  var scale: Double
  var glyphs: [Glyph]

  var width: Double { glyphs.reduce(0) { $0 + $1.advance } }
}
