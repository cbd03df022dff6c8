// Stage: stroking, the curves. A cubic is sampled uniformly in t; each sample gives one vertex per side, both moved outward so
// that chords keep the area (see `Path+Flatten.swift`; for the pen itself that is a radius of r·(1 + turn²/12)).
//
// Between two samples lies one piece of the stroke, a quadrilateral with the two cross-sections as sides:
//
//     outer   o---------o        Where the curve is tighter than the pen, the cross-sections cross and the inner edge runs
//              \       /         backwards: part of the piece would count negative and cut a hole into its neighbours. The
//     centre    P-----Q          inner half is then replaced by the rectangle under the chord PQ, which is what a pen that
//                \   /           moves along the chord covers: the chain goes P, a, b, Q.
//     inner       o-o
//
// A step on which the direction changes too much for that (a cusp, or a tip much smaller than a step) is drawn as what it is: a
// straight chord with round joins at both ends, whatever the join style.

extension StrokeOutliner {
  /// Strokes a cubic from the pen's position.
  mutating func cubic(_ curve: CubicCurve, _ pen: Pen) {
    guard let ends = curve.endTangents(leastLengthSquared: pen.leastLengthSquared) else { return }
    let bend = curve.secondDifference
    let turn = curve.turnBound
    let count = ((0.75 * bend + turn * turn * pen.radius / 8) / pen.tolerance).squareRoot()
    guard count.isFinite else { return }
    beginSegment(ends.start, length: 0, pen)
    sample(curve, count < 65_536 ? Int(count) + 1 : 65_536, from: ends.start, to: ends.end, pen)
    position = curve.p3
    tangent = ends.end
  }

  /// Adds the vertices between a cubic's ends, both excluded.
  private mutating func sample(
    _ curve: CubicCurve, _ count: Int, from startTangent: Vector, to endTangent: Vector, _ pen: Pen
  ) {
    let dt = 1 / Double(count)
    let ax = curve.p3.x - curve.p0.x - 3 * (curve.p2.x - curve.p1.x)
    let ay = curve.p3.y - curve.p0.y - 3 * (curve.p2.y - curve.p1.y)
    let bx = 3 * (curve.p0.x - 2 * curve.p1.x + curve.p2.x), by = 3 * (curve.p0.y - 2 * curve.p1.y + curve.p2.y)
    let cx = 3 * (curve.p1.x - curve.p0.x), cy = 3 * (curve.p1.y - curve.p0.y)
    // The area-preserving vertices are again a cubic in t.
    let shift = dt * dt / 2
    let sx = cx - ax * shift, sy = cy - ay * shift
    let x0 = curve.p0.x - bx * shift / 3, y0 = curve.p0.y - by * shift / 3
    // Below this speed a derivative has no direction. Squared.
    let leastSpeed = 1e-18 * (cx * cx + cy * cy + bx * bx + by * by + ax * ax + ay * ay)
    // A step may turn as far as its bulge stays within twice the tolerance.
    let smoothCosine = max(1 - 8 * pen.tolerance / pen.radius, 0.7)

    var point = curve.p0, direction = startTangent
    var sineSquared = 0.0
    // The side on which the step before was replaced by a rectangle: 1 left, -1 right, 0 none.
    var foldBefore = 0
    // Whether the vertices at `point` are in the chains already.
    var isPlaced = true
    for index in 1...count {
      let next: Point
      var nextDirection: Vector
      if index < count {
        let t = Double(index) * dt
        next = Point(((ax * t + bx) * t + sx) * t + x0, ((ay * t + by) * t + sy) * t + y0)
        let dx = (3 * ax * t + 2 * bx) * t + cx, dy = (3 * ay * t + 2 * by) * t + cy
        let speed = dx * dx + dy * dy
        if speed > leastSpeed {
          let scale = 1 / speed.squareRoot()
          nextDirection = Vector(dx * scale, dy * scale)
        } else {
          nextDirection = direction
        }
      } else {
        next = curve.p3
        nextDirection = endTangent
      }
      let chord = next - point
      let sine = direction.cross(nextDirection)
      let along0 = direction.dot(chord), along1 = nextDirection.dot(chord)
      let least = along0 < along1 ? along0 : along1
      if direction.dot(nextDirection) > smoothCosine, least > 0, least * least > 0.6 * chord.lengthSquared {
        let radius = pen.radius * (1 + (sineSquared + sine * sine) * (1.0 / 24))
        sineSquared = sine * sine
        let magnitude = sine < 0 ? -sine : sine
        // At exactly the pen's curvature the sides meet in a point; a rectangle there would reach beyond the arc's ends.
        let fold = least > radius * magnitude * 0.99 ? 0 : (sine > 0 ? 1 : -1)
        if fold == 0, foldBefore == 0 {
          if !isPlaced { place(point, direction, radius) }
        } else {
          let middle = chord.turnedClockwise * (pen.radius / chord.length)
          placeFolded(
            point, direction, isPlaced ? pen.radius : radius, fold, foldBefore, isPlaced: isPlaced, next, middle)
          foldBefore = fold
        }
        isPlaced = false
      } else {
        // P and Q, with the chord between them.
        if foldBefore != 0, !isPlaced { place(point, direction, pen.radius) }
        let length = chord.length
        let straight = length > 0 ? chord / length : direction
        position = point
        joinSegments(direction, straight, 0, 0, pen, join: .round)
        position = next
        joinSegments(straight, nextDirection, 0, 0, pen, join: .round)
        foldBefore = 0
        sineSquared = 0
        isPlaced = true
      }
      point = next
      direction = nextDirection
    }
  }

