/// A width and a height.
public struct Size: Hashable, Sendable {
  /// Extent along x.
  public var width: Double
  /// Extent along y.
  public var height: Double

  /// No extent at all.
  public static let zero = Size(0, 0)

  /// Makes a size.
  public init(_ width: Double, _ height: Double) {
    self.width = width
    self.height = height
  }

  /// Makes a size.
  public init(width: Double, height: Double) { self.init(width, height) }
}

/// An upright rectangle. A negative width or height is kept as it is; `minX…maxY` are in order all the same.
public struct Rect: Hashable, Sendable {
  /// The corner from which the size is counted: top left when the size is not negative.
  public var origin: Point
  /// Width and height.
  public var size: Size

  /// The rectangle at the origin without extent.
  public static let zero = Rect(0, 0, 0, 0)

  /// Makes a rectangle from its origin and size.
  public init(origin: Point, size: Size) {
    self.origin = origin
    self.size = size
  }

  /// Makes a rectangle from origin (`x`, `y`), `width` and `height`.
  public init(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
    self.init(origin: Point(x, y), size: Size(width, height))
  }

  /// Makes a rectangle from origin (`x`, `y`), `width` and `height`.
  public init(x: Double, y: Double, width: Double, height: Double) { self.init(x, y, width, height) }

  /// Makes the rectangle with the given edges.
  public init(minX: Double, minY: Double, maxX: Double, maxY: Double) {
    self.init(minX, minY, maxX - minX, maxY - minY)
  }

  /// Makes a rectangle of the given size around `center`.
  public init(center: Point, size: Size) {
    self.init(center.x - size.width / 2, center.y - size.height / 2, size.width, size.height)
  }

  /// The left edge.
  public var minX: Double { min(origin.x, origin.x + size.width) }
  /// The upper edge.
  public var minY: Double { min(origin.y, origin.y + size.height) }
  /// The right edge.
  public var maxX: Double { max(origin.x, origin.x + size.width) }
  /// The lower edge.
  public var maxY: Double { max(origin.y, origin.y + size.height) }
  /// Half way between left and right edge.
  public var midX: Double { origin.x + size.width / 2 }
  /// Half way between upper and lower edge.
  public var midY: Double { origin.y + size.height / 2 }
  /// Extent along x, never negative.
  public var width: Double { abs(size.width) }
  /// Extent along y, never negative.
  public var height: Double { abs(size.height) }
  /// The middle.
  public var center: Point { Point(midX, midY) }
  /// Whether the rectangle has no area.
  public var isEmpty: Bool { width == 0 || height == 0 }

  /// Returns the rectangle with each edge moved inward: left and right by `dx`, top and bottom by `dy`.
  public func insetBy(dx: Double, dy: Double) -> Rect {
    Rect(minX: minX + dx, minY: minY + dy, maxX: maxX - dx, maxY: maxY - dy)
  }

  /// Returns the rectangle moved by a vector.
  public func offset(by vector: Vector) -> Rect { Rect(origin: origin + vector, size: size) }

  /// Returns the smallest rectangle around both.
  public func union(_ other: Rect) -> Rect {
    Rect(
      minX: min(minX, other.minX), minY: min(minY, other.minY),
      maxX: max(maxX, other.maxX), maxY: max(maxY, other.maxY))
  }

  /// Returns the common part; nil when the rectangles don't touch.
  public func intersection(_ other: Rect) -> Rect? {
    let x0 = max(minX, other.minX), y0 = max(minY, other.minY)
    let x1 = min(maxX, other.maxX), y1 = min(maxY, other.maxY)
    return x0 <= x1 && y0 <= y1 ? Rect(minX: x0, minY: y0, maxX: x1, maxY: y1) : nil
  }

  /// Whether the point lies inside or on the left or upper edge.
  public func contains(_ point: Point) -> Bool {
    point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
  }
}
