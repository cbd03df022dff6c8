// The front door of this module: a path as the author of a drawing builds it. Flattening, stroking, trimming and measuring are
// in the files beside it (`Path+Flatten.swift`, `Stroke+Outline.swift`, …).

/// One step of a path.
public enum PathElement: Hashable, Sendable {
  /// Begins a subpath.
  case move(to: Point)
  /// A straight line from the current point.
  case line(to: Point)
  /// A quadratic Bézier curve from the current point.
  case quad(to: Point, control: Point)
  /// A cubic Bézier curve from the current point.
  case cubic(to: Point, control1: Point, control2: Point)
  /// A straight line back to the subpath's start, joined there.
  case close
}

extension PathElement {
  /// What kind of step it is.
  fileprivate var verb: Path.Verb {
    switch self {
    case .move: .move
    case .line: .line
    case .quad: .quad
    case .cubic: .cubic
    case .close: .close
    }
  }
}

/// Which parts of the plane a path with overlaps or holes fills.
public enum FillRule: String, Hashable, Sendable, CaseIterable {
  /// Inside where the winding number is not 0.
  case nonZero
  /// Inside where the winding number is odd.
  case evenOdd
}

/// Lines and curves in the plane, in any number of subpaths.
///
/// Steps and coordinates are kept in two arrays, 16 bytes a point; `elements` shows them as values. Drawing calls before the first
/// `move` are ignored, as in Core Graphics. `removeAll` keeps the storage, so a path that is rebuilt for every frame does not
/// allocate.
public struct Path: Hashable, Sendable {
  /// A step without its coordinates. The raw value is the number of points it owns plus, for `close`, a mark.
  package enum Verb: UInt8, Sendable {
    case move, line, quad, cubic, close

    /// How many entries of `points` the step owns.
    package var pointCount: Int {
      switch self {
      case .move, .line: 1
      case .quad: 2
      case .cubic: 3
      case .close: 0
      }
    }
  }

  /// The steps, in order.
  package private(set) var verbs: ContiguousArray<Verb> = []
  /// The steps' points, in order: controls first, the end last.
  package private(set) var points: ContiguousArray<Point> = []
  /// The steps that are parts of longer curves, in order.
  var parts: ContiguousArray<CurvePart> = []
  /// Where the open subpath began; nil before the first move.
  private var start: Point?
  /// Where the pen is; nil before the first move.
  public private(set) var currentPoint: Point?

  /// Makes an empty path.
  public init() {}

  /// Makes a path from its steps. A step that draws before the first move is ignored.
  public init(_ elements: some Sequence<PathElement>) {
    for element in elements { append(element) }
  }

  /// Whether the path has no steps at all.
  public var isEmpty: Bool { verbs.isEmpty }

  /// Whether every coordinate is a finite number. The raster refuses a path for which this is false. O(points).
  public var isFinite: Bool { points.allSatisfy(\.isFinite) }

  /// Two paths are equal when they have the same steps and coordinates.
  public static func == (left: Path, right: Path) -> Bool { left.verbs == right.verbs && left.points == right.points }

