// Stage 4 of filling for one colour, eight pixels at a time: the prefix sum along each row of cells, coverage by the fill rule, and
// source-over. A pixel whose coverage the mean winding does not settle is left alone and put on a list.
//
// A cell has a signed area, 2²⁰ for one winding, and a count: the passes of the outline through the pixel, 12 bits, and what names the edges
// that visited it, 20 bits.
//
// With four lanes this is slower than the sweep of `VectorRaster`, which other paints and processors use: it stands in the AVX2 copy only.

#if AVX2_COPY

  /// Words of the scratch memory that `sweepSolid` needs for rows of `stride` cells.
  package func sweepScratchWords(stride: Int) -> Int { (recordWords &+ 2) &* entryCapacity(stride) &+ readAhead }

  /// Words of a record of crossed pixels: eight sums, with 2²⁰ for one winding, and eight counts, 32 bits each; the
  /// number of the first cell and of its pixel, 32 bits each; a bit for each of the eight that is crossed.
  package let recordWords = 10

  /// Sweeps as many rows as the scratch memory has room for, clears their cells and draws one premultiplied colour source-over.
  ///
  /// Which eights there are, how they are covered, and what lies between them is worked out by three loops, none of which has a branch that
  /// depends on what the one before it finds out: so the processor need not wait for the end of an eight before it begins with the next.
  /// - Parameters:
  ///   - row: the next row; counted on.  `end`: the first that is not to be swept.
  ///   - width: cells of a row that have a pixel.  `stride`: cells from row to row, a multiple of 32.
  ///   - counts, marks: bytes from the first area to the first count, to the first mark.
  ///   - isOpen: whether rows may go on behind `width`. If not, a row's areas add up to 0.
  ///   - firstPixel: the pixel of the first cell.  `pixelStride`: pixels from row to row.
  ///   - scratch: `sweepScratchWords`; begins with the records of crossed pixels afterwards, which are not drawn. Some may lie behind the
  ///     last pixel of their row.
  /// - Returns: how many records there are.
  /// - Precondition: the rows' cells and marks lie within `band`, their pixels and 15 more within `pixels`.
  @inline(never)
  package func sweepSolid(
    _ band: inout MutableRawSpan, row: inout Int, end: Int, width: Int, stride: Int, counts: Int, marks: Int,
    isOpen: Bool, isEvenOdd: Bool, source: UInt32, into pixels: inout MutableSpan<UInt32>, firstPixel: Int, pixelStride: Int,
    scratch: inout MutableSpan<UInt64>
  ) -> Int {
    precondition(row >= 0 && row <= end && width > 0 && width < stride)
    precondition(stride & 31 == 0 && counts & 31 == 0 && marks & 7 == 0)
    precondition(end * stride * 4 <= counts && counts + end * stride * 4 <= marks)
    precondition(marks + end * stride / 4 <= band.byteCount && scratch.count >= sweepScratchWords(stride: stride))
    precondition(firstPixel >= 0 && pixelStride >= 0 && pixels.count <= Int(UInt32.max))
    precondition(firstPixel + (end - 1) * pixelStride + width + 15 <= pixels.count)
    let capacity = entryCapacity(stride)
    let list = recordWords &* capacity, spans = list &+ capacity &+ readAhead
    var lists = unsafe scratch.mutableBytes
    let count =
      isOpen
      ? listOpenEights(&band, &row, end, width, stride, counts, marks, firstPixel, pixelStride, capacity, &lists, list)
      : listEights(&band, &row, end, stride, marks, firstPixel, pixelStride, capacity, &lists, list)
    let found =
      isOpen
      ? isEvenOdd
        ? drawOpenEvenOdd(&band, counts, source, &pixels, count, width, &lists, list, spans)
        : drawOpenNonZero(&band, counts, source, &pixels, count, width, &lists, list, spans)
      : isEvenOdd
        ? drawEvenOdd(&band, counts, source, &pixels, count, &lists, list, spans)
        : drawNonZero(&band, counts, source, &pixels, count, &lists, list, spans)
    for index in spans..<spans &+ found.spans {
      let span = lists.word(index), place = Int(truncatingIfNeeded: span & 0xFFFF_FFFF)
      let start = Int(lists.word(place &- 1) & 0xFFFF_FFFF) &+ 8
      let count = Int(lists.word(place) & 0xFFFF_FFFF) &- start
      let coverage = meanCoverage(Int32(truncatingIfNeeded: span >> 32), isEvenOdd: isEvenOdd)
      if coverage == 0 { continue }
      if coverage == 255 && source >= 0xFF00_0000 {
        fillSpan(&pixels, from: start, count: count, with: source, stride: pixelStride)
      } else {
        blendSpan(&pixels, from: start, count: count, source: source, coverage: coverage, stride: pixelStride)
      }
    }
    return found.records
  }

  /// Entries of eight cells that the list has room for: those of a row at least.
  private func entryCapacity(_ stride: Int) -> Int { 512 &+ stride &>> 3 }

  /// Words behind the list that are read, though nothing comes of them.
  private let readAhead = 16

  /// What an entry's cell number, a multiple of eight, has in its lowest bits where the row goes on behind the last pixel.
  private let isLastEight = 1, isRowEnd = 2

  /// Lists the eights that have a mark, as the number of the cell and of the pixel, 32 bits each; clears the marks.
  /// Returns how many there are.
  @inline(never)
  private func listEights(
    _ cells: inout MutableRawSpan, _ nextRow: inout Int, _ end: Int, _ stride: Int, _ marks: Int,
    _ originPixel: Int, _ pixelStride: Int, _ capacity: Int, _ memory: inout MutableRawSpan, _ list: Int
  ) -> Int {
    var row = nextRow, index = list, lists = consume memory, band = consume cells
    // A row adds no more than an entry for each eight, and its end.
    let last = list &+ capacity &- stride &>> 3 &- 1
    while row < end && index <= last {
      let rowStart = row &* stride, rowEnd = rowStart &+ stride
      // From a cell to its entry.
      let toPixel = originPixel &+ row &* pixelStride &- rowStart
      var cell = rowStart
      while true {
        cell = band.nextMarked(cell, rowEnd, marks: marks)
        if cell >= rowEnd { break }
        let set = band.takeMarks(cell, marks: marks)
        // A bit for each eight cells, and the four of them side by side.
        let eights = (set | set &>> 8) & 0x1_0001_0001_0001
        let bits = UInt32(truncatingIfNeeded: (eights &* 0x1000_2000_4000_8000) &>> 60)
        lists.setEight(index, to: fourTimes(UInt64(truncatingIfNeeded: cell &<< 32 &+ cell &+ toPixel)) &+ setBits(bits) &<< 3)
        index = index &+ eights.nonzeroBitCount
        cell = cell &+ 32
      }
      row = row &+ 1
    }
    nextRow = row
    memory = lists
    cells = band
    return index &- list
  }

  /// As `listEights`, for rows that go on behind `width`: nothing from there on is listed, its cells are cleared.
  @inline(never)
  private func listOpenEights(
    _ band: inout MutableRawSpan, _ nextRow: inout Int, _ end: Int, _ width: Int, _ stride: Int, _ counts: Int,
    _ marks: Int, _ originPixel: Int, _ pixelStride: Int, _ capacity: Int, _ lists: inout MutableRawSpan, _ list: Int
  ) -> Int {
    var row = nextRow, index = list
    let last = list &+ capacity &- stride &>> 3 &- 1
    while row < end && index <= last {
      let rowStart = row &* stride, rowEnd = rowStart &+ stride, widthEnd = rowStart &+ width
      let toPixel = originPixel &+ row &* pixelStride &- rowStart, first = index
      var word = rowStart
      while true {
        word = band.nextMarked(word, rowEnd, marks: marks)
        if word >= rowEnd { break }
        let set = band.takeMarks(word, marks: marks)
        var eights = (set | set &>> 8) & 0x1_0001_0001_0001
        while eights != 0 {
          let cell = word &+ eights.trailingZeroBitCount &>> 1
          eights &= eights &- 1
          if cell >= widthEnd {
            _ = band.takeEight(cell, start: 0)
            _ = band.takeEight(cell, start: counts)
            continue
          }
          let flag = cell &+ 8 > widthEnd ? isLastEight : 0
          lists.setWord(index, to: UInt64(truncatingIfNeeded: (cell | flag) &<< 32 &+ cell &+ toPixel))
          index = index &+ 1
        }
        word = word &+ 32
      }
      if index != first {
        lists.setWord(index, to: UInt64(truncatingIfNeeded: isRowEnd &<< 32 &+ widthEnd &+ toPixel))
        index = index &+ 1
      }
      row = row &+ 1
    }
    nextRow = row
    return index &- list
  }

  @inline(never)
  private func drawNonZero(
    _ band: inout MutableRawSpan, _ countOffset: Int, _ source: UInt32, _ pixels: inout MutableSpan<UInt32>, _ count: Int,
    _ lists: inout MutableRawSpan, _ list: Int, _ spans: Int
  ) -> Found {
    draw(&band, countOffset, source, &pixels, count, 0, &lists, list, spans, isEvenOdd: false, isOpen: false)
  }

  @inline(never)
  private func drawEvenOdd(
    _ band: inout MutableRawSpan, _ countOffset: Int, _ source: UInt32, _ pixels: inout MutableSpan<UInt32>, _ count: Int,
    _ lists: inout MutableRawSpan, _ list: Int, _ spans: Int
  ) -> Found {
    draw(&band, countOffset, source, &pixels, count, 0, &lists, list, spans, isEvenOdd: true, isOpen: false)
  }

  @inline(never)
  private func drawOpenNonZero(
    _ band: inout MutableRawSpan, _ countOffset: Int, _ source: UInt32, _ pixels: inout MutableSpan<UInt32>, _ count: Int, _ width: Int,
    _ lists: inout MutableRawSpan, _ list: Int, _ spans: Int
  ) -> Found {
    draw(&band, countOffset, source, &pixels, count, width, &lists, list, spans, isEvenOdd: false, isOpen: true)
  }

  @inline(never)
  private func drawOpenEvenOdd(
    _ band: inout MutableRawSpan, _ countOffset: Int, _ source: UInt32, _ pixels: inout MutableSpan<UInt32>, _ count: Int, _ width: Int,
    _ lists: inout MutableRawSpan, _ list: Int, _ spans: Int
  ) -> Found {
    draw(&band, countOffset, source, &pixels, count, width, &lists, list, spans, isEvenOdd: true, isOpen: true)
  }

  /// How much there is in the lists of a sweep.
  private struct Found { var records: Int, spans: Int }

  /// Draws the listed eights, save crossed pixels, of which it makes records, and lists the spans between them: their winding, 2²⁰ for one,
  /// and the place of the entry behind, 32 bits each.
  @inline(__always)
  private func draw(
    _ band: inout MutableRawSpan, _ countOffset: Int, _ source: UInt32, _ pixels: inout MutableSpan<UInt32>, _ count: Int, _ width: Int,
    _ lists: inout MutableRawSpan, _ list: Int, _ spanStart: Int, isEvenOdd: Bool, isOpen: Bool
  ) -> Found {
    let paint = SolidPaint(source), lastEight = belowCount(width & 7)
    var sum = SIMD8<Int32>()
    // From `start` on nothing is drawn: it is a span of the winding `gap` · 2⁻²⁰, up to the next eight.
    var start = 0, gap = 0, span = spanStart, record = 0
    for index in list..<list &+ count {
      let entry = Int(truncatingIfNeeded: lists.word(index))
      let pixel = entry & 0xFFFF_FFFF, cell = entry &>> 32
      lists.setWord(span, to: UInt64(truncatingIfNeeded: gap &<< 32 | index))
      if isOpen {
        if gap != 0 && start < pixel { span = span &+ 1 }
        if cell & isRowEnd != 0 {
          sum = SIMD8()
          gap = 0
          continue
        }
      } else {
        span = span &+ (gap &* (pixel &- start) != 0 ? 1 : 0)
      }
      pixels.prefetch(Int(truncatingIfNeeded: lists.word(index &+ 8) & 0xFFFF_FFFF))
      let counts = band.takeEight(cell & ~7, start: countOffset)
      // (Summed up on its own first: what the next eight waits for is one addition only.)
      let sums = runningSums(band.takeEight(cell & ~7, start: 0)), areas = sums &+ sum
      sum = sum &+ lastLane(sums)
      gap = Int(firstLane(sum))
      var coverage = meanCoverage(areas, isEvenOdd: isEvenOdd)
      let isCrossed = crossedLanes(areas, counts, isEvenOdd: isEvenOdd)
      let lanes = signBits(isCrossed)
      lists.setEight(record, to: areas)
      lists.setEight(record &+ 4, to: counts)
      lists.setWord(record &+ 8, to: UInt64(truncatingIfNeeded: entry))
      lists.setWord(record &+ 9, to: UInt64(truncatingIfNeeded: lanes))
      record = record &+ (lanes != 0 ? recordWords : 0)
      coverage = coverage & ~isCrossed
      if isOpen && cell & isLastEight != 0 { coverage = coverage & lastEight }
      paint.drawEight(&pixels, pixel, highestByteTwice(coverage))
      start = pixel &+ 8
    }
    return Found(records: record / recordWords, spans: span &- spanStart)
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

    @inline(__always)
    init(_ source: UInt32) {
      even = halves(SIMD8(repeating: source & 0xFF_00FF))
      odd = halves(SIMD8(repeating: source >> 8 & 0xFF_00FF))
      alpha = SIMD16(repeating: UInt16(truncatingIfNeeded: source >> 24))
    }

    /// Eight pixels, each with its coverage in both halves.
    @inline(__always)
    func drawEight(_ pixels: inout MutableSpan<UInt32>, _ index: Int, _ m: SIMD16<UInt16>) {
      let inverse = 255 &- dividedBy255(m &* alpha &+ 128)
      let lanes = halves(pixels.eight(at: index))
      let low = dividedBy255((lanes & 0xFF) &* inverse &+ even &* m &+ 128)
      let high = upperBytes((lanes &>> 8) &* inverse &+ odd &* m &+ 128)
      pixels.setEight(pairs(low | high), at: index)
    }
  }
#endif
