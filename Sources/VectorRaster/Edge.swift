// Stage 2 of filling: the flattened path's lines become edges in fixed point.
//
// A coordinate is snapped to 1/4096 of a pixel. An edge is always walked from top to bottom, so that a path and its reverse visit the same
// cells with the same fractions, and its x at a row boundary is computed from its first boundary, never from a band's or clip's, so that
// bands and tiles cannot change a pixel.

import VectorGeometry

/// One line of the outline, in sub-units of 1/4096 pixel.
struct Edge: BitwiseCopyable {
  /// The x at the first row boundary below `y0`: pixels with 32 fraction bits, plus half a sub-unit so that shifting rounds.
  /// Below 2⁵¹ in magnitude.
  var boundaryX: Int64
  /// dx/dy with 32 fraction bits. |slope| · (y1 − y0) ≤ 2⁶², since |dx| ≤ 2³⁰ sub-units.
  var slope: Int64
  /// dy/dx, absolute, sub-units per sub-unit with 24 fraction bits, at most 2³⁶ (a row's whole height within one sub-unit).
  var inverse: Int64
  /// The upper end.
  var x0: Int32, y0: Int32
  /// The lower end; y1 ≥ y0.
  var x1: Int32, y1: Int32
  /// +1 when the contour runs down this edge, −1 when it runs up, 0 for a horizontal one.
  var direction: Int32
  /// Whether the outline's passage through the cell in which the contour enters this edge was counted by the edge before it.
  var isJoined: Bool

  /// Fraction bits of a sub-unit coordinate.
  static let bits: Int32 = 12
  /// Sub-units per pixel.
  static let unit: Int32 = 4096

  /// Makes the edge between two snapped points, upper end first.
  init(x0: Int32, y0: Int32, x1: Int32, y1: Int32, direction: Int32) {
    self.x0 = x0
    self.y0 = y0
    self.x1 = x1
    self.y1 = y1
    self.direction = direction
    isJoined = false
    let dx = Int64(x1 &- x0), dy = Int64(y1 &- y0)
    slope = dy == 0 ? 0 : (dx << 32) / dy
    inverse = dx == 0 ? 1 << 36 : min(1 << 36, (dy << 24) / abs(dx))
    let toBoundary = Int64(Self.unit &- (y0 & (Self.unit &- 1)))
    boundaryX = Int64(x0) << 20 &+ 1 << 19
    if toBoundary < dy { boundaryX = boundaryX &+ (slope &* toBoundary) >> 12 }
  }
}
