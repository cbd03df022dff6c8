import Bitmaps

/// Coverage of the pixels of a rectangle, one byte each: what a clip, a mask or a compositor without a kernel of its own works from.
package struct CoverageMask: Sendable {
  /// Which pixels the mask covers, in the bitmap's coordinates.
  package private(set) var bounds: PixelRect
  /// Rows of exactly `bounds.width` bytes, 0…255, and `Bitmap.slack` bytes behind the last.
  package var storage: ContiguousArray<UInt8>

  /// Makes a mask of equal coverage.
  package init(bounds: PixelRect, coverage: UInt8 = 0) {
    self.bounds = bounds
    storage = ContiguousArray(repeating: coverage, count: bounds.width * bounds.height + Bitmap.slack)
  }

  /// Gives the mask other bounds and sets all its pixels; keeps the storage where it is large enough.
  package mutating func reset(bounds: PixelRect, coverage: UInt8 = 0) {
    self.bounds = bounds
    storage.removeAll(keepingCapacity: true)
    storage.append(contentsOf: repeatElement(coverage, count: bounds.width * bounds.height + Bitmap.slack))
  }

  /// The coverage of the pixel in column `x` and row `y` of the bitmap; 0 outside the bounds.
  package subscript(x: Int, y: Int) -> UInt8 {
    x >= bounds.minX && x < bounds.maxX && y >= bounds.minY && y < bounds.maxY
      ? storage[(y - bounds.minY) * bounds.width + x - bounds.minX] : 0
  }
}

/// Writes coverage into a mask. The mask's bounds must contain the clip.
struct MaskSink: CoverageSink, ~Copyable, ~Escapable {
  private var bytes: MutableSpan<UInt8>
  private let origin: Int
  private let width: Int

  @_lifetime(&mask)
  init(_ mask: inout CoverageMask) {
    width = mask.bounds.width
    origin = mask.bounds.minY * width + mask.bounds.minX
    bytes = mask.storage.mutableSpan
  }

  @_lifetime(self: copy self)
  mutating func group(y: Int, x: Int, coverage: SIMD4<UInt32>) {
    let start = y * width + x - origin
    // A lane without coverage is left alone: it may belong to the next row.
    for lane in 0..<4 where coverage[lane] != 0 { bytes[start + lane] = UInt8(truncatingIfNeeded: coverage[lane]) }
  }

  @_lifetime(self: copy self)
  mutating func span(y: Int, x: Int, count: Int, coverage: UInt32) {
    let start = y * width + x - origin
    for index in start..<start + count { bytes[index] = UInt8(truncatingIfNeeded: coverage) }
  }
}
