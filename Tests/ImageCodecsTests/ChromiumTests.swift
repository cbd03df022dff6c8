import Bitmaps
import ImageCodecs
import TestSupport
import Testing

/// A page of all kinds of files, read back frame by frame by Chromium (`scripts/decode/chromium_frames.py`).
@Suite struct ChromiumTests {
  /// A square that moves over a ground, with so many colours in it.
  private static func moving(_ ground: Pixel, colors: Int, frames: Int = 6) -> [Bitmap] {
    (0..<frames).map { k in
      bitmap(24, 16) { x, y in
        guard x >= 3 * k, x < 3 * k + 8, y >= 4, y < 12 else { return ground }
        let number = (x - 3 * k + 8 * (y - 4) + 64 * k) % colors
        return Pixel(bits: UInt32(number) &* 0x03_A7_1B & 0xFF_FFFF | 0xFF00_0000)
      }
    }
  }

  /// Frames of half-clear pixels that come and go.
  private static func halfClear() -> [Bitmap] {
    (0..<5).map { k in
      bitmap(20, 20) { x, y in
        let alpha = UInt8((x * 13 + k * 40) % 256)
        return (x + y + k) % 7 == 0 ? .clear : Pixel(red: 200, green: 90, blue: 30, alpha: alpha).premultiplied
      }
    }
  }

  private func gray(_ value: Int) -> Pixel { Pixel(red: UInt8(value), green: UInt8(value), blue: UInt8(value)) }

  private let folder = ScratchFolder()

  /// Writes down what a file should show: what was drawn, or what our own reader sees where a GIF is not exact.
  private func note(_ name: String, _ frames: [Bitmap], _ timing: FrameTiming, plays: Int, poster: Bool = false) throws
  {
    let raw = MemorySink()
    try RawEncoder(format: .rgba).encode(BitmapFrames(frames, timing: timing), to: raw, threads: 1)
    folder.put(Array(raw.bytes), "\(name).rgba")
    let lines = (0..<frames.count).map { index in
      let duration = timing.duration(of: index)
      return "\(duration.numerator) \(duration.denominator)\n"
    }
    let head = "\(frames[0].width) \(frames[0].height) \(plays) \(poster ? 1 : 0)\n"
    folder.put(Array((head + lines.joined()).utf8), "\(name).txt")
  }

  private func putGIF(
    _ name: String, _ frames: [Bitmap], _ timing: FrameTiming? = nil, plays: Int = 0,
    _ configure: (inout GIFOptions) -> Void = { _ in }
  ) throws {
    let timing = timing ?? .uniform(Rational(1, 25), count: frames.count)
    let (bytes, summary) = try encode(frames, timing, threads: 2) {
      $0.loop = plays == 0 ? .forever : .plays(plays)
      configure(&$0)
    }
    folder.put(Array(bytes), "\(name).gif")
    if summary.isExact { return try note(name, frames, timing, plays: plays) }
    let images = try GIFReader(bytes).images
    try note(
      name, images.map(\.screen), FrameTiming(durations: images.map { Rational($0.delay, 100) }), plays: plays)
  }

  private func putAPNG(
    _ name: String, _ frames: [Bitmap], plays: Int = 0, _ configure: (inout APNGOptions) -> Void = { _ in }
  ) throws {
    var options = APNGOptions()
    options.plays = plays
    configure(&options)
    let timing = FrameTiming.uniform(Rational(1, 30), count: frames.count)
    let sink = MemorySink()
    try APNGEncoder(options: options).encode(BitmapFrames(frames, timing: timing), to: sink)
    folder.put(Array(sink.bytes), "\(name).apng")
    try note(name, frames, timing, plays: plays, poster: options.poster != nil)
  }

  private func putPNG(_ name: String, _ picture: Bitmap) throws {
    folder.put(try Array(PNGEncoder().encode(picture)), "\(name).png")
    try note(name, [picture], .uniform(1, count: 1), plays: 1)
  }

  @Test func `Chromium sees every kind of file as it was meant`() throws {
    let many = Self.moving(Pixel(.white), colors: 3000, frames: 8)
    for effort in Effort.allCases {
      try putGIF("exact-\(effort)", Self.moving(Pixel(.white), colors: 60)) { $0.effort = effort }
      try putGIF("clear-\(effort)", Self.moving(.clear, colors: 5), plays: 3) { $0.effort = effort }
      try putGIF("many-\(effort)", many) { $0.effort = effort }
      try putAPNG("rgb-\(effort)", many) { $0.effort = effort }
    }
    try putGIF("ordered", many) { ($0.dither, $0.colors) = (.ordered, 16) }
    try putGIF("diffused", many) { ($0.dither, $0.colors) = (.errorDiffusion, 16) }
    try putGIF("lossy", many) { $0.lossy = 40 }
    try putGIF("once", Self.moving(.clear, colors: 2), plays: 1)
    let still = [many[0], many[0], many[1]]
    try putGIF("kept", still) { $0.keepsEqualFrames = true }
    try putGIF("merged", still, FrameTiming(durations: [Rational(1, 5), 2, Rational(1, 50)]))
    try putGIF("hold", still, FrameTiming(durations: [Rational(1, 5), 700, Rational(1, 50)]))
    try putGIF("one", [many[0]])
    for (name, ground) in [("slides", nil), ("slides-white", Pixel(.white)), ("slides-clear", Pixel.clear)] {
      try putGIF(name, Slides.moving(ground: ground))
    }
    try putGIF("photos", Slides.photos(frames: 2, strip: 10))
    try putAPNG("palette", Self.moving(.clear, colors: 5), plays: 2)
    try putAPNG("grey", (0..<4).map { k in bitmap(9, 9) { x, y in gray((x * y + 60 * k) % 256) } })
    try putAPNG("half", Self.halfClear(), plays: 1)
    try putAPNG("full", many) { $0.usesFullFrames = true }
    try putAPNG("poster", many) { $0.poster = many[7] }
    try putPNG("still-rgb", many[2])
    try putPNG("still-rgba", Self.halfClear()[1])
    try putPNG("still-palette", Self.moving(.clear, colors: 5)[2])
    try putPNG("still-grey", bitmap(40, 7) { x, _ in gray(x * 6) })

    let outcome = try OutsideProgram.decode("chromium_frames.py", [folder.path])
    #expect(outcome.status == 0, "\(outcome.text.suffix(2000))")
  }
}
