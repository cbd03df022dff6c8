// In DejaVu Sans at 2048 points a unit is a point. I is 604 wide and not kerned with itself, a space 651, "…" 2048, a line
// 1901 + 483 high.

import TestSupport
import Testing
import TextOutlines
import VectorGeometry

@Suite struct TextLayoutTests {
  let font: Font
  static let lineHeight = 2384.0

  init() throws { font = try Font(family: "DejaVu Sans", size: 2048) }

  /// Lays out and tells each line as its glyphs' number and its left end.
  func lines(_ text: String, _ width: Double?, _ style: ParagraphStyle) -> [String] {
    TextLayout(text, font: font, width: width, style: style).lines.map { line in
      "\(line.line.glyphs.count)@\(Int(line.origin.x.rounded()))"
    }
  }

  @Test func `one line fills its own box`() {
    let layout = TextLayout("II", font: font)
    #expect(layout.size == Size(1208, Self.lineHeight))
    #expect(layout.lines.map(\.origin) == [Point(0, 1901)])
    #expect(layout.path == TextLine("II", font: font).path(at: Point(0, 1901)))
    #expect(!layout.isTruncated)
  }

  @Test func `every line feed ends a line and begins the next`() {
    let layout = TextLayout("I\nII\r\n\nIII\u{2028}I", font: font)
    #expect(layout.lines.map(\.line.width) == [604, 1208, 0, 1812, 604])
    #expect(layout.lines.map(\.origin.y) == (0..<5).map { 1901 + Double($0) * Self.lineHeight })
    #expect(layout.size == Size(1812, 5 * Self.lineHeight))
    #expect(TextLayout("I\n", font: font).lines.count == 2)
  }

  @Test func `an empty text is one empty line`() {
    let layout = TextLayout("", font: font, width: 100, style: ParagraphStyle(alignment: .justified, wraps: true))
    #expect(layout.size == Size(0, Self.lineHeight))
    #expect(layout.path.isEmpty)
  }

  @Test(arguments: [
    // (width, lines as glyphs@left): words of 3 I = 1812, spaces 651, two words 4275.
    (4275, "7@0 3@0"), (4274, "3@0 3@0 3@0"), (1812, "3@0 3@0 3@0"), (1e9, "11@0"),
    (1811, "2@0 1@0 2@0 1@0 2@0 1@0"), (0, "1@0 1@0 1@0 1@0 1@0 1@0 1@0 1@0 1@0"),
  ])
  func `words wrap where they no longer fit and break only where one is too wide`(width: Double, expected: String) {
    #expect(lines("III III III", width, ParagraphStyle(wraps: true)).joined(separator: " ") == expected)
  }

  @Test func `spaces at a break hang over the edge`() {
    #expect(lines("II    II", 1208, ParagraphStyle(wraps: true)) == ["2@0", "2@0"])
    #expect(lines("II  ", 1208, ParagraphStyle(wraps: true)) == ["2@0"])
  }

  @Test func `a hyphen lets a word break and a minus sign does not`() {
    // "II-II": the hyphen is 739 wide.
    #expect(lines("II-II", 1947, ParagraphStyle(wraps: true)) == ["3@0", "2@0"])
    #expect(lines("I -11", 3345, ParagraphStyle(wraps: true)) == ["1@0", "3@0"])
  }

  @Test(arguments: [
    (TextAlignment.left, [0.0, 0]), (.right, [1396, 792]), (.center, [698, 396]), (.natural, [0, 0]),
    (.justified, [0, 0]),
  ])
  func `lines stand where the alignment puts them`(alignment: TextAlignment, lefts: [Double]) {
    let layout = TextLayout("I\nII", font: font, width: 2000, style: ParagraphStyle(alignment: alignment))
    #expect(layout.lines.map(\.origin.x) == lefts)
  }

