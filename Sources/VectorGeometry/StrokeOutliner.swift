// Stage: a stroked path to closed contours, to be filled with the non-zero rule.
//
// Both sides of the stroke are chains of vertices: an open subpath becomes one contour (one side, end cap, the other side
// backwards, start cap), a closed one two. The outline is the sum of pieces, one between each two neighbouring cross-sections
// of the stroke, and every piece must have the same orientation: then a point is inked if any piece covers it, and overlaps
// cannot cancel. `Pen` sees to that at corners, `StrokeOutliner+Curves.swift` on curves.
//
// Offsets are made in the working space: device space if the transform keeps circles round, else user space with the tolerance
// divided by the largest stretch, so that the pen is transformed as well.

/// Turns strokes into outlines. Keep one and reuse it: its scratch memory then stays allocated.
public struct StrokeOutliner: Sendable {
  /// Vertices on the side to which `turnedClockwise` points, in path order.
  var left = PointList()
  /// Vertices on the other side, in path order.
  var right = PointList()
  /// Places along the curve that is being stroked.
  var samples = CurveSamples()
  /// The open subpath's start.
  private var start = Point.zero
  /// Direction of the first segment.
  private var startTangent = Vector.zero
  /// Length of the first segment that no inner join has used; 0 for a curve.
  private var startRemainder = 0.0
  /// The pen's position. The offset points there are not in the chains yet.
  var position = Point.zero
  /// Direction at the end of the last segment.
  var tangent = Vector.zero
  /// Length of the last segment that no inner join has used; 0 for a curve.
  private var remainder = 0.0
  /// Segments with a length in this subpath so far.
  private(set) var segmentCount = 0
  /// The segment, counted from 1, that was last cut off from a longer curve: its vertices at the end are in the chains.
  var cutSegment = 0
  /// The curve of which a part was stroked last.
  var whole: WholeCurve?

  /// Makes an outliner without scratch memory.
  public init() {}

  /// Adds a stroke's outline to `output`; nothing is removed from it first. Fill the result with `FillRule.nonZero`.
  ///
  /// A subpath without length is a dot with round caps, an upright square with square caps and nothing with butt caps; a lone
  /// move is nothing. A width that is not above 0, or not finite, gives nothing.
  /// - Parameters:
  ///   - path: in user space.
  ///   - stroke: width and dashes in user space.
  ///   - transform: from user space to device space; the pen goes through it too.
  ///   - tolerance: the largest distance, in device space, between the outline and its lines; .05 pixel is what drawing uses.
  ///   - clip: the part of device space that matters. Large curves may be drawn coarsely outside it and dashes left out; no ink
  ///     inside changes. The cost then depends on what lies near it, not on the size of the path.
  ///   - output: the outline is appended to it; fill it by the non-zero rule.
  public mutating func outline(
    _ path: Path, _ stroke: Stroke, transform: AffineTransform = .identity, tolerance: Double, clip: Rect? = nil,
    into output: inout FlattenedPath
  ) {
    guard stroke.width > 0, stroke.width.isFinite, transform.isFinite else { return }
    let tolerance = tolerance > 0 ? tolerance : 1e-9
    let isSimilarity =
      (transform.a == transform.d && transform.b == -transform.c)
      || (transform.a == -transform.d && transform.b == transform.c)
    let scale = isSimilarity ? (transform.a * transform.a + transform.b * transform.b).squareRoot() : 1
    let stretch = isSimilarity ? 1 : transform.stretch.largest
    guard scale > 0, stretch > 0 else { return }
    let userClip = clip.flatMap { transform.inverted?.boundingBox(of: $0) }.map { stroke.reach(around: $0) }
    let workingClip = isSimilarity ? clip.map { stroke.reach(around: $0, scale: scale) } : userClip
    let pen = Pen(
      stroke, radius: stroke.width / 2 * scale, tolerance: tolerance / stretch, leastLength: 1e-8 / stretch,
      clip: workingClip)
    whole = nil
    let first = output.points.count
    let dashes = stroke.dash.map { path.dashed($0, clip: userClip) } ?? path
    trace(dashes, pen, transform: isSimilarity ? transform : .identity, into: &output)
    if !isSimilarity {
      for index in first..<output.points.count {
        output.points[index] = transform.apply(to: output.points[index])
      }
    }
  }

