import Bitmaps
import ImageCodecs
import TestSupport
import Testing

/// Frames that are kept in memory.
struct StoredFrames: FrameSource {
  let frames: [Bitmap]
  let timing: FrameTiming
  /// The frame whose drawing fails.
  var failing: Int?

  var width: Int { frames.first?.width ?? 1 }
  var height: Int { frames.first?.height ?? 1 }

  init(_ frames: [Bitmap], _ timing: FrameTiming? = nil) {
    self.frames = frames
    self.timing = timing ?? .uniform(Rational(1, 30), count: frames.count)
  }

  struct Failure: Error {}

  struct Renderer: FrameRenderer {
    let source: StoredFrames
    mutating func render(_ index: Int, into bitmap: inout Bitmap) throws {
      if index == source.failing { throw Failure() }
      bitmap = source.frames[index]
    }
  }

  func makeRenderer() -> Renderer { Renderer(source: self) }

  /// A small square that wanders over a ground of one kind of picture.
  static func wandering(_ kind: PictureKind, count: Int, width: Int = 24, height: Int = 16, seed: UInt64)
    -> StoredFrames
  {
    var random = SeededRandom(seed: seed)
    let ground = kind.picture(width: width, height: height, seed: seed)
    return StoredFrames(
      (0..<count).map { _ in
        var frame = ground
        let (x, y) = (random.int(in: 0...width - 6), random.int(in: 0...height - 6))
        for dy in 0..<6 { for dx in 0..<6 { frame[x + dx, y + dy] = kind.pixel(&random) } }
        return frame
      })
  }
}

/// A frame control chunk.
struct FrameControl {
  let number, width, height, x, y: Int
  let delay: [Int]
  let disposal, blending: Int

  init(_ payload: [UInt8]) {
    func value(_ range: Range<Int>) -> Int { payload[range].reduce(0) { $0 << 8 | Int($1) } }
    (number, width, height) = (value(0..<4), value(4..<8), value(8..<12))
    (x, y) = (value(12..<16), value(16..<20))
    delay = [value(20..<22), value(22..<24)]
    (disposal, blending) = (Int(payload[24]), Int(payload[25]))
  }
}

@Suite struct APNGEncoderTests {
  private func encode(_ source: StoredFrames, threads: Int = 1, _ change: (inout APNGOptions) -> Void = { _ in }) throws
    -> [UInt8]
  {
    var options = APNGOptions()
    options.effort = .fast
    change(&options)
    let sink = MemorySink()
    let summary = try APNGEncoder(options: options).encode(source, to: sink, threads: threads)
    #expect(sink.isFinished)
    #expect(summary.byteCount == sink.bytes.count)
    return Array(sink.bytes)
  }

  private func controls(_ bytes: [UInt8]) -> [FrameControl] {
    PNGEncoderTests.chunks(of: bytes).filter { $0.type == "fcTL" }.map { FrameControl($0.payload) }
  }

