/// The screen a GIF is drawn on, as the encoder follows it, and the cells of the frame being made.
struct GIFScreen: Sendable {
  let width: Int, height: Int
  /// The index that means transparent; −1 if there is none.
  private(set) var transparent: Int
  /// The index every pixel shows, or is planned to show; the transparent one where nothing has been drawn.
  var shown: ContiguousArray<UInt8>
  /// 1 where an entry near to `shown` may really be there, 2 where something of an earlier table is; empty if neither
  /// ever happens.
  var uncertain: ContiguousArray<UInt8> = []
  /// What every pixel may be sent as in the frame at hand; all transparent between frames.
  private var cells: ContiguousArray<UInt32>

  private typealias Cell = LZWFrame.Cell

  /// Makes a screen on which nothing has been drawn.
  init(width: Int, height: Int, transparent: Int?) {
    (self.width, self.height) = (width, height)
    self.transparent = transparent ?? -1
    shown = ContiguousArray(repeating: UInt8(transparent ?? 0), count: width * height)
    cells = ContiguousArray(repeating: Cell.transparent, count: width * height)
  }

  /// Goes over to another table.
  /// - Parameters:
  ///   - transparent: its transparent index.
  ///   - entry: the entry in it that a pixel should show, and whether that is the colour of what it shows.
  mutating func changeTable(
    transparent: Int, _ entry: (_ pixel: Int, _ shown: UInt8) -> (index: UInt8, isSame: Bool)
  ) {
    let old = self.transparent
    self.transparent = transparent
    for pixel in shown.indices {
      if Int(shown[pixel]) == old {
        shown[pixel] = UInt8(truncatingIfNeeded: transparent)
      } else {
        let (index, isSame) = entry(pixel, shown[pixel])
        shown[pixel] = index
        if !isSame || uncertain[pixel] != 0 { uncertain[pixel] = 2 }
      }
    }
  }

  /// Says what a changed pixel may be sent as.
  @inline(__always)
  mutating func mark(_ pixel: Int, _ cell: UInt32) { cells[pixel] = cell }

  /// Ends a run whose marked pixels lie between two of its pixels, and widens the box to hold them.
  mutating func close(_ run: FrameChange.Run, from first: Int, through last: Int, into box: inout PixelBox?) {
    let y = Int(run.start) / width, row = y * width
    box.formUnion(PixelBox(left: first - row, top: y, right: last - row + 1, bottom: y + 1))
  }

  /// Forgets the marks of a frame.
  mutating func unmark(_ runs: ContiguousArray<FrameChange.Run>) {
    for run in runs {
      for pixel in Int(run.start)..<Int(run.start) + Int(run.count) { cells[pixel] = Cell.transparent }
    }
  }

  /// Forgets the marks in a box.
  mutating func unmark(_ box: PixelBox) {
    for y in box.top..<box.bottom {
      for pixel in y * width + box.left..<y * width + box.right { cells[pixel] = Cell.transparent }
    }
  }

  /// The frame of a box.
  func frame(in box: PixelBox) -> LZWFrame {
    var result: ContiguousArray<UInt32> = []
    result.reserveCapacity(box.width * box.height)
    for y in box.top..<box.bottom { result.append(contentsOf: cells[y * width + box.left..<y * width + box.right]) }
    return LZWFrame(cells: result, width: box.width, shown: shownIndices(in: box))
  }

  /// What the pixels of a box show, as far as that is certain.
  private func shownIndices(in box: PixelBox) -> ContiguousArray<UInt8> {
    var result: ContiguousArray<UInt8> = []
    guard transparent >= 0 else { return result }
    result.reserveCapacity(box.width * box.height)
    for y in box.top..<box.bottom {
      let row = y * width + box.left..<y * width + box.right
      result.append(contentsOf: shown[row])
      if uncertain.isEmpty { continue }
      let unknown = UInt8(truncatingIfNeeded: transparent)
      let isUncertain = uncertain.span.extracting(row)
      var indices = result.mutableSpan
      let start = indices.count - row.count
      for place in isUncertain.indices where isUncertain[place] != 0 { indices[start + place] = unknown }
    }
    return result
  }

  /// The box of all drawn pixels inside a box.
  func drawnBox(in box: PixelBox) -> PixelBox? {
    var result: PixelBox?
    for y in box.top..<box.bottom {
      let row = y * width
      guard let left = (box.left..<box.right).first(where: { Int(shown[row + $0]) != transparent }),
        let right = (box.left..<box.right).last(where: { Int(shown[row + $0]) != transparent })
      else { continue }
      result.formUnion(PixelBox(left: left, top: y, right: right + 1, bottom: y + 1))
    }
    return result
  }
}
