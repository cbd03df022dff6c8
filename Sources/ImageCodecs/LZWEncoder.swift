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
/// farther. Frames whose colours are not exact are matched in `LZWEncoder+Choice.swift`; where time does not count so
/// much, `LZWBeam` mostly finds better ways to cut either kind.
package struct LZWEncoder {
  /// What the table allows.
  let table: LZWAlphabet
  private(set) var dictionary: LZWDictionary
  private var writer = LZWBitWriter()
  /// Nodes that fit so far, and those that fit one pixel more: two halves that change places.
  private var nodes = ContiguousArray<UInt16>(repeating: 0, count: 2 * Self.widestSet)
  /// Scratch of `LZWEncoder+Choice.swift`: nodes with their costs.
  var costed = ContiguousArray<UInt64>(repeating: 0, count: 2 * Self.widestCostedSet)

  /// First node at every length of the match found last, by `measure`.
  private var trail = ContiguousArray<UInt16>(repeating: 0, count: 1 << 12)
  /// The searches, once they have been asked for.
  private var beam: LZWBeam?
  private var exactSearch: LZWExactSearch?

  /// Nodes kept in a set. More than 16 were never seen to matter.
  private static let widestSet = 16
  /// Nodes kept in a set with costs, at most.
  static let widestCostedSet = 32

  private typealias Cell = LZWFrame.Cell

  /// Makes an encoder for frames of one table.
  package init(_ alphabet: LZWAlphabet) {
    table = alphabet
    dictionary = LZWDictionary(alphabet)
  }

  /// Compresses `count` equal indices.
  package mutating func encodeRun(of index: Int, count: Int) -> LZWData {
    let cells = ContiguousArray(repeating: LZWFrame.Cell.own | UInt32(index), count: count)
    return encode(LZWFrame(cells: cells, width: count), table, lookAhead: 0)
  }

  /// Compresses a frame without lists.
  /// - Parameters:
  ///   - alphabet: what its indices are.
  ///   - lookAhead: how many pixels early a match may end, from 0.
  package mutating func encode(_ frame: LZWFrame, _ alphabet: LZWAlphabet, lookAhead: Int) -> LZWData {
    let count = frame.cells.count
    begin(alphabet)
    var place = 0
    var cursor = 0
    while place < count {
      var length = Self.measure(dictionary, &nodes, &trail, frame, place, &cursor, keepingTrail: true)
      if lookAhead > 0 && length > 1 && place + length < count {
        // The segments are looked up from this match on: those after it may lie in the same one.
        var reach = place + length
        var ahead = cursor
        reach += Self.measure(dictionary, &nodes, &trail, frame, reach, &ahead, keepingTrail: false)
        for shorter in stride(from: length - 1, through: max(1, length - lookAhead), by: -1) where reach < count {
          ahead = cursor
          let other =
            place + shorter
            + Self.measure(dictionary, &nodes, &trail, frame, place + shorter, &ahead, keepingTrail: false)
          if other > reach { (reach, length) = (other, shorter) }
        }
      }
      send(Int(trail[length]))
      place += length
    }
    return end()
  }

  /// Compresses a frame in which every pixel is one index by a search for the best cut.
  package mutating func encode(
    _ frame: LZWFrame, _ alphabet: LZWAlphabet, _ effort: LZWExactSearch.Effort
  ) -> LZWData {
    var search = exactSearch.take() ?? LZWExactSearch()
    let codes = search.parse(frame, alphabet, effort)
    exactSearch = consume search
    // Widths and clear codes as `LZWDictionary` has them, which need not know the strings.
    var (width, next) = (alphabet.minimumCodeSize + 1, alphabet.count + 2)
    writer.put(alphabet.count, width: width)
    for code in codes {
      writer.put(Int(code), width: width)
      if next >= 1 << width && width < 12 { width += 1 }
      next += 1
      if next > effort.limit {
        writer.put(alphabet.count, width: width)
        (width, next) = (alphabet.minimumCodeSize + 1, alphabet.count + 2)
      }
    }
    writer.put(alphabet.count + 1, width: width)
    return LZWData(alphabet: alphabet, blocks: writer.finish())
  }

  /// Compresses a frame by the slow search.
  /// - Parameters:
  ///   - alphabet: what its indices are.
  ///   - choices: the lists of cells of kind `list`.
  ///   - sent: receives the index sent for every pixel of the rectangle; nil if nobody asks.
  package mutating func encode(
    _ frame: LZWFrame, _ alphabet: LZWAlphabet, _ choices: ColorChoices, _ effort: LZWBeam.Effort,
    sent: inout ContiguousArray<UInt8>?
  ) -> LZWData {
    var search = beam.take() ?? LZWBeam()
    let (codes, ends, cost) = search.parse(frame, alphabet, choices, effort)
    beam = consume search
    begin(alphabet)
    if sent != nil {
      sent = ContiguousArray(repeating: UInt8(truncatingIfNeeded: dictionary.transparent), count: frame.cells.count)
    }
    var place = 0
    for (code, end) in zip(codes, ends) {
      if sent != nil { dictionary.writeString(Int(code), length: Int(end) - place, at: place, to: &sent!) }
      send(Int(code))
      place = Int(end)
    }
    return self.end(cost: cost)
  }

  /// Begins a frame: a clear code comes first, as some readers need one.
  mutating func begin(_ alphabet: LZWAlphabet) {
    dictionary.begin(alphabet)
    writer.put(dictionary.clearCode, width: dictionary.width)
  }

  /// Ends a frame and returns its data.
  mutating func end(cost: Int = 0) -> LZWData {
    writer.put(dictionary.endCode, width: dictionary.width)
    return LZWData(alphabet: dictionary.alphabet, blocks: writer.finish(), cost: cost)
  }

  /// Sends the code of a node.
  mutating func send(_ code: Int) {
    writer.put(code, width: dictionary.width)
    if dictionary.sent(code) {
      writer.put(dictionary.clearCode, width: dictionary.width)
      dictionary.clear()
    }
  }

  /// Returns how many pixels from `start` on the longest fitting string covers, at least 1. With `keepingTrail` the first
  /// fitting node of every length is left in `trail`.
  private static func measure(
    _ dictionary: borrowing LZWDictionary, _ nodes: inout ContiguousArray<UInt16>,
    _ trail: inout ContiguousArray<UInt16>, _ frame: LZWFrame, _ start: Int, _ cursor: inout Int, keepingTrail: Bool
  ) -> Int {
    let cells = frame.cells.span, children = dictionary.children
    let end = cells.count
    let transparent = dictionary.transparent
    var nodes = nodes.mutableSpan, trail = trail.mutableSpan
    var length = 1
    var setCount = 1
    var single = 0
    let first = cells[start]
    let own = Int(first & 255)
    switch first >> 30 {
    case 0:
      length = min(frame.run(at: start, &cursor), dictionary.longestRun)
      single = dictionary.runNode(length)
      if keepingTrail { for n in 1...length { trail[n] = UInt16(truncatingIfNeeded: dictionary.runNode(n)) } }
    case 1:
      nodes[0] = UInt16(truncatingIfNeeded: transparent)
      nodes[1] = UInt16(truncatingIfNeeded: own)
      setCount = 2
      if keepingTrail { trail[1] = nodes[0] }
    default:
      single = own
      if keepingTrail { trail[1] = UInt16(truncatingIfNeeded: own) }
    }
    var half = 0
    while start + length < end {
      let cell = cells[start + length]
      let own = Int(cell & 255)
      if setCount == 1 {
        // One node and, mostly, one index: the path on which nearly all pixels go.
        if cell >= Cell.own {
          single = LZWDictionary.child(children, single, own)
          if single < 0 { break }
        } else {
          let first = LZWDictionary.child(children, single, transparent)
          let second = cell == Cell.transparent ? -1 : LZWDictionary.child(children, single, own)
          if first >= 0 && second >= 0 {
            nodes[half] = UInt16(truncatingIfNeeded: first)
            nodes[half + 1] = UInt16(truncatingIfNeeded: second)
            setCount = 2
          }
          single = first >= 0 ? first : second
          if single < 0 { break }
        }
      } else {
        let other = Self.widestSet - half
        var count = 0
        for member in 0..<setCount {
          let node = Int(nodes[half + member])
          if cell < Cell.own && count < Self.widestSet {
            let child = LZWDictionary.child(children, node, transparent)
            if child >= 0 {
              nodes[other + count] = UInt16(truncatingIfNeeded: child)
              count += 1
            }
          }
          if cell != Cell.transparent && count < Self.widestSet {
            let child = LZWDictionary.child(children, node, own)
            if child >= 0 {
              nodes[other + count] = UInt16(truncatingIfNeeded: child)
              count += 1
            }
          }
        }
        if count == 0 { break }
        half = other
        setCount = count
        single = Int(nodes[half])
      }
      length += 1
      if keepingTrail { trail[length] = UInt16(truncatingIfNeeded: single) }
    }
    return length
  }
}