  @Test func `P09, the chunks come in the order that decoders ask for and are numbered without gaps`() throws {
    // japng_android 5: acTL after IDAT is not seen as an animation.
    let bytes = try encode(.wandering(.colors16, count: 4, seed: 1)) { $0.comment = "Grüße" }
    let chunks = PNGEncoderTests.chunks(of: bytes)
    #expect(
      chunks.map(\.type) == [
        "IHDR", "acTL", "PLTE", "tRNS", "iTXt", "fcTL", "IDAT", "fcTL", "fdAT", "fcTL", "fdAT", "fcTL", "fdAT", "IEND",
      ])
    #expect(chunks[1].payload == [0, 0, 0, 4, 0, 0, 0, 0])
    #expect(chunks[4].payload == Array("Comment\0\0\0\0\0Grüße".utf8))
    let numbered = chunks.filter { $0.type == "fcTL" || $0.type == "fdAT" }.map { $0.payload[3] }
    #expect(numbered == Array(0..<7))
  }

  @Test func `P10, the first frame has the whole size and later ones only what changes`() throws {
    // libpng 891: readers disagree about a first frame that is smaller than the file's size.
    var second = Bitmap(width: 20, height: 10)
    second[3, 4] = Pixel(red: 9, green: 8, blue: 7)
    second[5, 8] = Pixel(red: 1, green: 2, blue: 3)
    let controls = controls(try encode(StoredFrames([Bitmap(width: 20, height: 10), second])))
    #expect(controls.map { [$0.x, $0.y, $0.width, $0.height] } == [[0, 0, 20, 10], [3, 4, 3, 5]])
    let whole = self.controls(
      try encode(StoredFrames([Bitmap(width: 20, height: 10), second])) { $0.usesFullFrames = true })
    #expect(whole.map { [$0.x, $0.y, $0.width, $0.height, $0.blending] } == [[0, 0, 20, 10, 0], [0, 0, 20, 10, 0]])
  }

  @Test(arguments: [
    (Rational(1, 30), [1, 30]), (Rational(1001, 30000), [1001, 30000]), (Rational(1, 1), [1, 1]),
    (Rational(10), [10, 1]),
    (Rational(1, 60), [1, 60]), (Rational(65535, 65534), [65535, 65534]), (Rational(1, 1_000_000), [1, 65535]),
    (Rational(1_000_001, 1_000_000), [1, 1]), (Rational(100_000, 3), [33333, 1]),
  ])
  func `P11, delays are exact fractions where they fit`(duration: Rational, delay: [Int]) throws {
    let source = StoredFrames.wandering(.colors4, count: 3, seed: 2)
    let bytes = try encode(StoredFrames(source.frames, .uniform(duration, count: 3)))
    #expect(controls(bytes).map(\.delay) == [delay, delay, delay])
  }

  @Test func `P07, every frame keeps its own delay`() throws {
    // Pillow 8102: the first frame's duration was used for all.
    let frames = StoredFrames.wandering(.colors4, count: 2, seed: 3).frames
    let bytes = try encode(StoredFrames(frames, FrameTiming(durations: [Rational(4), Rational(1)])))
    #expect(controls(bytes).map(\.delay) == [[4, 1], [1, 1]])
  }

  @Test func `equal frames become one of the same time in all`() throws {
    let frame = PictureKind.colors4.picture(width: 5, height: 5, seed: 1)
    let source = StoredFrames([Bitmap](repeating: frame, count: 8), .uniform(Rational(1, 10), count: 8))
    #expect(controls(try encode(source)).map(\.delay) == [[4, 5]])
    let kept = controls(try encode(source) { $0.keepsEqualFrames = true })
    #expect(kept.map(\.delay) == Array(repeating: [1, 10], count: 8))
    #expect(kept.dropFirst().allSatisfy { $0.width == 1 && $0.height == 1 })
  }

  @Test func `a sum of delays that does not fit is not made`() throws {
    let frame = PictureKind.colors4.picture(width: 5, height: 5, seed: 1)
    let timing = FrameTiming(durations: [Rational(1, 65521), Rational(1, 65519), Rational(1, 65519)])
    let controls = controls(try encode(StoredFrames([frame, frame, frame], timing)))
    #expect(controls.map(\.delay) == [[1, 65521], [2, 65519]])
  }

  @Test func `a hold of more than 65535 seconds is split`() throws {
    let frames = StoredFrames.wandering(.colors4, count: 2, seed: 4).frames
    let bytes = try encode(StoredFrames(frames, FrameTiming(durations: [Rational(140_000), Rational(1)])))
    #expect(controls(bytes).map(\.delay) == [[65535, 1], [65535, 1], [8930, 1], [1, 1]])
    #expect(PNGEncoderTests.chunk("acTL", in: bytes)?[3] == 4)
  }

  @Test func `the number of plays is stored as it is`() throws {
    let bytes = try encode(.wandering(.colors4, count: 2, seed: 5)) { $0.plays = 3 }
    #expect(PNGEncoderTests.chunk("acTL", in: bytes) == [0, 0, 0, 2, 0, 0, 0, 3])
  }

  @Test func `a poster is the still image and no frame`() throws {
    let source = StoredFrames.wandering(.colors4, count: 2, seed: 6)
    let poster = PictureKind.colors16.picture(width: 24, height: 16, seed: 9)
    let bytes = try encode(source) { $0.poster = poster }
    let types = PNGEncoderTests.chunks(of: bytes).map(\.type)
    #expect(types == ["IHDR", "acTL", "PLTE", "tRNS", "IDAT", "fcTL", "fdAT", "fcTL", "fdAT", "IEND"])
    #expect(PNGEncoderTests.chunk("acTL", in: bytes)?[3] == 2)
    #expect(try PNGDecoder().decode(ContiguousArray(bytes)) == poster)
    #expect(controls(bytes)[0].width == 24)
  }

  @Test(arguments: [
    (PictureKind.colors200, "palette of 201"), (.grays256, "grey of 8 bits"), (.grays16, "palette of 17"),
    (.opaquePhoto, "RGB"),
    (.photoWithHoles, "RGB"), (.photoWithAlpha, "RGB with alpha"), (.grayAlpha, "grey with alpha"),
  ])
  func `P15, all frames together choose the colour type`(kind: PictureKind, name: String) throws {
    let source = StoredFrames.wandering(kind, count: 12, width: 60, height: 60, seed: 7)
    var options = APNGOptions()
    options.effort = .fast
    let summary = try APNGEncoder(options: options).encode(source, to: MemorySink())
    #expect(summary.colorType == name)
  }

  @Test(arguments: PictureKind.allCases)
  func `the number of threads does not change a byte`(kind: PictureKind) throws {
    let source = StoredFrames.wandering(kind, count: 37, seed: 8)
    let bytes = try encode(source) { $0.effort = .default }
    for threads in [2, 3, 8] { #expect(try encode(source, threads: threads) { $0.effort = .default } == bytes) }
  }

  @Test func `an output that fails after any number of bytes is an error and is cancelled`() throws {
    let source = StoredFrames.wandering(.colors4, count: 3, seed: 9)
    let bytes = try encode(source)
    for capacity in 0..<bytes.count {
      let sink = MemorySink(capacity: capacity)
      var options = APNGOptions()
      options.effort = .fast
      #expect(throws: PNGError.self) { try APNGEncoder(options: options).encode(source, to: sink) }
      #expect(!sink.isFinished && sink.bytes.isEmpty)
    }
  }

  @Test func `a frame that cannot be drawn is an error and leaves no file`() throws {
    let folder = ScratchFolder()
    var source = StoredFrames.wandering(.colors4, count: 30, seed: 10)
    source.failing = 20
    for threads in [1, 2] {
      let sink = try FileSink(path: folder.path("out.apng"))
      #expect(throws: PNGError.self) { try APNGEncoder().encode(source, to: sink, threads: threads) }
      #expect(folder.names.isEmpty)
    }
    #expect(throws: PNGError.self) { try APNGEncoder().encode(StoredFrames([]), to: MemorySink()) }
  }
}
