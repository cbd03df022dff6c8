// What can be animated: a value that can be blended with another of its type, and that may also be added.

import Bitmaps
import VectorGeometry

/// How a layer wants its values blended. Only paths ask.
public struct InterpolationRules: Hashable, Sendable {
  /// How paths of different make are matched.
  public var pathMorph: PathMorph
  /// Whether a path's progress is held within 0…1 where a spring or a curve leaves it.
  public var clampsPathProgress: Bool

  /// Makes the rules; the defaults are a layer's.
  public init(pathMorph: PathMorph = .pad, clampsPathProgress: Bool = false) {
    self.pathMorph = pathMorph
    self.clampsPathProgress = clampsPathProgress
  }
}

/// A value that animations can blend.
///
/// A type of one's own needs only `interpolated(to:progress:)`. The rest has defaults that treat the value as indivisible: sums
/// change nothing and two different values are a distance of 1 apart.
public protocol Interpolatable: Sendable, Equatable {
  /// Returns the blend: this value at progress 0, `other` at 1. The progress may leave 0…1 (springs overshoot) and must not be
  /// clamped; a value with a range is clamped when it is drawn.
  func interpolated(to other: Self, progress: Double) -> Self
  /// Returns the blend under a layer's rules.
  func interpolated(to other: Self, progress: Double, rules: InterpolationRules) -> Self
  /// Returns this value plus `factor` times another, component by component; cubic keyframes are made of it.
  func adding(_ other: Self, times factor: Double) -> Self
  /// Returns the sum that additive, cumulative and by-animations show, the other value counted `times` times (a whole number).
  func plus(_ other: Self, times: Double) -> Self
  /// Returns the Euclidean distance over all components; paced keyframes measure with it.
  func distance(to other: Self) -> Double
  /// What "nothing" looks like next to this value, if it can be blended with nothing at all.
  var vanished: Self? { get }
}

extension Interpolatable {
  /// Returns the blend, the rules being of no concern.
  public func interpolated(to other: Self, progress: Double, rules: InterpolationRules) -> Self {
    interpolated(to: other, progress: progress)
  }
  /// Returns the value itself: it can't be added to.
  public func adding(_ other: Self, times factor: Double) -> Self { self }
  /// Returns the plain sum.
  public func plus(_ other: Self, times: Double) -> Self { adding(other, times: times) }
  /// Returns 1 for different values.
  public func distance(to other: Self) -> Double { self == other ? 0 : 1 }
  /// Nothing stands for "nothing".
  public var vanished: Self? { nil }
}

/// A value without anything in between: it switches at progress 0.5.
public protocol SwitchedValue: Interpolatable {}

extension SwitchedValue {
  /// Returns this value before half of the progress and the other one from there on.
  public func interpolated(to other: Self, progress: Double) -> Self { progress < 0.5 ? self : other }
}

extension Bool: SwitchedValue {}
extension String: SwitchedValue {}
extension Int: SwitchedValue {}
extension Bitmap: SwitchedValue {}
extension Cap: SwitchedValue {}
extension Join: SwitchedValue {}
extension FillRule: SwitchedValue {}

extension Double: Interpolatable {
  /// Returns the linear blend.
  public func interpolated(to other: Double, progress: Double) -> Double { self + (other - self) * progress }
  /// Returns this number plus `factor` times the other.
  public func adding(_ other: Double, times factor: Double) -> Double { self + other * factor }
  /// Returns the absolute difference.
  public func distance(to other: Double) -> Double { abs(other - self) }
}

/// A value that is a fixed number of numbers.
package protocol ComponentValue: Interpolatable {
  /// Returns the value whose numbers are `combine` of this one's and the other's.
  func combined(with other: Self, _ combine: (Double, Double) -> Double) -> Self
}

extension ComponentValue {
  /// Returns the linear blend of every component.
  public func interpolated(to other: Self, progress: Double) -> Self {
    combined(with: other) { $0 + ($1 - $0) * progress }
  }
  /// Returns the sum of every component.
  public func adding(_ other: Self, times factor: Double) -> Self { combined(with: other) { $0 + $1 * factor } }
  /// Returns the Euclidean distance.
  public func distance(to other: Self) -> Double {
    var sum = 0.0
    _ = combined(with: other) {
      sum += ($1 - $0) * ($1 - $0)
      return $0
    }
    return sum.squareRoot()
  }
}

extension Point: ComponentValue {
  package func combined(with other: Point, _ combine: (Double, Double) -> Double) -> Point {
    Point(combine(x, other.x), combine(y, other.y))
  }
}

extension Vector: ComponentValue {
  package func combined(with other: Vector, _ combine: (Double, Double) -> Double) -> Vector {
    Vector(combine(dx, other.dx), combine(dy, other.dy))
  }
}

