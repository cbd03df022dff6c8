// One Bézier curve with its own points: the arithmetic that flattening, stroking and measuring share.

/// Returns by how much more the inner vertices of a stroke's curve are moved outward since its ends are not. n / (n - 1) would keep the
/// area of n equal chords; half of that excess has the least error on edge pixels (scenes s01 and s04: .94 and .78 levels RMS,
/// with 1 .95 and .78, with all of it .95 and .79). Fills, whose curves are small more often, are best without (s02: .79; .81).
@inline(__always)
func areaShift(_ count: Int) -> Double { count > 1 ? Double(count) / (Double(count) - 0.5) : 1 }

/// A cubic Bézier curve.
struct CubicCurve {
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

  /// Adds the curve's area-preserving vertices, uniform in t, without the first.
  @inline(__always)
  func appendChords(_ count: Int, to points: inout ContiguousArray<Point>) {
    if count > 1 {
      let dt = 1 / Double(count)
      let ax = p3.x - p0.x - 3 * (p2.x - p1.x), ay = p3.y - p0.y - 3 * (p2.y - p1.y)
      let bx = 3 * (p0.x - 2 * p1.x + p2.x), by = 3 * (p0.y - 2 * p1.y + p2.y)
      let shift = dt * dt / 2
      let cx = 3 * (p1.x - p0.x) - ax * shift, cy = 3 * (p1.y - p0.y) - ay * shift
      let x0 = p0.x - bx * shift / 3, y0 = p0.y - by * shift / 3
      for index in 1..<count {
        let t = Double(index) * dt
        points.append(Point(((ax * t + bx) * t + cx) * t + x0, ((ay * t + by) * t + cy) * t + y0))
      }
    }
    points.append(p3)
  }
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
  func appendChords(_ count: Int, to points: inout ContiguousArray<Point>) {
    if count > 1 {
      let dt = 1 / Double(count)
      let ax = p0.x - 2 * p1.x + p2.x, ay = p0.y - 2 * p1.y + p2.y
      let bx = 2 * (p1.x - p0.x), by = 2 * (p1.y - p0.y)
      let shift = dt * dt / 6
      let x0 = p0.x - ax * shift, y0 = p0.y - ay * shift
      for index in 1..<count {
        let t = Double(index) * dt
        points.append(Point((ax * t + bx) * t + x0, (ay * t + by) * t + y0))
      }
    }
    points.append(p2)
  }
}
