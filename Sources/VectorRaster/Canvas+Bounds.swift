import Bitmaps
import VectorGeometry

// What a path can touch, found before it is flattened: so that nothing is done for what can't be seen, and no infinite or undefined
// number gets past this point.

/// Returns the pixels of `limits` that a path may touch: around its control points, grown by `reach` and a pixel for flattening. Empty where
/// the transform can't be inverted. O(points). (No method of the canvas: it would be lent as a copy.)
@inline(never)
func deviceBounds(
  of path: borrowing Path, _ transform: AffineTransform, grownBy reach: Double = 0, within limits: PixelRect
) throws(RasterError) -> PixelRect {
  guard transform.isFinite else { throw .nonFiniteTransform }
  guard reach.isFinite else { throw .nonFiniteStroke }
  let points = path.points.span
  if points.isEmpty { return .empty }
  var low = SIMD2(points[0].x, points[0].y), high = low, check = SIMD2<Double>()
  for index in points.indices {
    let point = SIMD2(points[index].x, points[index].y)
    low = low.replacing(with: point, where: point .< low)
    high = high.replacing(with: point, where: point .> high)
    check += point - point  // NaN if one of them is not finite
  }
  guard check == .zero else { throw .nonFinitePath }
  // The points' images lie in the image of their box, so they are finite if its corners are.
  let fromX = SIMD2(transform.a, transform.b), fromY = SIMD2(transform.c, transform.d)
  let left = fromX * low.x, right = fromX * high.x, top = fromY * low.y, bottom = fromY * high.y
  let offset = SIMD2(transform.tx, transform.ty)
  let least = left.replacing(with: right, where: right .< left) + top.replacing(with: bottom, where: bottom .< top)
  let most = left.replacing(with: right, where: right .> left) + top.replacing(with: bottom, where: bottom .> top)
  low = least + offset
  high = most + offset
  guard (low - low) + (high - high) == .zero else { throw .nonFinitePath }
  if transform.determinant == 0 { return .empty }
  let margin = reach + 1
  return PixelRect(
    aroundMinX: low.x - margin, minY: low.y - margin, maxX: high.x + margin, maxY: high.y + margin, within: limits)
}

extension PixelRect {
  /// The pixels' part of device space, with a pixel more on every side: what flattening needs to draw finely.
  var rect: Rect {
    Rect(minX: Double(minX) - 1, minY: Double(minY) - 1, maxX: Double(maxX) + 1, maxY: Double(maxY) + 1)
  }
}
