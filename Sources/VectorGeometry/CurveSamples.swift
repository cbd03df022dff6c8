// Stage: stroking, the curves. Places and directions along a cubic, two at a time, before anything is decided about them.

/// Two samples of a curve.
struct SamplePair: BitwiseCopyable {
  /// The centre line's vertices.
  var x: SIMD2<Double>, y: SIMD2<Double>
  /// Unit vectors along the curve.
  var dx: SIMD2<Double>, dy: SIMD2<Double>
}

/// The samples of one curve or a part of it, the curve's start excluded. Reused from curve to curve.
struct CurveSamples: Sendable {
  /// The first `pairCount` hold the samples, the others are room. Behind an odd number of samples there is one without meaning.
  private(set) var pairs: ContiguousArray<SamplePair> = []
  /// How many samples there are.
  private(set) var count = 0

  /// How many pairs there are.
  var pairCount: Int { (count + 1) / 2 }

  /// Samples a cubic. The vertices are moved outward, across the curve, so that chords keep the area: where a curve hardly moves, as at a
  /// cusp, they would be carried beyond its end along it.
  /// - Parameter range: the samples, of 1…`steps.count`.
  mutating func take(
    _ curve: CubicCurve, _ steps: CubicSteps, _ range: ClosedRange<Int>, from startTangent: Vector,
    to endTangent: Vector
  ) {
    count = range.count
    if pairs.count < pairCount {
      let none = SamplePair(x: .zero, y: .zero, dx: .zero, dy: .zero)
      pairs.append(contentsOf: repeatElement(none, count: Swift.max(pairCount - pairs.count, pairs.count, 32)))
    }
    let polynomial = CubicPolynomial(curve), leastSpeed = polynomial.leastSpeed
    let places = StepPlaces(steps, after: range.lowerBound - 1)
    let areaShift = areaShift(steps.count)
    if !Self.fill(&pairs, pairCount, polynomial, places, areaShift, leastSpeed) {
      keepDirections(polynomial, places, areaShift, leastSpeed, from: startTangent)
    }
    if range.upperBound < steps.count { return }
    let last = pairCount - 1, lane = (count - 1) & 1
    pairs[last].x[lane] = curve.p3.x
    pairs[last].y[lane] = curve.p3.y
    pairs[last].dx[lane] = endTangent.dx
    pairs[last].dy[lane] = endTangent.dy
  }

  /// Fills in all pairs; false if the curve has no direction at one of the samples.
  private static func fill(
    _ storage: inout ContiguousArray<SamplePair>, _ pairCount: Int, _ curve: CubicPolynomial, _ places: StepPlaces,
    _ areaShift: Double, _ leastSpeed: Double
  ) -> Bool {
    var pairs = storage.mutableSpan
    var places = places
    let ax3 = 3 * curve.ax, ay3 = 3 * curve.ay, bx2 = 2 * curve.bx, by2 = 2 * curve.by
    let bxThird = curve.bx / 3, byThird = curve.by / 3
    var slowest = Double.infinity
    for index in 0..<pairCount {
      let first = places.next(), second = places.next()
      let t = SIMD2(first.t, second.t), shift = SIMD2(first.shift, second.shift)
      let tangentX = (ax3 * t + bx2) * t + curve.cx, tangentY = (ay3 * t + by2) * t + curve.cy
      let speed = tangentX * tangentX + tangentY * tangentY
      let scale = 1 / speed.squareRoot()
      let dx = tangentX * scale, dy = tangentY * scale
      let bend = (curve.ax * t + bxThird) * (0 - dy) + (curve.ay * t + byThird) * dx
      let outward = bend * areaShift * shift
      let x = ((curve.ax * t + curve.bx) * t + curve.cx) * t + curve.x
      let y = ((curve.ay * t + curve.by) * t + curve.cy) * t + curve.y
      pairs[index] = SamplePair(x: x - (0 - dy) * outward, y: y - dx * outward, dx: dx, dy: dy)
      let least = speed.x < speed.y ? speed.x : speed.y
      slowest = least < slowest ? least : slowest
    }
    return slowest > leastSpeed
  }

  /// Fills in all pairs of a curve that hardly moves at some of them: there the direction is that of the sample before.
  private mutating func keepDirections(
    _ curve: CubicPolynomial, _ places: StepPlaces, _ areaShift: Double, _ leastSpeed: Double, from startTangent: Vector
  ) {
    var places = places, direction = startTangent
    for index in 0..<2 * pairCount {
      let place = places.next(), tangent = curve.derivative(at: place.t), speed = tangent.lengthSquared
      if speed > leastSpeed { direction = tangent * (1 / speed.squareRoot()) }
      let normal = direction.turnedClockwise
      let bend = curve.secondDifference(at: place.t).dot(normal)
      let point = curve.vertex(at: place.t, shift: 0) - normal * (bend * areaShift * place.shift)
      pairs[index / 2].x[index & 1] = point.x
      pairs[index / 2].y[index & 1] = point.y
      pairs[index / 2].dx[index & 1] = direction.dx
      pairs[index / 2].dy[index & 1] = direction.dy
    }
  }
}

/// The parameters of a curve's samples, one after the other; 1 from the curve's end on.
struct StepPlaces {
  private let steps: CubicSteps
  private var part = 0, index: Int, count: Int
  private var dt = 1.0, partStart = 0.0

  /// The places behind sample `index`, which is not the curve's end; 0 is the curve's start.
  @inline(__always)
  init(_ steps: CubicSteps, after index: Int) {
    self.steps = steps
    self.index = index
    count = steps.count(ofPart: 0)
    if index >= count { skipParts() }
    dt = steps.length / Double(count)
  }

  @inline(never)
  private mutating func skipParts() {
    while index >= count, part &+ 1 < steps.partCount {
      index &-= count
      part &+= 1
      count = steps.count(ofPart: part)
    }
    partStart = Double(part) * steps.length
  }

  /// The next place, and half the square of the steps that meet there.
  @inline(__always)
  mutating func next() -> (t: Double, shift: Double) {
    index &+= 1
    if index < count { return (partStart + Double(index) * dt, dt * dt / 2) }
    return nextPart()
  }

  /// From one part to the next.
  @inline(never)
  private mutating func nextPart() -> (t: Double, shift: Double) {
    part &+= 1
    if part >= steps.partCount { return (1, 0) }
    index = 0
    count = steps.count(ofPart: part)
    partStart = Double(part) * steps.length
    let nextStep = steps.length / Double(count)
    let shift = CubicSteps.shift(dt, nextStep)
    dt = nextStep
    return (partStart, shift)
  }
}

extension CubicPolynomial {
  /// Below this speed a derivative has no direction. Squared.
  fileprivate var leastSpeed: Double { 1e-18 * (cx * cx + cy * cy + bx * bx + by * by + ax * ax + ay * ay) }
}

/// The lesser of each two numbers.
@inline(__always)
func lesser(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> SIMD2<Double> { b.replacing(with: a, where: a .< b) }

/// The greater of each two numbers.
@inline(__always)
func greater(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> SIMD2<Double> { b.replacing(with: a, where: a .> b) }
