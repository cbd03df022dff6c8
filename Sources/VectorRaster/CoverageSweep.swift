// Stage 4 of filling: the prefix sum along each row, coverage by the fill rule, and groups and spans for the sink.

import VectorGeometry

/// Turns a band of cells into coverage, hands it to the sink and clears the cells. `left` and `top` place the band in the bitmap.
func sweep<Sink: CoverageSink & ~Copyable & ~Escapable>(
  _ accumulator: inout CoverageAccumulator, rows: Int, rule: FillRule, left: Int, top: Int, into sink: inout Sink
) {
  let stride = accumulator.stride, width = accumulator.width, words = accumulator.wordsPerRow
  for row in 0..<rows {
    var sum: Int32 = 0
    var column = 0
    var pending: UInt16 = 0, pendingStart = 0
    for word in 0..<words {
      var set = accumulator.bits[row * words + word]
      if set == 0 { continue }
      accumulator.bits[row * words + word] = 0
      while set != 0 {
        let x = (word << 6 + set.trailingZeroBitCount) << 2
        set &= set &- 1
        if x >= width {
          for lane in 0..<4 { accumulator.cells[row * stride + x + lane] = 0 }
          continue
        }
        let gap = coverage(sum, rule)
        if x > column && gap != pending {
          if pending != 0 {
            sink.span(y: top + row, x: left + pendingStart, count: column - pendingStart, coverage: pending)
          }
          pending = gap
          pendingStart = column
        }
        column = x
        var group = SIMD4<UInt16>()
        for lane in 0..<4 {
          let index = row * stride + x + lane
          sum = sum &+ Int32(truncatingIfNeeded: accumulator.cells[index] >> 32)
          accumulator.cells[index] = 0
          group[lane] = x + lane < width ? coverage(sum, rule) : 0
        }
        if pending != 0 {
          sink.span(y: top + row, x: left + pendingStart, count: column - pendingStart, coverage: pending)
        }
        sink.group(y: top + row, x: left + x, coverage: group)
        column = x + 4
        pending = 0
        pendingStart = column
      }
    }
    let gap = coverage(sum, rule)
    if gap != 0 && column < width { sink.span(y: top + row, x: left + column, count: width - column, coverage: gap) }
  }
}

@inline(__always)
private func coverage(_ winding: Int32, _ rule: FillRule) -> UInt16 {
  let full: Int32 = 1 << 20
  let amount: Int32
  switch rule {
  case .nonZero: amount = min(winding < 0 ? 0 &- winding : winding, full)
  case .evenOdd:
    let part = winding & (2 &* full &- 1)
    amount = part > full ? 2 &* full &- part : part
  }
  return UInt16(truncatingIfNeeded: (Int64(amount) &* 255 &+ 1 << 19) >> 20)
}
