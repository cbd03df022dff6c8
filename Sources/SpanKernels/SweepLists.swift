// The lists that a sweep works with, in one piece of memory: records of crossed pixels, entries of eights, spans.

#if AVX2_COPY

  /// Where the lists of a sweep are, in words from the beginning of the memory; the records stand first.
  struct SweepLists: BitwiseCopyable {
    /// Entries: the pixel and the cell with which eight begin, 32 bits each. The cell is a multiple of eight; what its lowest bits are for is
    /// said below.
    let entries: Int
    /// Spans: the place of the entry in front of which it ends, and its winding, 2²⁰ for one; 32 bits each.
    let spans: Int
    let wordCount: Int

    /// Words of a record, see `sweepRecordWords`.
    static let recordWords = 10
    /// Of the last eight that has pixels: some of it lie behind the last pixel.
    static let isLastEight = 1
    /// No eight, but the end of an open row: only the pixel counts, the one behind the last.
    static let isRowEnd = 2

    /// - Parameter stride: cells of a row.
    init(stride: Int) {
      // Behind the entries some are read though nothing comes of them, and written.
      let capacity = Self.rowlessEntries &+ stride &>> 3, readAhead = 16
      entries = Self.recordWords &* capacity
      spans = entries &+ capacity &+ readAhead
      wordCount = spans &+ capacity
    }

    /// The list is taken to be full when it has so many entries; a row more, of no more than stride / 8 entries, always fits.
    private static let rowlessEntries = 512

    /// A word of two halves.
    @inline(__always)
    private func word(pixel: Int, cell: Int) -> UInt64 {
      UInt64(UInt32(truncatingIfNeeded: cell)) << 32 | UInt64(UInt32(truncatingIfNeeded: pixel))
    }

    /// Lists the eights that have a mark, as many rows as fit, and clears the marks. Returns how many there are.
    @inline(never)
    func list(_ cells: inout MutableRawSpan, _ rows: inout SweepRows, _ memory: inout MutableRawSpan) -> Int {
      var band = consume cells, lists = consume memory
      let end = rows.end, stride = rows.stride, marks = rows.marks, last = entries &+ Self.rowlessEntries &- 1
      var row = rows.row, index = entries, cell = row &* stride
      // The entry of eight that begin with the cell, four times, and what it grows by from 32 cells to the next, and from row to row.
      var entry = fourTimes(word(pixel: rows.firstPixel &+ row &* rows.pixelStride, cell: cell))
      let step = fourTimes(word(pixel: 32, cell: 32)),
        rowStep = fourTimes(word(pixel: rows.pixelStride &- stride, cell: 0))
      while row < end && index <= last {
        let rowEnd = cell &+ stride
        while cell < rowEnd {
          let set = band.marks(cell, marks: marks)
          if set != 0 {
            band.clearMarks(cell, marks: marks)
            // A bit for each eight cells, in bits 0, 16, 32 and 48; then in 0, 2, 1 and 3.
            let eights = set | set &>> 8, halves = eights | eights &>> 31
            let bits = UInt32(truncatingIfNeeded: (halves | halves &>> 14) & 15)
            lists.setEight(index, to: entry &+ numbersOfEights(bits) &<< 3)
            index = index &+ bits.nonzeroBitCount
          }
          cell = cell &+ 32
          entry = entry &+ step
        }
        entry = entry &+ rowStep
        row = row &+ 1
      }
      rows.row = row
      memory = lists
      cells = band
      return index &- entries
    }

    /// As `list`, for rows that go on behind their last pixel: cells that have none are cleared instead, and behind each row that has
    /// entries stands one for its end.
    @inline(never)
    func listOpen(_ band: inout MutableRawSpan, _ rows: inout SweepRows, _ memory: inout MutableRawSpan) -> Int {
      let last = entries &+ Self.rowlessEntries &- 1
      var index = entries
      while rows.row < rows.end && index <= last {
        let rowStart = rows.row &* rows.stride, rowEnd = rowStart &+ rows.stride, widthEnd = rowStart &+ rows.width
        let toPixel = rows.firstPixel &+ rows.row &* rows.pixelStride &- rowStart, first = index
        for word in stride(from: rowStart, to: rowEnd, by: 32) {
          let set = band.marks(word, marks: rows.marks)
          if set == 0 { continue }
          band.clearMarks(word, marks: rows.marks)
          var eights = (set | set &>> 8) & 0x1_0001_0001_0001
          while eights != 0 {
            let cell = word &+ eights.trailingZeroBitCount &>> 1
            eights &= eights &- 1
            if cell >= widthEnd {
              _ = band.takeEight(cell, start: 0)
              _ = band.takeEight(cell, start: rows.counts)
              continue
            }
            let flag = cell &+ 8 > widthEnd ? Self.isLastEight : 0
            memory.setWord(index, to: UInt64(truncatingIfNeeded: (cell | flag) &<< 32 &+ cell &+ toPixel))
            index = index &+ 1
          }
        }
        if index != first {
          memory.setWord(index, to: UInt64(truncatingIfNeeded: Self.isRowEnd &<< 32 &+ widthEnd &+ toPixel))
          index = index &+ 1
        }
        rows.row = rows.row &+ 1
      }
      return index &- entries
    }
  }
#endif
