// Stage 4b of filling: the heights at which edges of a pixel end.

/// A set of heights inside a row, in sub-units: a bit each.
struct Heights: Sendable {
  private var words: ContiguousArray<UInt64> = []
  /// Which words are not 0.
  private var used: UInt64 = 0
  private(set) var count = 0

  /// Replaces the set by the ends of edges, less the row's borders.
  mutating func replace(byEndsOf parts: Span<EdgePart>) {
    if words.isEmpty { words.append(contentsOf: repeatElement(0, count: Int(Edge.unit) >> 6)) }
    (count, used) = note(parts, &words, used)
  }

  /// Writes the heights in order, `count` of them.
  func list(into storage: inout ContiguousArray<Int32>) {
    let words = self.words.span
    var list = storage.mutableSpan
    var used = self.used, next = 0
    while used != 0 {
      let index = used.trailingZeroBitCount
      used &= used &- 1
      var bits = words[index]
      while bits != 0 {
        list[next] = Int32(truncatingIfNeeded: index &<< 6 | bits.trailingZeroBitCount)
        bits &= bits &- 1
        next &+= 1
      }
    }
  }
}

/// Clears the words in use and sets the bits of new heights; returns how many those are and which words they use.
@inline(__always)
private func note(_ parts: Span<EdgePart>, _ storage: inout ContiguousArray<UInt64>, _ used: UInt64) -> (Int, UInt64) {
  var words = storage.mutableSpan
  var old = used, used: UInt64 = 0, count = 0
  while old != 0 {
    words[old.trailingZeroBitCount] = 0
    old &= old &- 1
  }
  // The row's borders are one bit, which is taken back.
  note(0, &words, &used, &count)
  for index in parts.indices {
    note(parts[index].y0 & Edge.fraction, &words, &used, &count)
    note(parts[index].y1 & Edge.fraction, &words, &used, &count)
  }
  words[0] &= ~1
  if words[0] == 0 { used &= ~1 }
  return (count &- 1, used)
}

@inline(__always)
private func note(_ height: Int32, _ words: inout MutableSpan<UInt64>, _ used: inout UInt64, _ count: inout Int) {
  let index = Int(height >> 6), bit = UInt64(1) &<< UInt64(truncatingIfNeeded: height & 63)
  let word = words[index]
  count &+= word & bit == 0 ? 1 : 0
  words[index] = word | bit
  used |= 1 &<< UInt64(truncatingIfNeeded: index)
}
