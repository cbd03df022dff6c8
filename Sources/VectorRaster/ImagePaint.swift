import Bitmaps
import VectorGeometry

/// How an image is sampled where its pixels don't fall on the picture's.
public enum ImageQuality: String, Hashable, Sendable, CaseIterable {
  /// The pixel under the point: hard squares when enlarged.
  case nearest
  /// Linear between the four pixels around the point. A shrunk image loses pixels; use `filtered` there.
  case bilinear
  /// Bilinear when enlarged, the average of the covered area when shrunk.
  case filtered
}

/// What an image shows outside its bounds.
public enum ImageSpread: String, Hashable, Sendable, CaseIterable {
  /// Nothing.
  case clear
  /// The pixels of its edges, for ever.
  case pad
  /// The image again and again.
  case `repeat`
}

/// An image as a paint: a bitmap laid onto the plane.
public struct ImagePaint: Equatable, Sendable {
  /// The image.
  public var bitmap: Bitmap
  /// The part of the bitmap that is the image; pixels outside it are never sampled. Cut to the bitmap's bounds.
  public var region: PixelRect
  /// Maps image space (pixel units, (0, 0) the bitmap's upper left corner) to user space. Where it can't be inverted, nothing is
  /// drawn.
  public var transform: AffineTransform
  /// What is shown outside the region.
  public var spread: ImageSpread
  /// How it is sampled.
  public var quality: ImageQuality

  /// Makes a paint of a whole bitmap, or of a region of it.
  public init(
    _ bitmap: Bitmap, region: PixelRect? = nil, transform: AffineTransform = .identity, spread: ImageSpread = .clear,
    quality: ImageQuality = .filtered
  ) {
    self.bitmap = bitmap
    self.region = (region ?? bitmap.bounds).intersection(bitmap.bounds)
    self.transform = transform
    self.spread = spread
    self.quality = quality
  }
}
