/// Turns changes of colour into what is sent: for every frame its rectangle, its indices, and which pixels need not be
/// sent at all.
///
/// The planner walks through the frames in order and keeps two things: the index every pixel of the screen should show,
/// and the rectangle that the frame before leaves cleared. A pixel turns from opaque to clear only inside such a
/// rectangle, so a frame before one with vanishing pixels is widened over them and cleared afterwards:
///
///     frame k    box ⊇ what frame k sends ∪ what vanishes in k + 1; cleared afterwards if anything vanishes
///     frame k+1  inside that box every opaque pixel is sent again; outside only changes
package struct GIFPlanner {
  /// A frame, ready for compression.
  package struct Plan: Sendable {
    /// Where it lies.
    package var box: PixelBox
    /// What happens to it afterwards.
    package var disposal: GIFImage.Disposal
    /// The pixels of the box.
    package var frame: IndexedFrame
    /// Whether nothing is drawn or cleared, so that the frame's time may go to the one before.
    package var isEmpty: Bool
  }

  private let width: Int, height: Int
  /// The table's index for every colour number; `transparent` for clear.
  private let entries: ContiguousArray<UInt8>
  private let transparent: Int?
  private let eitherDistance: Int
  /// The index every pixel of the finished frame shows.
  private var screen: ContiguousArray<UInt8>
  /// 1 where the frame at hand changes the screen; all 0 between frames.
  private var changed: ContiguousArray<UInt8>
  /// The box that the frame before leaves cleared.
  private var cleared: PixelBox?
  private var isFirst = true

  /// Makes a planner for a clip before its first frame.
  /// - Parameters:
  ///   - entries: the table's index for every number of the clip's `ColorCount`.
  ///   - transparent: the table's transparent index; nil if the clip has one frame and no clear pixel.
  ///   - eitherDistance: unchanged pixels so near to a changed one in the same row may be sent as either index.
  package init(width: Int, height: Int, entries: ContiguousArray<UInt8>, transparent: Int?, eitherDistance: Int) {
    (self.width, self.height) = (width, height)
    self.entries = entries
    self.transparent = transparent
    self.eitherDistance = eitherDistance
    screen = ContiguousArray(repeating: UInt8(transparent ?? 0), count: width * height)
    changed = ContiguousArray(repeating: 0, count: width * height)
  }

  /// Plans the next frame.
  /// - Parameters:
  ///   - change: what changes, as numbers of the `ColorCount`.
  ///   - vanishing: what turns clear in the frame after this one.
  package mutating func plan(_ change: FrameChange, vanishing: PixelBox?) -> Plan {
    var box: PixelBox?
    var place = 0
    for run in change.runs {
      let start = Int(run.start), end = start + Int(run.count)
      var first = -1
      var last = -1
      for pixel in start..<end {
        let entry = entries[Int(change.values[place])]
        place += 1
        if screen[pixel] != entry || isFirst {
          screen[pixel] = entry
          changed[pixel] = 1
          if first < 0 { first = pixel }
          last = pixel
        }
      }
      if first >= 0 {
        let y = start / width, row = y * width
        box.formUnion(PixelBox(left: first - row, top: y, right: last - row + 1, bottom: y + 1))
      }
    }
    let hasChanges = box != nil
    if let cleared { box.formUnion(opaqueBox(in: cleared)) }
    box.formUnion(vanishing)
    if isFirst { box = PixelBox(left: 0, top: 0, right: width, bottom: height) }
    let sent = box ?? PixelBox(left: 0, top: 0, right: 1, bottom: 1)
    let plan = Plan(
      box: sent, disposal: vanishing == nil ? .keep : .background, frame: frame(in: sent),
      isEmpty: !isFirst && !hasChanges && cleared == nil && vanishing == nil)
    for run in change.runs {
      for pixel in Int(run.start)..<Int(run.start) + Int(run.count) { changed[pixel] = 0 }
    }
    cleared = vanishing == nil ? nil : sent
    isFirst = false
    return plan
  }

  /// The box of all opaque pixels inside a box.
  private func opaqueBox(in box: PixelBox) -> PixelBox? {
    var result: PixelBox?
    let clear = UInt8(transparent ?? 0)
    for y in box.top..<box.bottom {
      let row = y * width
      guard let left = (box.left..<box.right).first(where: { screen[row + $0] != clear }),
        let right = (box.left..<box.right).last(where: { screen[row + $0] != clear })
      else { continue }
      result.formUnion(PixelBox(left: left, top: y, right: right + 1, bottom: y + 1))
    }
    return result
  }

  /// The indices of a box, and what each pixel may be sent as.
  private func frame(in box: PixelBox) -> IndexedFrame {
    var indices: ContiguousArray<UInt8> = []
    var choices: ContiguousArray<UInt8> = []
    indices.reserveCapacity(box.width * box.height)
    choices.reserveCapacity(box.width * box.height)
    for y in box.top..<box.bottom {
      let row = y * width
      indices.append(contentsOf: screen[row + box.left..<row + box.right])
      choices.append(contentsOf: changed[row + box.left..<row + box.right])
    }
    guard let transparent else {
      for place in choices.indices { choices[place] = IndexedFrame.Choice.own }
      return IndexedFrame(indices: indices, choices: choices)
    }
    let clear = UInt8(transparent)
    // So far 1 means changed.
    var sinceChange = Int.max / 2
    for place in choices.indices {
      if choices[place] == 1 {
        choices[place] = indices[place] == clear ? IndexedFrame.Choice.transparent : IndexedFrame.Choice.own
        sinceChange = 0
      } else {
        sinceChange += 1
        choices[place] =
          indices[place] != clear && sinceChange <= eitherDistance
          ? IndexedFrame.Choice.either : IndexedFrame.Choice.transparent
      }
    }
    sinceChange = Int.max / 2
    for place in choices.indices.reversed() {
      if choices[place] == IndexedFrame.Choice.own {
        sinceChange = 0
      } else {
        sinceChange += 1
        if choices[place] == IndexedFrame.Choice.transparent && indices[place] != clear && sinceChange <= eitherDistance
        {
          choices[place] = IndexedFrame.Choice.either
        }
      }
    }
    // Where the screen has been cleared, opaque pixels have to be drawn again.
    if let cleared {
      for y in max(cleared.top, box.top)..<max(cleared.top, box.top, min(cleared.bottom, box.bottom)) {
        for x in max(cleared.left, box.left)..<max(cleared.left, box.left, min(cleared.right, box.right)) {
          let place = (y - box.top) * box.width + x - box.left
          choices[place] = indices[place] == clear ? IndexedFrame.Choice.transparent : IndexedFrame.Choice.own
        }
      }
    }
    return IndexedFrame(indices: indices, choices: choices)
  }
}
