// Stage 3 of filling: each edge is walked through the cells of a band. A cell collects, in two words of 32 bits,
//
//   area   signed: 2²⁰ for a winding of one over the whole pixel
//   count  bits 20…31  passes: how often the outline goes through the pixel, however many edges it has there
//          bits  0…19  the newest link of the list of edges that have a part in the pixel; 0 for none
//
// A part `cover` sub-units high whose x fractions at its ends sum to `f` has the area
// a = cover · f / 2 right of its left border… it adds cover · 2⁸ − a to its cell and a to the next, so that the row's sum is conserved
// exactly and only the split is rounded. Magnitudes are rounded before the direction's sign is applied: a reversed path gives the exact
// negative.
//
// A pixel with one pass holds two windings, k and k + 1, and their mean is the truth. One with more passes goes to the resolver.
//
// Ancestors: FreeType `ftgrays.c` (cells of area and cover), Blend2D (dense cells, bit vector). The pass counts and lists are our own.

/// What every walk of a band needs to know. Edges are seen from the upper left pixel of the path's bounds.
struct BandFrame: BitwiseCopyable {
  /// The band's first row.
  var top: Int32 = 0
  /// Columns with a cell of their own, rows.
  var width: Int32, rows: Int32
  /// What to add to columns and rows for the bitmap's.
  var originX: Int, originY: Int
  /// Cells per row.
  var stride: Int
  /// Whether edges may have been left out on the right of `width`, so that a row's areas need not add up to 0.
  var isOpen: Bool

  /// The most links that one edge adds.
  var linksPerEdge: Int { Int(width) &+ 2 &* Int(rows) &+ 2 }
}

/// Where a walk has come to.
struct WalkState {
  /// The number, or the place in a list, of the next edge.
  var position: Int
  /// Links in use.
  var linkCount: Int
}

// The walks take their memory out of the parameters: what is lent to them by reference only would be read again after every store.

/// Walks edges that lie in the band with all of their length, until links don't suffice.
@inline(never) @_lifetime(band: copy band) @_lifetime(links: copy links)
func walkWithin(
  _ edges: Span<Edge>, from state: WalkState, frame: BandFrame, band: inout BandMemory, links: inout LinkMemory
) -> WalkState {
  let room = min(links.capacity, BandMemory.maximumLinks) &- frame.linksPerEdge, stride = frame.stride
  var cells = consume band, list = consume links
  var number = state.position, count = state.linkCount
  while number < edges.count && count <= room {
    let edge = edges[number]
    let tag = UInt64(truncatingIfNeeded: number) << 32, sign = Int(edge.direction)
    let firstRow = Int(edge.y0 >> Edge.bits), lastRow = Int((edge.y1 &- 1) >> Edge.bits)
    var origin = firstRow &* stride
    let last = lastRow &* stride
    // The pass that is shared with the edge before is taken back where the contour enters.
    if edge.direction >= 0 { cells.addPasses(edge.sharedPasses, toCell: origin &+ Int(edge.x0) >> 12) }
    var x = Int(edge.x0), cover = unit &- Int(edge.y0) & fraction, boundaryX = edge.boundaryX
    while origin < last {
      let next = Int(truncatingIfNeeded: boundaryX >> 20)
      addRun(
        from: x, to: next, cover: cover, sign: sign, inverse: edge.inverse, origin: origin, tag: tag, &cells, &list,
        &count)
      x = next
      cover = unit
      boundaryX = boundaryX &+ edge.slope
      origin = origin &+ stride
    }
    addRun(
      from: x, to: Int(edge.x1), cover: cover &- unit &+ (Int(edge.y1) &- lastRow << 12), sign: sign,
      inverse: edge.inverse, origin: origin, tag: tag, &cells, &list, &count)
    if edge.direction < 0 { cells.addPasses(edge.sharedPasses, toCell: origin &+ Int(edge.x1) >> 12) }
    number = number &+ 1
  }
  band = cells
  links = list
  return WalkState(position: number, linkCount: count)
}

