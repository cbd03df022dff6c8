/// A linear map with a translation:
///
///     x' = a·x + c·y + tx
///     y' = b·x + d·y + ty
///
/// As in Core Graphics, `first.concatenating(second)` applies `first` to a point before `second`.
public struct AffineTransform: Hashable, Sendable {
  /// The map's coefficients, named as in Core Graphics.
  public var a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double

  /// The transform that changes nothing.
  public static let identity = AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

  /// Makes a transform from its six coefficients.
  public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.tx = tx
    self.ty = ty
  }

  /// Makes a move by (`x`, `y`).
  public init(translationX x: Double, y: Double) { self.init(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y) }

  /// Makes a scaling about the origin.
  public init(scaleX x: Double, y: Double) { self.init(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0) }

  /// Makes a rotation about the origin; a growing angle (radians) turns clockwise on screen.
  public init(rotation angle: Double) {
    let cosine = cosine(angle), sine = sine(angle)
    self.init(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0)
  }

  /// Area scale with sign: negative when the transform mirrors, 0 when it flattens the plane.
  @inlinable public var determinant: Double { a * d - b * c }

  /// Whether every coefficient is a finite number.
  public var isFinite: Bool {
    a.isFinite && b.isFinite && c.isFinite && d.isFinite && tx.isFinite && ty.isFinite
  }

  /// The two singular values of the linear part: the largest and the smallest stretch of any direction.
  public var stretch: (largest: Double, smallest: Double) {
    let sum = a * a + b * b + c * c + d * d
    let along = a * a + b * b - c * c - d * d, across = 2 * (a * c + b * d)
    let difference = (along * along + across * across).squareRoot()
    return (((sum + difference) / 2).squareRoot(), (max(0, sum - difference) / 2).squareRoot())
  }

  /// Returns the transform that applies this one and then `next`.
  public func concatenating(_ next: AffineTransform) -> AffineTransform {
    AffineTransform(
      a: a * next.a + b * next.c, b: a * next.b + b * next.d,
      c: c * next.a + d * next.c, d: c * next.b + d * next.d,
      tx: tx * next.a + ty * next.c + next.tx, ty: tx * next.b + ty * next.d + next.ty)
  }

  /// Returns the transform that moves by (`x`, `y`) first and then applies this one.
  public func translatedBy(x: Double, y: Double) -> AffineTransform {
    AffineTransform(translationX: x, y: y).concatenating(self)
  }

  /// Returns the transform that scales first and then applies this one.
  public func scaledBy(x: Double, y: Double) -> AffineTransform {
    AffineTransform(scaleX: x, y: y).concatenating(self)
  }

  /// Returns the transform that rotates first and then applies this one.
  public func rotated(by angle: Double) -> AffineTransform { AffineTransform(rotation: angle).concatenating(self) }

  /// The transform that undoes this one; nil when the determinant is 0 or not finite.
  public var inverted: AffineTransform? {
    let determinant = determinant
    guard determinant != 0, determinant.isFinite else { return nil }
    return AffineTransform(
      a: d / determinant, b: -b / determinant, c: -c / determinant, d: a / determinant,
      tx: (c * ty - d * tx) / determinant, ty: (b * tx - a * ty) / determinant)
  }

  /// Returns the image of a point.
  @inlinable public func apply(to point: Point) -> Point {
    Point(a * point.x + c * point.y + tx, b * point.x + d * point.y + ty)
  }

  /// Returns the image of a vector; the translation does not count.
  @inlinable public func apply(to vector: Vector) -> Vector {
    Vector(a * vector.dx + c * vector.dy, b * vector.dx + d * vector.dy)
  }
}
