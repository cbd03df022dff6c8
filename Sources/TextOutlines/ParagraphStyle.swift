// How a text is laid out, apart from its font and width.

/// Which way a paragraph runs.
public enum TextDirection: String, Hashable, Sendable, CaseIterable {
  /// As its first letter with a direction does; left to right without one.
  case natural
  /// Left to right, with right-to-left words inside.
  case leftToRight
  /// Right to left, with left-to-right words inside.
  case rightToLeft
}

/// Where a line that is narrower than the layout is put.
public enum TextAlignment: String, Hashable, Sendable, CaseIterable {
  /// At the side where the paragraph's direction begins.
  case natural
  /// At the left side.
  case left
  /// In the middle.
  case center
  /// At the right side.
  case right
  /// Spaces are widened until the line is full; the last line of a paragraph stays natural.
  case justified
}

/// Which part of a text that does not fit gives way to "…".
public enum TextTruncation: String, Hashable, Sendable, CaseIterable {
  /// Nothing: the text overflows.
  case none
  /// The beginning.
  case start
  /// The middle.
  case middle
  /// The end.
  case end
}

/// How paragraphs are set. The defaults are those of Core Animation's text layer.
public struct ParagraphStyle: Hashable, Sendable {
  /// Where lines narrower than the layout are put.
  public var alignment: TextAlignment
  /// Whether lines are broken at the layout's width, between words and between East Asian characters, inside a word only where
  /// it is wider than the layout.
  public var wraps: Bool
  /// What happens to a line that is too wide, or to the last permitted line when text is left over.
  public var truncation: TextTruncation
  /// How many lines there may be; nil for any number. 0 and less give none.
  public var maximumLines: Int?
  /// Points added between two lines; may be negative.
  public var lineSpacing: Double
  /// Which way paragraphs run.
  public var direction: TextDirection

  /// Makes a style.
  public init(
    alignment: TextAlignment = .natural, wraps: Bool = false, truncation: TextTruncation = .none,
    maximumLines: Int? = nil,
    lineSpacing: Double = 0, direction: TextDirection = .natural
  ) {
    self.alignment = alignment
    self.wraps = wraps
    self.truncation = truncation
    self.maximumLines = maximumLines
    self.lineSpacing = lineSpacing
    self.direction = direction
  }
}
