/// LZW for frames whose colours are not exact anyway: which entry stands for a pixel is decided inside the match.
///
/// A changed pixel may be sent as any entry of its colour's list, or as transparent where what is on the screen is near
/// enough; each has a cost, its error in sixteenths of a bit. The set of fitting nodes then carries the cost summed so
/// far (the cheapest few are kept), and the match ends where
///
///     4 bits per changed pixel + .3 bit per unchanged one − cost
///
/// is greatest: 4 and .3 bits are about what such pixels take on average.
extension LZWEncoder {
  private typealias Cell = LZWFrame.Cell

  /// Where a match ends best.
  private struct Match {
    var length: Int, node: Int, value: Int, cost: Int
  }

  /// Compresses a frame.
  /// - Parameters:
  ///   - alphabet: what its indices are.
  ///   - width: nodes kept in a match, 2…32.
  ///   - sent: receives the index sent for every pixel of the rectangle; nil if nobody asks.
  package mutating func encode(
    _ frame: LZWFrame, _ alphabet: LZWAlphabet, _ choices: ColorChoices, width: Int,
    sent: inout ContiguousArray<UInt8>?
  ) -> LZWData {
    precondition((2...Self.widestCostedSet).contains(width))
    let count = frame.cells.count
    begin(alphabet)
    var cost = 0
    if sent != nil {
      sent = ContiguousArray(repeating: UInt8(truncatingIfNeeded: dictionary.transparent), count: count)
    }
    var place = 0
    var cursor = 0
    while place < count {
      let run = frame.cells[place] == Cell.transparent ? frame.run(at: place, &cursor) : 0
      var match = Self.match(dictionary, &costed, frame, choices, place, run, width)
      align(&match, at: place, frame, cursor, choices, width)
      if sent != nil && match.length > run {
        dictionary.writeString(match.node, length: match.length, at: place, to: &sent!)
      }
      send(match.node)
      place += match.length
      cost += match.cost
    }
    return end(cost: cost)
  }

  /// How far before its end a match is cut at most, and how many cuts are tried.
  private static var farthest: Int { 250 }
  private static var mostCuts: Int { 3 }

  /// Cuts a match that ends in a run of unchanged pixels such that the rest of the run, with what is behind it, is a string learnt
  /// before, where both codes together gain by that. See `LZWExactSearch`.
  private mutating func align(
    _ match: inout Match, at start: Int, _ frame: LZWFrame, _ cursor: Int, _ choices: ColorChoices, _ width: Int
  ) {
    let cells = frame.cells.span
    let count = cells.count, end = start + match.length
    guard match.length > 1, dictionary.longestRun > 1, cells[end - 1] < Cell.own else { return }
    func run(at place: Int) -> Int {
      var ahead = cursor
      return place < count && frame.cells[place] == Cell.transparent ? frame.run(at: place, &ahead) : 0
    }
    var after = end
    while after < count && cells[after] < Cell.own && after - end < dictionary.longestRun {
      after += max(1, run(at: after))
    }
    let rest = after - end
    guard after < count, rest < dictionary.longestRun else { return }
    let next = cells[after]
    let entry = next >= Cell.list ? Int(choices.nearest[Int(next & Cell.payload)]) : Int(next & Cell.payload)
    var code = Int(dictionary.lastAfterRun[entry])
    guard code > 0 else { return }
    var tail = 1
    while tail < min(match.length - 1, Self.farthest) && cells[end - 1 - tail] < Cell.own { tail += 1 }
    // What both codes gain, and how much shorter the first is.
    var best = (value: Int.min, cut: 0)
    var cuts = 0
    while code > 0 && cuts < Self.mostCuts {
      let cut = Int(dictionary.runLengths[code]) - rest
      if cut > 0 && cut <= tail {
        cuts += 1
        let second = Self.match(dictionary, &costed, frame, choices, end - cut, run(at: end - cut), width)
        let value = match.value - cut * CostedSet.unchangedGain + second.value
        if value > best.value { best = (value, cut) }
      }
      code = Int(dictionary.beforeAfterRun[code])
    }
    guard best.cut > 0 else { return }
    let second = Self.match(dictionary, &costed, frame, choices, end, run(at: end), width)
    guard best.value > match.value + second.value + Self.waste else { return }
    for _ in 0..<best.cut { match.node = dictionary.parent(match.node) }
    match.length -= best.cut
    match.value -= best.cut * CostedSet.unchangedGain
  }

  /// What a string costs that is learnt in vain, in sixteenths of a bit.
  private static var waste: Int { 12 }

  /// Finds the best match at `start`, where `run` transparent cells begin.
  private static func match(
    _ dictionary: borrowing LZWDictionary, _ costed: inout ContiguousArray<UInt64>, _ frame: LZWFrame,
    _ choices: ColorChoices, _ start: Int, _ run: Int, _ limit: Int
  ) -> Match {
    let cells = frame.cells.span
    let strings = LZWDictionary.Strings(children: dictionary.children)
    let choices = choices.lists(within: dictionary.alphabet)
    let end = cells.count
    let transparent = dictionary.transparent
    var nodes = costed.mutableSpan
    var set = CostedSet(start: 0, limit: limit)
    var length = 1
    var gain = 0
    let first = cells[start]
    switch first & Cell.list {
    case Cell.transparent:
      length = min(run, dictionary.longestRun)
      gain = length * CostedSet.unchangedGain
      set.insert(&nodes, dictionary.runNode(length), 0)
      // A run that goes on beyond the longest string known ends there.
      if length < run { return Match(length: length, node: dictionary.runNode(length), value: gain, cost: 0) }
    default:
      gain = CostedSet.gain(first)
      set.open(&nodes, first, dictionary.alphabet, choices)
    }
    var cost = set.cost(nodes, 0)
    var best = Match(length: length, node: set.node(nodes, 0), value: gain - cost, cost: cost)
    while start + length < end {
      let cell = cells[start + length]
      var next = CostedSet(start: Self.widestCostedSet - set.start, limit: limit)
      next.extend(set, &nodes, by: cell, strings, transparent, choices)
      if next.count == 0 { break }
      set = next
      length += 1
      gain += CostedSet.gain(cell)
      cost = set.cost(nodes, 0)
      if gain - cost >= best.value {
        best = Match(length: length, node: set.node(nodes, 0), value: gain - cost, cost: cost)
      }
    }
    return best
  }
}
