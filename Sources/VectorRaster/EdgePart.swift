// Stage 4b of filling: an edge as a pixel sees it, and which pixels are harmless.

/// The part of an edge in a pixel's row: sub-units, relative to the pixel's upper left corner.
struct EdgePart: BitwiseCopyable {
  var x0: Int32, y0: Int32, x1: Int32, y1: Int32
  /// +1 down, −1 up, 0 horizontal.
  var direction: Int32
  /// Whether the edge goes on above and below this row.
  var continuesAbove: Bool, continuesBelow: Bool

  @inline(__always)
  init(_ edge: Edge, row: Int32, column: Int32) {
    let run = edge.run(inRow: row, column: column)
    (x0, y0, x1, y1) = (run.x0, run.y0, run.x1, run.y1)
    direction = edge.direction
    continuesAbove = edge.firstRow < row
    continuesBelow = edge.lastRow > row
  }

  /// Whether it has the whole height of the row.
  @inline(__always)
  var isFull: Bool { y1 &- y0 == Edge.unit }

  /// What it is for the winding in the pixel: itself, or if it is horizontal an edge on the left border from the top down to it, or nothing.
  @inline(__always)
  var border: EdgePart? {
    if direction != 0 { return self }
    if (x0 < 0) == (x1 < 0) { return nil }
    var part = self
    part.direction = x0 < 0 ? 1 : -1
    // Its lower end is not left of the pixel: below it there is nothing.
    (part.x0, part.y0, part.x1) = (-1, 0, 0)
    return part
  }

  /// Whether both are the same line in opposite directions.
  @inline(__always)
  func cancels(_ other: EdgePart) -> Bool {
    direction == 0 &- other.direction && x0 == other.x0 && y0 == other.y0 && x1 == other.x1 && y1 == other.y1
  }

  /// Whether an end of the edge is an end of the other.
  @inline(__always)
  func meets(_ other: EdgePart) -> Bool {
    (!continuesAbove && !other.continuesAbove && x0 == other.x0 && y0 == other.y0)
      || (!continuesBelow && !other.continuesBelow && x1 == other.x1 && y1 == other.y1)
      || follows(other) || other.follows(self)
  }

  /// Whether the edge begins where the other ends, further down.
  @inline(__always)
  func follows(_ other: EdgePart) -> Bool {
    !continuesAbove && !other.continuesBelow && x0 == other.x1 && y0 == other.y1
  }

  /// The x at height `y` between the ends.
  @inline(__always)
  func x(at y: Int32) -> Float {
    if y == y0 { return Float(x0) }
    if y == y1 { return Float(x1) }
    return Float(x0) + Float(x1 &- x0) * Float(y &- y0) / Float(y1 &- y0)
  }

  /// Whether the order of the two along x can change within the row. An edge is far left above its upper end if that end is left of the
  /// pixel, else far right, and so below its lower end.
  @inline(__always)
  func crosses(_ other: EdgePart) -> Bool {
    if max(x0, x1) <= min(other.x0, other.x1) && isFull && other.isFull { return false }
    var isLess = false, isMore = false
    let top = max(y0, other.y0), bottom = min(y1, other.y1)
    if top < bottom {
      let above = x(at: top) - other.x(at: top), below = x(at: bottom) - other.x(at: bottom)
      isLess = above < 0 || below < 0
      isMore = above > 0 || below > 0
    } else if (y1 <= other.y0 ? x1 < 0 : x0 < 0) != (y1 <= other.y0 ? other.x0 < 0 : other.x1 < 0) {
      // One after the other: between them both are away.
      if y1 <= other.y0 ? x1 < 0 : x0 < 0 { isLess = true } else { isMore = true }
    }
    @inline(__always) func note(_ isAway: Bool, _ isLeft: Bool, _ otherIsAway: Bool, _ otherIsLeft: Bool) {
      // What is on the line is neither far left nor far right.
      let place = isAway ? (isLeft ? -1 : 1) : 0, otherPlace = otherIsAway ? (otherIsLeft ? -1 : 1) : 0
      if place < otherPlace { isLess = true }
      if place > otherPlace { isMore = true }
    }
    if top > 0 {
      note(y0 == top, x0 < 0, other.y0 == top, other.x0 < 0)
      if min(y0, other.y0) > 0 { note(true, x0 < 0, true, other.x0 < 0) }
    }
    if bottom < Edge.unit {
      note(y1 == bottom, x1 < 0, other.y1 == bottom, other.x1 < 0)
      if max(y1, other.y1) < Edge.unit { note(true, x1 < 0, true, other.x1 < 0) }
    }
    return isLess && isMore
  }
}

