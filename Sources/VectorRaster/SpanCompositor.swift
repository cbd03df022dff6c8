// Compositing of one premultiplied pixel, source-over, with coverage.
//
//   t = d · (255 − div(sa · m)) + s · m + 128,   d' = (t + t >> 8) >> 8
//
// with d, s the bytes of a channel, sa the source's alpha, m the coverage and div(v) = v / 255 rounded. s · m ≤ 255 · div(sa · m) + 127, so
// t ≤ 65 280 fits 16 bits, and there is one rounding only. Even and odd bytes of the pixels are worked on apart, as 16-bit lanes.

import Bitmaps

/// Draws one colour source-over into a bitmap.
struct SolidSink: CoverageSink, ~Copyable, ~Escapable {
  private var pixels: PixelMemory
  private let width: Int
  private let source: UInt32
  private let instructions: InstructionSet
  private let even: SIMD8<UInt16>, odd: SIMD8<UInt16>, alpha: SIMD8<UInt16>
  private let isOpaque: Bool

  @_lifetime(&pixels)
  init(_ pixels: inout MutableSpan<UInt32>, width: Int, source: Pixel, instructions: InstructionSet) {
    self.pixels = PixelMemory(&pixels)
    self.width = width
    self.source = source.bits
    self.instructions = instructions
    even = halves(SIMD4(repeating: source.bits & 0xFF_00FF))
    odd = halves(SIMD4(repeating: source.bits >> 8 & 0xFF_00FF))
    alpha = SIMD8(repeating: UInt16(source.alpha))
    isOpaque = source.alpha == 255
  }

  @inline(__always) @_lifetime(self: copy self)
  private mutating func blend(at index: Int, coverage: SIMD4<UInt32>) {
    let lanes = halves(coverage)
    let m = SIMD8(lanes[0], lanes[0], lanes[2], lanes[2], lanes[4], lanes[4], lanes[6], lanes[6])
    var inverse = m &* alpha &+ 128
    inverse = 255 &- (inverse &+ inverse &>> 8) &>> 8
    let pixels = pixels.four(at: index)
    var even = halves(pixels & 0xFF_00FF) &* inverse &+ even &* m &+ 128
    even = (even &+ even &>> 8) &>> 8
    var odd = halves(pixels &>> 8 & 0xFF_00FF) &* inverse &+ odd &* m &+ 128
    odd = (odd &+ odd &>> 8) & 0xFF00
    self.pixels.setFour(pairs(even | odd), at: index)
  }

  @inline(__always) @_lifetime(self: copy self)
  mutating func group(y: Int, x: Int, coverage: SIMD4<UInt32>) {
    let index = y &* width &+ x
    blend(at: index, coverage: coverage)
    // An edge goes on near by in the rows below, whose pixels nothing else has asked for.
    pixels.prefetch(index &+ 2 &* width)
  }

  @inline(__always) @_lifetime(self: copy self)
  mutating func span(y: Int, x: Int, count: Int, coverage: UInt32) {
    let start = y &* width &+ x
    if coverage == 255 && isOpaque {
      instructions.fill(&pixels.span, from: start, count: count, with: source, stride: width)
    } else {
      instructions.blend(&pixels.span, from: start, count: count, source: source, coverage: coverage, stride: width)
    }
  }
}
