import Bitmaps
import VectorGeometry

/// A bitmap to draw on: the front door of this module.
public struct Canvas: Sendable {
  /// What has been drawn so far.
  public private(set) var bitmap: Bitmap
  /// Maps user space to the bitmap's pixels, y down.
  public private(set) var transform = AffineTransform.identity
  private var rasterizer = Rasterizer()
  private var flattened = FlattenedPath()

  /// Largest distance between a curve and its polygon, in pixels, after the transform.
  package static let tolerance = 0.05

  /// Makes a canvas of `width` by `height` pixels.
  public init(width: Int, height: Int, background: Color = .clear) {
    bitmap = Bitmap(width: width, height: height, filledWith: Pixel(background))
  }

  /// Replaces every pixel.
  public mutating func clear(_ color: Color) { bitmap.fill(Pixel(color)) }

  /// Maps everything drawn from now on by `next` first, then by the transform so far.
  public mutating func concatenate(_ next: AffineTransform) { transform = next.concatenating(transform) }

  /// Fills the inside of `path`.
  public mutating func fill(_ path: Path, _ paint: Paint, rule: FillRule = .nonZero) throws(RasterError) {
    guard path.isFinite, transform.isFinite else { throw .nonFinitePath }
    flattened.removeAll()
    path.flatten(transform: transform, tolerance: Self.tolerance, into: &flattened)
    if case .solid(let color) = paint {
      rasterizer.fill(flattened, rule: rule, solid: Pixel(color), into: &bitmap, clip: bitmap.bounds)
    }
  }
}
