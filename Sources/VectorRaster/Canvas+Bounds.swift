import Bitmaps
import VectorGeometry

// What a path can touch, found before it is flattened: so that nothing is done for what can't be seen, and no infinite or undefined
// number gets past this point.

extension Canvas {
  /// Returns the pixels of the clip that a path may touch: around its control points, grown by `reach` and a pixel for flattening.
  /// Empty where the transform can't be inverted. O(points).
  func deviceBounds(
    of path: borrowing Path, _ transform: AffineTransform, grownBy reach: Double = 0
  ) throws(RasterError) -> PixelRect {
    guard transform.isFinite else { throw .nonFiniteTransform }
    guard reach.isFinite else { throw .nonFiniteStroke }
    let points = path.points.span
    if points.isEmpty { return .empty }
    var minX = points[0].x, minY = points[0].y, maxX = minX, maxY = minY, check = 0.0
    for index in points.indices {
      let x = points[index].x, y = points[index].y
      minX = x < minX ? x : minX
      maxX = x > maxX ? x : maxX
      minY = y < minY ? y : minY
      maxY = y > maxY ? y : maxY
      check += (x - x) + (y - y)  // NaN if one of them is not finite
    }
    guard check == 0 else { throw .nonFinitePath }
    // The points' images lie in the image of their box, so they are finite if its corners are.
    let corners =
      [
        transform.apply(to: Point(minX, minY)), transform.apply(to: Point(maxX, minY)),
        transform.apply(to: Point(minX, maxY)), transform.apply(to: Point(maxX, maxY)),
      ] as InlineArray<4, Point>
    var low = corners[0], high = low
    for index in 1..<4 {
      low = Point(min(low.x, corners[index].x), min(low.y, corners[index].y))
      high = Point(max(high.x, corners[index].x), max(high.y, corners[index].y))
    }
    guard low.isFinite, high.isFinite else { throw .nonFinitePath }
    if transform.determinant == 0 { return .empty }
    let margin = reach + 1
    return PixelRect(
      aroundMinX: low.x - margin, minY: low.y - margin, maxX: high.x + margin, maxY: high.y + margin,
      within: state.clip.rect)
  }
}

extension PixelRect {
  /// The pixels' part of device space, with a pixel more on every side: what flattening needs to draw finely.
  var rect: Rect {
    Rect(minX: Double(minX) - 1, minY: Double(minY) - 1, maxX: Double(maxX) + 1, maxY: Double(maxY) + 1)
  }
}
