/// The slow matcher: a beam search over the ways to cut a frame into LZW strings.
///
/// What is sent decides what the decoder learns, so the longest match is not always the best, and what is lost or won
/// shows codes later. The search keeps some `width` ways alive at once. All have sent the same number of codes, hence have
/// code tables of the same size and codes of the same number of bits, so that they are compared simply by what those codes
/// cover, less what they wasted:
///
///     value = 4 bits per changed pixel + .3 bit per unchanged one − the cost of entries that are not the nearest
///             − ¾ bit for every string that was learnt though it was there
///
///     step:  every way goes on by each of its best few ends of a match; the best `width` of all those stay
///
/// Without the last term the ways that reach farthest now crowd out those that teach the decoder most: wider searches
/// then give larger files.
///
/// The ways share one hash table of strings. A string that any of them has learnt is entered once; whether it holds for a
/// certain way is told by the way's own list of the last `window` strings it learnt, and by one common list for all older
/// ones. Ways that disagree with the best about a string so old are dropped.
package struct LZWBeam {
  /// How far a search goes.
  package struct Effort: Sendable {
    /// Ways kept alive, 1…64; no two at one position.
    package var width: Int
    /// Ends of a match that are tried, 1…16.
    package var ends: Int
    /// Nodes kept in a match, 2…32.
    package var nodes: Int

    /// Makes the settings of a search.
    package init(width: Int, ends: Int, nodes: Int) { (self.width, self.ends, self.nodes) = (width, ends, nodes) }
  }

  /// What a string costs that is learnt in vain, in sixteenths of a bit.
  private static let waste = 12

  /// A way through the frame so far.
  private struct Way {
    /// Pixels covered.
    var position = 0
    /// What its codes cover, in sixteenths of a bit.
    var value = 0
    /// What entries that are not the nearest have cost.
    var cost = 0
    /// The code sent last and the first index of its string; −1 after a clear.
    var previous = -1, first = 0
    /// The segment of the frame at which to look for runs.
    var cursor = 0
    /// Its last step in `steps`.
    var step: Int32 = -1
  }

  /// A code sent.
  private struct Step {
    var before: Int32
    var end: Int32
    var code: UInt16
  }

  /// A way that goes on.
  private struct Candidate {
    var value = 0, cost = 0, way = 0, end = 0, code = 0
  }

  private typealias Cell = LZWFrame.Cell

  /// Strings that a way remembers by itself.
  private static let window = 32
  private static let slotBits = 15
  private static let widestSet = 32
  /// A string's key is `node << 8 | index`, 20 bits; above it stands the string's first index.
  private static let keyMask: UInt32 = 1 << 20 - 1
  /// The key of no string, for no node has the number 4095.
  private static let noKey = keyMask

  private var alphabet = LZWAlphabet(minimumCodeSize: 2)

  /// `(node << 8 | index) << 12 | child` for every string that a way has learnt, dead ones too.
  private var slots = ContiguousArray<UInt32>(repeating: 0, count: 1 << Self.slotBits)
  private var filled = 0
  /// Key and first index of every string that all ways agree on; strings from `agreed` on are the ways' own.
  private var keys = ContiguousArray<UInt32>(repeating: Self.noKey, count: 4096)
  private var agreed = 0
  private var nextCode = 0
  /// Node of the string of n transparent indices, as far as all agree.
  private var runNodes = ContiguousArray<UInt16>(repeating: 0, count: 4096)
  private var longestRun = 0

  private var ways: [Way] = []
  /// Keys and first indices of the last strings of every way, `window` each, and those of the ways to come.
  private var ownKeys: ContiguousArray<UInt32> = []
  private var spareKeys: ContiguousArray<UInt32> = []
  private var steps: ContiguousArray<Step> = []

  /// Makes a search.
  package init() {}

  private mutating func clear() {
    for slot in slots.indices { slots[slot] = 0 }
    filled = 0
    nextCode = alphabet.count + 2
    agreed = nextCode
    longestRun = alphabet.transparent >= 0 ? 1 : 0
    runNodes[1] = UInt16(max(0, alphabet.transparent))
    for index in ways.indices { ways[index].previous = -1 }
  }

  /// Cuts a frame into strings.
  /// - Parameters:
  ///   - alphabet: what its indices are.
  ///   - choices: the lists of cells of kind `list`.
  /// - Returns: the codes of the strings, where each ends, and what entries that are not the nearest cost.
  package mutating func parse(
    _ frame: LZWFrame, _ alphabet: LZWAlphabet, _ choices: ColorChoices, _ effort: Effort
  ) -> (codes: ContiguousArray<UInt16>, ends: ContiguousArray<Int32>, cost: Int) {
    self.alphabet = alphabet
    precondition((1...64).contains(effort.width) && (1...16).contains(effort.ends))
    precondition((2...Self.widestSet).contains(effort.nodes))
    let count = frame.cells.count
    ways = [Way()]
    clear()
    steps.removeAll(keepingCapacity: true)
    let room = effort.width * Self.window
    ownKeys = ContiguousArray(repeating: Self.noKey, count: room)
    spareKeys = ContiguousArray(repeating: Self.noKey, count: room)
    var candidates = ContiguousArray(repeating: Candidate(), count: effort.width * effort.ends)
    var nodes = ContiguousArray<UInt64>(repeating: 0, count: 2 * Self.widestSet)
    var order: ContiguousArray<Int> = []
    while true {
      var found = 0
      for way in ways.indices {
        let start = ways[way].position
        let run = frame.cells[start] == Cell.transparent ? frame.run(at: start, &ways[way].cursor) : 0
        findEnds(of: way, run, frame, choices, effort, &nodes, &candidates, &found)
      }
      choose(candidates.span.extracting(0..<found), effort.width, &order)
      advance(candidates.span, order)
      if let done = ways.first(where: { $0.position == count }) {
        let (codes, ends) = trace(done)
        return (codes, ends, done.cost)
      }
      // As the table does, which has counted the string to come already.
      if nextCode > LZWDictionary.limit {
        clear()
      } else {
        agree()
        if filled > slots.count / 2 { rebuild() }
      }
    }
  }

  /// Follows a way back to its start.
  private func trace(_ way: Way) -> (codes: ContiguousArray<UInt16>, ends: ContiguousArray<Int32>) {
    var codes: ContiguousArray<UInt16> = [], ends: ContiguousArray<Int32> = []
    var step = Int(way.step)
    while step >= 0 {
      codes.append(steps[step].code)
      ends.append(steps[step].end)
      step = Int(steps[step].before)
    }
    codes.reverse()
    ends.reverse()
    return (codes, ends)
  }

  // MARK: Strings

  @inline(__always)
  private static func slot(_ key: UInt32) -> Int {
    Int(truncatingIfNeeded: (key &* 0x9E37_79B1) >> UInt32(32 - slotBits))
  }

  /// What looking up a string needs.
  private struct Strings: LZWStrings, ~Copyable, ~Escapable {
    let slots: Span<UInt32>
    let keys: Span<UInt32>
    let own: Span<UInt32>
    let agreed: Int

    @_lifetime(copy slots, copy keys, copy own)
    init(slots: Span<UInt32>, keys: Span<UInt32>, own: Span<UInt32>, agreed: Int) {
      self.slots = slots
      self.keys = keys
      self.own = own
      self.agreed = agreed
    }

    /// Returns the child of a node by an index, or −1.
    @inline(__always)
    func child(_ node: Int, _ index: Int) -> Int {
      let key = UInt32(truncatingIfNeeded: node << 8 | index)
      var slot = LZWBeam.slot(key)
      while true {
        let entry = slots[slot]
        if entry == 0 { return -1 }
        if entry >> 12 == key {
          let child = Int(entry & 4095)
          let learnt = child < agreed ? keys[child] : own[child & (LZWBeam.window - 1)]
          if learnt & LZWBeam.keyMask == key { return child }
        }
        slot = (slot + 1) & (1 << LZWBeam.slotBits - 1)
      }
    }
  }

  /// Enters a string, given by its key and anything above it.
  private mutating func insert(_ learnt: UInt32, _ child: Int) {
    let key = learnt & Self.keyMask
    if key == Self.noKey { return }
    let entry = key << 12 | UInt32(child)
    var slot = Self.slot(key)
    while slots[slot] != 0 {
      if slots[slot] == entry { return }
      slot = (slot + 1) & (1 << Self.slotBits - 1)
    }
    slots[slot] = entry
    filled += 1
  }

  /// Forgets dead strings.
  private mutating func rebuild() {
    for slot in slots.indices { slots[slot] = 0 }
    filled = 0
    for code in alphabet.count + 2..<agreed { insert(keys[code], code) }
    for code in agreed..<nextCode {
      for way in ways.indices { insert(ownKeys[way * Self.window + code & (Self.window - 1)], code) }
    }
  }

  private func child(_ keys: ContiguousArray<UInt32>, _ way: Int, _ node: Int, _ index: Int) -> Int {
    Strings(
      slots: slots.span, keys: self.keys.span, own: keys.span.extracting(way * Self.window..<(way + 1) * Self.window),
      agreed: agreed
    ).child(node, index)
  }

  /// The first index of a string.
  private func first(_ code: Int, _ way: Int) -> Int {
    if code < alphabet.count { return code }
    return Int((code < agreed ? keys[code] : ownKeys[way * Self.window + code & (Self.window - 1)]) >> 20)
  }

  /// Makes the oldest string that ways remember by themselves common to all that agree with the best one.
  private mutating func agree() {
    guard nextCode - agreed >= Self.window else { return }
    let place = agreed & (Self.window - 1)
    let learnt = ownKeys[place]
    keys[agreed] = learnt
    if longestRun > 0, learnt & Self.keyMask == UInt32(Int(runNodes[longestRun]) << 8 | alphabet.transparent) {
      longestRun += 1
      runNodes[longestRun] = UInt16(agreed)
    }
    agreed += 1
    var kept = 0
    for way in ways.indices where ownKeys[way * Self.window + place] == learnt {
      if kept != way {
        ways[kept] = ways[way]
        var own = ownKeys.mutableSpan
        for index in 0..<Self.window { own[kept * Self.window + index] = own[way * Self.window + index] }
      }
      kept += 1
    }
    ways.removeLast(ways.count - kept)
  }

  // MARK: Steps

  /// Adds a candidate to the best `limit` of a way, which stand from `start` up to `end`.
  @inline(__always)
  private static func note(
    _ candidates: inout MutableSpan<Candidate>, _ start: Int, _ end: inout Int, _ limit: Int, _ candidate: Candidate
  ) {
    var place = end
    if place - start == limit {
      place -= 1
      if candidates[place].value > candidate.value { return }
    } else {
      end += 1
    }
    // Of equal ones the longer comes first.
    while place > start && candidates[place - 1].value <= candidate.value {
      candidates[place] = candidates[place - 1]
      place -= 1
    }
    candidates[place] = candidate
  }

  /// Adds the best ends of a way's next string to the candidates.
  private func findEnds(
    of way: Int, _ run: Int, _ frame: LZWFrame, _ choices: ColorChoices, _ effort: Effort,
    _ nodes: inout ContiguousArray<UInt64>, _ candidates: inout ContiguousArray<Candidate>, _ found: inout Int
  ) {
    let start = ways[way].position
    let cells = frame.cells.span
    let end = cells.count
    let listStart = found
    var candidates = candidates.mutableSpan
    let base = ways[way].value, baseCost = ways[way].cost
    let choices = choices.lists(within: alphabet)
    let strings = Strings(
      slots: slots.span, keys: keys.span, own: ownKeys.span.extracting(way * Self.window..<(way + 1) * Self.window),
      agreed: agreed)
    var nodes = nodes.mutableSpan
    var set = CostedSet(start: 0, limit: effort.nodes)
    var length = 1
    var gain = 0
    let first = cells[start]
    switch first & Cell.list {
    case Cell.transparent:
      length = min(run, longestRun)
      gain = length * CostedSet.unchangedGain
      set.insert(&nodes, Int(runNodes[length]), 0)
      for shorter in max(1, length - effort.ends)..<max(1, length) {
        Self.note(
          &candidates, listStart, &found, effort.ends,
          Candidate(
            value: base + shorter * CostedSet.unchangedGain, cost: baseCost, way: way, end: start + shorter,
            code: Int(runNodes[shorter])))
      }
    default:
      gain = CostedSet.gain(first)
      set.open(&nodes, first, alphabet, choices)
    }
    while true {
      Self.note(
        &candidates, listStart, &found, effort.ends,
        Candidate(
          value: base + gain - set.cost(nodes, 0), cost: baseCost + set.cost(nodes, 0), way: way, end: start + length,
          code: set.node(nodes, 0)))
      if start + length == end { break }
      let cell = cells[start + length]
      var next = CostedSet(start: Self.widestSet - set.start, limit: effort.nodes)
      next.extend(set, &nodes, by: cell, strings, alphabet.transparent, choices)
      if next.count == 0 { break }
      set = next
      length += 1
      gain += CostedSet.gain(cell)
    }
    // What the decoder learns with the string's first index.
    let previous = ways[way].previous
    guard previous >= 0 else { return }
    for place in listStart..<found {
      let first = self.first(candidates[place].code, way)
      let isNew =
        first == ways[way].first
        ? ownKeys[way * Self.window + (nextCode - 1) & (Self.window - 1)] & Self.keyMask != Self.noKey
        : strings.child(previous, first) < 0
      if !isNew { candidates[place].value -= Self.waste }
    }
  }

  /// Chooses the best candidates, one for a position; of equal ones those of better ways come first.
  private func choose(_ candidates: Span<Candidate>, _ width: Int, _ order: inout ContiguousArray<Int>) {
    order.removeAll(keepingCapacity: true)
    for index in candidates.indices {
      let candidate = candidates[index]
      if order.count == width && candidates[order[width - 1]].value >= candidate.value { continue }
      if let same = order.firstIndex(where: { candidates[$0].end == candidate.end }) {
        if candidates[order[same]].value >= candidate.value { continue }
        order.remove(at: same)
      } else if order.count == width {
        order.removeLast()
      }
      var place = order.count
      while place > 0 && candidates[order[place - 1]].value < candidate.value { place -= 1 }
      order.insert(index, at: place)
    }
  }

  /// Makes candidates the ways.
  private mutating func advance(_ candidates: Span<Candidate>, _ order: ContiguousArray<Int>) {
    var next: [Way] = []
    next.reserveCapacity(order.count)
    var nextKeys = spareKeys
    spareKeys = []
    for index in order {
      let candidate = candidates[index]
      let parent = ways[candidate.way]
      let place = next.count * Self.window, from = candidate.way * Self.window
      copyKeys(from, to: &nextKeys, place)
      let first = first(candidate.code, candidate.way)
      if parent.previous >= 0 && first != parent.first {
        // The string learnt with this code; what had been guessed instead is wrong.
        learn(parent.previous, first, parent.first, nextCode - 1, next.count, &nextKeys)
      }
      // The guess: the next code begins like this one.
      learn(candidate.code, first, first, nextCode, next.count, &nextKeys)
      steps.append(Step(before: parent.step, end: Int32(candidate.end), code: UInt16(candidate.code)))
      next.append(
        Way(
          position: candidate.end, value: candidate.value, cost: candidate.cost, previous: candidate.code, first: first,
          cursor: parent.cursor, step: Int32(steps.count - 1)))
    }
    ways = next
    spareKeys = ownKeys
    ownKeys = nextKeys
    nextCode += 1
  }

  private func copyKeys(_ from: Int, to target: inout ContiguousArray<UInt32>, _ place: Int) {
    let source = ownKeys.span.extracting(from..<from + Self.window)
    var target = target.mutableSpan
    for offset in 0..<Self.window { target[place + offset] = source[offset] }
  }

  /// Lets a way to come learn a node's string with one more index, unless it has that.
  private mutating func learn(
    _ node: Int, _ index: Int, _ first: Int, _ code: Int, _ way: Int, _ nextKeys: inout ContiguousArray<UInt32>
  ) {
    let place = way * Self.window + code & (Self.window - 1)
    nextKeys[place] = Self.noKey
    if child(nextKeys, way, node, index) >= 0 { return }
    let learnt = UInt32(first << 20 | node << 8 | index)
    nextKeys[place] = learnt
    insert(learnt, code)
  }
}
