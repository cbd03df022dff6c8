// The front door to the kernels: flattened paths to pixels, masks, or coverage for a compositor.
//
//   FlattenedPath ─ EdgeBuilder ─ CoverageAccumulator ─ sweep ─┬ SolidSink      one colour, source-over
//                                                             ├ MaskSink       coverage bytes
//                                                             └ any CoverageSink of this module
//
// To add a compositor write a `~Copyable, ~Escapable` struct that conforms to `CoverageSink`, holds a `MutableSpan` of what it writes, and
// pass it to `rasterize`. The sweep is specialised for each sink inside this module.

import Bitmaps
import VectorGeometry

/// Fills paths. Owns all scratch memory and keeps it from path to path: one per canvas and thread.
package struct Rasterizer: Sendable {
  private var builder = EdgeBuilder()
  private var accumulator = CoverageAccumulator()

  package init() {}

  /// Draws one premultiplied colour source-over where `path` covers the pixels of `clip`. The path's coordinates are the bitmap's pixels;
  /// they must be finite and may have any size.
  package mutating func fill(
    _ path: borrowing FlattenedPath, rule: FillRule, solid pixel: Pixel, into bitmap: inout Bitmap, clip: PixelRect
  ) {
    if pixel.alpha == 0 && pixel.bits == 0 { return }
    let clip = clip.intersection(bitmap.bounds)
    let width = bitmap.width
    var pixels = bitmap.storage.mutableSpan
    var sink = SolidSink(&pixels, width: width, source: pixel)
    rasterize(path, rule: rule, clip: clip, into: &sink)
  }

  /// Writes the coverage of `path` within `clip` into `mask`. Pixels of the mask without coverage are left as they are: reset it before.
  package mutating func coverage(
    of path: borrowing FlattenedPath, rule: FillRule, clip: PixelRect, into mask: inout CoverageMask
  ) {
    let clip = clip.intersection(mask.bounds)
    var sink = MaskSink(&mask)
    rasterize(path, rule: rule, clip: clip, into: &sink)
  }

  /// Hands the coverage of `path` within `clip` to `sink`.
  @_lifetime(sink: copy sink)
  package mutating func rasterize<Sink: CoverageSink & ~Copyable & ~Escapable>(
    _ path: borrowing FlattenedPath, rule: FillRule, clip: PixelRect, into sink: inout Sink
  ) {
    if clip.isEmpty { return }
    builder.build(path)
    let bounds = builder.bounds.intersection(clip)
    if bounds.isEmpty { return }
    accumulator.fill(builder.edges, bounds: bounds, rule: rule, into: &sink)
  }
}
