// Stage 2 of filling: the flattened path's lines become edges in fixed point.
//
// A coordinate is snapped to 1/4096 of a pixel. An edge is always walked from top to bottom, so that a path and its reverse visit the same
// cells with the same fractions, and its x at a row boundary is computed from its first boundary, never from a band's or clip's, so that
// bands and tiles cannot change a pixel.

import VectorGeometry

/// A point in sub-units of 1/4096 pixel.
struct SnappedPoint {
  /// The sub-units from the bitmap's origin, with 1.5 · 2⁵² added.
  let place: SIMD2<Double>
  /// The sub-units from the path's corner.
  let x: Int32, y: Int32

  /// Rounds a clipped point. `corner`: what is subtracted from sub-units.
  @inline(__always)
  init(_ point: Point, corner: SIMD2<Int32>) {
    place = SIMD2(Self.snap(point.x), Self.snap(point.y))
    let whole = SIMD2(Self.whole(place.x), Self.whole(place.y)) &- corner
    x = whole.x
    y = whole.y
  }

  /// Rounds a clipped coordinate to sub-units, with 1.5 · 2⁵² added: that leaves a whole number in the low bits.
  @inline(__always)
  static func snap(_ value: Double) -> Double { value * 4096 + 0x1.8p52 }

  /// The whole number.
  @inline(__always)
  static func whole(_ snapped: Double) -> Int32 { Int32(truncatingIfNeeded: snapped.bitPattern) }
}

/// One line of the outline, in sub-units.
struct Edge: BitwiseCopyable {
  /// The x at the first row boundary below `y0`: pixels with 32 fraction bits, plus half a sub-unit so that shifting rounds.
  /// Below 2⁵¹ in magnitude.
  var boundaryX: Int64
  /// dx/dy with 32 fraction bits. |slope| · (y1 − y0) ≤ 2⁶², since |dx| ≤ 2³⁰ sub-units.
  var slope: Int64
  /// |dy/dx|, sub-units per sub-unit with 32 fraction bits, at most 2⁴⁴ (a row's whole height within one sub-unit).
  var inverse: Int64
  /// The upper end. For a horizontal edge, where the contour enters it.
  var x0: Int32, y0: Int32
  /// The lower end; y1 ≥ y0.
  var x1: Int32, y1: Int32
  /// +1 when the contour runs down this edge, −1 when it runs up, 0 for a horizontal one.
  var direction: Int32
  /// −1 if the outline's pass through the cell in which the contour enters this edge is counted by the edge before it, else 0.
  var sharedPasses: Int32

  /// Whether the outline's pass through the cell in which the contour enters this edge is counted by the edge before it.
  var isJoined: Bool { sharedPasses != 0 }

  /// Fraction bits of a coordinate.
  static let bits: Int32 = 12
  /// Sub-units per pixel.
  static let unit: Int32 = 4096
  /// Sub-units per pixel, less one: the bits of the fraction.
  static let fraction: Int32 = 4095

  /// Makes the edge between two points, along which the contour runs. `sharedPasses` is 0 where it lies wholly in a cell, where the contour
  /// enters it on the border of two rows, and where it is level; else −1.
  ///
  /// Of an edge in one row the slope is not used, of one in one column the inverse; both are made all the same, since asking costs more. A
  /// Double carries the quotients far better than the rounding of x needs. Nothing here branches: which end is the upper one the processor
  /// could only guess.
  @inline(__always)
  init(from: SnappedPoint, to: SnappedPoint) {
    // It does not matter in which direction both differences are taken.
    let dx = to.place.x - from.place.x, dy = to.place.y - from.place.y
    slope = Self.integer(dx * 0x1p32 / dy)
    // From 2⁵¹ on, for 1/0 too, this is no whole number but some larger one.
    let steepness = Self.integer((dy * 0x1p32 / dx).magnitude)
    inverse = steepness < 1 << 44 ? steepness : 1 << 44
    let isUp = (to.y &- from.y) &>> 31, change = from.x ^ to.x, exchange = change & isUp
    (x0, y0) = (from.x ^ exchange, isUp != 0 ? to.y : from.y)
    (x1, y1) = (to.x ^ exchange, isUp != 0 ? from.y : to.y)
    direction = isUp | 1
    boundaryX = Self.boundaryX(x: x0, y: y0, slope: slope)
    let isWhole = UInt32(bitPattern: (y0 ^ (y1 &- 1)) | change) < UInt32(Self.unit)
    let isLevel = UInt64(bitPattern: slope &+ 1 << 50) >= 1 << 51
    sharedPasses = isWhole || from.y & Self.fraction == 0 || isLevel ? 0 : -1
  }

