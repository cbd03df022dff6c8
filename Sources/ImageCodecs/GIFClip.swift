import Bitmaps

/// A clip as the first walk finds it: which frames are stored and for how long, what changes in each, which colours occur.
struct GIFClip: Sendable {
  /// A frame to be stored.
  struct Frame: Sendable {
    /// The source's frame.
    var frame: Int
    /// Hundredths of a second.
    var delay: Int
    /// What turns clear in this frame.
    var vanishing: PixelBox?
  }

  let width: Int, height: Int
  let sourceFrameCount: Int
  let droppedFrameCount: Int
  /// Hundredths of a second altogether.
  let duration: Int
  /// The frames to be stored; equal neighbours are one unless they are to be kept.
  private(set) var frames: ContiguousArray<Frame> = []
  /// The colours of the clip.
  private(set) var colors = ColorCount()
  /// How much it matters for every colour number that its index is low: the sum of 1 / n over the frames in which it comes
  /// new, n colours of which do.
  private(set) var lowness: ContiguousArray<Double> = []
  /// Whether any pixel of any frame is clear.
  private(set) var hasClear = false
  /// What changes in the frames, as numbers of `colors`; empty if that does not fit in memory, so that frames are drawn
  /// again.
  private(set) var changes: ContiguousArray<FrameChange> = []
  /// The parts between hard cuts, with the numbers of `colors`; fewer than two if the clip is not to be taken apart.
  private(set) var parts: ContiguousArray<SceneCensus.Part> = []
  /// Pixels that change, in all frames together.
  private(set) var changedPixelCount = 0
  /// For how many frames of average length a changed pixel is seen, on average.
  private(set) var averageLife = 1.0
  /// Frames of average length in a second.
  var framesPerSecond: Double { Double(frames.count) * 100 / Double(duration) }
  /// Steps of both walks, for progress.
  private(set) var stepCount = 0

  /// Walks through a source of at least one frame.
  init<Source: FrameSource>(
    _ source: Source, flattening: AlphaFlattening, keepsEqualFrames: Bool, budget: Int, threads: Int,
    progress: (Int, Int) -> Void
  ) throws(GIFError) {
    (width, height, sourceFrameCount) = (source.width, source.height, source.frameCount)
    let schedule = GIFSchedule(source.timing)
    let shown = keepsEqualFrames ? schedule.entries : schedule.merged { source.isStill(from: $0, through: $1) }
    droppedFrameCount = source.frameCount - schedule.entries.count
    duration = schedule.total
    let chain = FrameChain(
      width: width, height: height, flattening: flattening, frames: ContiguousArray(shown.map { Int32($0.frame) }))
    var canvas = ContiguousArray<UInt32>(repeating: ColorCount.clear, count: width * height)
    var rest = duration
    var room = budget
    // `self` cannot be captured before it is whole.
    var frames: ContiguousArray<Frame> = []
    var colors = ColorCount()
    var changes: ContiguousArray<FrameChange> = []
    var lowness = Lowness()
    var hasClear = false
    var changedPixels = 0
    var census = SceneCensus()
    try forEachInOrder(
      shown.count, threads: threads, makeWorker: { source.makeRenderer() },
      work: { (renderer: inout Source.Renderer, index) throws(GIFError) -> FrameChange in
        try chain.change(at: index, &renderer)
      },
      consume: { (index, change) throws(GIFError) in
        progress(index + 1, 2 * shown.count)
        let entry = shown[index]
        defer { rest -= entry.delay }
        if change.isEmpty && !keepsEqualFrames {
          frames[frames.count - 1].delay += entry.delay
          return
        }
        var change = change
        if !frames.isEmpty && census.isCut(change, canvas, colorCount: colors.colors.count) {
          census.cut(before: frames.count, colors, canvas, rest: rest)
          room -= census.parts.last?.byteCount ?? 0
        }
        colors.count(&change, rest: rest, canvas: &canvas)
        lowness.add(change, frame: frames.count, colors.colors.count)
        if frames.isEmpty { hasClear = change.values.contains(ColorCount.clear) }
        hasClear = hasClear || change.vanishing != nil
        changedPixels += change.values.count
        frames.append(Frame(frame: entry.frame, delay: entry.delay, vanishing: change.vanishing))
        room -= change.byteCount
        // All or none: what pays in memory is knowing the whole clip.
        if room >= 0 { changes.append(change.compacted) } else { changes = [] }
      })
    (self.frames, self.colors, self.changes) = (frames, colors, changes)
    self.lowness = lowness.sums
    // Else the lists would have two owners, and noting lives would copy them.
    changes = []
    self.hasClear = hasClear
    census.cut(before: frames.count, colors, canvas, rest: 0)
    parts = census.parts
    changedPixelCount = changedPixels
    stepCount = shown.count + frames.count
    averageLife = Double(width * height) * Double(frames.count) / Double(max(1, changedPixels))
  }