  @Test func `lines that overflow stick out on the free side`() {
    #expect(lines("IIII", 416, ParagraphStyle(alignment: .right)) == ["4@-2000"])
    #expect(lines("IIII", 416, ParagraphStyle(alignment: .center)) == ["4@-1000"])
    #expect(lines("IIII", 416, ParagraphStyle(alignment: .left)) == ["4@0"])
  }

  @Test func `a right-to-left paragraph is natural at the right`() {
    let layout = TextLayout("אבג\nI", font: font, width: 4000)
    #expect(layout.lines.map(\.origin.x) == [603, 0])
  }

  @Test func `justified lines are full except the last`() {
    let style = ParagraphStyle(alignment: .justified, wraps: true)
    let layout = TextLayout("I I I I", font: font, width: 3214, style: style)
    // Three I and two spaces are 3114: each space gets 50 more.
    #expect(layout.lines.map(\.line.width) == [3214, 604])
    #expect(layout.lines[0].line.glyphs.map(\.x) == [0, 604, 1305, 1909, 2610])
    let unbroken = TextLayout("IIIIII", font: font, width: 1900, style: style)
    #expect(unbroken.lines.map(\.line.width) == [1900, 1812])
    #expect(unbroken.lines[0].line.glyphs.map(\.x) == [0, 648, 1296])
  }

  @Test(arguments: [
    // (what gives way, width of "…" and the four letters that are kept, where the ellipsis stands)
    (TextTruncation.end, 4359.0, 4), (.start, 4394, 0), (.middle, 4394, 2),
  ])
  func `what does not fit gives way to an ellipsis`(truncation: TextTruncation, width: Double, place: Int) {
    // i and l are 569, I is 604 wide; none of the M fits between.
    let text = "iIliMMMMMMlIiI"
    let style = ParagraphStyle(truncation: truncation)
    let layout = TextLayout(text, font: font, width: width, style: style)
    #expect(layout.isTruncated)
    #expect(layout.lines.map(\.line.width) == [width])
    #expect(layout.lines[0].line.glyphs.count == 5)
    #expect(layout.lines[0].line.glyphs.firstIndex { $0.id == 2825 } == place)
    #expect(TextLayout(text, font: font, width: width - 1, style: style).lines[0].line.glyphs.count == 4)
  }

  @Test func `without truncation a line overflows`() {
    #expect(TextLayout("IIII", font: font, width: 1000).lines.map(\.line.width) == [2416])
  }

  @Test func `text that fits is not shortened`() {
    let layout = TextLayout("IIII", font: font, width: 2416, style: ParagraphStyle(truncation: .end))
    #expect(layout.size.width == 2416)
    #expect(!layout.isTruncated)
  }

  @Test func `the ellipsis alone remains where nothing fits`() {
    let layout = TextLayout("IIII", font: font, width: 1, style: ParagraphStyle(truncation: .middle))
    #expect(layout.lines.map(\.line.width) == [2048])
  }

  @Test func `no space stands before the ellipsis`() {
    let layout = TextLayout("II IIIII", font: font, width: 3907, style: ParagraphStyle(truncation: .end))
    #expect(layout.lines.map(\.line.width) == [3256])
  }

  @Test func `the last permitted line is shortened`() {
    let style = ParagraphStyle(wraps: true, truncation: .end, maximumLines: 2)
    let layout = TextLayout("III III III III", font: font, width: 3256, style: style)
    #expect(layout.lines.map(\.line.width) == [1812, 3256])
    #expect(layout.isTruncated)
    // What follows as a paragraph of its own is hinted at, too.
    let paragraphs = TextLayout("I\nI\nI", font: font, width: 4000, style: style)
    #expect(paragraphs.lines.map(\.line.width) == [604, 2652])
    #expect(TextLayout("I\nI", font: font, width: 4000, style: style).isTruncated == false)
  }

