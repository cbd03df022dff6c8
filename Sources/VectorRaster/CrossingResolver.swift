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
// Most pixels turn out harmless: two chains of edges that run in opposite directions and don't cross leave two windings, k and k + 1, and
// then the mean is the truth. The others are integrated along 16 lines, each exact in x, at heights in the middle of equal parts between
// all ends of edges. So upright rectangles are exact, and lines in general up to some thousandths of the pixel.

import VectorGeometry

/// Resolves pixels. Keeps scratch for lists.
struct CrossingResolver: Sendable {
  private var parts: ContiguousArray<EdgePart> = []
  private var scanner = PixelScanner()

  /// Returns the coverage 0…255 of one pixel.
  /// - Parameters:
  ///   - mean: its mean winding, 2²⁰ for one. `meanCoverage`: what that comes to by the fill rule.
  ///   - head: the newest of its `visits` links.
  @inline(never)
  mutating func coverage(
    mean: Int32, meanCoverage: UInt32, head: UInt32, visits: Int, row: Int32, column: Int32,
    links: borrowing LinkMemory, edges: Span<Edge>, rule: FillRule
  ) -> UInt32 {
    if visits == 2 {
      let newer = links[head], older = links[UInt32(truncatingIfNeeded: newer)]
      let a = EdgePart(edges[Int(newer >> 32)], row: row, column: column)
      let b = EdgePart(edges[Int(older >> 32)], row: row, column: column)
      if a.direction != 0 && b.direction != 0 {
        // Two edges that meet don't cross.
        if a.meets(b) || (a.direction != b.direction && !a.crosses(b)) { return meanCoverage }
        return scanner.pairCoverage(a, b, mean: mean, meanCoverage: meanCoverage, rule: rule)
      }
    }
    parts.removeAll(keepingCapacity: true)
    var link = head
    for _ in 0..<visits {
      let entry = links[link]
      link = UInt32(truncatingIfNeeded: entry)
      let part = EdgePart(edges[Int(entry >> 32)], row: row, column: column)
      // A stroke's pieces share lines, once down and once up: together they are nothing.
      if let last = parts.last, part.cancels(last) { parts.removeLast() } else { parts.append(part) }
    }
    if leavesTwoWindings(parts.span) { return meanCoverage }
    return scanner.coverage(of: parts, mean: mean, rule: rule)
  }
}
