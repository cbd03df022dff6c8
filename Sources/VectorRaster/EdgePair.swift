// Stage 4b of filling: a pixel with two edges through all of its height, in closed form, and the coverage of a pixel that two lines divide.

import VectorGeometry

/// The coverage of a pixel with two edges through all of its height: the areas left of each, up to where they cross and from there on.
///
/// The integral of x within the pixel along x, F = x²/2 inside and x − ½ right of it, is divided by dx/dy. All is done without branches.
func fullPairCoverage(
  _ a: EdgePart, _ b: EdgePart, mean: Int64, meanCoverage: UInt32, rule: FillRule
) -> UInt32 {
  // 2⁻²⁰ to the right at the bottom, so that no edge is upright: ends are multiples of 2⁻¹².
  let top0 = Double(a.x0) * 0x1p-12, bottom0 = Double(a.x1) * 0x1p-12 + 0x1p-20
  let top1 = Double(b.x0) * 0x1p-12, bottom1 = Double(b.x1) * 0x1p-12 + 0x1p-20
  let run0 = bottom0 - top0, run1 = bottom1 - top1
  let above = top1 - top0, below = bottom1 - bottom0
  // Beyond 0…1, or not a number, if they don't cross: then at the top or the bottom.
  let split = lesser(greater(above / (above - below), 0), 1)
  let halfInverse0 = 0.5 / run0, halfInverse1 = 0.5 / run1
  let middle0 = doubleIntegral(top0 + run0 * split), middle1 = doubleIntegral(top1 + run1 * split)
  let upper0 = (middle0 - doubleIntegral(top0)) * halfInverse0, upper1 = (middle1 - doubleIntegral(top1)) * halfInverse1
  let lower0 = (doubleIntegral(bottom0) - middle0) * halfInverse0
  let lower1 = (doubleIntegral(bottom1) - middle1) * halfInverse1
  let left0 = upper0 + lower0, left1 = upper1 + lower1
  let upperDifference = upper1 - upper0, lowerDifference = lower1 - lower0
  if rule == .evenOdd {
    // Left of both and right of both the winding is odd, or between them. Which of the two, the mean tells, less what the edges add.
    let between = upperDifference.magnitude + lowerDifference.magnitude
    let added = Double(a.direction) * left0 + Double(b.direction) * left1
    let outer = Double(mean & 0x1F_FFFF) * 0x1p-20 + added
    let isOdd = (outer + 0x1.8p52).bitPattern & 1
    let one = Double(bitPattern: (0 &- isOdd) & (1.0).bitPattern)
    return level(Float(one + between * (1 - 2 * one)))
  }
  let between0 = greater(upperDifference, 0) + greater(lowerDifference, 0)
  let between1 = between0 - (upperDifference + lowerDifference)
  return areaCoverage(
    DividedPixel(left0: Float(left0), left1: Float(left1), between0: Float(between0), between1: Float(between1)),
    a.direction, b.direction, mean: mean, meanCoverage: meanCoverage, rule: rule)
}

/// 2F: 0 left of the pixel, x² in it, 2x − 1 right of it.
@inline(__always)
private func doubleIntegral(_ x: Double) -> Double {
  let inside = lesser(greater(x, 0), 1)
  return inside * (x + (x - inside))
}

// Of a number and no number, the second.

@inline(__always)
private func lesser(_ a: Double, _ b: Double) -> Double { a < b ? a : b }

@inline(__always)
private func greater(_ a: Double, _ b: Double) -> Double { a > b ? a : b }

/// What two lines from the top to the bottom of a pixel make of it: the areas left of each and between them in either order.
struct DividedPixel: BitwiseCopyable {
  var left0: Float, left1: Float, between0: Float, between1: Float
}

/// The coverage of a pixel with two lines. The same whichever of the two comes first.
@inline(__always)
func areaCoverage(
  _ pixel: DividedPixel, _ direction0: Int32, _ direction1: Int32, mean: Int64, meanCoverage: UInt32, rule: FillRule
) -> UInt32 {
  let left = (pixel.left0 - pixel.between1 + (pixel.left1 - pixel.between0)) * 0.5
  let right = 1 - (pixel.left0 + pixel.between0 + (pixel.left1 + pixel.between1)) * 0.5
  let added = Float(direction0) * (1 - pixel.left0) + Float(direction1) * (1 - pixel.left1)
  let base = nearestWinding(winding(mean, rule) - added)
  // The windings count that are not 0, or those that are odd.
  let bits: UInt32 = rule == .evenOdd ? 1 : 0xFFFF_FFFF
  @inline(__always) func counted(_ area: Float, _ winding: Int32) -> Float {
    let winding = UInt32(bitPattern: winding) & bits
    let isInside = Int32(bitPattern: winding | (0 &- winding)) >> 31
    return Float(bitPattern: area.bitPattern & UInt32(bitPattern: isInside))
  }
  let outer = counted(left, base) + counted(right, base &+ direction0 &+ direction1)
  let inner = counted(pixel.between0, base &+ direction0) + counted(pixel.between1, base &+ direction1)
  // Two windings, k and k + 1: then the mean is the truth.
  let thinner = pixel.between0 < pixel.between1 ? pixel.between0 : pixel.between1, smaller = left < right ? left : right
  let isOpposite = UInt32(bitPattern: (direction0 ^ direction1) >> 31)
  let least = Float(bitPattern: thinner.bitPattern & isOpposite | smaller.bitPattern & ~isOpposite)
  return least < 1 / 4096 ? meanCoverage : level(outer + inner)
}

/// The mean winding; for the even-odd rule without the even part of it, which makes no difference.
@inline(__always)
func winding(_ mean: Int64, _ rule: FillRule) -> Float {
  Float(rule == .evenOdd ? mean & 0x1F_FFFF : mean) * 0x1p-20
}

/// The nearest whole number. More than 2²⁰ edges in one pixel, all one way, would be needed to leave the range.
@inline(__always)
func nearestWinding(_ winding: Float) -> Int32 {
  let limited = winding < 0x1p20 ? (winding > -0x1p20 ? winding : -0x1p20) : 0x1p20
  return Int32(bitPattern: (limited + 0x1.8p23).bitPattern) &- 0x4B40_0000
}

/// A share of the pixel, 0…1 with an error below 1/1000, in 255ths.
@inline(__always)
func level(_ share: Float) -> UInt32 {
  // In units of 1/256, above 2¹⁵.
  (share * 255 + (0x1p15 + 0.5)).bitPattern >> 8 & 0xFF
}
