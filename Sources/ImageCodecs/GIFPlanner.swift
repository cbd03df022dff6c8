/// Turns changes of colour into what is sent: for every frame its rectangle, its indices, and which pixels need not be
/// sent at all.
///
/// The planner walks through the frames in order and keeps two things: the index every pixel of the screen should show,
/// and the rectangle that the frame before leaves cleared. A pixel turns from opaque to clear only inside such a
/// rectangle, so a frame before one with vanishing pixels is widened over them and cleared afterwards:
///
///     frame k    box ⊇ what frame k sends ∪ what vanishes in k + 1; cleared afterwards if anything vanishes
///     frame k+1  inside that box every opaque pixel is sent again; outside only changes
///
/// A frame is planned without looking at how the one before was compressed, so that all can be compressed side by side. In
/// a clip that is not exact a match may show a pixel by another entry than planned, by an error that is bounded; such a
/// pixel is "uncertain" and not sent again until its colour changes. A changed pixel whose planned entry is still near
/// enough to the new colour is held, that is, counts as unchanged: the plan does not move with it, so nothing drifts.
///
/// Where a scene with another table begins, the screen keeps what it shows. A pixel whose colour the new table does not
/// hold is not sent by an index of its own until it changes.
struct GIFPlanner {
  /// A frame, ready for compression.
  struct Plan: Sendable {
    /// Where it lies.
    var box: PixelBox
    /// What happens to it afterwards.
    var disposal: GIFImage.Disposal
    /// The pixels of the box.
    var frame: LZWFrame
    /// Whether nothing is drawn or cleared, so that the frame's time may go to the one before.
    var isEmpty: Bool
  }

  private var choices: ColorChoices
  private var isExact: Bool
  /// Whether `values` and what is uncertain are kept.
  private let remembers: Bool
  private var dither: Dither?
  private var screen: GIFScreen
  /// The colour of every pixel as its value in a `FrameChange`; empty unless they are kept.
  private var values: ContiguousArray<UInt32> = []
  /// The box that the frame before leaves cleared.
  private var cleared: PixelBox?
  private var isFirst = true

  private typealias Cell = LZWFrame.Cell
  /// The cost up to which a pixel is held, in sixteenths of a bit: about what it takes to send one.
  private static let holdCost = 8 * ColorChoices.bit

  /// Makes a planner for a clip before its first frame.
  /// - Parameters:
  ///   - palette: the first table; its choices have one entry for every number if it is single, and a dither may choose.
  ///   - changesTables: whether `begin` will be called.
  init(width: Int, height: Int, palette: GIFPalette, changesTables: Bool) {
    (choices, isExact, dither) = (palette.choices, palette.isSingle, palette.dither)
    remembers = !isExact || changesTables
    screen = GIFScreen(width: width, height: height, transparent: palette.table.transparentIndex)
    if remembers {
      values = ContiguousArray(repeating: ColorCount.clear, count: width * height)
      screen.uncertain = ContiguousArray(repeating: 0, count: width * height)
    }
  }

  /// Begins a scene with another table.
  mutating func begin(_ scene: GIFScene, after old: GIFScene) {
    let (table, oldTable) = (scene.palette.table, old.palette.table)
    (choices, isExact, dither) = (scene.palette.choices, scene.palette.isSingle, scene.palette.dither)
    // What is seen in a scene has a number in it. Other colours vanish with its first frame.
    let numbers = ContiguousArray(old.colors.colors.map { scene.colors.number(of: $0) ?? ColorCount.clear })
    for pixel in values.indices {
      values[pixel] = values[pixel] & ~PixelLife.number | numbers[Int(values[pixel] & PixelLife.number)]
    }
    screen.changeTable(transparent: table.transparentIndex ?? -1) { [values, choices] pixel, shown in
      let number = values[pixel] & PixelLife.number
      let entry = choices.nearest[Int(number)]
      return (entry, number != ColorCount.clear && table.colors[Int(entry)] == oldTable.colors[Int(shown)])
    }
  }

  /// Plans the next frame.
  /// - Parameters:
  ///   - change: what changes, as numbers of the `ColorCount`.
  ///   - vanishing: what turns clear in the frame after this one.
  mutating func plan(_ change: FrameChange, vanishing: PixelBox?) -> Plan {
    var box = mark(change)
    let hasChanges = box != nil
    if let cleared {
      markCleared(cleared)
      box.formUnion(screen.drawnBox(in: cleared))
    }
    box.formUnion(vanishing)
    if isFirst { box = PixelBox(left: 0, top: 0, right: screen.width, bottom: screen.height) }
    let sent = box ?? PixelBox(left: 0, top: 0, right: 1, bottom: 1)
    let plan = Plan(
      box: sent, disposal: vanishing == nil ? .keep : .background, frame: screen.frame(in: sent),
      isEmpty: !isFirst && !hasChanges && cleared == nil && vanishing == nil)
    screen.unmark(change.runs)
    if let cleared { screen.unmark(cleared) }
    cleared = vanishing == nil ? nil : sent
    isFirst = false
    return plan
  }

  /// Brings the screen up to date, marks what has to be sent, and returns what holds it.
  private mutating func mark(_ change: FrameChange) -> PixelBox? {
    var box: PixelBox?
    var place = 0
    let dithered = dither?.entries(for: change)
    for run in change.runs {
      let start = Int(run.start), end = start + Int(run.count)
      var first = -1
      var last = -1
      for pixel in start..<end {
        let value = change.values[place]
        let number = Int(value & PixelLife.number)
        let entry = dithered?[place] ?? choices.nearest[number]
        place += 1
        if remembers { values[pixel] = value }
        let shown = screen.shown[pixel]
        if !isFirst && !(remembers && screen.uncertain[pixel] == 2) {
          if shown == entry { continue }
          if !isExact && number != Int(ColorCount.clear)
            && choices.cost(of: shown, for: number, life: Int(value >> PixelLife.shift)) <= Self.holdCost
          {
            continue
          }
        }
        send(pixel, entry, value)
        if first < 0 { first = pixel }
        last = pixel
      }
      if first >= 0 { screen.close(run, from: first, through: last, into: &box) }
    }
    return box
  }

  /// Marks a pixel as sent: by one entry or a list of them.
  @inline(__always)
  private mutating func send(_ pixel: Int, _ entry: UInt8, _ value: UInt32) {
    screen.shown[pixel] = entry
    if Int(entry) == screen.transparent {
      screen.mark(pixel, Cell.transparent)
      if remembers { screen.uncertain[pixel] = 0 }
    } else if isExact || choices.isSingle(Int(value & PixelLife.number)) {
      screen.mark(pixel, Cell.own | UInt32(entry))
      if remembers { screen.uncertain[pixel] = 0 }
    } else {
      screen.mark(pixel, Cell.list(value, keeping: ColorChoices.never))
      screen.uncertain[pixel] = 1
    }
  }

  /// Marks everything that has been cleared: opaque pixels have to be drawn again, by their nearest entry.
  private mutating func markCleared(_ box: PixelBox) {
    for y in box.top..<box.bottom {
      for pixel in y * screen.width + box.left..<y * screen.width + box.right {
        if isExact {
          send(pixel, screen.shown[pixel], 0)
        } else {
          let value = values[pixel]
          send(pixel, choices.nearest[Int(value & PixelLife.number)], value)
        }
      }
    }
  }
}
