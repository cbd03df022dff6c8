// Clipping and snapping. The plane is cut down to ±131 072 pixels around the bitmap's origin before anything becomes an integer: what lies
// above, below or right of that has no influence and is dropped; what lies left of it is projected on the left border, which keeps the
// winding of everything to its right. Inside, edges run on outside the bitmap and are cut, exactly, while they are walked.

import Bitmaps
import VectorGeometry

/// Turns flattened contours into edges. Reused from path to path.
struct EdgeBuilder: Sendable {
  /// The edges of the path, in the order of its contours.
  private(set) var edges: ContiguousArray<Edge> = []
  /// What the edges span, in sub-units; empty when `minX > maxX`.
  private(set) var minX = Int32.max, minY = Int32.max, maxX = Int32.min, maxY = Int32.min

  private var lastExit: Edge.Cell?
  private var isLastWhole = false
  private var chain = Chain(dx: 0, dy: 0)

  /// The pixels that the edges touch or have on their right, cut at nothing.
  var bounds: PixelRect {
    if edges.isEmpty { return PixelRect(minX: 0, minY: 0, maxX: 0, maxY: 0) }
    return PixelRect(
      minX: Int(minX >> Edge.bits), minY: Int(minY >> Edge.bits),
      maxX: Int(maxX >> Edge.bits) + 1, maxY: Int((maxY &- 1) >> Edge.bits) + 1)
  }

  /// How far from the bitmap's origin a coordinate may be, in pixels, before it is clipped.
  static let guardBand = 131_072.0

  /// Replaces the edges by those of `path`, moved by (−`originX`, −`originY`) pixels. Coordinates may have any finite size.
  mutating func build(_ path: borrowing FlattenedPath, originX: Double = 0, originY: Double = 0) {
    edges.removeAll(keepingCapacity: true)
    (minX, minY, maxX, maxY) = (.max, .max, .min, .min)
    let points = path.points.span
    for contour in 0..<path.contourCount {
      let range = path.range(ofContour: contour)
      guard range.count > 1 else { continue }
      let first = edges.count
      lastExit = nil
      isLastWhole = false
      let origin = Vector(originX, originY)
      var previous = points[range.upperBound - 1] + -origin
      for index in range {
        let point = points[index] + -origin
        add(from: previous, to: point)
        previous = point
      }
      // What comes behind the first edge was judged without what comes before it: only if it leaves its cell is that enough.
      if first < edges.count {
        let edge = edges[first]
        if edge.entryCell != edge.exitCell { edges[first].isJoined = join(edge, isWhole: false) }
      }
    }
  }

  private static func isInside(_ point: Point) -> Bool { abs(point.x) <= guardBand && abs(point.y) <= guardBand }

  /// Rounds a clipped coordinate to 1/4096: adding 1.5 · 2⁵² leaves the integer in the low bits.
  private static func snap(_ value: Double) -> Int32 {
    Int32(truncatingIfNeeded: (value * 4096 + 0x1.8p52).bitPattern)
  }

  private mutating func add(from a: Point, to b: Point) {
    if Self.isInside(a) && Self.isInside(b) {
      addSnapped(Self.snap(a.x), Self.snap(a.y), Self.snap(b.x), Self.snap(b.y))
    } else {
      addClipped(from: a, to: b)
    }
  }

  /// Cuts a line with the guard band. Coordinates are halved where a difference could overflow.
  private mutating func addClipped(from a: Point, to b: Point) {
    let limit = Self.guardBand
    // Without its right border an outline reaches as far as the guard band.
    if a.x >= limit || b.x >= limit { maxX = Self.snap(limit) }
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

  private mutating func addSnapped(_ x0: Int32, _ y0: Int32, _ x1: Int32, _ y1: Int32) {
    var edge: Edge
    if y0 < y1 {
      edge = Edge(x0: x0, y0: y0, x1: x1, y1: y1, direction: 1)
    } else if y0 > y1 {
      edge = Edge(x0: x1, y0: y1, x1: x0, y1: y0, direction: -1)
    } else {
      if x0 == x1 { return }
      if y0 & Edge.fraction == 0 {
        // On the border of two rows it lies in neither, and how the outline goes on behind it is left open.
        lastExit = nil
        return
      }
      edge = Edge(x0: x0, y0: y0, x1: x1, y1: y1, direction: 0)
    }
    minX = min(minX, x0, x1)
    maxX = max(maxX, x0, x1)
    minY = min(minY, y0, y1)
    maxY = max(maxY, y0, y1)
    let exit = edge.exitCell
    let isWhole = edge.entryCell == exit
    edge.isJoined = join(edge, isWhole: isWhole)
    isLastWhole = isWhole
    lastExit = exit
    edges.append(edge)
  }

  /// Whether the outline, coming from the edge before, stays in its cell when it enters `edge` and cannot cross itself there. Three edges
  /// at least are needed to cross, and the one between lies wholly in the cell; and a chain that never turns back in y, or never in x,
  /// cannot cross itself. Where none of that is known the turn counts as a second pass.
  private mutating func join(_ edge: Edge, isWhole: Bool) -> Bool {
    let dx = (edge.x1 &- edge.x0).signum() &* (edge.direction < 0 ? -1 : 1), dy = edge.direction
    let before = chain
    chain = Chain(dx: dx, dy: dy)
    guard let lastExit, lastExit == edge.entryCell else { return false }
    let together = before.joined(with: chain)
    if !together.isMonotone && (isLastWhole || isWhole) { return false }
    if isWhole { chain = together }
    return true
  }

  /// The directions of the edges since the outline entered a cell, as long as they agree; 0 is none yet.
  private struct Chain {
    var dx: Int32, dy: Int32
    var turnsX = false, turnsY = false

    init(dx: Int32, dy: Int32) {
      self.dx = dx
      self.dy = dy
    }

    var isMonotone: Bool { !turnsX || !turnsY }

    func joined(with next: Chain) -> Chain {
      var chain = next
      chain.turnsX = turnsX || next.dx &* dx < 0
      chain.turnsY = turnsY || next.dy &* dy < 0
      if next.dx == 0 { chain.dx = dx }
      if next.dy == 0 { chain.dy = dy }
      return chain
    }
  }
}
