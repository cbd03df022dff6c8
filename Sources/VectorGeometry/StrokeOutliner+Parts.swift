// Stage: stroking, parts of curves (see `CurvePart.swift`). The chains have the whole curve's vertices within the part. At a cut they end
// where the whole curve's chains pass the cross-section there: so the outline is that of the whole curve, cut across.

/// A curve that parts are stroked of. Kept from one part to the next: dashes are many parts of one curve.
struct WholeCurve: Sendable {
  let curve: CubicCurve
  let steps: CubicSteps
  /// The directions at its ends.
  let start: Vector, end: Vector
}

extension StrokeOutliner {
  /// How far along the curve from a cut, in tolerances, a part may be drawn otherwise than the whole: 3 pixels at a tolerance of .05.
  private static let reachOfCut = 60.0

  /// Strokes a part of a curve from the pen's position.
  /// - Parameters:
  ///   - curve: the part as a curve of its own, in the working space.
  ///   - transform: maps the whole curve to the working space.
  mutating func cubic(_ curve: CubicCurve, _ part: CurvePart, _ pen: Pen, transform: AffineTransform) {
    guard let ends = curve.endTangents(leastLengthSquared: pen.leastLengthSquared) else { return }
    // All of a short part changes anyway with a moving end. Its own vertices are more exact.
    let cuts = (part.start > 0 ? 1.0 : 0) + (part.end < 1 ? 1.0 : 0)
    guard curve.polygonLength > cuts * Self.reachOfCut * pen.tolerance,
      knows(part.whole.applying(transform), pen), let whole
    else { return cubic(curve, pen) }
    beginSegment(ends.start, length: 0, pen)
    let (first, last) = whole.steps.range(of: part), isCutOff = part.end < 1
    let chords = takeChords(of: whole, first, last, pen)
    var trace = CurveTrace(point: curve.p0, direction: ends.start)
    // The whole curve's vertices that the pen comes to: the next one, and the last one.
    var next = first + 1
    let stop = isCutOff ? last : whole.steps.count
    if part.start > 0, let cut = chords.cut(first, at: curve.p0, ends.start) {
      if segmentCount == 1 {
        left[0] = cut.left
        right[0] = cut.right
      } else {
        left.append(cut.left)
        right.append(cut.right)
      }
      if next <= stop {
        trace = chords.trace(at: next)
        next += 1
      }
    }
    if next <= stop {
      let range = next - chords.lowest..<stop + 1 - chords.lowest
      walk(&trace, along: range, until: curve.p3, ends.end, pen, chords.rule, limit: Int.max)
    }
    if isCutOff, let cut = chords.cut(last, at: curve.p3, ends.end) {
      if !trace.isPlaced { place(trace, before: chords.turn(last), chords.rule) }
      left.append(cut.left)
      right.append(cut.right)
      cutSegment = segmentCount
    } else if isCutOff {
      step(&trace, to: curve.p3, ends.end, pen, chords.rule)
    }
    position = curve.p3
    tangent = ends.end
  }

  /// Makes `whole` a curve, unless it is already; false if that is so large that its parts are drawn as curves of their own.
  private mutating func knows(_ curve: CubicCurve, _ pen: Pen) -> Bool {
    if whole?.curve == curve { return true }
    let (bend, turn) = chordsSquared(of: curve, pen), count = (bend + turn).squareRoot()
    guard count < CubicCurve.chordsBeforeCut, let ends = curve.endTangents(leastLengthSquared: pen.leastLengthSquared)
    else { return false }
    whole = WholeCurve(curve: curve, steps: steps(curve, count: count, pen), start: ends.start, end: ends.end)
    return true
  }

  /// Samples a curve from one chord to another.
  private mutating func takeChords(of whole: WholeCurve, _ first: Int, _ last: Int, _ pen: Pen) -> WholeChords {
    // The vertices at a chord's ends depend on the chords beside it, too.
    let lowest = max(first - 1, 1), highest = min(last + 2, whole.steps.count)
    samples.take(whole.curve, whole.steps, lowest...highest, from: whole.start, to: whole.end)
    return WholeChords(
      count: whole.steps.count, start: whole.curve.p0, startDirection: whole.start, samples: samples, lowest: lowest,
      rule: StepRule(pen, whole.steps))
  }
}

/// Some chords of a curve. Chord `k` leads from vertex `k` to the next one.
private struct WholeChords {
  let count: Int
  /// Where the curve starts.
  let start: Point, startDirection: Vector
  let samples: CurveSamples
  /// The vertex that the first sample belongs to.
  let lowest: Int
  let rule: StepRule

  /// A vertex of the centre line, and the direction there.
  @inline(__always)
  private func sample(_ index: Int) -> (point: Point, direction: Vector) {
    if index == 0 { return (start, startDirection) }
    let pair = samples.pairs[(index - lowest) / 2], lane = (index - lowest) & 1
    return (Point(pair.x[lane], pair.y[lane]), Vector(pair.dx[lane], pair.dy[lane]))
  }

  /// Returns sine² of the turn of a chord that the curve has, and whether both its sides are straight lines.
  func turn(_ chord: Int) -> (sineSquared: Double, isPlain: Bool) { turn(sample(chord), sample(chord + 1)) }

  @inline(__always)
  private func turn(
    _ start: (point: Point, direction: Vector), _ end: (point: Point, direction: Vector)
  ) -> (sineSquared: Double, isPlain: Bool) { rule.turn(end.point - start.point, start.direction, end.direction) }

  /// Returns how a pen comes to a vertex.
  func trace(at index: Int) -> CurveTrace {
    let (point, direction) = sample(index)
    var trace = CurveTrace(point: point, direction: direction)
    trace.sineSquared = turn(index - 1).sineSquared
    trace.isPlaced = false
    return trace
  }

  /// Returns where both sides of a chord pass the cross-section at a point of the curve; nil where they aren't straight lines.
  func cut(_ chord: Int, at point: Point, _ direction: Vector) -> (left: Point, right: Point)? {
    let start = sample(chord), end = sample(chord + 1), turn = turn(start, end)
    guard turn.isPlain else { return nil }
    // At its ends the curve has vertices of plain width.
    let startRadius =
      chord == 0
      ? rule.radius : rule.radius(self.turn(sample(chord - 1), start).sineSquared, turn.sineSquared)
    let endRadius =
      chord + 1 == count
      ? rule.radius : rule.radius(turn.sineSquared, self.turn(end, sample(chord + 2)).sineSquared)
    let startOffset = start.direction.turnedClockwise * startRadius
    let endOffset = end.direction.turnedClockwise * endRadius
    func pass(_ start: Point, _ end: Point) -> Point {
      let along = direction.dot(end - start)
      return along > 0 ? start + (end - start) * min(max(direction.dot(point - start) / along, 0), 1) : start
    }
    return (
      pass(start.point + startOffset, end.point + endOffset), pass(start.point - startOffset, end.point - endOffset)
    )
  }
}
