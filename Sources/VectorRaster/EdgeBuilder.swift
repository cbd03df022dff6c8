// Clipping and snapping. The plane is cut down to ±131 072 pixels around the bitmap's origin before anything becomes an integer: what lies
// above, below or right of that has no influence and is dropped; what lies left of it is projected on the left border, which keeps the
// winding of everything to its right. Inside, edges run on outside the bitmap and are cut, exactly, while they are walked.

import Bitmaps
import VectorGeometry

/// Turns flattened contours into edges. Reused from path to path.
struct EdgeBuilder: Sendable {
  /// The first `count` are the edges of the path, in the order of its contours; the others are room.
  private(set) var storage: ContiguousArray<Edge> = []
  /// How many edges the path has.
  private(set) var count = 0

  /// What the contours span, in pixels.
  private var lowX = 0.0, lowY = 0.0, highX = 0.0, highY = 0.0
  /// Subtracted from snapped coordinates: whole pixels.
  private var left: Int32 = 0, top: Int32 = 0
  private var isInside = true

  private var previous = Passage()

  /// How far from the bitmap's origin a coordinate may be, in pixels, before it is clipped.
  static let guardBand = 131_072.0

  /// Returns the pixels that a path, moved by (−`originX`, −`originY`) pixels, touches or has on its right, cut at nothing nearer than the
  /// guard band.
  mutating func measure(_ path: borrowing FlattenedPath, originX: Double, originY: Double) -> PixelRect {
    let points = path.points.span
    var lowX = Double.infinity, lowY = Double.infinity, highX = -Double.infinity, highY = -Double.infinity
    for contour in 0..<path.contourCount {
      let range = path.range(ofContour: contour)
      if range.count < 2 { continue }
      let contourPoints = points.extracting(range)
      for index in contourPoints.indices {
        let point = contourPoints[index]
        lowX = point.x < lowX ? point.x : lowX
        lowY = point.y < lowY ? point.y : lowY
        highX = point.x > highX ? point.x : highX
        highY = point.y > highY ? point.y : highY
      }
    }
    if !(lowX <= highX) { return .empty }
    let limit = Self.guardBand
    (lowX, lowY, highX, highY) = (lowX - originX, lowY - originY, highX - originX, highY - originY)
    isInside = lowX >= -limit && lowY >= -limit && highX <= limit && highY <= limit
    func place(_ value: Double) -> Int { Int(Self.snap(min(max(value, -limit), limit))) }
    let bits = Int(Edge.bits)
    return PixelRect(
      minX: place(lowX) >> bits, minY: place(lowY) >> bits, maxX: place(highX) >> bits + 1,
      maxY: (place(highY) - 1) >> bits + 1)
  }

  /// Replaces the edges by those of `path`, which has been measured, moved by (−`originX`, −`originY`) and then (−`left`, −`top`) pixels.
  mutating func build(_ path: borrowing FlattenedPath, originX: Double, originY: Double, left: Int, top: Int) {
    count = 0
    self.left = Int32(truncatingIfNeeded: left) << Edge.bits
    self.top = Int32(truncatingIfNeeded: top) << Edge.bits
    let points = path.points.span
    reserve(points.count)
    for contour in 0..<path.contourCount {
      let range = path.range(ofContour: contour)
      if range.count < 2 { continue }
      let first = count
      if isInside {
        add(points.extracting(range), originX: originX, originY: originY)
      } else {
        addClipped(points.extracting(range), origin: Vector(originX, originY))
      }
      // What comes behind the first edge was judged without what comes before it: only if it leaves its cell is that enough.
      if first < count && !storage[first].isWhole {
        let continues = previous.isOpen && storage[count - 1].exitCell == storage[first].entryCell
        storage[first].sharedPasses = previous.advance(over: storage[first], continues: continues)
      }
    }
  }

  /// Makes room for so many edges more.
  private mutating func reserve(_ more: Int) {
    let missing = count + more - storage.count
    if missing > 0 { storage.append(contentsOf: repeatElement(Edge(), count: max(missing, storage.count))) }
  }

  /// Rounds a clipped coordinate to 1/4096: adding 1.5 · 2⁵² leaves the integer in the low bits.
  @inline(__always)
  private static func snap(_ value: Double) -> Int32 {
    Int32(truncatingIfNeeded: (value * 4096 + 0x1.8p52).bitPattern)
  }

  // MARK: - Inside the guard band

  /// Adds the edges of a contour that lies inside the guard band.
  private mutating func add(_ points: Span<Point>, originX: Double, originY: Double) {
    let left = left, top = top
    var count = count
    var edges = storage.mutableSpan
    var previous = Passage()
    let last = points[points.count &- 1]
    var x = Self.snap(last.x - originX) &- left, y = Self.snap(last.y - originY) &- top
    for index in points.indices {
      let point = points[index]
      let fromX = x, fromY = y
      x = Self.snap(point.x - originX) &- left
      y = Self.snap(point.y - originY) &- top
      if fromY == y {
        if fromX == x { continue }
        if y & Edge.fraction == 0 {
          previous.breakOff()
          continue
        }
      }
      let isUp = y < fromY
      var edge = Edge(
        x0: isUp ? x : fromX, y0: isUp ? y : fromY, x1: isUp ? fromX : x, y1: isUp ? fromY : y,
        direction: isUp ? -1 : (fromY == y ? 0 : 1))
      // In one cell unless one edge ends and the other begins on the border between two rows and neither turns back.
      let continues = previous.isOpen && (fromY & Edge.fraction != 0 || previous.dy &* edge.direction < 0)
      edge.sharedPasses = previous.advance(over: edge, continues: continues)
      edges[count] = edge
      count &+= 1
    }
    self.previous = previous
    self.count = count
  }

