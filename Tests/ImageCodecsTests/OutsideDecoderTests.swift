import Bitmaps
import Foundation
import ImageCodecs
import TestSupport
import Testing

/// Random animations, judged by decoders that others wrote (`scripts/decode/compare_clips.py`).
@Suite struct OutsideDecoderTests {
  /// 50 clips; 2000 when `ANIMGIF_LONG_TESTS` is set.
  private static let clipCount = ProcessInfo.processInfo.environment["ANIMGIF_LONG_TESTS"] == nil ? 50 : 2000

  /// A clip with every mix of transparency, change and stillness: shapes of random pixels that come, move and vanish.
  private static func clip(_ random: inout SeededRandom) -> StoredFrames {
    let kind = PictureKind.allCases[random.int(in: 0...PictureKind.allCases.count - 1)]
    let (width, height) = (random.int(in: 1...40), random.int(in: 1...30))
    let count = random.int(in: 1...20)
    var frame =
      random.int(in: 0...1) == 0
      ? Bitmap(width: width, height: height)
      : Bitmap(
        width: width, height: height, filledWith: kind.pixel(&random))
    var frames: [Bitmap] = []
    for _ in 0..<count {
      for _ in 0..<random.int(in: 0...3) {
        let (left, top) = (random.int(in: 0...width - 1), random.int(in: 0...height - 1))
        let (right, bottom) = (random.int(in: left...width - 1), random.int(in: top...height - 1))
        let (one, mode) = (kind.pixel(&random), random.int(in: 0...3))
        for y in top...bottom {
          for x in left...right {
            switch mode {
            case 0: frame[x, y] = .clear
            case 1: frame[x, y] = one
            default: frame[x, y] = kind.pixel(&random)
            }
          }
        }
      }
      frames.append(frame)
    }
    if random.int(in: 0...1) == 0 { return StoredFrames(frames, .uniform(Rational(1001, 30000), count: count)) }
    let durations = frames.map { _ in Rational(random.int(in: 1...40), [10, 25, 30, 50, 100][random.int(in: 0...4)]) }
    return StoredFrames(frames, FrameTiming(durations: durations))
  }

  @Test func `decoders of others see random APNGs as they were meant`() throws {
    let folder = ScratchFolder()
    for seed in 0..<UInt64(Self.clipCount) {
      var random = SeededRandom(seed: seed)
      let source = Self.clip(&random)
      var options = APNGOptions()
      options.effort = [.fast, .default, .default, .max][random.int(in: 0...3)]
      options.plays = random.int(in: 0...2)
      options.usesFullFrames = random.int(in: 0...5) == 0
      options.keepsEqualFrames = random.int(in: 0...5) == 0
      if random.int(in: 0...5) == 0 { options.poster = source.frames[source.frames.count - 1] }
      try APNGEncoder(options: options).encode(source, to: FileSink(path: folder.path("\(seed).apng")), threads: 2)
      let raw = MemorySink()
      try RawEncoder(format: .rgba).encode(source, to: raw, threads: 1)
      folder.put(Array(raw.bytes), "\(seed).rgba")
      let head = "\(source.width) \(source.height) \(options.plays) \(options.poster == nil ? 0 : 1)\n"
      let lines = (0..<source.frameCount).map { index in
        let duration = source.timing.duration(of: index)
        return "\(duration.numerator) \(duration.denominator)\n"
      }
      folder.put(Array((head + lines.joined()).utf8), "\(seed).txt")
    }
    let outcome = try OutsideProgram.decode("compare_clips.py", [folder.path])
    #expect(outcome.status == 0, "\(outcome.text.suffix(2000))")
    #expect(outcome.text.hasSuffix("\(Self.clipCount) of \(Self.clipCount) clips are shown as they were meant\n"))
  }
}
