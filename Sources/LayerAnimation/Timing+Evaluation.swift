// The one place that maps a time to a position in an animation: every animation, group and layer reads its time here, so drawing
// and completion cannot disagree.
//
// Intervals are half-open: at its begin an animation is active, at its end it is over. The end sample of a group is a limit from
// the left, where the sides change: there the interval is (begin, end]. Wherever a cycle's end and the next one's begin fall
// together the side that is about to be played counts, unless time comes from the left.

extension Timing {
  /// Times closer than this count as equal, which absorbs sums such as 0.3 + 0.3 + 0.3 < 0.9.
  package static let epsilon = 1e-9

  /// A position in an animation.
  package struct Sample: Equatable, Sendable {
    /// Time within one run, 0…`duration`.
    package var time: Double
    /// Whether this instant is the limit of the ones before it, as children of a group need to know.
    package var isLimitFromLeft: Bool
    /// How many whole cycles are over.
    package var completedCycles: Double
  }

  /// The length of one cycle: there, or there and back.
  package var cycle: Double { autoreverses ? duration * 2 : duration }

  /// How long the animation is active, in its own time.
  package var activeDuration: Double {
    repeatDuration > 0 ? repeatDuration : (repeatCount > 0 ? (cycle == 0 ? 0 : cycle * repeatCount) : cycle)
  }

  /// When the animation is over, in its parent's time; infinite when it never is.
  package var end: Double { speed == 0 ? .infinity : beginTime + activeDuration / abs(speed) }

  /// Returns where the animation is at a time of its parent; nil when it shows nothing then.
  package func sample(at parentTime: Double, isLimitFromLeft left: Bool = false) -> Sample? {
    let active = activeDuration, epsilon = Self.epsilon
    let elapsed = (parentTime - beginTime) * (speed == 0 ? 1 : abs(speed))
    if elapsed < -epsilon || (left && elapsed <= epsilon) {
      return fillMode.coversBefore ? position(atContentTime: timeOffset, fromBelow: speed < 0, forward: true) : nil
    }
    if speed == 0 {
      let content = min(max(timeOffset, 0), active)
      return position(
        atContentTime: content, fromBelow: content > 0 && abs(content - active) < epsilon, forward: true)
    }
    if active == 0 || elapsed > active + epsilon || (!left && elapsed >= active - epsilon) {
      guard fillMode.coversAfter else { return nil }
      return position(
        atContentTime: (speed > 0 ? active : -active) + timeOffset, fromBelow: speed > 0, forward: speed > 0)
    }
    let content = (parentTime - beginTime) * speed + timeOffset
    return position(atContentTime: content, fromBelow: (speed > 0) == left, forward: speed > 0)
  }

  /// Folds a content time into one run.
  /// - Parameter below: whether `content` is a limit from below, so that a cycle's boundary is the end of a cycle.
  private func position(atContentTime content: Double, fromBelow below: Bool, forward: Bool) -> Sample {
    let cycle = cycle
    guard cycle > 0, content.isFinite else { return Sample(time: 0, isLimitFromLeft: below, completedCycles: 0) }
    var count = (content / cycle).rounded(.down)
    var rest = content - count * cycle
    if rest < Self.epsilon || cycle - rest < Self.epsilon {
      let boundary = rest < Self.epsilon ? count : count + 1
      count = below ? boundary - 1 : boundary
      rest = below ? cycle : 0
    }
    var time = rest, grows = true
    if autoreverses {
      if abs(rest - duration) < Self.epsilon {
        time = duration
        grows = below
      } else if rest > duration {
        time = cycle - rest
        grows = false
      }
    }
    return Sample(time: time, isLimitFromLeft: below == grows, completedCycles: max(0, count))
  }
}
