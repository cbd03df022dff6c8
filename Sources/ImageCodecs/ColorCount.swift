/// The distinct colours of a clip, numbered in the order of their appearance, each with the time it is seen.
///
/// A colour's weight is pixels times hundredths of a second, kept up while frames are compared: at a change with `rest`
/// hundredths to go the new colour gains `rest` and the old one loses as much, so that only changed pixels are touched.
///
/// A clip may have more colours than memory should hold. Beyond `exactLimit` a colour not met before is counted as the
/// middle of its cell of 4 levels a side; one met before keeps its number, so equal colours stay equal in all frames.
package struct ColorCount: Sendable {
  /// Colours that are told apart exactly.
  package static let exactLimit = 1 << 18
  /// The number of "clear".
  package static let clear: UInt32 = 0

  /// The colour of every number, as `Pixel.bits`; 0 for the number `clear`.
  package private(set) var colors: ContiguousArray<UInt32> = [0]
  /// Pixels times hundredths of a second of every number.
  package private(set) var weights: ContiguousArray<Int> = [0]
  /// Open addressing: colour in the high half, number in the low; 0 is empty, since no colour with a number above 0 is 0.
  private var slots = ContiguousArray<UInt64>(repeating: 0, count: 1 << 10)
  private var mask: Int

  /// Whether every number is one colour, and none the middle of a cell.
  package private(set) var isExact = true

  /// Makes an empty count.
  package init() { mask = slots.count - 1 }

  /// Makes a count of given colours, all different, which get the numbers from 1 on.
  /// - Parameter isExact: whether all are colours, and none the middle of a cell.
  package init(_ colors: [(color: UInt32, weight: Int)], isExact: Bool) {
    self.init()
    self.isExact = isExact
    for (color, weight) in colors {
      self.colors.append(color)
      weights.append(weight)
    }
    while self.colors.count * 8 > slots.count * 5 { slots = ContiguousArray(repeating: 0, count: slots.count * 2) }
    mask = slots.count - 1
    fillSlots()
  }

  /// How many opaque colours there are.
  package var opaqueCount: Int { colors.count - 1 }

  private static func middleOfCell(_ color: UInt32) -> UInt32 { color & 0xFFFC_FCFC | 0x0002_0202 }

  private func slot(of color: UInt32) -> Int {
    var slot = Int(truncatingIfNeeded: (UInt64(color) &* 0x9E37_79B9_7F4A_7C15) >> 40) & mask
    while true {
      let entry = slots[slot]
      if entry == 0 || UInt32(truncatingIfNeeded: entry >> 32) == color { return slot }
      slot = (slot + 1) & mask
    }
  }

  /// Returns the number of a colour that has been counted, or nil.
  package func number(of color: UInt32) -> UInt32? {
    if color == 0 { return Self.clear }
    var entry = slots[slot(of: color)]
    if entry == 0 { entry = slots[slot(of: Self.middleOfCell(color))] }
    return entry == 0 ? nil : UInt32(truncatingIfNeeded: entry)
  }

  /// Returns the number of a colour, a new one if it was not met before.
  private mutating func add(_ color: UInt32) -> UInt32 {
    if color == 0 { return Self.clear }
    var color = color
    var place = slot(of: color)
    if slots[place] != 0 { return UInt32(truncatingIfNeeded: slots[place]) }
    if colors.count > Self.exactLimit {
      isExact = false
      color = Self.middleOfCell(color)
      place = slot(of: color)
      if slots[place] != 0 { return UInt32(truncatingIfNeeded: slots[place]) }
    }
    let number = UInt32(colors.count)
    colors.append(color)
    weights.append(0)
    slots[place] = UInt64(color) << 32 | UInt64(number)
    if colors.count * 8 > slots.count * 5 { grow() }
    return number
  }

  private mutating func grow() {
    slots = ContiguousArray(repeating: 0, count: slots.count * 2)
    mask = slots.count - 1
    fillSlots()
  }

  private mutating func fillSlots() {
    for number in 1..<colors.count { slots[slot(of: colors[number])] = UInt64(colors[number]) << 32 | UInt64(number) }
  }

  /// Counts a change that is seen for `rest` hundredths until the end, replaces its colours by their numbers, and brings
  /// `canvas` (a number for every pixel of the frame) up to date.
  package mutating func count(_ change: inout FrameChange, rest: Int, canvas: inout ContiguousArray<UInt32>) {
    var place = 0
    var lastColor: UInt32 = 0
    var lastNumber = Self.clear
    for run in change.runs {
      let start = Int(run.start)
      for pixel in start..<start + Int(run.count) {
        let color = change.values[place]
        if color != lastColor {
          lastColor = color
          lastNumber = add(color)
        }
        change.values[place] = lastNumber
        place += 1
        weights[Int(canvas[pixel])] -= rest
        weights[Int(lastNumber)] += rest
        canvas[pixel] = lastNumber
      }
    }
  }

  /// Replaces the colours of a change by the numbers they got when they were counted.
  package func number(_ change: inout FrameChange) {
    var lastColor: UInt32 = 0
    var lastNumber = Self.clear
    for place in change.values.indices {
      let color = change.values[place]
      if color != lastColor {
        lastColor = color
        lastNumber = number(of: color) ?? Self.clear
      }
      change.values[place] = lastNumber
    }
  }
}
