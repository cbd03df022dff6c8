// One Bézier curve with its own points: the arithmetic that flattening, stroking and measuring share.

/// Returns by how much more the inner vertices of a stroke's curve are moved outward since its ends are not. n / (n - 1) would keep the
/// area of n equal chords; half of that excess has the least error on edge pixels (with equal chords, scenes s01 and s04: .94 and .78,
/// with 1 .95 and .78, with all of it .95 and .79). Fills, whose curves are small more often, are best without (s02: .79; .81).
@inline(__always)
func areaShift(_ count: Int) -> Double { count > 1 ? Double(count) / (Double(count) - 0.5) : 1 }

/// A cubic Bézier curve.
struct CubicCurve: Equatable, Sendable {
  var p0: Point, p1: Point, p2: Point, p3: Point

  @inline(__always)
  init(_ p0: Point, _ p1: Point, _ p2: Point, _ p3: Point) {
    self.p0 = p0
    self.p1 = p1
    self.p2 = p2
    self.p3 = p3
  }

  /// The larger of the two second differences of the control points. B'' is at most six times as long.
  @inline(__always)
  var secondDifference: Double {
    let ax = p0.x - 2 * p1.x + p2.x, ay = p0.y - 2 * p1.y + p2.y
    let bx = p1.x - 2 * p2.x + p3.x, by = p1.y - 2 * p2.y + p3.y
    let a = ax * ax + ay * ay, b = bx * bx + by * by
    return (a > b ? a : b).squareRoot()
  }

  /// Beyond this many chords a curve is cut in halves where there is a clip. At a tolerance of .05 pixel it is a second
  /// difference of 16 000 pixels.
  static let chordsBeforeCut = 490.0
  /// How often a curve is cut in halves; each halving divides the second difference by four, so this takes any Double to 1.
  static let deepestCut = 600
  /// The most chords a curve gets where there is no clip.
  static let chordLimit = 65_536.0

  /// Whether all points are finite.
  var isFinite: Bool { p0.isFinite && p1.isFinite && p2.isFinite && p3.isFinite }

  /// Whether the curve lies on one side of a rectangle: its chord then gives the same windings inside.
  func isOutside(_ rect: Rect) -> Bool {
    max(p0.x, p1.x, p2.x, p3.x) < rect.minX || min(p0.x, p1.x, p2.x, p3.x) > rect.maxX
      || max(p0.y, p1.y, p2.y, p3.y) < rect.minY || min(p0.y, p1.y, p2.y, p3.y) > rect.maxY
  }

  /// Returns the point at `t`.
  func point(at t: Double) -> Point {
    let u = 1 - t
    let a = u * u * u, b = 3 * u * u * t, c = 3 * u * t * t, d = t * t * t
    return Point(a * p0.x + b * p1.x + c * p2.x + d * p3.x, a * p0.y + b * p1.y + c * p2.y + d * p3.y)
  }

  /// Returns the derivative at `t`.
  func derivative(at t: Double) -> Vector {
    let u = 1 - t
    return (p1 - p0) * (3 * u * u) + (p2 - p1) * (6 * u * t) + (p3 - p2) * (3 * t * t)
  }

  /// Returns the two parts before and after `t` (de Casteljau).
  func split(at t: Double) -> (CubicCurve, CubicCurve) {
    let p01 = p0.lerp(to: p1, t), p12 = p1.lerp(to: p2, t), p23 = p2.lerp(to: p3, t)
    let p012 = p01.lerp(to: p12, t), p123 = p12.lerp(to: p23, t)
    let middle = p012.lerp(to: p123, t)
    return (CubicCurve(p0, p01, p012, middle), CubicCurve(middle, p123, p23, p3))
  }

  /// Adds the curve's area-preserving vertices, without the first.
  func appendChords(_ steps: CubicSteps, to points: inout PointList) {
    let polynomial = CubicPolynomial(self)
    points.reserve(steps.count)
    var end = points.count
    var vertices = points.room
    if steps.partCount == 1 {
      let dt = 1 / Double(steps.count), shift = dt * dt / 2
      for index in 1..<steps.count {
        vertices[end] = polynomial.vertex(at: Double(index) * dt, shift: shift)
        end &+= 1
      }
    } else {
      for part in 0..<steps.partCount {
        let count = steps.count(ofPart: part), dt = steps.length / Double(count)
        let start = Double(part) * steps.length, shift = dt * dt / 2
        for index in 1..<count {
          vertices[end] = polynomial.vertex(at: start + Double(index) * dt, acrossShift: shift)
          end &+= 1
        }
        if part + 1 == steps.partCount { break }
        let nextStep = steps.length / Double(steps.count(ofPart: part + 1))
        vertices[end] = polynomial.vertex(at: start + steps.length, acrossShift: CubicSteps.shift(dt, nextStep))
        end &+= 1
      }
    }
    vertices[end] = p3
    points.extend(to: end + 1)
  }
}

