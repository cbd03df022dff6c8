/// A stretch of frames that are planned and compressed one after the other, each knowing what the ones before really
/// sent: the screen then holds near-enough entries that later pixels may keep, at a known cost.
///
/// Stretches are independent of each other, hence can be made side by side: what is still seen when one ends has been
/// sent by its nearest entry, which is what the next one starts from. Pays for clips of which little is inexact, such as
/// flat art's edges, and only opaque ones come here.
struct GIFChunk {
  private let choices: ColorChoices
  private var screen: GIFScreen
  /// The last frame of the stretch in which a pixel changes, counted from 1; 0 for none.
  private var lastChange: ContiguousArray<UInt16>
  private var sent: ContiguousArray<UInt8>? = []
  private var isFirst: Bool
  private let isLast: Bool

  private typealias Cell = LZWFrame.Cell

  /// Makes a stretch.
  /// - Parameters:
  ///   - screen: a screen on which nothing has been drawn.
  ///   - values: the colour of every pixel before its first frame, as in a `FrameChange`; empty before the clip.
  ///   - changes: what changes in its frames, at most 65535.
  ///   - isLast: whether the clip ends with it.
  init(
    screen: GIFScreen, choices: ColorChoices, values: ContiguousArray<UInt32>,
    changes: ContiguousArray<FrameChange>.SubSequence, isLast: Bool
  ) {
    self.screen = screen
    self.choices = choices
    self.isLast = isLast
    isFirst = values.isEmpty
    for pixel in values.indices { self.screen.shown[pixel] = choices.nearest[Int(values[pixel] & PixelLife.number)] }
    lastChange = ContiguousArray(repeating: 0, count: isLast ? 0 : screen.width * screen.height)
    guard !isLast else { return }
    for (index, change) in changes.enumerated() {
      for run in change.runs {
        for pixel in Int(run.start)..<Int(run.start) + Int(run.count) { lastChange[pixel] = UInt16(index + 1) }
      }
    }
  }

  /// Compresses frame `index` of the stretch, counted from 0. Frames come in order.
  mutating func encode(
    _ change: FrameChange, index: Int, _ encoder: inout LZWEncoder, _ method: LZWMethod
  ) -> (box: PixelBox, data: LZWData, isEmpty: Bool) {
    let found = mark(change, index)
    var box = found ?? PixelBox(left: 0, top: 0, right: 1, bottom: 1)
    if isFirst { box = PixelBox(left: 0, top: 0, right: screen.width, bottom: screen.height) }
    let isEmpty = found == nil && !isFirst
    isFirst = false
    let data = encoder.compress(screen.frame(in: box), choices, method, sent: &sent)
    if let sent {
      var place = 0
      for y in box.top..<box.bottom {
        for pixel in y * screen.width + box.left..<y * screen.width + box.right {
          if Int(sent[place]) != data.alphabet.transparent { screen.shown[pixel] = sent[place] }
          place += 1
        }
      }
    }
    screen.unmark(change.runs)
    return (box, data, isEmpty)
  }

  /// Marks what has to be sent and returns what holds it.
  private mutating func mark(_ change: FrameChange, _ index: Int) -> PixelBox? {
    var box: PixelBox?
    var place = 0
    for run in change.runs {
      let start = Int(run.start), end = start + Int(run.count)
      var first = -1
      var last = -1
      for pixel in start..<end {
        let value = change.values[place]
        let number = Int(value & PixelLife.number)
        place += 1
        let entry = choices.nearest[number]
        let old = screen.shown[pixel]
        if old == entry { continue }
        if choices.isSingle(number) || (!isLast && Int(lastChange[pixel]) == index + 1) {
          screen.mark(pixel, Cell.own | UInt32(entry))
        } else {
          let keeping =
            Int(old) == screen.transparent
            ? ColorChoices.never : choices.cost(of: old, for: number, life: Int(value >> PixelLife.shift))
          screen.mark(pixel, Cell.list(value, keeping: keeping))
        }
        if first < 0 { first = pixel }
        last = pixel
      }
      if first >= 0 { screen.close(run, from: first, through: last, into: &box) }
    }
    return box
  }
}
