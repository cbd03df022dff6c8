// Stage: measuring a path. The path is cut into segments with their arc lengths once; points, directions and windows by length are
// then found without walking it again. Closing lines count, moves do not.

/// A path with the arc lengths of its segments.
public struct PathMeasure: Sendable {
  /// One line or curve that has a length.
  struct Segment: Sendable {
    enum Kind: Sendable { case line, quad, cubic }
    let kind: Kind
    /// The segment as a cubic. A line's controls are unused; a quadratic is raised, its parameter stays the same.
    let curve: CubicCurve
    /// A quadratic's control point.
    let control: Point
    /// What curve the segment is a part of, if any.
    let part: CurvePart?
    /// Arc length from the path's start to this segment's.
    let start: Double
    let length: Double
  }

  /// One subpath.
  struct Subpath: Sendable {
    let segments: Range<Int>
    let isClosed: Bool
    /// Where its steps begin in the path's arrays.
    let verbs: Range<Int>
    let points: Range<Int>
    /// Arc length from the path's start to this subpath's.
    let start: Double
  }

  let path: Path
  private(set) var segments: ContiguousArray<Segment> = []
  private(set) var subpaths: ContiguousArray<Subpath> = []
  /// The whole path's arc length: all subpaths, closing lines included.
  public private(set) var length = 0.0

  /// Measures a path. O(segments), about a microsecond for a curve.
  public init(_ path: Path) {
    self.path = path
    var verb = 0, point = 0, parts = CurvePartReader(path)
    while verb < path.verbs.count { addSubpath(&verb, &point, &parts) }
  }

  private mutating func addSubpath(_ verb: inout Int, _ point: inout Int, _ parts: inout CurvePartReader) {
    let firstVerb = verb, firstPoint = point, firstSegment = segments.count, firstLength = length
    let start = path.points[point]
    var current = start
    var isClosed = false
    verb += 1
    point += 1
    loop: while verb < path.verbs.count {
      let part = parts.part(ofStep: verb, in: path)
      switch path.verbs[verb] {
      case .move: break loop
      case .line: add(.line, CubicCurve(current, current, path.points[point], path.points[point]), control: current)
      case .quad:
        let control = path.points[point]
        add(.quad, QuadCurve(current, control, path.points[point + 1]).raised, control: control, part)
      case .cubic:
        add(
          .cubic, CubicCurve(current, path.points[point], path.points[point + 1], path.points[point + 2]),
          control: current, part)
      case .close:
        add(.line, CubicCurve(current, current, start, start), control: current)
        isClosed = true
      }
      point += path.verbs[verb].pointCount
      verb += 1
      if isClosed { break }
      current = path.points[point - 1]
    }
    subpaths.append(
      Subpath(
        segments: firstSegment..<segments.count, isClosed: isClosed, verbs: firstVerb..<verb,
        points: firstPoint..<point, start: firstLength))
  }

  private mutating func add(_ kind: Segment.Kind, _ curve: CubicCurve, control: Point, _ part: CurvePart? = nil) {
    let length = kind == .line ? curve.p0.distance(to: curve.p3) : curve.length()
    guard length > 0, length.isFinite else { return }
    segments.append(
      Segment(kind: kind, curve: curve, control: control, part: part, start: self.length, length: length))
    self.length += length
  }

  // MARK: - Places

  /// Returns the point at a fraction of the length, cut to 0…1; nil for a path without length.
  public func point(atFraction fraction: Double) -> Point? {
    locate(fraction).map { segment, t in
      segment.kind == .line ? segment.curve.p0.lerp(to: segment.curve.p3, t) : segment.curve.point(at: t)
    }
  }

  /// Returns the direction at a fraction of the length, cut to 0…1, as a unit vector; nil for a path without length. At a
  /// corner it is the direction of the segment that begins there.
  public func tangent(atFraction fraction: Double) -> Vector? {
    locate(fraction).map { segment, t in
      segment.kind == .line
        ? (segment.curve.p3 - segment.curve.p0) / segment.length : segment.curve.direction(at: t)
    }
  }

  private func locate(_ fraction: Double) -> (Segment, t: Double)? {
    guard !segments.isEmpty, !fraction.isNaN else { return nil }
    let distance = length * min(max(fraction, 0), 1)
    // The last segment that starts at or before the place.
    var low = 0, high = segments.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if segments[middle].start <= distance { low = middle } else { high = middle }
    }
    let segment = segments[low]
    return (segment, segment.parameter(at: distance - segment.start))
  }
}

extension PathMeasure.Segment {
  /// Returns the parameter at an arc length from this segment's start.
  func parameter(at distance: Double) -> Double {
    if kind == .line { return min(max(distance / length, 0), 1) }
    return curve.parameter(atLength: distance, from: 0, length: length)
  }
}

extension Path {
  /// The arc length of all subpaths, closing lines included, to within 1e-5 of a unit per curve.
  public var length: Double { PathMeasure(self).length }
}
