// Stage 2 of filling: the flattened path's lines become edges in fixed point.
//
// A coordinate is snapped to 1/4096 of a pixel. An edge is always walked from top to bottom, so that a path and its reverse visit the same
// cells with the same fractions, and its x at a row boundary is computed from its first boundary, never from a band's or clip's, so that
// bands and tiles cannot change a pixel.

/// One line of the outline, in sub-units of 1/4096 pixel.
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

  /// Makes the edge between two snapped points, upper end first.
  @inline(__always)
  init(x0: Int32, y0: Int32, x1: Int32, y1: Int32, direction: Int32) {
    self.x0 = x0
    self.y0 = y0
    self.x1 = x1
    self.y1 = y1
    self.direction = direction
    sharedPasses = 0
    // Of an edge in one row the slope is not used, of one in one column the inverse; both are made all the same, since asking costs more.
    // The largest quotient in use is below 2⁶¹: such an edge is 2 sub-units high at least. A Double carries it far better than the rounding
    // of x needs. The limit of the inverse stands for 1/0, too.
    let dx = Double(x1 &- x0), dy = Double(y1 &- y0)
    let quotient = dx * 0x1p32 / dy, steepness = dy * 0x1p32 / dx.magnitude
    inverse = Self.integer(steepness < 0x1p44 ? steepness : 0x1p44)
    slope = quotient.magnitude < 0x1p50 ? Self.integer(quotient) : Self.largeInteger(quotient)
    boundaryX = Int64(x0) << 20 &+ 1 << 19 &+ (slope &* Int64(Self.unit &- (y0 & Self.fraction))) >> 12
  }

  /// Rounds a number below 2⁵⁰ in magnitude to the nearest integer.
  @inline(__always)
  private static func integer(_ value: Double) -> Int64 {
    Int64(bitPattern: (value + 0x1.8p52).bitPattern &- (0x1.8p52).bitPattern)
  }

  /// Rounds a number up to 2⁶² in magnitude; 0 for others, which only horizontal lines have.
  @inline(never)
  private static func largeInteger(_ value: Double) -> Int64 { value.magnitude <= 0x1p62 ? Int64(value) : 0 }

  /// Makes a place for an edge.
  init() { self.init(x0: 0, y0: 0, x1: 0, y1: 0, direction: 0) }

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
  var isWhole: Bool { (firstRow ^ lastRow) | (x0 >> Self.bits ^ x1 >> Self.bits) == 0 }

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