  /// Walks the path's steps.
  private mutating func trace(
    _ path: Path, _ pen: Pen, transform: AffineTransform, into output: inout FlattenedPath
  ) {
    let isIdentity = transform == .identity
    // Whether the open subpath has steps after its move.
    var isDrawn = false
    var index = 0
    var parts = CurvePartReader(path)
    for step in path.verbs.indices {
      let verb = path.verbs[step]
      switch verb {
      case .move:
        finishOpen(pen, isDrawn: isDrawn, into: &output)
        begin(at: isIdentity ? path.points[index] : transform.apply(to: path.points[index]))
        isDrawn = false
      case .line:
        line(to: isIdentity ? path.points[index] : transform.apply(to: path.points[index]), pen)
        isDrawn = true
      case .quad:
        let control = transform.apply(to: path.points[index]), end = transform.apply(to: path.points[index + 1])
        cubic(QuadCurve(position, control, end).raised, parts.part(ofStep: step, in: path), pen, transform)
        isDrawn = true
      case .cubic:
        let control1 = transform.apply(to: path.points[index]), control2 = transform.apply(to: path.points[index + 1])
        cubic(
          CubicCurve(position, control1, control2, transform.apply(to: path.points[index + 2])),
          parts.part(ofStep: step, in: path), pen, transform)
        isDrawn = true
      case .close:
        finishClosed(pen, into: &output)
        isDrawn = false
      }
      index += verb.pointCount
    }
    finishOpen(pen, isDrawn: isDrawn, into: &output)
  }

  // MARK: - Segments

  @inline(__always)
  private mutating func cubic(_ curve: CubicCurve, _ part: CurvePart?, _ pen: Pen, _ transform: AffineTransform) {
    if let part { cubic(curve, part, pen, transform: transform) } else { cubic(curve, pen) }
  }

  /// Begins a subpath.
  private mutating func begin(at point: Point) {
    left.removeAll()
    right.removeAll()
    start = point
    position = point
    segmentCount = 0
    cutSegment = 0
  }

  /// Strokes a straight line.
  private mutating func line(to end: Point, _ pen: Pen) {
    guard let (direction, length) = (end - position).normalized(leastSquared: pen.leastLengthSquared) else { return }
    beginSegment(direction, length: length, pen)
    position = end
    tangent = direction
  }

  /// Joins a new segment to the last one; its own start points are then in the chains.
  /// - Parameter length: how far the segment is straight, 0 for a curve.
  mutating func beginSegment(_ direction: Vector, length: Double, _ pen: Pen) {
    if segmentCount == 0 {
      let normal = direction.turnedClockwise * pen.radius
      left.append(position + normal)
      right.append(position - normal)
      startTangent = direction
      startRemainder = length
      remainder = length
    } else {
      let used = joinSegments(tangent, direction, remainder, length, pen, join: pen.join)
      if segmentCount == 1 { startRemainder -= min(used, startRemainder) }
      remainder = length - used
    }
    segmentCount += 1
  }

  /// Adds the corner at the pen's position, the offset points of both segments there included.
  /// - Parameters:
  ///   - length0, length1: how much of either segment is straight and not used by another inner join.
  /// - Returns: the length of each segment that the inner side used up.
  @discardableResult
  mutating func joinSegments(
    _ tangent0: Vector, _ tangent1: Vector, _ length0: Double, _ length1: Double, _ pen: Pen, join: Join
  ) -> Double {
    let sine = tangent0.cross(tangent1), cosine = tangent0.dot(tangent1)
    let normal0 = tangent0.turnedClockwise, normal1 = tangent1.turnedClockwise
    if cosine > 0, sine < 1e-7, sine > -1e-7 {
      left.append(position + normal1 * pen.radius)
      right.append(position - normal1 * pen.radius)
      return 0
    }
    // The inner side may end where the offset lines cross if the part of one line that is cut off there lies within the
    // other line's rectangle. On a turn almost back the crossing is too far away to be placed.
    let magnitude = pen.radius * (sine < 0 ? -sine : sine)
    let used = cosine < 0 ? magnitude / (1 + cosine) : magnitude
    let isCrossing = cosine > -0.999 && used < length0 && used < length1
    let isLeftInner = sine >= 0
    if isCrossing {
      let tip = (normal0 + normal1) * (pen.radius / (1 + cosine))
      if cosine > pen.singleVertexCosine {
        left.append(position + tip)
        right.append(position - tip)
        return used
      }
      if isLeftInner { left.append(position + tip) } else { right.append(position - tip) }
    }
    if isLeftInner {
      if !isCrossing { pen.appendInner(to: &left, corner: position, from: normal0, to: normal1) }
      pen.appendOuter(to: &right, corner: position, from: -normal0, to: -normal1, cosine: cosine, join: join)
    } else {
      if !isCrossing { pen.appendInner(to: &right, corner: position, from: -normal0, to: -normal1) }
      pen.appendOuter(to: &left, corner: position, from: normal0, to: normal1, cosine: cosine, join: join)
    }
    return isCrossing ? used : 0
  }

