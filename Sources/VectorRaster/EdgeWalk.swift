// Stage 3 of filling: each edge is walked through the cells of a band. A cell collects, in one 64-bit addition,
//
//   bits 32…63  signed area: 2²⁰ for a winding of one over the whole pixel
//   bits 16…31  passes: how often the outline goes through the pixel, however many edges it has there
//   bits  0…15  visits: how many edges have a part in the pixel
//
// and a linked list of the edges that visited it. A part `cover` sub-units high whose x fractions at its ends sum to `f` has the area
// a = cover · f / 2 right of its left border… it adds cover · 2⁸ − a to its cell and a to the next, so that the row's sum is conserved
// exactly and only the split is rounded. Magnitudes are rounded before the direction's sign is applied: a reversed path gives the exact
// negative.
//
// A pixel with one pass holds two windings, k and k + 1, and their mean is the truth. One with more passes goes to the resolver.
//
// Ancestors: FreeType `ftgrays.c` (cells of area and cover), Blend2D (dense cells, bit vector). The pass counts and lists are our own.

/// What every walk of a band needs to know.
struct BandFrame: BitwiseCopyable {
  /// First column and row of the band, in the edges' coordinates.
  var left: Int32, top: Int32
  /// Columns with a cell of their own, rows.
  var width: Int32, rows: Int32
  /// What to add to columns and rows for the bitmap's.
  var originX = 0, originY = 0
  /// Cells and words per row.
  var stride: Int, wordsPerRow: Int
}

/// One pass and one visit.
private let oneVisit: Int64 = 0x1_0001
/// One pass.
private let onePass: Int64 = 0x1_0000

/// Walks an edge through the rows of the band.
@inline(__always) @_lifetime(band: copy band) @_lifetime(links: copy links)
func walk(
  _ edge: Edge, number: Int, frame: BandFrame, band: inout BandMemory, links: inout LinkMemory
) {
  let firstRow = edge.firstRow, lastRow = edge.lastRow
  let bottom = frame.top &+ frame.rows
  if lastRow < frame.top || firstRow >= bottom { return }
  let left = frame.left << Edge.bits, right = (frame.left &+ frame.width) << Edge.bits
  let tag = UInt64(truncatingIfNeeded: number) << 32
  let isInside =
    edge.x0 >= left && edge.x1 >= left && edge.x0 <= right && edge.x1 <= right && edge.direction != 0
  if edge.isJoined { removePass(edge, frame: frame, band: &band) }
  if !isInside {
    walkCarefully(edge, tag: tag, frame: frame, band: &band, links: &links)
    return
  }
  var row = firstRow, x = edge.x0, y = edge.y0 & Edge.fraction
  var boundaryX = edge.boundaryX
  if row < frame.top {
    row = frame.top
    x = edge.x(atTopOf: row)
    y = 0
    boundaryX = boundaryX &+ Int64(row &- firstRow) &* edge.slope
  }
  let last = lastRow < bottom ? lastRow : bottom
  var origin = Int(row &- frame.top) &* frame.stride &- Int(frame.left)
  var word = Int(row &- frame.top) &* frame.wordsPerRow
  let sign = Int64(edge.direction) << 32
  while row < last {
    let next = Int32(truncatingIfNeeded: boundaryX >> 20)
    addRun(
      from: x, to: next, cover: Edge.unit &- y, sign: sign, inverse: edge.inverse, origin: origin, word: word,
      left: Int(frame.left), tag: tag, band: &band, links: &links)
    x = next
    y = 0
    boundaryX = boundaryX &+ edge.slope
    origin = origin &+ frame.stride
    word = word &+ frame.wordsPerRow
    row = row &+ 1
  }
  if row < bottom {
    addRun(
      from: x, to: edge.x1, cover: edge.y1 &- row << Edge.bits &- y, sign: sign, inverse: edge.inverse, origin: origin,
      word: word, left: Int(frame.left), tag: tag, band: &band, links: &links)
  }
}