/// Whether the edges of a pixel, newest first, are one or two chains that leave it with two windings only. The edges of a chain all run
/// down or all up and follow each other, so it cannot cross itself; two in opposite directions leave the winding k on their outer sides
/// and one other between them, provided they don't cross.
func leavesTwoWindings(_ parts: Span<EdgePart>) -> Bool {
  // Where the second chain begins.
  var split = parts.count
  for index in 0..<parts.count {
    if parts[index].direction == 0 { return false }
    if index == 0 { continue }
    let newer = parts[index - 1], older = parts[index]
    let isChain =
      newer.direction == older.direction && (newer.direction > 0 ? newer.follows(older) : older.follows(newer))
    if isChain { continue }
    if split < parts.count { return false }
    split = index
  }
  if split == parts.count { return true }
  if parts[0].direction == parts[split].direction { return false }
  // Apart for the whole row? Ends in the row are then only met by the chain itself or lie outside the pixel.
  var low = (Int32.max, Int32.max), high = (Int32.min, Int32.min)
  var isLess = false, isMore = false
  for index in 0..<split {
    let part = parts[index]
    low.0 = min(low.0, part.x0, part.x1)
    high.0 = max(high.0, part.x0, part.x1)
  }
  for index in split..<parts.count {
    let part = parts[index]
    low.1 = min(low.1, part.x0, part.x1)
    high.1 = max(high.1, part.x0, part.x1)
  }
  let first = ChainEnds(parts, 0..<split), second = ChainEnds(parts, split..<parts.count)
  if first.isFull && second.isFull && (high.0 <= low.1 || high.1 <= low.0) { return true }
  // The order at every end of an edge, and where a chain is away because it ends left or right of the pixel.
  for index in 0..<parts.count {
    let part = parts[index]
    let other = index < split ? split..<parts.count : 0..<split
    for end in 0..<2 {
      let x = Float(end == 0 ? part.x0 : part.x1), y = end == 0 ? part.y0 : part.y1
      let difference = (index < split ? 1 : -1) * (x - place(parts, other, at: y))
      if difference < 0 { isLess = true }
      if difference > 0 { isMore = true }
    }
  }
  return !(isLess && isMore)
}

/// How a chain begins and ends in the row.
private struct ChainEnds {
  let isFull: Bool

  init(_ parts: Span<EdgePart>, _ range: Range<Int>) {
    let first = parts[range.lowerBound], last = parts[range.upperBound - 1]
    isFull = min(first.y0, last.y0) == 0 && max(first.y1, last.y1) == Edge.unit
  }
}

/// The x of a chain at height `y`; far left or right above and below its ends.
private func place(_ parts: Span<EdgePart>, _ range: Range<Int>, at y: Int32) -> Float {
  var top = parts[range.lowerBound], bottom = top
  for index in range {
    let part = parts[index]
    if part.y0 <= y && y <= part.y1 { return part.x(at: y) }
    if part.y0 < top.y0 { top = part }
    if part.y1 > bottom.y1 { bottom = part }
  }
  let isLeft = y < top.y0 ? top.x0 < 0 : bottom.x1 < 0
  return isLeft ? -0x1p30 : 0x1p30
}
