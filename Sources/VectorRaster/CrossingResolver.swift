// Stage 4b of filling: the true coverage of a pixel through which the outline passes more than once.
//
// The edges that visited the pixel are known from its list. What the winding is left of it follows from the mean winding, which the cells
// give exactly: subtract what the listed edges add, and the rest is the same whole number at every height of the pixel,
//
//   W(x, y) = base + Σ direction · [the edge is left of (x, y)]        over the listed edges,
//
// if an edge that ends inside the pixel's row is continued vertically where that end lies left of the pixel: an edge that is not listed
// never crosses the pixel's left border, so the winding there changes only where a listed edge crosses it. A horizontal edge that crosses
// the left border is an edge at the border from the top of the pixel down to it, since what lies below it differs by its direction.
//
// The integral over the pixel is taken along 16 lines of the row, each exact in x, at heights in the middle of equal parts between all
// ends of edges. So upright rectangles are exact, and lines in general up to some thousandths of the pixel.

import VectorGeometry

/// Resolves pixels. Keeps scratch for long lists.
struct CrossingResolver: Sendable {
  private var runs: ContiguousArray<Edge.Run> = []
  private var directions: ContiguousArray<Int32> = []
  private var heights: ContiguousArray<Float> = []
  private var crossings: ContiguousArray<UInt64> = []

  /// Returns the coverage 0…255 of one pixel.
  /// - Parameters:
  ///   - mean: its mean winding, 2²⁰ for one. `meanCoverage`: what that comes to by the fill rule.
  ///   - head: the newest of its `visits` links.
  mutating func coverage(
    mean: Int32, meanCoverage: UInt32, head: UInt32, visits: Int, row: Int32, column: Int32,
    links: borrowing LinkMemory, edges: Span<Edge>, rule: FillRule
  ) -> UInt32 {
    gather(head: head, visits: visits, row: row, column: column, links: links, edges: edges)
    return scan(mean: Double(mean) * 0x1p-20, rule: rule)
  }

  private mutating func gather(
    head: UInt32, visits: Int, row: Int32, column: Int32, links: borrowing LinkMemory, edges: Span<Edge>
  ) {
    runs.removeAll(keepingCapacity: true)
    directions.removeAll(keepingCapacity: true)
    var link = head
    for _ in 0..<visits {
      let entry = links[link]
      link = UInt32(truncatingIfNeeded: entry)
      let edge = edges[Int(entry >> 32)]
      let run = edge.run(inRow: row, column: column)
      if edge.direction != 0 {
        runs.append(run)
        directions.append(edge.direction)
      } else if (run.x0 < 0) != (run.x1 < 0) {
        runs.append(Edge.Run(x0: -1, y0: 0, x1: 0, y1: run.y0))
        directions.append(run.x0 < 0 ? 1 : -1)
      }
    }
  }

  /// The x of a run at height `y`, pixels, cut to the pixel; 1 where it has none.
  private func x(_ run: Edge.Run, at y: Double) -> Double {
    let y0 = Double(run.y0) / 4096, y1 = Double(run.y1) / 4096
    if y < y0 { return run.x0 < 0 ? 0 : 1 }
    if y >= y1 { return run.x1 < 0 ? 0 : 1 }
    let x0 = Double(run.x0) / 4096, x1 = Double(run.x1) / 4096
    return min(max(x0 + (x1 - x0) * (y - y0) / (y1 - y0), 0), 1)
  }

  /// The slow form for any number of edges.
  private func scan(mean: Double, rule: FillRule) -> UInt32 {
    let lines = 64
    var added = 0.0
    for line in 0..<lines {
      let y = (Double(line) + 0.5) / Double(lines)
      for index in runs.indices { added += Double(directions[index]) * (1 - x(runs[index], at: y)) }
    }
    let base = (mean - added / Double(lines)).rounded()
    var total = 0.0
    for line in 0..<lines {
      let y = (Double(line) + 0.5) / Double(lines)
      let sorted = runs.indices.map { (x(runs[$0], at: y), directions[$0]) }.sorted { $0.0 < $1.0 }
      var winding = base, previous = 0.0
      for (x, direction) in sorted + [(1, 0)] {
        let isInside = rule == .nonZero ? winding != 0 : winding.truncatingRemainder(dividingBy: 2) != 0
        if isInside { total += x - previous }
        previous = x
        winding += Double(direction)
      }
    }
    return UInt32(total / Double(lines) * 255 + 0.5)
  }
}