/// Adds a run of one row. `origin` is where a cell of column 0 of the bitmap would be, `word` the row's first word of bits.
@inline(__always) @_lifetime(band: copy band) @_lifetime(links: copy links)
private func addRun(
  from x0: Int32, to x1: Int32, cover: Int32, sign: Int64, inverse: Int64, origin: Int, word: Int, left: Int,
  tag: UInt64, band: inout BandMemory, links: inout LinkMemory
) {
  let column0 = x0 >> Edge.bits, column1 = x1 >> Edge.bits
  if column0 == column1 {
    let area = (cover &* ((x0 & Edge.fraction) &+ (x1 & Edge.fraction))) >> 5
    let cell = origin &+ Int(column0)
    band.add(Int64(cover << 8 &- area) &* sign &+ oneVisit, toCell: cell)
    band.add(Int64(area) &* sign, toCell: cell &+ 1)
    visit(cell, tag, &band, &links)
    setBits(column: Int(column0) &- left, span: 1, word: word, band: &band)
    return
  }
  let isRightward = x0 < x1
  let low = isRightward ? x0 : x1, high = isRightward ? x1 : x0
  let first = low >> Edge.bits, last = high >> Edge.bits
  if last == first &+ 1 {
    let split = Int32(truncatingIfNeeded: (Int64(last << Edge.bits &- low) &* inverse) >> 32)
    let part = split < cover ? split : cover, rest = cover &- part
    let area0 = (part &* ((low & Edge.fraction) &+ Edge.unit)) >> 5
    let area1 = (rest &* (high & Edge.fraction)) >> 5
    let cell = origin &+ Int(first)
    band.add(Int64(part << 8 &- area0) &* sign &+ oneVisit, toCell: cell)
    band.add(Int64(area0 &+ rest << 8 &- area1) &* sign &+ oneVisit, toCell: cell &+ 1)
    band.add(Int64(area1) &* sign, toCell: cell &+ 2)
    visit(cell, tag, &band, &links)
    visit(cell &+ 1, tag, &band, &links)
    setBits(column: Int(first) &- left, span: 2, word: word, band: &band)
    return
  }
  addLongRun(
    from: low, to: high, cover: cover, sign: sign, inverse: inverse, columns: first..<last &+ 1, firstColumn: first,
    origin: origin, word: word, left: left, tag: tag, band: &band, links: &links)
}

@inline(__always) @_lifetime(band: copy band) @_lifetime(links: copy links)
private func visit(_ cell: Int, _ tag: UInt64, _ band: inout BandMemory, _ links: inout LinkMemory) {
  let link = UInt32(truncatingIfNeeded: links.count)
  links.append(UInt64(band.head(ofCell: cell)) | tag)
  band.setHead(link, ofCell: cell)
}

/// Sets the bits of the groups that hold `column` to `column + span`, `span` ≤ 4. A bit that would fall into the next word is implied by
/// the last of this one.
@inline(__always) @_lifetime(band: copy band)
private func setBits(column: Int, span: Int, word: Int, band: inout BandMemory) {
  let group = column &>> 2
  let mask = 1 &+ UInt64(truncatingIfNeeded: (column &+ span) &>> 2 &- group) &* 2
  band.set(mask &<< UInt64(truncatingIfNeeded: group & 63), inWord: word &+ group &>> 6)
}

