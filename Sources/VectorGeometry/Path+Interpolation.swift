// Morphing: a path between two others. The same steps on both sides are blended point by point; otherwise both become cubics,
// subpath by subpath, and the shorter of a pair is brought to the other's length by the morph mode.

/// How a subpath gets as many segments as its partner.
public enum PathMorph: String, Hashable, Sendable, CaseIterable {
  /// Segments without length are added at its last point. What a recording of Core Animation shows.
  case pad
  /// Its own segments are cut up, the long ones more often.
  case resample
}

extension Path {
  /// Returns the path a fraction of the way to another one.
  ///
  /// At exactly 0 and 1 that is one of the two paths itself. Subpaths are paired in order; one without a partner grows from its
  /// own start. A result is closed where both partners are.
  /// - Parameters:
  ///   - target: the path at progress 1.
  ///   - progress: not cut to 0…1, so a spring overshoots; NaN gives this path.
  ///   - mode: how subpaths of different make are matched.
  public func interpolated(to target: Path, progress: Double, mode: PathMorph = .pad) -> Path {
    if progress == 0 || progress.isNaN { return self }
    if progress == 1 { return target }
    if verbs == target.verbs {
      var result = self
      result.blendPoints(with: target, progress)
      return result
    }
    var first = cubicSubpaths(), second = target.cubicSubpaths()
    while first.count < second.count { first.append(CubicSubpath(start: second[first.count].start)) }
    while second.count < first.count { second.append(CubicSubpath(start: first[second.count].start)) }
    var result = Path()
    for (var from, var to) in zip(first, second) {
      if mode == .resample {
        from.dropEmptySegments()
        to.dropEmptySegments()
      }
      let count = max(from.segments.count, to.segments.count)
      from.lengthen(to: count, mode)
      to.lengthen(to: count, mode)
      result.move(to: from.start.lerp(to: to.start, progress))
      for (a, b) in zip(from.segments, to.segments) {
        result.addCubic(
          to: a.p3.lerp(to: b.p3, progress), control1: a.p1.lerp(to: b.p1, progress),
          control2: a.p2.lerp(to: b.p2, progress))
      }
      if from.isClosed && to.isClosed { result.close() }
    }
    return result
  }

  /// The subpaths as cubics. A closing line that has a length becomes one of them.
  private func cubicSubpaths() -> [CubicSubpath] {
    var result: [CubicSubpath] = []
    var current = Point.zero
    for element in elements {
      if case .move(let start) = element {
        result.append(CubicSubpath(start: start))
        current = start
        continue
      }
      let last = result.count - 1
      let curve: CubicCurve
      switch element {
      case .move: continue
      case .line(let end): curve = CubicCurve(line: current, end)
      case .quad(let end, let control): curve = QuadCurve(current, control, end).raised
      case .cubic(let end, let control1, let control2): curve = CubicCurve(current, control1, control2, end)
      case .close:
        result[last].isClosed = true
        guard current.distance(to: result[last].start) > CubicSubpath.leastDistance else { continue }
        curve = CubicCurve(line: current, result[last].start)
      }
      result[last].segments.append(curve)
      current = curve.p3
    }
    return result
  }
}

/// A subpath made of cubics alone.
private struct CubicSubpath {
  /// Points no further apart count as one.
  static let leastDistance = 1e-9

  let start: Point
  var segments: [CubicCurve] = []
  var isClosed = false

  init(start: Point) { self.start = start }

  /// Removes segments whose points are all one.
  mutating func dropEmptySegments() {
    segments.removeAll { curve in
      [curve.p1, curve.p2, curve.p3].allSatisfy { curve.p0.distance(to: $0) <= CubicSubpath.leastDistance }
    }
  }

  /// Adds segments without a change of the shape.
  mutating func lengthen(to count: Int, _ mode: PathMorph) {
    let missing = count - segments.count
    guard missing > 0 else { return }
    if mode == .resample, !segments.isEmpty { return cut(into: count) }
    let end = segments.last?.p3 ?? start
    segments.append(contentsOf: repeatElement(CubicCurve(end, end, end, end), count: missing))
  }

  /// Cuts segments at equal parameter steps; the extra pieces go to the segments by length, by largest remainder.
  private mutating func cut(into count: Int) {
    let extra = count - segments.count
    let lengths = segments.map { $0.length() }
    let total = lengths.reduce(0, +)
    // Lengths that are not finite cannot be shared by; all pieces then come from the first segment.
    let isShared = total > 0 && total.isFinite
    let ideal = lengths.map { isShared ? Double(extra) * $0 / total : 0 }
    var pieces = ideal.map { Int(($0 + 1e-9).rounded(.down)) }
    // Lengths carry errors of 1e-7 or so, which must not decide between equal segments.
    let remainders = zip(ideal, pieces).map { (($0 - Double($1)) * 1e6).rounded() }
    let order = segments.indices.sorted { (-remainders[$0], $0) < (-remainders[$1], $1) }
    let rest = max(0, extra - pieces.reduce(0, +))
    for index in order.prefix(rest) { pieces[index] += 1 }
    if rest > order.count { pieces[0] += rest - order.count }
    segments = zip(segments, pieces).flatMap { curve, extra in
      (0...extra).map { index in
        curve.part(from: Double(index) / Double(extra + 1), to: Double(index + 1) / Double(extra + 1))
      }
    }
  }
}

extension CubicCurve {
  /// A straight line, its control points at thirds.
  fileprivate init(line start: Point, _ end: Point) {
    self.init(start, start.lerp(to: end, 1.0 / 3), start.lerp(to: end, 2.0 / 3), end)
  }
}
