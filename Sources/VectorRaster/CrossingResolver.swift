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
// Edges that follow each other down or up are one chain. In most pixels there are two chains: these are integrated in closed form, unless
// they run in opposite directions and are seen not to cross; then two windings are left, k and k + 1, and the mean is the truth. Pixels with
// more chains are integrated along 16 lines, each exact in x, at heights in the middle of equal parts between all ends of edges. So upright
// rectangles are exact, and lines in general up to some thousandths of the pixel.

import VectorGeometry

/// Resolves pixels. Keeps scratch for lists.
struct CrossingResolver: Sendable {
  /// The first `count` are the edges of the pixel; the others are room.
  private var parts: ContiguousArray<EdgePart> = []
  private var count = 0
  /// How many edges have been taken; some of them may be nothing.
  private var taken = 0
  private var pair = ChainPair()
  private var evenOdd = EvenOddScan()
  private var scanner = PixelScanner()

  /// Returns the coverage 0…255 of one pixel.
  /// - Parameters:
  ///   - mean: its mean winding, 2²⁰ for one. `meanCoverage`: what that comes to by the fill rule.
  ///   - head: the newest of its links.
  @inline(__always)
  mutating func coverage(
    mean: Int32, meanCoverage: UInt32, head: Int, row: Int32, column: Int32,
    links: borrowing LinkMemory, edges: Span<Edge>, rule: FillRule
  ) -> UInt32 {
    let newer = links[head], older = links[newer.older]
    if older.older != 0 || newer.older == 0 {
      return listCoverage(
        mean: mean, meanCoverage: meanCoverage, head: head, row: row, column: column, links: links, edges: edges,
        rule: rule)
    }
    // Most often two edges pass beside each other.
    let edge0 = edges[newer.edge], edge1 = edges[older.edge]
    let top = row << Edge.bits
    let isPassed =
      (edge0.y0 &- top) & (edge1.y0 &- top) & (top &+ Edge.unit &- edge0.y1) & (top &+ Edge.unit &- edge1.y1)
    if isPassed < 0 {
      let a = EdgePart(passing: edges, newer.edge, row: row, column: column)
      let b = EdgePart(passing: edges, older.edge, row: row, column: column)
      if a.staysBeside(b) { return meanCoverage }
      return fullPairCoverage(a, b, mean: Int64(mean), meanCoverage: meanCoverage, rule: rule)
    }
    return twoCoverage(
      newer.edge, older.edge, of: edges, mean: mean, meanCoverage: meanCoverage, row: row, column: column, rule: rule)
  }

  /// Returns the coverage of a pixel with two edges.
  @inline(never)
  private mutating func twoCoverage(
    _ number0: Int, _ number1: Int, of edges: Span<Edge>, mean: Int32, meanCoverage: UInt32, row: Int32,
    column: Int32, rule: FillRule
  ) -> UInt32 {
    let a = EdgePart(edges, number0, row: row, column: column)
    let b = EdgePart(edges, number1, row: row, column: column)
    if a.direction != 0 && b.direction != 0 {
      return pairCoverage(a, b, mean: Int64(mean), meanCoverage: meanCoverage, rule: rule)
    }
    begin()
    // Newest first.
    add(a)
    add(b)
    return coverage(mean: Int64(mean), meanCoverage: meanCoverage, rule: rule)
  }

  /// Returns the coverage of a pixel with any number of edges.
  @inline(never)
  private mutating func listCoverage(
    mean: Int32, meanCoverage: UInt32, head: Int, row: Int32, column: Int32,
    links: borrowing LinkMemory, edges: Span<Edge>, rule: FillRule
  ) -> UInt32 {
    reserve(Self.sortingLimit)
    var rest = take(head, of: links, edges, row: row, column: column, into: &parts)
    if rest.link != 0 {
      var visits = rest.taken, link = rest.link
      while link != 0 {
        visits &+= 1
        link = links[link].older
      }
      reserve(visits)
      rest = take(head, of: links, edges, row: row, column: column, into: &parts)
    }
    (taken, count) = (rest.taken, rest.count)
    return coverage(mean: Int64(mean), meanCoverage: meanCoverage, rule: rule)
  }