  // MARK: - Beyond it

  /// Adds the edges of a contour of which a part lies beyond the guard band.
  @inline(never)
  private mutating func addClipped(_ points: Span<Point>, origin: Vector) {
    previous = Passage()
    var from = points[points.count - 1] + -origin
    for index in points.indices {
      let to = points[index] + -origin
      if Self.isInside(from) && Self.isInside(to) {
        addSnapped(Self.snap(from.x), Self.snap(from.y), Self.snap(to.x), Self.snap(to.y))
      } else {
        addClipped(from: from, to: to)
      }
      from = to
    }
  }

  private static func isInside(_ point: Point) -> Bool { abs(point.x) <= guardBand && abs(point.y) <= guardBand }

  /// Cuts a line with the guard band. Coordinates are halved where a difference could overflow.
  private mutating func addClipped(from a: Point, to b: Point) {
    let limit = Self.guardBand
    if (a.y <= -limit && b.y <= -limit) || (a.y >= limit && b.y >= limit) || (a.x >= limit && b.x >= limit) { return }
    // The part of the line at height or column `at`, between p and q; safe for any finite coordinates.
    func cross(_ p0: Double, _ p1: Double, _ q0: Double, _ q1: Double, at value: Double) -> Double {
      let t = (value / 2 - p0 / 2) / (p1 / 2 - p0 / 2)
      return q0 * (1 - t) + q1 * t
    }
    var (p, q) = (a, b)
    for border in [-limit, limit] {
      if (p.y < border) != (q.y < border) {
        let cut = Point(cross(p.y, q.y, p.x, q.x, at: border), border)
        if (p.y < border) == (border < 0) { p = cut } else { q = cut }
      }
    }
    p.y = min(max(p.y, -limit), limit)
    q.y = min(max(q.y, -limit), limit)
    // From left to right: projected on the left border, inside, dropped right of the right border.
    var steps = [p]
    for border in p.x < q.x ? [-limit, limit] : [limit, -limit] where (p.x < border) != (q.x < border) {
      steps.append(Point(border, cross(p.x, q.x, p.y, q.y, at: border)))
    }
    steps.append(q)
    for index in 1..<steps.count {
      let from = steps[index - 1], to = steps[index]
      if from.x >= limit && to.x >= limit { continue }
      func place(_ point: Point) -> (Int32, Int32) {
        (Self.snap(min(max(point.x, -limit), limit)), Self.snap(min(max(point.y, -limit), limit)))
      }
      let (x0, y0) = place(from), (x1, y1) = place(to)
      addSnapped(x0, y0, x1, y1)
    }
  }

  private mutating func addSnapped(_ fromX: Int32, _ fromY: Int32, _ toX: Int32, _ toY: Int32) {
    let x0 = fromX &- left, y0 = fromY &- top, x1 = toX &- left, y1 = toY &- top
    var edge: Edge
    if y0 < y1 {
      edge = Edge(x0: x0, y0: y0, x1: x1, y1: y1, direction: 1)
    } else if y0 > y1 {
      edge = Edge(x0: x1, y0: y1, x1: x0, y1: y0, direction: -1)
    } else {
      if x0 == x1 { return }
      if y0 & Edge.fraction == 0 {
        previous.breakOff()
        return
      }
      edge = Edge(x0: x0, y0: y0, x1: x1, y1: y1, direction: 0)
    }
    let continues = previous.isOpen && storage[count - 1].exitCell == edge.entryCell
    edge.sharedPasses = previous.advance(over: edge, continues: continues)
    reserve(1)
    storage[count] = edge
    count += 1
  }
}

/// How an outline came to where it is, and whether it can cross itself in the cell it is in. Three edges at least are needed to cross, and
/// the one between lies wholly in the cell; and a chain that never turns back in y, or never in x, cannot cross itself. Where none of that
/// is known a turn counts as a second pass.
private struct Passage: Sendable {
  /// Whether it is known where the outline goes on.
  private(set) var isOpen = false
  /// Whether the last edge lies wholly in a cell.
  private var isWhole = false
  /// Where the contour ran along the last edge, as signs, or if it lies wholly in its cell along all edges of the cell, as long as they
  /// agree.
  private(set) var dx: Int32 = 0, dy: Int32 = 0
  private var turnsX = false, turnsY = false

  /// A horizontal edge on the border of two rows lies in neither, and how the outline goes on behind it is left open.
  @inline(__always)
  mutating func breakOff() { isOpen = false }

  /// Goes on along an edge; returns −1 if the outline stays in its cell when it enters the edge and cannot cross itself there, else 0.
  /// `continues`: whether the edge before ends in the cell where this one begins.
  @inline(__always)
  mutating func advance(over edge: Edge, continues: Bool) -> Int32 {
    let isNextWhole = edge.isWhole
    let width = edge.x1 &- edge.x0
    let nextX = edge.direction < 0 ? 0 &- width : width, nextY = edge.direction
    var isJoined = continues
    if isWhole || isNextWhole {
      if !isWhole { (turnsX, turnsY) = (false, false) }
      let turnsX = turnsX || nextX.signum() &* dx.signum() < 0, turnsY = turnsY || nextY &* dy < 0
      isJoined = continues && !(turnsX && turnsY)
      let isChain = isJoined && isNextWhole
      (self.turnsX, self.turnsY) = (isChain && turnsX, isChain && turnsY)
      dx = isChain && nextX == 0 ? dx : nextX
      dy = isChain && nextY == 0 ? dy : nextY
    } else {
      (dx, dy) = (nextX, nextY)
    }
    isOpen = true
    isWhole = isNextWhole
    return isJoined ? -1 : 0
  }
}
