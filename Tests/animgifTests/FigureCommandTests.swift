import AnimGIF
import Foundation
import TestSupport
import Testing

/// `animgif figure` and `animgif list` from the outside.
@Suite struct FigureCommandTests {
  /// Width, height and number of frames of every figure: lengths times 30, and one more where the clip ends at rest.
  private static let expected: [String: [Int]] = [
    "000-1.gif": [280, 280, 308], "000-2.png": [280, 280, 1], "000-3.png": [280, 280, 1],
    "000-4.png": [280, 280, 1], "000-5E.png": [280, 280, 1], "000-6E.png": [1000, 540, 1],
    "000-7E.gif": [200, 100, 108], "000-8E.gif": [280, 280, 216], "000-9E.gif": [280, 280, 109],
    "000-10E.gif": [280, 280, 101],
    "001-1.gif": [400, 400, 230], "001-2.gif": [400, 400, 224], "001-3.png": [1681, 1419, 1],
    "001-4.gif": [300, 300, 166], "001-5.png": [640, 500, 1], "001-6.png": [870, 400, 1],
    "001-7.png": [600, 500, 1], "001-8.png": [840, 500, 1], "001-9.png": [870, 400, 1],
    "001-10.png": [840, 524, 1], "001-11.gif": [300, 300, 316], "001-12E.png": [639, 366, 1],
    "001-13E.gif": [400, 400, 886],
    "002-1.gif": [360, 360, 78], "002-2.gif": [360, 360, 222], "002-3.gif": [360, 360, 222],
    "002-4.gif": [360, 360, 222], "002-5.gif": [360, 360, 222], "002-6.gif": [360, 360, 222],
    "002-7.png": [360, 360, 1], "002-8.gif": [360, 360, 157], "002-9.png": [360, 360, 1],
    "002-10.png": [360, 360, 1], "002-11.png": [360, 360, 1], "002-12.gif": [360, 360, 270],
    "002-13.png": [760, 620, 1], "002-14.png": [760, 620, 1], "002-15.gif": [360, 360, 150],
    "003-1.gif": [600, 600, 136], "003-2.png": [920, 560, 1], "003-3E.png": [1200, 440, 1],
    "003-4E.gif": [600, 600, 76], "003-5E.gif": [600, 600, 121],
    "004-1.gif": [640, 80, 90], "004-2E.png": [1400, 1000, 1], "004-3E.gif": [768, 196, 270],
  ]

  @Test func `one run makes every figure, in less than ten seconds of CPU`() throws {
    let scratch = try Scratch()
    let outcome = try Program.execute(
      URL(fileURLWithPath: "/bin/bash"),
      ["-c", "TIMEFORMAT='%U %S'; time '\(Program.url.path)' figure all --keep-frames -q -o figures/"],
      in: scratch.folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let times = outcome.errors.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
    #expect(times.count == 2 && times.reduce(0, +) < 10, "\(outcome.errors)")
    let folder = scratch.file("figures")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == Self.expected.keys.sorted())
    for (name, size) in Self.expected {
      let bytes = [UInt8](try Data(contentsOf: folder.appendingPathComponent(name)))
      if name.hasSuffix(".gif") {
        let gif = try GIFReader(bytes)
        #expect([gif.width, gif.height, gif.images.count] == size, "\(name)")
        // Frame times are sums of 1/30 s, rounded to hundredths.
        let total = gif.images.reduce(0) { $0 + $1.delay }
        #expect(abs(total - size[2] * 100 / 30) <= 3, "\(name): \(total)")
      } else {
        let picture = try PNGDecoder().decode(ContiguousArray(bytes))
        #expect([picture.width, picture.height, 1] == size, "\(name)")
      }
    }
  }

  @Test func `a figure is what its command draws`() throws {
    let scratch = try Scratch()
    #expect(try Program.run(["figure", "002-3", "-o", "a.gif"], in: scratch.folder).status == 0)
    #expect(try Program.run(["play", "--slow", "4", "--tint", "-o", "b.gif"], in: scratch.folder).status == 0)
    #expect(try Data(contentsOf: scratch.file("a.gif")) == Data(contentsOf: scratch.file("b.gif")))
  }

