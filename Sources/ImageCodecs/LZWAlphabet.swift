/// Which indices a frame's data may hold, hence how wide its codes are at first: codes begin at one bit more than an index
/// has, so a frame that keeps to low indices is shorter, a small one by up to a half.
///
/// The index that means transparent is a frame's own matter too: any that the frame has no other use for.
package struct LZWAlphabet: Hashable, Sendable {
  /// Bits of an index, 2…8.
  package var minimumCodeSize: Int
  /// The index that means transparent, or −1.
  package var transparent: Int
  /// Whether all frames name the same transparent index, and do so where their pixels don't need it. Some programs fill what is
  /// cleared with one frame's index and read it by another's, or with the background's colour where a frame has none (Pillow 9).
  var keepsTransparent = false

  /// Makes an alphabet.
  package init(minimumCodeSize: Int, transparent: Int? = nil) {
    self.minimumCodeSize = minimumCodeSize
    self.transparent = transparent ?? -1
  }

  /// The alphabet of a frame that may use all of a table.
  package init(_ table: ColorTable) {
    self.init(minimumCodeSize: table.minimumCodeSize, transparent: table.transparentIndex)
  }

  /// Indices are below this.
  var count: Int { 1 << minimumCodeSize }

  /// Whether an index may be sent as a colour.
  @inline(__always)
  func holds(_ index: Int) -> Bool { index < 1 << minimumCodeSize && index != transparent }
}

/// A frame's compressed data.
package struct LZWData: Sendable {
  /// What its indices are.
  package var alphabet: LZWAlphabet
  /// The codes in blocks: each a length byte and so many bytes, without the empty last one.
  package var blocks: ContiguousArray<UInt8>
  /// What entries that are not the nearest cost altogether, in sixteenths of a bit.
  package var cost = 0

  /// What the data take and cost, in sixteenths of a bit: less is better.
  var weight: Int { blocks.count * 8 * ColorChoices.bit + cost }
}

extension LZWFrame {
  /// Returns the smallest alphabet that holds what the frame needs, and the frame with what that leaves out taken away.
  ///
  /// Changed pixels must be shown by their index or the nearest entry of their list. Unchanged ones that could be sent as
  /// an index beyond the alphabet become transparent; entries of lists beyond it are left out in the match.
  func narrowed(to table: LZWAlphabet, _ choices: ColorChoices) -> (frame: LZWFrame, alphabet: LZWAlphabet) {
    // 1: an unchanged pixel could use the index, 2: a changed one needs it.
    var uses = InlineArray<256, UInt8>(repeating: 0)
    var needsTransparent = table.keepsTransparent
    var place = 0
    for segment in segments {
      needsTransparent = needsTransparent || segment.start > place
      for index in segment.start..<segment.end {
        let cell = cells[index]
        switch cell & Cell.list {
        case Cell.transparent: needsTransparent = true
        case Cell.either:
          needsTransparent = true
          uses[Int(cell & 255)] |= 1
        case Cell.own:
          // Mostly one index that needs all bits is met soon.
          if Int(cell & 255) >= table.count / 2 { return (self, table) }
          uses[Int(cell & 255)] |= 2
        default:
          needsTransparent = needsTransparent || Int(cell >> 24 & 63) != Cell.never
          uses[Int(choices.nearest[Int(cell & Cell.payload)])] |= 2
        }
      }
      place = segment.end
    }
    needsTransparent = needsTransparent || place < cells.count
    var last = table.keepsTransparent ? max(3, table.transparent) : 3, needed = needsTransparent ? 1 : 0
    for index in uses.indices where uses[index] >= 2 {
      last = max(last, index)
      needed += 1
    }
    var bits = 2
    while 1 << bits <= last || 1 << bits < needed { bits += 1 }
    guard bits < table.minimumCodeSize else { return (self, table) }
    var alphabet = LZWAlphabet(minimumCodeSize: bits)
    if table.keepsTransparent {
      alphabet.transparent = table.transparent
    } else if needsTransparent {
      let free = (0..<1 << bits).first { uses[$0] == 0 } ?? (0..<1 << bits).first { uses[$0] < 2 }
      alphabet.transparent = free ?? -1
    }
    var lost = false
    for index in uses.indices where uses[index] == 1 && !alphabet.holds(index) { lost = true }
    guard lost else { return (self, alphabet) }
    var narrowed = cells
    for segment in segments {
      for index in segment.start..<segment.end
      where narrowed[index] & Cell.list == Cell.either && !alphabet.holds(Int(narrowed[index] & 255)) {
        narrowed[index] = Cell.transparent
      }
    }
    return (LZWFrame(cells: narrowed, width: width, shown: shown), alphabet)
  }
}
