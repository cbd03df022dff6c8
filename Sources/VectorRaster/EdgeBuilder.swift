// Clipping and snapping. The plane is cut down to ±131 072 pixels around the bitmap's origin before anything becomes an integer: what lies
// above, below or right of that has no influence and is dropped; what lies left of it is projected on the left border, which keeps the
// winding of everything to its right. Inside, edges run on outside the bitmap and are cut, exactly, while they are walked.

import Bitmaps
import VectorGeometry

#if HAS_AVX2_COPY
  import SpanKernelsAVX2
#endif

/// Turns flattened contours into edges. Reused from path to path.
struct EdgeBuilder: Sendable {
  /// The first `count` are the edges of the path, in the order of its contours; the others are room.
  private(set) var storage: ContiguousArray<Edge> = []
  /// How many edges the path has.
  private(set) var count = 0

  /// What the processor may be asked to do.
  var instructions = InstructionSet.best
  /// Subtracted from snapped coordinates: whole pixels.
  private var corner = SIMD2<Int32>()
  private var isInside = true

  private var previous = Passage()

  /// How far from the bitmap's origin a coordinate may be, in pixels, before it is clipped.
  static let guardBand = 131_072.0

  /// Returns the pixels that a path, moved by (−`originX`, −`originY`) pixels, touches or has on its right, cut at nothing nearer than the
  /// guard band.
  mutating func measure(_ path: borrowing FlattenedPath, originX: Double, originY: Double) -> PixelRect {
    let points = path.points.span
    var low = SIMD2(repeating: Double.infinity), high = -low
    for contour in 0..<path.contourCount {
      let range = path.range(ofContour: contour)
      if range.count < 2 { continue }
      let contourPoints = points.extracting(range)
      for index in contourPoints.indices {
        let point = SIMD2(contourPoints[index].x, contourPoints[index].y)
        low = low.replacing(with: point, where: point .< low)
        high = high.replacing(with: point, where: point .> high)
      }
    }
    var (lowX, lowY, highX, highY) = (low.x, low.y, high.x, high.y)
    if !(lowX <= highX) { return .empty }
    let limit = Self.guardBand
    (lowX, lowY, highX, highY) = (lowX - originX, lowY - originY, highX - originX, highY - originY)
    isInside = lowX >= -limit && lowY >= -limit && highX <= limit && highY <= limit
    func place(_ value: Double) -> Int { Int(SnappedPoint.whole(SnappedPoint.snap(min(max(value, -limit), limit)))) }
    let bits = Int(Edge.bits)
    return PixelRect(
      minX: place(lowX) >> bits, minY: place(lowY) >> bits, maxX: place(highX) >> bits + 1,
      maxY: (place(highY) - 1) >> bits + 1)
  }

