// Which frames of a clip a file shows, in which order and for how long: forth and back, a hold at the end, another first picture. All become
// one list of indices with exact durations, so that every kind of file is arranged alike.

/// How a clip's frames are put in order.
public struct Arrangement: Hashable, Sendable {
  /// The picture that programs show which do not animate.
  public enum Poster: Hashable, Sendable {
    /// The clip's first frame.
    case first
    /// The clip's last frame.
    case last
    /// The frame shown so many seconds after the start.
    case time(Rational)
  }

  /// Whether the clip runs back to its start after the end; neither end is shown twice.
  public var pingPong = false
  /// How much longer the last frame stays, in seconds, not negative; with `pingPong` before it runs back.
  public var hold = Rational.zero
  /// The picture for programs that do not animate. A GIF begins its loop there; an APNG holds it beside the animation; a PNG is that frame.
  public var poster: Poster?

  /// The most frames the file may have, at least 1; nil for any number. Above it every second, third … frame is kept, each shown until the
  /// next one.
  public var maximumFrameCount: Int?

  /// The clip as it is.
  public init() {}

  /// The number of the poster's frame in a clip of this timing, 0 without a poster.
  /// - Throws: `OutputError.posterOutside` if the clip is over by then.
  func posterIndex(_ timing: FrameTiming) throws(OutputError) -> Int {
    switch poster {
    case nil, .first: return 0
    case .last: return max(0, timing.count - 1)
    case .time(let time):
      guard time >= .zero, time < timing.total else { throw .posterOutside(time: time, end: timing.total) }
      var index = 0
      while index + 1 < timing.count, timing.start(of: index + 1) <= time { index += 1 }
      return index
    }
  }
}

extension FrameSource {
  /// The clip with its frames in order, begun at frame `first` of the source.
  func arranged(_ arrangement: Arrangement, startingAt first: Int = 0) -> SelectedFrames<Self> {
    let count = frameCount
    var indices = Array(0..<count)
    if arrangement.pingPong, count > 2 { indices += (1..<count - 1).reversed() }
    let holds = arrangement.hold > .zero && count > 0
    // The source's frames come first in the list, in order, so a frame's number is also its place.
    if first > 0 { indices = Array(indices[first...] + indices[..<first]) }
    let step = arrangement.maximumFrameCount.map { (indices.count + max(1, $0) - 1) / max(1, $0) } ?? 1
    if let duration = timing.uniformDuration, !holds, step <= 1 {
      return SelectedFrames(self, indices: indices, timing: .uniform(duration, count: indices.count))
    }
    let durations = indices.map { index in
      holds && index == count - 1 ? timing.duration(of: index) + arrangement.hold : timing.duration(of: index)
    }
    if step <= 1 { return SelectedFrames(self, indices: indices, timing: FrameTiming(durations: durations)) }
    let kept = stride(from: 0, to: indices.count, by: step)
    return SelectedFrames(
      self, indices: kept.map { indices[$0] },
      timing: FrameTiming(
        durations: kept.map { durations[$0..<min($0 + step, durations.count)].reduce(.zero, +) }))
  }
}
