// When the frames of a clip are sampled and how long each is shown. Nothing here, and nothing that draws, reads a real clock.
import ImageCodecs

/// Turns a rate and a length into frame times.
///
/// Frame k is the state at k / rate. A loop of length D has round(D · rate) frames, and what would be the frame at D is frame 0
/// again; a clip that ends at rest has one more, which shows that rest. The last frame of a loop is shown as long as it takes to
/// make the whole D, so that a clip is never faster or slower than asked for.
public struct FrameClock: Hashable, Sendable {
  /// Frames per second, exact.
  public let rate: Rational
  /// Length of the clip in seconds.
  public let duration: Double
  /// Whether the state at `duration` is frame 0 again.
  public let isLoop: Bool

  /// The most frames a clip may have.
  public static let maximumFrameCount = 100_000

  /// Makes a clock.
  /// - Precondition: the rate is above 0; the duration is finite and not negative.
  public init(rate: Rational, duration: Double, isLoop: Bool = true) {
    precondition(rate.numerator > 0, "a rate is above 0; got \(rate.numerator)/\(rate.denominator)")
    precondition(duration.isFinite && duration >= 0, "a duration is finite and not negative; got \(duration)")
    self.rate = rate
    self.duration = duration
    self.isLoop = isLoop
  }

  /// How many frames the clip would have; a Double, since it may be beyond what an Int or a file can hold.
  public var idealFrameCount: Double {
    let frames = duration * rate.value
    return isLoop ? max(1, frames.rounded()) : (frames + 1e-6).rounded(.down) + 1
  }

  /// How many frames the clip has, at most `maximumFrameCount`.
  public var frameCount: Int { Int(min(idealFrameCount, Double(Self.maximumFrameCount))) }

  /// Returns the time of frame `index` in seconds.
  public func time(ofFrame index: Int) -> Double { (Rational(index) / rate).value }

  /// The frames' durations: 1 / rate each, and what is left of `duration` for the last frame of a loop.
  public var timing: FrameTiming {
    let count = frameCount
    let step = Rational(1) / rate
    let total = Rational(approximating: duration) ?? step
    let rest = total - step * Rational(count - 1)
    guard isLoop, rest > .zero, rest != step else { return .uniform(step, count: count) }
    return FrameTiming(durations: Array(repeating: step, count: count - 1) + [rest])
  }
}
