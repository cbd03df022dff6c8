// The front door of this module: a text of any number of lines in a box. Lines are broken greedily, the first that fits is taken,
// as labels and text layers do.

import VectorGeometry

/// A text laid out in lines. Points, y down, the origin at the box's upper left corner.
///
///     let font = try Font(family: "DejaVu Sans", size: 13)
///     let label = TextLayout("1.5 MB", font: font, width: 100, style: ParagraphStyle(alignment: .center))
///     canvas.fill(label.path(at: Point(0, 80)), .solid(.white))
///
/// The result depends on the text, the style and the font files alone.
public struct TextLayout: Sendable {
  /// A line and where it is.
  public struct Line: Sendable {
    /// The line.
    public var line: TextLine
    /// Its left end on the baseline, from the box's upper left corner.
    public var origin: Point
  }

  /// The lines from top to bottom.
  public let lines: [Line]
  /// The width of the widest line without spaces at its end, and the height of all lines with what is between them.
  public let size: Size
  /// Whether text was left out.
  public let isTruncated: Bool

  /// Lays out a text. Time and memory are linear in its length; paragraphs after the last permitted line are only looked at where
  /// `TextTruncation.start` or `.middle` shows their end.
  /// - Parameters:
  ///   - text: paragraphs are separated by line feeds, "\r\n" and Unicode's line and paragraph separators. An empty text is one
  ///     empty line.
  ///   - font: with its size, points.
  ///   - width: the box's width; nil (or NaN, or infinity) for the widest line's. Lines that overflow stick out on the side that
  ///     the alignment leaves free.
  ///   - style: alignment, wrapping, truncation, line spacing.
  public init(_ text: String, font: Font, width: Double? = nil, style: ParagraphStyle = ParagraphStyle()) {
    var breaker = LineBreaker(font: font, width: width.flatMap { $0.isFinite ? max(0, $0) : nil }, style: style)
    breaker.breakLines(text)
    let widest = breaker.lines.reduce(0) { max($0, $1.line.width) }
    let boxWidth = breaker.width ?? widest
    var placed: [Line] = []
    var top = 0.0, bottom = 0.0
    for broken in breaker.lines {
      var line = broken.line
      if style.alignment == .justified, !broken.endsParagraph { line.justify(to: boxWidth) }
      let free = boxWidth - line.width
      let left =
        switch style.alignment {
        case .left: 0.0
        case .right: free
        case .center: free / 2
        case .natural, .justified: line.isRightToLeft ? free : 0
        }
      placed.append(Line(line: line, origin: Point(left, top + line.ascent)))
      bottom = top + line.height
      top = bottom + line.leading + (style.lineSpacing.isFinite ? style.lineSpacing : 0)
    }
    lines = placed
    size = Size(placed.reduce(0) { max($0, $1.line.width) }, max(0, bottom))
    isTruncated = breaker.isTruncated
  }

  /// The glyphs' outlines, to be filled non-zero.
  public var path: Path { path(at: .zero) }

  /// Returns the glyphs' outlines with the box's upper left corner at `origin`.
  public func path(at origin: Point) -> Path {
    var path = Path()
    for line in lines { line.line.append(to: &path, at: Point(origin.x + line.origin.x, origin.y + line.origin.y)) }
    return path
  }

  /// The characters that no installed font has.
  public var missingCharacters: Set<Character> { lines.reduce(into: []) { $0.formUnion($1.line.missingCharacters) } }
}
