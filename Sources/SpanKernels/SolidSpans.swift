// Spans of one colour: set, or blended source-over.
//
//   t = d · (255 − div(sa · m)) + s · m + 128,   d' = (t + t >> 8) >> 8
//
// with d, s the bytes of a channel, sa the source's alpha, m the coverage and div(v) = v / 255 rounded. s · m ≤ 255 · div(sa · m) + 127, so
// t ≤ 65 280 fits 16 bits, and there is one rounding only. Even and odd bytes of the pixels are worked on apart, as 16-bit lanes.
//
// This folder is compiled twice, for the baseline processor and for one with AVX2, and one copy is chosen when the program runs. So its
// functions are free functions on concrete types, called once per span: what is generic may be shared by all modules that use it, and
// then an old processor would be given the other copy's code. `scripts/test` looks for such code.

/// Sets `count` pixels from index `start` on.
/// - Parameter stride: how many pixels farther a next span, of about these columns, is expected; 0 if none is.
/// - Precondition: they lie within `pixels`.
@inline(never)
package func fillSpan(
  _ pixels: inout MutableSpan<UInt32>, from start: Int, count: Int, with bits: UInt32, stride: Int
) {
  precondition(start >= 0 && count >= 0 && start <= pixels.count - count)
  let eight = SIMD8(repeating: bits)
  let end = start &+ count
  var index = start
  if count >= 64 {
    // Eight pixels that lie across a border of cache lines take twice as long.
    pixels.setEight(eight, at: index)
    index &+= pixels.distanceToAlignment(index)
  }
  if stride != 0 {
    while index &+ 16 <= end {
      pixels.prefetch(index &+ stride)
      pixels.setEight(eight, at: index)
      pixels.setEight(eight, at: index &+ 8)
      index &+= 16
    }
  }
  while index &+ 32 <= end {
    pixels.setEight(eight, at: index)
    pixels.setEight(eight, at: index &+ 8)
    pixels.setEight(eight, at: index &+ 16)
    pixels.setEight(eight, at: index &+ 24)
    index &+= 32
  }
  while index &+ 8 <= end {
    pixels.setEight(eight, at: index)
    index &+= 8
  }
  if index == end { return }
  if count >= 8 {
    pixels.setEight(eight, at: end &- 8)
  } else {
    for index in start..<end { pixels[index] = bits }
  }
}

/// Blends one premultiplied colour into `count` pixels from index `start` on, source-over, with one coverage of 0…255.
/// - Parameter stride: how many pixels farther a next span, of about these columns, is expected.
/// - Precondition: they lie within `pixels`.
@inline(never)
package func blendSpan(
  _ pixels: inout MutableSpan<UInt32>, from start: Int, count: Int, source: UInt32, coverage: UInt32, stride: Int
) {
  precondition(start >= 0 && count >= 0 && start <= pixels.count - count)
  let covered = (source >> 24) &* coverage &+ 128
  let rest = 255 &- (covered &+ covered >> 8) >> 8
  let even = halves(SIMD8(repeating: (source & 0xFF_00FF) &* coverage &+ 0x80_0080))
  let odd = halves(SIMD8(repeating: (source >> 8 & 0xFF_00FF) &* coverage &+ 0x80_0080))
  let inverse = SIMD16<UInt16>(repeating: UInt16(truncatingIfNeeded: rest))
  let end = start &+ count
  var index = start
  while index &+ 16 <= end {
    pixels.prefetch(index &+ stride)
    pixels.setEight(blended(pixels.eight(at: index), inverse, even, odd), at: index)
    pixels.setEight(blended(pixels.eight(at: index &+ 8), inverse, even, odd), at: index &+ 8)
    index &+= 16
  }
  if index &+ 8 <= end {
    pixels.setEight(blended(pixels.eight(at: index), inverse, even, odd), at: index)
    index &+= 8
  }
  if index &+ 4 <= end {
    // Spans mostly end here. Writing more than four pixels would let the next ones be read before they are written.
    let four = blended(SIMD8(lowHalf: pixels.four(at: index), highHalf: .zero), inverse, even, odd)
    pixels.setFour(four.lowHalf, at: index)
    index &+= 4
  }
  if index == end { return }
  if index &+ 8 <= pixels.count {
    var last = blended(pixels.eight(at: index), inverse, even, odd)
    pixels.setPart(&last, lanes: 0, end &- index, at: index)
  } else {
    for index in index..<end { pixels[index] = blended(SIMD8(repeating: pixels[index]), inverse, even, odd)[0] }
  }
}

/// 0…7.
@inline(__always)
var laneNumbers: SIMD8<UInt32> { SIMD8(0, 1, 2, 3, 4, 5, 6, 7) }

/// Pixels times `inverse`, plus the paint's even and odd bytes, which are covered and have 128 added to them, divided by 255.
@inline(__always)
private func blended(
  _ pixels: SIMD8<UInt32>, _ inverse: SIMD16<UInt16>, _ even: SIMD16<UInt16>, _ odd: SIMD16<UInt16>
) -> SIMD8<UInt32> {
  let lanes = halves(pixels)
  var low = (lanes & 0xFF) &* inverse &+ even
  low = dividedBy255(low)
  var high = (lanes &>> 8) &* inverse &+ odd
  high = (high &+ high &>> 8) & 0xFF00
  return pairs(low | high)
}
