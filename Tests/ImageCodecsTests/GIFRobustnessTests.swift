import Bitmaps
import ImageCodecs
import TestSupport
import Testing

/// A clip of moving, blended shapes over a gradient: far more than 255 colours.
func richClip(_ frames: Int, width: Int = 60, height: Int = 50, isFlat: Bool = false) -> [Bitmap] {
  (0..<frames).map { k in
    bitmap(width, height) { x, y in
      let dx = Double(x) - 30 - 12 * Double(k % 7) / 3, dy = Double(y) - 25 + Double(k % 5)
      let distance = (dx * dx + dy * dy).squareRoot()
      let cover = min(max(12.5 - distance, 0), 1)
      func mix(_ ground: Int, _ top: Int) -> UInt8 {
        UInt8(min(255, Double(ground) * (1 - cover) + Double(top) * cover))
      }
      return isFlat
        ? Pixel(red: mix(250, 20 + 3 * k), green: mix(250 - k, 90), blue: mix(240, 200))
        : Pixel(red: mix(x * 4, 250), green: mix(y * 5, 240 - k), blue: mix(x + y, 30))
    }
  }
}

/// A source whose frame `failing` cannot be drawn.
struct FailingFrames: FrameSource {
  struct Renderer: FrameRenderer {
    let failing: Int
    mutating func render(_ index: Int, into bitmap: inout Bitmap) throws {
      if index >= failing { throw SinkError.closed }
      bitmap.fill(Pixel(red: UInt8(index & 255), green: 0, blue: 0))
    }
  }
  var failing: Int
  var width: Int { 20 }
  var height: Int { 10 }
  var timing: FrameTiming { .uniform(Rational(1, 10), count: 40) }
  func makeRenderer() -> Renderer { Renderer(failing: failing) }
}

/// Failures, threads and limits: known faults C11, G44, G45 and what issue reports say of sinks that fill up.
@Suite struct `GIF encoder's robustness` {
  @Test func `G44, a sink that fails after any number of bytes gives an error`() throws {
    let clip = richClip(3, width: 9, height: 9)
    let whole = try encode(clip).bytes.count
    for capacity in 0..<whole {
      let sink = MemorySink(capacity: capacity)
      let source = BitmapFrames(clip, timing: .uniform(Rational(1, 25), count: 3))
      #expect(throws: GIFError.self, "\(capacity) of \(whole)") {
        try GIFEncoder().encode(source, to: sink, threads: 1)
      }
      #expect(!sink.isFinished && sink.bytes.isEmpty)
    }
    let sink = MemorySink(capacity: whole)
    try GIFEncoder().encode(BitmapFrames(clip, timing: .uniform(Rational(1, 25), count: 3)), to: sink, threads: 1)
    #expect(sink.isFinished)
  }

  @Test(arguments: [1, 2, 3]) func `a sink that fails in the middle ends all threads`(threads: Int) {
    let clip = richClip(40)
    let sink = MemorySink(capacity: 5000)
    #expect(throws: GIFError.self) {
      try GIFEncoder().encode(
        BitmapFrames(clip, timing: .uniform(Rational(1, 25), count: 40)), to: sink, threads: threads)
    }
  }

  @Test(arguments: [1, 2, 3], [0, 1, 17]) func `a frame that cannot be drawn is named`(threads: Int, failing: Int) {
    let sink = MemorySink()
    #expect(throws: GIFError.frameFailed(index: failing, reason: "\(SinkError.closed)")) {
      try GIFEncoder().encode(FailingFrames(failing: failing), to: sink, threads: threads)
    }
    #expect(!sink.isFinished)
  }

  @Test(arguments: [false, true], [0, 1 << 14, 1 << 24])
  func `C11, the bytes are the same for any number of threads`(isFlat: Bool, budget: Int) throws {
    let clip = richClip(70, isFlat: isFlat)
    let one = try encode(clip, threads: 1, budget: budget).bytes
    for threads in [2, 3, 8] { #expect(try encode(clip, threads: threads, budget: budget).bytes == one) }
  }

  @Test(arguments: 0..<30) func `lossy never makes a larger file`(seed: UInt64) throws {
    var random = SeededRandom(seed: 0x6C6F_7373 + seed)
    let clip = seed % 3 == 0 ? richClip(12, isFlat: seed % 2 == 0) : randomClip(&random)
    let plain = try encode(clip).bytes.count
    for lossy in [0.5, 5, 20, 100] {
      #expect(try encode(clip) { $0.lossy = lossy }.bytes.count <= plain, "lossy \(lossy)")
    }
  }

  @Test func `exact clips do not depend on what fits in memory`() throws {
    let clip = (0..<20).map { k in bitmap(30, 30) { x, y in Pixel(bits: UInt32((x * k + y) % 200) | 0xFF00_0000) } }
    let all = try encode(clip).bytes
    for budget in [0, 1000, 20_000] { #expect(try encode(clip, threads: 2, budget: budget).bytes == all) }
  }

  @Test func `G45, sizes, counts and options outside their range are refused with the value`() {
    struct Wide: FrameSource {
      var width: Int, height: Int
      var timing: FrameTiming { .uniform(1, count: 1) }
      func makeRenderer() -> FailingFrames.Renderer { FailingFrames.Renderer(failing: 0) }
    }
    #expect(throws: GIFError.sizeOutOfRange(width: 70000, height: 10)) {
      try GIFEncoder().encode(Wide(width: 70000, height: 10), to: MemorySink())
    }
    #expect(throws: GIFError.sizeOutOfRange(width: 65535, height: 65535)) {
      try GIFEncoder().encode(Wide(width: 65535, height: 65535), to: MemorySink())
    }
    #expect(throws: GIFError.noFrames) {
      try GIFEncoder().encode(BitmapFrames([], timing: .uniform(1, count: 0)), to: MemorySink())
    }
    let one = [Bitmap(width: 1, height: 1)]
    #expect(throws: GIFError.optionOutOfRange(name: "colors", value: "1", range: "2 to 256")) {
      try encode(one) { $0.colors = 1 }
    }
    #expect(throws: GIFError.optionOutOfRange(name: "lossy", value: "nan", range: "0 to 200")) {
      try encode(one) { $0.lossy = .nan }
    }
    #expect(throws: GIFError.optionOutOfRange(name: "plays", value: "65537", range: "1 to 65536")) {
      try encode(one) { $0.loop = .plays(65537) }
    }
    #expect(throws: GIFError.tooManyFixedColors(count: 3, limit: 2)) {
      try encode(one) {
        $0.colors = 3
        $0.fixedColors = [.red, .green, .blue]
      }
    }
  }

  @Test(arguments: [
    (GIFError.sizeOutOfRange(width: 70000, height: 10), "a GIF is 1 to 65535 pixels wide and high; got 70000 by 10"),
    (.noFrames, "an animation needs at least one frame; got none"),
    (.optionOutOfRange(name: "colors", value: "1", range: "2 to 256"), "colors must be 2 to 256; got 1"),
    (.tooManyFixedColors(count: 3, limit: 2), "the color table has room for 2 fixed colors; got 3"),
    (.frameFailed(index: 7, reason: "no"), "cannot draw frame 7: no"),
    (
      .overBudget(limit: 9, best: 20, gaveUp: "2 colors"),
      "cannot stay within 9 bytes; the smallest is 20 bytes with 2 colors"
    ),
  ])
  func `messages name the value and the limit`(error: GIFError, text: String) { #expect("\(error)" == text) }
}
