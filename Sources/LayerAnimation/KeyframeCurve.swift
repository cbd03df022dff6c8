// Keyframes as a curve over progress: key times, interpolation between the values, Kochanek-Bartels tangents.
//
// Source: Kochanek and Bartels, "Interpolating Splines with Local Tension, Continuity, and Bias Control", SIGGRAPH 1984. The ends
// continue as if the first and last step were repeated, so the end slope is the chord's.

/// How the values between keyframes come about.
public enum CalculationMode: String, Hashable, Sendable, CaseIterable {
  /// Straight from value to value.
  case linear
  /// Each value stands until the next one's time.
  case discrete
  /// Straight, at a constant speed; key times and functions are not used.
  case paced
  /// A smooth curve through the values.
  case cubic
  /// A smooth curve, timed by the distances between the values.
  case cubicPaced

  /// Whether the times come from the values.
  package var isPaced: Bool { self == .paced || self == .cubicPaced }
}

/// Values and when they are reached.
package struct KeyframeCurve<Value: Interpolatable>: Sendable {
  let values: [Value]
  let times: [Double]
  let functions: [TimingFunction]
  let mode: CalculationMode
  let tension: [Double], continuity: [Double], bias: [Double]

  /// Fixes the key times; those that are not valid are evenly spaced.
  package init(
    _ values: [Value], mode: CalculationMode = .linear, keyTimes: [Double]? = nil, functions: [TimingFunction] = [],
    tension: [Double] = [], continuity: [Double] = [], bias: [Double] = []
  ) {
    self.values = values
    self.mode = mode
    self.functions = mode.isPaced ? [] : functions
    self.tension = tension
    self.continuity = continuity
    self.bias = bias
    if mode.isPaced {
      var lengths = [0.0]
      for (value, next) in zip(values, values.dropFirst()) {
        lengths.append(lengths[lengths.count - 1] + value.distance(to: next))
      }
      let total = lengths[lengths.count - 1]
      times = total > 0 && total.isFinite ? lengths.map { $0 / total } : Self.even(values.count)
    } else {
      let count = mode == .discrete ? values.count + 1 : values.count
      times = keyTimes.flatMap { Self.areValid($0, count: count) ? $0 : nil } ?? Self.even(count)
    }
  }

  /// Whether key times rise from 0 to 1 and are of the right number.
  package static func areValid(_ times: [Double], count: Int) -> Bool {
    times.count == count && times.first == 0 && times.last == 1 && zip(times, times.dropFirst()).allSatisfy { $0 <= $1 }
  }

  private static func even(_ count: Int) -> [Double] {
    (0..<max(count, 0)).map { Double($0) / Double(max(count - 1, 1)) }
  }

  /// The value at a progress.
  /// - Precondition: there is at least one value.
  package func value(at progress: Double, rules: InterpolationRules = InterpolationRules()) -> Value {
    if values.count == 1 { return values[0] }
    let index = segment(at: progress, last: mode == .discrete ? values.count - 1 : values.count - 2)
    if mode == .discrete { return values[index] }
    let width = times[index + 1] - times[index]
    var local = width > 0 ? (progress - times[index]) / width : 1
    if index < functions.count { local = functions[index](local) }
    if mode == .cubic || mode == .cubicPaced { return hermite(index, local) }
    return values[index].interpolated(to: values[index + 1], progress: local, rules: rules)
  }

  /// The last segment that begins at or before a progress, by bisection.
  private func segment(at progress: Double, last: Int) -> Int {
    var low = 0, high = last
    while low < high {
      let middle = (low + high + 1) / 2
      if times[middle] <= progress { low = middle } else { high = middle - 1 }
    }
    return low
  }

  /// The cubic between values `index` and `index + 1`, written as weights of up to four values that add up to 1.
  private func hermite(_ index: Int, _ u: Double) -> Value {
    func parameter(_ list: [Double], _ at: Int) -> Double { at < list.count ? list[at] : 0 }
    /// Weights of the incoming and outgoing step in the tangent at a key; `side` is 1 on leaving it and -1 on reaching it.
    func tangent(_ at: Int, side: Double, scale: Double) -> (before: Double, after: Double) {
      let t = parameter(tension, at), c = parameter(continuity, at) * side, b = parameter(bias, at)
      let factor = scale * (1 - t) / 2
      return (factor * (1 + c) * (1 + b), factor * (1 - c) * (1 - b))
    }
    var leaveScale = 1.0, reachScale = 1.0
    if mode == .cubicPaced {
      let own = times[index + 1] - times[index]
      if index > 0 {
        let sum = times[index + 1] - times[index - 1]
        leaveScale = sum > 0 ? 2 * own / sum : 1
      }
      if index + 2 < values.count {
        let sum = times[index + 2] - times[index]
        reachScale = sum > 0 ? 2 * own / sum : 1
      }
    }
    let leave = tangent(index, side: 1, scale: leaveScale), reach = tangent(index + 1, side: -1, scale: reachScale)
    let u2 = u * u, u3 = u2 * u
    let second = 3 * u2 - 2 * u3, leaving = u3 - 2 * u2 + u, reaching = u3 - u2
    // The Hermite form, its weights being 1 - second, second, leaving and reaching, with the tangents before·(step into the key)
    // + after·(step out of it): the first value plus steps, where a step that lies outside repeats the one inside.
    let own = second + leaving * leave.after + reaching * reach.before
    let before = leaving * leave.before, after = reaching * reach.after
    let p1 = values[index], p2 = values[index + 1]
    var result = p1.adding(p2, times: own).adding(p1, times: -own)
    if index > 0 {
      result = result.adding(p1, times: before).adding(values[index - 1], times: -before)
    } else {
      result = result.adding(p2, times: before).adding(p1, times: -before)
    }
    if index + 2 < values.count {
      result = result.adding(values[index + 2], times: after).adding(p2, times: -after)
    } else {
      result = result.adding(p2, times: after).adding(p1, times: -after)
    }
    return result
  }
}
