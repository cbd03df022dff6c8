// Stage 4 of filling for one colour, eight pixels at a time: the prefix sum along each row of cells, coverage by the fill rule, and
// source-over. Pixels whose coverage the mean winding does not settle are left alone and put on record.
//
// A cell has a signed area, 2²⁰ for one winding, and a count: the passes of the outline through the pixel, 12 bits, and what names the edges
// that visited it, 20 bits.
//
// Which eights there are, how each is covered, and what lies between them is worked out by three loops, one after the other. None has a
// branch that hangs on what the one before has found: so the processor need not wait for the end of an eight before it begins with the next.
//
// With four lanes this is slower than the sweep of `VectorRaster`, which other paints and processors use: it stands in the AVX2 copy only.

#if AVX2_COPY

  /// Rows of cells to sweep. (No type of the package: its metadata would be shared by modules for other processors.)
  struct SweepRows: BitwiseCopyable {
    /// The next row, and the first that is not to be swept.
    var row: Int, end: Int
    /// Cells of a row that have a pixel; cells from row to row, a multiple of 32.
    let width: Int, stride: Int
    /// Bytes from the first area to the first count, to the first mark.
    let counts: Int, marks: Int
    /// The pixel of the first row's first cell; pixels from row to row.
    let firstPixel: Int, pixelStride: Int
    /// Whether a row may go on behind `width`. If not, its areas add up to 0.
    let isOpen: Bool
  }

  /// Words of the scratch memory that `sweepSolid` needs for rows of `stride` cells.
  package func sweepScratchWords(stride: Int) -> Int { SweepLists(stride: stride).wordCount }

  /// Words of a record of crossed pixels: eight sums, with 2²⁰ for one winding, and eight counts, 32 bits each; the number of the first
  /// pixel and of the first cell, 32 bits each, the cell's lowest three bits without meaning; a bit for each of the eight that is crossed.
  package var sweepRecordWords: Int { SweepLists.recordWords }

  /// Sweeps as many rows as the scratch memory has room for, clears their cells and draws one premultiplied colour source-over.
  /// - Parameters:
  ///   - row: the next row; counted on.  `end`: the first that is not to be swept.
  ///   - width: cells of a row that have a pixel.  `stride`: cells from row to row, a multiple of 32.
  ///   - counts, marks: bytes from the first area to the first count, to the first mark.
  ///   - isOpen: whether a row may go on behind `width`. If not, its areas add up to 0.
  ///   - firstPixel: the pixel of row 0's first cell.  `pixelStride`: pixels from row to row.
  ///   - scratch: `sweepScratchWords`; begins with the records of crossed pixels afterwards, which are not drawn. Some may lie behind the
  ///     last pixel of their row.
  /// - Returns: how many records there are.
  /// - Precondition: the rows' cells and marks lie within `band`, their pixels and 15 more within `pixels`.
  @inline(never)
  package func sweepSolid(
    _ band: inout MutableRawSpan, row: inout Int, end: Int, width: Int, stride: Int, counts: Int, marks: Int,
    isOpen: Bool, isEvenOdd: Bool, source: UInt32, into pixels: inout MutableSpan<UInt32>, firstPixel: Int,
    pixelStride: Int, scratch: inout MutableSpan<UInt64>
  ) -> Int {
    var rows = SweepRows(
      row: row, end: end, width: width, stride: stride, counts: counts, marks: marks, firstPixel: firstPixel,
      pixelStride: pixelStride, isOpen: isOpen)
    defer { row = rows.row }
    let lists = SweepLists(stride: stride)
    precondition(row >= 0 && row <= end && width > 0 && width < stride && stride & 31 == 0)
    precondition(counts & 31 == 0 && end * stride * 4 <= counts)
    precondition(marks & 7 == 0 && counts + end * stride * 4 <= marks)
    precondition(marks + end * stride / 4 <= band.byteCount && lists.wordCount <= scratch.count)
    precondition(firstPixel >= 0 && pixelStride >= 0 && pixels.count <= Int(UInt32.max))
    precondition(firstPixel + (end - 1) * pixelStride + width + 15 <= pixels.count)
    var memory = rawBytes(of: &scratch)
    let count = isOpen ? lists.listOpen(&band, &rows, &memory) : lists.list(&band, &rows, &memory)
    let found =
      isEvenOdd
      ? drawEvenOdd(&band, rows, source, &pixels, lists, count, &memory)
      : drawNonZero(&band, rows, source, &pixels, lists, count, &memory)
    let eight = SIMD8(repeating: source)
    for index in lists.spans..<lists.spans &+ found.spans {
      let span = memory.word(index), place = Int(truncatingIfNeeded: span & 0xFFFF_FFFF)
      let start = Int(memory.word(place &- 1) & 0xFFFF_FFFF) &+ 8
      let count = Int(memory.word(place) & 0xFFFF_FFFF) &- start
      let coverage = meanCoverage(Int32(truncatingIfNeeded: span >> 32), isEvenOdd: isEvenOdd)
      if coverage == 0 { continue }
      if coverage != 255 || source < 0xFF00_0000 {
        blendSpan(&pixels, from: start, count: count, source: source, coverage: coverage, stride: pixelStride)
      } else if count < 64 && count & 7 == 0 {
        // Between two eights of a row, as most are.
        var index = start
        while index < start &+ count {
          pixels.setEight(eight, at: index)
          index = index &+ 8
        }
      } else {
        fillSpan(&pixels, from: start, count: count, with: source, stride: pixelStride)
      }
    }
    return found.records
  }

  /// How much there is in the lists of a sweep.
  private struct Found { var records: Int, spans: Int }

  @inline(never)
  private func drawNonZero(
    _ band: inout MutableRawSpan, _ rows: SweepRows, _ source: UInt32, _ pixels: inout MutableSpan<UInt32>,
    _ lists: SweepLists, _ count: Int, _ memory: inout MutableRawSpan
  ) -> Found {
    rows.isOpen
      ? draw(&band, rows, source, &pixels, lists, count, &memory, isEvenOdd: false, isOpen: true, isOpaque: false)
      : source >= 0xFF00_0000
        ? draw(&band, rows, source, &pixels, lists, count, &memory, isEvenOdd: false, isOpen: false, isOpaque: true)
        : draw(&band, rows, source, &pixels, lists, count, &memory, isEvenOdd: false, isOpen: false, isOpaque: false)
  }

  @inline(never)
  private func drawEvenOdd(
    _ band: inout MutableRawSpan, _ rows: SweepRows, _ source: UInt32, _ pixels: inout MutableSpan<UInt32>,
    _ lists: SweepLists, _ count: Int, _ memory: inout MutableRawSpan
  ) -> Found {
    rows.isOpen
      ? draw(&band, rows, source, &pixels, lists, count, &memory, isEvenOdd: true, isOpen: true, isOpaque: false)
      : source >= 0xFF00_0000
        ? draw(&band, rows, source, &pixels, lists, count, &memory, isEvenOdd: true, isOpen: false, isOpaque: true)
        : draw(&band, rows, source, &pixels, lists, count, &memory, isEvenOdd: true, isOpen: false, isOpaque: false)
  }

  /// Draws the listed eights, save crossed pixels, of which it makes records, and lists the spans between them.
  @inline(__always)
  private func draw(
    _ band: inout MutableRawSpan, _ rows: SweepRows, _ source: UInt32, _ pixels: inout MutableSpan<UInt32>,
    _ lists: SweepLists, _ count: Int, _ memory: inout MutableRawSpan, isEvenOdd: Bool, isOpen: Bool,
    isOpaque: Bool
  ) -> Found {
    let paint = SolidPaint(source, isOpaque: isOpaque), lastEight = belowCount(rows.width & 7), countStart = rows.counts
    var sum = SIMD8<Int32>()
    // From `start` on nothing is drawn: it is a span, up to the next eight, of the winding whose bits are `gap`, 2²⁰ for one.
    var start = 0, gap = 0, span = lists.spans, record = 0
    for index in lists.entries..<lists.entries &+ count {
      let entry = Int(truncatingIfNeeded: memory.word(index))
      let pixel = entry & 0xFFFF_FFFF, cell = entry &>> 32
      memory.setWord(span, to: UInt64(truncatingIfNeeded: gap &<< 32 | index))
      if isOpen {
        if gap != 0 && start < pixel { span = span &+ 1 }
        if cell & SweepLists.isRowEnd != 0 {
          sum = SIMD8()
          gap = 0
          continue
        }
      } else {
        span = span &+ (gap &* (pixel &- start) != 0 ? 1 : 0)
      }
      pixels.prefetch(Int(truncatingIfNeeded: memory.word(index &+ 8) & 0xFFFF_FFFF))
      let counts = band.takeEight(cell & ~7, start: countStart)
      // (Summed up on its own first: what the next eight waits for is one addition only.)
      let sums = runningSums(band.takeEight(cell & ~7, start: 0)), areas = sums &+ sum
      sum = sum &+ lastLane(sums)
      gap = Int(UInt32(bitPattern: sum[0]))
      var coverage = meanCoverage(areas, isEvenOdd: isEvenOdd)
      let isCrossed = crossedLanes(areas, counts, isEvenOdd: isEvenOdd)
      let lanes = signBits(isCrossed)
      memory.setEight(record, to: areas)
      memory.setEight(record &+ 4, to: counts)
      memory.setWord(record &+ 8, to: UInt64(truncatingIfNeeded: entry))
      memory.setWord(record &+ 9, to: UInt64(truncatingIfNeeded: lanes))
      record = record &+ (lanes != 0 ? SweepLists.recordWords : 0)
      coverage = coverage & ~isCrossed
      if isOpen && cell & SweepLists.isLastEight != 0 { coverage = coverage & lastEight }
      paint.drawEight(&pixels, pixel, highestByteTwice(coverage))
      start = pixel &+ 8
    }
    return Found(records: record / SweepLists.recordWords, spans: span &- lists.spans)
  }

  /// The coverage 0…255 of pixels whose mean winding is `areas` · 2⁻²⁰, if that is all there is to know; in the lanes' highest byte, without
  /// a sign.
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
    return amount &<< 12 &- amount &<< 4 &+ 1 << 23
  }

  /// As for eight; 0…255.
  @inline(__always)
  private func meanCoverage(_ area: Int32, isEvenOdd: Bool) -> UInt32 {
    let full: Int32 = 1 << 20
    var amount = isEvenOdd ? area & 0x1F_FFFF : Int32(bitPattern: area.magnitude)
    amount = min(amount, isEvenOdd ? full &+ full &- amount : full)
    return UInt32(truncatingIfNeeded: (amount &<< 8 &- amount &+ 1 << 19) &>> 20)
  }

  /// Ones in the first `count` lanes.
  @inline(__always)
  private func belowCount(_ count: Int) -> SIMD8<Int32> {
    (SIMD8(0, 1, 2, 3, 4, 5, 6, 7) &- SIMD8(repeating: Int32(truncatingIfNeeded: count))) &>> 31
  }

  /// Ones where the outline passes more than once and the mean does not settle the coverage.
  @inline(__always)
  private func crossedLanes(_ areas: SIMD8<Int32>, _ counts: SIMD8<Int32>, isEvenOdd: Bool) -> SIMD8<Int32> {
    // The windings in a pixel differ by no more than there are passes: they may be so far from 0 that none of them is 0.
    let allowed = isEvenOdd ? SIMD8(repeating: 1) : larger(magnitudes(areas) &>> 20, SIMD8(repeating: 1))
    return isLarger(counts &>> 20 & 0xFFF, allowed)
  }

  /// One colour, ready for source-over. The formula and its bounds are those of `SolidSpans.swift`.
  private struct SolidPaint {
    let even: SIMD16<UInt16>, odd: SIMD16<UInt16>, alpha: SIMD16<UInt16>
    let isOpaque: Bool

    @inline(__always)
    init(_ source: UInt32, isOpaque: Bool) {
      even = halves(SIMD8(repeating: source & 0xFF_00FF))
      odd = halves(SIMD8(repeating: source >> 8 & 0xFF_00FF))
      alpha = SIMD16(repeating: UInt16(truncatingIfNeeded: source >> 24))
      self.isOpaque = isOpaque
    }

    /// Eight pixels, each with its coverage in both halves.
    @inline(__always)
    func drawEight(_ pixels: inout MutableSpan<UInt32>, _ index: Int, _ m: SIMD16<UInt16>) {
      // Of an opaque colour the division gives back the coverage.
      let inverse = isOpaque ? 255 &- m : 255 &- dividedBy255(m &* alpha &+ 128)
      let lanes = halves(pixels.eight(at: index))
      let low = dividedBy255((lanes & 0xFF) &* inverse &+ even &* m &+ 128)
      let high = upperBytes((lanes &>> 8) &* inverse &+ odd &* m &+ 128)
      pixels.setEight(pairs(low | high), at: index)
    }
  }
#endif
