/// LZW for GIF frames, in which an unchanged pixel may be sent as its own index or as transparent.
///
/// The decoder needs codes whose strings fit, nothing else; so a match keeps the SET of dictionary nodes whose strings
/// fit the pixels so far, where an unchanged pixel fits both indices. The longest match wins, and among equal ones the
/// most transparent, which is why transparent always comes first in the set: otherwise runs of it are never learnt.
///
///     match(pos):  S = {transparent if free, own}
///       loop: S' = [child(s, transparent) if free, child(s, own)  for s in S, in order]; stop when S' is empty
///
/// Look-ahead ("flexible parsing"): a match may end up to `lookAhead` pixels early where the match after it then reaches
/// farther. Source of both ideas: flexible parsing as in the literature on LZW; the set is our own.

/// A frame's rectangle, ready to be compressed.
package struct IndexedFrame: Sendable {
  /// What a pixel may be sent as.
  package enum Choice {
    /// Its own index only.
    package static let own: UInt8 = 0
    /// Transparent only.
    package static let transparent: UInt8 = 1
    /// Either: what is on the screen is already right.
    package static let either: UInt8 = 2
  }

  /// The index of every pixel, row after row.
  package var indices: ContiguousArray<UInt8>
  /// The `Choice` of every pixel.
  package var choices: ContiguousArray<UInt8>
  /// How many pixels from this one on may be sent as transparent only.
  package var runs: ContiguousArray<UInt32>

  /// Makes a frame; the runs are found from the choices.
  package init(indices: ContiguousArray<UInt8>, choices: ContiguousArray<UInt8>) {
    precondition(indices.count == choices.count)
    self.indices = indices
    self.choices = choices
    runs = ContiguousArray(repeating: 0, count: indices.count)
    var run: UInt32 = 0
    for index in stride(from: indices.count - 1, through: 0, by: -1) {
      run = choices[index] == Choice.transparent ? run + 1 : 0
      runs[index] = run
    }
  }
}

/// Compresses frames one after the other; holds the scratch memory for it.
package struct LZWEncoder {
  private var dictionary: LZWDictionary
  private var writer = LZWBitWriter()
  /// Nodes that fit so far, and those that fit one pixel more.
  private var nodes = ContiguousArray<UInt16>(repeating: 0, count: Self.widestSet)
  private var nextNodes = ContiguousArray<UInt16>(repeating: 0, count: Self.widestSet)
  /// First node at every length of the match found last, by `measure`.
  private var trail = ContiguousArray<UInt16>(repeating: 0, count: 1 << 12)

  /// Nodes kept in a set. More than 16 were never seen to matter.
  private static let widestSet = 16

  /// Makes an encoder for tables of `1 << minimumCodeSize` entries.
  package init(minimumCodeSize: Int, transparent: Int? = nil) {
    dictionary = LZWDictionary(minimumCodeSize: minimumCodeSize, transparent: transparent)
  }

  /// Compresses `count` equal indices.
  package mutating func encodeRun(of index: Int, count: Int) -> ContiguousArray<UInt8> {
    encode(
      IndexedFrame(
        indices: ContiguousArray(repeating: UInt8(index), count: count),
        choices: ContiguousArray(repeating: IndexedFrame.Choice.own, count: count)), lookAhead: 0)
  }

  /// Compresses a frame and returns its data blocks.
  /// - Parameter lookAhead: how many pixels early a match may end, from 0.
  package mutating func encode(_ frame: IndexedFrame, lookAhead: Int) -> ContiguousArray<UInt8> {
    let count = frame.indices.count
    dictionary.clear()
    writer.put(dictionary.clearCode, width: dictionary.width)
    var place = 0
    while place < count {
      var length = measure(frame, place, keepingTrail: true)
      if lookAhead > 0 && length > 1 && place + length < count {
        var reach = place + length + measure(frame, place + length, keepingTrail: false)
        for shorter in stride(from: length - 1, through: max(1, length - lookAhead), by: -1) where reach < count {
          let other = place + shorter + measure(frame, place + shorter, keepingTrail: false)
          if other > reach { (reach, length) = (other, shorter) }
        }
      }
      send(Int(trail[length]))
      place += length
    }
    writer.put(dictionary.endCode, width: dictionary.width)
    return writer.finish()
  }

  private mutating func send(_ code: Int) {
    writer.put(code, width: dictionary.width)
    if dictionary.sent(code) {
      writer.put(dictionary.clearCode, width: dictionary.width)
      dictionary.clear()
    }
  }

  /// Returns how many pixels from `start` on the longest fitting string covers, at least 1. With `keepingTrail` the first
  /// fitting node of every length is left in `trail`.
  private mutating func measure(_ frame: IndexedFrame, _ start: Int, keepingTrail: Bool) -> Int {
    let indices = frame.indices.span, choices = frame.choices.span, runs = frame.runs.span
    let end = indices.count
    precondition(choices.count == end && runs.count == end && start < end)
    let transparent = dictionary.transparent
    var length = 1
    var setCount = 1
    var single = 0
    switch choices[start] {
    case IndexedFrame.Choice.transparent:
      length = min(Int(runs[start]), dictionary.longestRun)
      single = dictionary.runNode(length)
      if keepingTrail { for n in 1...length { trail[n] = UInt16(truncatingIfNeeded: dictionary.runNode(n)) } }
    case IndexedFrame.Choice.own:
      single = Int(indices[start])
      if keepingTrail { trail[1] = UInt16(truncatingIfNeeded: single) }
    default:
      nodes[0] = UInt16(truncatingIfNeeded: transparent)
      nodes[1] = UInt16(indices[start])
      setCount = 2
      if keepingTrail { trail[1] = nodes[0] }
    }
    while start + length < end {
      let place = start + length
      let choice = choices[place]
      let own = Int(indices[place])
      if setCount == 1 {
        // One node and, mostly, one index: the path on which nearly all pixels go.
        let first = choice == IndexedFrame.Choice.own ? -1 : dictionary.child(single, transparent)
        let second = choice == IndexedFrame.Choice.transparent ? -1 : dictionary.child(single, own)
        if first >= 0 && second >= 0 {
          nodes[0] = UInt16(truncatingIfNeeded: first)
          nodes[1] = UInt16(truncatingIfNeeded: second)
          setCount = 2
          single = first
        } else if first >= 0 {
          single = first
        } else if second >= 0 {
          single = second
        } else {
          break
        }
      } else {
        var nextCount = 0
        for member in 0..<setCount {
          let node = Int(nodes[member])
          if choice != IndexedFrame.Choice.own {
            let child = dictionary.child(node, transparent)
            if child >= 0 && nextCount < Self.widestSet {
              nextNodes[nextCount] = UInt16(truncatingIfNeeded: child)
              nextCount += 1
            }
          }
          if choice != IndexedFrame.Choice.transparent {
            let child = dictionary.child(node, own)
            if child >= 0 && nextCount < Self.widestSet {
              nextNodes[nextCount] = UInt16(truncatingIfNeeded: child)
              nextCount += 1
            }
          }
        }
        if nextCount == 0 { break }
        swap(&nodes, &nextNodes)
        setCount = nextCount
        single = Int(nodes[0])
      }
      length += 1
      if keepingTrail { trail[length] = UInt16(truncatingIfNeeded: single) }
    }
    return length
  }
}
