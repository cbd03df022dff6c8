import Foundation
import ImageCodecs
import TestSupport
import Testing

@Suite struct TimelineCommandTests {
  @Test func `a chart is a picture, of any effect with its own options`() throws {
    let scratch = try Scratch()
    let outcome = try Program.run(
      ["timeline", "ring", "--bg", "#202020", "--theme", "dark", "--slow", "2", "--width", "500", "-o", "t.png"],
      in: scratch.folder)
    #expect(outcome.status == 0 && outcome.output.isEmpty)
    let picture = try PNGDecoder().decode(ContiguousArray(Data(contentsOf: scratch.file("t.png"))))
    #expect(outcome.errors == "t.png: \(picture.width)x\(picture.height)\n" && abs(picture.width - 1000) <= 2)
    #expect((picture[0, 0].red, picture[0, 0].green, picture[0, 0].blue) == (0x20, 0x20, 0x20))

    let piped = try Program.run(["timeline", "wave", "-o", "-", "-q", "--scale", "1"])
    #expect(piped.status == 0 && piped.errors.isEmpty && piped.output.starts(with: [0x89, 0x50, 0x4E, 0x47]))
  }

  @Test func `text goes to standard output, 80 columns where there is no terminal`() throws {
    let outcome = try Program.run(["timeline", "play", "--stage", "link", "--format", "text"])
    let lines = String(decoding: outcome.output, as: UTF8.self).split(separator: "\n")
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    #expect(lines.first == "play: 2 s" && lines.map(\.count).max() == 80)
    let narrow = try Program.run(["timeline", "play", "--format", "text", "--columns", "60"])
    #expect(String(decoding: narrow.output, as: UTF8.self).split(separator: "\n").allSatisfy { $0.count <= 60 })
  }

  @Test func `help knows the effect's own options`() throws {
    #expect(String(decoding: try Program.run(["timeline", "--help"]).output, as: UTF8.self).contains("--theme"))
    let help = String(decoding: try Program.run(["timeline", "play", "--help"]).output, as: UTF8.self)
    #expect(help.contains("--style") && help.contains("--stage") && !help.contains("--max-bytes"))
  }

  @Test(arguments: [
    (["timeline"], "animgif timeline needs an effect, for example animgif timeline play -o timeline.png"),
    (["timeline", "ply", "-o", "t.png"], "no effect ply (did you mean play?); known: "),
    (
      ["timeline", "play"],
      "animgif timeline play needs -o FILE.png or --format text, for example animgif timeline play -o timeline.png"
    ),
    (
      ["timeline", "play", "-o", "t.gif"],
      "a chart is a PNG; -o takes a name that ends in .png, or -; got t.gif"
    ),
    (["timeline", "play", "--format", "text", "-o", "t.txt"], "--format text goes to standard output; leave -o out"),
    (["timeline", "play", "wave", "-o", "t.png"], "animgif timeline play takes options only; got wave"),
    (["timeline", "play", "--width", "9", "-o", "t.png"], "--width takes a number from 320 to 8000 points; got 9"),
  ]) func `mistakes are told in one line`(arguments: [String], message: String) throws {
    let scratch = try Scratch()
    let outcome = try Program.run(arguments, in: scratch.folder)
    #expect(outcome.status == 2 && outcome.output.isEmpty && scratch.contents.isEmpty)
    #expect(outcome.errors.hasPrefix("error: \(message)") && outcome.errors.hasSuffix("\n"))
  }
}
