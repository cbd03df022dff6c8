import Bitmaps
import VectorGeometry

// Images as shapes: a rectangle filled with the image, so that its edges are anti-aliased under any transform.

extension Canvas {
  /// Draws a bitmap, stretched to a rectangle. At whole pixels and its own size it is copied exactly.
  /// - Parameters:
  ///   - bitmap: premultiplied pixels.
  ///   - rect: in user space; a negative width or height counts as its opposite. An empty one draws nothing.
  ///   - source: the part of the bitmap to draw, in its pixels; pixels outside are not mixed in. nil: all of it.
  ///   - quality: how pixels are mixed where the picture is stretched or turned.
  /// - Throws: `RasterError` where an edge or the transform is not finite.
  public mutating func drawImage(
    _ bitmap: Bitmap, in rect: Rect, source: Rect? = nil, quality: ImageQuality = .filtered
  ) throws(RasterError) {
    let part = source ?? Rect(0, 0, Double(bitmap.width), Double(bitmap.height))
    guard rect.origin.isFinite, rect.size.width.isFinite, rect.size.height.isFinite else { throw .nonFinitePath }
    guard part.width > 0, part.height > 0, part.width.isFinite, part.height.isFinite, !rect.isEmpty else { return }
    let region = PixelRect(
      aroundMinX: part.minX, minY: part.minY, maxX: part.maxX, maxY: part.maxY, within: bitmap.bounds)
    let scaleX = rect.width / part.width, scaleY = rect.height / part.height
    let placed = AffineTransform(
      a: scaleX, b: 0, c: 0, d: scaleY, tx: rect.minX - part.minX * scaleX, ty: rect.minY - part.minY * scaleY)
    try fill(
      rect, .image(ImagePaint(bitmap, region: region, transform: placed, spread: .pad, quality: quality)))
  }

  /// Draws a bitmap at its own size, its upper left corner at `origin`.
  /// - Throws: `RasterError` where a coordinate or the transform is not finite.
  public mutating func drawImage(
    _ bitmap: Bitmap, at origin: Point, quality: ImageQuality = .filtered
  ) throws(RasterError) {
    try drawImage(
      bitmap, in: Rect(origin: origin, size: Size(Double(bitmap.width), Double(bitmap.height))), quality: quality)
  }
}
