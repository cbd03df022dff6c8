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
  /// The first `count` are the edges of the pixel; the others are room.
  private var parts: ContiguousArray<EdgePart> = []
  private var count = 0
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
      let a = edges[Int(newer >> 32)], b = edges[Int(older >> 32)]
      if a.passes(row) && b.passes(row) {
        let first = a.through(row, column: column), second = b.through(row, column: column)
        if first.direction != second.direction && !first.crosses(second) { return meanCoverage }
        return fullPairCoverage(first, second, mean: Int64(mean), meanCoverage: meanCoverage, rule: rule)
      }
      return pairCoverage(
        EdgePart(a, row: row, column: column), EdgePart(b, row: row, column: column), mean: Int64(mean),
        meanCoverage: meanCoverage, rule: rule)
    }
    begin()
    var link = head
    for _ in 0..<visits {
      let entry = links[link]
      link = UInt32(truncatingIfNeeded: entry)
      add(EdgePart(edges[Int(entry >> 32)], row: row, column: column))
    }
    return listCoverage(mean: Int64(mean), meanCoverage: meanCoverage, rule: rule)
  }

  /// Begins a pixel whose edges follow, newest first.
  mutating func begin() { count = 0 }

  /// Takes the next edge of the pixel.
  mutating func add(_ part: EdgePart) {
    if count < parts.count { parts[count] = part } else { parts.append(part) }
    count &+= 1
  }

  /// Returns the coverage of the pixel whose edges have been added.
  mutating func coverage(mean: Int64, meanCoverage: UInt32, rule: FillRule) -> UInt32 {
    if count == 2 {
      return pairCoverage(parts[0], parts[1], mean: mean, meanCoverage: meanCoverage, rule: rule)
    }
    return listCoverage(mean: mean, meanCoverage: meanCoverage, rule: rule)
  }

  @inline(__always)
  private mutating func pairCoverage(
    _ a: EdgePart, _ b: EdgePart, mean: Int64, meanCoverage: UInt32, rule: FillRule
  ) -> UInt32 {
    if a.direction == 0 || b.direction == 0 {
      begin()
      add(a)
      add(b)
      return listCoverage(mean: mean, meanCoverage: meanCoverage, rule: rule)
    }
    // Two edges that meet don't cross.
    if a.meets(b) || (a.direction != b.direction && !a.crosses(b)) { return meanCoverage }
    return scanner.pairCoverage(a, b, mean: mean, meanCoverage: meanCoverage, rule: rule)
  }

  private mutating func listCoverage(mean: Int64, meanCoverage: UInt32, rule: FillRule) -> UInt32 {
    cancel()
    if leavesTwoWindings(parts.span.extracting(0..<count)) { return meanCoverage }
    return scanner.coverage(of: parts, count: count, mean: mean, meanCoverage: meanCoverage, rule: rule)
  }

  /// Drops neighbours that are the same line, once down and once up: the pieces of a stroke share such lines, and together they are nothing.
  private mutating func cancel() {
    var kept = 0
    for index in 0..<count {
      let part = parts[index]
      if kept > 0 && part.cancels(parts[kept &- 1]) {
        kept &-= 1
      } else {
        if kept < index { parts[kept] = part }
        kept &+= 1
      }
    }
    count = kept
  }
}