extension Size: ComponentValue {
  package func combined(with other: Size, _ combine: (Double, Double) -> Double) -> Size {
    Size(combine(width, other.width), combine(height, other.height))
  }
}

extension Rect: ComponentValue {
  package func combined(with other: Rect, _ combine: (Double, Double) -> Double) -> Rect {
    Rect(origin: origin.combined(with: other.origin, combine), size: size.combined(with: other.size, combine))
  }
}

extension Color: ComponentValue {
  /// Blends the gamma-encoded components, alpha apart, as Core Animation does.
  package func combined(with other: Color, _ combine: (Double, Double) -> Double) -> Color {
    Color(
      red: combine(red, other.red), green: combine(green, other.green), blue: combine(blue, other.blue),
      alpha: combine(alpha, other.alpha))
  }
  /// The same colour, invisible.
  public var vanished: Color? { withAlpha(0) }
}

extension AffineTransform: Interpolatable {
  /// Blends translation, rotation, scale and skew.
  public func interpolated(to other: AffineTransform, progress: Double) -> AffineTransform {
    Transform3D(self).interpolated(to: Transform3D(other), progress: progress).flattened
  }
  /// Adds the six numbers.
  public func adding(_ other: AffineTransform, times factor: Double) -> AffineTransform {
    Transform3D(self).adding(Transform3D(other), times: factor).flattened
  }
  /// Applies the other transform after this one, `times` times.
  public func plus(_ other: AffineTransform, times: Double) -> AffineTransform {
    Transform3D(self).plus(Transform3D(other), times: times).flattened
  }
  /// Returns the Euclidean distance over the numbers.
  public func distance(to other: AffineTransform) -> Double { Transform3D(self).distance(to: Transform3D(other)) }
}

extension Path: Interpolatable {
  /// Returns the blend under a layer's default rules.
  public func interpolated(to other: Path, progress: Double) -> Path {
    interpolated(to: other, progress: progress, rules: InterpolationRules())
  }
  /// Returns the blend; exactly at 0 and 1 the paths themselves, with their own steps.
  public func interpolated(to other: Path, progress: Double, rules: InterpolationRules) -> Path {
    let progress = rules.clampsPathProgress ? min(max(progress, 0), 1) : progress
    if progress == 0 { return self }
    if progress == 1 { return other }
    return interpolated(to: other, progress: progress, mode: rules.pathMorph)
  }
}

extension Optional: Interpolatable where Wrapped: Interpolatable {
  /// Returns the blend under a layer's default rules.
  public func interpolated(to other: Wrapped?, progress: Double) -> Wrapped? {
    interpolated(to: other, progress: progress, rules: InterpolationRules())
  }
  /// Blends two values; nothing counts as the other value's `vanished`, and where there is none the value switches.
  public func interpolated(to other: Wrapped?, progress: Double, rules: InterpolationRules) -> Wrapped? {
    if let from = self ?? other?.vanished, let to = other ?? self?.vanished {
      return from.interpolated(to: to, progress: progress, rules: rules)
    }
    return progress < 0.5 ? self : other
  }
  /// Adds if there is something on both sides.
  public func adding(_ other: Wrapped?, times factor: Double) -> Wrapped? {
    guard let self, let other else { return self }
    return self.adding(other, times: factor)
  }
  /// Adds if there is something on both sides.
  public func plus(_ other: Wrapped?, times: Double) -> Wrapped? {
    guard let self, let other else { return self }
    return self.plus(other, times: times)
  }
  /// Returns the distance, nothing counting as the other value's `vanished`.
  public func distance(to other: Wrapped?) -> Double {
    guard let from = self ?? other?.vanished, let to = other ?? self?.vanished else { return self == other ? 0 : 1 }
    return from.distance(to: to)
  }
}

extension Array: Interpolatable where Element: Interpolatable {
  /// Blends element by element if the counts agree; else the array switches at 0.5.
  public func interpolated(to other: [Element], progress: Double) -> [Element] {
    guard count == other.count else { return progress < 0.5 ? self : other }
    return zip(self, other).map { $0.interpolated(to: $1, progress: progress) }
  }
  /// Adds element by element if the counts agree.
  public func adding(_ other: [Element], times factor: Double) -> [Element] {
    guard count == other.count else { return self }
    return zip(self, other).map { $0.adding($1, times: factor) }
  }
  /// Returns the Euclidean distance over the elements' distances; 1 if the counts differ.
  public func distance(to other: [Element]) -> Double {
    guard count == other.count else { return 1 }
    return zip(self, other).reduce(0) { $0 + $1.0.distance(to: $1.1) * $1.0.distance(to: $1.1) }.squareRoot()
  }
}
