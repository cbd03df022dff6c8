import Foundation
import Testing
import animgif

/// `--preset` and the options that it is made of.
@Suite struct PresetTests {
  private func info(_ name: String, _ scratch: Scratch) throws -> [String: Any] {
    let outcome = try Program.run(["info", "--json", name], in: scratch.folder)
    return try #require(JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
  }

  private func size(_ name: String, _ scratch: Scratch) throws -> [Int] {
    let info = try info(name, scratch)
    return [info["width"] as? Int ?? 0, info["height"] as? Int ?? 0]
  }

  @Test(arguments: Preset.all.map(\.name), ["download", "dots", "play"])
  func `what a preset makes is within its limits`(name: String, effect: String) throws {
    let scratch = try Scratch()
    let preset = try #require(Preset.named(name))
    let options = Dictionary(uniqueKeysWithValues: preset.options.map { ($0.name, $0.value) })
    let file = "x.\(options["format"] ?? "gif")"
    let outcome = try Program.run([effect, "--preset", name, "-o", file], in: scratch.folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let limit = try #require(options["max-bytes"].flatMap { Int($0) })
    #expect(try Data(contentsOf: scratch.file(file)).count <= limit)
    if let fit = options["fit"] {
      #expect(try size(file, scratch) == fit.split(separator: "x").map { try #require(Int($0)) })
    }
    let frames = try #require(try info(file, scratch)["frameCount"] as? Int)
    if let most = options["max-frames"].flatMap({ Int($0) }) { #expect(frames <= most) }
    #expect(preset.source.hasPrefix("https://"))
  }

  @Test func `options that are given win over the preset`() throws {
    let scratch = try Scratch()
    func run(_ arguments: [String]) throws {
      let outcome = try Program.run(["wave", "--preset", "slack-emoji"] + arguments, in: scratch.folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
    }
    try run(["--fit", "64x32", "-o", "a.gif"])
    #expect(try size("a.gif", scratch) == [64, 32])
    try run(["--scale", "1", "-o", "b.gif"])
    #expect(try size("b.gif", scratch) == [100, 50])
    try run(["--max-frames", "5", "-o", "c.gif"])
    #expect(try info("c.gif", scratch)["frameCount"] as? Int == 5)
    try run(["--format", "apng", "-o", "d.apng"])
    #expect(try size("d.apng", scratch) == [128, 128])
    try run(["--at", "0.5", "-o", "e.png"])
    #expect(try size("e.png", scratch) == [128, 128])
  }

  @Test func `a sticker is an APNG under the name of a PNG`() throws {
    let scratch = try Scratch()
    #expect(try Program.run(["play", "--preset", "sticker", "-o", "s.png"], in: scratch.folder).status == 0)
    #expect(try info("s.png", scratch)["frameCount"] as? Int ?? 0 > 1)
    #expect(try size("s.png", scratch) == [320, 320])
  }

  @Test func `fewer frames last as long as all of them`() throws {
    let scratch = try Scratch()
    for most in [1, 2, 7, 18, 35, 36, 37] {
      #expect(try Program.run(["wave", "--max-frames", "\(most)", "-o", "x.apng"], in: scratch.folder).status == 0)
      let info = try info("x.apng", scratch)
      #expect(info["totalSeconds"] as? Double == 1.2)
      #expect(info["frameCount"] as? Int ?? 99 <= most)
    }
  }

  @Test func `pictures and figures are made smaller to fit, never larger`() throws {
    let scratch = try Scratch()
    #expect(try Program.run(["wave", "--fps", "5", "-o", "w.gif"], in: scratch.folder).status == 0)
    for (arguments, box) in [
      (["encode", "w.gif"], "50x50"), (["encode", "w.gif"], "400x400"), (["figure", "002-7"], "90x40"),
    ] {
      #expect(try Program.run(arguments + ["--fit", box, "-o", "x.png"], in: scratch.folder).status == 0)
      #expect(try size("x.png", scratch) == box.split(separator: "x").map { try #require(Int($0)) })
    }
  }

  @Test func `an APNG stays within a number of bytes by a lower rate`() throws {
    let scratch = try Scratch()
    #expect(try Program.run(["wave", "-o", "a.apng"], in: scratch.folder).status == 0)
    let whole = try Data(contentsOf: scratch.file("a.apng")).count
    let tight = try Program.run(["wave", "--max-bytes", "\(whole / 2)", "-o", "b.apng"], in: scratch.folder)
    #expect(tight.status == 0 && tight.errors.hasPrefix("note: to stay within \(whole / 2) bytes: every frame in "))
    #expect(try Data(contentsOf: scratch.file("b.apng")).count <= whole / 2)
    #expect(try info("b.apng", scratch)["totalSeconds"] as? Double == 1.2)
  }

  // swift-format-ignore
  @Test(arguments: [
    (["wave", "--preset", "slack", "-o", "x.gif"], 2, "--preset knows \(Preset.all.map(\.name).joined(separator: ", ")); got slack"),
    (["wave", "--preset", "slack-emojy", "-o", "x.gif"], 2, "--preset knows \(Preset.all.map(\.name).joined(separator: ", ")); got slack-emojy (did you mean slack-emoji?)"),
    (["wave", "--preset", "sticker", "-o", "x.gif"], 2, "--preset sticker makes a file of the format apng; got x.gif; give --format gif to write one all the same"),
    (["wave", "--preset", "sticker", "-o", "x/"], 2, "--preset sticker makes a file of the format apng; got x/; give --format frames to write one all the same"),
    (["wave", "--fit", "0x5", "-o", "x.gif"], 2, "--fit takes a width and a height such as 320x40, each from 1 to 4096 pixels; got 0x5"),
    (["wave", "--fit", "64", "-o", "x.gif"], 2, "--fit takes a width and a height such as 320x40, each from 1 to 4096 pixels; got 64"),
    (["wave", "--fit", "64x64", "--scale", "2", "-o", "x.gif"], 2, "give --fit or --scale, not both"),
    (["wave", "--max-frames", "0", "-o", "x.gif"], 2, "--max-frames takes a whole number from 1 to 100000; got 0"),
    (["wave", "--max-bytes", "60", "-o", "x.apng"], 1, "cannot stay within 60 bytes, even with one frame; make the picture smaller"),
  ])
  func `a mistake is one line`(arguments: [String], status: Int, message: String) throws {
    try expectMistake(arguments, status: status, message: message)
  }
}
