// Stage 4 of filling for one colour, eight pixels at a time: the prefix sum along each row of cells, coverage by the fill rule, and
// source-over. A pixel whose coverage the mean winding does not settle is left alone and put on a list.
//
// A cell is 64 bits, from the top: the signed area, 2²⁰ for one winding, 32 bits; the passes of the outline through the pixel, 12 bits; what
// names the edges that visited it, 20 bits.
//
// With four lanes this is slower than the sweep of `VectorRaster`, which other paints and processors use: it stands in the AVX2 copy only.

#if AVX2_COPY

  /// Sweeps rows, clears their cells and draws one premultiplied colour source-over, until all are done or the list has no room for the
  /// crossed pixels of another row.
  /// - Parameters:
  ///   - row: the next row; counted on.  `end`: the first that is not to be swept.
  ///   - width: cells of a row that have a pixel.  `stride`: cells from row to row, a multiple of 32.
  ///   - marks: bytes from the first cell to the first mark.
  ///   - firstPixel: the pixel of the first cell.  `pixelStride`: pixels from row to row.
  ///   - crossed: takes two words for each crossed pixel: its cell, with the sum instead of the area, and row and column, 32 bits each.
  ///     Columns may lie behind the last pixel.
  /// - Returns: how many words of the list are in use.
  /// - Precondition: the rows' cells and marks lie within `band`, their pixels and seven more within `pixels`; the list has room for the
  ///   crossed pixels of a row.
  @inline(never)
  package func sweepSolid(
    _ band: inout MutableRawSpan, row: inout Int, end: Int, width: Int, stride: Int, marks: Int, isEvenOdd: Bool,
    source: UInt32, into pixels: inout MutableSpan<UInt32>, firstPixel: Int, pixelStride: Int,
    crossed: inout MutableSpan<UInt64>
  ) -> Int {
    precondition(row >= 0 && row <= end && width > 0 && width <= stride)
    precondition(stride & 31 == 0 && marks & 7 == 0 && end * stride * 8 <= marks)
    precondition(marks + end * stride / 4 <= band.byteCount && crossed.count >= 2 * stride)
    precondition(firstPixel >= 0 && pixelStride >= 0)
    precondition(firstPixel + (end - 1) * pixelStride + width + 7 <= pixels.count)
    return isEvenOdd
      ? sweepEvenOdd(&band, &row, end, width, stride, marks, source, &pixels, firstPixel, pixelStride, &crossed)
      : sweepNonZero(&band, &row, end, width, stride, marks, source, &pixels, firstPixel, pixelStride, &crossed)
  }

  @inline(never)
  private func sweepNonZero(
    _ band: inout MutableRawSpan, _ nextRow: inout Int, _ end: Int, _ width: Int, _ stride: Int, _ marks: Int,
    _ source: UInt32, _ pixels: inout MutableSpan<UInt32>, _ originPixel: Int, _ pixelStride: Int,
    _ crossed: inout MutableSpan<UInt64>
  ) -> Int {
    sweep(
      &band, &nextRow, end, width, stride, marks, source, &pixels, originPixel, pixelStride, &crossed, isEvenOdd: false)
  }

  @inline(never)
  private func sweepEvenOdd(
    _ band: inout MutableRawSpan, _ nextRow: inout Int, _ end: Int, _ width: Int, _ stride: Int, _ marks: Int,
    _ source: UInt32, _ pixels: inout MutableSpan<UInt32>, _ originPixel: Int, _ pixelStride: Int,
    _ crossed: inout MutableSpan<UInt64>
  ) -> Int {
    sweep(
      &band, &nextRow, end, width, stride, marks, source, &pixels, originPixel, pixelStride, &crossed, isEvenOdd: true)
  }

  @inline(__always)
  private func sweep(
    _ band: inout MutableRawSpan, _ nextRow: inout Int, _ end: Int, _ width: Int, _ stride: Int, _ marks: Int,
    _ source: UInt32, _ pixels: inout MutableSpan<UInt32>, _ originPixel: Int, _ pixelStride: Int,
    _ crossed: inout MutableSpan<UInt64>, isEvenOdd: Bool
  ) -> Int {
    let paint = SolidPaint(source)
    var row = nextRow, count = 0
    while row < end && count &+ 2 &* stride <= crossed.count {
      let firstCell = row &* stride, firstPixel = originPixel &+ row &* pixelStride
      // A wide row's cells have gone from the nearest cache since they were walked: those of the row below are asked for.
      let ahead = stride >= 256 && row &+ 1 < end ? stride : 0
      var sum = SIMD8<Int32>()
      // From `start` on no eight has been drawn: it is a span of the coverage `gap`, up to the next eight that isn't.
      var start = 0, gap: UInt32 = 0
      var word = 0
      while true {
        word = band.nextMarked(firstCell &+ word, firstCell &+ stride, marks: marks) &- firstCell
        if word >= stride { break }
        let set = band.takeMarks(firstCell &+ word, marks: marks)
        let below = band.marks(firstCell &+ word &+ ahead, marks: marks)
        if below != 0 {
          let cell = firstCell &+ word &+ ahead
          band.prefetch(cell &+ below.trailingZeroBitCount &>> 1)
          band.prefetch(cell &+ (63 &- below.leadingZeroBitCount) &>> 1)
        }
        // A bit for each eight cells.
        var eights = (set | set &>> 8) & 0x1_0001_0001_0001
        repeat {
          let x = word &+ eights.trailingZeroBitCount &>> 1
          eights &= eights &- 1
          let cells = band.takeEight(firstCell &+ x)
          // Behind the last pixel; nothing follows.
          if x >= width { continue }
          let counts = lowHalves(cells)
          let areas = runningSums(highHalves(cells)) &+ sum
          sum = lastLane(areas)
          var coverage = meanCoverage(areas, isEvenOdd: isEvenOdd)
          let behind = UInt32(truncatingIfNeeded: coverage[7])
          let isCrossed = crossedLanes(areas, counts, isEvenOdd: isEvenOdd)
          if isAny(isCrossed) {
            count = noteCrossed(isCrossed, areas, counts, row, x, &crossed, count)
            coverage = coverage & ~isCrossed
          }
          if x &+ 8 > width { coverage = coverage & belowCount(width &- x) }
          if start < x && gap != 0 {
            // The inside goes on. (One that begins here is not worth to be found out: nothing foretells it.)
            if gap == 255 && !isAny(coverage ^ 255) { continue }
            paint.draw(&pixels, firstPixel &+ start, x &- start, gap, pixelStride)
          }
          paint.drawEight(&pixels, firstPixel &+ x, bitPattern(coverage))
          // An edge goes on near by in the rows below, whose pixels nothing else has asked for.
          pixels.prefetch(firstPixel &+ x &+ 2 &* pixelStride)
          start = x &+ 8
          gap = behind
        } while eights != 0
        word = word &+ 32
      }
      if start < width && gap != 0 { paint.draw(&pixels, firstPixel &+ start, width &- start, gap, pixelStride) }
      row = row &+ 1
    }
    nextRow = row
    return count
  }

  /// The coverage 0…255 of pixels whose mean winding is `areas` · 2⁻²⁰, if that is all there is to know.
  @inline(__always)
  private func meanCoverage(_ areas: SIMD8<Int32>, isEvenOdd: Bool) -> SIMD8<Int32> {
    let full = SIMD8<Int32>(repeating: 1 << 20)
    var amount: SIMD8<Int32>
    if isEvenOdd {
      amount = areas & 0x1F_FFFF
      amount = smaller(amount, full &+ full &- amount)
    } else {
      amount = smaller(magnitudes(areas), full)
    }
    return (amount &<< 8 &- amount &+ 1 << 19) &>> 20
  }

  /// Ones in the first `count` lanes.
  @inline(__always)
  private func belowCount(_ count: Int) -> SIMD8<Int32> {
    (SIMD8(0, 1, 2, 3, 4, 5, 6, 7) &- SIMD8(repeating: Int32(truncatingIfNeeded: count))) &>> 31
  }

  /// Ones where the outline passes more than once and the mean does not settle the coverage.
  @inline(__always)
  private func crossedLanes(_ areas: SIMD8<Int32>, _ counts: SIMD8<Int32>, isEvenOdd: Bool) -> SIMD8<Int32> {
    let passes = counts &>> 20 & 0xFFF
    let areMany = (1 &- passes) &>> 31
    // The windings in a pixel differ by no more than there are passes: they may be so far from 0 that none of them is 0.
    return isEvenOdd ? areMany : areMany & (magnitudes(areas) &>> 20 &- passes) &>> 31
  }

  /// Puts crossed pixels on the list. Returns how many words are in use then.
  @inline(never)
  private func noteCrossed(
    _ isCrossed: SIMD8<Int32>, _ areas: SIMD8<Int32>, _ counts: SIMD8<Int32>, _ row: Int, _ x: Int,
    _ crossed: inout MutableSpan<UInt64>, _ count: Int
  ) -> Int {
    var count = count
    for lane in 0..<8 where isCrossed[lane] != 0 {
      crossed[count] = UInt64(UInt32(bitPattern: areas[lane])) << 32 | UInt64(UInt32(bitPattern: counts[lane]))
      crossed[count &+ 1] = UInt64(truncatingIfNeeded: row &<< 32 | x &+ lane)
      count = count &+ 2
    }
    return count
  }

  /// One colour, ready for source-over. The formula and its bounds are those of `SolidSpans.swift`.
  private struct SolidPaint {
    let source: UInt32
    let even: SIMD16<UInt16>, odd: SIMD16<UInt16>, alpha: SIMD16<UInt16>

    @inline(__always)
    init(_ source: UInt32) {
      self.source = source
      even = halves(SIMD8(repeating: source & 0xFF_00FF))
      odd = halves(SIMD8(repeating: source >> 8 & 0xFF_00FF))
      alpha = SIMD16(repeating: UInt16(truncatingIfNeeded: source >> 24))
    }

    /// A span of equal coverage, 1…255.
    @inline(__always)
    func draw(_ pixels: inout MutableSpan<UInt32>, _ start: Int, _ count: Int, _ coverage: UInt32, _ stride: Int) {
      if coverage == 255 && source >= 0xFF00_0000 {
        fillSpan(&pixels, from: start, count: count, with: source, stride: stride)
      } else {
        blendSpan(&pixels, from: start, count: count, source: source, coverage: coverage, stride: stride)
      }
    }

    /// Eight pixels, each with its coverage.
    @inline(__always)
    func drawEight(_ pixels: inout MutableSpan<UInt32>, _ index: Int, _ coverage: SIMD8<UInt32>) {
      let m = halves(coverage | coverage &<< 16)
      let inverse = 255 &- dividedBy255(m &* alpha &+ 128)
      let lanes = halves(pixels.eight(at: index))
      let low = dividedBy255((lanes & 0xFF) &* inverse &+ even &* m &+ 128)
      var high = (lanes &>> 8) &* inverse &+ odd &* m &+ 128
      high = (high &+ high &>> 8) & 0xFF00
      pixels.setEight(pairs(low | high), at: index)
    }
  }
#endif
