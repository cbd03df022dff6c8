// How each kind of animation tells its spans: one for an animation of a property, those of all its members for a group, on the group's time.

import Bitmaps
import VectorGeometry

extension Timing {
  /// The most runs that are told apart.
  private static let largestRunCount = 256.0
  /// Points of the curve per run.
  private static let pointCount = 64

  /// What an animation of this timing does until a time of its parent; nil where it never runs.
  /// - Parameters:
  ///   - keys: where keyframes are reached, as fractions of a run.
  ///   - value: the curve's height at a time within one run.
  func span(
    until horizon: Double, keyPath: any AnyKeyPath & Sendable, shape: AnimationSpan.Shape,
    first: AnimationSpan.Value, last: AnimationSpan.Value, keys: [Double], value: (Double) -> Double
  ) -> AnimationSpan? {
    let stop = min(end, horizon)
    guard speed != 0, duration > 0, stop > beginTime else { return nil }
    let run = duration / abs(speed)
    let runCount = Int(max(1, min(((stop - beginTime) / run - 1e-9).rounded(.up), Self.largestRunCount)))
    var span = AnimationSpan(
      keyPath: keyPath, shape: shape, begin: beginTime, end: stop,
      shownFrom: fillMode.coversBefore ? -.infinity : beginTime,
      shownUntil: end > horizon || fillMode.coversAfter ? .infinity : stop, first: first, last: last,
      repeatCount: repeatDuration > 0 ? repeatDuration / cycle : max(repeatCount, 1), autoreverses: autoreverses,
      turns: [], keys: [], curve: [])
    for number in 0..<runCount {
      let start = beginTime + Double(number) * run, runEnd = min(start + run, stop)
      if number > 0, !autoreverses || number % 2 == 0 { span.turns.append(start) }
      for place in 0...Self.pointCount {
        let time = start + (runEnd - start) * Double(place) / Double(Self.pointCount)
        // A run's last value is the limit from within it, not the next run's first.
        guard let sample = sample(at: time, isLimitFromLeft: place == Self.pointCount) else { continue }
        span.curve.append(AnimationSpan.CurvePoint(time: time, value: value(sample.time)))
      }
      let isBackwards = (speed < 0) != (autoreverses && number % 2 == 1)
      for fraction in keys.map({ isBackwards ? 1 - $0 : $0 }).sorted() {
        let key = start + fraction * run
        if key <= runEnd + Self.epsilon, span.keys.last.map({ key - $0 > Self.epsilon }) ?? true {
          span.keys.append(key)
        }
      }
    }
    return span
  }
}

extension PropertyNode {
  package func spans(until horizon: Double, rules: InterpolationRules) -> [AnimationSpan] {
    var keys: [Double] = []
    var shape = AnimationSpan.Shape.basic(nil)
    var ends: (Value, Value)
    switch curve {
    case .basic(let from, let to):
      ends = (from, to)
      if case .function(let function) = pace { shape = .basic(function) }
      if case .spring(let spring) = pace { shape = .spring(spring) }
    case .keyframes(let keyframes):
      ends = (keyframes.values[0], keyframes.values[keyframes.values.count - 1])
      shape = .keyframes(count: keyframes.values.count)
      keys = keyframes.times
      if case .function(let function) = pace { keys = keys.map(function.time(of:)) }
    }
    let isPath = Value.self == Path.self || Value.self == Path?.self
    let span = timing.span(
      until: horizon, keyPath: property.keyPath, shape: shape, first: Self.described(ends.0),
      last: Self.described(ends.1), keys: keys
    ) { time in
      // A number is its own height; of anything else it is how far it has come.
      if let number = value(at: time, rules) as? Double { return number }
      let progress = progress(at: time)
      return isPath && rules.clampsPathProgress ? min(max(progress, 0), 1) : progress
    }
    return span.map { [$0] } ?? []
  }

  private static func described(_ value: Value) -> AnimationSpan.Value {
    switch value {
    case let number as Double: .number(number)
    case let point as Point: .point(point)
    case let color as Color: .color(color)
    default: .other
    }
  }
}

extension PathMotionNode {
  package func spans(until horizon: Double, rules: InterpolationRules) -> [AnimationSpan] {
    let keys = function.map { function in motion.times.map(function.time(of:)) } ?? motion.times
    let span = timing.span(
      until: horizon, keyPath: property.keyPath, shape: .keyframes(count: motion.times.count),
      first: .point(motion.position(at: 0).point), last: .point(motion.position(at: 1).point), keys: keys
    ) { time in
      let fraction = time / timing.duration
      return function?(fraction) ?? fraction
    }
    return span.map { [$0] } ?? []
  }
}

extension TimingFunction {
  /// The t at which the curve reaches a value; of several, one of them.
  func time(of value: Double) -> Double {
    if value <= 0 { return 0 }
    if value >= 1 { return 1 }
    var low = 0.0, high = 1.0
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if self(middle) < value { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }
}

extension GroupNode {
  /// The most runs of a group that a chart shows.
  private static var largestRunCount: Int { 256 }

  package func spans(until horizon: Double, rules: InterpolationRules) -> [AnimationSpan] {
    let (duration, cycle, speed) = (timing.duration, timing.cycle, timing.speed)
    let end = min(timing.end, horizon)
    guard speed != 0, duration > 0, end > timing.beginTime else { return [] }
    let members = children.flatMap { $0.spans(until: duration, rules: rules) }.compactMap {
      $0.clipped(to: 0...duration)
    }
    let whole = timing.beginTime...end
    // The group's content time runs from `timeOffset` over as long as it is active, folded into cycles.
    let length = (end - timing.beginTime) * abs(speed)
    let lowest = speed > 0 ? timing.timeOffset : timing.timeOffset - length
    let firstCycle = (lowest / cycle + 1e-9).rounded(.down)
    let cycleCount = min(((lowest + length) / cycle - 1e-9).rounded(.up) - firstCycle, Double(Self.largestRunCount))
    var spans: [AnimationSpan] = []
    for number in 0..<Int(max(cycleCount, 0)) {
      let start = (firstCycle + Double(number)) * cycle
      for isBackwards in timing.autoreverses ? [false, true] : [false] {
        func parentTime(_ time: Double) -> Double {
          let bent = timing.function.map { $0.time(of: time / duration) * duration } ?? time
          let content = start + (isBackwards ? cycle - bent : bent)
          return timing.beginTime + (content - timing.timeOffset) / speed
        }
        spans += members.compactMap { $0.mapped(parentTime).clipped(to: whole) }
      }
    }
    return spans.sorted { $0.begin < $1.begin }.map { span in
      var span = span
      if timing.fillMode.coversBefore, span.shownFrom <= whole.lowerBound { span.shownFrom = -.infinity }
      if timing.fillMode.coversAfter || timing.end > horizon, span.shownUntil >= whole.upperBound {
        span.shownUntil = .infinity
      }
      return span
    }
  }
}
