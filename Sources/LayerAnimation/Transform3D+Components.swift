// A transform's parts: decomposition for blending, and the components that key paths reach (`\.transform.rotation`,
// `\.transform.scaleX`). Reading or writing a component takes the matrix apart and replaces that component alone.
//
// Order, for row vectors: perspective · scale · skew · rotation x, then y, then z · translation. Source: Thomas, "Decomposing a
// matrix into simple transformations", Graphics Gems II (1991). A mirrored matrix turns the axis around that leaves the smallest
// rotation, so that a plain flip stays a scale.

import VectorGeometry

extension Transform3D {
  /// A transform taken apart.
  package struct Decomposition: Sendable {
    var translation: SIMD3<Double>
    var scale: SIMD3<Double>
    /// Shear of y by x, of z by x and of z by y.
    var skew: SIMD3<Double>
    /// Unit quaternion x, y, z, w.
    var rotation: SIMD4<Double>
    var perspective: SIMD4<Double>
  }

  /// The transform that undoes this one; nil for a singular matrix. By Gauss's elimination with row exchange.
  public var inverted: Transform3D? {
    var left = [row1, row2, row3, row4]
    var right = [Self.identity.row1, Self.identity.row2, Self.identity.row3, Self.identity.row4]
    for column in 0..<4 {
      guard let pivot = (column..<4).max(by: { abs(left[$0][column]) < abs(left[$1][column]) }),
        left[pivot][column] != 0, left[pivot][column].isFinite
      else { return nil }
      left.swapAt(pivot, column)
      right.swapAt(pivot, column)
      let factor = 1 / left[column][column]
      left[column] *= factor
      right[column] *= factor
      for row in 0..<4 where row != column {
        let weight = left[row][column]
        left[row] -= left[column] * weight
        right[row] -= right[column] * weight
      }
    }
    return Transform3D(right[0], right[1], right[2], right[3])
  }
}

