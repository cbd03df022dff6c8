// Stage: curves to straight lines, in device space. The number of chords comes from Wang's bound on the second difference of the control
// points, for small curves, or from the bend of each part of the curve. A chord of a convex arc always loses area, which shows as an edge
// that is too light, so every inner vertex is moved outward by two thirds of the sagitta, which gives the area back without further
// vertices:
//
//     vertex(t) = B(t) - B''(t)·dt²/12
//
// For a cubic that is again a cubic in t, so the loop only evaluates a polynomial. End points stay where they are.

extension Path {
  /// Adds this path as straight lines to `output`; nothing is removed from it first.
  ///
  /// Without `clip` a curve becomes at most 65 536 chords, which holds a tolerance of .05 up to curves of about 3e8 pixels.
  /// A curve with a coordinate that is not finite becomes a line to its end.
  /// - Parameters:
  ///   - transform: from the path's space to device space.
  ///   - tolerance: the largest distance, in device space, between the curve and its lines; .05 pixel is what drawing uses.
  ///   - clip: the part of device space that matters. Pieces of curves outside it may be drawn coarsely, without a change of any
  ///     winding number inside. The cost then depends on what lies near it, not on the size of the curve.
  ///   - output: the lines are appended to it.
  public func flatten(
    transform: AffineTransform = .identity, tolerance: Double, clip: Rect? = nil, into output: inout FlattenedPath
  ) {
    let flattener = Flattener(tolerance: tolerance, clip: clip)
    let isIdentity = transform == .identity
    let verbs = verbs.span, points = points.span
    var current = Point.zero
    var index = 0, step = 0
    var parts = CurvePartReader(self)
    while step < verbs.count {
      let verb = verbs[step]
      step &+= 1
      switch verb {
      case .move:
        current = isIdentity ? points[index] : transform.apply(to: points[index])
        output.beginContour(at: current)
        index += 1
      case .line:
        let first = index
        index += 1
        while step < verbs.count && verbs[step] == .line {
          step &+= 1
          index &+= 1
        }
        let ends = points.extracting(first..<index)
        if isIdentity { output.points.append(ends) } else { output.points.append(ends, mappedBy: transform) }
        current = output.points[output.points.count &- 1]
      case .quad:
        var control = points[index], end = points[index + 1]
        if !isIdentity {
          control = transform.apply(to: control)
          end = transform.apply(to: end)
        }
        let curve = QuadCurve(current, control, end)
        if let part = parts.part(ofStep: step &- 1, in: self) {
          flattener.append(curve.raised, part, transform, to: &output.points)
        } else {
          flattener.append(curve, to: &output.points)
        }
        current = end
        index += 2
      case .cubic:
        var control1 = points[index], control2 = points[index + 1], end = points[index + 2]
        if !isIdentity {
          control1 = transform.apply(to: control1)
          control2 = transform.apply(to: control2)
          end = transform.apply(to: end)
        }
        let curve = CubicCurve(current, control1, control2, end)
        if let part = parts.part(ofStep: step &- 1, in: self) {
          flattener.append(curve, part, transform, to: &output.points)
        } else {
          flattener.append(curve, to: &output.points)
        }
        current = end
        index += 3
      case .close:
        output.closeContour()
        current = output.contourStart
      }
    }
  }
}

/// What stays the same while a path is flattened.
struct Flattener {
  /// .75 / tolerance: the square of the number of chords per unit of a cubic's largest second difference.
  private let chordsSquared: Double
  /// The part of device space that matters; nil for all of it.
  private let clip: Rect?

  init(tolerance: Double, clip: Rect?) {
    chordsSquared = 0.75 / (tolerance > 0 ? tolerance : 1e-9)
    self.clip = clip
  }

  /// Adds a cubic's vertices after the first.
  @inline(__always)
  func append(_ curve: CubicCurve, to points: inout PointList) {
    let count = (chordsSquared * curve.secondDifference).squareRoot()
    if count < CubicCurve.chordsBeforeCut {
      curve.appendChords(steps(curve, count), to: &points)
    } else {
      appendLong(curve, count: count, depth: 0, to: &points)
    }
  }

  @inline(__always)
  private func steps(_ curve: CubicCurve, _ count: Double) -> CubicSteps {
    CubicSteps(curve, count: count, chordsSquared: chordsSquared, turnSquared: 0)
  }

  /// Adds a quadratic's vertices after the first.
  @inline(__always)
  func append(_ curve: QuadCurve, to points: inout PointList) {
    let count = (chordsSquared / 3 * curve.secondDifference).squareRoot()
    if count < CubicSteps.leastCount {
      curve.appendChords(Int(count) + 1, to: &points)
    } else if count < CubicCurve.chordsBeforeCut {
      let cubic = curve.raised
      cubic.appendChords(steps(cubic, count), to: &points)
    } else {
      appendLong(curve.raised, count: count, depth: 0, to: &points)
    }
  }

  /// Adds the vertices of a curve, after the first, that is part of another one.
  func append(_ curve: CubicCurve, _ part: CurvePart, _ transform: AffineTransform, to points: inout PointList) {
    let whole = part.whole.applying(transform)
    let count = (chordsSquared * whole.secondDifference).squareRoot()
    guard count < CubicCurve.chordsBeforeCut else { return append(curve, to: &points) }
    let steps = steps(whole, count), range = steps.range(of: part)
    if part.start > 0 { points.append(whole.place(onChord: range.first, steps, nextTo: curve.p0)) }
    if range.first < range.last {
      for index in range.first + 1...range.last { points.append(whole.vertex(index, steps)) }
    }
    if part.end < 1 { points.append(whole.place(onChord: range.last, steps, nextTo: curve.p3)) }
    points.append(curve.p3)
  }

  /// Adds a large curve: its halves where a clip says which parts matter, else as many chords as are allowed.
  private func appendLong(
    _ curve: CubicCurve, count: Double, depth: Int, to points: inout PointList
  ) {
    guard curve.isFinite, !(clip.map(curve.isOutside) ?? false) else { return points.append(curve.p3) }
    if count < CubicCurve.chordsBeforeCut {
      curve.appendChords(steps(curve, count), to: &points)
    } else if clip == nil || depth >= CubicCurve.deepestCut {
      let limited = count < CubicCurve.chordLimit ? Int(count) + 1 : Int(CubicCurve.chordLimit)
      curve.appendChords(CubicSteps(uniform: limited), to: &points)
    } else {
      let (first, second) = curve.split(at: 0.5)
      for half in [first, second] {
        let count = (chordsSquared * half.secondDifference).squareRoot()
        appendLong(half, count: count, depth: depth + 1, to: &points)
      }
    }
  }
}
