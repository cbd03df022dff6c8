// Stage 3 of filling: edges become cells, one per pixel, that hold signed area. A prefix sum along a row then gives each pixel's mean
// winding. Dense cells for a band of rows, with one bit per four cells so that empty stretches cost nothing to skip.
//
// Ancestors: FreeType `ftgrays.c` and AGG (cells of area and cover), Blend2D (dense cells and bit vector).

/// A band of cells.
struct CoverageAccumulator: Sendable {
  /// Signed area of the pixel, 2²⁰ for one full winding, in the high 32 bits.
  var cells: ContiguousArray<Int64> = []
  /// One bit per four cells, rows of `wordsPerRow`.
  var bits: ContiguousArray<UInt64> = []
  /// Columns and rows of pixels; a row of cells has at least two more than `width`, and a multiple of four.
  private(set) var width = 0, height = 0, stride = 0, wordsPerRow = 0

  /// Cells of a band: 256 KB, which stays in the second-level cache.
  static let cellsPerBand = 32_768

  /// Sets the size of the next bands, all cells clear. Returns how many rows a band has.
  mutating func prepare(width: Int, height: Int) -> Int {
    self.width = width
    stride = (width + 2 + 3) & ~3
    wordsPerRow = (stride / 4 + 63) / 64
    let rows = min(height, max(8, Self.cellsPerBand / stride))
    self.height = rows
    if cells.count < rows * stride { cells.append(contentsOf: repeatElement(0, count: rows * stride - cells.count)) }
    if bits.count < rows * wordsPerRow {
      bits.append(contentsOf: repeatElement(0, count: rows * wordsPerRow - bits.count))
    }
    return rows
  }

  /// Adds the part of an edge that lies in rows `top..<top + rows`, as seen from column `left`.
  mutating func add(_ edge: Edge, left: Int, top: Int, rows: Int) {
    let firstRow = Int(edge.y0 >> Edge.bits), lastRow = Int((edge.y1 &- 1) >> Edge.bits)
    let shift = Int32(left) << Edge.bits
    var row = max(firstRow, top)
    let end = min(lastRow, top + rows - 1)
    while row <= end {
      let x0 = row == firstRow ? edge.x0 : edge.x(atBoundary: row - firstRow - 1)
      let x1 = row == lastRow ? edge.x1 : edge.x(atBoundary: row - firstRow)
      let y0 = row == firstRow ? edge.y0 & (Edge.unit - 1) : 0
      let y1 = row == lastRow ? (edge.y1 &- 1) & (Edge.unit - 1) &+ 1 : Edge.unit
      addRun(
        row: row - top, x0: x0 &- shift, x1: x1 &- shift, cover: y1 - y0, direction: edge.direction,
        inverse: edge.inverse)
      row += 1
    }
  }

  /// Adds an edge's part in one row, from `x0` at its upper to `x1` at its lower end, `cover` sub-units high.
  private mutating func addRun(row: Int, x0: Int32, x1: Int32, cover: Int32, direction: Int32, inverse: Int64) {
    let left = min(x0, x1), right = max(x0, x1)
    let limit = Int32(width)
    let first = left >> Edge.bits, last = right >> Edge.bits
    if first >= limit { return }
    if last < 0 {
      put(row: row, column: 0, area: 0, cover: cover &* direction)
      return
    }
    if first == last {
      put(row: row, column: first, area: cover &* ((x0 & 4095) &+ (x1 & 4095)) &* direction, cover: cover &* direction)
      return
    }
    // The boundaries between columns, from left to right: how much of the cover lies left of each.
    var x = left, done: Int32 = 0
    if first < 0 {
      done = covered(to: 0, from: left, cover: cover, inverse: inverse)
      put(row: row, column: 0, area: 0, cover: done &* direction)
      x = 0
    }
    var column = max(first, 0)
    while column < last && column < limit {
      let boundary = (column &+ 1) << Edge.bits
      let next = covered(to: boundary, from: left, cover: cover, inverse: inverse)
      let part = next &- done
      put(row: row, column: column, area: part &* ((x & 4095) &+ Edge.unit) &* direction, cover: part &* direction)
      x = boundary
      done = next
      column &+= 1
    }
    if column < limit {
      let part = cover &- done
      put(row: row, column: column, area: part &* ((x & 4095) &+ (right & 4095)) &* direction, cover: part &* direction)
    }
  }

  private func covered(to x: Int32, from left: Int32, cover: Int32, inverse: Int64) -> Int32 {
    let part = (Int64(x &- left) &* inverse) >> 24
    return part < Int64(cover) ? Int32(truncatingIfNeeded: part) : cover
  }

  private mutating func put(row: Int, column: Int32, area: Int32, cover: Int32) {
    let index = row * stride + Int(column)
    let right = Int64(area >> 5)
    cells[index] = cells[index] &+ (Int64(cover) << 8 &- right) << 32
    cells[index + 1] = cells[index + 1] &+ right << 32
    let word = row * wordsPerRow
    let group = Int(column) >> 2, other = (Int(column) + 1) >> 2
    bits[word + group >> 6] |= 1 << UInt64(group & 63)
    bits[word + other >> 6] |= 1 << UInt64(other & 63)
  }
}

extension Edge {
  /// The x, in sub-units, at the row boundary `index` rows below the first one inside the edge.
  func x(atBoundary index: Int) -> Int32 {
    Int32(truncatingIfNeeded: (boundaryX &+ Int64(index) &* slope) >> 20)
  }
}
