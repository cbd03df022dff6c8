// Parts of curves. What trimming and dashing cut off is a curve of its own; flattened as such, it would have vertices of its own, and with a
// moving end all of them would move: by less than the tolerance, but edges far from the end would flicker. So a path remembers of which
// curve a step is a part, and flattening and stroking take the vertices of the whole curve that lie in the part. At a cut the lines end
// where the whole curve's lines pass it.
//
// Nothing else looks at parts: not equality, not `elements`, not SVG. What changes a step's points without keeping its shape forgets them.

/// A step of a path that is a part of a longer curve.
struct CurvePart: Equatable, Sendable {
  /// Which of the path's steps it is.
  var step: Int
  /// The curve that it is a part of, in the path's space; a quadratic is raised to a cubic.
  var whole: CubicCurve
  /// The whole curve's parameters at the part's start and end.
  var start: Double, end: Double

  /// The part between two of its own parameters.
  func part(from: Double, to: Double) -> CurvePart {
    CurvePart(
      step: step, whole: whole, start: from <= 0 ? start : start + (end - start) * from,
      end: to >= 1 ? end : start + (end - start) * to)
  }
}

/// Finds a path's parts along with its steps. (It doesn't hold the path, which would cost more than all the rest on one of few steps.)
struct CurvePartReader {
  private var index = 0
  /// The next step that is a part; -1 if there is none.
  private var nextStep: Int

  @inline(__always)
  init(_ path: borrowing Path) { nextStep = path.parts.isEmpty ? -1 : path.parts[0].step }

  /// What a step is a part of, if anything. To be asked for all quadratics and cubics, in order.
  @inline(__always)
  mutating func part(ofStep step: Int, in path: borrowing Path) -> CurvePart? {
    step == nextStep ? next(in: path) : nil
  }

  @inline(never)
  private mutating func next(in path: borrowing Path) -> CurvePart {
    let part = path.parts[index]
    index += 1
    nextStep = index < path.parts.count ? path.parts[index].step : -1
    return part
  }
}

extension Path {
  /// Adds the part of a segment between two of its parameters, as the same kind of step.
  mutating func append(
    _ segment: PathMeasure.Segment, fromParameter from: Double, toParameter to: Double, begins: Bool
  ) {
    let curve = segment.curve
    switch segment.kind {
    case .line:
      if begins { move(to: from <= 0 ? curve.p0 : curve.p0.lerp(to: curve.p3, from)) }
      addLine(to: to >= 1 ? curve.p3 : curve.p0.lerp(to: curve.p3, to))
      return
    case .quad:
      let part = QuadCurve(curve.p0, segment.control, curve.p3).part(from: from, to: to)
      if begins { move(to: part.p0) }
      addQuad(to: part.p2, control: part.p1)
    case .cubic:
      let part = curve.part(from: from, to: to)
      if begins { move(to: part.p0) }
      addCubic(to: part.p3, control1: part.p1, control2: part.p2)
    }
    guard from > 0 || to < 1 || segment.part != nil else { return }
    var part = (segment.part ?? CurvePart(step: 0, whole: curve, start: 0, end: 1)).part(from: from, to: to)
    part.step = verbs.count - 1
    parts.append(part)
  }

  /// Takes over the parts of some of another path's steps, of which the first is to be step `first`.
  mutating func appendParts(of path: Path, in steps: Range<Int>, as first: Int) {
    for part in path.parts where steps.contains(part.step) {
      parts.append(part)
      parts[parts.count - 1].step += first - steps.lowerBound
    }
  }

  /// Whether two paths are equal and are flattened with the same vertices.
  package func isDrawn(as other: Path) -> Bool { self == other && parts == other.parts }
}

extension CubicCurve {
  /// The curve with every point mapped.
  func applying(_ transform: AffineTransform) -> CubicCurve {
    CubicCurve(transform.apply(to: p0), transform.apply(to: p1), transform.apply(to: p2), transform.apply(to: p3))
  }

  /// One of the area-preserving vertices, as `appendChords` adds them.
  func vertex(_ index: Int, _ steps: CubicSteps) -> Point {
    if index == 0 { return p0 }
    if index == steps.count { return p3 }
    let polynomial = CubicPolynomial(self), place = steps.place(index)
    return steps.partCount == 1
      ? polynomial.vertex(at: place.t, shift: place.shift) : polynomial.vertex(at: place.t, acrossShift: place.shift)
  }

  /// The place of the chord behind a vertex that is next to a point.
  func place(onChord index: Int, _ steps: CubicSteps, nextTo point: Point) -> Point {
    let start = vertex(index, steps), chord = vertex(index + 1, steps) - start, square = chord.lengthSquared
    return square > 0 ? start + chord * min(max((point - start).dot(chord) / square, 0), 1) : start
  }
}

extension CubicSteps {
  /// The parameter of a vertex, and half the square of the steps that meet there.
  func place(_ index: Int) -> (t: Double, shift: Double) {
    var places = StepPlaces(self, after: index - 1)
    return places.next()
  }

  /// The chords in which a part of the curve starts and ends.
  func range(of part: CurvePart) -> (first: Int, last: Int) {
    let last = part.end < 1 ? chord(at: part.end) : count - 1
    return (part.start > 0 ? min(chord(at: part.start), last) : 0, last)
  }

  /// The chord that a parameter lies in.
  private func chord(at t: Double) -> Int {
    guard t > 0, t < 1 else { return t < 1 ? 0 : count - 1 }
    let part = Int(t * Double(partCount)), chords = count(ofPart: part)
    let first = (0..<part).reduce(0) { $0 + count(ofPart: $1) }
    return first + min(Int((t / length - Double(part)) * Double(chords)), chords - 1)
  }
}
