/// The screen a GIF is drawn on, as the encoder follows it, and the cells of the frame being made.
struct GIFScreen: Sendable {
  let width: Int, height: Int
  /// The index that means transparent; −1 if there is none.
  let transparent: Int
  /// Unchanged pixels so near to a changed one in the same row may be sent as either index.
  private let eitherDistance: Int
  /// The index every pixel shows, or is planned to show; the transparent one where nothing has been drawn.
  var shown: ContiguousArray<UInt8>
  /// 1 where an entry near to `shown` may really be there; empty if that never happens.
  var uncertain: ContiguousArray<UInt8> = []
  /// What every pixel may be sent as in the frame at hand; all transparent between frames.
  private var cells: ContiguousArray<UInt32>

  private typealias Cell = LZWFrame.Cell

  /// Makes a screen on which nothing has been drawn.
  init(width: Int, height: Int, transparent: Int?, eitherDistance: Int) {
    (self.width, self.height) = (width, height)
    self.transparent = transparent ?? -1
    self.eitherDistance = transparent == nil ? 0 : eitherDistance
    shown = ContiguousArray(repeating: UInt8(transparent ?? 0), count: width * height)
    cells = ContiguousArray(repeating: Cell.transparent, count: width * height)
  }

  /// Says what a changed pixel may be sent as.
  @inline(__always)
  mutating func mark(_ pixel: Int, _ cell: UInt32) { cells[pixel] = cell }

  /// The pixels of a run and those near to it in its row.
  private func neighbourhood(_ run: FrameChange.Run) -> Range<Int> {
    let start = Int(run.start), row = start / width * width
    return max(row, start - eitherDistance)..<min(row + width, start + Int(run.count) + eitherDistance)
  }

  /// Lets unchanged pixels around a run, whose changed pixels have been marked, be sent as what they show.
  mutating func freeNeighbours(of run: FrameChange.Run) {
    guard eitherDistance > 0 else { return }
    for pixel in neighbourhood(run) where cells[pixel] == Cell.transparent {
      let index = shown[pixel]
      if Int(index) != transparent && (uncertain.isEmpty || uncertain[pixel] == 0) {
        cells[pixel] = Cell.either | UInt32(index)
      }
    }
  }

  /// Ends a run whose marked pixels lie between two of its pixels, and widens the box to hold them.
  mutating func close(_ run: FrameChange.Run, from first: Int, through last: Int, into box: inout PixelBox?) {
    let y = Int(run.start) / width, row = y * width
    box.formUnion(PixelBox(left: first - row, top: y, right: last - row + 1, bottom: y + 1))
    freeNeighbours(of: run)
  }

  /// Forgets the marks of a frame and its neighbours.
  mutating func unmark(_ runs: ContiguousArray<FrameChange.Run>) {
    for run in runs { for pixel in neighbourhood(run) { cells[pixel] = Cell.transparent } }
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
    return LZWFrame(cells: result)
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