extension Transform3D.Decomposition {
  /// Takes a matrix apart; nil when it is singular.
  package init?(_ matrix: Transform3D) {
    let w = matrix.row4.w
    guard w != 0, w.isFinite else { return nil }
    var affine = Transform3D(matrix.row1 / w, matrix.row2 / w, matrix.row3 / w, matrix.row4 / w)
    let column = SIMD4(affine.row1.w, affine.row2.w, affine.row3.w, affine.row4.w)
    affine.row1.w = 0
    affine.row2.w = 0
    affine.row3.w = 0
    affine.row4.w = 1
    let determinant = affine.determinant
    guard determinant != 0, determinant.isFinite else { return nil }
    perspective = SIMD4(0, 0, 0, 1)
    if column != SIMD4(0, 0, 0, 1) {
      guard let inverse = affine.inverted else { return nil }
      // p with M = [I | p] · affine in the last column: p solves affine⁻¹ applied to the column.
      func dot(_ row: SIMD4<Double>) -> Double { (row * column).sum() }
      perspective = SIMD4(dot(inverse.row1), dot(inverse.row2), dot(inverse.row3), dot(inverse.row4))
    }
    translation = SIMD3(affine.row4.x, affine.row4.y, affine.row4.z)

    func three(_ row: SIMD4<Double>) -> SIMD3<Double> { SIMD3(row.x, row.y, row.z) }
    var x = three(affine.row1), y = three(affine.row2), z = three(affine.row3)
    func dot(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double { (a * b).sum() }
    scale = .zero
    skew = .zero
    scale.x = dot(x, x).squareRoot()
    x /= scale.x
    skew.x = dot(x, y)
    y -= x * skew.x
    scale.y = dot(y, y).squareRoot()
    y /= scale.y
    skew.x /= scale.y
    skew.y = dot(x, z)
    z -= x * skew.y
    skew.z = dot(y, z)
    z -= y * skew.z
    scale.z = dot(z, z).squareRoot()
    z /= scale.z
    skew.y /= scale.z
    skew.z /= scale.z
    if determinant < 0 {
      // Turn the axis around that leaves the largest trace, the smallest rotation.
      let trace = SIMD3(-x.x + y.y + z.z, x.x - y.y + z.z, x.x + y.y - z.z)
      if trace.x >= trace.y && trace.x >= trace.z {
        scale.x = -scale.x
        x = -x
        skew.x = -skew.x
        skew.y = -skew.y
      } else if trace.y >= trace.z {
        scale.y = -scale.y
        y = -y
        skew.x = -skew.x
        skew.z = -skew.z
      } else {
        scale.z = -scale.z
        z = -z
        skew.y = -skew.y
        skew.z = -skew.z
      }
    }
    rotation = Self.quaternion(x, y, z)
  }

  /// The unit quaternion of a rotation matrix given by its rows.
  private static func quaternion(_ x: SIMD3<Double>, _ y: SIMD3<Double>, _ z: SIMD3<Double>) -> SIMD4<Double> {
    var q = SIMD4(
      max(0, 1 + x.x - y.y - z.z).squareRoot() / 2, max(0, 1 - x.x + y.y - z.z).squareRoot() / 2,
      max(0, 1 - x.x - y.y + z.z).squareRoot() / 2, max(0, 1 + x.x + y.y + z.z).squareRoot() / 2)
    if y.z < z.y { q.x = -q.x }
    if z.x < x.z { q.y = -q.y }
    if x.y < y.x { q.z = -q.z }
    return q
  }

  /// Blends every part, the rotation on the shorter arc.
  package func interpolated(to other: Self, progress: Double) -> Self {
    var target = other.rotation
    var agreement = (rotation * target).sum()
    if agreement < 0 {
      target = -target
      agreement = -agreement
    }
    let turned: SIMD4<Double>
    let angle = arcCosine(min(1, agreement))
    if angle < 1e-9 {
      turned = rotation
    } else {
      let divisor = sine(angle)
      turned = rotation * (sine((1 - progress) * angle) / divisor) + target * (sine(progress * angle) / divisor)
    }
    func mix<V: SIMD>(_ a: V, _ b: V) -> V where V.Scalar == Double { a + (b - a) * progress }
    return Self(
      translation: mix(translation, other.translation), scale: mix(scale, other.scale), skew: mix(skew, other.skew),
      rotation: turned, perspective: mix(perspective, other.perspective))
  }

  /// The rotation's matrix.
  var rotationMatrix: Transform3D {
    let q = rotation
    return Transform3D(
      SIMD4(1 - 2 * (q.y * q.y + q.z * q.z), 2 * (q.x * q.y + q.z * q.w), 2 * (q.x * q.z - q.y * q.w), 0),
      SIMD4(2 * (q.x * q.y - q.z * q.w), 1 - 2 * (q.x * q.x + q.z * q.z), 2 * (q.y * q.z + q.x * q.w), 0),
      SIMD4(2 * (q.x * q.z + q.y * q.w), 2 * (q.y * q.z - q.x * q.w), 1 - 2 * (q.x * q.x + q.y * q.y), 0),
      SIMD4(0, 0, 0, 1))
  }

  /// The matrix again.
  package var transform: Transform3D { transform(rotation: rotationMatrix) }

  /// The matrix with another rotation.
  func transform(rotation: Transform3D) -> Transform3D {
    var shape = Transform3D(
      SIMD4(scale.x, 0, 0, 0), SIMD4(skew.x * scale.y, scale.y, 0, 0),
      SIMD4(skew.y * scale.z, skew.z * scale.z, scale.z, 0), SIMD4(0, 0, 0, 1))
    shape = shape.concatenating(rotation)
    shape.row4 = SIMD4(translation.x, translation.y, translation.z, 1)
    guard perspective != SIMD4(0, 0, 0, 1) else { return shape }
    func dot(_ row: SIMD4<Double>) -> Double { (row * perspective).sum() }
    let column = SIMD4(dot(shape.row1), dot(shape.row2), dot(shape.row3), dot(shape.row4))
    shape.row1.w = column.x
    shape.row2.w = column.y
    shape.row3.w = column.z
    shape.row4.w = column.w
    return shape
  }

  /// The rotations about x, y and z, applied in that order, radians.
  var angles: SIMD3<Double> {
    get {
      let m = rotationMatrix
      let y = arcSine(min(1, max(-1, -m.row1.z)))
      if abs(m.row1.z) > 1 - 1e-12 { return SIMD3(arcTangent(-m.row3.y, m.row2.y), y, 0) }
      return SIMD3(arcTangent(m.row2.z, m.row3.z), y, arcTangent(m.row1.y, m.row1.x))
    }
    set {
      let turned = Transform3D.rotation(newValue.x, x: 1, y: 0, z: 0)
        .concatenating(.rotation(newValue.y, x: 0, y: 1, z: 0)).concatenating(.rotation(newValue.z))
      func three(_ row: SIMD4<Double>) -> SIMD3<Double> { SIMD3(row.x, row.y, row.z) }
      rotation = Self.quaternion(three(turned.row1), three(turned.row2), three(turned.row3))
    }
  }
}

// MARK: - Components

extension Transform3D {
  /// The translation in the plane.
  public var translation: Vector {
    get { Vector(row4.x, row4.y) }
    set {
      row4.x = newValue.dx
      row4.y = newValue.dy
    }
  }
  /// The translation along x.
  public var translationX: Double {
    get { row4.x }
    set { row4.x = newValue }
  }
  /// The translation along y.
  public var translationY: Double {
    get { row4.y }
    set { row4.y = newValue }
  }
  /// The translation along z.
  public var translationZ: Double {
    get { row4.z }
    set { row4.z = newValue }
  }