/// Walks edges of which parts may lie outside the band, until links don't suffice: all up to `end`, or those of the list's places.
@inline(never) @_lifetime(band: copy band) @_lifetime(links: copy links)
func walkAcross(
  _ edges: Span<Edge>, numbers: Span<UInt32>, isListed: Bool, from state: WalkState, to end: Int, frame: BandFrame,
  band: inout BandMemory, links: inout LinkMemory
) -> WalkState {
  let room = min(links.capacity, BandMemory.maximumLinks) &- frame.linksPerEdge, stride = frame.stride
  let top = Int(frame.top), bottom = top &+ Int(frame.rows), right = frame.width << Edge.bits
  var cells = consume band, list = consume links
  var position = state.position, count = state.linkCount
  while position < end && count <= room {
    let number = isListed ? Int(numbers[position]) : position
    position = position &+ 1
    let edge = edges[number]
    let firstRow = Int(edge.y0 >> Edge.bits), lastRow = Int((edge.y1 &- 1) >> Edge.bits)
    if lastRow < top || firstRow >= bottom { continue }
    let tag = UInt64(truncatingIfNeeded: number) << 32, sign = Int(edge.direction)
    if edge.x0 | edge.x1 | (right &- edge.x0) | (right &- edge.x1) < 0 {
      count = walkCarefully(edge, tag: tag, frame: frame, &cells, &list, count)
      continue
    }
    let entryRow = edge.direction < 0 ? lastRow : firstRow, entryX = edge.direction < 0 ? edge.x1 : edge.x0
    if entryRow >= top && entryRow < bottom {
      cells.addPasses(edge.sharedPasses, toCell: (entryRow &- top) &* stride &+ Int(entryX >> Edge.bits))
    }
    var row = firstRow, x = Int(edge.x0), y = Int(edge.y0) & fraction
    var boundaryX = edge.boundaryX
    if row < top {
      boundaryX = boundaryX &+ Int64(top &- row) &* edge.slope
      x = Int(truncatingIfNeeded: (boundaryX &- edge.slope) >> 20)
      y = 0
      row = top
    }
    let stop = lastRow < bottom ? lastRow : bottom
    var origin = (row &- top) &* stride
    while row < stop {
      let next = Int(truncatingIfNeeded: boundaryX >> 20)
      addRun(
        from: x, to: next, cover: unit &- y, sign: sign, inverse: edge.inverse, origin: origin, tag: tag, &cells,
        &list, &count)
      x = next
      y = 0
      boundaryX = boundaryX &+ edge.slope
      origin = origin &+ stride
      row = row &+ 1
    }
    if row < bottom {
      addRun(
        from: x, to: Int(edge.x1), cover: Int(edge.y1) &- row << 12 &- y, sign: sign, inverse: edge.inverse,
        origin: origin, tag: tag, &cells, &list, &count)
    }
  }
  band = cells
  links = list
  return WalkState(position: position, linkCount: count)
}

private let unit = Int(Edge.unit), fraction = Int(Edge.fraction)

/// Adds a run of one row. `origin` is the row's cell of column 0.
@inline(__always) @_lifetime(band: copy band) @_lifetime(links: copy links)
private func addRun(
  from x0: Int, to x1: Int, cover: Int, sign: Int, inverse: Int64, origin: Int, tag: UInt64,
  _ band: inout BandMemory, _ links: inout LinkMemory, _ count: inout Int
) {
  let column0 = x0 >> 12, column1 = x1 >> 12
  if column0 == column1 {
    let area = (cover &* ((x0 & fraction) &+ (x1 & fraction))) >> 5
    let cell = origin &+ column0
    visit(cell, (cover << 8 &- area) &* sign, tag, &band, &links, &count)
    band.add(area &* sign, toCell: cell &+ 1)
    band.mark(cell: cell)
    band.mark(cell: cell &+ 1)
    return
  }
  let isRightward = x0 < x1
  let low = isRightward ? x0 : x1, high = isRightward ? x1 : x0
  let first = low >> 12, last = high >> 12
  if last == first &+ 1 {
    let split = ((last << 12 &- low) &* Int(inverse)) >> 32
    let part = split < cover ? split : cover, rest = cover &- part
    let area0 = (part &* ((low & fraction) &+ unit)) >> 5
    let area1 = (rest &* (high & fraction)) >> 5
    let cell = origin &+ first
    visit(cell, (part << 8 &- area0) &* sign, tag, &band, &links, &count)
    visit(cell &+ 1, (area0 &+ rest << 8 &- area1) &* sign, tag, &band, &links, &count)
    band.add(area1 &* sign, toCell: cell &+ 2)
    band.mark(cell: cell)
    band.mark(cell: cell &+ 2)
    return
  }
  addLongRun(
    from: low, to: high, cover: cover, sign: sign, inverse: inverse, columns: Int.min..<Int.max, origin: origin,
    tag: tag, &band, &links, &count)
}

