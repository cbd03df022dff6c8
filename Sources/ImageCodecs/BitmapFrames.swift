public import Bitmaps

/// Frames that are in memory already, as a source.
public struct BitmapFrames: FrameSource {
  /// Copies frames out of the list.
  public struct Renderer: FrameRenderer {
    let bitmaps: [Bitmap]

    /// Hands out frame `index`.
    public mutating func render(_ index: Int, into bitmap: inout Bitmap) { bitmap = bitmaps[index] }
  }

  /// The frames, all of one size.
  public let bitmaps: [Bitmap]
  /// How long each is shown.
  public let timing: FrameTiming

  /// Makes a source of at least one frame.
  /// - Precondition: all frames have one size, and there are as many as the timing says.
  public init(_ bitmaps: [Bitmap], timing: FrameTiming) {
    precondition(bitmaps.count == timing.count, "\(bitmaps.count) frames need as many durations; got \(timing.count)")
    precondition(
      bitmaps.allSatisfy { $0.width == bitmaps[0].width && $0.height == bitmaps[0].height }, "frames have one size")
    self.bitmaps = bitmaps
    self.timing = timing
  }

  /// Columns of every frame.
  public var width: Int { bitmaps.first?.width ?? 1 }
  /// Rows of every frame.
  public var height: Int { bitmaps.first?.height ?? 1 }
  /// Makes a renderer.
  public func makeRenderer() -> Renderer { Renderer(bitmaps: bitmaps) }
}