  /// Makes room for so many edges, and for two copies of them.
  @inline(__always)
  private mutating func reserve(_ number: Int) {
    let missing = 3 &* number &- parts.count
    if missing > 0 {
      parts.append(contentsOf: repeatElement(EdgePart(), count: missing &+ 16))
    }
  }

  /// Begins a pixel whose edges follow, newest first.
  mutating func begin() {
    count = 0
    taken = 0
  }

  /// Takes the next edge of the pixel. It is dropped together with the one before if both are the same line, once down and once up: the
  /// pieces of a stroke share such lines, and together they are nothing.
  mutating func add(_ part: EdgePart) {
    reserve(count &+ 1)
    count = take(part, behind: count, into: &parts)
    taken &+= 1
  }

  /// Returns the coverage of the pixel whose edges have been added.
  @inline(never)
  mutating func coverage(mean: Int64, meanCoverage: UInt32, rule: FillRule) -> UInt32 {
    if taken > Self.sortingLimit {
      return scanner.coverage(of: parts, count: count, mean: mean, meanCoverage: meanCoverage, rule: rule)
    }
    if count == 2 { return pairCoverage(parts[0], parts[1], mean: mean, meanCoverage: meanCoverage, rule: rule) }
    var chains = findChains(parts, count)
    if case .more = chains {
      if rule == .evenOdd && arePassing(parts, count) { return evenOdd.coverage(of: parts, count: count, mean: mean) }
      chains = sortIntoChains(&parts, &count)
    }
    switch chains {
    case .one: return meanCoverage
    case .two(let first, let second):
      return pair.coverage(of: parts, first, second, mean: mean, meanCoverage: meanCoverage, rule: rule)
    case .more: return scanner.coverage(of: parts, count: count, mean: mean, meanCoverage: meanCoverage, rule: rule)
    }
  }

  /// Of so many edges at most chains are looked for: whatever their order is, since that depends on where the outline begins.
  private static let sortingLimit = EvenOddScan.edgeLimit

  /// Returns the coverage of a pixel with two edges, neither of which is horizontal.
  @inline(__always)
  private mutating func pairCoverage(
    _ a: EdgePart, _ b: EdgePart, mean: Int64, meanCoverage: UInt32, rule: FillRule
  ) -> UInt32 {
    if a.isFull && b.isFull {
      if a.staysBeside(b) { return meanCoverage }
      return fullPairCoverage(a, b, mean: mean, meanCoverage: meanCoverage, rule: rule)
    }
    if a.direction == b.direction {
      if a.isBelow(b) || b.isBelow(a) { return meanCoverage }
    } else if ChainBounds(a).isApart(from: ChainBounds(b), side: { Self.side(of: b, beside: a) }) {
      return meanCoverage
    }
    return endingPairCoverage(a, b, mean: mean, meanCoverage: meanCoverage, rule: rule)
  }

  /// On which side of one edge another lies, seen from either line.
  @inline(__always)
  private static func side(of other: EdgePart, beside part: EdgePart) -> Int {
    let side = Line(part).side(of: other)
    return side != 0 ? side : 0 &- Line(other).side(of: part)
  }

  /// Returns the coverage of a pixel with two edges of which one ends in the row.
  @inline(never)
  private mutating func endingPairCoverage(
    _ a: EdgePart, _ b: EdgePart, mean: Int64, meanCoverage: UInt32, rule: FillRule
  ) -> UInt32 {
    reserve(2)
    parts[0] = a
    parts[1] = b
    return pair.coverage(
      of: parts, EdgeChain.Place(range: 0..<1, isTopFirst: true),
      EdgeChain.Place(range: 1..<2, isTopFirst: true), mean: mean, meanCoverage: meanCoverage, rule: rule)
  }
}

