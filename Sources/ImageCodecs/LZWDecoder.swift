// GIF's variant of LZW (GIF89a specification, appendix F), read without trust: every code is checked, and work is bounded by the number of
// pixels and bytes.

/// Expands the compressed pixels of a GIF's frame; keeps its tables between frames.
struct LZWDecoder {
  /// Of every code: the code of its string without the last index, that index, and the string's length.
  private var prefix = ContiguousArray<UInt16>(repeating: 0, count: 4096)
  private var suffix = ContiguousArray<UInt8>(repeating: 0, count: 4096)
  private var length = ContiguousArray<Int32>(repeating: 1, count: 4096)

  /// Fills `indices` completely; nil when that worked, else what is wrong.
  mutating func decode(
    _ bytes: ContiguousArray<UInt8>, pieces: [Range<Int>], minimumCodeSize: Int,
    into indices: inout ContiguousArray<UInt8>
  ) -> String? {
    let clear = 1 << minimumCodeSize
    for code in 0..<clear {
      suffix[code] = UInt8(truncatingIfNeeded: code)
      length[code] = 1
    }
    var (next, size) = (clear + 2, minimumCodeSize + 1)
    var previous: Int?
    var filled = 0
    var (bits, bitCount) = (0, 0)
    for piece in pieces {
      for place in piece {
        bits |= Int(bytes[place]) << bitCount
        bitCount += 8
        while bitCount >= size {
          let code = bits & (1 << size - 1)
          bits >>= size
          bitCount -= size
          if code == clear {
            (next, size, previous) = (clear + 2, minimumCodeSize + 1, nil)
            continue
          }
          if code == clear + 1 { return filled == indices.count ? nil : "it ends after \(filled) pixels" }
          guard let before = previous else {
            guard code < clear else { return "code \(code) stands where an index must" }
            indices[filled] = suffix[code]
            filled += 1
            previous = code
            if filled == indices.count { return nil }
            continue
          }
          guard code < next || code == next && next < 4096 else { return "code \(code) is not in the table yet" }
          // The new entry is the previous string and the first index of this one, which may be that very entry.
          if next < 4096 {
            prefix[next] = UInt16(before)
            length[next] = length[before] + 1
            suffix[next] = firstIndex(of: code == next ? before : code)
            next += 1
            if next == 1 << size && size < 12 { size += 1 }
          }
          put(code, at: filled, into: &indices)
          filled += Int(length[code])
          if filled >= indices.count { return nil }
          previous = code
        }
      }
    }
    return "it ends after \(filled) pixels"
  }

  private func firstIndex(of code: Int) -> UInt8 {
    var code = code
    while length[code] > 1 { code = Int(prefix[code]) }
    return suffix[code]
  }

  /// Writes a code's string from its last index to its first; what lies beyond the end is dropped.
  private func put(_ code: Int, at start: Int, into indices: inout ContiguousArray<UInt8>) {
    var code = code
    var place = start + Int(length[code]) - 1
    while place >= start {
      if place < indices.count { indices[place] = suffix[code] }
      code = Int(prefix[code])
      place -= 1
    }
  }
}
