public import Bitmaps

/// Sources made of another source's frames: in another order, a part of them, or shown for other times. They serve every
/// encoder alike.
public struct SelectedFrames<Base: FrameSource>: FrameSource {
  /// Draws the frames that were selected.
  public struct Renderer: FrameRenderer {
    fileprivate var base: Base.Renderer
    fileprivate let indices: ContiguousArray<Int>

    /// Draws selected frame `index`.
    public mutating func render(_ index: Int, into bitmap: inout Bitmap) throws {
      try base.render(indices[index], into: &bitmap)
    }
  }

  private let base: Base
  private let indices: ContiguousArray<Int>
  /// How long each selected frame is shown.
  public let timing: FrameTiming

  /// Makes a source of the frames `indices` of another, shown as `timing` says.
  /// - Precondition: as many frames as durations, all of them frames of `base`.
  public init(_ base: Base, indices: some Sequence<Int>, timing: FrameTiming) {
    self.base = base
    self.indices = ContiguousArray(indices)
    self.timing = timing
    precondition(self.indices.count == timing.count, "\(self.indices.count) frames need as many durations")
    precondition(self.indices.allSatisfy { $0 >= 0 && $0 < base.frameCount }, "frames are chosen among the source's")
  }

  /// Columns of every frame.
  public var width: Int { base.width }
  /// Rows of every frame.
  public var height: Int { base.height }
  /// Whether the base's frames that are shown are the same picture.
  public func isStill(from first: Int, through last: Int) -> Bool {
    var (low, high) = (indices[first], indices[first])
    for index in indices[first...last] { (low, high) = (min(low, index), max(high, index)) }
    return low == high || base.isStill(from: low, through: high)
  }
  /// Makes a renderer.
  public func makeRenderer() -> Renderer { Renderer(base: base.makeRenderer(), indices: indices) }
}

extension FrameSource {
  /// Returns the clip forth and back for a loop: 0 1 2 3 4 3 2 1, so that neither end is seen twice as long.
  public func pingPong() -> SelectedFrames<Self> {
    let count = frameCount
    guard count > 2 else { return SelectedFrames(self, indices: 0..<count, timing: timing) }
    return selecting(Array(0..<count) + (1..<count - 1).reversed())
  }

  /// Returns the loop begun at another frame: what programs show that do not animate.
  /// - Precondition: the clip has this frame.
  public func loopStarting(at frame: Int) -> SelectedFrames<Self> {
    precondition(frame >= 0 && frame < max(1, frameCount), "no frame \(frame) among \(frameCount)")
    return selecting(Array(frame..<frameCount) + Array(0..<min(frame, frameCount)))
  }

  /// Returns the clip with its last frame shown for so much longer, in seconds.
  /// - Precondition: the time is not negative.
  public func holdingLast(for time: Rational) -> SelectedFrames<Self> {
    precondition(time >= .zero, "a hold is not negative; got \(time) s")
    let count = frameCount
    guard count > 0, time > .zero else { return SelectedFrames(self, indices: 0..<count, timing: timing) }
    var durations = (0..<count).map { timing.duration(of: $0) }
    durations[count - 1] = durations[count - 1] + time
    return SelectedFrames(self, indices: 0..<count, timing: FrameTiming(durations: durations))
  }

  /// Returns every `step`-th frame, each shown until the next: the same length at a lower rate.
  /// - Precondition: the step is at least 1.
  public func everyFrame(by step: Int) -> SelectedFrames<Self> {
    precondition(step >= 1, "a step is at least 1; got \(step)")
    let indices = Array(stride(from: 0, to: frameCount, by: step))
    let durations = indices.map { timing.start(of: min($0 + step, frameCount)) - timing.start(of: $0) }
    return SelectedFrames(self, indices: indices, timing: FrameTiming(durations: durations))
  }

  /// Returns the clip at another rate: at every time k / rate the frame that is shown then. The length is kept to the nearest
  /// frame.
  /// - Parameter rate: frames per second, above 0.
  public func resampled(to rate: Rational) -> SelectedFrames<Self> {
    precondition(rate > .zero, "a rate is above 0; got \(rate)")
    guard frameCount > 0 else { return SelectedFrames(self, indices: [], timing: timing) }
    let step = 1 / rate
    let count = max(1, (timing.total * rate).rounded(times: 1))
    var indices: [Int] = []
    var frame = 0
    for k in 0..<count {
      let time = step * Rational(k)
      while frame + 1 < frameCount && timing.start(of: frame + 1) <= time { frame += 1 }
      indices.append(frame)
    }
    return SelectedFrames(self, indices: indices, timing: .uniform(step, count: count))
  }

  private func selecting(_ indices: [Int]) -> SelectedFrames<Self> {
    if let duration = timing.uniformDuration {
      return SelectedFrames(self, indices: indices, timing: .uniform(duration, count: indices.count))
    }
    return SelectedFrames(
      self, indices: indices, timing: FrameTiming(durations: indices.map { timing.duration(of: $0) }))
  }
}