  /// Makes a place for an edge.
  init() { self.init(from: SnappedPoint(.zero, corner: .zero), to: SnappedPoint(.zero, corner: .zero)) }

  /// Whether it is horizontal or so nearly level that the slope is 2⁵⁰ at least: then what was made of it is wrong, up to `makeLevel`.
  @inline(__always)
  var isLevel: Bool { Int64(x1 &- x0).magnitude >= UInt64(UInt32(bitPattern: y1 &- y0)) << 18 }

  /// Completes the edge where it is level. The largest slope in use is below 2⁶¹: such an edge is 2 sub-units high at least.
  mutating func makeLevel() {
    if y0 == y1 {
      (slope, direction) = (0, 0)
    } else {
      slope = Int64(Double(x1 &- x0) * 0x1p32 / Double(y1 &- y0))
    }
    boundaryX = Self.boundaryX(x: x0, y: y0, slope: slope)
  }

  @inline(__always)
  private static func boundaryX(x: Int32, y: Int32, slope: Int64) -> Int64 {
    Int64(x) << 20 &+ 1 << 19 &+ (slope &* Int64(unit &- (y & fraction))) >> 12
  }

  /// Rounds a number below 2⁵⁰ in magnitude to the nearest integer.
  @inline(__always)
  private static func integer(_ value: Double) -> Int64 {
    Int64(bitPattern: (value + 0x1.8p52).bitPattern &- (0x1.8p52).bitPattern)
  }

  /// The row of the upper end.
  @inline(__always)
  var firstRow: Int32 { y0 >> Self.bits }
  /// The last row that the edge has a part in.
  /// (A horizontal edge lies between two row borders.)
  @inline(__always)
  var lastRow: Int32 { (y1 &- 1) >> Self.bits }

  /// The x, in sub-units, at the upper border of `row`, which lies strictly between the ends.
  @inline(__always)
  func x(atTopOf row: Int32) -> Int32 {
    Int32(truncatingIfNeeded: (boundaryX &+ Int64(row &- firstRow &- 1) &* slope) >> 20)
  }

  /// Whether it lies in one cell with all of its length.
  @inline(__always)
  var isWhole: Bool { UInt32(bitPattern: (y0 ^ (y1 &- 1)) | (x0 ^ x1)) < UInt32(Self.unit) }

  /// The way along x that the contour goes.
  @inline(__always)
  var width: Int32 { direction < 0 ? x0 &- x1 : x1 &- x0 }

  /// The row and column of the cell in which the contour enters the edge; the column is not cut at anything.
  @inline(__always)
  var entryCell: Cell {
    direction < 0 ? Cell(row: lastRow, column: x1 >> Self.bits) : Cell(row: firstRow, column: x0 >> Self.bits)
  }

  /// The row and column of the cell in which the contour leaves the edge.
  @inline(__always)
  var exitCell: Cell {
    direction < 0 ? Cell(row: firstRow, column: x0 >> Self.bits) : Cell(row: lastRow, column: x1 >> Self.bits)
  }

  /// A pixel's place.
  struct Cell: Equatable, BitwiseCopyable {
    var row: Int32, column: Int32
  }

  /// The part of an edge in one row, relative to a pixel of that row: y from 0 to 4096.
  struct Run: BitwiseCopyable {
    var x0: Int32, y0: Int32, x1: Int32, y1: Int32
  }

  /// The part that lies in `row`, which the edge visits, seen from the pixel in `column`.
  @inline(__always)
  func run(inRow row: Int32, column: Int32) -> Run {
    let left = column << Self.bits, top = row << Self.bits
    let isFirst = row == firstRow, isLast = row == lastRow
    return Run(
      x0: (isFirst ? x0 : x(atTopOf: row)) &- left, y0: isFirst ? y0 &- top : 0,
      x1: (isLast ? x1 : x(atTopOf: row &+ 1)) &- left, y1: isLast ? y1 &- top : Self.unit)
  }
}
