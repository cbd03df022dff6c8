/// A path made of straight lines only: what the raster takes in. Reused from path to path, so that steady drawing does not
/// allocate.
public struct FlattenedPath: Sendable {
  /// The vertices of all contours, one contour after the other. Device space, pixels, when it goes to the raster.
  public var points: ContiguousArray<Point> = []
  /// Where each contour begins in `points`. A contour ends where the next one begins.
  public var starts: ContiguousArray<Int> = []
  /// For each contour, whether it was closed. A fill closes every contour; a stroke and a measurement need to know.
  public var isClosed: ContiguousArray<Bool> = []

  /// Makes an empty one.
  public init() {}

  /// How many contours there are.
  public var contourCount: Int { starts.count }

  /// The range of `points` that belongs to contour `index`.
  public func range(ofContour index: Int) -> Range<Int> {
    starts[index]..<(index + 1 < starts.count ? starts[index + 1] : points.count)
  }

  /// Begins a contour at `point`.
  public mutating func beginContour(at point: Point) {
    starts.append(points.count)
    isClosed.append(false)
    points.append(point)
  }

  /// Adds a vertex to the open contour.
  @inlinable public mutating func addLine(to point: Point) { points.append(point) }

  /// Marks the open contour as closed. The closing line is implied; no vertex is added.
  public mutating func closeContour() {
    guard !isClosed.isEmpty else { return }
    isClosed[isClosed.count - 1] = true
  }

  /// Removes all contours and keeps the storage.
  public mutating func removeAll() {
    points.removeAll(keepingCapacity: true)
    starts.removeAll(keepingCapacity: true)
    isClosed.removeAll(keepingCapacity: true)
  }
}
