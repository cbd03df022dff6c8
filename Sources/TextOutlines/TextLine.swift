// One line of text as glyphs, and the path that they make.

import VectorGeometry

/// A line of text, shaped: ligatures, kerning, joined and right-to-left scripts are settled. Points, y down.
///
/// Only outlines of one colour are drawn: colour emoji fonts are never chosen.
public struct TextLine: Sendable {
  /// From the left end to the right end, spaces included (points).
  public private(set) var width: Double
  /// The highest ascent of the fonts in the line, that of its own font at least (points).
  public let ascent: Double
  /// The deepest descent of the fonts in the line, that of its own font at least (points).
  public let descent: Double
  /// The extra space to the next line that the font asks for (points).
  public let leading: Double
  /// The font that was asked for.
  public let font: Font
  /// Whether the line's paragraph runs from right to left.
  public let isRightToLeft: Bool
  /// The characters that no installed font has; each is drawn as the font's "missing" box.
  public let missingCharacters: Set<Character>
  /// The glyphs from left to right.
  package private(set) var glyphs: [PlacedGlyph]

  private var runs: [GlyphRun]

  /// The paragraph's direction, resolved.
  var direction: TextDirection { isRightToLeft ? .rightToLeft : .leftToRight }

  /// A glyph's number and its place on the line; for tests and tools.
  package struct PlacedGlyph: Hashable, Sendable {
    /// Number of the glyph in its face.
    package var id: UInt32
    /// Index of the first scalar that it stands for.
    package var cluster: Int
    /// Where its origin is, from the line's left end on the baseline (points, y down).
    package var x, y: Double
    /// How far the pen moves on (points).
    package var advance: Double
    /// The family of its face.
    package var family: String
  }

  /// Shapes a text as one line. A line end or tab inside is a space (a tab as wide as four). At most a million scalars are
  /// drawn.
  public init(_ text: String, font: Font, direction: TextDirection = .natural) {
    let shaped = ShapedText(text, font: font, direction: direction)
    self.init(shaped, shaped.scalars.indices)
  }

  /// Shapes a part of a paragraph.
  init(_ text: ShapedText, _ range: Range<Int>) {
    font = text.font
    isRightToLeft = text.isRightToLeft
    missingCharacters = text.missingCharacters
    runs = text.line(range)
    glyphs = []
    width = 0
    var highest = font.ascent, deepest = font.descent
    for run in runs where run.face !== font.face {
      highest = max(highest, Double(run.face.shaping.ascender) * run.scale)
      deepest = max(deepest, -Double(run.face.shaping.descender) * run.scale)
    }
    ascent = highest
    descent = deepest
    leading = font.leading
    placeGlyphs()
    for character in missingCharacters { TextDiagnostics.shared.report(.missingCharacter(character)) }
  }

  private mutating func placeGlyphs() {
    glyphs.removeAll(keepingCapacity: true)
    var pen = 0.0
    for run in runs {
      for glyph in run.glyphs {
        glyphs.append(
          PlacedGlyph(
            id: glyph.id, cluster: glyph.cluster, x: pen + glyph.xOffset, y: glyph.yOffset, advance: glyph.advance,
            family: run.face.family))
        pen += glyph.advance
      }
    }
    width = pen
  }

  /// Ascent + descent (points).
  public var height: Double { ascent + descent }

  /// Returns the glyphs' outlines, to be filled non-zero.
  /// - Parameter origin: where the line's left end is, on the baseline.
  public func path(at origin: Point = .zero) -> Path {
    var path = Path()
    append(to: &path, at: origin)
    return path
  }

  /// Returns the glyphs' outlines with the middle of the line's width and of its capitals' height at `center`: how a figure's
  /// labels and a button's title look centred.
  public func path(centeredAt center: Point) -> Path {
    path(at: Point(center.x - width / 2, center.y + font.capHeight / 2))
  }

  /// Adds the glyphs' outlines to a path that the caller keeps.
  public func append(to path: inout Path, at origin: Point) {
    var number = 0
    for run in runs {
      for outline in run.face.outlines(of: run.glyphs.map(\.id)) {
        let glyph = glyphs[number]
        number += 1
        guard !outline.isEmpty else { continue }
        path.append(
          outline.applying(
            AffineTransform(a: run.scale, b: 0, c: 0, d: run.scale, tx: origin.x + glyph.x, ty: origin.y + glyph.y)))
      }
    }
  }

  /// Widens the line to `width`: its spaces, or without any the gaps between its characters, share what is missing. A line that is
  /// wide enough stays.
  mutating func justify(to width: Double) {
    let missing = width - self.width
    guard missing > 0, missing.isFinite else { return }
    let all = runs.indices.flatMap { run in runs[run].glyphs.indices.map { (run, $0) } }
    var stretched = all.filter { runs[$0.0].glyphs[$0.1].isSpace }
    if stretched.isEmpty {
      // Without spaces: after every cluster but the last on the line. Marks share their base's cluster and stay with it.
      stretched = zip(all, all.dropFirst()).filter { left, right in
        runs[left.0].glyphs[left.1].cluster != runs[right.0].glyphs[right.1].cluster
      }.map(\.0)
    }
    guard !stretched.isEmpty else { return }
    for (run, glyph) in stretched { runs[run].glyphs[glyph].advance += missing / Double(stretched.count) }
    placeGlyphs()
  }
}
