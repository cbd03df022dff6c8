// Stages 3 and 4 of filling in their plain form: one row at a time, one edge after the other, sums as wide as they need to be. It gives the
// same pixels as `EdgeWalk.swift` and `CoverageSweep.swift`, which a test compares it with, and it takes over where their cells or lists
// would not suffice: bands with thousands of edges.

import VectorGeometry

/// Fills rows. Keeps its scratch.
struct ReferenceSweep: Sendable {
  private var runs: ContiguousArray<Run> = []
  private var cells: ContiguousArray<Cell> = []
  /// Which edges visit a pixel: its column, then the edge's number counted downwards, so that sorting puts the newest first.
  private var visits: ContiguousArray<UInt64> = []

  /// So many visits are kept at once, 8 bytes each; a row with more is cut into pieces.
  private static let visitLimit = 1 << 17

  /// A pixel's own part of the winding, 2²⁰ for one over all of it, what it hands to its right, and the passes through it.
  private struct Cell { var area: Int64 = 0, passes: Int32 = 0 }

  /// The part of an edge in one row.
  private struct Run {
    var low: Int32, high: Int32, cover: Int32
    var inverse: Int64, direction: Int64
    var number: Int

    /// How much of the cover lies left of a column's left border.
    func covered(_ column: Int32) -> Int32 {
      if column <= low >> Edge.bits { return 0 }
      if column > high >> Edge.bits { return cover }
      let part = (Int64(column << Edge.bits &- low) &* inverse) >> 32
      return part < Int64(cover) ? Int32(truncatingIfNeeded: part) : cover
    }

    /// What the run adds to the sum at a column.
    func area(at column: Int32) -> Int64 {
      let before = covered(column), part = covered(column &+ 1) &- before
      let first = low >> Edge.bits, last = high >> Edge.bits
      if column < first { return 0 }
      if column > last { return Int64(cover) << 8 }
      let entry = column == first ? low & Edge.fraction : 0
      let exit = column == last ? high & Edge.fraction : Edge.unit
      return Int64(before &+ part) << 8 &- Int64((part &* (entry &+ exit)) >> 5)
    }
  }

  /// Fills the rows of `frame` by the edges of the given numbers.
  @_lifetime(sink: copy sink)
  mutating func fill<Sink: CoverageSink & ~Copyable & ~Escapable>(
    _ edges: Span<Edge>, numbers: some Sequence<Int>, frame: BandFrame, rule: FillRule,
    resolver: inout CrossingResolver, into sink: inout Sink
  ) {
    for row in frame.top..<frame.top &+ frame.rows {
      runs.removeAll(keepingCapacity: true)
      for number in numbers {
        let edge = edges[number]
        if edge.firstRow > row || edge.lastRow < row { continue }
        let run = edge.run(inRow: row, column: 0)
        runs.append(
          Run(
            low: min(run.x0, run.x1), high: max(run.x0, run.x1), cover: run.y1 &- run.y0, inverse: edge.inverse,
            direction: Int64(edge.direction), number: number))
      }
      if runs.isEmpty { continue }
      let step = max(4, Int32(Self.visitLimit / runs.count) & ~3)
      var left: Int32 = 0
      while left < frame.width {
        let right = min(left &+ step, frame.width)
        fill(edges, row: row, columns: left..<right, frame: frame, rule: rule, resolver: &resolver, into: &sink)
        left = right
      }
    }
  }

  @_lifetime(sink: copy sink)
  private mutating func fill<Sink: CoverageSink & ~Copyable & ~Escapable>(
    _ edges: Span<Edge>, row: Int32, columns: Range<Int32>, frame: BandFrame, rule: FillRule,
    resolver: inout CrossingResolver, into sink: inout Sink
  ) {
    cells.removeAll(keepingCapacity: true)
    cells.append(contentsOf: repeatElement(Cell(), count: columns.count))
    visits.removeAll(keepingCapacity: true)
    // Sums, not differences: what lies right of a run is added as one step.
    var sum: Int64 = 0
    for run in runs {
      sum &+= run.area(at: columns.lowerBound) &* run.direction
      var before = run.area(at: columns.lowerBound)
      let first = max(columns.lowerBound, run.low >> Edge.bits)
      let last = min(columns.upperBound &- 1, run.high >> Edge.bits)
      if first <= last {
        for column in first..<last &+ 1 {
          let index = Int(column &- columns.lowerBound)
          if column > columns.lowerBound {
            let area = run.area(at: column)
            cells[index].area &+= (area &- before) &* run.direction
            before = area
          }
          cells[index].passes &+= 1
          visits.append(UInt64(index) << 32 | UInt64(0xFFFF_FFFF &- run.number))
        }
      }
      let end = max(last &+ 1, columns.lowerBound &+ 1)
      if end < columns.upperBound && end > run.high >> Edge.bits {
        cells[Int(end &- columns.lowerBound)].area &+= (run.area(at: end) &- before) &* run.direction
      }
    }
    for run in runs where edges[run.number].isJoined {
      let cell = edges[run.number].entryCell
      if cell.row == row && columns.contains(cell.column) {
        cells[Int(cell.column &- columns.lowerBound)].passes &-= 1
      }
    }
    visits.sort()
    var visit = 0
    var group = SIMD4<UInt32>()
    for index in 0..<columns.count {
      sum &+= cells[index].area
      var coverage = Self.meanCoverage(sum, rule)
      let firstVisit = visit
      while visit < visits.count && visits[visit] >> 32 == UInt64(index) { visit += 1 }
      if cells[index].passes > 1 && !(rule == .nonZero && abs(sum) >> 4 >= Int64(cells[index].passes) << 16) {
        resolver.begin()
        let column = columns.lowerBound &+ Int32(index)
        for place in firstVisit..<visit {
          resolver.add(EdgePart(edges, Int(0xFFFF_FFFF - visits[place] & 0xFFFF_FFFF), row: row, column: column))
        }
        coverage = resolver.coverage(mean: sum, meanCoverage: coverage, rule: rule)
      }
      group[index & 3] = coverage
      if index & 3 == 3 || index == columns.count - 1 {
        let x = frame.originX + Int(columns.lowerBound) + index & ~3
        sink.group(y: frame.originY + Int(row), x: x, coverage: group)
        group = SIMD4()
      }
    }
  }

  private static func meanCoverage(_ sum: Int64, _ rule: FillRule) -> UInt32 {
    let full: Int64 = 1 << 20
    let amount: Int64
    switch rule {
    case .nonZero: amount = min(abs(sum), full)
    case .evenOdd:
      let part = sum & (2 * full - 1)
      amount = part > full ? 2 * full - part : part
    }
    return UInt32(truncatingIfNeeded: (amount * 255 + 1 << 19) >> 20)
  }
}
