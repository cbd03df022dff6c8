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
  /// A pixel's gain when a match covers it, in sixteenths of a bit.
  private static var changedGain: Int { 4 * ColorChoices.bit }
  private static var unchangedGain: Int { 5 }

  private typealias Cell = LZWFrame.Cell

  /// Where a match ends best.
  private struct Match {
    var length: Int, node: Int, value: Int
  }

  /// Compresses a frame and returns its data blocks.
  /// - Parameters:
  ///   - width: nodes kept in a match, 2…32.
  ///   - sent: receives the index sent for every pixel of the rectangle; nil if nobody asks.
  package mutating func encode(
    _ frame: LZWFrame, _ choices: ColorChoices, width: Int, sent: inout ContiguousArray<UInt8>?
  ) -> ContiguousArray<UInt8> {
    precondition((2...Self.widestCostedSet).contains(width))
    let count = frame.cells.count
    begin()
    if sent != nil {
      sent = ContiguousArray(repeating: UInt8(truncatingIfNeeded: dictionary.transparent), count: count)
    }
    var place = 0
    var cursor = 0
    while place < count {
      let run = frame.cells[place] == Cell.transparent ? frame.run(at: place, &cursor) : 0
      let match = Self.match(dictionary, &costed, frame, choices, place, run, width)
      if sent != nil && match.length > run {
        dictionary.writeString(match.node, length: match.length, at: place, to: &sent!)
      }
      send(match.node)
      place += match.length
    }
    return end()
  }

  /// Finds the best match at `start`, where `run` transparent cells begin.
  private static func match(
    _ dictionary: borrowing LZWDictionary, _ costed: inout ContiguousArray<UInt64>, _ frame: LZWFrame,
    _ choices: ColorChoices, _ start: Int, _ run: Int, _ limit: Int
  ) -> Match {
    let cells = frame.cells.span, items = choices.items.span, starts = choices.starts.span
    let children = dictionary.children
    let end = cells.count
    let transparent = dictionary.transparent
    var nodes = costed.mutableSpan
    var set = CostedSet(start: 0, limit: limit)
    var length = 1
    var gain = Self.changedGain
    let first = cells[start]
    switch first & Cell.list {
    case Cell.transparent:
      length = min(run, dictionary.longestRun)
      gain = length * Self.unchangedGain
      set.insert(&nodes, dictionary.runNode(length), 0)
      // A run that goes on beyond the longest string known ends there.
      if length < run { return Match(length: length, node: dictionary.runNode(length), value: gain) }
    case Cell.either:
      gain = Self.unchangedGain
      set.insert(&nodes, transparent, 0)
      set.insert(&nodes, Int(first & Cell.payload), 0)
    case Cell.own: set.insert(&nodes, Int(first & Cell.payload), 0)
    default:
      let number = Int(first & Cell.payload)
      let keeping = Int(first >> 24 & 63), life = Int(first >> 21 & 7)
      if keeping != Cell.never { set.insert(&nodes, transparent, keeping << 2) }
      for place in Int(starts[number])..<Int(starts[number + 1]) {
        set.insert(&nodes, Int(items[place] & 255), ColorChoices.cost(items[place], life: life))
      }
    }
    var best = Match(length: length, node: set.node(nodes, 0), value: gain - set.cost(nodes, 0))
    while start + length < end {
      let cell = cells[start + length]
      var next = CostedSet(start: Self.widestCostedSet - set.start, limit: limit)
      switch cell & Cell.list {
      case Cell.transparent:
        for member in 0..<set.count {
          let child = LZWDictionary.child(children, set.node(nodes, member), transparent)
          if child >= 0 { next.insert(&nodes, child, set.cost(nodes, member)) }
        }
      case Cell.either:
        for member in 0..<set.count {
          let node = set.node(nodes, member), cost = set.cost(nodes, member)
          let child = LZWDictionary.child(children, node, transparent)
          if child >= 0 { next.insert(&nodes, child, cost) }
          let other = LZWDictionary.child(children, node, Int(cell & Cell.payload))
          if other >= 0 { next.insert(&nodes, other, cost) }
        }
      case Cell.own:
        for member in 0..<set.count {
          let child = LZWDictionary.child(children, set.node(nodes, member), Int(cell & Cell.payload))
          if child >= 0 { next.insert(&nodes, child, set.cost(nodes, member)) }
        }
      default:
        let number = Int(cell & Cell.payload)
        let keeping = Int(cell >> 24 & 63), life = Int(cell >> 21 & 7)
        let list = Int(starts[number])..<Int(starts[number + 1])
        for member in 0..<set.count {
          let node = set.node(nodes, member), cost = set.cost(nodes, member)
          if next.refuses(nodes, cost) { break }
          if keeping != Cell.never && !next.refuses(nodes, cost + keeping << 2) {
            let child = LZWDictionary.child(children, node, transparent)
            if child >= 0 { next.insert(&nodes, child, cost + keeping << 2) }
          }
          for place in list {
            let item = items[place]
            let total = cost + ColorChoices.cost(item, life: life)
            if next.refuses(nodes, total) { break }
            let child = LZWDictionary.child(children, node, Int(item & 255))
            if child >= 0 { next.insert(&nodes, child, total) }
          }
        }
      }
      if next.count == 0 { break }
      set = next
      length += 1
      gain += cell >= Cell.own ? Self.changedGain : Self.unchangedGain
      let value = gain - set.cost(nodes, 0)
      if value >= best.value { best = Match(length: length, node: set.node(nodes, 0), value: value) }
    }
    return best
  }
}

/// Fitting nodes in a stretch of shared memory, cheapest first, equally cheap ones in the order of their coming: the cost
/// above 16 bits of node.
struct CostedSet {
  let start: Int
  let limit: Int
  private(set) var count = 0

  init(start: Int, limit: Int) { (self.start, self.limit) = (start, limit) }

  @inline(__always)
  func node(_ nodes: borrowing MutableSpan<UInt64>, _ member: Int) -> Int {
    Int(truncatingIfNeeded: nodes[start + member] & 0xFFFF)
  }

  @inline(__always)
  func cost(_ nodes: borrowing MutableSpan<UInt64>, _ member: Int) -> Int {
    Int(truncatingIfNeeded: nodes[start + member] >> 16)
  }

  /// Whether a node of this cost would be dropped.
  @inline(__always)
  func refuses(_ nodes: borrowing MutableSpan<UInt64>, _ cost: Int) -> Bool {
    count == limit && self.cost(nodes, limit - 1) <= cost
  }

  /// Enters a node behind those that cost no more, dropping what falls off the end.
  @inline(__always)
  mutating func insert(_ nodes: inout MutableSpan<UInt64>, _ node: Int, _ cost: Int) {
    var place = start + count
    if count == limit {
      place -= 1
      if Int(truncatingIfNeeded: nodes[place] >> 16) <= cost { return }
    } else {
      count += 1
    }
    let entry = UInt64(truncatingIfNeeded: cost) << 16
    // Only nodes of a greater cost move up.
    while place > start && nodes[place - 1] >> 16 > UInt64(truncatingIfNeeded: cost) {
      nodes[place] = nodes[place - 1]
      place -= 1
    }
    nodes[place] = entry | UInt64(truncatingIfNeeded: node)
  }
}