  @Test(arguments: [
    (["figure", "02-3", "-o", "x.gif"], "no figure 02-3 (did you mean 002-3?); known: all, 000-1, "),
    (
      ["figure", "-o", "x.gif"],
      "animgif figure needs a figure's id or all, for example animgif figure 002-1 -o play.gif"
    ),
    (
      ["figure", "all", "-o", "x.gif"],
      "animgif figure all needs -o FOLDER/, for example animgif figure all -o figures/"
    ),
    (
      ["play", "--only", "lnes", "-o", "x.gif"],
      "--only knows triangle, left, right, arc, lines; got lnes (did you mean lines?)"
    ),
    (["play", "--stage", "lnk", "-o", "x.gif"], "--stage knows prep, link; got lnk (did you mean link?)"),
    (
      ["play", "--direction", "foward", "-o", "x.gif"],
      "--direction knows forward, backward, both; got foward (did you mean forward?)"
    ),
    (["play", "--size", "5", "-o", "x.gif"], "--size takes a number from 20 to 500 points; got 5"),
    (["play", "--sheet", "8", "-o", "x.png"], "--sheet takes columns and rows such as 8x6, each from 1 to 100; got 8"),
    (
      ["play", "--sheet", "8x0", "-o", "x.png"],
      "--sheet takes columns and rows such as 8x6, each from 1 to 100; got 8x0"
    ),
    (["play", "--sheet", "2x2", "--at", "1", "-o", "x.png"], "give --sheet or --at, not both"),
    (["play", "--style", "youku", "--stage", "prep", "-o", "x.gif"], "--style youku has no stages; got --stage prep"),
    (
      ["loading", "--result", "fail", "--stage", "5", "-o", "x.gif"],
      "--result fail has the stages 1, 2, 3, 6, 7; got --stage 5"
    ),
    (["list", "all"], "animgif list knows effects, figures, presets; got all"),
  ])
  func `a wrong name is answered with the right ones`(arguments: [String], message: String) throws {
    let scratch = try Scratch()
    let outcome = try Program.run(arguments, in: scratch.folder)
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("error: \(message)"), "\(outcome.errors)")
    #expect(scratch.contents.isEmpty)
  }

  @Test func `the list as JSON holds every effect, option and figure`() throws {
    let outcome = try Program.run(["list", "--json"])
    let object = try #require(try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
    #expect(Set(object.keys) == ["effects", "figures", "presets"])
    let effects = try #require(object["effects"] as? [[String: Any]])
    #expect(
      effects.compactMap { $0["name"] as? String }.sorted() == [
        "arc", "dots", "download", "loading", "play", "ring", "wave",
      ])
    let play = try #require(effects.first { $0["name"] as? String == "play" })
    let options = try #require(play["options"] as? [[String: Any]])
    let size = try #require(options.first { $0["name"] as? String == "size" })
    #expect(
      size["default"] as? String == "100" && size["minimum"] as? Double == 20 && size["maximum"] as? Double == 500)
    let direction = try #require(options.first { $0["name"] as? String == "direction" })
    #expect(direction["values"] as? [String] == ["forward", "backward", "both"])
    #expect(play["stages"] as? [String] == ["prep", "link"])
    #expect(play["states"] as? [String] == ["pause", "play"])
    let figures = try #require(object["figures"] as? [[String: Any]])
    #expect(figures.compactMap { $0["file"] as? String }.sorted() == Self.expected.keys.sorted())
    #expect(figures.allSatisfy { ($0["id"] as? String).map { !$0.isEmpty } ?? false })
  }

  @Test func `the list for people names effects and figures`() throws {
    let text = String(decoding: try Program.run(["list"]).output, as: UTF8.self)
    for part in [
      "play  ", "layers   triangle, left, right, arc (lines: left, right)", "states   pause, play", "002-14",
    ] {
      #expect(text.contains(part), "\(part)")
    }
  }

  @Test func `a sheet is one picture whatever the frames`() throws {
    let scratch = try Scratch()
    #expect(try Program.run(["dots", "--sheet", "2x3", "-o", "x.png"], in: scratch.folder).status == 0)
    let sheet = try PNGDecoder().decode(ContiguousArray(try Data(contentsOf: scratch.file("x.png"))))
    #expect(sheet.width > 2 * 320 && sheet.height > 3 * 40)
  }
}
