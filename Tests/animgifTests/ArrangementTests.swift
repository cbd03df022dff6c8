import Foundation
import Testing

/// Order, length and size of what is written, as a user asks for them.
@Suite struct ArrangementTests {
  /// What `info --json` tells of a file.
  private func info(_ name: String, _ scratch: Scratch) throws -> [String: Any] {
    let outcome = try Program.run(["info", "--json", name], in: scratch.folder)
    return try #require(JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
  }

  /// Draws the wave's twelve frames at 10 frames a second.
  private func frames(_ scratch: Scratch) throws {
    #expect(try Program.run(["wave", "--fps", "10", "-o", "frames/"], in: scratch.folder).status == 0)
  }

  private func encode(_ options: [String], _ scratch: Scratch) throws -> Program.Outcome {
    try Program.run(["encode", "frames/", "--fps", "10"] + options, in: scratch.folder)
  }

  @Test(arguments: ["gif", "apng"]) func `a hold at the end lengthens the clip`(kind: String) throws {
    let scratch = try Scratch()
    try frames(scratch)
    #expect(try encode(["-o", "a.\(kind)"], scratch).status == 0)
    let outcome = try encode(["--hold-last", "1.5s", "-o", "b.\(kind)"], scratch)
    #expect(outcome.status == 0 && outcome.errors.contains(" 2.7 s, "))
    #expect(try info("a.\(kind)", scratch)["totalSeconds"] as? Double == 1.2)
    #expect(try info("b.\(kind)", scratch)["totalSeconds"] as? Double == 2.7)
  }

  @Test(arguments: ["gif", "apng"]) func `forth and back shows neither end twice`(kind: String) throws {
    let scratch = try Scratch()
    try frames(scratch)
    #expect(try encode(["--ping-pong", "-o", "a.\(kind)"], scratch).status == 0)
    #expect(try info("a.\(kind)", scratch)["frameCount"] as? Int == 22)
    let pictures = try FileManager.default.contentsOfDirectory(atPath: scratch.file("frames").path).sorted()
    let order = (Array(pictures) + pictures[1..<pictures.count - 1].reversed()).map { "frames/\($0)" }
    let written = try Program.run(["encode"] + order + ["--fps", "10", "-o", "b.\(kind)"], in: scratch.folder)
    #expect(written.status == 0)
    #expect(try Data(contentsOf: scratch.file("a.\(kind)")) == Data(contentsOf: scratch.file("b.\(kind)")))
  }

  @Test(arguments: [("first", 0), ("last", 11), ("0.3s", 3), ("350ms", 3)])
  func `a poster begins a GIF's loop and is a PNG's picture`(poster: String, frame: Int) throws {
    let scratch = try Scratch()
    try frames(scratch)
    #expect(try encode(["--poster", poster, "-o", "a.gif"], scratch).status == 0)
    #expect(try encode(["--poster", poster, "-o", "a.png"], scratch).status == 0)
    let pictures = try FileManager.default.contentsOfDirectory(atPath: scratch.file("frames").path).sorted()
    let order = (pictures[frame...] + pictures[..<frame]).map { "frames/\($0)" }
    #expect(try Program.run(["encode"] + order + ["--fps", "10", "-o", "b.gif"], in: scratch.folder).status == 0)
    #expect(try Data(contentsOf: scratch.file("a.gif")) == Data(contentsOf: scratch.file("b.gif")))
    #expect(try Program.run(["compare", "a.png", order[0]], in: scratch.folder).status == 0)
  }

  @Test func `an APNG's poster is no part of the animation`() throws {
    let scratch = try Scratch()
    try frames(scratch)
    #expect(try encode(["-o", "a.apng"], scratch).status == 0)
    #expect(try encode(["--poster", "last", "-o", "b.apng"], scratch).status == 0)
    #expect(try Data(contentsOf: scratch.file("a.apng")) != Data(contentsOf: scratch.file("b.apng")))
    #expect(try info("b.apng", scratch)["frameCount"] as? Int == 12)
    #expect(try Program.run(["compare", "a.apng", "b.apng"], in: scratch.folder).status == 0)
  }

  @Test func `a file stays within a number of bytes and tells what that costs`() throws {
    let scratch = try Scratch()
    try frames(scratch)
    #expect(try encode(["-o", "a.gif"], scratch).status == 0)
    let whole = try Data(contentsOf: scratch.file("a.gif")).count
    let easy = try encode(["--max-bytes", "\(whole)", "-o", "b.gif"], scratch)
    #expect(easy.status == 0 && !easy.errors.contains("note:"))
    let tight = try encode(["--max-bytes", "\(whole / 2)", "-o", "c.gif"], scratch)
    #expect(tight.status == 0 && tight.errors.hasPrefix("note: to stay within \(whole / 2) bytes: "))
    #expect(try Data(contentsOf: scratch.file("c.gif")).count <= whole / 2)
    let impossible = try encode(["--max-bytes", "50", "-o", "d.gif"], scratch)
    #expect(
      impossible.status == 1 && impossible.errors.hasPrefix("error: cannot stay within 50 bytes; the smallest is "))
    #expect(!scratch.contents.contains("d.gif"))
  }

  @Test func `a GIF above 50 frames a second is sampled at 50 and says so`() throws {
    let scratch = try Scratch()
    let outcome = try Program.run(["wave", "--fps", "100", "-o", "a.gif"], in: scratch.folder)
    #expect(outcome.status == 0)
    #expect(outcome.errors.hasPrefix("note: a GIF shows at most 50 frames per second; 60 frames were left out"))
    #expect(try info("a.gif", scratch)["totalSeconds"] as? Double == 1.2)
    #expect(try info("a.gif", scratch)["frameCount"] as? Int == 60)
  }

  @Test(arguments: [
    ["--colors", "4"], ["--colors", "4", "--dither", "ordered"], ["--colors", "4", "--dither", "diffusion"],
    ["--colors", "4", "--fixed-colors", "#1DB954"], ["--lossy", "80"], ["--matte", "#FF0000"],
    ["--alpha-threshold", "250"],
  ])
  func `every GIF option changes the file`(options: [String]) throws {
    let scratch = try Scratch()
    // A clear ground has edges of every alpha; what a dither or fixed colours change, they change among four colours.
    let wave = ["wave", "--fps", "10", "--bg", "#00000000"]
    let base = options.count > 2 ? Array(options.prefix(2)) : []
    let plain = try Program.run(wave + base + ["-o", "b.gif"], in: scratch.folder)
    let changed = try Program.run(wave + options + ["-o", "c.gif"], in: scratch.folder)
    #expect(plain.status == 0 && changed.status == 0)
    #expect(try Data(contentsOf: scratch.file("b.gif")) != Data(contentsOf: scratch.file("c.gif")))
  }

  // swift-format-ignore
  @Test(arguments: [
    (["wave", "--poster", "soon", "-o", "x.gif"], 2, "--poster takes first, last or a time such as 0.5s; got soon"),
    (["wave", "--poster", "9s", "-o", "x.gif"], 1, "the poster's time must be at least 0 and below 1.2 s, where the clip ends; got 9.0 s"),
    (["wave", "--max-bytes", "999", "-o", "x/"], 1, "the format frames has no limit of bytes; write a GIF or an APNG"),
    (["wave", "--poster", "last", "-o", "x/"], 1, "the format frames has no poster; write a GIF, an APNG or a PNG"),
  ])
  func `a mistake is one line`(arguments: [String], status: Int, message: String) throws {
    try expectMistake(arguments, status: status, message: message)
  }
}
