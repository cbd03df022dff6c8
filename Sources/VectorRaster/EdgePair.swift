// Stage 4b of filling: a pixel with two edges through all of its height, in closed form.

import VectorGeometry

/// An edge through the whole row of a pixel: its x at the upper and lower border, relative to the pixel.
struct FullEdge: BitwiseCopyable {
  var top: Int32, bottom: Int32, direction: Int32

  /// Whether the two change places on their way.
  @inline(__always)
  func crosses(_ other: FullEdge) -> Bool {
    (top < other.top && bottom > other.bottom) || (top > other.top && bottom < other.bottom)
  }
}

/// The coverage of a pixel with two edges through all of its height, in closed form: up to where they cross and from there on, the mean of
/// each edge's x within the pixel.
func fullPairCoverage(
  _ a: FullEdge, _ b: FullEdge, mean: Int64, meanCoverage: UInt32, rule: FillRule
) -> UInt32 {
  // In an order that does not depend on the outline's direction.
  let isOrdered = a.top == b.top ? a.bottom <= b.bottom : a.top < b.top
  let edge0 = isOrdered ? a : b, edge1 = isOrdered ? b : a
  let top = SIMD2(Float(edge0.top), Float(edge1.top)) * 0x1p-12
  let bottom = SIMD2(Float(edge0.bottom), Float(edge1.bottom)) * 0x1p-12
  let distance = Float(edge1.top &- edge0.top) * 0x1p-12, overlap = Float(edge0.bottom &- edge1.bottom) * 0x1p-12
  let split = overlap > 0 ? distance / (distance + overlap) : 1
  let middle = top + (bottom - top) * split
  let from = SIMD4(lowHalf: top, highHalf: middle), to = SIMD4(lowHalf: middle, highHalf: bottom)
  // The integral of x within the pixel along x, F = x²/2 inside and x − ½ right of it, gives the mean along y.
  let run = to - from, center = cut((from + to) * 0.5)
  var means = (integral(to) - integral(from)) / run
  means.replace(with: center, where: (run .< 1 / 256) .& (run .> -1 / 256))
  let above = means.lowHalf * split, below = means.highHalf * (1 - split)
  return areaCoverage(
    left0: above[0] + below[0], left1: above[1] + below[1], between0: above[1] - above[0],
    between1: below[0] - below[1], edge0.direction, edge1.direction, mean: mean, meanCoverage: meanCoverage, rule: rule)
}

/// Cuts to 0…1.
@inline(__always)
private func cut(_ x: SIMD4<Float>) -> SIMD4<Float> {
  let x = x.replacing(with: 0, where: x .< 0)
  return x.replacing(with: 1, where: x .> 1)
}

@inline(__always)
private func integral(_ x: SIMD4<Float>) -> SIMD4<Float> {
  let inside = cut(x), outside = x - 1
  return inside * inside * 0.5 + outside.replacing(with: 0, where: outside .< 0)
}

/// The coverage of a pixel with two edges, from the areas left of each, and between them in either order.
@inline(__always)
func areaCoverage(
  left0: Float, left1: Float, between0: Float, between1: Float, _ direction0: Int32, _ direction1: Int32, mean: Int64,
  meanCoverage: UInt32, rule: FillRule
) -> UInt32 {
  let left = left0 - between1, right = 1 - left0 - between0
  let least: Float = 1 / 4096
  let isHarmless = direction0 != direction1 ? between0 < least || between1 < least : left < least || right < least
  if isHarmless { return meanCoverage }
  let base = roundedWinding(
    winding(mean, rule) - Double(Float(direction0) * (1 - left0) + Float(direction1) * (1 - left1)))
  var area: Float = 0
  if isInside(base, rule) { area += left }
  if isInside(base &+ direction0, rule) { area += between0 }
  if isInside(base &+ direction1, rule) { area += between1 }
  if isInside(base &+ direction0 &+ direction1, rule) { area += right }
  return rounded(area)
}

/// The mean winding; for the even-odd rule without the even part of it, which makes no difference.
@inline(__always)
func winding(_ mean: Int64, _ rule: FillRule) -> Double {
  Double(rule == .evenOdd ? mean & 0x1F_FFFF : mean) * 0x1p-20
}

/// The nearest whole number. More than 2²⁰ edges in one pixel, all one way, would be needed to leave the range.
@inline(__always)
func roundedWinding(_ winding: Double) -> Int32 {
  let limited = winding < 0x1p20 ? (winding > -0x1p20 ? winding : -0x1p20) : 0x1p20
  return Int32(limited + (0x1p21 + 0.5)) - 1 << 21
}

/// A share of the pixel in 255ths.
@inline(__always)
func rounded(_ share: Float) -> UInt32 {
  let covered = share * 255 + 0.5
  return UInt32(truncatingIfNeeded: Int32(covered < 255 ? covered : 255))
}

@inline(__always)
func isInside(_ winding: Int32, _ rule: FillRule) -> Bool {
  rule == .nonZero ? winding != 0 : winding & 1 != 0
}