/// Takes the edges of a list, newest first, as many as there is room for. Returns how many that were, how many are left of them and the
/// next link, 0 behind the last.
@inline(__always)
private func take(
  _ head: Int, of links: borrowing LinkMemory, _ edges: Span<Edge>, row: Int32, column: Int32,
  into storage: inout ContiguousArray<EdgePart>
) -> (taken: Int, count: Int, link: Int) {
  var parts = storage.mutableSpan
  let room = parts.count / 3
  var taken = 0, count = 0, link = head, last = EdgePart()
  while link != 0 && taken < room {
    let entry = links[link]
    link = entry.older
    add(EdgePart(edges, entry.edge, row: row, column: column), to: &parts, &count, last: &last)
    taken &+= 1
  }
  return (taken, count, link)
}

/// Takes one more.
private func take(_ part: EdgePart, behind number: Int, into storage: inout ContiguousArray<EdgePart>) -> Int {
  var parts = storage.mutableSpan
  var count = number, last = count > 0 ? parts[count &- 1] : EdgePart()
  add(part, to: &parts, &count, last: &last)
  return count
}

/// Adds an edge behind the last, or takes that back. `last` is no edge if there are none.
@inline(__always)
private func add(
  _ part: EdgePart, to parts: inout MutableSpan<EdgePart>, _ count: inout Int, last: inout EdgePart
) {
  guard let part = part.border else { return }
  if part.cancels(last) {
    count &-= 1
    last = count > 0 ? parts[count &- 1] : EdgePart()
    return
  }
  parts[count] = part
  count &+= 1
  last = part
}

/// How many chains the edges of a pixel form, and where two of them are.
private enum Chains {
  case one, two(EdgeChain.Place, EdgeChain.Place), more
}

/// Finds the chains that edges form in the order in which they were taken.
@inline(__always)
private func findChains(_ storage: borrowing ContiguousArray<EdgePart>, _ count: Int) -> Chains {
  let parts = storage.span.extracting(0..<count)
  var second = count
  for index in parts.indices.dropFirst() where !parts[index &- 1].continues(parts[index]) {
    if second < count { return .more }
    second = index
  }
  // The contour's first edge may continue its last.
  if second == count || parts[count &- 1].continues(parts[0]) { return .one }
  return .two(
    EdgeChain.Place(range: 0..<second, isTopFirst: parts[0].direction < 0),
    EdgeChain.Place(range: second..<count, isTopFirst: parts[second].direction < 0))
}

/// Sorts the edges of a pixel from the top down, drops those that come once down and once up, and finds the chains that they form.
@inline(never)
private func sortIntoChains(_ storage: inout ContiguousArray<EdgePart>, _ count: inout Int) -> Chains {
  var parts = storage.mutableSpan
  for index in 1..<count {
    let part = parts[index]
    var place = index
    while place > 0 && part.comes(before: parts[place &- 1]) {
      parts[place] = parts[place &- 1]
      place &-= 1
    }
    parts[place] = part
  }
  var kept = 0, last = EdgePart()
  for index in 0..<count { add(parts[index], to: &parts, &kept, last: &last) }
  let start0 = count, start1 = 2 &* count
  count = kept
  var end0 = start0, end1 = start1
  for index in 0..<kept {
    let part = parts[index]
    if end0 == start0 || part.isBelow(parts[end0 &- 1]) {
      parts[end0] = part
      end0 &+= 1
    } else if end1 == start1 || part.isBelow(parts[end1 &- 1]) {
      parts[end1] = part
      end1 &+= 1
    } else {
      return .more
    }
  }
  if end1 == start1 { return .one }
  return .two(
    EdgeChain.Place(range: start0..<end0, isTopFirst: true), EdgeChain.Place(range: start1..<end1, isTopFirst: true))
}

/// Whether all edges pass the pixel from its top to its bottom in the same direction.
private func arePassing(_ storage: borrowing ContiguousArray<EdgePart>, _ count: Int) -> Bool {
  let parts = storage.span.extracting(0..<count)
  for index in parts.indices where !parts[index].isFull || parts[index].direction != parts[0].direction { return false }
  return true
}
