import Bitmaps
import ImageCodecs
import TestSupport
import Testing

/// Encodes bitmaps and returns the file.
func encode(
  _ bitmaps: [Bitmap], _ timing: FrameTiming? = nil, threads: Int = 1, budget: Int? = nil,
  _ configure: (inout GIFOptions) -> Void = { _ in }
) throws -> (bytes: ContiguousArray<UInt8>, summary: GIFSummary) {
  var encoder = GIFEncoder()
  configure(&encoder.options)
  if let budget { encoder.changeBudget = budget }
  let sink = MemorySink()
  let source = BitmapFrames(bitmaps, timing: timing ?? .uniform(Rational(1, 25), count: bitmaps.count))
  let summary = try encoder.encode(source, to: sink, threads: threads)
  #expect(summary.byteCount == sink.bytes.count)
  return (sink.bytes, summary)
}

/// Frames of one colour each, which say what they show and count how often they are drawn.
struct CountedFrames: FrameSource {
  let colors: [Color]
  let drawn = Monitor([Int]())
  let width = 5, height = 4
  var timing: FrameTiming { .uniform(Rational(1, 25), count: colors.count) }

  func isStill(from first: Int, through last: Int) -> Bool { colors[first...last].allSatisfy { $0 == colors[first] } }
  func makeRenderer() -> Renderer { Renderer(source: self) }

  struct Renderer: FrameRenderer {
    let source: CountedFrames
    mutating func render(_ index: Int, into bitmap: inout Bitmap) throws {
      source.drawn.withLock { $0.append(index) }
      bitmap.fill(Pixel(source.colors[index]))
    }
  }
}

/// What the file shows at every hundredth of a second.
func shownScreens(_ reader: GIFReader) -> [Bitmap] {
  reader.images.flatMap { image in (0..<image.delay).map { _ in image.screen } }
}

/// A bitmap whose pixels are given by a function.
func bitmap(_ width: Int, _ height: Int, _ pixel: (Int, Int) -> Pixel) -> Bitmap {
  var bitmap = Bitmap(width: width, height: height)
  for y in 0..<height { for x in 0..<width { bitmap[x, y] = pixel(x, y) } }
  return bitmap
}

/// A random clip: a few colours, rectangles that come, move and go, noise, clear ground or not.
func randomClip(_ random: inout SeededRandom) -> [Bitmap] {
  let width = random.int(in: 1...24), height = random.int(in: 1...24)
  let colors = (0..<random.int(in: 1...6)).map { _ in
    random.int(in: 0...3) == 0
      ? UInt32(0) : UInt32.random(in: 0...0xFF_FFFF, using: &random) | 0xFF00_0000
  }
  var bitmap = Bitmap(width: width, height: height, filledWith: Pixel(bits: colors[0]))
  return (0..<random.int(in: 1...7)).map { _ in
    switch random.int(in: 0...4) {
    case 0: break
    case 1: bitmap.fill(Pixel(bits: colors.randomElement(using: &random)!))
    case 2:
      for _ in 0..<random.int(in: 1...20) {
        bitmap[random.int(in: 0...width - 1), random.int(in: 0...height - 1)] =
          Pixel(bits: colors.randomElement(using: &random)!)
      }
    default:
      let left = random.int(in: 0...width - 1), top = random.int(in: 0...height - 1)
      let pixel = Pixel(bits: colors.randomElement(using: &random)!)
      for y in top...random.int(in: top...height - 1) {
        for x in left...random.int(in: left...width - 1) { bitmap[x, y] = pixel }
      }
    }
    return bitmap
  }
}

/// Exactness and the container: known faults G07, G11, G13…G15, G18…G20, G22…G24, G26, G31, G32, G37, G38, G40, G41, G43.
@Suite struct `GIF encoder` {
  @Test func `frames that are said to be still are not drawn, and are shown as long`() throws {
    let source = CountedFrames(colors: [.red, .red, .red, .blue, .blue, .red])
    for selected in [source.pingPong(), source.loopStarting(at: 1)] {
      source.drawn.withLock { $0 = [] }
      let sink = MemorySink()
      let summary = try GIFEncoder().encode(selected, to: sink, threads: 2)
      let screens = shownScreens(try GIFReader(sink.bytes))
      #expect(screens.count == selected.frameCount * 4 && summary.sourceFrames == selected.frameCount)
      for index in 0..<selected.frameCount {
        var bitmap = Bitmap(width: 5, height: 4)
        var renderer = selected.makeRenderer()
        try renderer.render(index, into: &bitmap)
        #expect(screens[index * 4] == bitmap && screens[index * 4 + 3] == bitmap)
      }
    }
    source.drawn.withLock { $0 = [] }
    _ = try GIFEncoder().encode(source, to: MemorySink(), threads: 2)
    #expect(source.drawn.withLock { $0.sorted() } == [0, 3, 5])
    source.drawn.withLock { $0 = [] }
    var encoder = GIFEncoder()
    encoder.options.keepsEqualFrames = true
    #expect(try encoder.encode(source, to: MemorySink(), threads: 2).storedFrames == 6)
    #expect(source.drawn.withLock { $0.sorted() } == [0, 1, 2, 3, 4, 5])
  }

