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

  /// Makes a frame.
  package init(cells: ContiguousArray<UInt32>) {
    self.cells = cells
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

  /// The same frame with every unchanged pixel transparent; nil if it is that already.
  var settled: LZWFrame? {
    var result = cells
    var hasChanged = false
    for index in result.indices where result[index] & Cell.list == Cell.either {
      result[index] = Cell.transparent
      hasChanged = true
    }
    return hasChanged ? LZWFrame(cells: result) : nil
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
