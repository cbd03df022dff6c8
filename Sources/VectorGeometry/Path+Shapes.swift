// Building: the closed shapes and the circular arcs, made of lines and cubics. Rules and numbers are Core Animation's (y grows
// downward, so `clockwise` is what one sees on screen).

/// The corners of an upright rectangle.
public struct Corners: OptionSet, Hashable, Sendable {
  /// One bit per corner.
  public let rawValue: UInt8

  /// Makes a set from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The corner at (minX, minY).
  public static let topLeft = Corners(rawValue: 1)
  /// The corner at (maxX, minY).
  public static let topRight = Corners(rawValue: 2)
  /// The corner at (maxX, maxY).
  public static let bottomRight = Corners(rawValue: 4)
  /// The corner at (minX, maxY).
  public static let bottomLeft = Corners(rawValue: 8)
  /// All four.
  public static let all: Corners = [.topLeft, .topRight, .bottomRight, .bottomLeft]
}

/// Length of a quarter circle's handles as a fraction of the radius, 4/3·tan(π/8): the radius is then right within 2.73e-4.
let quarterArcHandle = 0.5522847498307936

extension Path {
  // MARK: - Shapes as paths

  /// Makes a circle: four cubics, clockwise from its rightmost point, closed. Empty for a negative or NaN radius.
  public static func circle(center: Point, radius: Double) -> Path {
    guard radius >= 0 else { return Path() }
    return ellipse(in: Rect(center: center, size: Size(2 * radius, 2 * radius)))
  }

  /// Makes the ellipse that touches the rectangle's edges: four cubics, clockwise from its rightmost point, closed.
  public static func ellipse(in rect: Rect) -> Path {
    var path = Path()
    path.addEllipse(in: rect)
    return path
  }

  /// Makes a rectangle: from its origin clockwise, closed. A negative width or height mirrors it.
  public static func rect(_ rect: Rect) -> Path {
    var path = Path()
    path.addRect(rect)
    return path
  }

  /// Makes a rectangle with circular corners, clockwise from the end of the top left corner, closed.
  /// - Parameters:
  ///   - rect: in user space.
  ///   - radius: of the chosen corners, cut to 0…half the short side.
  ///   - corners: which are rounded; the others are square.
  public static func roundedRect(_ rect: Rect, radius: Double, corners: Corners = .all) -> Path {
    var path = Path()
    path.addRoundedRect(rect, radius: radius, corners: corners)
    return path
  }

  /// Makes an open chain of straight lines through the points.
  public static func polyline(_ points: some Sequence<Point>) -> Path {
    var path = Path()
    for point in points {
      if path.currentPoint == nil { path.move(to: point) } else { path.addLine(to: point) }
    }
    return path
  }

  /// Makes one straight line.
  public static func line(from start: Point, to end: Point) -> Path {
    var path = Path()
    path.move(to: start)
    path.addLine(to: end)
    return path
  }

  /// Makes an open circular arc; see `addArc(center:radius:startAngle:endAngle:clockwise:)`.
  public static func arc(
    center: Point, radius: Double, startAngle: Double, endAngle: Double, clockwise: Bool
  ) -> Path {
    var path = Path()
    path.addArc(center: center, radius: radius, startAngle: startAngle, endAngle: endAngle, clockwise: clockwise)
    return path
  }

  // MARK: - Shapes as further subpaths

  /// Adds a rectangle as a closed subpath: from its origin clockwise. A negative width or height mirrors it.
  public mutating func addRect(_ rect: Rect) {
    let origin = rect.origin, opposite = rect.origin + Vector(rect.size.width, rect.size.height)
    move(to: origin)
    addLine(to: Point(opposite.x, origin.y))
    addLine(to: opposite)
    addLine(to: Point(origin.x, opposite.y))
    close()
  }

  /// Adds the ellipse that touches the rectangle's edges as a closed subpath: four cubics, clockwise from its rightmost point.
  public mutating func addEllipse(in rect: Rect) {
    let center = rect.center
    let right = Vector(rect.width / 2, 0), down = Vector(0, rect.height / 2)
    move(to: Point(rect.maxX, center.y))
    addQuarter(from: right, to: down, end: Point(center.x, rect.maxY))
    addQuarter(from: down, to: -right, end: Point(rect.minX, center.y))
    addQuarter(from: -right, to: -down, end: Point(center.x, rect.minY))
    addQuarter(from: -down, to: right, end: Point(rect.maxX, center.y))
    close()
  }

  /// Adds a rectangle with circular corners as a closed subpath; see `roundedRect(_:radius:corners:)`.
  public mutating func addRoundedRect(_ rect: Rect, radius: Double, corners: Corners = .all) {
    let limit = (rect.width < rect.height ? rect.width : rect.height) / 2
    let radius = radius > 0 ? (radius < limit ? radius : limit) : 0
    guard radius > 0, !corners.isEmpty else {
      return addRect(Rect(minX: rect.minX, minY: rect.minY, maxX: rect.maxX, maxY: rect.maxY))
    }
    let right = Vector(radius, 0), down = Vector(0, radius)
    let topLeft = Point(rect.minX, rect.minY), topRight = Point(rect.maxX, rect.minY)
    let bottomRight = Point(rect.maxX, rect.maxY), bottomLeft = Point(rect.minX, rect.maxY)
    move(to: corners.contains(.topLeft) ? topLeft + right : topLeft)
    addCorner(topRight, from: -down, to: right, isRound: corners.contains(.topRight))
    addCorner(bottomRight, from: right, to: down, isRound: corners.contains(.bottomRight))
    addCorner(bottomLeft, from: down, to: -right, isRound: corners.contains(.bottomLeft))
    if corners.contains(.topLeft) { addCorner(topLeft, from: -right, to: -down, isRound: true) }
    close()
  }

