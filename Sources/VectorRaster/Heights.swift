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

  /// The heights in order, and from then on the row's lower border.
  var ascending: Ascending {
    @inline(__always) get { Ascending(words: words.span, used: used) }
  }

  /// Steps through the heights of a set.
  struct Ascending: ~Copyable, ~Escapable {
    private let words: Span<UInt64>
    /// Of the words that have not been come to.
    private var used: UInt64
    /// What is left of a word, and the first height of the word.
    private var bits: UInt64 = 0
    private var first: Int32 = 0

    @inline(__always) @_lifetime(copy words)
    fileprivate init(words: Span<UInt64>, used: UInt64) {
      self.words = words
      self.used = used
    }

    @inline(__always) @_lifetime(self: copy self)
    mutating func next() -> Int32 {
      if bits == 0 {
        if used == 0 { return Edge.unit }
        let index = used.trailingZeroBitCount
        used &= used &- 1
        bits = words[index]
        first = Int32(truncatingIfNeeded: index &<< 6)
      }
      let height = first | Int32(truncatingIfNeeded: bits.trailingZeroBitCount)
      bits &= bits &- 1
      return height
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
