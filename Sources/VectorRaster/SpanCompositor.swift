// Compositing of one premultiplied pixel, source-over, with coverage.
//
//   t = d · (255 − div(sa · m)) + s · m + 128,   d' = (t + t >> 8) >> 8
//
// with d, s the bytes of a channel, sa the source's alpha, m the coverage and div(v) = v / 255 rounded. s · m ≤ 255 · div(sa · m) + 127, so
// t ≤ 65 280 fits 16 bits, and there is one rounding only. Even and odd bytes of the pixels are worked on apart, as 16-bit lanes.

import Bitmaps

/// Draws one colour source-over into a bitmap.
struct SolidSink: CoverageSink, ~Copyable, ~Escapable {
  private var pixels: MutableSpan<UInt32>
  private let width: Int
  private let source: UInt32

  @_lifetime(&bitmap)
  init(_ bitmap: inout Bitmap, source: Pixel) {
    width = bitmap.width
    pixels = bitmap.storage.mutableSpan
    self.source = source.bits
  }

  @inline(__always)
  private static func blend(_ d: UInt32, _ s: UInt32, _ m: UInt32) -> UInt32 {
    let a = (s >> 24) &* m &+ 128
    let inverse = 255 &- ((a &+ a >> 8) >> 8)
    // Two channels per multiplication: each product is below 2¹⁶, so they don't touch.
    var even = (d & 0xFF_00FF) &* inverse &+ (s & 0xFF_00FF) &* m &+ 0x80_0080
    var odd = (d >> 8 & 0xFF_00FF) &* inverse &+ (s >> 8 & 0xFF_00FF) &* m &+ 0x80_0080
    even = (even &+ (even >> 8 & 0xFF_00FF)) >> 8 & 0xFF_00FF
    odd = (odd &+ (odd >> 8 & 0xFF_00FF)) & 0xFF00_FF00
    return even | odd
  }

  mutating func group(y: Int, x: Int, coverage: SIMD4<UInt16>) {
    let start = y * width + x
    for lane in 0..<4 where coverage[lane] != 0 {
      pixels[start + lane] = Self.blend(pixels[start + lane], source, UInt32(coverage[lane]))
    }
  }

  mutating func span(y: Int, x: Int, count: Int, coverage: UInt16) {
    let start = y * width + x
    if coverage == 255 && source >> 24 == 255 {
      for index in start..<start + count { pixels[index] = source }
    } else {
      for index in start..<start + count { pixels[index] = Self.blend(pixels[index], source, UInt32(coverage)) }
    }
  }
}