  /// Adds a line to a corner of a rounded rectangle and its quarter circle, which turns from radius `first` to radius `last`.
  private mutating func addCorner(_ corner: Point, from first: Vector, to last: Vector, isRound: Bool) {
    guard isRound else { return addLine(to: corner) }
    let start = corner - last
    if currentPoint != start { addLine(to: start) }
    addQuarter(from: first, to: last, end: corner - first)
  }

  /// Adds a quarter of an ellipse from the current point; `first` and `last` are the radii at its ends.
  private mutating func addQuarter(from first: Vector, to last: Vector, end: Point) {
    guard let start = currentPoint else { return }
    addCubic(to: end, control1: start + last * quarterArcHandle, control2: end + first * quarterArcHandle)
  }

  // MARK: - Arcs

  /// Adds a circular arc, joined to the current point by a line; without a current point it begins a subpath.
  ///
  /// `clockwise` means growing angles, as seen on screen. A way of 2π or more in that direction is one full turn, and so is one
  /// that ends where it starts but not with the same number: 0…2π is a full circle either way, 0…0 is only its start point.
  /// - Parameters:
  ///   - center: of the circle.
  ///   - radius: a negative or NaN radius adds nothing.
  ///   - startAngle: radians from the positive x axis; a NaN or infinite angle adds nothing.
  ///   - endAngle: radians, as for `startAngle`.
  ///   - clockwise: whether angles grow, as seen on screen, from start to end.
  public mutating func addArc(
    center: Point, radius: Double, startAngle: Double, endAngle: Double, clockwise: Bool
  ) {
    guard radius >= 0, startAngle.isFinite, endAngle.isFinite else { return }
    let sweep = Path.sweep(from: startAngle, to: endAngle, clockwise: clockwise)
    let frame = AffineTransform(a: radius, b: 0, c: 0, d: radius, tx: center.x, ty: center.y)
    let start = center + Vector(angle: startAngle) * radius
    if currentPoint == nil { move(to: start) } else { addLine(to: start) }
    addUnitArc(startAngle: startAngle, sweep: sweep, frame: frame, end: abs(sweep) == 2 * .pi ? start : nil)
  }

  /// Adds an arc of `radius` that touches the line from the current point to `tangent1` and the line from there to `tangent2`,
  /// and the line that leads to it. Without a corner to round, a line to `tangent1`.
  public mutating func addArc(tangent1: Point, tangent2: Point, radius: Double) {
    guard let start = currentPoint else { return move(to: tangent1) }
    let back = start - tangent1, ahead = tangent2 - tangent1
    let lengths = back.length * ahead.length
    let turn = back.cross(ahead)
    guard radius > 0, lengths > 0, abs(turn) > 1e-12 * lengths else { return addLine(to: tangent1) }
    // With θ the angle between the two lines, the arc touches them at radius / tan(θ/2) from the corner.
    let distance = radius * (lengths + back.dot(ahead)) / abs(turn)
    let first = tangent1 + back * (distance / back.length), last = tangent1 + ahead * (distance / ahead.length)
    let inward = (turn > 0 ? -back.turnedClockwise : back.turnedClockwise) * (-radius / back.length)
    let center = first + inward
    let startAngle = arcTangent(first.y - center.y, first.x - center.x)
    let endAngle = arcTangent(last.y - center.y, last.x - center.x)
    if first != start { addLine(to: first) }
    let sweep = Path.sweep(from: startAngle, to: endAngle, clockwise: turn < 0)
    addUnitArc(
      startAngle: startAngle, sweep: sweep,
      frame: AffineTransform(a: radius, b: 0, c: 0, d: radius, tx: center.x, ty: center.y), end: last)
  }

  /// Returns the signed angle, -2π…2π, of an arc; positive is clockwise on screen.
  static func sweep(from start: Double, to end: Double, clockwise: Bool) -> Double {
    let difference = clockwise ? end - start : start - end
    let fullTurn = 2 * Double.pi
    guard difference.isFinite else { return 0 }
    let sweep: Double
    if difference >= fullTurn {
      sweep = fullTurn
    } else if difference >= 0 {
      sweep = difference
    } else {
      let rest = (-difference).truncatingRemainder(dividingBy: fullTurn)
      sweep = rest < 1e-9 || fullTurn - rest < 1e-9 ? fullTurn : fullTurn - rest
    }
    return clockwise ? sweep : -sweep
  }

  /// Adds the image of an arc of the unit circle, as equal cubics of at most a quarter turn each.
  /// - Parameters:
  ///   - frame: maps the unit circle to the circle or ellipse wanted.
  ///   - end: where the last cubic ends exactly; nil to compute it.
  mutating func addUnitArc(startAngle: Double, sweep: Double, frame: AffineTransform, end: Point?) {
    guard sweep != 0, abs(sweep) <= 7 else { return }
    let count = max(1, Int((abs(sweep) / (.pi / 2) - 1e-9).rounded(.up)))
    let step = sweep / Double(count)
    let handle = 4.0 / 3 * tangent(step / 4)
    var from = Vector(angle: startAngle)
    for index in 1...count {
      let to = Vector(angle: startAngle + sweep * Double(index) / Double(count))
      let control1 = Point(from.dx - handle * from.dy, from.dy + handle * from.dx)
      let control2 = Point(to.dx + handle * to.dy, to.dy - handle * to.dx)
      let last = index == count ? end : nil
      addCubic(
        to: last ?? frame.apply(to: Point(to.dx, to.dy)),
        control1: frame.apply(to: control1), control2: frame.apply(to: control2))
      from = to
    }
  }
}
