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
  func chordsSquared(of curve: CubicCurve, _ pen: Pen) -> (bend: Double, turn: Double) {
    let turn = curve.turnBound
    return (0.75 * curve.secondDifference / pen.tolerance, turn * turn * pen.radius / (8 * pen.tolerance))
  }

  /// Chooses a curve's parts and chords.
  func steps(_ curve: CubicCurve, count: Double, _ pen: Pen) -> CubicSteps {
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
    samples.take(curve, steps, 1...steps.count, from: startTangent, to: endTangent)
    var trace = CurveTrace(point: curve.p0, direction: startTangent)
    let all = 0..<samples.count
    walk(&trace, along: all, until: curve.p3, endTangent, pen, StepRule(pen, steps), limit: limit)
  }

  /// Goes on along some of the samples.
  /// - Parameters:
  ///   - end, endTangent: where the curve leads to.
  ///   - limit: with more vertices on a side than that the rest is drawn straight.
  @inline(__always)
  mutating func walk(
    _ trace: inout CurveTrace, along range: Range<Int>, until end: Point, _ endTangent: Vector, _ pen: Pen,
    _ rule: StepRule, limit: Int
  ) {
    var index = range.lowerBound
    while index < range.upperBound {
      if trace.fold == 0, index & 1 == 0 {
        Self.placeSmooth(samples, from: &index, to: range.upperBound, &trace, rule, &left, &right)
        if index == range.upperBound { return }
      }
      let two = samples.pairs[index / 2]
      repeat {
        let lane = index & 1
        let next = Point(two.x[lane], two.y[lane]), direction = Vector(two.dx[lane], two.dy[lane])
        step(&trace, to: next, direction, pen, rule)
        index += 1
        if trace.isPlaced, left.count > limit || right.count > limit {
          return straighten(CubicCurve(next, next, end, end), from: direction, to: endTangent, pen)
        }
      } while index < range.upperBound && index & 1 == 1
    }
  }

  /// Goes on, two steps at a time, as long as both are smooth and nothing folds.
  /// - Parameter sample: the next sample, an even number.
  private static func placeSmooth(
    _ samples: borrowing CurveSamples, from sample: inout Int, to end: Int, _ trace: inout CurveTrace, _ rule: StepRule,
    _ leftChain: inout PointList, _ rightChain: inout PointList
  ) {
    let pair = sample / 2
    let pairs = samples.pairs.span.extracting(0..<end / 2)
    leftChain.reserve(end &- sample)
    rightChain.reserve(end &- sample)
    var x = SIMD2(repeating: trace.point.x), y = SIMD2(repeating: trace.point.y)
    var dx = SIMD2(repeating: trace.direction.dx), dy = SIMD2(repeating: trace.direction.dy)
    var square = SIMD2(repeating: trace.sineSquared), isPlaced = trace.isPlaced
    var index = pair, leftEnd = leftChain.count, rightEnd = rightChain.count
    var left = leftChain.room, right = rightChain.room
    while index < pairs.count {
      let two = pairs[index]
      // Where the two steps begin, and where they end.
      let x0 = SIMD2(x[1], two.x[0]), y0 = SIMD2(y[1], two.y[0])
      let dx0 = SIMD2(dx[1], two.dx[0]), dy0 = SIMD2(dy[1], two.dy[0])
      let chordX = two.x - x0, chordY = two.y - y0
      let sine = dx0 * two.dy - dy0 * two.dx, cosine = dx0 * two.dx + dy0 * two.dy
      let along0 = dx0 * chordX + dy0 * chordY, along1 = two.dx * chordX + two.dy * chordY
      let least = lesser(along0, along1), most = greater(along0, along1)
      let sines = greater(sine, 0 - sine)
      let isSmooth =
        (cosine .> rule.smoothCosine) .& (least .> 0)
        .& (least * least .> 0.6 * (chordX * chordX + chordY * chordY)) .& (most .>= rule.radius * sines)
      if !all(isSmooth) { break }
      let squares = sine * sine
      let radius = rule.radius * (1 + (SIMD2(square[1], squares[0]) + squares) * rule.turnShift)
      let offsetX = (0 - dy0) * radius, offsetY = dx0 * radius
      let leftX = x0 + offsetX, leftY = y0 + offsetY, rightX = x0 - offsetX, rightY = y0 - offsetY
      left[leftEnd] = Point(leftX[0], leftY[0])
      right[rightEnd] = Point(rightX[0], rightY[0])
      // The vertices at the start are in the chains already: then the second ones take the places of these.
      let step = isPlaced ? 0 : 1
      left[leftEnd &+ step] = Point(leftX[1], leftY[1])
      right[rightEnd &+ step] = Point(rightX[1], rightY[1])
      leftEnd = leftEnd &+ step &+ 1
      rightEnd = rightEnd &+ step &+ 1
      isPlaced = false
      (x, y, dx, dy, square) = (two.x, two.y, two.dx, two.dy, squares)
      index &+= 1
    }
    leftChain.extend(to: leftEnd)
    rightChain.extend(to: rightEnd)
    if index > pair {
      trace = CurveTrace(point: Point(x[1], y[1]), direction: Vector(dx[1], dy[1]))
      trace.sineSquared = square[1]
      trace.isPlaced = false
    }
    sample = 2 * index
  }

  /// Goes on by one step of any kind.
  mutating func step(
    _ trace: inout CurveTrace, to next: Point, _ nextDirection: Vector, _ pen: Pen, _ rule: StepRule
  ) {
    let point = trace.point, direction = trace.direction
    let chord = next - point
    let sine = direction.cross(nextDirection)
    let along0 = direction.dot(chord), along1 = nextDirection.dot(chord)
    let least = along0 < along1 ? along0 : along1
    if direction.dot(nextDirection) > rule.smoothCosine, least > 0, least * least > 0.6 * chord.lengthSquared {
      let radius = rule.radius(trace.sineSquared, sine * sine)
      trace.sineSquared = sine * sine
      // The cross-sections meet at along1/sine on the one and along0/sine on the other.
      let most = along0 < along1 ? along1 : along0
      let fold = most >= pen.radius * (sine < 0 ? -sine : sine) ? 0 : (sine > 0 ? 1 : -1)
      if fold == 0, trace.fold == 0 {
        if !trace.isPlaced { place(point, direction, radius) }
      } else {
        if !trace.isPlaced { placeFolded(point, direction, radius, fold, trace.fold) }
        let crossing = point + direction.turnedClockwise * (along1 / sine)
        if fold == 1 {
          if trace.fold == 1 { _ = left.removeLast() } else { left.append(point) }
          StrokeOutliner.appendFold(
            to: &left, point + direction.turnedClockwise * pen.radius, crossing, next,
            next + nextDirection.turnedClockwise * pen.radius)
        } else if fold == -1 {
          if trace.fold == -1 { _ = right.removeLast() } else { right.append(point) }
          StrokeOutliner.appendFold(
            to: &right, point - direction.turnedClockwise * pen.radius, crossing, next,
            next - nextDirection.turnedClockwise * pen.radius)
        }
        trace.fold = fold
      }
      trace.isPlaced = false
    } else {
      // P and Q, with the chord between them.
      if trace.fold != 0, !trace.isPlaced { place(point, direction, pen.radius) }
      let length = chord.length
      let straight = length > 0 ? chord / length : direction
      position = point
      joinSegments(direction, straight, 0, 0, pen, join: .round)
      position = next
      joinSegments(straight, nextDirection, 0, 0, pen, join: .round)
      trace.fold = 0
      trace.sineSquared = 0
      trace.isPlaced = true
    }
    trace.point = next
    trace.direction = nextDirection
  }

  /// Adds the vertices where the pen has come to.
  /// - Parameter turn: the turn of the step that begins there.
  mutating func place(_ trace: CurveTrace, before turn: (sineSquared: Double, isPlain: Bool), _ rule: StepRule) {
    place(trace.point, trace.direction, rule.radius(trace.sineSquared, turn.sineSquared))
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

/// What decides how a step is drawn.
struct StepRule {
  let radius: Double
  /// By how much the pen's radius grows per sine² of the two steps at a vertex.
  let turnShift: Double
  /// A step may turn as far as its bulge stays within twice the tolerance.
  let smoothCosine: Double

  init(_ pen: Pen, _ steps: CubicSteps) {
    radius = pen.radius
    turnShift = areaShift(steps.count) / 24
    smoothCosine = max(1 - 8 * pen.tolerance / pen.radius, 0.7)
  }

  /// How far from the centre line a vertex lies between two steps that turn by angles with these sines, squared.
  @inline(__always)
  func radius(_ before: Double, _ after: Double) -> Double { radius * (1 + (before + after) * turnShift) }

  /// Returns sine² of a step's turn, 0 if it is not smooth, and whether it is smooth and its cross-sections don't cross.
  @inline(__always)
  func turn(_ chord: Vector, _ direction: Vector, _ nextDirection: Vector) -> (sineSquared: Double, isPlain: Bool) {
    let sine = direction.cross(nextDirection)
    let along0 = direction.dot(chord), along1 = nextDirection.dot(chord)
    let least = min(along0, along1)
    guard direction.dot(nextDirection) > smoothCosine, least > 0, least * least > 0.6 * chord.lengthSquared
    else { return (0, false) }
    return (sine * sine, max(along0, along1) >= radius * abs(sine))
  }
}

/// How far a curve's chains have come.
struct CurveTrace {
  /// The last sample.
  var point: Point, direction: Vector
  /// Of the angle through which the last step has turned.
  var sineSquared = 0.0
  /// The side on which the cross-sections of the last step cross: 1 left, -1 right, 0 none.
  var fold = 0
  /// Whether the vertices at `point` are in the chains already.
  var isPlaced = true

  init(point: Point, direction: Vector) {
    self.point = point
    self.direction = direction
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
