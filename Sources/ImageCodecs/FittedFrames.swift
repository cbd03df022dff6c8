public import Bitmaps

/// Another source's frames in a picture of a given size: made smaller where they do not fit, never larger, in the middle, with clear
/// pixels around them.
public struct FittedFrames<Base: FrameSource>: FrameSource {
  /// Draws a frame and puts it in its place.
  public struct Renderer: FrameRenderer {
    fileprivate var base: ScaledFrames<Base>.Renderer
    fileprivate var inner: Bitmap

    /// Draws frame `index`.
    public mutating func render(_ index: Int, into bitmap: inout Bitmap) throws {
      try base.render(index, into: &inner)
      bitmap.fill(.clear)
      bitmap.put(inner, x: (bitmap.width - inner.width) / 2, y: (bitmap.height - inner.height) / 2)
    }
  }

  private let inner: ScaledFrames<Base>
  /// Columns of every frame.
  public let width: Int
  /// Rows of every frame.
  public let height: Int

  /// Makes a source of fitted frames.
  /// - Precondition: the size is at least 1 by 1.
  public init(_ base: Base, width: Int, height: Int) {
    precondition(width >= 1 && height >= 1, "a picture has at least one pixel; got \(width) by \(height)")
    let scale = min(1, Double(width) / Double(base.width), Double(height) / Double(base.height))
    func side(_ length: Int, _ limit: Int) -> Int {
      min(limit, length, max(1, Int((Double(length) * scale).rounded())))
    }
    inner = ScaledFrames(base, width: side(base.width, width), height: side(base.height, height))
    (self.width, self.height) = (width, height)
  }

  /// How long each frame is shown.
  public var timing: FrameTiming { inner.timing }

  /// Makes a renderer.
  public func makeRenderer() -> Renderer {
    Renderer(base: inner.makeRenderer(), inner: Bitmap(width: inner.width, height: inner.height))
  }
}

extension FrameSource {
  /// Returns the clip in a picture of this size; the clip itself if it has that size.
  public func fitted(width: Int, height: Int) -> any FrameSource {
    width == self.width && height == self.height ? self : FittedFrames(self, width: width, height: height)
  }
}