/// A cubic Bézier curve as a polynomial in t.
struct CubicPolynomial {
  var ax: Double, ay: Double, bx: Double, by: Double, cx: Double, cy: Double, x: Double, y: Double

  @inline(__always)
  init(_ curve: CubicCurve) {
    ax = curve.p3.x - curve.p0.x - 3 * (curve.p2.x - curve.p1.x)
    ay = curve.p3.y - curve.p0.y - 3 * (curve.p2.y - curve.p1.y)
    bx = 3 * (curve.p0.x - 2 * curve.p1.x + curve.p2.x)
    by = 3 * (curve.p0.y - 2 * curve.p1.y + curve.p2.y)
    cx = 3 * (curve.p1.x - curve.p0.x)
    cy = 3 * (curve.p1.y - curve.p0.y)
    (x, y) = (curve.p0.x, curve.p0.y)
  }

  /// The point at `t`, moved by -B''(t)/6 times `shift`: half a step's square for the area-preserving vertex.
  @inline(__always)
  func vertex(at t: Double, shift: Double) -> Point {
    Point(
      ((ax * t + bx) * t + (cx - ax * shift)) * t + (x - bx * shift / 3),
      ((ay * t + by) * t + (cy - ay * shift)) * t + (y - by * shift / 3))
  }

  /// The point at `t`, moved by `shift` times the part of -B''(t)/6 that is across the curve. Where the curve hardly moves, as at a cusp,
  /// the other part would carry the vertex beyond the curve's end.
  @inline(__always)
  func vertex(at t: Double, acrossShift shift: Double) -> Point {
    let tangent = derivative(at: t), bend = secondDifference(at: t), speed = tangent.lengthSquared
    let across = speed > 0 ? tangent.cross(bend) * shift / speed : 0
    return vertex(at: t, shift: 0) - tangent.turnedClockwise * across
  }

  /// The derivative at `t`.
  @inline(__always)
  func derivative(at t: Double) -> Vector {
    Vector((3 * ax * t + 2 * bx) * t + cx, (3 * ay * t + 2 * by) * t + cy)
  }

  /// A sixth of the second derivative at `t`: the second difference of the control points of a short part of the curve, per t².
  @inline(__always)
  func secondDifference(at t: Double) -> Vector { Vector(ax * t + bx / 3, ay * t + by / 3) }
}

/// How finely a cubic is divided: in up to eight parts of equal length in t, each in chords of equal length in t. A chord's distance from
/// the curve is dt²/8 times the part of B'' that is across the chord; along the chord B'' only changes the speed. So each part of a
/// curve gets what its own bend needs, which on curves of any shape is a third less than what the largest |B''| asks for everywhere.
struct CubicSteps {
  /// 1, 2, 4 or 8.
  private(set) var partCount = 1
  private var counts: InlineArray<8, Int32>
  /// The chords of all parts.
  private(set) var count: Int

  /// Chords are made so much shorter, squared, than the tolerance asks for where each part has its own: that gives the error on edge
  /// pixels that equal chords have (scene s01: .92 levels RMS; 1.03 without).
  private static let density = 1.05

  /// The length of a part in t.
  @inline(__always)
  var length: Double { 1 / Double(partCount) }

  /// The chords of a part.
  @inline(__always)
  func count(ofPart part: Int) -> Int { Int(counts[part]) }

  /// Chords of equal length in t.
  @inline(__always)
  init(uniform count: Int) {
    self.count = count
    counts = InlineArray(repeating: Int32(truncatingIfNeeded: count))
  }

  /// With so few chords nothing is gained by parts.
  static let leastCount = 6.0

  /// Chooses parts and chords.
  /// - Parameters:
  ///   - count: as many chords as would do if |B''| were the same everywhere, less than 490.
  ///   - chordsSquared: .75 / tolerance.
  ///   - turnSquared: a stroke's radius / (8 · tolerance); 0 for a fill.
  @inline(__always)
  init(_ curve: CubicCurve, count: Double, chordsSquared: Double, turnSquared: Double) {
    if count < Self.leastCount {
      self.init(uniform: Int(count) + 1)
    } else {
      self.init(CubicPolynomial(curve), count, chordsSquared, turnSquared)
    }
  }