  /// Replaces the edges by those of `path`, which has been measured, moved by (−`originX`, −`originY`) and then (−`left`, −`top`) pixels.
  mutating func build(_ path: borrowing FlattenedPath, originX: Double, originY: Double, left: Int, top: Int) {
    count = 0
    corner = SIMD2(Int32(truncatingIfNeeded: left) << Edge.bits, Int32(truncatingIfNeeded: top) << Edge.bits)
    let points = path.points.span
    reserve(points.count)
    for contour in 0..<path.contourCount {
      let range = path.range(ofContour: contour)
      if range.count < 2 { continue }
      let first = count
      if isInside {
        add(points.extracting(range), origin: Vector(originX, originY))
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

  /// Edges that may be written behind those there are.
  private static let slack = 3

  /// Makes room for so many edges more.
  private mutating func reserve(_ more: Int) {
    let missing = count + more + Self.slack - storage.count
    if missing > 0 { storage.append(contentsOf: repeatElement(Edge(), count: max(missing, storage.count))) }
  }

  // MARK: - Inside the guard band

  /// Adds the edges of a contour that lies inside the guard band.
  private mutating func add(_ points: Span<Point>, origin: Vector) {
    previous = Passage()
    var place = points[points.count &- 1] - origin, index = 0
    while true {
      let added = addSloping(points.extracting(index..<points.count), from: place, origin: origin)
      if added > 0 { judge(from: count &- added) }
      index &+= added
      if index == points.count { return }
      let before = index > 0 ? points[index &- 1] - origin : place
      place = points[index] - origin
      add(from: before, to: place)
      index &+= 1
    }
  }

  /// Adds edges up to the first that is horizontal; `sharedPasses` is 0 where there may be anything to say about it, else −1.
  /// - Parameters: `points`: the ends of the lines, of which the first one begins at `point`.
  /// - Returns: how many edges there are.
  private mutating func addSloping(_ points: Span<Point>, from point: Point, origin: Vector) -> Int {
    let corner = corner, first = count, instructions = instructions
    var edges = storage.mutableSpan
    var room = edges._mutatingExtracting(first..<first + points.count + Self.slack)
    #if HAS_AVX2_COPY
      if instructions == .avx2 {
        var bytes = rawBytes(of: &room)
        let added = makeSlopingEdges(
          rawBytes(of: points), from: SIMD2(point.x, point.y), origin: SIMD2(origin.dx, origin.dy), corner: corner,
          into: &bytes)
        count = first &+ added
        return added
      }
    #endif
    var added = 0, end = SnappedPoint(point, corner: corner)
    for index in points.indices {
      let start = end
      end = SnappedPoint(points[index] - origin, corner: corner)
      if start.y == end.y { break }
      room[index] = Edge(from: start, to: end)
      added = index &+ 1
    }
    count = first &+ added
    return added
  }

  /// Finds out which of the newest edges share a pass with the edge before.
  private mutating func judge(from first: Int) {
    let end = count
    var previous = previous
    var edges = storage.mutableSpan
    // Whether the edge before does not lie wholly in a cell, so that nothing else counts.
    var isPlain = false
    for index in first..<end {
      if isPlain && edges[index].sharedPasses != 0 { continue }
      if isPlain { previous = Passage(along: edges[index &- 1]) }
      if edges[index].isLevel { edges[index].makeLevel() }
      // In one cell unless one edge ends and the other begins on the border between two rows and neither turns back.
      let edge = edges[index], start = edge.direction < 0 ? edge.y1 : edge.y0
      let continues = previous.isOpen && (start & Edge.fraction != 0 || previous.dy &* edge.direction < 0)
      edges[index].sharedPasses = previous.advance(over: edge, continues: continues)
      isPlain = !edge.isWhole
    }
    self.previous = isPlain ? Passage(along: edges[end &- 1]) : previous
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
        add(from: from, to: to)
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
      func place(_ point: Point) -> Point {
        Point(min(max(point.x, -limit), limit), min(max(point.y, -limit), limit))
      }
      add(from: place(from), to: place(to))
    }
  }

  /// Adds an edge of any kind.
  private mutating func add(from start: Point, to end: Point) {
    let from = SnappedPoint(start, corner: corner), to = SnappedPoint(end, corner: corner)
    if from.y == to.y && (from.x == to.x || from.y & Edge.fraction == 0) {
      if from.x != to.x { previous.breakOff() }
      return
    }
    var edge = Edge(from: from, to: to)
    if edge.isLevel { edge.makeLevel() }
    let continues = previous.isOpen && storage[count - 1].exitCell == edge.entryCell
    edge.sharedPasses = previous.advance(over: edge, continues: continues)
    reserve(1)
    storage[count] = edge
    count += 1
  }
}

/// How an outline came to where it is, and whether it can cross itself in the cell it is in. Three edges at least are needed to cross, and
/// the one between lies wholly in the cell; and a chain that never turns back in y, or never in x, cannot cross itself. Where none of that
/// is known a turn counts as a second pass. (Truths are −1, or 0: the processor can't guess them.)
private struct Passage: Sendable {
  /// Whether it is known where the outline goes on.
  private(set) var isOpen = false
  /// Whether the last edge lies wholly in a cell.
  private var isWhole = false
  /// Where the contour ran along the last edge, as signs, or if it lies wholly in its cell along all edges of the cell, as long as they
  /// agree.
  private(set) var dx: Int32 = 0, dy: Int32 = 0
  private var turnsX: Int32 = 0, turnsY: Int32 = 0

  /// Nothing is known.
  init() {}

  /// What there is to know behind an edge that does not lie wholly in a cell.
  @inline(__always)
  init(along edge: Edge) {
    isOpen = true
    dx = edge.width.signum()
    dy = edge.direction
  }

  /// A horizontal edge on the border of two rows lies in neither, and how the outline goes on behind it is left open.
  @inline(__always)
  mutating func breakOff() { isOpen = false }

  /// Goes on along an edge; returns −1 if the outline stays in its cell when it enters the edge and cannot cross itself there, else 0.
  /// `continues`: whether the edge before ends in the cell where this one begins.
  @inline(__always)
  mutating func advance(over edge: Edge, continues: Bool) -> Int32 {
    let isNextWhole = edge.isWhole, nextX = edge.width.signum(), nextY = edge.direction
    var isJoined: Int32 = continues ? -1 : 0
    if isWhole || isNextWhole {
      let before: Int32 = isWhole ? -1 : 0
      let turnsX = self.turnsX & before | (nextX &* dx) >> 31, turnsY = self.turnsY & before | (nextY &* dy) >> 31
      isJoined &= ~(turnsX & turnsY)
      let isChain = isNextWhole ? isJoined : 0
      self.turnsX = isChain & turnsX
      self.turnsY = isChain & turnsY
      dx = nextX == 0 ? isChain & dx : nextX
      dy = nextY == 0 ? isChain & dy : nextY
    } else {
      (dx, dy) = (nextX, nextY)
    }
    isOpen = true
    isWhole = isNextWhole
    return isJoined
  }
}
