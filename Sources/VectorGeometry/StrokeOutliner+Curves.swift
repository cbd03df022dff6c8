// Stage: stroking, the curves. A cubic is sampled uniformly in t; each sample gives one vertex per side, both moved outward so
// that chords keep the area (see `Path+Flatten.swift`; for the pen itself that is a radius of r·(1 + turn²/12)).
//
// Between two samples lies one piece of the stroke, a quadrilateral with the two cross-sections as sides:
//
//     outer   o-----------o      Where the curve is tighter than the pen, the cross-sections cross at X and the inner edge runs
//              \         /       backwards: the part beyond X would count negative and cut a hole into its neighbours. The
//     centre    P-------Q        chain then walks around that part the other way, P, X, b, a, X, Q, so that the piece is the
//                `.   .'         union of both triangles: exactly what the cross-sections sweep over, at the ends of a butt
//                  `X'           cap, too. A point within half a width of the curve lies on the cross-section of the place
//     inner      b-' `-a         next to it, so nothing is left out. Between two such pieces the chain goes straight from X to the
//                               next X, which lies on the same cross-section: the way to the centre and back is nothing.
//
// A step on which the direction changes too much for that (a cusp, or a tip much smaller than a step) is drawn as what it is: a
// straight chord with round joins at both ends, whatever the join style.

extension StrokeOutliner {
  /// Beyond this many vertices on a side, the rest of a curve is drawn straight. Only a curve gets there that a Double cannot hold
  /// well: its directions are then rounding errors and turn at every step.
  private static let vertexLimit = 1 << 18

  /// Strokes a cubic from the pen's position.
  mutating func cubic(_ curve: CubicCurve, _ pen: Pen) {
    guard let ends = curve.endTangents(leastLengthSquared: pen.leastLengthSquared) else { return }
    let (bend, turn) = chordsSquared(of: curve, pen)
    let count = (bend + turn).squareRoot()
    guard count < CubicCurve.chordsBeforeCut || curve.isFinite else { return }
    beginSegment(ends.start, length: 0, pen)
    if count < CubicCurve.chordsBeforeCut {
      let steps = steps(curve, count: count, pen)
      sample(curve, steps, from: ends.start, to: ends.end, pen, limit: Int.max)
    } else {
      let limit = max(left.count, right.count) + StrokeOutliner.vertexLimit
      long(curve, from: ends.start, to: ends.end, pen, limit: limit, depth: 0)
    }
    position = curve.p3
    tangent = ends.end
  }

  /// The number of chords that a curve needs, squared: for the path's own bend, and for the pen's turn along it.
  private func chordsSquared(of curve: CubicCurve, _ pen: Pen) -> (bend: Double, turn: Double) {
    let turn = curve.turnBound
    return (0.75 * curve.secondDifference / pen.tolerance, turn * turn * pen.radius / (8 * pen.tolerance))
  }

  private func steps(_ curve: CubicCurve, count: Double, _ pen: Pen) -> CubicSteps {
    CubicSteps(
      curve, count: count, chordsSquared: 0.75 / pen.tolerance, turnSquared: pen.radius / (8 * pen.tolerance))
  }

  /// Adds the vertices of a large curve: in halves where a clip says which parts matter, else as many as are allowed.
  private mutating func long(
    _ curve: CubicCurve, from startTangent: Vector, to endTangent: Vector, _ pen: Pen, limit: Int, depth: Int
  ) {
    let (bend, turn) = chordsSquared(of: curve, pen)
    if let clip = pen.clip, curve.isOutside(clip) || left.count > limit || right.count > limit {
      straighten(curve, from: startTangent, to: endTangent, pen)
    } else if pen.clip != nil, bend.squareRoot() >= CubicCurve.chordsBeforeCut, depth < CubicCurve.deepestCut {
      let (first, second) = curve.split(at: 0.5)
      var middle = first.direction(at: 1)
      if middle == .zero { middle = startTangent }
      long(first, from: startTangent, to: middle, pen, limit: limit, depth: depth + 1)
      position = first.p3
      joinSegments(middle, middle, 0, 0, pen, join: .round)
      long(second, from: middle, to: endTangent, pen, limit: limit, depth: depth + 1)
    } else {
      let count = (bend + turn).squareRoot()
      let chords = count < CubicCurve.chordLimit ? Int(count) + 1 : Int(CubicCurve.chordLimit)
      let steps =
        count < CubicCurve.chordsBeforeCut
        ? steps(curve, count: count, pen) : CubicSteps(uniform: chords)
      sample(curve, steps, from: startTangent, to: endTangent, pen, limit: limit)
    }
  }

  /// Adds the vertices of a curve as those of a straight line with round joins at both ends.
  private mutating func straighten(_ curve: CubicCurve, from startTangent: Vector, to endTangent: Vector, _ pen: Pen) {
    let chord = curve.p3 - curve.p0
    let straight = chord.normalized(leastSquared: 0)?.0 ?? startTangent
    position = curve.p0
    joinSegments(startTangent, straight, 0, 0, pen, join: .round)
    position = curve.p3
    joinSegments(straight, endTangent, 0, 0, pen, join: .round)
  }