  /// Feeds the steps and coordinates.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(verbs)
    hasher.combine(points)
  }

  // MARK: - Building

  /// Begins a subpath at `point`.
  public mutating func move(to point: Point) {
    verbs.append(.move)
    points.append(point)
    start = point
    currentPoint = point
  }

  /// Draws a straight line to `point`.
  public mutating func addLine(to point: Point) {
    guard currentPoint != nil else { return }
    reopenIfClosed()
    verbs.append(.line)
    points.append(point)
    currentPoint = point
  }

  /// Draws a quadratic Bézier curve to `point`.
  public mutating func addQuad(to point: Point, control: Point) {
    guard currentPoint != nil else { return }
    reopenIfClosed()
    verbs.append(.quad)
    points.append(control)
    points.append(point)
    currentPoint = point
  }

  /// Draws a cubic Bézier curve to `point`.
  public mutating func addCubic(to point: Point, control1: Point, control2: Point) {
    guard currentPoint != nil else { return }
    reopenIfClosed()
    verbs.append(.cubic)
    points.append(control1)
    points.append(control2)
    points.append(point)
    currentPoint = point
  }

  /// Closes the subpath with a line to its start. Does nothing where no subpath is open.
  public mutating func close() {
    guard let last = verbs.last, last != .close else { return }
    verbs.append(.close)
    currentPoint = start
  }

  /// Adds one step.
  public mutating func append(_ element: PathElement) {
    switch element {
    case .move(let point): move(to: point)
    case .line(let point): addLine(to: point)
    case .quad(let point, let control): addQuad(to: point, control: control)
    case .cubic(let point, let control1, let control2): addCubic(to: point, control1: control1, control2: control2)
    case .close: close()
    }
  }

  /// Adds steps, as `append` does one by one, with one check for room and for other owners.
  public mutating func append(_ elements: Span<PathElement>) {
    var start = start, current = currentPoint, isClosed = verbs.last == .close
    // A step after `close` adds a move of its own.
    var verbCount = isClosed ? 1 : 0, pointCount = verbCount
    for index in elements.indices {
      let verb = elements[index].verb
      verbCount &+= verb == .close ? 2 : 1
      pointCount &+= verb == .close ? 1 : verb.pointCount
    }
    var verbs = ContiguousArray<Verb>(), points = ContiguousArray<Point>()
    swap(&verbs, &self.verbs)
    swap(&points, &self.points)
    verbs.append(addingCapacity: verbCount) { verbs in
      points.append(addingCapacity: pointCount) { points in
        for index in elements.indices {
          let element = elements[index]
          if case .move(let point) = element {
            verbs.append(.move)
            points.append(point)
            (start, current, isClosed) = (point, point, false)
            continue
          }
          guard let begin = start else { continue }
          if case .close = element {
            if isClosed { continue }
            verbs.append(.close)
            (current, isClosed) = (begin, true)
            continue
          }
          if isClosed {
            verbs.append(.move)
            points.append(begin)
            isClosed = false
          }
          switch element {
          case .line(let end):
            verbs.append(.line)
            points.append(end)
            current = end
          case .quad(let end, let control):
            verbs.append(.quad)
            points.append(control)
            points.append(end)
            current = end
          case .cubic(let end, let control1, let control2):
            verbs.append(.cubic)
            points.append(control1)
            points.append(control2)
            points.append(end)
            current = end
          case .move, .close: break
          }
        }
      }
    }
    swap(&verbs, &self.verbs)
    swap(&points, &self.points)
    self.start = start
    currentPoint = current
  }

  /// Adds all steps of another path as they are.
  public mutating func append(_ path: Path) {
    guard !path.isEmpty else { return }
    if !path.parts.isEmpty { appendParts(of: path, in: path.verbs.indices, as: verbs.count) }
    verbs.append(contentsOf: path.verbs)
    points.append(contentsOf: path.points)
    start = path.start
    currentPoint = path.currentPoint
  }

  /// Adds all steps of a path but its first move: they go on from the current point.
  mutating func appendContinuing(_ path: Path) {
    guard path.verbs.count > 1 else { return }
    appendParts(of: path, in: path.verbs.indices, as: verbs.count - 1)
    verbs.append(contentsOf: path.verbs.dropFirst())
    points.append(contentsOf: path.points.dropFirst())
    currentPoint = path.currentPoint
  }

  /// Removes all steps and keeps the storage for the next ones.
  public mutating func removeAll() {
    verbs.removeAll(keepingCapacity: true)
    points.removeAll(keepingCapacity: true)
    if !parts.isEmpty { parts.removeAll(keepingCapacity: true) }
    start = nil
    currentPoint = nil
  }

  /// Maps every point.
  public mutating func apply(_ transform: AffineTransform) {
    for index in points.indices { points[index] = transform.apply(to: points[index]) }
    for index in parts.indices { parts[index].whole = parts[index].whole.applying(transform) }
    start = start.map { transform.apply(to: $0) }
    currentPoint = currentPoint.map { transform.apply(to: $0) }
  }

  /// Returns the path with every point mapped.
  public func applying(_ transform: AffineTransform) -> Path {
    var path = self
    path.apply(transform)
    return path
  }

  /// Moves every point a fraction of the way to the same point of a path with the same steps.
  mutating func blendPoints(with target: Path, _ progress: Double) {
    parts.removeAll()
    for index in points.indices { points[index] = points[index].lerp(to: target.points[index], progress) }
    if let from = start, let to = target.start { start = from.lerp(to: to, progress) }
    if let from = currentPoint, let to = target.currentPoint { currentPoint = from.lerp(to: to, progress) }
  }

  /// Returns some of the steps as a path of its own; they begin with a move.
  func subpath(verbs verbRange: Range<Int>, points pointRange: Range<Int>) -> Path {
    var result = Path()
    result.verbs.append(contentsOf: verbs[verbRange])
    result.points.append(contentsOf: points[pointRange])
    result.appendParts(of: self, in: verbRange, as: 0)
    result.start = points[pointRange.lowerBound]
    result.currentPoint = verbs[verbRange.upperBound - 1] == .close ? result.start : points[pointRange.upperBound - 1]
    return result
  }

  /// A step after `close` begins a new subpath at the old one's start, which is said here with a move of its own.
  private mutating func reopenIfClosed() {
    guard verbs.last == .close, let start else { return }
    move(to: start)
  }
}

// MARK: - Reading

extension Path {
  /// The steps as values.
  public var elements: Elements { Elements(path: self) }

  /// The steps of a path as values, made on the way.
  public struct Elements: Sequence, IteratorProtocol, Sendable {
    private let path: Path
    private var verb = 0
    private var point = 0

    fileprivate init(path: Path) { self.path = path }

    /// Returns the next step, nil at the end.
    public mutating func next() -> PathElement? {
      guard verb < path.verbs.count else { return nil }
      let step = path.verbs[verb]
      let first = point
      verb += 1
      point += step.pointCount
      switch step {
      case .move: return .move(to: path.points[first])
      case .line: return .line(to: path.points[first])
      case .quad: return .quad(to: path.points[first + 1], control: path.points[first])
      case .cubic:
        return .cubic(
          to: path.points[first + 2], control1: path.points[first], control2: path.points[first + 1])
      case .close: return .close
      }
    }
  }

  /// The smallest rectangle around all points, controls included; nil for an empty path. O(points).
  public var controlBounds: Rect? {
    guard let first = points.first else { return nil }
    var low = first, high = first
    for point in points {
      low = Point(min(low.x, point.x), min(low.y, point.y))
      high = Point(max(high.x, point.x), max(high.y, point.y))
    }
    return Rect(minX: low.x, minY: low.y, maxX: high.x, maxY: high.y)
  }
}
