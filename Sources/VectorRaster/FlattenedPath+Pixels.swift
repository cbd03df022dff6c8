import Bitmaps
import VectorGeometry

extension FlattenedPath {
  /// The pixels that are the path's inside, by any fill rule, if the path, moved by (−`originX`, −`originY`), is one upright rectangle whose
  /// sides, where they go through `bounds`, lie on pixel borders once they are snapped; cut to `bounds`. nil if it isn't.
  func wholePixels(originX: Double, originY: Double, within bounds: PixelRect) -> PixelRect? {
    guard contourCount == 1, points.count == 4 || points.count == 5 && points[4] == points[0] else { return nil }
    let (a, b, c, d) = (points[0], points[1], points[2], points[3])
    guard
      a.y == b.y && b.x == c.x && c.y == d.y && d.x == a.x || a.x == b.x && b.y == c.y && c.x == d.x && d.y == a.y
    else { return nil }
    /// The pixel border that a side lies on, or the bounds' border that it lies behind.
    func border(_ value: Double, _ low: Int, _ high: Int) -> Int? {
      let clamped = min(max(value, Double(low)), Double(high))
      let place = SnappedPoint.whole(SnappedPoint.snap(clamped))
      return place & Edge.fraction == 0 ? Int(place >> Edge.bits) : nil
    }
    guard
      let minX = border(min(a.x, c.x) - originX, bounds.minX, bounds.maxX),
      let maxX = border(max(a.x, c.x) - originX, bounds.minX, bounds.maxX),
      let minY = border(min(a.y, c.y) - originY, bounds.minY, bounds.maxY),
      let maxY = border(max(a.y, c.y) - originY, bounds.minY, bounds.maxY)
    else { return nil }
    return PixelRect(minX: minX, minY: minY, maxX: maxX, maxY: maxY)
  }
}