  /// Adds the vertices between a cubic's ends, both excluded.
  private mutating func sample(
    _ curve: CubicCurve, _ steps: CubicSteps, from startTangent: Vector, to endTangent: Vector, _ pen: Pen, limit: Int
  ) {
    let polynomial = CubicPolynomial(curve)
    let areaShift = areaShift(steps.count)
    let turnShift = areaShift / 24
    // Below this speed a derivative has no direction. Squared.
    let leastSpeed =
      1e-18
      * (polynomial.cx * polynomial.cx + polynomial.cy * polynomial.cy + polynomial.bx * polynomial.bx
        + polynomial.by * polynomial.by + polynomial.ax * polynomial.ax + polynomial.ay * polynomial.ay)
    // A step may turn as far as its bulge stays within twice the tolerance.
    let smoothCosine = max(1 - 8 * pen.tolerance / pen.radius, 0.7)

    var point = curve.p0, direction = startTangent
    var sineSquared = 0.0
    // The side on which the cross-sections of the step before cross: 1 left, -1 right, 0 none.
    var foldBefore = 0
    // Whether the vertices at `point` are in the chains already.
    var isPlaced = true
    var part = 0, index = 0, count = steps.count(ofPart: 0)
    var dt = steps.length / Double(count), partStart = 0.0
    for step in 1...steps.count {
      let next: Point
      var nextDirection: Vector
      if step < steps.count {
        index &+= 1
        var t = partStart + Double(index) * dt
        var shift = dt * dt / 2
        if index == count {
          // From one part to the next.
          part &+= 1
          index = 0
          count = steps.count(ofPart: part)
          partStart = Double(part) * steps.length
          t = partStart
          let nextStep = steps.length / Double(count)
          shift = CubicSteps.shift(dt, nextStep)
          dt = nextStep
        }
        let derivative = polynomial.derivative(at: t)
        let speed = derivative.lengthSquared
        if speed > leastSpeed {
          let scale = 1 / speed.squareRoot()
          nextDirection = derivative * scale
        } else {
          nextDirection = direction
        }
        // Across the curve only: where it hardly moves, as at a cusp, the vertex would be carried beyond the curve's end.
        let normal = nextDirection.turnedClockwise
        let bend = polynomial.secondDifference(at: t).dot(normal)
        next = polynomial.vertex(at: t, shift: 0) - normal * (bend * areaShift * shift)
      } else {
        next = curve.p3
        nextDirection = endTangent
      }
      let chord = next - point
      let sine = direction.cross(nextDirection)
      let along0 = direction.dot(chord), along1 = nextDirection.dot(chord)
      let least = along0 < along1 ? along0 : along1
      if direction.dot(nextDirection) > smoothCosine, least > 0, least * least > 0.6 * chord.lengthSquared {
        let radius = pen.radius * (1 + (sineSquared + sine * sine) * turnShift)
        sineSquared = sine * sine
        // The cross-sections meet at along1/sine on the one and along0/sine on the other.
        let most = along0 < along1 ? along1 : along0
        let fold = most >= pen.radius * (sine < 0 ? -sine : sine) ? 0 : (sine > 0 ? 1 : -1)
        if fold == 0, foldBefore == 0 {
          if !isPlaced { place(point, direction, radius) }
        } else {
          if !isPlaced { placeFolded(point, direction, radius, fold, foldBefore) }
          let crossing = point + direction.turnedClockwise * (along1 / sine)
          if fold == 1 {
            if foldBefore == 1 { _ = left.removeLast() } else { left.append(point) }
            StrokeOutliner.appendFold(
              to: &left, point + direction.turnedClockwise * pen.radius, crossing, next,
              next + nextDirection.turnedClockwise * pen.radius)
          } else if fold == -1 {
            if foldBefore == -1 { _ = right.removeLast() } else { right.append(point) }
            StrokeOutliner.appendFold(
              to: &right, point - direction.turnedClockwise * pen.radius, crossing, next,
              next - nextDirection.turnedClockwise * pen.radius)
          }
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
        if left.count > limit || right.count > limit {
          let rest = CubicCurve(next, next, curve.p3, curve.p3)
          return straighten(rest, from: nextDirection, to: endTangent, pen)
        }
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

  /// Adds a cross-section between two steps of which one at least is folded.
  private mutating func placeFolded(
    _ point: Point, _ direction: Vector, _ radius: Double, _ fold: Int, _ foldBefore: Int
  ) {
    let normal = direction.turnedClockwise * radius
    // Between two folded steps the chain has no vertex on the cross-section's end.
    if !(fold == 1 && foldBefore == 1) { left.append(point + normal) }
    if !(fold == -1 && foldBefore == -1) { right.append(point - normal) }
  }

  /// Adds the inner side of a folded step after its start on the centre line.
  private static func appendFold(
    to chain: inout PointList, _ inner: Point, _ crossing: Point, _ next: Point, _ nextInner: Point
  ) {
    chain.append(crossing)
    chain.append(nextInner)
    chain.append(inner)
    chain.append(crossing)
    chain.append(next)
  }
}

extension CubicCurve {
  /// The directions at both ends, as unit vectors; nil when all points are one. Where handles have no length the next control
  /// point gives the direction, which is the limit of the tangent.
  func endTangents(leastLengthSquared: Double) -> (start: Vector, end: Vector)? {
    let chord = p3 - p0
    guard
      let start = (p1 - p0).normalized(leastSquared: leastLengthSquared)
        ?? (p2 - p0).normalized(leastSquared: leastLengthSquared)
        ?? chord.normalized(leastSquared: leastLengthSquared),
      let end = (p3 - p2).normalized(leastSquared: leastLengthSquared)
        ?? (p3 - p1).normalized(leastSquared: leastLengthSquared)
        ?? chord.normalized(leastSquared: leastLengthSquared)
    else { return nil }
    return (start.0, end.0)
  }

  /// An upper bound of the angle through which the tangent turns: the turns of the control polygon.
  var turnBound: Double {
    let first = p1 - p0, second = p2 - p1, third = p3 - p2
    let turn =
      abs(arcTangent(first.cross(second), first.dot(second))) + abs(arcTangent(second.cross(third), second.dot(third)))
    // Products of vast vectors overflow.
    return turn.isNaN ? 2 * .pi : turn
  }
}
