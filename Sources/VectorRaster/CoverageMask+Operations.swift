import Bitmaps

// What clips, masks and shadows do with coverage once it is there.

extension CoverageMask {
  /// Makes a mask without any pixel.
  package init() { self.init(bounds: .empty) }

  /// Where the pixel in column `x` and row `y` of the bitmap is stored; the pixel lies within the bounds.
  @inline(__always) func index(_ x: Int, _ y: Int) -> Int { (y - bounds.minY) * bounds.width + x - bounds.minX }

  /// Multiplies each value with another mask's at the same place, rounded to nearest.
  /// - Precondition: this mask's bounds lie within the other's.
  package mutating func multiply(by other: CoverageMask) {
    precondition(other.bounds.contains(bounds))
    for y in bounds.minY..<max(bounds.minY, bounds.maxY) {
      let start = index(bounds.minX, y), with = other.index(bounds.minX, y)
      for column in 0..<bounds.width {
        storage[start + column] = UInt8(
          truncatingIfNeeded: divideBy255(UInt32(storage[start + column]) * UInt32(other.storage[with + column])))
      }
    }
  }

  /// Takes on the alpha of a rectangle of a bitmap, which lies within the bitmap.
  package mutating func setAlpha(of bitmap: Bitmap, in rect: PixelRect) {
    reset(bounds: rect)
    let pixels = bitmap.pixels
    for y in rect.minY..<max(rect.minY, rect.maxY) {
      let from = y * bitmap.width + rect.minX, target = index(rect.minX, y)
      for column in 0..<rect.width { storage[target + column] = UInt8(truncatingIfNeeded: pixels[from + column] >> 24) }
    }
  }
}