  /// Notes with every changed pixel for how long it is seen, while `body` looks at the clip, which has no changes then.
  /// Where changes are not in memory, all get the average.
  mutating func notingLives<Value>(
    threads: Int, _ body: (GIFClip) throws(GIFError) -> Value
  ) throws(GIFError) -> Value {
    let kept = Monitor((clip: self, isNoted: false))
    changes = []
    let noteOnce: @Sendable () -> Void = {
      kept.withLock { kept in
        if !kept.isNoted { kept.clip.noteLives() }
        kept.isNoted = true
      }
    }
    let bare = self
    defer { self = kept.withLock { $0.clip } }
    return try withThreads(
      min(1, threads - 1), body: noteOnce,
      caller: { () -> Result<Value, GIFError> in
        defer { noteOnce() }
        do throws(GIFError) { return .success(try body(bare)) } catch { return .failure(error) }
      }
    ).get()
  }

  private mutating func noteLives() {
    if changes.isEmpty { return }
    let kinds = (0...1024).map { PixelLife.kind(Double($0) / 4) }
    let frameDelay = Double(duration) / Double(frames.count)
    var end = Double(duration)
    var next = ContiguousArray<Float>(repeating: Float(duration), count: width * height)
    for index in changes.indices.reversed() {
      let start = Float(end - Double(frames[index].delay))
      end -= Double(frames[index].delay)
      changes[index].setLives(start: start, next: &next, kinds: kinds, perFrame: Float(4 / frameDelay))
    }
  }

  /// Gives the changes, as far as they are in memory, the numbers of their scenes.
  mutating func renumber(by scenes: ContiguousArray<GIFScene>) {
    var numbers = ContiguousArray<UInt32>(repeating: ColorCount.clear, count: colors.colors.count)
    for scene in scenes {
      for (number, color) in scene.colors.colors.enumerated() {
        if let whole = colors.number(of: color) { numbers[Int(whole)] = UInt32(number) }
      }
      for index in scene.frames where index < changes.count { changes[index].renumber(by: numbers) }
    }
  }

  /// Returns what changes in stored frame `index`, which is not in memory, by drawing it again.
  /// - Parameter colors: what numbers the colours.
  func change(
    at index: Int, _ chain: FrameChain, _ renderer: inout some FrameRenderer, numberedBy colors: ColorCount
  ) throws(GIFError) -> FrameChange {
    var change = try chain.change(at: index, &renderer)
    colors.number(&change)
    change.setLife(PixelLife.kind(averageLife))
    return change
  }
}

/// Adds up `GIFClip.lowness`.
private struct Lowness {
  var sums: ContiguousArray<Double> = []
  /// The last frame in which a number has come.
  private var last: ContiguousArray<Int32> = []
  private var found: ContiguousArray<Int> = []

  mutating func add(_ change: FrameChange, frame: Int, _ count: Int) {
    while sums.count < count {
      sums.append(0)
      last.append(-1)
    }
    found.removeAll(keepingCapacity: true)
    for value in change.values where last[Int(value)] != frame {
      last[Int(value)] = Int32(truncatingIfNeeded: frame)
      found.append(Int(value))
    }
    for number in found { sums[number] += 1 / Double(found.count) }
  }
}

extension GIFOptions {
  /// How alpha is turned into drawn or clear.
  var flattening: AlphaFlattening {
    AlphaFlattening(threshold: UInt32(alphaThreshold), matte: matte.map { Pixel($0.withAlpha(1)) })
  }

  /// Checks the ranges.
  func check() throws(GIFError) {
    func require(_ isValid: Bool, _ name: String, _ value: some CustomStringConvertible, _ range: String)
      throws(GIFError)
    {
      if !isValid { throw .optionOutOfRange(name: name, value: "\(value)", range: range) }
    }
    try require((2...256).contains(colors), "colors", colors, "2 to 256")
    try require((1...255).contains(alphaThreshold), "alpha threshold", alphaThreshold, "1 to 255")
    try require(lossy >= 0 && lossy <= 200, "lossy", lossy, "0 to 200")
    if case .plays(let count) = loop { try require((1...65536).contains(count), "plays", count, "1 to 65536") }
  }
}
