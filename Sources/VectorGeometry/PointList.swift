// Storage of flattening and stroking: what arrays do, but emptied in one step, and lent to loops that write many points with a single
// check for room and for other owners.

/// Points in a row, with room for more behind them.
public struct PointList: RandomAccessCollection, Equatable, Sendable {
  /// The first `count` are the points, the others are room.
  @usableFromInline var storage: ContiguousArray<Point> = []
  /// How many points there are.
  public private(set) var count = 0

  /// Makes an empty one.
  public init() {}

  /// 0.
  public var startIndex: Int { 0 }
  /// The number of points.
  public var endIndex: Int { count }

  /// The point at a place below `count`.
  public subscript(index: Int) -> Point {
    get {
      precondition(index < count, "no point \(index) in a list of \(count)")
      return storage[index]
    }
    set {
      precondition(index < count, "no point \(index) in a list of \(count)")
      storage[index] = newValue
    }
  }

  /// The points.
  public var span: Span<Point> {
    @_lifetime(borrow self)
    get { storage.span.extracting(0..<count) }
  }

  /// Two lists are equal when they have the same points; the room does not count.
  public static func == (left: PointList, right: PointList) -> Bool { left.elementsEqual(right) }

  /// Adds a point.
  @inline(__always)
  public mutating func append(_ point: Point) {
    if count == storage.count { grow(by: 1) }
    storage[count] = point
    count &+= 1
  }

  /// Removes the last point and returns it.
  public mutating func removeLast() -> Point {
    precondition(count > 0, "no point to remove")
    count -= 1
    return storage[count]
  }

  /// Removes all points and keeps the storage.
  public mutating func removeAll() { count = 0 }

  /// Makes room for `more` points behind the last.
  @inline(__always)
  mutating func reserve(_ more: Int) {
    if storage.count &- count < more { grow(by: more) }
  }

  @inline(never)
  private mutating func grow(by more: Int) {
    let missing = count + more - storage.count
    storage.append(contentsOf: repeatElement(.zero, count: Swift.max(missing, storage.count, 16)))
  }

  /// The points and the room behind them, to be written to. What is written behind the last point counts after `extend`.
  var room: MutableSpan<Point> {
    @_lifetime(&self)
    @inline(__always)
    mutating get { storage.mutableSpan }
  }

  /// Counts in the points, written to `room`, that lie before `end`.
  @inline(__always)
  mutating func extend(to end: Int) {
    precondition(end >= count && end <= storage.count)
    count = end
  }

  /// Adds points.
  mutating func append(_ points: Span<Point>) {
    reserve(points.count)
    var end = count
    var vertices = room
    for index in points.indices {
      vertices[end] = points[index]
      end &+= 1
    }
    extend(to: end)
  }

  /// Adds the images of points.
  mutating func append(_ points: Span<Point>, mappedBy transform: AffineTransform) {
    reserve(points.count)
    var end = count
    var vertices = room
    for index in points.indices {
      vertices[end] = transform.apply(to: points[index])
      end &+= 1
    }
    extend(to: end)
  }

  /// Adds points, the last one first.
  mutating func append(backwards points: Span<Point>) {
    reserve(points.count)
    let end = count &+ points.count
    var place = end
    var vertices = room
    for index in points.indices {
      place &-= 1
      vertices[place] = points[index]
    }
    extend(to: end)
  }
}
