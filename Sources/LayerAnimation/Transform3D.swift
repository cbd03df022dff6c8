// A layer's transform: a 4 × 4 matrix for row vectors, as CATransform3D. What the renderer draws of it is its flattened part, an
// affine transform of the plane; perspective is kept in the numbers and not drawn.

import VectorGeometry

/// A linear map of space with translation and perspective, for row vectors: `[x y z 1] · M`.
public struct Transform3D: Hashable, Sendable {
  /// The matrix's rows.
  package var row1: SIMD4<Double>, row2: SIMD4<Double>, row3: SIMD4<Double>, row4: SIMD4<Double>

  package init(_ row1: SIMD4<Double>, _ row2: SIMD4<Double>, _ row3: SIMD4<Double>, _ row4: SIMD4<Double>) {
    self.row1 = row1
    self.row2 = row2
    self.row3 = row3
    self.row4 = row4
  }

  /// The transform that changes nothing.
  public static let identity = Transform3D(
    SIMD4(1, 0, 0, 0), SIMD4(0, 1, 0, 0), SIMD4(0, 0, 1, 0), SIMD4(0, 0, 0, 1))

  /// Makes a transform of the plane.
  public init(_ affine: AffineTransform) {
    self.init(
      SIMD4(affine.a, affine.b, 0, 0), SIMD4(affine.c, affine.d, 0, 0), SIMD4(0, 0, 1, 0),
      SIMD4(affine.tx, affine.ty, 0, 1))
  }

  /// Makes a move.
  public static func translation(_ x: Double, _ y: Double, _ z: Double = 0) -> Transform3D {
    Transform3D(identity.row1, identity.row2, identity.row3, SIMD4(x, y, z, 1))
  }

  /// Makes a scaling about the origin.
  public static func scale(_ x: Double, _ y: Double, _ z: Double = 1) -> Transform3D {
    Transform3D(SIMD4(x, 0, 0, 0), SIMD4(0, y, 0, 0), SIMD4(0, 0, z, 0), identity.row4)
  }

  /// Makes a scaling about the origin, equal along x and y.
  public static func scale(_ factor: Double) -> Transform3D { scale(factor, factor) }

  /// Makes a rotation in the plane; a growing angle (radians) turns clockwise on screen.
  public static func rotation(_ angle: Double) -> Transform3D { rotation(angle, x: 0, y: 0, z: 1) }

  /// Makes a rotation about an axis through the origin, by `angle` radians; the identity for an axis of length 0.
  public static func rotation(_ angle: Double, x: Double, y: Double, z: Double) -> Transform3D {
    let length = (x * x + y * y + z * z).squareRoot()
    guard length > 0, length.isFinite else { return identity }
    let (x, y, z) = (x / length, y / length, z / length)
    let c = cosine(angle), s = sine(angle), u = 1 - c
    return Transform3D(
      SIMD4(c + u * x * x, u * x * y + s * z, u * x * z - s * y, 0),
      SIMD4(u * x * y - s * z, c + u * y * y, u * y * z + s * x, 0),
      SIMD4(u * x * z + s * y, u * y * z - s * x, c + u * z * z, 0), identity.row4)
  }

  /// The number in a row and a column, both 1…4: `transform[3, 4]` is CATransform3D's `m34`.
  public subscript(row: Int, column: Int) -> Double {
    get {
      switch row {
      case 1: row1[column - 1]
      case 2: row2[column - 1]
      case 3: row3[column - 1]
      default: row4[column - 1]
      }
    }
    set {
      switch row {
      case 1: row1[column - 1] = newValue
      case 2: row2[column - 1] = newValue
      case 3: row3[column - 1] = newValue
      default: row4[column - 1] = newValue
      }
    }
  }

  /// Returns the transform that applies this one and then `next`.
  public func concatenating(_ next: Transform3D) -> Transform3D {
    func row(_ r: SIMD4<Double>) -> SIMD4<Double> {
      next.row1 * r.x + next.row2 * r.y + next.row3 * r.z + next.row4 * r.w
    }
    return Transform3D(row(row1), row(row2), row(row3), row(row4))
  }

  /// Whether it is a transform of the plane that leaves z alone.
  public var isAffine: Bool {
    row1.z == 0 && row1.w == 0 && row2.z == 0 && row2.w == 0 && row3 == SIMD4(0, 0, 1, 0) && row4.z == 0 && row4.w == 1
  }

  /// What is left of it in the plane z = 0 seen from far: x and y without depth and perspective.
  public var flattened: AffineTransform {
    AffineTransform(a: row1.x, b: row1.y, c: row2.x, d: row2.y, tx: row4.x, ty: row4.y)
  }

  /// The determinant of the upper left 3 × 3 numbers: 0 when space is flattened, negative when it is mirrored.
  package var determinant: Double {
    row1.x * (row2.y * row3.z - row2.z * row3.y) - row1.y * (row2.x * row3.z - row2.z * row3.x)
      + row1.z * (row2.x * row3.y - row2.y * row3.x)
  }
}

extension Transform3D: Interpolatable {
  /// Blends translation, scale, skew, perspective and, on the shorter way round, rotation. Equal transforms stay as they are, so
  /// 0 to 2π does nothing here; animate `transform.rotation` for turns. A singular matrix is blended number by number.
  public func interpolated(to other: Transform3D, progress: Double) -> Transform3D {
    if self == other { return self }
    guard let from = Decomposition(self), let to = Decomposition(other) else {
      return adding(self, times: -progress).adding(other, times: progress)
    }
    return from.interpolated(to: to, progress: progress).transform
  }

  /// Adds the sixteen numbers.
  public func adding(_ other: Transform3D, times factor: Double) -> Transform3D {
    Transform3D(
      row1 + other.row1 * factor, row2 + other.row2 * factor, row3 + other.row3 * factor, row4 + other.row4 * factor)
  }

  /// Applies the other transform after this one, `times` times; a negative count undoes it.
  public func plus(_ other: Transform3D, times: Double) -> Transform3D {
    guard var square = times < 0 ? other.inverted : other else { return self }
    // A count beyond 2⁵³ (or none at all) is no whole number any more and nobody's wish.
    var count = UInt64(abs(times) < 0x1p53 ? abs(times) : 0x1p53), result = self
    while count > 0 {
      if count & 1 == 1 { result = result.concatenating(square) }
      square = square.concatenating(square)
      count >>= 1
    }
    return result
  }

  /// Returns the Euclidean distance over the sixteen numbers.
  public func distance(to other: Transform3D) -> Double {
    let difference = adding(other, times: -1)
    func squares(_ row: SIMD4<Double>) -> Double { (row * row).sum() }
    return (squares(difference.row1) + squares(difference.row2) + squares(difference.row3) + squares(difference.row4))
      .squareRoot()
  }
}