  @inline(never)
  private init(
    _ curve: CubicPolynomial, _ uniformCount: Double, _ chordsSquared: Double, _ turnSquared: Double
  ) {
    var partCount = 2
    while partCount < 8 && uniformCount >= Self.leastCount * Double(partCount) { partCount *= 2 }
    self.partCount = partCount
    counts = InlineArray(repeating: 0)
    count = 0
    let length = 1 / Double(partCount), square = Self.density * chordsSquared * length * length
    var tangent = curve.derivative(at: 0), bend = curve.secondDifference(at: 0)
    for part in 0..<partCount {
      let t = Double(part + 1) * length
      let endTangent = curve.derivative(at: t), endBend = curve.secondDifference(at: t)
      let product = tangent.dot(endTangent), cross = abs(tangent.cross(endTangent))
      let speed = tangent.lengthSquared, endSpeed = endTangent.lengthSquared
      // As many as with equal chords do in any case.
      let most = uniformCount * uniformCount * length * length
      var needed = most
      if product > 0 && product * product > 0.5 * (speed * endSpeed) {
        // Turned by less than 45°. B'' and the direction lie between their values at both ends, and so does the part across, but for a
        // twelfth at most. And B' runs along nearly a straight line: the tangent turns fastest where that is nearest to 0.
        let across = max(abs(bend.cross(tangent)), abs(endBend.cross(tangent)))
        let endAcross = max(abs(bend.cross(endTangent)), abs(endBend.cross(endTangent)))
        // Of each the square, divided by the speed, with one division for all.
        let inverse = 1 / (speed * endSpeed)
        let acrossSquared = max(across * across * endSpeed, endAcross * endAcross * speed) * inverse
        let change = endTangent - tangent
        let isNearestInside = tangent.dot(change) < 0 && endTangent.dot(change) > 0
        // (One division, whose operands are chosen: which ones nothing foretells.)
        let turned =
          (isNearestInside ? change.lengthSquared : cross) / (isNearestInside ? cross : min(speed, endSpeed))
        let less = square * acrossSquared.squareRoot() + turned * turned * turnSquared
        if less < most { needed = less }
      }
      needed = needed.squareRoot()
      let chords = needed < CubicCurve.chordsBeforeCut ? Int(needed) + 1 : Int(CubicCurve.chordsBeforeCut)
      counts[part] = Int32(truncatingIfNeeded: chords)
      count += chords
      (tangent, bend) = (endTangent, endBend)
    }
  }

  /// The shift of the vertex between two steps of different length, which then keeps the area, too: (a³ + b³) / (a + b) in place of a².
  @inline(__always)
  static func shift(_ a: Double, _ b: Double) -> Double { (a * a - a * b + b * b) / 2 }
}

/// A quadratic Bézier curve.
struct QuadCurve {
  var p0: Point, p1: Point, p2: Point

  @inline(__always)
  init(_ p0: Point, _ p1: Point, _ p2: Point) {
    self.p0 = p0
    self.p1 = p1
    self.p2 = p2
  }

  /// The second difference of the control points; B'' is twice as long everywhere.
  @inline(__always)
  var secondDifference: Double {
    let ax = p0.x - 2 * p1.x + p2.x, ay = p0.y - 2 * p1.y + p2.y
    return (ax * ax + ay * ay).squareRoot()
  }

  /// The same curve as a cubic.
  var raised: CubicCurve { CubicCurve(p0, p0.lerp(to: p1, 2.0 / 3), p2.lerp(to: p1, 2.0 / 3), p2) }

  /// Adds the curve's area-preserving vertices, uniform in t, without the first.
  @inline(__always)
  func appendChords(_ count: Int, to points: inout PointList) {
    let dt = 1 / Double(count)
    let ax = p0.x - 2 * p1.x + p2.x, ay = p0.y - 2 * p1.y + p2.y
    let bx = 2 * (p1.x - p0.x), by = 2 * (p1.y - p0.y)
    let shift = dt * dt / 6
    let x0 = p0.x - ax * shift, y0 = p0.y - ay * shift
    points.reserve(count)
    var end = points.count
    var vertices = points.room
    for index in 1..<count {
      let t = Double(index) * dt
      vertices[end] = Point((ax * t + bx) * t + x0, (ay * t + by) * t + y0)
      end &+= 1
    }
    vertices[end] = p2
    points.extend(to: end + 1)
  }
}
