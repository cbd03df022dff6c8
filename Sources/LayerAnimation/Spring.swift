// A damped spring in closed form: the motion of a mass that is let go (or thrown) and settles at its target. Nothing is stepped, so
// any instant costs the same.
//
// Source: the textbook solution of m·x″ + d·x′ + k·(x − 1) = 0; the settling time for a damping ratio below 1 is
// ln((1 + |B|) / 0.001) / (ζ·ω₀), which gives Core Animation's documented and measured figures to the last digit.

import VectorGeometry

/// A spring's constants.
public struct Spring: Hashable, Sendable {
  /// The mass at the spring's end; above 0, else the assignment is ignored.
  public var mass: Double { didSet { if !(mass > 0) { mass = oldValue } } }
  /// The spring constant; above 0, else the assignment is ignored.
  public var stiffness: Double { didSet { if !(stiffness > 0) { stiffness = oldValue } } }
  /// The friction; at least 0, else the assignment is ignored. May be infinite.
  public var damping: Double { didSet { if !(damping >= 0) { damping = oldValue } } }
  /// The speed at the begin in whole distances per second; positive heads for the target.
  public var initialVelocity: Double
  /// Whether a damping above the critical one creeps; else it counts as critical, as in UIKit.
  public var allowsOverdamping: Bool

  /// Makes a spring from its physical constants. A value out of range is replaced by its default.
  public init(
    mass: Double = 1, stiffness: Double = 100, damping: Double = 10, initialVelocity: Double = 0,
    allowsOverdamping: Bool = false
  ) {
    self.mass = mass > 0 ? mass : 1
    self.stiffness = stiffness > 0 ? stiffness : 100
    self.damping = damping >= 0 ? damping : 10
    self.initialVelocity = initialVelocity
    self.allowsOverdamping = allowsOverdamping
  }

  /// Makes a spring from what one sees: `perceptualDuration` is the period of the undamped motion in seconds (above 0), `bounce`
  /// runs from -1 (only creeping) over 0 (critical) to 1 (never at rest).
  public init(perceptualDuration: Double, bounce: Double = 0, initialVelocity: Double = 0) {
    let angularFrequency = 2 * Double.pi / perceptualDuration
    let ratio = bounce >= 0 ? 1 - bounce : (bounce <= -1 ? .infinity : 1 / (1 + bounce))
    self.init(
      mass: 1, stiffness: angularFrequency * angularFrequency, damping: 4 * Double.pi * ratio / perceptualDuration,
      initialVelocity: initialVelocity, allowsOverdamping: true)
  }

  /// The damping ratio ζ: below 1 it swings, at 1 it is critical.
  public var dampingRatio: Double { damping / (2 * (stiffness * mass).squareRoot()) }
  /// The period of the undamped motion, seconds.
  public var perceptualDuration: Double { 2 * Double.pi * (mass / stiffness).squareRoot() }
  /// How much it swings: the inverse of `init(perceptualDuration:bounce:)`.
  public var bounce: Double { dampingRatio <= 1 ? 1 - dampingRatio : 1 / dampingRatio - 1 }

  /// Undamped angular frequency ω₀ and the damping ratio that is in force.
  private var motion: (frequency: Double, ratio: Double) {
    let ratio = dampingRatio
    return ((stiffness / mass).squareRoot(), ratio > 1 && !allowsOverdamping ? 1 : ratio)
  }

  /// Returns the progress from 0 to the target 1, `time` seconds after the begin. It passes 1 while it swings and is not snapped to
  /// 1 at the end.
  public func progress(at time: Double) -> Double {
    if damping == .infinity, allowsOverdamping { return time <= 0 ? 0 : 1 }
    let (frequency, ratio) = motion
    if ratio < 1 {
      let damped = frequency * (1 - ratio * ratio).squareRoot()
      let b = (ratio * frequency - initialVelocity) / damped
      return 1 - exponential(-ratio * frequency * time) * (cosine(damped * time) + b * sine(damped * time))
    }
    if ratio == 1 {
      return 1 - exponential(-frequency * time) * (1 + (frequency - initialVelocity) * time)
    }
    let (slow, fast, share) = overdamped(frequency, ratio)
    return 1 - share * exponential(slow * time) - (1 - share) * exponential(fast * time)
  }

  /// The two decay rates of an overdamped spring and the slow one's share.
  private func overdamped(_ frequency: Double, _ ratio: Double) -> (slow: Double, fast: Double, share: Double) {
    let root = frequency * (ratio * ratio - 1).squareRoot()
    let slow = -ratio * frequency + root, fast = -ratio * frequency - root
    return (slow, fast, (fast + initialVelocity) / (fast - slow))
  }

  /// How long it takes until the spring stays within 0.001 of its target, seconds. Without damping it never does: the answer is
  /// then the largest Float, 3.4e38, as Core Animation's.
  public var settlingDuration: Double {
    let never = Double(Float.greatestFiniteMagnitude), threshold = 0.001
    if damping == 0 { return never }
    if damping == .infinity, allowsOverdamping { return 0 }
    let (frequency, ratio) = motion
    if ratio < 1 {
      let b = (ratio * frequency - initialVelocity) / (frequency * (1 - ratio * ratio).squareRoot())
      return max(0, logarithm((1 + abs(b)) / threshold) / (ratio * frequency))
    }
    // The first tenth of a second at which the envelope is below the threshold, as Core Animation has it; more than a day is never.
    let (slow, fast, share) = ratio == 1 ? (0, 0, 0) : overdamped(frequency, ratio)
    for step in 1..<1_000_000 {
      let time = Double(step) / 10
      let envelope =
        ratio == 1
        ? (1 + abs(frequency - initialVelocity) * time) * exponential(-frequency * time)
        : abs(share) * exponential(slow * time) + abs(1 - share) * exponential(fast * time)
      if envelope < threshold { return time }
    }
    return never
  }
}
