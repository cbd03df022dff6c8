import Bitmaps
import Foundation
import ImageCodecs
import TestSupport
import Testing

/// Random animations, judged by Pillow and ffmpeg (`scripts/decode/compare_frames.py`): every mix of transparency, disposal and change.
@Suite struct `GIF in the decoders of others` {
  /// 50 clips; 2000 when `ANIMGIF_LONG_TESTS` is set.
  private static let clipCount = ProcessInfo.processInfo.environment["ANIMGIF_LONG_TESTS"] == nil ? 50 : 2000

  @Test func `random GIFs are seen as they were meant`() throws {
    let folder = ScratchFolder()
    var differing: [String] = []
    for seed in 0..<UInt64(Self.clipCount) {
      var random = SeededRandom(seed: 0x6F75_7400 + seed)
      let isScenes = seed % 4 == 3
      let clip = isScenes ? Slides.random(&random) : randomClip(&random)
      let delays = clip.map { _ in random.int(in: 2...40) }
      let plays = random.int(in: 0...3)
      let keeps = random.int(in: 0...1) == 1
      let effort = Effort.allCases[random.int(in: 0...2)]
      let (bytes, summary) = try encode(clip, FrameTiming(durations: delays.map { Rational($0, 100) }), threads: 2) {
        $0.loop = plays == 0 ? .forever : .plays(plays)
        $0.keepsEqualFrames = keeps
        $0.effort = effort
      }
      folder.put(Array(bytes), "clip.gif")
      // Our own reader comes first; where a scene has too many colours, it says what is meant.
      let reader = try GIFReader(bytes)
      var meant = zip(clip, delays).flatMap { Array(repeating: $0, count: $1) }
      let shown = shownScreens(reader)
      if summary.isExact {
        if shown != meant { differing.append("seed \(seed): our own reader") }
      } else {
        if shown.count != meant.count || !isScenes { differing.append("seed \(seed): not exact") }
        meant = shown
      }
      let starts = delays.indices.map { delays[..<$0].reduce(0, +) }
      let raw = MemorySink()
      let source = BitmapFrames(
        starts.map { meant[$0] }, timing: .uniform(Rational(1, 25), count: clip.count))
      try RawEncoder(format: .rgba).encode(source, to: raw, threads: 1)
      folder.put(Array(raw.bytes), "clip.rgba")
      let outcome = try OutsideProgram.decode(
        "compare_frames.py",
        [
          folder.path("clip.gif"), folder.path("clip.rgba"), "\(source.width)", "\(source.height)",
          delays.map(String.init).joined(separator: ","), "\(plays)",
        ])
      if outcome.status != 0 { differing.append("seed \(seed): \(outcome.text.suffix(300))") }
    }
    #expect(differing.isEmpty, "\(differing.count) of \(Self.clipCount): \(differing.prefix(5))")
  }
}
