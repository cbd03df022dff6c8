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
    resolver: inout CrossingResolver, lists: inout ContiguousArray<UInt64>
  ) {
    #if HAS_AVX2_COPY
      if instructions == .avx2 {
        return sweepEights(
          band: &band, links: links, edges: edges, frame: frame, rule: rule, resolver: &resolver, lists: &lists)
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
      resolver: inout CrossingResolver, lists: inout ContiguousArray<UInt64>
    ) {
      let room = sweepScratchWords(stride: frame.stride)
      if lists.count < room { lists.append(contentsOf: repeatElement(0, count: room - lists.count)) }
      var scratch = lists.mutableSpan
      let firstPixel = (frame.originY &+ Int(frame.top)) &* width &+ frame.originX
      var next = 0
      let paint = PixelPaint(source)
      // cell · (2³² / stride + 1) / 2³² is cell / stride and less than 2⁻¹⁶ more: cells and strides are below 2¹⁶.
      let inverseStride = (1 << 32) / frame.stride &+ 1
      while next < Int(frame.rows) {
        let count = sweepSolid(
          &band.bytes, row: &next, end: Int(frame.rows), width: Int(frame.width), stride: frame.stride,
          counts: BandMemory.countOffset, marks: BandMemory.markOffset, isOpen: frame.isOpen,
          isEvenOdd: rule == .evenOdd, source: source, into: &pixels.span, firstPixel: firstPixel,
          pixelStride: width, scratch: &scratch)
        let records = CrossedRecords(scratch.span)
        for record in 0..<count {
          let place = records.place(record)
          let rowInBand = (place.cell &* inverseStride) &>> 32
          let row = frame.top &+ Int32(truncatingIfNeeded: rowInBand)
          let first = Int32(truncatingIfNeeded: place.cell &- rowInBand &* frame.stride)
          var lanes = records.lanes(record)
          while lanes != 0 {
            let lane = lanes.trailingZeroBitCount, column = first &+ Int32(truncatingIfNeeded: lane)
            lanes &= lanes &- 1
            if column >= frame.width { continue }
            let (mean, head) = records.pixel(record, lane: lane)
            let coverage = resolver.coverage(
              mean: mean, meanCoverage: meanCoverage(mean, rule), head: head, row: row, column: column, links: links,
              edges: edges, rule: rule)
            let pixel = place.pixel &+ lane
            pixels[pixel] = paint.drawn(over: pixels[pixel], coverage)
          }
        }
      }
    }
  #endif
}

#if HAS_AVX2_COPY
  /// One colour for single pixels, whose four bytes are worked on at once, as 16-bit lanes.
  private struct PixelPaint {
    private let source: UInt64, alpha: UInt32

    init(_ source: UInt32) {
      self.source = Self.spread(source)
      alpha = source >> 24
    }

    @inline(__always)
    private static func spread(_ pixel: UInt32) -> UInt64 {
      UInt64(pixel & 0xFF_00FF) | UInt64(pixel & 0xFF00_FF00) &<< 24
    }

    /// Returns what it makes of a pixel.
    @inline(__always)
    func drawn(over pixel: UInt32, _ coverage: UInt32) -> UInt32 {
      var opacity = coverage &* alpha &+ 128
      opacity = (opacity &+ opacity &>> 8) &>> 8
      let mask: UInt64 = 0xFF_00FF_00FF_00FF
      var lanes = Self.spread(pixel) &* UInt64(255 &- opacity) &+ source &* UInt64(coverage) &+ 0x80_0080_0080_0080
      lanes = (lanes &+ lanes &>> 8 & mask) &>> 8 & mask
      return UInt32(truncatingIfNeeded: lanes | lanes &>> 24)
    }
  }
#endif
