// Which parts of a paragraph run from right to left: the embedding levels of the Unicode Bidirectional Algorithm, by FriBidi.
// Source: Unicode Standard Annex #9; rule numbers below are its.

import CFriBidi

/// The embedding level of each scalar of a paragraph: even levels run left to right, odd ones right to left.
package struct BidiLevels {
  /// One level per scalar; empty stands for "all 0".
  private var levels: [UInt8] = []
  /// The paragraph's own level: 0 or 1.
  package private(set) var base: UInt8 = 0

  /// Resolves the levels of one paragraph.
  package init(_ scalars: [UInt32], direction: TextDirection) {
    // Nothing below the Hebrew block has a right-to-left class, and without one every level is the base's.
    let isPlain = scalars.allSatisfy { $0 < 0x590 }
    if isPlain && direction != .rightToLeft { return }
    var classes = [FriBidiCharType](repeating: FriBidiCharType(rawValue: 0), count: scalars.count)
    var brackets = [FriBidiBracketType](repeating: 0, count: scalars.count)
    var resolved = [FriBidiLevel](repeating: 0, count: scalars.count)
    var baseDirection: FriBidiParType =
      switch direction {
      case .natural: FRIBIDI_PAR_ON
      case .leftToRight: FRIBIDI_PAR_LTR
      case .rightToLeft: FRIBIDI_PAR_RTL
      }
    // The layout never hands over more than `ShapedText.longestParagraph` scalars.
    let count = FriBidiStrIndex(scalars.count)
    unsafe fribidi_get_bidi_types(scalars, count, &classes)
    unsafe fribidi_get_bracket_types(scalars, count, classes, &brackets)
    let highest = unsafe fribidi_get_par_embedding_levels_ex(classes, brackets, count, &baseDirection, &resolved)
    base = baseDirection == FRIBIDI_PAR_RTL || baseDirection == FRIBIDI_PAR_WRTL ? 1 : 0
    // 0 means out of memory: the text then runs in its base direction.
    levels = highest > 0 ? resolved.map { UInt8(max(0, $0)) } : [UInt8](repeating: base, count: scalars.count)
  }

  /// The level of the scalar at `index`.
  package subscript(index: Int) -> UInt8 { levels.isEmpty ? base : levels[index] }

  /// Returns the runs' order from left to right (rule L2): from the highest level to the lowest odd one, every stretch of runs
  /// at that level or above is reversed.
  package static func visualOrder(of runLevels: [UInt8]) -> [Int] {
    var order = Array(runLevels.indices)
    guard let highest = runLevels.max(), let lowestOdd = runLevels.filter({ $0 & 1 == 1 }).min() else { return order }
    for level in stride(from: highest, through: lowestOdd, by: -1) {
      var start = 0
      while start < order.count {
        guard runLevels[order[start]] >= level else {
          start += 1
          continue
        }
        let end = order[start...].firstIndex { runLevels[$0] < level } ?? order.count
        order[start..<end].reverse()
        start = end
      }
    }
    return order
  }
}

/// The library itself.
enum FriBidi {
  /// Of its headers.
  static var version: String { FRIBIDI_VERSION }
}