  @Test(arguments: 0..<50) func `G15, G23, G41, a random clip is read back exactly`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let clip = randomClip(&random)
    let durations = clip.map { _ in Rational(random.int(in: 2...9), 100) }
    let keeps = random.int(in: 0...1) == 1
    let budget = random.int(in: 0...1) == 1 ? 0 : 1 << 20
    let (bytes, summary) = try encode(clip, FrameTiming(durations: durations), budget: budget) {
      $0.keepsEqualFrames = keeps
      $0.effort = Effort.allCases.randomElement(using: &random)!
    }
    let reader = try GIFReader(bytes)
    #expect(summary.isExact)
    #expect(reader.version == "GIF89a")
    #expect(keeps ? reader.images.count == clip.count : reader.images.count <= clip.count)
    let wanted = zip(clip, durations).flatMap { bitmap, duration in
      (0..<duration.rounded(times: 100)).map { _ in bitmap }
    }
    #expect(shownScreens(reader) == wanted, "seed \(seed)")
    for image in reader.images {
      #expect(image.hasControl)
      #expect(image.disposal == 1 || image.disposal == 2)
      // Else Pillow clears to the background's colour.
      #expect(image.disposal == 1 || image.transparentIndex != nil)
      #expect(image.delay >= 2)
    }
    // Pillow fills what is cleared with one frame's index and reads it by another's.
    if reader.images.contains(where: { $0.disposal == 2 }) {
      #expect(Set(reader.images.map(\.transparentIndex)).count == 1, "seed \(seed)")
    }
  }

  @Test func `G07, equal frames become one and keep their time`() throws {
    let frame = Bitmap(width: 5, height: 5, filledWith: Pixel(.red))
    let reader = try GIFReader(encode(Array(repeating: frame, count: 8), .uniform(Rational(1, 10), count: 8)).bytes)
    #expect(reader.images.map(\.delay) == [80])
  }

  @Test func `G19, G22, equal frames are kept on request, as one clear pixel`() throws {
    let frame = Bitmap(width: 5, height: 5, filledWith: Pixel(.red))
    let reader = try GIFReader(
      encode([frame, frame, frame], .uniform(Rational(1, 10), count: 3)) { $0.keepsEqualFrames = true }.bytes)
    #expect(reader.images.map(\.delay) == [10, 10, 10])
    #expect(reader.images.dropFirst().allSatisfy { $0.width == 1 && $0.height == 1 })
    #expect(reader.images.allSatisfy { $0.screen == frame })
  }

  @Test func `G13, a hold of 700 s is split and keeps its length`() throws {
    let a = Bitmap(width: 4, height: 4, filledWith: Pixel(.red)), b = Bitmap(width: 4, height: 4)
    for clip in [[a, b], [b, a], [a]] {
      let timing = FrameTiming(durations: clip.map { _ in Rational(700) })
      let reader = try GIFReader(encode(clip, timing).bytes)
      #expect(reader.images.map(\.delay).reduce(0, +) == 70000 * clip.count)
      #expect(reader.images.allSatisfy { $0.delay >= 2 })
      var time = 0
      for image in reader.images {
        #expect(image.screen == clip[time / 70000])
        time += image.delay
      }
    }
  }

  @Test func `a hold just beyond the longest delay leaves no delay below the shortest`() throws {
    let a = Bitmap(width: 4, height: 4, filledWith: Pixel(.red)),
      b = Bitmap(width: 4, height: 4, filledWith: Pixel(.blue))
    let reader = try GIFReader(encode([a, b], FrameTiming(durations: [Rational(65536, 100), Rational(1)])).bytes)
    #expect(reader.images.map(\.delay).reduce(0, +) == 65636)
    #expect(reader.images.allSatisfy { $0.delay >= 2 })
  }

  @Test func `G14, a moving square on clear ground leaves no trail`() throws {
    let clip = (0..<12).map { k in
      bitmap(64, 64) { x, y in
        x >= 4 * k && x < 4 * k + 10 && y >= 20 && y < 30 ? Pixel(red: 200, green: 30, blue: 30) : .clear
      }
    }
    let reader = try GIFReader(encode(clip).bytes)
    #expect(reader.images.map(\.screen) == clip)
    #expect(reader.images.dropFirst().allSatisfy { $0.width <= 24 && $0.height == 10 })
  }

  @Test func `G11, plays are stored as repeats`() throws {
    let clip = [Bitmap(width: 2, height: 2), Bitmap(width: 2, height: 2, filledWith: Pixel(.red))]
    #expect(try GIFReader(encode(clip).bytes).storedLoops == 0)
    #expect(try GIFReader(encode(clip) { $0.loop = .plays(1) }.bytes).storedLoops == nil)
    #expect(try GIFReader(encode(clip) { $0.loop = .plays(3) }.bytes).storedLoops == 2)
    #expect(try GIFReader(encode(clip) { $0.loop = .plays(65536) }.bytes).storedLoops == 65535)
  }

  @Test(arguments: [(1, 7), (7, 1), (1, 1), (2, 1)]) func `G18, thin pictures work`(width: Int, height: Int) throws {
    let clip = [
      Bitmap(width: width, height: height, filledWith: Pixel(.red)),
      Bitmap(width: width, height: height, filledWith: Pixel(.blue)),
      Bitmap(width: width, height: height),
    ]
    #expect(try GIFReader(encode(clip).bytes).images.map(\.screen) == clip)
  }

  @Test func `G37, G43, few colors still use a code size of two bits`() throws {
    for size in [1, 100] {
      let reader = try GIFReader(encode([Bitmap(width: size, height: size, filledWith: Pixel(.red))]).bytes)
      #expect(reader.images[0].minimumCodeSize == 2)
      #expect(reader.globalTable.count == 2)
      #expect(reader.images[0].transparentIndex == nil)
      #expect(reader.storedLoops == nil)
    }
  }

  @Test func `G24, G26, vivid keys and clear black are no keys`() throws {
    let colors: [UInt32] = [0xFF00_FF00, 0xFFFF_00FF, 0xFF00_0000, 0]
    let clip = (0..<4).map { k in bitmap(8, 8) { x, y in Pixel(bits: colors[(x / 2 + y / 3 + k) % 4]) } }
    let reader = try GIFReader(encode(clip).bytes)
    #expect(reader.images.map(\.screen) == clip)
    let used = Set(clip.flatMap { frame in (0..<64).map { frame[$0 % 8, $0 / 8].bits } }).subtracting([0])
    #expect(used.isSubset(of: Set(reader.globalTable)))
  }

  @Test(arguments: [Pixel(.red), .clear], Effort.allCases)
  func `G38, a frame of one color between two of many is whole, and so is what comes back`(
    solid: Pixel, effort: Effort
  ) throws {
    var random = SeededRandom(seed: 38)
    let many = bitmap(30, 20) { _, _ in
      Pixel(bits: UInt32.random(in: 0...99, using: &random) * 0x01_02_03 | 0xFF00_0000)
    }
    let clip = [many, Bitmap(width: 30, height: 20, filledWith: solid), many]
    #expect(try GIFReader(encode(clip) { $0.effort = effort }.bytes).images.map(\.screen) == clip)
  }

  @Test(arguments: [1, 2, 200, 254, 255]) func `G31, up to 255 colors are exact in an animation`(count: Int) throws {
    let clip = (0..<3).map { k in
      bitmap(32, 32) { x, y in Pixel(bits: UInt32((x + 32 * y + 7 * k) % count) &* 0x01_2345 & 0xFF_FFFF | 0xFF00_0000)
      }
    }
    let (bytes, summary) = try encode(clip)
    #expect(summary.isExact)
    #expect(summary.colorCount == count)
    #expect(shownScreens(try GIFReader(bytes)) == clip.flatMap { Array(repeating: $0, count: 4) }.prefix(12).map { $0 })
  }

  @Test func `a still of 256 colors is exact`() throws {
    let still = bitmap(16, 16) { x, y in Pixel(red: UInt8(x * 16 + y), green: UInt8(y), blue: 9) }
    let (bytes, summary) = try encode([still])
    #expect(summary.isExact && summary.colorCount == 256)
    #expect(try GIFReader(bytes).images[0].screen == still)
  }

  @Test func `G32, a color that comes late is in the table`() throws {
    let clip = (0..<12).map { Bitmap(width: 3, height: 3, filledWith: $0 < 10 ? Pixel(.white) : Pixel(.red)) }
    #expect(try GIFReader(encode(clip).bytes).images.last?.screen == clip.last)
  }

  @Test func `G40, noise restarts the code table before it is full`() throws {
    var random = SeededRandom(seed: 40)
    // The reader refuses a table that goes on after 4096 entries.
    let still = bitmap(640, 480) { _, _ in Pixel(bits: UInt32.random(in: 0...250, using: &random) | 0xFF00_0000) }
    #expect(try GIFReader(encode([still]).bytes).images[0].screen == still)
  }

  @Test func `G20, unchanged pixels inside the box are not sent again`() throws {
    var random = SeededRandom(seed: 20)
    let ground = bitmap(100, 100) { _, _ in Pixel(bits: UInt32.random(in: 0...200, using: &random) | 0xFF00_0000) }
    let clip = (0..<10).map { k in
      bitmap(100, 100) { x, y in (x, y) == (0, k) || (x, y) == (99, 99 - k) ? Pixel(.white) : ground[x, y] }
    }
    let one = try encode([ground]).bytes.count, all = try encode(clip).bytes.count
    #expect(all < one + 9 * 400)
  }

  @Test func `a long comment is kept`() throws {
    let text = String(repeating: "gänz ", count: 100)
    let reader = try GIFReader(encode([Bitmap(width: 1, height: 1)]) { $0.comment = text }.bytes)
    #expect(reader.comments == [text])
  }
}
