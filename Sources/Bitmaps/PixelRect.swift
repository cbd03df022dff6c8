/// A rectangle of whole pixels: columns `minX..<maxX`, rows `minY..<maxY`. Empty where a range is.
public struct PixelRect: Hashable, Sendable {
  /// The first column and row inside, the first column and row behind.
  public var minX: Int, minY: Int, maxX: Int, maxY: Int

  /// No pixel at all.
  public static let empty = PixelRect(minX: 0, minY: 0, maxX: 0, maxY: 0)

  /// Makes a rectangle from its edges.
  public init(minX: Int, minY: Int, maxX: Int, maxY: Int) {
    self.minX = minX
    self.minY = minY
    self.maxX = maxX
    self.maxY = maxY
  }

  /// Makes the smallest rectangle of whole pixels around the given edges, cut to `limits`. Edges may be anything, NaN too, which
  /// makes it empty.
  public init(aroundMinX x0: Double, minY y0: Double, maxX x1: Double, maxY y1: Double, within limits: PixelRect) {
    guard x0 <= x1, y0 <= y1 else {
      self = .empty
      return
    }
    // Clamped before the conversion, so that it can't trap. (A `Double`'s own rounding is a call of the C library.)
    func floor(_ value: Double, _ low: Int, _ high: Int) -> Int {
      if !(value > Double(low)) { return low }
      if value >= Double(high) { return high }
      let whole = Int(value)
      return Double(whole) > value ? whole - 1 : whole
    }
    func ceiling(_ value: Double, _ low: Int, _ high: Int) -> Int {
      if !(value > Double(low)) { return low }
      if value >= Double(high) { return high }
      let whole = Int(value)
      return Double(whole) < value ? whole + 1 : whole
    }
    self.init(
      minX: floor(x0, limits.minX, limits.maxX), minY: floor(y0, limits.minY, limits.maxY),
      maxX: ceiling(x1, limits.minX, limits.maxX), maxY: ceiling(y1, limits.minY, limits.maxY))
  }

  /// Columns, 0 where empty.
  public var width: Int { max(0, maxX - minX) }
  /// Rows, 0 where empty.
  public var height: Int { max(0, maxY - minY) }
  /// Whether there is no pixel inside.
  public var isEmpty: Bool { minX >= maxX || minY >= maxY }

  /// Returns the pixels that are in both.
  public func intersection(_ other: PixelRect) -> PixelRect {
    PixelRect(
      minX: max(minX, other.minX), minY: max(minY, other.minY), maxX: min(maxX, other.maxX),
      maxY: min(maxY, other.maxY))
  }

  /// Returns the smallest rectangle around both; an empty one counts for nothing.
  public func union(_ other: PixelRect) -> PixelRect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    return PixelRect(
      minX: min(minX, other.minX), minY: min(minY, other.minY), maxX: max(maxX, other.maxX),
      maxY: max(maxY, other.maxY))
  }

  /// Returns the rectangle moved.
  public func offset(x: Int, y: Int) -> PixelRect {
    PixelRect(minX: minX + x, minY: minY + y, maxX: maxX + x, maxY: maxY + y)
  }

  /// Whether all of `other`'s pixels are inside.
  public func contains(_ other: PixelRect) -> Bool {
    other.isEmpty || (minX <= other.minX && minY <= other.minY && maxX >= other.maxX && maxY >= other.maxY)
  }
}

extension Bitmap {
  /// The rectangle of all its pixels.
  public var bounds: PixelRect { PixelRect(minX: 0, minY: 0, maxX: width, maxY: height) }
}
