// The numbers are DejaVu Sans 2.37's own, read with fontTools from its hmtx, glyf, GPOS and GSUB tables; at 2048 points one unit is
// one point.

import Synchronization
import TestSupport
import Testing
import TextOutlines
import VectorGeometry

@Suite struct TextLineTests {
  let font: Font

  init() throws { font = try Font(family: "DejaVu Sans", size: 2048) }

  /// The area inside a path of straight lines, positive whichever way the contours run as a whole.
  static func area(_ path: Path) -> Double {
    var sum = 0.0, start = Point.zero, last = Point.zero
    func add(_ point: Point) {
      sum += last.x * point.y - point.x * last.y
      last = point
    }
    for element in path.elements {
      switch element {
      case .move(let to): (start, last) = (to, to)
      case .line(let to): add(to)
      case .close: add(start)
      case .quad(let to, _), .cubic(let to, _, _): add(to)
      }
    }
    return abs(sum) / 2
  }

  @Test(arguments: [("H", 1540.0), (" ", 651), ("1.5 MB", 7080), ("Hello", 5191), ("…", 2048), ("π", 1233), ("", 0)])
  func `widths are sums of the font's advances`(text: String, width: Double) {
    #expect(TextLine(text, font: font).width == width)
  }

  // The sums of the advances less AV 131, To 348, P. 319, ro and re 45 each.
  @Test(arguments: [("AV", 2671.0), ("To", 2156), ("P.", 1567), ("progress", 8841)])
  func `pairs are kerned`(text: String, width: Double) { #expect(TextLine(text, font: font).width == width) }

  @Test func `f and i join to one glyph`() {
    #expect(TextLine("fi", font: font).glyphs.map(\.id) == [5042])
    #expect(TextLine("ffi", font: font).glyphs.map(\.id) == [5044])
    #expect(TextLine("ffi", font: font).width == 1980)
    #expect(TextLine("f\u{200C}i", font: font).glyphs.map(\.id).contains(73))
  }

  @Test func `the outline of H is its twelve corners with y down`() {
    let path = TextLine("H", font: font).path(at: Point(10, 20))
    #expect(path.controlBounds == Rect(minX: 211, minY: 20 - 1493, maxX: 1349, maxY: 20))
    #expect(Self.area(path) == 727_952)
    let elements = Array(path.elements)
    #expect(elements.count == 13)
    #expect(elements.last == .close)
  }

  @Test func `outlines scale with the size`() throws {
    let path = TextLine("I", font: font.resized(to: 1024)).path()
    #expect(path.controlBounds == Rect(minX: 100.5, minY: -746.5, maxX: 201.5, maxY: 0))
    #expect(TextLine("progress", font: font.resized(to: 13)).width.isApproximately(8841 * 13 / 2048))
    #expect(TextLine("H", font: font.resized(to: 0)).width == 0)
  }

  @Test func `a curved glyph has its two contours`() {
    let path = TextLine("o", font: font).path()
    #expect(path.elements.count { if case .move = $0 { true } else { false } } == 2)
    #expect(path.elements.count { $0 == .close } == 2)
    #expect(path.controlBounds == Rect(minX: 113, minY: -1147, maxX: 1141, maxY: 29))
  }

  @Test func `Hebrew runs from right to left`() {
    let line = TextLine("אבג", font: font)
    #expect(line.isRightToLeft)
    #expect(line.glyphs.map(\.id) == [1321, 1320, 1319])
    #expect(line.glyphs.map(\.cluster) == [2, 1, 0])
    #expect(line.glyphs.map(\.x) == [0, 844, 844 + 1184])
    #expect(line.width == 3397)
  }

  @Test func `mixed directions keep each in its order`() {
    // a b ' ' א ב ' ' 1 2 in a left-to-right paragraph: the number stays left to right and stands left of the Hebrew.
    let line = TextLine("ab אב 12", font: font)
    #expect(!line.isRightToLeft)
    #expect(line.glyphs.map(\.cluster) == [0, 1, 2, 6, 7, 5, 4, 3])
    let other = TextLine("ab אב 12", font: font, direction: .rightToLeft)
    #expect(other.isRightToLeft)
    #expect(other.glyphs.map(\.cluster) == [6, 7, 5, 4, 3, 2, 0, 1])
  }

  @Test func `Arabic letters are joined`() {
    // beh, seen: initial beh 5259 and final seen 5292, drawn from the right.
    #expect(TextLine("بس", font: font).glyphs.map(\.id) == [5292, 5259])
    #expect(TextLine("ب", font: font).glyphs.map(\.id) == [1366])
  }

  @Test func `joining reaches across a change of face`() throws {
    // Serif has no Arabic, so the letters come from DejaVu Sans; the space is Serif's.
    let serif = try Font(family: "DejaVu Serif", size: 2048)
    let line = TextLine("بس a", font: serif, direction: .leftToRight)
    #expect(line.glyphs.map(\.family) == ["DejaVu Sans", "DejaVu Sans", "DejaVu Serif", "DejaVu Serif"])
    #expect(line.glyphs.prefix(2).map(\.id) == [5292, 5259])
    #expect(line.missingCharacters.isEmpty)
  }

  @Test func `a combining mark stands over its letter`() {
    let line = TextLine("x\u{0301}", font: font)
    #expect(line.width == 1212)
    #expect(line.glyphs.map(\.cluster).allSatisfy { $0 == 0 })
  }

  @Test func `a missing character is a box and is said once`() {
    // A private-use character at the end of plane 16: no font has it.
    let said = Mutex<[TextDiagnostic]>([])
    let character: Character = "\u{10FFFD}"
    for _ in 0..<2 {
      let line = TextLine("a\u{10FFFD}", font: font)
      #expect(line.missingCharacters == [character])
      #expect(line.glyphs.map(\.id).last == 0)
      #expect(line.glyphs.count == 2)
    }
    TextDiagnostics.shared.setReporter { diagnostic in said.withLock { $0.append(diagnostic) } }
    TextDiagnostics.shared.setReporter(nil)
    #expect(said.withLock { $0 }.count { $0 == .missingCharacter(character) } == 1)
  }

  @Test func `emoji that DejaVu has are outlines of one colour`() {
    let line = TextLine("😀", font: font)
    #expect(line.missingCharacters.isEmpty)
    #expect(!line.path().isEmpty)
  }

  @Test(arguments: ["\u{200B}", "\u{FEFF}", "\u{200F}", "\u{2060}", "\u{FE0F}"])
  func `invisible characters take no room and are not missing`(text: String) {
    let line = TextLine("a\(text)b", font: font)
    #expect(line.missingCharacters.isEmpty)
    #expect(line.width == 1255 + 1300)
  }

  @Test func `a line end is a space and a tab four of them`() {
    #expect(TextLine("H\nH", font: font).width == 3080 + 651)
    #expect(TextLine("H\r\nH", font: font).missingCharacters.isEmpty)
    #expect(TextLine("H\tH", font: font).width == 3080 + 4 * 651)
    #expect(TextLine("H\tH", font: font).path() == TextLine("H    H", font: font).path())
  }

  @Test func `an empty line has the font's height and no outline`() {
    let line = TextLine("", font: font)
    #expect(line.width == 0)
    #expect(line.height == 2384)
    #expect(line.path().isEmpty)
  }

  @Test func `a huge line is drawn up to a million characters`() {
    let line = TextLine(String(repeating: "I", count: 1_200_000), font: font)
    #expect(line.width == 604 * 1_000_000)
  }

  @Test func `one character with endless marks is cut`() {
    let line = TextLine("a" + String(repeating: "\u{0301}", count: 10_000), font: font)
    #expect(line.glyphs.count <= 64)
  }

  @Test func `threads that draw at once get the same paths`() async {
    let font = font
    let expected = TextLine("The quick brown fox אבג", font: font).path()
    await withTaskGroup(of: Path.self) { group in
      for _ in 0..<8 {
        group.addTask { TextLine("The quick brown fox אבג", font: font).path() }
      }
      for await path in group { #expect(path == expected) }
    }
  }

  @Test func `any text at all can be shaped`() {
    for seed in 0..<200 as Range<UInt64> {
      var random = SeededRandom(seed: seed)
      var text = String.UnicodeScalarView()
      for _ in 0..<random.int(in: 0...40) {
        // Half of them from the low blocks, where the living scripts are.
        let value = random.int(in: 0...1) == 0 ? random.int(in: 0...0x3000) : random.int(in: 0...0x10FFFF)
        if let scalar = Unicode.Scalar(UInt32(value)) { text.append(scalar) }
      }
      let line = TextLine(String(text), font: font.resized(to: 12))
      #expect(line.width.isFinite && line.width >= 0, "seed \(seed)")
      #expect(line.path().isFinite, "seed \(seed)")
    }
  }
}

extension Double {
  /// Whether two numbers agree to a millionth.
  func isApproximately(_ other: Double) -> Bool { abs(self - other) <= 1e-6 }
}
