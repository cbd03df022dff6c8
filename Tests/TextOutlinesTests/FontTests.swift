// The numbers are DejaVu 2.37's own (2048 units to the em), read from its tables with fontTools: hhea ascent 1901, descent −483,
// gap 0; H is 1493 high, x 1120.

import Synchronization
import Testing
import TextOutlines

@Suite struct FontTests {
  /// A Fontconfig configuration that knows no fonts.
  static let nothing = "<fontconfig><dir>/nonexistent</dir></fontconfig>"

  @Test func `metrics are the font's own numbers scaled to the size`() throws {
    let font = try Font(family: "DejaVu Sans", size: 2048)
    #expect(font.family == "DejaVu Sans")
    #expect(!font.isStandIn)
    #expect(font.ascent == 1901)
    #expect(font.descent == 483)
    #expect(font.leading == 0)
    #expect(font.lineHeight == 2384)
    #expect(font.capHeight == 1493)
    #expect(font.xHeight == 1120)
    let small = font.resized(to: 13)
    #expect(small.ascent == 12.06689453125)
    #expect(small.size == 13)
  }

  @Test func `the weight chooses the face`() throws {
    // Advances of H: regular 1540, bold 1714.
    let regular = try Font(family: "DejaVu Sans", size: 2048)
    let bold = try Font(family: "DejaVu Sans", size: 2048, weight: .bold)
    #expect(TextLine("H", font: regular).width == 1540)
    #expect(TextLine("H", font: bold).width == 1714)
  }

  @Test(arguments: [(500.0, 1540.0), (450, 1540), (599, 1714), (600, 1714), (900, 1714), (5000, 1714), (.nan, 1540)])
  func `a weight that is not there becomes the nearest one`(weight: Double, advance: Double) throws {
    let font = try Font(family: "DejaVu Sans", size: 2048, weight: Font.Weight(weight))
    #expect(TextLine("H", font: font).width == advance)
  }

  @Test func `a family is found by its PostScript name too and case does not matter`() throws {
    #expect(try TextLine("H", font: Font(family: "DejaVuSans-Bold", size: 2048)).width == 1714)
    #expect(try Font(family: "dejavu SANS", size: 1).isStandIn == false)
  }

  @Test(arguments: ["system", "sans-serif", "", "Sans"])
  func `generic names are the default family and no stand-in`(name: String) throws {
    let font = try Font(family: name, size: 1)
    #expect(font.family == "DejaVu Sans")
    #expect(!font.isStandIn)
  }

  @Test func `a monospaced family is replaced by a monospaced one`() throws {
    let log = TextDiagnostics()
    // Menlo is Apple's and on no other system; were it installed, it would be used.
    let font = try Font(family: "Menlo", size: 2048, in: .shared, diagnostics: log)
    #expect(font.isStandIn == (font.family != "Menlo"))
    if font.isStandIn {
      #expect(font.family == "DejaVu Sans Mono")
      #expect(TextLine("i", font: font).width == 1233)
    }
  }

  @Test func `a missing family is replaced and said once by name`() throws {
    let log = TextDiagnostics()
    let said = Mutex<[String]>([])
    log.setReporter { diagnostic in said.withLock { $0.append(diagnostic.description) } }
    for _ in 0..<3 {
      let font = try Font(family: "No Such Face", size: 12, in: .shared, diagnostics: log)
      #expect(font.family == "DejaVu Sans")
      #expect(font.isStandIn)
      #expect(font.requestedFamily == "No Such Face")
    }
    #expect(said.withLock { $0 } == ["font 'No Such Face' is not installed; using 'DejaVu Sans'"])
  }

  @Test func `what happened before a reporter is set is not lost`() throws {
    let log = TextDiagnostics()
    _ = try Font(family: "Unknown", size: 12, in: .shared, diagnostics: log)
    let said = Mutex<[String]>([])
    log.setReporter { diagnostic in said.withLock { $0.append(diagnostic.description) } }
    #expect(said.withLock { $0 } == ["font 'Unknown' is not installed; using 'DejaVu Sans'"])
  }

  @Test func `no font at all is an error and not a trap`() {
    let empty = FontCatalog(configuration: Self.nothing)
    let error = #expect(throws: TextError.self) { try Font(family: "Helvetica", size: 12, in: empty) }
    #expect(error == .noFontInstalled(requested: "Helvetica"))
  }

  @Test(arguments: [-1.0, .nan, .infinity, -.infinity, 1_000_001])
  func `a size outside the range is an error`(size: Double) {
    #expect(throws: TextError.self) { try Font(size: size) }
  }

  @Test(arguments: [(-3.0, 0.0), (.nan, 0), (.infinity, 1_000_000), (7.5, 7.5)])
  func `resizing clamps`(size: Double, result: Double) throws {
    #expect(try Font(size: 1).resized(to: size).size == result)
  }

  @Test func `a file can be opened by its path and a wrong one is an error`() throws {
    let installed = try Font(family: "DejaVu Serif", size: 2048)
    let font = try Font(file: installed.filePath, size: 2048)
    #expect(TextLine("H", font: font).width == 1786)
    #expect(throws: TextError.unreadableFontFile(path: "/nonexistent.ttf")) {
      try Font(file: "/nonexistent.ttf", size: 1)
    }
    #expect(throws: TextError.unsupportedFontFile(path: #filePath, faceIndex: 0)) { try Font(file: #filePath, size: 1) }
    #expect(throws: TextError.unsupportedFontFile(path: installed.filePath, faceIndex: 1)) {
      try Font(file: installed.filePath, faceIndex: 1, size: 1)
    }
    #expect(throws: TextError.self) { try Font(file: installed.filePath, faceIndex: -1, size: 1) }
  }

  @Test(arguments: [
    (
      TextError.noFontInstalled(requested: "Foo"),
      "no font is installed that could stand in for 'Foo'; install one, for example fonts-dejavu-core"
    ),
    (.unreadableFontFile(path: "a.ttf"), "cannot read the font file a.ttf"),
    (.unsupportedFontFile(path: "a.png", faceIndex: 2), "a.png holds no OpenType or TrueType outlines (face 2)"),
    (.fontSizeOutOfRange(-1), "a font size is a number of points from 0 to 1000000; got -1.0"),
  ])
  func `errors say what is wrong`(error: TextError, message: String) { #expect(error.description == message) }

  @Test func `a missing character is named with its code`() {
    #expect(TextDiagnostic.missingCharacter("文").description == "no installed font has '文' (U+6587)")
    #expect(TextDiagnostic.missingCharacter("\u{1F9A5}").description == "no installed font has '🦥' (U+1F9A5)")
  }
}