@inline(__always) @_lifetime(band: copy band) @_lifetime(links: copy links)
private func visit(
  _ cell: Int, _ value: Int, _ tag: UInt64, _ band: inout BandMemory, _ links: inout LinkMemory, _ count: inout Int
) {
  // The older link's bits above the lowest 20 are the cell's passes; who follows the list takes them away.
  links.set(count, to: UInt64(band.visit(cell, adding: value, link: count)) | tag)
  count = count &+ 1
}

/// Adds a run that covers any number of columns, cut to `columns`. What lies left of them keeps its winding.
@inline(__always) @_lifetime(band: copy band) @_lifetime(links: copy links)
private func addLongRun(
  from low: Int, to high: Int, cover: Int, sign: Int, inverse: Int64, columns: Range<Int>, origin: Int, tag: UInt64,
  _ band: inout BandMemory, _ links: inout LinkMemory, _ count: inout Int
) {
  let last = high >> 12
  // How much of the cover lies left of a column's left border.
  @inline(__always) func covered(_ column: Int) -> Int {
    let part = ((column << 12 &- low) &* Int(inverse)) >> 32
    return part < cover ? part : cover
  }
  var column = low >> 12, done = 0, entry = low & fraction
  // What the column before hands on.
  var carry = 0
  if column < columns.lowerBound {
    column = columns.lowerBound
    done = covered(column)
    carry = done << 8
    entry = 0
  } else if column < columns.upperBound && column < last {
    let part = covered(column &+ 1)
    carry = (part &* (entry &+ unit)) >> 5
    let cell = origin &+ column
    visit(cell, (part << 8 &- carry) &* sign, tag, &band, &links, &count)
    band.mark(cell: cell)
    done = part
    entry = 0
    column = column &+ 1
  }
  var cell = origin &+ column
  let stop = last < columns.upperBound ? last : columns.upperBound
  var reached = ((column &+ 1) << 12 &- low) &* Int(inverse)
  while column < stop {
    let next = reached >> 32 < cover ? reached >> 32 : cover
    let half = (next &- done) << 7
    visit(cell, (carry &+ half) &* sign, tag, &band, &links, &count)
    band.mark(cell: cell)
    carry = half
    done = next
    reached = reached &+ Int(inverse) << 12
    column = column &+ 1
    cell = cell &+ 1
  }
  if column < columns.upperBound {
    let rest = cover &- done
    let area = (rest &* (entry &+ (high & fraction))) >> 5
    visit(cell, (carry &+ rest << 8 &- area) &* sign, tag, &band, &links, &count)
    band.add(area &* sign, toCell: cell &+ 1)
    band.mark(cell: cell &+ 1)
  } else {
    // Cut off at the right: what is left of the split goes to the first ghost column.
    band.add(carry &* sign, toCell: cell)
  }
  band.mark(cell: cell)
}

/// Walks an edge that leaves the band on the left or right; returns how many links are in use then.
@inline(never) @_lifetime(band: copy band) @_lifetime(links: copy links)
private func walkCarefully(
  _ edge: Edge, tag: UInt64, frame: BandFrame, _ band: inout BandMemory, _ links: inout LinkMemory, _ linkCount: Int
) -> Int {
  let columns = 0..<Int(frame.width)
  let sign = Int(edge.direction)
  let firstRow = max(edge.firstRow, frame.top), lastRow = min(edge.lastRow, frame.top &+ frame.rows &- 1)
  var count = linkCount
  let entry = edge.entryCell, entryRow = entry.row &- frame.top
  if entryRow >= 0 && entryRow < frame.rows && entry.column >= 0 && entry.column < frame.width {
    band.addPasses(edge.sharedPasses, toCell: Int(entryRow) &* frame.stride &+ Int(entry.column))
  }
  for row in firstRow..<lastRow &+ 1 {
    let run = edge.run(inRow: row, column: 0)
    let low = Int(min(run.x0, run.x1)), high = Int(max(run.x0, run.x1)), cover = Int(run.y1 &- run.y0)
    if low >> 12 >= columns.upperBound { continue }
    let origin = Int(row &- frame.top) &* frame.stride
    if high < 0 {
      // Left of the band an edge is winding only. It cannot change what the resolver sees of a pixel: see `CrossingResolver`.
      band.add(cover << 8 &* sign, toCell: origin)
      band.mark(cell: origin)
      continue
    }
    addLongRun(
      from: low, to: high, cover: cover, sign: sign, inverse: edge.inverse, columns: columns, origin: origin, tag: tag,
      &band, &links, &count)
  }
  return count
}
