// The plane's smallest parts. Everything is in Double; x grows to the right and y grows downward, so a growing angle turns
// clockwise on screen.

/// A position in the plane.
public struct Point: Hashable, BitwiseCopyable, Sendable {
  /// Distance to the right of the origin.
  public var x: Double
  /// Distance below the origin.
  public var y: Double

  /// The origin.
  public static let zero = Point(0, 0)

  /// Makes the point (`x`, `y`).
  @inlinable public init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }

  /// Makes the point (`x`, `y`).
  public init(x: Double, y: Double) { self.init(x, y) }

  /// Whether neither coordinate is infinite or NaN.
  @inlinable public var isFinite: Bool { x.isFinite && y.isFinite }

  /// Returns the point a fraction of the way to `other`: 0 is this point, 1 is `other`. The fraction may leave 0…1.
  @inlinable public func lerp(to other: Point, _ fraction: Double) -> Point {
    Point(x + (other.x - x) * fraction, y + (other.y - y) * fraction)
  }

  /// Returns the distance to `other`.
  @inlinable public func distance(to other: Point) -> Double { (other - self).length }

  /// The way from `right` to `left`.
  @inlinable public static func - (left: Point, right: Point) -> Vector { Vector(left.x - right.x, left.y - right.y) }
  /// The point moved by a vector.
  @inlinable public static func + (point: Point, vector: Vector) -> Point {
    Point(point.x + vector.dx, point.y + vector.dy)
  }
  /// The point moved back by a vector.
  @inlinable public static func - (point: Point, vector: Vector) -> Point {
    Point(point.x - vector.dx, point.y - vector.dy)
  }
  /// Moves the point by a vector.
  @inlinable public static func += (point: inout Point, vector: Vector) { point = point + vector }
}

/// A way in the plane: a direction and a length.
public struct Vector: Hashable, Sendable {
  /// Part along x, to the right.
  public var dx: Double
  /// Part along y, downward.
  public var dy: Double

  /// The vector of length 0.
  public static let zero = Vector(0, 0)

  /// Makes the vector (`dx`, `dy`).
  @inlinable public init(_ dx: Double, _ dy: Double) {
    self.dx = dx
    self.dy = dy
  }

  /// Makes the unit vector at `angle` radians; 0 points right, π/2 points down.
  public init(angle: Double) { self.init(cosine(angle), sine(angle)) }

  /// The length squared.
  @inlinable public var lengthSquared: Double { dx * dx + dy * dy }
  /// The length.
  @inlinable public var length: Double { lengthSquared.squareRoot() }
  /// The vector turned by a quarter, clockwise on screen.
  @inlinable public var turnedClockwise: Vector { Vector(-dy, dx) }

  /// The scalar product.
  @inlinable public func dot(_ other: Vector) -> Double { dx * other.dx + dy * other.dy }
  /// The z part of the cross product: positive when `other` lies clockwise (on screen) of this vector.
  @inlinable public func cross(_ other: Vector) -> Double { dx * other.dy - dy * other.dx }

  /// The sum.
  @inlinable public static func + (left: Vector, right: Vector) -> Vector {
    Vector(left.dx + right.dx, left.dy + right.dy)
  }
  /// The difference.
  @inlinable public static func - (left: Vector, right: Vector) -> Vector {
    Vector(left.dx - right.dx, left.dy - right.dy)
  }
  /// The opposite vector.
  @inlinable public static prefix func - (vector: Vector) -> Vector { Vector(-vector.dx, -vector.dy) }
  /// The vector made `factor` times as long.
  @inlinable public static func * (vector: Vector, factor: Double) -> Vector {
    Vector(vector.dx * factor, vector.dy * factor)
  }
  /// The vector made `factor` times as long.
  @inlinable public static func * (factor: Double, vector: Vector) -> Vector { vector * factor }
  /// The vector divided by `divisor`.
  @inlinable public static func / (vector: Vector, divisor: Double) -> Vector {
    Vector(vector.dx / divisor, vector.dy / divisor)
  }
}
