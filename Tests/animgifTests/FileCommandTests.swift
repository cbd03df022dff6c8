import Foundation
import TestSupport
import Testing

/// `encode`, `info` and `compare` as a user runs them.
@Suite struct FileCommandTests {
  @Test func `frames, an animation and bare pixels make the same file`() throws {
    let scratch = try Scratch()
    func run(_ arguments: [String]) throws { #expect(try Program.run(arguments, in: scratch.folder).status == 0) }
    try run(["wave", "--fps", "12.5", "-o", "wave.gif"])
    try run(["wave", "--fps", "12.5", "-o", "frames/"])
    try run(["wave", "--fps", "12.5", "--format", "rgba", "-o", "wave.rgba"])
    try run(["encode", "frames/", "--fps", "12.5", "-o", "a.gif"])
    try run(["encode", "wave.gif", "-o", "b.gif"])
    try run(["encode", "wave.rgba", "--raw", "200x100", "--delay", "80ms", "-o", "c.gif"])
    try run(["encode", "frames/", "--delay", "0.08s", "-o", "d.apng"])
    let expected = try Data(contentsOf: scratch.file("wave.gif"))
    for name in ["a.gif", "b.gif", "c.gif"] { #expect(try Data(contentsOf: scratch.file(name)) == expected, "\(name)") }
    #expect(try Program.run(["compare", "wave.gif", "d.apng"], in: scratch.folder).status == 0)
    #expect(try Program.run(["compare", "wave.gif", "frames/", "--ignore-times"], in: scratch.folder).status == 0)
  }

  @Test(arguments: [("0.25", 25), ("250ms", 25), ("0.25s", 25), ("2", 200), ("4ms", 2)])
  func `G06, a bare number is seconds as the help says, and no delay is 0`(delay: String, hundredths: Int) throws {
    let scratch = try Scratch()
    let help = try Program.run(["encode", "--help"], in: scratch.folder).output
    #expect(String(decoding: help, as: UTF8.self).contains("--delay SECONDS"))
    #expect(try Program.run(["wave", "--fps", "2.5", "-o", "frames/"], in: scratch.folder).status == 0)
    let outcome = try Program.run(["encode", "frames/", "--delay", delay, "-o", "x.gif"], in: scratch.folder)
    #expect(outcome.status == 0)
    let delays = try GIFReader(ContiguousArray(Data(contentsOf: scratch.file("x.gif")))).images.map(\.delay)
    #expect(!delays.isEmpty && delays.allSatisfy { $0 >= hundredths && $0 % hundredths == 0 }, "\(delays)")
  }

  @Test func `a difference is told and ends with status 1`() throws {
    let scratch = try Scratch()
    #expect(try Program.run(["wave", "-o", "a.png"], in: scratch.folder).status == 0)
    #expect(try Program.run(["wave", "--amplitude", "4", "-o", "b.png"], in: scratch.folder).status == 0)
    let outcome = try Program.run(["compare", "a.png", "b.png", "--diff", "d.png"], in: scratch.folder)
    #expect(outcome.status == 1)
    #expect(String(decoding: outcome.output, as: UTF8.self).contains("pixels differ"))
    #expect(scratch.contents == ["a.png", "b.png", "d.png"])
    let lenient = try Program.run(["compare", "a.png", "b.png", "--threshold", "255"], in: scratch.folder)
    #expect(lenient.status == 0)
    let quiet = try Program.run(["compare", "a.png", "b.png", "-q"], in: scratch.folder)
    #expect(quiet.status == 1 && quiet.output.isEmpty && quiet.errors.isEmpty)
  }

  @Test func `the report of a file is text for people and one object for programs`() throws {
    let scratch = try Scratch()
    #expect(try Program.run(["wave", "--loop", "2", "-o", "wave.gif"], in: scratch.folder).status == 0)
    let text = String(decoding: try Program.run(["info", "wave.gif"], in: scratch.folder).output, as: UTF8.self)
    #expect(text.hasPrefix("wave.gif: GIF89a, 200x100, "))
    #expect(text.contains("delays    30 ms (24), 40 ms (12)"))
    let json = try Program.run(["info", "--json", "wave.gif"], in: scratch.folder).output
    let object = try #require(JSONSerialization.jsonObject(with: json) as? [String: Any])
    #expect(object["frameCount"] as? Int == 36)
    #expect(object["totalSeconds"] as? Double == 1.2)
    #expect(object["plays"] as? Int == 2)
  }

  @Test func `progress for programs is JSON on standard error, and quiet says nothing`() throws {
    let scratch = try Scratch()
    let outcome = try Program.run(["wave", "--progress", "json", "-o", "-"], in: scratch.folder)
    #expect(outcome.output.starts(with: Array("GIF89a".utf8)))
    let lines = outcome.errors.split(separator: "\n")
    let last = try #require(JSONSerialization.jsonObject(with: Data(lines[lines.count - 2].utf8)) as? [String: Any])
    #expect(last["done"] as? Int == last["total"] as? Int)
    #expect(lines.last?.hasPrefix("standard output: 200x100, 36 frames, 1.2 s, ") == true)
    #expect(try Program.run(["wave", "-q", "-o", "wave.gif"], in: scratch.folder).errors.isEmpty)
  }

  // swift-format-ignore
  @Test(arguments: [
    (["encode", "missing.png", "-o", "x.gif"], 1, "cannot read missing.png: No such file or directory"),
    (["encode", "-o", "x.gif"], 2, "animgif encode needs FRAMES, for example animgif encode frames/ -o out.gif"),
    (["encode", "--raw", "8x8", "-o", "x.gif"], 1, "standard input: there are no frames to read"),
    (["encode", "a", "--fps", "2", "--delay", "1", "-o", "x.gif"], 2, "give --fps or --delay, not both"),
    (["info"], 2, "animgif info needs a file, for example animgif info wave.gif"),
    (["info", "missing.gif"], 1, "cannot read missing.gif: No such file or directory"),
    (["compare", "a.gif"], 2, "animgif compare needs two files, for example animgif compare a.gif b.gif"),
    (["wave", "-o", "x.gif", "--format", "frames"], 2, "frames go into a folder, whose name ends with /; got x.gif"),
    (["wave", "-o", "x/", "--format", "gif"], 2, "the format gif is one file; got the folder x/"),
    (["wave", "--fixed-colors", "#12", "-o", "x.gif"], 2, "--fixed-colors takes colours such as #1DB954,#FFF, separated by commas; got #12"),
  ])
  func `a mistake is one line`(arguments: [String], status: Int, message: String) throws {
    try expectMistake(arguments, status: status, message: message)
  }
}
