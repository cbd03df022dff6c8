/// A path made of straight lines only: what the raster takes in. Reused from path to path, so that steady drawing does not
/// allocate.
public struct FlattenedPath: Sendable {
  /// The vertices of all contours, one contour after the other. Device space, pixels, when it goes to the raster.
  public package(set) var points = PointList()
  /// How many contours there are.
  public private(set) var contourCount = 0

  private struct Contour: Sendable {
    /// Where it begins in `points`; it ends where the next one begins.
    var start = 0
    var isClosed = false
  }

  /// The first `contourCount` are the contours, the others are room.
  private var contours: ContiguousArray<Contour> = []

  /// Makes an empty one.
  public init() {}

  /// The range of `points` that belongs to contour `index`.
  public func range(ofContour index: Int) -> Range<Int> {
    precondition(index >= 0 && index < contourCount, "no contour \(index) in a path of \(contourCount)")
    return contours[index].start..<(index + 1 < contourCount ? contours[index + 1].start : points.count)
  }

  /// Whether a contour was closed. A fill closes every contour; a stroke and a measurement need to know.
  public func isClosed(contour index: Int) -> Bool {
    precondition(index >= 0 && index < contourCount, "no contour \(index) in a path of \(contourCount)")
    return contours[index].isClosed
  }

  /// Begins a contour whose vertices follow.
  mutating func beginContour(isClosed: Bool = false) {
    let contour = Contour(start: points.count, isClosed: isClosed)
    if contourCount == contours.count { contours.append(contour) } else { contours[contourCount] = contour }
    contourCount += 1
  }

  /// Begins a contour at `point`.
  public mutating func beginContour(at point: Point) {
    beginContour()
    points.append(point)
  }

  /// Adds a vertex to the open contour.
  public mutating func addLine(to point: Point) { points.append(point) }

  /// Marks the open contour as closed. The closing line is implied; no vertex is added.
  public mutating func closeContour() {
    guard contourCount > 0 else { return }
    contours[contourCount - 1].isClosed = true
  }

  /// Where the open contour began.
  var contourStart: Point { points[contours[contourCount - 1].start] }

  /// Removes all contours and keeps the storage.
  public mutating func removeAll() {
    points.removeAll()
    contourCount = 0
  }
}
