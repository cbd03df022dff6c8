// Breaks a text into lines of a width, and shortens what does not fit to "…".

/// The lines of a text on their way into a layout.
struct LineBreaker {
  /// A line and whether its paragraph ends with it.
  struct BrokenLine {
    var line: TextLine
    var endsParagraph: Bool
  }

  /// The box's width in points; nil for unbounded.
  let width: Double?
  private(set) var lines: [BrokenLine] = []
  private(set) var isTruncated = false

  private let font: Font
  private let style: ParagraphStyle

  /// Sums of the same advances in another order may differ in their last digits: that much more than the width still fits.
  private static let tolerance = 1e-6

  init(font: Font, width: Double?, style: ParagraphStyle) {
    self.font = font
    self.width = width
    self.style = style
  }

  /// Breaks a text, paragraph by paragraph, until the lines are used up.
  mutating func breakLines(_ text: String) {
    let limit = style.maximumLines ?? .max
    guard limit > 0 else {
      isTruncated = !text.isEmpty
      return
    }
    var rest = text[...]
    while true {
      let end = rest.firstIndex { $0.unicodeScalars.allSatisfy { TextCharacter.endsParagraph($0.value) } }
      let paragraph = rest[..<(end ?? rest.endIndex)]
      rest = end.map { rest[rest.index(after: $0)...] } ?? rest[rest.endIndex...]
      let isLast = end == nil
      breakParagraph(paragraph, limit: limit, rest: isLast ? nil : rest)
      if isLast || lines.count >= limit { return }
    }
  }

  /// - Parameter rest: what follows the paragraph; nil if nothing does (not even an empty line).
  private mutating func breakParagraph(_ paragraph: Substring, limit: Int, rest: Substring?) {
    let text = ShapedText(paragraph, font: font, direction: style.direction)
    guard let width else {
      let isOverfull = lines.count + 1 == limit && rest != nil
      appendWhole(text, paragraph, rest: isOverfull ? rest : nil)
      return
    }
    let advances = text.advances()
    if !style.wraps || Self.fits(text, text.scalars.indices, advances, width) {
      appendWhole(text, paragraph, rest: lines.count + 1 == limit ? rest : nil)
      return
    }
    let breaks = TextCharacter.lineBreaks(text.scalars)
    let isCharacterStart = Self.marks(text)
    var start = 0
    while start < text.scalars.count {
      let (end, line) = nextLine(text, from: start, advances, breaks, isCharacterStart, width)
      let isEnd = end == text.scalars.count
      if lines.count + 1 == limit, !isEnd || rest != nil {
        let remaining = String(Self.suffix(of: paragraph, from: start, text))
        appendTruncated(remaining, fallback: line, rest: rest, isCut: !isEnd)
        return
      }
      lines.append(BrokenLine(line: line, endsParagraph: isEnd))
      start = end
    }
  }

  /// Adds a paragraph as one line, shortened if it is too wide or if `rest` must be hinted at.
  private mutating func appendWhole(_ text: ShapedText, _ paragraph: Substring, rest: Substring?) {
    let line = TextLine(text, text.trimmed(text.scalars.indices))
    let isTooWide = width.map { line.width > $0 + Self.tolerance } ?? false
    if rest != nil || (isTooWide && style.truncation != .none) {
      appendTruncated(String(paragraph), fallback: line, rest: rest, isCut: isTooWide)
    } else {
      lines.append(BrokenLine(line: line, endsParagraph: true))
    }
  }

  /// Adds a line that must be shortened, or of which something is left over.
  /// - Parameters:
  ///   - remaining: the text from the line's beginning to its paragraph's end.
  ///   - fallback: the line as it is without shortening.
  ///   - rest: what follows the paragraph; nil if nothing does.
  ///   - isCut: whether the paragraph itself does not fit.
  private mutating func appendTruncated(_ remaining: String, fallback: TextLine, rest: Substring?, isCut: Bool) {
    var whole = remaining
    switch style.truncation {
    case .none:
      isTruncated = true
      lines.append(BrokenLine(line: fallback, endsParagraph: true))
      return
    case .end: break
    case .start, .middle:
      // The start and the middle are cut out of everything that is left, which may fit after all.
      if let rest { whole += "\n" + rest }
      let line = TextLine(whole, font: font, direction: fallback.direction)
      if line.width <= (width ?? .infinity) + Self.tolerance {
        lines.append(BrokenLine(line: line, endsParagraph: true))
        return
      }
    }
    isTruncated = true
    let shortener = TextShortener(font: font, direction: fallback.direction, truncation: style.truncation)
    let isTooLong = isCut || style.truncation != .end
    lines.append(
      BrokenLine(line: shortener.shorten(whole, to: width ?? .infinity, isCut: isTooLong), endsParagraph: true))
  }

  private static func fits(_ text: ShapedText, _ range: Range<Int>, _ advances: [Double], _ width: Double) -> Bool {
    text.trimmed(range).reduce(0) { $0 + advances[$1] } <= width + tolerance
  }

  private static func marks(_ text: ShapedText) -> [Bool] {
    var marks = [Bool](repeating: false, count: text.scalars.count)
    for start in text.characterStarts { marks[start] = true }
    return marks
  }

  private static func suffix(of paragraph: Substring, from start: Int, _ text: ShapedText) -> Substring {
    // Lines begin at characters, so counting characters finds the place in the string.
    paragraph.dropFirst(text.characterStarts.firstIndex { $0 >= start } ?? 0)
  }

  /// Returns the end of the line that begins at `start`, and the line without the spaces at its end.
  private func nextLine(
    _ text: ShapedText, from start: Int, _ advances: [Double], _ breaks: [Bool], _ isCharacterStart: [Bool],
    _ width: Double
  ) -> (end: Int, line: TextLine) {
    var limit = width + Self.tolerance
    var attempts = 4
    while true {
      var end = Self.lineEnd(text, from: start, advances, breaks, isCharacterStart, limit)
      while end < text.scalars.count, TextCharacter.isBreakingSpace(text.scalars[end]) { end += 1 }
      let line = TextLine(text, text.trimmed(start..<end))
      // A line is shaped on its own and may come out wider than its share of the paragraph (other contextual forms at its
      // end); it is then broken again for a width smaller by that much.
      let excess = line.width - width - Self.tolerance
      attempts -= 1
      if excess <= 0 || attempts == 0 || end - start <= 1 { return (end, line) }
      limit -= excess
    }
  }

  private static func lineEnd(
    _ text: ShapedText, from start: Int, _ advances: [Double], _ breaks: [Bool], _ isCharacterStart: [Bool],
    _ limit: Double
  ) -> Int {
    var used = 0.0
    var lastBreak: Int?
    for index in start..<text.scalars.count {
      if breaks[index], index > start { lastBreak = index }
      used += advances[index]
      if used > limit, !TextCharacter.isBreakingSpace(text.scalars[index]) {
        if let lastBreak { return lastBreak }
        // A word wider than the line is cut between characters; a line holds one at least.
        var cut = index
        while cut > start, !isCharacterStart[cut] { cut -= 1 }
        if cut > start { return cut }
        cut = index + 1
        while cut < text.scalars.count, !isCharacterStart[cut] { cut += 1 }
        return cut
      }
    }
    return text.scalars.count
  }
}
