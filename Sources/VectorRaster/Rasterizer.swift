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
  /// What the span kernels may use.
  package var instructions = InstructionSet.best {
    didSet { builder.instructions = instructions }
  }

  package init() {}

  /// Makes one that uses the plain form of the kernels throughout, for tests.
  package init(isReference: Bool) { accumulator.isReference = isReference }

  /// Draws one premultiplied colour source-over where `path` covers the pixels of `clip`. The path's coordinates are the bitmap's pixels;
  /// they must be finite and may have any size.
  package mutating func fill(
    _ path: borrowing FlattenedPath, rule: FillRule, solid pixel: Pixel, into bitmap: inout Bitmap, clip: PixelRect
  ) {
    if pixel.alpha == 0 && pixel.bits == 0 { return }
    let clip = clip.intersection(bitmap.bounds)
    let width = bitmap.width
    var pixels = bitmap.storage.mutableSpan
    var sink = SolidSink(&pixels, width: width, source: pixel, instructions: instructions)
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
  mutating func rasterize<Sink: CoverageSink & ~Copyable & ~Escapable>(
    _ path: borrowing FlattenedPath, rule: FillRule, clip: PixelRect, into sink: inout Sink
  ) {
    if clip.isEmpty { return }
    let size = Self.blockSize
    if clip.width <= CoverageAccumulator.maximumWidth && clip.maxX <= size && clip.maxY <= size && clip.minX >= 0
      && clip.minY >= 0
    {
      return rasterize(path, rule: rule, clip: clip, originX: 0, originY: 0, into: &sink)
    }
    // Of a vast bitmap one block at a time, seen from the block's own corner.
    let width = CoverageAccumulator.maximumWidth
    for originY in stride(from: clip.minY, to: clip.maxY, by: size) {
      for originX in stride(from: clip.minX, to: clip.maxX, by: width) {
        let block = PixelRect(
          minX: 0, minY: 0, maxX: min(width, clip.maxX - originX), maxY: min(size, clip.maxY - originY))
        rasterize(path, rule: rule, clip: block, originX: originX, originY: originY, into: &sink)
      }
    }
  }

  /// Rows, and columns from the bitmap's left border, that edges can be exact for without being seen from nearer.
  private static let blockSize = 65_536

  @_lifetime(sink: copy sink)
  private mutating func rasterize<Sink: CoverageSink & ~Copyable & ~Escapable>(
    _ path: borrowing FlattenedPath, rule: FillRule, clip: PixelRect, originX: Int, originY: Int,
    into sink: inout Sink
  ) {
    let extent = builder.measure(path, originX: Double(originX), originY: Double(originY))
    let bounds = extent.intersection(clip)
    if bounds.isEmpty { return }
    if !accumulator.isReference,
      let rect = path.wholePixels(originX: Double(originX), originY: Double(originY), within: bounds)
    {
      if rect.isEmpty { return }
      for y in rect.minY..<rect.maxY {
        sink.span(y: originY + y, x: originX + rect.minX, count: rect.width, coverage: 255)
      }
      return
    }
    builder.build(
      path, originX: Double(originX), originY: Double(originY), left: bounds.minX, top: bounds.minY)
    accumulator.fill(
      builder.storage, count: builder.count, width: bounds.width, height: bounds.height, isCut: bounds != extent,
      isOpen: bounds.maxX != extent.maxX, originX: originX + bounds.minX, originY: originY + bounds.minY, rule: rule,
      into: &sink)
  }
}