  /// Adds a cross-section of the stroke.
  @inline(__always)
  private mutating func place(_ point: Point, _ direction: Vector, _ radius: Double) {
    let dx = -direction.dy * radius, dy = direction.dx * radius
    left.append(Point(point.x + dx, point.y + dy))
    right.append(Point(point.x - dx, point.y - dy))
  }

  /// Adds a cross-section at which a folded step begins or ends, and that step's rectangle.
  /// - Parameters:
  ///   - fold, foldBefore: the folded side of the step from here and of the step before.
  ///   - middle: the way from a chord to its offset line on the left.
  private mutating func placeFolded(
    _ point: Point, _ direction: Vector, _ radius: Double, _ fold: Int, _ foldBefore: Int, isPlaced: Bool,
    _ next: Point, _ middle: Vector
  ) {
    let normal = direction.turnedClockwise * radius
    if !isPlaced {
      // Between two folded steps the chain stays on the centre line.
      if !(fold == 1 && foldBefore == 1) { left.append(point + normal) }
      if !(fold == -1 && foldBefore == -1) { right.append(point - normal) }
    }
    if fold == 1 {
      if foldBefore != 1 { left.append(point) }
      left.append(point + middle)
      left.append(next + middle)
      left.append(next)
    } else if fold == -1 {
      if foldBefore != -1 { right.append(point) }
      right.append(point - middle)
      right.append(next - middle)
      right.append(next)
    }
  }
}

extension CubicCurve {
  /// The directions at both ends, as unit vectors; nil when all points are one. Where handles have no length the next control
  /// point gives the direction, which is the limit of the tangent.
  func endTangents(leastLengthSquared: Double) -> (start: Vector, end: Vector)? {
    var start = p1 - p0, end = p3 - p2
    if start.lengthSquared <= leastLengthSquared { start = p2 - p0 }
    if start.lengthSquared <= leastLengthSquared { start = p3 - p0 }
    if end.lengthSquared <= leastLengthSquared { end = p3 - p1 }
    if end.lengthSquared <= leastLengthSquared { end = p3 - p0 }
    let first = start.lengthSquared, last = end.lengthSquared
    // A closed loop whose handles are both short has points apart all the same.
    guard first > leastLengthSquared, last > leastLengthSquared else { return nil }
    return (start / first.squareRoot(), end / last.squareRoot())
  }

  /// An upper bound of the angle through which the tangent turns: the turns of the control polygon.
  var turnBound: Double {
    let first = p1 - p0, second = p2 - p1, third = p3 - p2
    return abs(arcTangent(first.cross(second), first.dot(second)))
      + abs(arcTangent(second.cross(third), second.dot(third)))
  }
}
