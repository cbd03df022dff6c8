import Bitmaps

/// An upright rectangle of whole pixels; the upper bounds are exclusive.
package struct PixelRect: Hashable, Sendable {
  /// First column, first row, column behind the last, row behind the last.
  package var minX: Int, minY: Int, maxX: Int, maxY: Int

  package init(minX: Int, minY: Int, maxX: Int, maxY: Int) {
    self.minX = minX
    self.minY = minY
    self.maxX = maxX
    self.maxY = maxY
  }

  /// How many columns; 0 when there are none.
  package var width: Int { max(0, maxX - minX) }
  /// How many rows; 0 when there are none.
  package var height: Int { max(0, maxY - minY) }
  /// Whether there is no pixel inside.
  package var isEmpty: Bool { minX >= maxX || minY >= maxY }

  /// Returns the common pixels.
  package func intersection(_ other: PixelRect) -> PixelRect {
    PixelRect(
      minX: max(minX, other.minX), minY: max(minY, other.minY), maxX: min(maxX, other.maxX), maxY: min(maxY, other.maxY)
    )
  }
}

extension Bitmap {
  /// All its pixels.
  package var bounds: PixelRect { PixelRect(minX: 0, minY: 0, maxX: width, maxY: height) }
}
