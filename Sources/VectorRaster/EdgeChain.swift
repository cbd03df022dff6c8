// Stage 4b of filling: edges of a pixel that follow each other downwards.
//
// A chain is one function x(y) on the pixel's height. Where it begins below the pixel's top or ends above its bottom it goes on upright,
// along the pixel's left border if that end lies left of the pixel, else along its right border.

/// Where a chain lies.
struct ChainBounds: BitwiseCopyable {
  /// The least and the largest x of an edge.
  var low: Int32, high: Int32
  /// Where it begins at the top and ends at the bottom.
  var topX: Int32, topY: Int32, bottomX: Int32, bottomY: Int32

  /// The bounds of one edge.
  @inline(__always)
  init(_ part: EdgePart) {
    (topX, topY, bottomX, bottomY) = (part.x0, part.y0, part.x1, part.y1)
    low = min(part.x0, part.x1)
    high = max(part.x0, part.x1)
  }

  /// Whether one of two chains is left of the other, or at it, on the pixel's whole height, as far as that is seen easily.
  /// - Parameter side: on which side of this chain the other lies, by their lines: 1 for the right, −1 for the left, else 0.
  @inline(__always)
  func isApart(from other: ChainBounds, side: () -> Int) -> Bool {
    if high <= other.low { return staysLeft(of: other) }
    if other.high <= low { return other.staysLeft(of: self) }
    let side = side()
    return side > 0 ? staysLeft(of: other) : side < 0 && other.staysLeft(of: self)
  }

  /// Whether a chain that is left of another where both have edges is left of it, or at it, where one of them goes on along a border, too:
  /// where the first is on the right border the other must be on it, and so with the other and the left border. All in signs, without
  /// branches.
  @inline(__always)
  private func staysLeft(of other: ChainBounds) -> Bool {
    let isRight0 = (0 &- topY) & ~topX, isRight1 = (bottomY &- Edge.unit) & ~bottomX
    let isLeft0 = (0 &- other.topY) & other.topX, isLeft1 = (other.bottomY &- Edge.unit) & other.bottomX
    let both0 = ~other.topX & ~(other.topY &- topY), both1 = ~other.bottomX & ~(bottomY &- other.bottomY)
    let both2 = topX & ~(topY &- other.topY), both3 = bottomX & ~(other.bottomY &- bottomY)
    return isRight0 & ~both0 | isRight1 & ~both1 | isLeft0 & ~both2 | isLeft1 & ~both3 >= 0
  }
}

/// The line of an edge, for saying on which side of it points lie.
struct Line {
  private let dx: Int64, dy: Int64, offset: Int64

  @inline(__always)
  init(_ part: EdgePart) {
    dx = Int64(part.x1 &- part.x0)
    dy = Int64(part.y1 &- part.y0)
    offset = Int64(part.x0) &* dy &- Int64(part.y0) &* dx
  }

  /// How far a point is right of it, times the edge's length.
  @inline(__always)
  func place(_ x: Int32, _ y: Int32) -> Int64 { Int64(x) &* dy &- Int64(y) &* dx &- offset }

  /// 1 if both ends of an edge are right of it or on it, −1 if both are left of it or on it, else 0.
  @inline(__always)
  func side(of part: EdgePart) -> Int {
    let place0 = place(part.x0, part.y0), place1 = place(part.x1, part.y1)
    return place0 | place1 >= 0 ? 1 : (place0 > 0 || place1 > 0 ? 0 : -1)
  }
}

/// A chain of edges of a pixel.
struct EdgeChain {
  /// Where its edges are among the pixel's, and whether from the top down or from the bottom up.
  struct Place {
    var range: Range<Int>, isTopFirst: Bool
  }

  let range: Range<Int>
  let direction: Int32
  private let isTopFirst: Bool
  private var bounds: ChainBounds

  @inline(__always)
  init(_ parts: Span<EdgePart>, _ place: Place) {
    range = place.range
    isTopFirst = place.isTopFirst
    let end0 = parts[range.lowerBound], end1 = parts[range.upperBound &- 1]
    direction = end0.direction
    bounds = ChainBounds(end0)
    if isTopFirst {
      (bounds.bottomX, bounds.bottomY) = (end1.x1, end1.y1)
    } else {
      (bounds.topX, bounds.topY) = (end1.x0, end1.y0)
    }
    for index in range.lowerBound &+ 1..<range.upperBound {
      // One end it has in common with the edge before.
      let x = isTopFirst ? parts[index].x1 : parts[index].x0
      bounds.low = min(bounds.low, x)
      bounds.high = max(bounds.high, x)
    }
  }

  /// Whether one of the two is left of the other, or at it, on the pixel's whole height, as far as that is seen easily. The same for both.
  @inline(__always)
  func isApart(from other: EdgeChain, in parts: Span<EdgePart>) -> Bool {
    bounds.isApart(from: other.bounds) {
      let side = other.side(of: self, in: parts)
      return side != 0 ? side : 0 &- self.side(of: other, in: parts)
    }
  }

  /// 1 if all its ends are right of all lines of the other or on them, −1 if all are left of them or on them, else 0. Of two chains that run
  /// beside each other around a corner, one is on one side of all lines of the other.
  @inline(__always)
  private func side(of other: EdgeChain, in parts: Span<EdgePart>) -> Int {
    var least = Int64.max, most = Int64.min
    for lineIndex in other.range {
      let line = Line(parts[lineIndex]), first = parts[range.lowerBound]
      let place = isTopFirst ? line.place(first.x0, first.y0) : line.place(first.x1, first.y1)
      least = min(least, place)
      most = max(most, place)
      for index in range {
        let part = parts[index]
        let place = isTopFirst ? line.place(part.x1, part.y1) : line.place(part.x0, part.y0)
        least = min(least, place)
        most = max(most, place)
      }
      if least < 0 && most > 0 { return 0 }
    }
    return least >= 0 ? 1 : (most <= 0 ? -1 : 0)
  }

  /// An order of chains that does not depend on their direction: the shorter before the longer, then by their ends.
  @inline(__always)
  func comes(before other: EdgeChain, in parts: Span<EdgePart>) -> Bool {
    if range.count != other.range.count { return range.count < other.range.count }
    for index in 0..<range.count {
      let a = parts[place(index)].ends, b = parts[other.place(index)].ends
      for lane in 0..<4 where a[lane] != b[lane] { return a[lane] < b[lane] }
    }
    return false
  }

  /// The place of an edge, counted from the top.
  @inline(__always)
  private func place(_ index: Int) -> Int {
    isTopFirst ? range.lowerBound &+ index : range.upperBound &- 1 &- index
  }

  /// Writes its pieces (x0, y0, x1, y1), in pixels; returns where they are.
  @inline(__always)
  func layOut(_ parts: Span<EdgePart>, _ pieces: inout MutableSpan<SIMD4<Float>>, at start: Int) -> Range<Int> {
    let topX: Float = bounds.topX < 0 ? 0 : 1, bottomX: Float = bounds.bottomX < 0 ? 0 : 1
    pieces[start] = SIMD4(topX, 0, topX, Float(bounds.topY) * 0x1p-12)
    var next = start &+ 1
    for index in 0..<range.count {
      pieces[next] = SIMD4<Float>(parts[place(index)].ends) * 0x1p-12
      next &+= 1
    }
    pieces[next] = SIMD4(bottomX, Float(bounds.bottomY) * 0x1p-12, bottomX, 1)
    return start &+ (bounds.topY > 0 ? 0 : 1)..<next &+ (bounds.bottomY < Edge.unit ? 1 : 0)
  }
}
