import AnimGIF
import EffectGallery
import Foundation
import TestSupport
import Testing

/// `animgif wave` from the outside: what the files hold, according to programs that others wrote.
@Suite struct WaveCommandTests {
  @Test func `G10, the wave is 36 frames of 200 by 100 pixels in 120 hundredths, for ever`() throws {
    let scratch = try Scratch()
    let outcome = try Program.run(["wave", "--fps", "30", "-o", "wave.gif"], in: scratch.folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(scratch.contents == ["wave.gif"])
    let bytes = [UInt8](try Data(contentsOf: scratch.file("wave.gif")))
    #expect(bytes.starts(with: Array("GIF89a".utf8)))
    try expectOutsideDecodersAgree(
      try Program.run(["wave", "-o", "-"], in: scratch.folder).output, name: "wave.gif",
      clip: try Clip.make(try Catalog.entry(named: "wave"), [:], ClipOptions()), unitsPerSecond: 100, plays: 0)
  }

  @Test(arguments: [
    ("wave.gif", ["--fps", "25", "--size", "60", "--loop", "3"]), ("wave.apng", ["--fps", "30"]),
    ("wave.apng", ["--bg", "transparent", "--fps", "12", "--loop", "2"]),
    ("wave.gif", ["--bg", "transparent", "--fps", "10"]),
    ("wave.png", ["--at", "0.1"]), ("wave.png", ["--bg", "transparent"]),
    ("wave.gif", ["--stage", "tick", "--scale", "1"]),
  ])
  func `decoders of others see what was drawn`(name: String, arguments: [String]) throws {
    let scratch = try Scratch()
    let outcome = try Program.run(["wave"] + arguments + ["-o", name], in: scratch.folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let entry = try Catalog.entry(named: "wave")
    var options = ClipOptions()
    var values: [String: ParameterValue] = [:]
    for (option, text) in zip(arguments, arguments.dropFirst()) where option.hasPrefix("--") {
      switch option {
      case "--fps": options.rate = try #require(Rational(text))
      case "--bg": options.background = Color(text: text)
      case "--at": options.instant = Double(text)
      case "--stage": options.stage = text
      case "--scale": options.scale = try #require(Double(text))
      case "--size": values["size"] = .number(try #require(Double(text)))
      default: break
      }
    }
    options.isStill = name.hasSuffix("png") && !name.hasSuffix("apng")
    let plays = zip(arguments, arguments.dropFirst()).first { $0.0 == "--loop" }.map { Int($0.1) ?? 0 } ?? 0
    try expectOutsideDecodersAgree(
      try Data(contentsOf: scratch.file(name)), name: name, clip: try Clip.make(entry, values, options),
      unitsPerSecond: name.hasSuffix("gif") ? 100 : 1_000_000, plays: plays)
  }

  @Test func `a name with @3x is drawn at three pixels a point unless --scale says otherwise`() throws {
    let scratch = try Scratch()
    for (arguments, width) in [
      (["-o", "w@3x.png"], 300), (["-o", "w@2x.png"], 200), (["-o", "w.png"], 200),
      (["-o", "w@3x.png", "--scale", "1"], 100),
    ] {
      #expect(try Program.run(["wave", "--at", "0.1", "-q"] + arguments, in: scratch.folder).status == 0)
      let bytes = try Data(contentsOf: scratch.file(arguments[1]))
      #expect(try PNGDecoder().decode(ContiguousArray(bytes)).width == width, "\(arguments)")
    }
    #expect(try Program.run(["wave", "--fps", "5", "-q", "-o", "f@3x/"], in: scratch.folder).status == 0)
    let frame = try Data(contentsOf: scratch.file("f@3x/frame-000@3x.png"))
    #expect(try PNGDecoder().decode(ContiguousArray(frame)).width == 300)
  }

  @Test func `a folder gets numbered frames that sort in order`() throws {
    let scratch = try Scratch()
    #expect(try Program.run(["wave", "--fps", "10", "-o", "frames/"], in: scratch.folder).status == 0)
    let names = try FileManager.default.contentsOfDirectory(atPath: scratch.file("frames").path).sorted()
    #expect(names.count == 12)
    #expect(names.first == "frame-000.png" && names.last == "frame-011.png")
  }

  @Test(arguments: ["wave.gif", "wave.apng"]) func `the bytes do not depend on run or threads`(name: String) throws {
    let scratch = try Scratch()
    var files: Set<Data> = []
    for threads in ["1", "2", "3", "1"] {
      #expect(try Program.run(["wave", "--threads", threads, "-o", name], in: scratch.folder).status == 0)
      files.insert(try Data(contentsOf: scratch.file(name)))
    }
    #expect(files.count == 1)
  }

  /// Draws the clip here, and lets Pillow, ffmpeg and pngcheck say whether the file shows the same at the same times.
  private func expectOutsideDecodersAgree(
    _ file: Data, name: String, clip: AnimGIF.Animation, unitsPerSecond: Int, plays: Int
  ) throws {
    let scratch = try Scratch()
    try file.write(to: scratch.file(name))
    var pixels = Data()
    var renderer = clip.makeRenderer()
    var bitmap = Bitmap(width: clip.width, height: clip.height)
    for index in 0..<clip.frameCount {
      try renderer.render(index, into: &bitmap)
      for y in 0..<bitmap.height {
        for x in 0..<bitmap.width {
          // A GIF's pixels are clear or opaque: what covers less than half of one does not show.
          var pixel = bitmap[x, y].straight
          if name.hasSuffix(".gif"), pixel.alpha < 255 {
            pixel = pixel.alpha < 128 ? .clear : Pixel(bits: pixel.bits | 0xFF00_0000)
          }
          pixels.append(contentsOf: [pixel.red, pixel.green, pixel.blue, pixel.alpha])
        }
      }
    }
    try pixels.write(to: scratch.file("expected.rgba"))
    let starts = (0...clip.frameCount).map { clip.timing.start(of: $0).rounded(times: unitsPerSecond) }
    let durations = zip(starts, starts.dropFirst()).map { "\($1 - $0)" }.joined(separator: ",")
    let isStill = name.hasSuffix(".png")
    let outcome = try OutsideProgram.decode(
      "compare_frames.py",
      [
        scratch.file(name).path, scratch.file("expected.rgba").path, "\(clip.width)", "\(clip.height)",
        isStill ? "" : durations, "\(plays)",
      ])
    #expect(outcome.status == 0, "\(outcome.text) (scripts/setup --tests installs the decoders)")
  }
}