  /// The rotation in the plane, radians: the same as `rotationZ`.
  public var rotation: Double {
    get { rotationZ }
    set { rotationZ = newValue }
  }
  /// The rotation about the x axis, radians.
  public var rotationX: Double {
    get { component { $0.angles.x } }
    set { replace { $0.angles.x = newValue } }
  }
  /// The rotation about the y axis, radians.
  public var rotationY: Double {
    get { component { $0.angles.y } }
    set { replace { $0.angles.y = newValue } }
  }
  /// The rotation about the z axis, radians.
  public var rotationZ: Double {
    get { isAffine ? planeRotation : component { $0.angles.z } }
    set {
      guard isAffine else { return replace { $0.angles.z = newValue } }
      let turn = newValue - planeRotation, c = cosine(turn), s = sine(turn)
      row1 = SIMD4(row1.x * c - row1.y * s, row1.x * s + row1.y * c, 0, 0)
      row2 = SIMD4(row2.x * c - row2.y * s, row2.x * s + row2.y * c, 0, 0)
    }
  }

  /// The mean of the three scales; setting it sets all three.
  public var scale: Double {
    get { (scaleX + scaleY + scaleZ) / 3 }
    set {
      scaleX = newValue
      scaleY = newValue
      scaleZ = newValue
    }
  }
  /// The scale along x.
  public var scaleX: Double {
    get { isUpright ? row1.x : component { $0.scale.x } }
    set { if isUpright { row1.x = newValue } else { replace { $0.scale.x = newValue } } }
  }
  /// The scale along y.
  public var scaleY: Double {
    get { isUpright ? row2.y : component { $0.scale.y } }
    set { if isUpright { row2.y = newValue } else { replace { $0.scale.y = newValue } } }
  }
  /// The scale along z.
  public var scaleZ: Double {
    get { isUpright ? row3.z : component { $0.scale.z } }
    set { if isUpright { row3.z = newValue } else { replace { $0.scale.z = newValue } } }
  }
  /// The scales along x and y.
  public var scaleXY: Size {
    get { Size(scaleX, scaleY) }
    set {
      scaleX = newValue.width
      scaleY = newValue.height
    }
  }

  /// Whether it only scales along the axes and moves, so that its scales can be read off.
  private var isUpright: Bool {
    row1.y == 0 && row1.z == 0 && row1.w == 0 && row2.x == 0 && row2.z == 0 && row2.w == 0 && row3.x == 0
      && row3.y == 0 && row3.w == 0 && row4.w == 1
  }

  /// The direction of the x axis, or of the y axis where x has no length.
  private var planeRotation: Double {
    if row1.x != 0 || row1.y != 0 {
      // An upright matrix has scales, of either sign, and no rotation; any other mirrored one turns around the axis that leaves
      // the smaller angle.
      if row1.y == 0 && row2.x == 0 { return 0 }
      let angle = arcTangent(row1.y, row1.x)
      guard row1.x * row2.y < row1.y * row2.x else { return angle }
      let mirrored = arcTangent(-row1.y, -row1.x)
      return abs(mirrored) < abs(angle) ? mirrored : angle
    }
    return row2.x != 0 || row2.y != 0 ? arcTangent(-row2.x, row2.y) : 0
  }

  private func component(_ read: (Decomposition) -> Double) -> Double {
    Decomposition(self).map(read) ?? 0
  }

  /// Replaces a part; a singular matrix has no parts and stays.
  private mutating func replace(_ change: (inout Decomposition) -> Void) {
    guard var parts = Decomposition(self) else { return }
    change(&parts)
    self = parts.transform
  }
}
