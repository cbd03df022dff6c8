import EffectGallery
import Foundation
import TestSupport
import Testing

/// Odd values of every option: each is taken or refused in one line; none ends the process. The lines go through `animgif batch`, where a
/// trap would end them all.
@Suite struct OddValueTests {
  private static let oddValues = [
    "nan", "inf", "-inf", "1e400", "1e-400", "", " ", "0", "-0", "-1", "0.0000000001", "99999999999999999999999999",
    "0x10", "1/0",
    "0/0", "1,1", ",", "x", "1x", "1x1x1", "nanxnan", "0x0", "１２", "٣", "🎉", "e\u{301}", "#", "#GGG", "#12345678901",
    "+1", "1_000",
    "1 ", "9223372036854775807", "-9223372036854775808", "9223372036854775807/9223372036854775807", "ms", "s", "1h",
    String(repeating: "9", count: 5000), String(repeating: "a", count: 5000), "\u{1B}[31m", "a\u{202E}b", "'", "\\",
    "%s%n",
  ]

  private struct Option {
    var name: String
    var kind: String
    var extremes: [String]
  }

  /// The options of every effect, according to the program.
  private func options() throws -> [(effect: String, options: [Option])] {
    let object = try #require(
      JSONSerialization.jsonObject(with: Program.run(["list", "--json", "effects"]).output) as? [String: Any])
    return try #require(object["effects"] as? [[String: Any]]).map { effect in
      let options = try #require(effect["options"] as? [[String: Any]])
      return (
        try #require(effect["name"] as? String),
        try options.map { option in
          let kind = try #require(option["kind"] as? String)
          let ends = [option["minimum"], option["maximum"]].compactMap { $0 as? Double }.map(\.shortText)
          return Option(
            name: try #require(option["name"] as? String), kind: kind,
            extremes: ["size", "counts"].contains(kind)
              ? ends.map { "\($0)x\($0)" } : ends.isEmpty ? option["values"] as? [String] ?? [] : ends)
        }
      )
    }
  }

  private func quoted(_ word: String) -> String { "'\(word.replacingOccurrences(of: "'", with: "'\\''"))'" }

  private func expectNoTrap(_ jobs: [String], sourceLocation: SourceLocation = #_sourceLocation) throws {
    let scratch = try Scratch()
    try Data(jobs.joined(separator: "\n").utf8).write(to: scratch.file("jobs.txt"))
    let outcome = try Program.run(["batch", "jobs.txt", "--report", "r.jsonl"], in: scratch.folder)
    #expect(outcome.status == 0 || outcome.status == 1, "\(outcome.errors.suffix(300))", sourceLocation: sourceLocation)
    let report = try String(contentsOf: scratch.file("r.jsonl"), encoding: .utf8).split(separator: "\n")
    #expect(report.count == jobs.count, "a job ended all of them", sourceLocation: sourceLocation)
    for line in report {
      #expect(
        (try? JSONSerialization.jsonObject(with: Data(line.utf8))) is [String: Any], "\(line.prefix(300))",
        sourceLocation: sourceLocation)
    }
    // Every message is one line of bearable length.
    for line in outcome.errors.split(separator: "\n") {
      #expect(line.hasPrefix("jobs.txt"), "\(line.prefix(300))", sourceLocation: sourceLocation)
      #expect(line.count < 700, "\(line.prefix(300))", sourceLocation: sourceLocation)
    }
  }

  @Test func `every option takes or refuses every odd value`() throws {
    var jobs: [String] = []
    for (effect, options) in try options() {
      for option in options where option.kind != "flag" && option.name != "output" {
        for value in Self.oddValues {
          jobs.append("\(effect) --\(option.name)=\(quoted(value)) --at 0 -o \(jobs.count).png")
        }
      }
    }
    #expect(jobs.count > 10_000)
    try expectNoTrap(jobs)
  }

  @Test func `extremes of several options together are drawn or refused`() throws {
    let seed: UInt64 = 20_261_130
    var random = SeededRandom(seed: seed)
    var jobs: [String] = []
    for (effect, options) in try options() {
      // What makes the picture or the wait large alone is left out.
      let known = options.filter {
        !["scale", "output", "format", "fit", "preset", "sheet", "threads"].contains($0.name)
      }
      for _ in 0..<60 {
        var words = [effect]
        for _ in 0..<random.int(in: 1...4) {
          guard let option = known.randomElement(using: &random) else { continue }
          if option.kind == "flag" {
            words.append("--\(option.name)")
          } else if let value = option.extremes.randomElement(using: &random) {
            words.append("--\(option.name)=\(quoted(value))")
          }
        }
        jobs.append("\(words.joined(separator: " ")) --fit 24x24 --at 0 -o \(jobs.count).png")
      }
    }
    try expectNoTrap(jobs)
  }

  @Test func `every odd name of an output is a file, a folder or refused`() throws {
    for value in Self.oddValues where value.count < 100 {
      for arguments in [["wave", "--at", "0", "-o", value], ["wave", "--at", "0", "--format", "png", "-o", value]] {
        let outcome = try Program.run(arguments)
        #expect([0, 1, 2].contains(outcome.status) && outcome.output.isEmpty, "\(value)")
        #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)")
      }
    }
  }

  @Test func `every command refuses every odd word`() throws {
    let commands = ["", "encode", "info", "compare", "figure", "list", "help", "batch", "completions", "man"]
    for (index, value) in Self.oddValues.enumerated() where !value.isEmpty && value.count < 100 {
      let name = commands[index % commands.count]
      let outcome = try Program.run((name.isEmpty ? [] : [name]) + [value])
      #expect([1, 2].contains(outcome.status) && outcome.output.isEmpty, "\(name) \(value)")
      #expect(
        outcome.errors.hasPrefix("error: ") && outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)")
    }
  }
}
