/// A frame's rectangle, ready for compression: what every pixel may be sent as.
package struct LZWFrame: Sendable {
  /// What a pixel may be sent as:
  ///
  ///     kind (2 bits) · cost of transparent in quarters of a bit (6) · life (3) · colour number, or index (21)
  package enum Cell {
    /// Transparent only.
    package static let transparent: UInt32 = 0
    /// Either transparent or the index in the low bits, both free.
    package static let either: UInt32 = 1 << 30
    /// The index in the low bits only.
    package static let own: UInt32 = 2 << 30
    /// Any entry of the list of the colour number in the low bits, or transparent at the cost in the middle bits.
    package static let list: UInt32 = 3 << 30
    /// The lowest bits: number or index.
    package static let payload: UInt32 = 1 << 21 - 1
    /// The cost of transparent that stands for "never".
    static let never = 63

    /// The cell of a pixel with a list.
    /// - Parameters:
    ///   - value: number and life, as in a `FrameChange`.
    ///   - keeping: what it costs to leave what is shown, in sixteenths of a bit.
    package static func list(_ value: UInt32, keeping: Int) -> UInt32 {
      list | UInt32(min(keeping >> 2, never)) << 24 | value
    }
  }

  /// Neighbouring cells (across rows) that hold all but long stretches of transparent ones.
  struct Segment {
    var start: Int, end: Int
  }

  /// The cells of the rectangle, row after row.
  package let cells: ContiguousArray<UInt32>
  /// Where cells are not transparent; between segments all are.
  let segments: ContiguousArray<Segment>
  /// Cells in a row.
  let width: Int
  /// The index that each unchanged pixel shows; the table's transparent one where that is not known or nothing is drawn.
  /// Empty if nothing can be transparent.
  let shown: ContiguousArray<UInt8>

  /// Makes a frame.
  package init(cells: ContiguousArray<UInt32>, width: Int, shown: ContiguousArray<UInt8> = []) {
    self.cells = cells
    self.width = width
    self.shown = shown
    var segments: ContiguousArray<Segment> = []
    let span = cells.span
    let count = span.count
    var place = 0
    var start = -1
    // A block of 16 transparent cells ends a segment.
    while place < count {
      let end = min(place + 16, count)
      var any: UInt32 = 0
      for index in place..<end { any |= span[index] }
      if any == 0 {
        if start >= 0 { segments.append(Segment(start: start, end: place)) }
        start = -1
      } else if start < 0 {
        start = place
        while span[start] == 0 { start += 1 }
      }
      place = end
    }
    if start >= 0 { segments.append(Segment(start: start, end: count)) }
    self.segments = segments
  }

  /// The same frame with unchanged pixels that are so near to a changed one in the same row free to be sent as what they
  /// show; nil if there are none.
  /// - Parameter transparent: the table's transparent index.
  func freed(within distance: Int, transparent: Int) -> LZWFrame? {
    guard !shown.isEmpty && distance > 0 else { return nil }
    var result = cells
    var isFreed = false
    func free(_ range: Range<Int>) {
      for place in range where result[place] == Cell.transparent && Int(shown[place]) != transparent {
        result[place] = Cell.either | UInt32(shown[place])
        isFreed = true
      }
    }
    for segment in segments {
      var place = segment.start
      while place < segment.end {
        if cells[place] < Cell.own {
          place += 1
          continue
        }
        let start = place
        while place < segment.end && cells[place] >= Cell.own { place += 1 }
        let row = start / width * width, lastRow = (place - 1) / width * width
        free(max(row, start - distance)..<start)
        free(place..<min(lastRow + width, place + distance))
      }
    }
    return isFreed ? LZWFrame(cells: result, width: width, shown: shown) : nil
  }

  /// The same frame with every unchanged pixel sent again as what it shows; nil if that cannot pay.
  ///
  /// Where little but one plain ground is between the changed pixels, sending that again makes strings that come again,
  /// while a border between ground and transparent is one more that has to be learnt. What counts is how often neighbours
  /// differ: on all clips looked at the form that wins has at most a tenth more of that.
  func drawn(transparent: Int) -> LZWFrame? {
    guard !shown.isEmpty else { return nil }
    var settledSteps = 0, drawnSteps = 0
    let span = cells.span, shown = self.shown.span
    precondition(shown.count == span.count)
    // Some fifty rows tell enough.
    let height = span.count / width
    for y in stride(from: 0, to: height, by: max(1, height / 50)) {
      var before: UInt32 = .max, beforeDrawn: UInt32 = .max
      for index in y * width..<(y + 1) * width {
        let cell = span[index]
        let drawn = cell >= Cell.own ? cell : Cell.own | UInt32(shown[index])
        settledSteps += cell == before ? 0 : 1
        drawnSteps += drawn == beforeDrawn ? 0 : 1
        (before, beforeDrawn) = (cell, drawn)
      }
    }
    guard drawnSteps * 10 <= settledSteps * 11 else { return nil }
    var result = cells
    for index in result.indices where result[index] < Cell.own {
      let entry = Int(shown[index])
      result[index] = entry == transparent ? Cell.transparent : Cell.own | UInt32(entry)
    }
    return LZWFrame(cells: result, width: width)
  }

  /// The same frame without lists, with a table of the entries alone that it must send, if that is a smaller one.
  func reduced(_ table: ColorTable) -> (frame: LZWFrame, table: ColorTable) {
    var isUsed = ContiguousArray(repeating: false, count: 256)
    for cell in cells where cell & Cell.list == Cell.own { isUsed[Int(cell & 255)] = true }
    let used = table.colors.indices.filter { isUsed[$0] }
    var smaller = ColorTable(colors: used.map { table.colors[$0] }, hasTransparent: true)
    guard smaller.bits < table.bits else { return (self, table) }
    // The last index, whatever the number of entries, so that frames have the same.
    smaller.transparentIndex = 1 << smaller.minimumCodeSize - 1
    let transparent = UInt8(smaller.transparentIndex ?? 0)
    var indices = ContiguousArray<UInt8>(repeating: transparent, count: 256)
    for (new, old) in used.enumerated() { indices[old] = UInt8(new) }
    var result = cells
    for place in result.indices where result[place] != Cell.transparent {
      let index = Int(result[place] & 255)
      result[place] = isUsed[index] ? result[place] & Cell.list | UInt32(indices[index]) : Cell.transparent
    }
    return (LZWFrame(cells: result, width: width, shown: ContiguousArray(shown.map { indices[Int($0)] })), smaller)
  }

  /// How many cells from `place` on are transparent.
  /// - Parameter cursor: the segment at which to look first; moved on to the first that ends behind `place`.
  func run(at place: Int, _ cursor: inout Int) -> Int {
    while cursor < segments.count && segments[cursor].end <= place { cursor += 1 }
    guard cursor < segments.count else { return cells.count - place }
    if place < segments[cursor].start { return segments[cursor].start - place }
    var end = place
    let limit = segments[cursor].end
    while end < limit && cells[end] == Cell.transparent { end += 1 }
    guard end == limit else { return end - place }
    let next = cursor + 1
    return (next < segments.count ? segments[next].start : cells.count) - place
  }
}