/// Adds a run that covers any number of columns, cut to `columns`. What lies left of them keeps its winding.
@inline(never) @_lifetime(band: copy band) @_lifetime(links: copy links)
private func addLongRun(
  from low: Int32, to high: Int32, cover: Int32, sign: Int64, inverse: Int64, columns: Range<Int32>,
  firstColumn first: Int32, origin: Int, word: Int, left: Int, tag: UInt64, band: inout BandMemory,
  links: inout LinkMemory
) {
  let last = high >> Edge.bits
  // How much of the cover lies left of a column's left border.
  func covered(_ column: Int32) -> Int32 {
    let part = (Int64(column << Edge.bits &- low) &* inverse) >> 32
    return part < Int64(cover) ? Int32(truncatingIfNeeded: part) : cover
  }
  var column = first, done: Int32 = 0, fraction = low & Edge.fraction
  var carry: Int32 = 0
  if first < columns.lowerBound {
    column = columns.lowerBound
    done = covered(column)
    carry = done << 8
    fraction = 0
  }
  let start = column
  while column < last && column < columns.upperBound {
    let next = covered(column &+ 1), part = next &- done
    let area = (part &* (fraction &+ Edge.unit)) >> 5
    let cell = origin &+ Int(column)
    band.add(Int64(carry &+ part << 8 &- area) &* sign &+ oneVisit, toCell: cell)
    visit(cell, tag, &band, &links)
    carry = area
    done = next
    fraction = 0
    column = column &+ 1
  }
  let cell = origin &+ Int(column)
  if column < columns.upperBound {
    let rest = cover &- done
    let area = (rest &* (fraction &+ (high & Edge.fraction))) >> 5
    band.add(Int64(carry &+ rest << 8 &- area) &* sign &+ oneVisit, toCell: cell)
    visit(cell, tag, &band, &links)
    band.add(Int64(area) &* sign, toCell: cell &+ 1)
    column = column &+ 1
  } else {
    // Cut off at the right: what is left of the split goes to the first ghost column.
    band.add(Int64(carry) &* sign, toCell: cell)
  }
  setBits(from: Int(start) &- left, through: Int(column) &- left, word: word, band: &band)
}

/// Sets the bits of all groups of a range of columns.
@inline(__always) @_lifetime(band: copy band)
private func setBits(from first: Int, through last: Int, word: Int, band: inout BandMemory) {
  var group = first &>> 2
  let end = last &>> 2
  while group <= end {
    let stop = min(end, group | 63)
    let count = UInt64(truncatingIfNeeded: stop &- group &+ 1)
    band.set((~0 &>> (64 &- count)) &<< UInt64(truncatingIfNeeded: group & 63), inWord: word &+ group &>> 6)
    group = stop &+ 1
  }
}

/// Takes back the pass of a joined edge in the cell where the contour enters it.
@inline(__always) @_lifetime(band: copy band)
private func removePass(_ edge: Edge, frame: BandFrame, band: inout BandMemory) {
  let cell = edge.entryCell
  let row = cell.row &- frame.top, column = cell.column &- frame.left
  if row >= 0 && row < frame.rows && column >= 0 && column < frame.width {
    band.add(0 &- onePass, toCell: Int(row) &* frame.stride &+ Int(column))
  }
}

/// Walks an edge that is horizontal or leaves the band on the left or right.
@inline(never) @_lifetime(band: copy band) @_lifetime(links: copy links)
private func walkCarefully(
  _ edge: Edge, tag: UInt64, frame: BandFrame, band: inout BandMemory, links: inout LinkMemory
) {
  let columns = frame.left..<frame.left &+ frame.width
  let sign = Int64(edge.direction) << 32
  let firstRow = max(edge.firstRow, frame.top), lastRow = min(edge.lastRow, frame.top &+ frame.rows &- 1)
  for row in firstRow..<lastRow &+ 1 {
    let run = edge.run(inRow: row, column: 0)
    let low = min(run.x0, run.x1), high = max(run.x0, run.x1)
    let first = low >> Edge.bits, last = high >> Edge.bits
    if first >= columns.upperBound { continue }
    let origin = Int(row &- frame.top) &* frame.stride &- Int(frame.left)
    let word = Int(row &- frame.top) &* frame.wordsPerRow
    if last < columns.lowerBound {
      // Left of the band an edge is winding only. It cannot change what the resolver sees of a pixel: see `CrossingResolver`.
      band.add(Int64((run.y1 &- run.y0) << 8) &* sign, toCell: origin &+ Int(columns.lowerBound))
      setBits(from: 0, through: 0, word: word, band: &band)
      continue
    }
    addLongRun(
      from: low, to: high, cover: run.y1 &- run.y0, sign: sign, inverse: edge.inverse, columns: columns,
      firstColumn: first, origin: origin, word: word, left: Int(frame.left), tag: tag, band: &band, links: &links)
  }
}