  @Test func `a line limit without truncation drops the rest`() {
    let style = ParagraphStyle(wraps: true, maximumLines: 2)
    let layout = TextLayout("III III III", font: font, width: 1812, style: style)
    #expect(layout.lines.map(\.line.width) == [1812, 1812])
    #expect(layout.isTruncated)
    #expect(TextLayout("III", font: font, style: ParagraphStyle(maximumLines: 0)).lines.isEmpty)
    #expect(TextLayout("III", font: font, style: ParagraphStyle(maximumLines: -5)).size == Size(0, 0))
    #expect(TextLayout("I\nI\nI", font: font, style: ParagraphStyle(maximumLines: 2)).lines.count == 2)
  }

  @Test func `line spacing comes between the lines only`() {
    let layout = TextLayout("I\nI", font: font, style: ParagraphStyle(lineSpacing: 100))
    #expect(layout.size.height == 4868)
    #expect(layout.lines[1].origin.y == 4385)
  }

  @Test(arguments: [-1.0, .nan, .infinity, -.infinity, 1e300, -1e300])
  func `any width and spacing can be laid out`(value: Double) {
    for truncation in TextTruncation.allCases {
      for alignment in TextAlignment.allCases {
        let style = ParagraphStyle(alignment: alignment, wraps: true, truncation: truncation, lineSpacing: value)
        #expect(!TextLayout("II II\nI", font: font, width: value, style: style).lines.isEmpty)
      }
    }
  }

  @Test func `no wrapped line is wider than the box and no character is lost`() {
    let words = ["progress", "To", "AVAVA", "fin", "ffi", "x", "אבג", "بسم", "1.5", "semi-colon", "W.", "\u{10FFFD}"]
    for seed in 0..<60 as Range<UInt64> {
      var random = SeededRandom(seed: seed)
      let text = (0..<random.int(in: 1...12)).map { _ in words[random.int(in: 0...words.count - 1)] }.joined(
        separator: " ")
      let width = random.double(in: 60...400)
      let layout = TextLayout(text, font: font.resized(to: 20), width: width, style: ParagraphStyle(wraps: true))
      var clusters: Set<Int> = []
      for line in layout.lines {
        #expect(line.line.width <= width + 1e-6, "seed \(seed): \(text)")
        clusters.formUnion(line.line.glyphs.map(\.cluster))
      }
      let whole = TextLine(text, font: font.resized(to: 20))
      #expect(
        clusters.count + layout.lines.count - 1 >= Set(whole.glyphs.map(\.cluster)).count, "seed \(seed): \(text)")
    }
  }

  @Test func `a shortened line always fits and one more character would not`() {
    let letters = Array("AVTo.fiP xlm")
    for seed in 0..<60 as Range<UInt64> {
      var random = SeededRandom(seed: seed)
      let text = String((0..<random.int(in: 5...60)).map { _ in letters[random.int(in: 0...11)] })
      let width = random.double(in: 30...300)
      let font = font.resized(to: 20)
      guard TextLine(text, font: font).width > width else { continue }
      for truncation in [TextTruncation.start, .middle, .end] {
        let line = TextLayout(text, font: font, width: width, style: ParagraphStyle(truncation: truncation)).lines[0]
          .line
        #expect(line.width <= width + 1e-6, "seed \(seed) \(truncation)")
        // Twice the widest letter (m, 19.5 points) and the spaces dropped at the cut.
        #expect(line.width >= min(width - 60, 20), "seed \(seed) \(truncation)")
      }
    }
  }

  @Test func `a huge text is laid out in linear time and only as far as it shows`() {
    let clock = ContinuousClock()
    let style = ParagraphStyle(wraps: true, truncation: .end, maximumLines: 3)
    let text = String(repeating: "progress ", count: 100_000)
    let font = font.resized(to: 12)
    let time = clock.measure {
      #expect(TextLayout(text, font: font, width: 200, style: style).lines.count == 3)
      #expect(
        TextLayout(String(repeating: "a\n", count: 500_000), font: font, width: 200, style: style).lines.count == 3)
    }
    // About a second here; a quadratic layout would take hours.
    #expect(time < .seconds(60))
  }
}
