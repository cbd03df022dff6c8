public import Bitmaps

/// Frames that can be drawn again, in any order, on several threads: what every animation encoder takes.
///
/// A source is a value that all threads share; each thread asks it for a renderer, which owns what drawing needs.
/// Drawing a frame twice must give the same pixels: an encoder may look at the clip before it writes it, and promises
/// the same bytes for any number of threads.
public protocol FrameSource: Sendable {
  /// What draws frames on one thread.
  associatedtype Renderer: FrameRenderer
  /// Columns of every frame, at least 1.
  var width: Int { get }
  /// Rows of every frame, at least 1.
  var height: Int { get }
  /// How long each frame is shown, exactly; as many as there are frames.
  var timing: FrameTiming { get }
  /// Makes a renderer for one thread.
  func makeRenderer() -> Renderer
  /// Whether two frames and all between them are surely the same picture, so that one need not be drawn. `first` ≤ `last`.
  func isStill(from first: Int, through last: Int) -> Bool
}

extension FrameSource {
  /// Only one frame alone.
  public func isStill(from first: Int, through last: Int) -> Bool { first == last }
  /// How many frames there are.
  public var frameCount: Int { timing.count }
}

/// Draws frames of one source on one thread, with scratch memory of its own.
public protocol FrameRenderer {
  /// Draws the whole frame `index` into a bitmap of the source's size, whose old pixels mean nothing.
  mutating func render(_ index: Int, into bitmap: inout Bitmap) throws
}
