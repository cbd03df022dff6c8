// Compositing of one premultiplied pixel, source-over, with coverage.
//
//   t = d · (255 − div(sa · m)) + s · m + 128,   d' = (t + t >> 8) >> 8
//
// with d, s the bytes of a channel, sa the source's alpha, m the coverage and div(v) = v / 255 rounded. s · m ≤ 255 · div(sa · m) + 127, so
// t ≤ 65 280 fits 16 bits, and there is one rounding only. Even and odd bytes of the pixels are worked on apart, as 16-bit lanes.

import Bitmaps
import VectorGeometry

#if HAS_AVX2_COPY
  import SpanKernelsAVX2
#endif

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

  @_lifetime(self: copy self) @_lifetime(band: copy band)
  mutating func sweep(
    band: inout BandMemory, links: borrowing LinkMemory, edges: Span<Edge>, frame: BandFrame, rule: FillRule,
    resolver: inout CrossingResolver, crossed: inout ContiguousArray<UInt64>
  ) {
    #if HAS_AVX2_COPY
      if instructions == .avx2 {
        return sweepEights(
          band: &band, links: links, edges: edges, frame: frame, rule: rule, resolver: &resolver, crossed: &crossed)
      }
    #endif
    VectorRaster.sweep(
      band: &band, links: links, edges: edges, frame: frame, rule: rule, resolver: &resolver, into: &self)
  }

  #if HAS_AVX2_COPY
    /// Eight pixels at a time; those in which edges cross come last.
    @_lifetime(self: copy self) @_lifetime(band: copy band)
    private mutating func sweepEights(
      band: inout BandMemory, links: borrowing LinkMemory, edges: Span<Edge>, frame: BandFrame, rule: FillRule,
      resolver: inout CrossingResolver, crossed: inout ContiguousArray<UInt64>
    ) {
      let room = sweepScratchWords(stride: frame.stride), recordWords = sweepRecordWords
      if crossed.count < room { crossed.append(contentsOf: repeatElement(0, count: room - crossed.count)) }
      var scratch = crossed.mutableSpan
      var rows = SweepRows(
        end: Int(frame.rows), width: Int(frame.width), stride: frame.stride, counts: BandMemory.countOffset,
        marks: BandMemory.markOffset, firstPixel: (frame.originY &+ Int(frame.top)) &* width &+ frame.originX,
        pixelStride: width, isOpen: frame.isOpen)
      while rows.row < rows.end {
        let count = sweepSolid(
          &band.bytes, &rows, isEvenOdd: rule == .evenOdd, source: source, into: &pixels.span, scratch: &scratch)
        for index in 0..<count {
          let record = index &* recordWords, place = scratch[record &+ 8]
          let row = Int(place >> 32) / frame.stride, first = Int(place >> 32) & ~7 &- row &* frame.stride
          let pixel = Int(place & 0xFFFF_FFFF)
          var lanes = scratch[record &+ 9]
          while lanes != 0 {
            let lane = lanes.trailingZeroBitCount, column = first &+ lane
            lanes &= lanes &- 1
            if column >= Int(frame.width) { continue }
            let shift = UInt64(lane & 1) &<< 5
            let area = Int32(truncatingIfNeeded: scratch[record &+ lane &>> 1] &>> shift)
            let head = Int(truncatingIfNeeded: scratch[record &+ 4 &+ lane &>> 1] &>> shift)
            let coverage = resolver.coverage(
              mean: area, meanCoverage: meanCoverage(area, rule), head: head & (BandMemory.maximumLinks - 1),
              row: frame.top &+ Int32(truncatingIfNeeded: row), column: Int32(truncatingIfNeeded: column),
              links: links, edges: edges, rule: rule)
            if coverage == 0 { continue }
            pixels.span[pixel &+ lane] = VectorRaster.blend(source, pixels.span[pixel &+ lane], coverage)
          }
        }
      }
    }
  #endif
}
