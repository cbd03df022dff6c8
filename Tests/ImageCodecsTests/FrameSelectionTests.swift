import Bitmaps
import ImageCodecs
import TestSupport
import Testing

@Suite struct `Frame selection` {
  /// A clip whose frames are told apart by their red.
  func clip(_ count: Int, _ timing: FrameTiming? = nil) -> BitmapFrames {
    BitmapFrames(
      (0..<count).map { Bitmap(width: 4, height: 2, filledWith: Pixel(red: UInt8($0), green: 0, blue: 0)) },
      timing: timing ?? .uniform(Rational(1, 10), count: count))
  }

  func reds(_ source: some FrameSource) throws -> [UInt8] {
    var renderer = source.makeRenderer()
    var bitmap = Bitmap(width: source.width, height: source.height)
    return try (0..<source.frameCount).map { index in
      try renderer.render(index, into: &bitmap)
      return bitmap[0, 0].red
    }
  }

  @Test func `forth and back shows neither end twice`() throws {
    #expect(try reds(clip(5).pingPong()) == [0, 1, 2, 3, 4, 3, 2, 1])
    #expect(try reds(clip(2).pingPong()) == [0, 1])
    #expect(try reds(clip(1).pingPong()) == [0])
    #expect(clip(5).pingPong().timing == .uniform(Rational(1, 10), count: 8))
  }

  @Test func `forth and back keeps each frame's own time`() {
    let timing = FrameTiming(durations: [1, 2, 3, 4])
    #expect(clip(4, timing).pingPong().timing == FrameTiming(durations: [1, 2, 3, 4, 3, 2]))
  }

  @Test func `a loop may start at any frame`() throws {
    #expect(try reds(clip(4).loopStarting(at: 3)) == [3, 0, 1, 2])
    #expect(try reds(clip(4).loopStarting(at: 0)) == [0, 1, 2, 3])
  }

  @Test func `the last frame is held longer`() throws {
    let held = clip(3).holdingLast(for: 2)
    #expect(held.timing == FrameTiming(durations: [Rational(1, 10), Rational(1, 10), Rational(21, 10)]))
    #expect(clip(3).holdingLast(for: 0).timing == clip(3).timing)
  }

  @Test func `leaving frames out keeps the length`() throws {
    let half = clip(5).everyFrame(by: 2)
    #expect(try reds(half) == [0, 2, 4])
    #expect(half.timing.total == Rational(1, 2))
    #expect(half.timing.duration(of: 0) == Rational(1, 5))
  }

  @Test func `another rate shows the frame that is due`() throws {
    #expect(try reds(clip(6).resampled(to: 5)) == [0, 2, 4])
    #expect(try reds(clip(3).resampled(to: 20)) == [0, 0, 1, 1, 2, 2])
    #expect(clip(6).resampled(to: Rational(30000, 1001)).timing.count == 18)
  }

  @Test func `a smaller picture holds the means of its areas`() throws {
    let source = BitmapFrames(
      [bitmap(6, 3) { x, _ in Pixel(red: UInt8(x * 10), green: 100, blue: 0, alpha: 255) }],
      timing: .uniform(1, count: 1))
    let half = source.scaled(by: 0.5)
    #expect(half.width == 3 && half.height == 2)
    var shown = Bitmap(width: 3, height: 2)
    var renderer = half.makeRenderer()
    try renderer.render(0, into: &shown)
    #expect((0..<3).map { shown[$0, 1].red } == [5, 25, 45])
    #expect((0..<3).allSatisfy { shown[$0, 0].green == 100 && shown[$0, 0].alpha == 255 })
  }

  @Test func `a smaller picture of one color has that color`() throws {
    for (width, height) in [(7, 5), (1, 1), (10, 9), (3, 10)] {
      let pixel = Pixel(red: 10, green: 20, blue: 30, alpha: 40)
      let source = BitmapFrames([Bitmap(width: 10, height: 10, filledWith: pixel)], timing: .uniform(1, count: 1))
      var shown = Bitmap(width: width, height: height)
      var renderer = ScaledFrames(source, width: width, height: height).makeRenderer()
      try renderer.render(0, into: &shown)
      #expect(shown == Bitmap(width: width, height: height, filledWith: pixel))
    }
  }
}

@Suite struct `GIF size search` {
  func run(_ limit: Int, _ clip: [Bitmap]) throws -> (bytes: Int, summary: GIFSummary) {
    let sink = MemorySink()
    let source = BitmapFrames(clip, timing: .uniform(Rational(1, 25), count: clip.count))
    let summary = try GIFEncoder().encode(source, within: limit, to: sink, threads: 1)
    #expect(sink.isFinished && sink.bytes.count == summary.byteCount)
    _ = try GIFReader(sink.bytes)
    return (sink.bytes.count, summary)
  }

  @Test func `what fits is left as it is`() throws {
    let clip = richClip(12)
    let whole = try encode(clip).bytes.count
    let (bytes, summary) = try run(whole, clip)
    #expect(bytes == whole && summary.concessions.isEmpty)
  }

  @Test(arguments: [0.9, 0.6, 0.4, 0.25, 0.12]) func `less room costs more`(part: Double) throws {
    let clip = richClip(12)
    let limit = Int(Double(try encode(clip).bytes.count) * part)
    let (bytes, summary) = try run(limit, clip)
    #expect(bytes <= limit)
    #expect(!summary.concessions.isEmpty)
    #expect(summary.duration == 48)
  }

  @Test func `the impossible is refused with the best that was reached`() throws {
    let sink = MemorySink()
    let source = BitmapFrames(richClip(4), timing: .uniform(Rational(1, 25), count: 4))
    let error = #expect(throws: GIFError.self) {
      try GIFEncoder().encode(source, within: 60, to: sink, threads: 1)
    }
    let text = error.map { "\($0)" } ?? ""
    for part in ["within 60 bytes", "colors", "lossy", "of the size"] { #expect(text.contains(part), "\(text)") }
    #expect(!sink.isFinished && sink.bytes.isEmpty)
  }
}
