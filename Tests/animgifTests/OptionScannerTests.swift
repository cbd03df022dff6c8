import EffectGallery
import Testing
import animgif

@Suite struct OptionScannerTests {
  private let table = [
    CommandOption("fps", .rate(1...50), .time, "rate"),
    CommandOption("output", letter: "o", .text(placeholder: "FILE"), .output, "name"),
    CommandOption("verbose", letter: "v", .flag, .general, "talk"),
    CommandOption("quiet", letter: "q", .flag, .general, "don't"),
  ]

  private func scan(_ arguments: [String]) throws -> OptionScanner {
    try OptionScanner(arguments, table: table, command: "x")
  }

  @Test(arguments: [
    ["--fps", "30", "-o", "a", "-vq", "in"], ["--fps=30", "-oa", "-v", "-q", "in"],
    ["in", "--fp=30", "--out", "a", "--verb", "--q"], ["--fps", "30", "--output=a", "-v", "-q", "--", "in"],
  ])
  func `all ways of writing are the same`(arguments: [String]) throws {
    let scanner = try scan(arguments)
    #expect(
      scanner.options == [
        ScannedOption(index: 0, text: "30"), ScannedOption(index: 1, text: "a"), ScannedOption(index: 2),
        ScannedOption(index: 3),
      ])
    #expect(scanner.operands == ["in"])
  }

  @Test func `what follows two dashes is an operand, and one dash is a name`() throws {
    #expect(try scan(["--", "-v", "--fps"]).operands == ["-v", "--fps"])
    #expect(try scan(["-o", "-"]).options == [ScannedOption(index: 1, text: "-")])
    #expect(try scan(["-"]).operands == ["-"])
  }

  @Test func `a value may begin with a dash or be empty`() throws {
    #expect(try scan(["--fps", "-3"]).options == [ScannedOption(index: 0, text: "-3")])
    #expect(try scan(["--fps="]).options == [ScannedOption(index: 0, text: "")])
  }
}
