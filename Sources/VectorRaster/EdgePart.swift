// Stage 4b of filling: an edge as a pixel sees it.

import ProcessorFeatures

/// The part of an edge in a pixel's row: sub-units, relative to the pixel's upper left corner.
struct EdgePart: BitwiseCopyable {
  /// x0, y0, x1, y1.
  var ends: SIMD4<Int32>
  /// +1 down, −1 up, 0 horizontal.
  var direction: Int32

  /// Cuts an edge, of which a part lies in the row, at the row's borders. By bits: where an edge ends is not to be foreseen by a branch.
  @inline(__always)
  init(_ edges: Span<Edge>, _ number: Int, row: Int32, column: Int32) {
    let edge = edges[number]
    let left = column << Edge.bits, top = row << Edge.bits
    let x = edge.boundaryX &+ Int64(row &- edge.firstRow &- 1) &* edge.slope
    let topX = Int32(truncatingIfNeeded: x >> 20), bottomX = Int32(truncatingIfNeeded: (x &+ edge.slope) >> 20)
    let whole = processor_four_differences(
      SIMD4(edge.x0, edge.y0, edge.x1, edge.y1), SIMD4(left, top, left, top))
    let passing = SIMD4(topX &- left, 0, bottomX &- left, Edge.unit)
    // Ones in lane 1 if the edge comes from above, in lane 3 if it goes on below.
    let isOutside = processor_four_outside(
      whole, SIMD4(.min, 0, .min, .min), SIMD4(.max, .max, .max, Edge.unit))
    ends = processor_opaque_four(
      processor_four_selected(processor_odd_of_four_twice(isOutside), passing, whole))
    direction = edge.direction
  }

  /// The part of an edge that comes from above the row and goes on below it.
  @inline(__always)
  init(passing edges: Span<Edge>, _ number: Int, row: Int32, column: Int32) {
    let edge = edges[number]
    let left = column << Edge.bits
    let x = edge.boundaryX &+ Int64(row &- edge.firstRow &- 1) &* edge.slope
    ends = SIMD4(
      Int32(truncatingIfNeeded: x >> 20) &- left, 0, Int32(truncatingIfNeeded: (x &+ edge.slope) >> 20) &- left,
      Edge.unit)
    direction = edge.direction
  }

  /// Makes a place for a part.
  init() {
    ends = SIMD4()
    direction = 0
  }

  var x0: Int32 { ends[0] }
  var y0: Int32 { ends[1] }
  var x1: Int32 { ends[2] }
  var y1: Int32 { ends[3] }

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
    part.ends = SIMD4(-1, 0, 0, y0)
    return part
  }

  /// Whether both are the same line in opposite directions.
  @inline(__always)
  func cancels(_ other: EdgePart) -> Bool { all(ends .== other.ends) && direction == 0 &- other.direction }

  /// Of two edges with the whole height of the row: whether they run in opposite directions and don't change places.
  @inline(__always)
  func staysBeside(_ other: EdgePart) -> Bool {
    let turn = Int64(x0 &- other.x0) &* Int64(x1 &- other.x1)
    return Int64(direction ^ other.direction) & ~turn < 0
  }

  /// Whether the outline comes to this edge from the other, down or up, so that the two are one function x(y) in the row.
  @inline(__always)
  func continues(_ other: EdgePart) -> Bool {
    let points = wholeHalves(ends), others = wholeHalves(other.ends)
    return direction == other.direction && (direction > 0 ? points[0] ^ others[1] : others[0] ^ points[1]) == 0
  }

  /// Whether the edge begins where the other ends, of the same direction. That end is in the row: no part ends at the row's top.
  @inline(__always)
  func isBelow(_ other: EdgePart) -> Bool {
    wholeHalves(ends)[0] == wholeHalves(other.ends)[1] && direction == other.direction
  }

  /// An order from the top down in which edges with the same ends are neighbours.
  @inline(__always)
  func comes(before other: EdgePart) -> Bool {
    if y0 != other.y0 { return y0 < other.y0 }
    if x0 != other.x0 { return x0 < other.x0 }
    if x1 != other.x1 { return x1 < other.x1 }
    return y1 < other.y1
  }
}
