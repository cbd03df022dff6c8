// The curve that bends an animation's progress: a cubic Bézier curve from (0, 0) to (1, 1), read as y over x.
//
// For an input t the equation x(s) = t is solved by Newton's method in Double, with bisection where the curve is too steep for it,
// and y(s) is the answer. Source: the W3C "CSS Easing Functions" curves, which are Core Animation's named ones.

/// A pace: how progress in time becomes progress of the value.
public struct TimingFunction: Hashable, Sendable {
  /// The first control point; x lies in 0…1.
  public let x1: Double, y1: Double
  /// The second control point; x lies in 0…1.
  public let x2: Double, y2: Double

  /// Makes a curve from its two control points. An x outside 0…1 is moved to the nearer end; y may be anything finite.
  public init(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
    func unit(_ x: Double) -> Double { x > 0 ? (x < 1 ? x : 1) : 0 }
    self.x1 = unit(x1)
    self.y1 = y1
    self.x2 = unit(x2)
    self.y2 = y2
  }

  /// The same speed all the time.
  public static let linear = TimingFunction(0, 0, 1, 1)
  /// Begins slowly.
  public static let easeIn = TimingFunction(0.42, 0, 1, 1)
  /// Ends slowly.
  public static let easeOut = TimingFunction(0, 0, 0.58, 1)
  /// Begins and ends slowly; Core Animation's `easeInEaseOut`.
  public static let easeInOut = TimingFunction(0.42, 0, 0.58, 1)
  /// The curve of implicit animations: Core Animation's `default`, which is not `easeInOut`.
  public static let `default` = TimingFunction(0.25, 0.1, 0.25, 1)

  /// Whether the curve is the straight line.
  public var isLinear: Bool { x1 == y1 && x2 == y2 }

  /// Returns the curve's y at `t`: 0 for t ≤ 0, 1 for t ≥ 1. It leaves 0…1 where the control points do. The parameter is exact to
  /// 1e-12 wherever the slope of x allows.
  public func callAsFunction(_ t: Double) -> Double {
    guard t > 0 else { return 0 }
    guard t < 1 else { return 1 }
    if isLinear { return t }
    return Self.bezier(parameter(at: t), y1, y2)
  }

  /// Returns the parameter s with x(s) = t, for 0 < t < 1.
  private func parameter(at t: Double) -> Double {
    var s = t
    for _ in 0..<12 {
      let error = Self.bezier(s, x1, x2) - t
      let slope = Self.slope(s, x1, x2)
      // x'(s) near 0 makes Newton jump; x is monotonic, so bisection is always there.
      guard slope > 1e-6 else { break }
      if abs(error) < 1e-15 { return s }
      let next = s - error / slope
      guard next >= 0, next <= 1 else { break }
      if abs(next - s) < 1e-15 { return next }
      s = next
    }
    var low = 0.0, high = 1.0
    for _ in 0..<64 {
      let middle = (low + high) / 2
      if Self.bezier(middle, x1, x2) < t { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }

  /// The Bézier polynomial through 0, a, b, 1, in Bernstein's form, which cancels least.
  private static func bezier(_ s: Double, _ a: Double, _ b: Double) -> Double {
    let r = 1 - s
    return 3 * (r * r) * s * a + 3 * r * s * s * b + s * s * s
  }

  /// Its derivative.
  private static func slope(_ s: Double, _ a: Double, _ b: Double) -> Double {
    (3 * (1 - 3 * b + 3 * a) * s + 2 * (3 * b - 6 * a)) * s + 3 * a
  }
}
