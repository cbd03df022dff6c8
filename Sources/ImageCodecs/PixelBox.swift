/// A rectangle of whole pixels, half open: columns `left..<right`, rows `top..<bottom`. Never empty.
package struct PixelBox: Hashable, Sendable {
  package var left: Int, top: Int, right: Int, bottom: Int

  /// Makes the box of the given edges.
  package init(left: Int, top: Int, right: Int, bottom: Int) {
    assert(left < right && top < bottom)
    (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
  }

  /// Columns.
  package var width: Int { right - left }
  /// Rows.
  package var height: Int { bottom - top }

  /// Grows the box to hold another.
  package mutating func formUnion(_ other: PixelBox) {
    left = min(left, other.left)
    top = min(top, other.top)
    right = max(right, other.right)
    bottom = max(bottom, other.bottom)
  }

  /// Whether a pixel lies inside.
  package func contains(x: Int, y: Int) -> Bool { x >= left && x < right && y >= top && y < bottom }
}

extension PixelBox? {
  /// Grows the box to hold another; nothing united with a box is that box.
  package mutating func formUnion(_ other: PixelBox?) {
    guard let other else { return }
    if var box = self {
      box.formUnion(other)
      self = box
    } else {
      self = other
    }
  }
}
