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

/// What the file shows at every hundredth of a second.
func shownScreens(_ reader: GIFReader) -> [Bitmap] {
  reader.images.flatMap { image in (0..<image.delay).map { _ in image.screen } }
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

@Suite struct `GIF encoder` {
  @Test(arguments: 0..<50) func `a random clip is read back exactly`(seed: UInt64) throws {
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
      #expect(image.delay >= 2)
    }
  }
}