  // MARK: - Ends

  /// Ends an open subpath with its caps.
  private mutating func finishOpen(_ pen: Pen, isDrawn: Bool, into output: inout FlattenedPath) {
    guard segmentCount > 0 else {
      if isDrawn { appendDot(pen, into: &output) }
      return
    }
    let isCut = cutSegment == segmentCount
    segmentCount = 0
    let normal = tangent.turnedClockwise * pen.radius
    if !isCut { left.append(position + normal) }
    pen.appendCap(to: &left, end: position, outward: tangent)
    if !isCut { left.append(position - normal) }
    output.beginContour()
    output.points.append(left.span)
    output.points.append(backwards: right.span)
    pen.appendCap(to: &output.points, end: start, outward: -startTangent)
    output.closeContour()
  }

  /// Closes a subpath: a line to its start and a join there.
  private mutating func finishClosed(_ pen: Pen, into output: inout FlattenedPath) {
    line(to: start, pen)
    guard segmentCount > 0 else {
      appendDot(pen, into: &output)
      return begin(at: start)
    }
    position = start
    joinSegments(
      tangent, startTangent, remainder, segmentCount > 1 ? startRemainder : 0, pen, join: pen.join)
    // The join has added the first segment's start points anew, perhaps moved by an inner crossing.
    left[0] = left.removeLast()
    right[0] = right.removeLast()
    output.beginContour(isClosed: true)
    output.points.append(left.span)
    output.beginContour(isClosed: true)
    output.points.append(backwards: right.span)
    begin(at: start)
  }

  /// Draws a subpath without length.
  private mutating func appendDot(_ pen: Pen, into output: inout FlattenedPath) {
    left.removeAll()
    switch pen.cap {
    case .butt: return
    case .round: pen.appendDisc(to: &left, center: start)
    case .square:
      let r = pen.radius
      for corner in [Vector(-r, r), Vector(r, r), Vector(r, -r), Vector(-r, -r)] { left.append(start + corner) }
    }
    output.beginContour(isClosed: true)
    output.points.append(left.span)
  }
}

extension Stroke {
  /// Returns the places whose ink can reach a rectangle: miters and the corners of square caps counted.
  fileprivate func reach(around rect: Rect, scale: Double = 1) -> Rect {
    let reach = width * scale * (join == .miter && miterLimit > 1.5 ? miterLimit : 1.5)
    return rect.insetBy(dx: -reach, dy: -reach)
  }
}

extension Vector {
  /// Returns the unit vector and the length; nil where the length is not above the root of `leastSquared`, or not finite.
  func normalized(leastSquared: Double) -> (Vector, length: Double)? {
    let square = lengthSquared
    if square > leastSquared, square < 1e300 {
      let length = square.squareRoot()
      return (self / length, length)
    }
    // The square of a length beyond 1e150 may overflow.
    guard square >= 1e300, dx.isFinite, dy.isFinite else { return nil }
    let scale = max(abs(dx), abs(dy))
    let scaled = self / scale
    let length = scaled.length
    return (scaled / length, length * scale)
  }
}

extension AffineTransform {
  /// Returns the smallest upright rectangle around a rectangle's image.
  fileprivate func boundingBox(of rect: Rect) -> Rect {
    let center = apply(to: rect.center)
    let width = abs(a) * rect.width + abs(c) * rect.height, height = abs(b) * rect.width + abs(d) * rect.height
    return Rect(center: center, size: Size(width, height))
  }
}
