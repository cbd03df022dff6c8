// Fonts that stand in for characters, in a world of two: DejaVu where Debian installs it, and the test font `TestHan.otf` (1000
// units to the em, every glyph 1000 wide, ascent 900, descent 100; 中 is a square of 800).

import Foundation
import TestSupport
import Testing
import TextOutlines
import VectorGeometry

@Suite struct FallbackTests {
  /// Knows DejaVu and the test font, whatever else is installed.
  static let catalog = FontCatalog(
    configuration: """
      <fontconfig>
        <dir>\(Fixtures.path("fonts"))</dir>
        \(dejaVuFolder.map { "<dir>\($0)</dir>" } ?? "")
        \(cache)
      </fontconfig>
      """)
  /// Fontconfig complains when it has nowhere to keep what it read.
  static let cache = "<cachedir>\(FileManager.default.temporaryDirectory.path)/animgif-test-fonts</cachedir>"
  static let dejaVuFolder = try? Font(family: "DejaVu Sans", size: 1).filePath
    .split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")

  let font: Font

  init() throws { font = try Font(family: "DejaVu Sans", size: 1000, in: Self.catalog) }

  @Test func `a character that the font lacks comes from one that has it`() {
    let line = TextLine("I中I", font: font)
    #expect(line.glyphs.map(\.family) == ["DejaVu Sans", "Test Han", "DejaVu Sans"])
    #expect(line.missingCharacters.isEmpty)
    // I is 604 of 2048 units, 中 the whole em.
    #expect(line.width.isApproximately(2 * 604_000 / 2048 + 1000))
  }

  @Test func `a line is as high as the tallest font in it`() {
    let line = TextLine("中", font: font)
    // DejaVu's own ascent and descent are larger at the same size.
    #expect(line.ascent == font.ascent)
    #expect(line.descent == font.descent)
    #expect(TextLine("I中", font: font).leading == 0)
  }

  @Test func `CFF outlines keep their size and place`() throws {
    let han = try Font(file: Fixtures.path("fonts/TestHan.otf"), size: 500)
    let path = TextLine("中", font: han).path(at: Point(7, 3))
    #expect(path.controlBounds == Rect(minX: 57, minY: -397, maxX: 457, maxY: 3))
    #expect(TextLineTests.area(path) == 400 * 400)
    #expect(han.ascent == 450)
    #expect(han.descent == 50)
    #expect(han.capHeight == 400)
    #expect(han.xHeight == 350)
    let stop = TextLine("。", font: han).path()
    #expect(stop.elements.count { if case .cubic = $0 { true } else { false } } == 4)
    #expect(stop.controlBounds == Rect(minX: 50, minY: -100, maxX: 150, maxY: 0))
  }

  @Test func `East Asian text wraps between characters but not before its closing marks`() {
    let style = ParagraphStyle(wraps: true)
    func counts(_ text: String, _ width: Double) -> [Int] {
      TextLayout(text, font: font, width: width, style: style).lines.map(\.line.glyphs.count)
    }
    #expect(counts("中文字画中文字画", 3000) == [3, 3, 2])
    // The full stop would be the fourth: it takes 字 with it.
    #expect(counts("中文字。中文", 3000) == [2, 3, 1])
    // The opening bracket does not stay behind.
    #expect(counts("中文「字」画", 3000) == [2, 3, 1])
    // Between Latin and ideographs there is a break, inside the word there is none.
    #expect(counts("中IIII文", 1900) == [1, 4, 1])
  }

  @Test func `East Asian lines are justified between characters`() {
    let style = ParagraphStyle(alignment: .justified, wraps: true)
    let layout = TextLayout("中文字画中", font: font, width: 3300, style: style)
    #expect(layout.lines.map(\.line.width) == [3300, 2000])
    #expect(layout.lines[0].line.glyphs.map(\.x) == [0, 1150, 2300])
  }

  @Test func `the slant chooses the face and what stands in`() throws {
    // The italic's glyphs are 900 wide.
    let upright = try Font(family: "Test Han", size: 1000, in: Self.catalog)
    let italic = try Font(family: "Test Han", size: 1000, italic: true, in: Self.catalog)
    #expect(TextLine("中", font: upright).width == 1000)
    #expect(TextLine("中", font: italic).width == 900)
    let slanted = try Font(family: "DejaVu Serif", size: 1000, italic: true, in: Self.catalog)
    #expect(TextLine("中", font: slanted).width == 900)
  }

  @Test func `a base without its mark is drawn and the character is reported`() {
    // The test font has no combining marks, and DejaVu has no 中.
    let line = TextLine("中\u{0301}", font: font)
    #expect(line.missingCharacters == ["中\u{0301}"])
    #expect(line.glyphs.first?.family == "Test Han")
    #expect(line.glyphs.first?.id != 0)
  }

  @Test func `a font stands in for the default family where that is missing`() throws {
    let lonely = FontCatalog(
      configuration: "<fontconfig><dir>\(Fixtures.path("fonts"))</dir>\(Self.cache)</fontconfig>")
    #expect(!lonely.isLoaded)
    let han = try Font(family: "test han", size: 10, in: lonely)
    #expect(lonely.isLoaded)
    #expect(han.family == "Test Han")
    // It cannot write English, so nothing can stand in for a Latin font.
    #expect(throws: TextError.noFontInstalled(requested: "Foo")) { try Font(family: "Foo", size: 10, in: lonely) }
    #expect(TextLine("A", font: han).missingCharacters == ["A"])
  }

  @Test func `the choice is the same for every thread`() async {
    let catalog = Self.catalog
    let families = await withTaskGroup(of: [String].self) { group in
      for _ in 0..<8 {
        group.addTask {
          guard let font = try? Font(family: "DejaVu Sans Mono", size: 10, in: catalog) else { return [] }
          return TextLine("a中文אb", font: font).glyphs.map(\.family)
        }
      }
      return await group.reduce(into: Set<[String]>()) { $0.insert($1) }
    }
    #expect(families == [["DejaVu Sans Mono", "Test Han", "Test Han", "DejaVu Sans", "DejaVu Sans Mono"]])
  }
}
