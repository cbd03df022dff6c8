/// Where a match looks strings up.
protocol LZWStrings: ~Escapable {
  /// Returns the string of a node and one more index, or −1.
  func child(_ node: Int, _ index: Int) -> Int
}

/// Fitting nodes in a stretch of shared memory, cheapest first, equally cheap ones in the order of their coming: the cost
/// above 16 bits of node.
struct CostedSet {
  /// What covering a pixel gains that has changed, and one that has not, in sixteenths of a bit: about what such pixels
  /// take on average.
  static let changedGain = 4 * ColorChoices.bit, unchangedGain = 5

  private typealias Cell = LZWFrame.Cell

  let start: Int
  let limit: Int
  private(set) var count = 0

  init(start: Int, limit: Int) { (self.start, self.limit) = (start, limit) }

  /// What covering a cell gains.
  @inline(__always)
  static func gain(_ cell: UInt32) -> Int { cell >= Cell.own ? changedGain : unchangedGain }

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
  private func refuses(_ nodes: borrowing MutableSpan<UInt64>, _ cost: Int) -> Bool {
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

  /// Begins with all that the first cell of a match, one that is not just transparent, may be sent as.
  @inline(__always)
  mutating func open(
    _ nodes: inout MutableSpan<UInt64>, _ cell: UInt32, _ alphabet: LZWAlphabet, _ choices: ColorLists
  ) {
    switch cell & Cell.list {
    case Cell.either:
      insert(&nodes, alphabet.transparent, 0)
      insert(&nodes, Int(cell & Cell.payload), 0)
    case Cell.own: insert(&nodes, Int(cell & Cell.payload), 0)
    default:
      let keeping = Int(cell >> 24 & 63), life = Int(cell >> 21 & 7)
      if keeping != Cell.never { insert(&nodes, alphabet.transparent, keeping << 2) }
      for place in choices.places(Int(cell & Cell.payload)) {
        let item = choices.items[place]
        if choices.holds(item) { insert(&nodes, Int(item & 255), ColorChoices.cost(item, life: life)) }
      }
    }
  }

  /// Enters the children of another set's nodes by all that a cell may be sent as.
  ///
  /// Transparent, since an inlined one stays a call here, which makes matches with lists a quarter slower.
  @_transparent
  mutating func extend<Strings: LZWStrings & ~Escapable>(
    _ set: CostedSet, _ nodes: inout MutableSpan<UInt64>, by cell: UInt32, _ strings: Strings, _ transparent: Int,
    _ choices: ColorLists
  ) {
    switch cell & Cell.list {
    case Cell.transparent:
      for member in 0..<set.count {
        let child = strings.child(set.node(nodes, member), transparent)
        if child >= 0 { insert(&nodes, child, set.cost(nodes, member)) }
      }
    case Cell.either:
      for member in 0..<set.count {
        let node = set.node(nodes, member), cost = set.cost(nodes, member)
        let child = strings.child(node, transparent)
        if child >= 0 { insert(&nodes, child, cost) }
        let other = strings.child(node, Int(cell & Cell.payload))
        if other >= 0 { insert(&nodes, other, cost) }
      }
    case Cell.own:
      for member in 0..<set.count {
        let child = strings.child(set.node(nodes, member), Int(cell & Cell.payload))
        if child >= 0 { insert(&nodes, child, set.cost(nodes, member)) }
      }
    default:
      let keeping = Int(cell >> 24 & 63), life = Int(cell >> 21 & 7)
      let list = choices.places(Int(cell & Cell.payload))
      for member in 0..<set.count {
        let node = set.node(nodes, member), cost = set.cost(nodes, member)
        if refuses(nodes, cost) { break }
        if keeping != Cell.never && !refuses(nodes, cost + keeping << 2) {
          let child = strings.child(node, transparent)
          if child >= 0 { insert(&nodes, child, cost + keeping << 2) }
        }
        for place in list {
          let item = choices.items[place]
          let total = cost + ColorChoices.cost(item, life: life)
          if refuses(nodes, total) { break }
          if !choices.holds(item) { continue }
          let child = strings.child(node, Int(item & 255))
          if child >= 0 { insert(&nodes, child, total) }
        }
      }
    }
  }
}
