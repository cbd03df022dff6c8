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
/// The ways share their strings (`LZWSharedStrings`).
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

  private static let widestSet = 32

  private var shared = LZWSharedStrings()
  private var ways: ContiguousArray<Way> = []
  private var steps: ContiguousArray<Step> = []

  /// Makes a search.
  package init() {}

  /// Cuts a frame into strings.
  /// - Parameters:
  ///   - alphabet: what its indices are.
  ///   - choices: the lists of cells of kind `list`.
  /// - Returns: the codes of the strings, where each ends, and what entries that are not the nearest cost.
  package mutating func parse(
    _ frame: LZWFrame, _ alphabet: LZWAlphabet, _ choices: ColorChoices, _ effort: Effort
  ) -> (codes: ContiguousArray<UInt16>, ends: ContiguousArray<Int32>, cost: Int) {
    precondition((1...64).contains(effort.width) && (1...16).contains(effort.ends))
    precondition((2...Self.widestSet).contains(effort.nodes))
    let count = frame.cells.count
    ways = [Way()]
    shared.begin(alphabet, ways: effort.width)
    steps.removeAll(keepingCapacity: true)
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
      shared.advance(&ways)
      // As the table does, which has counted the string to come already.
      if shared.nextCode > LZWDictionary.limit {
        shared.clear()
        for index in ways.indices { ways[index].previous = -1 }
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
    let choices = choices.lists(within: shared.alphabet)
    let strings = shared.strings(of: way)
    var nodes = nodes.mutableSpan
    var set = CostedSet(start: 0, limit: effort.nodes)
    var length = 1
    var gain = 0
    let first = cells[start]
    switch first & Cell.list {
    case Cell.transparent:
      length = min(run, shared.longestRun)
      gain = length * CostedSet.unchangedGain
      set.insert(&nodes, Int(shared.runNodes[length]), 0)
      for shorter in max(1, length - effort.ends)..<max(1, length) {
        Self.note(
          &candidates, listStart, &found, effort.ends,
          Candidate(
            value: base + shorter * CostedSet.unchangedGain, cost: baseCost, way: way, end: start + shorter,
            code: Int(shared.runNodes[shorter])))
      }
    default:
      gain = CostedSet.gain(first)
      set.open(&nodes, first, shared.alphabet, choices)
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
      next.extend(set, &nodes, by: cell, strings, shared.alphabet.transparent, choices)
      if next.count == 0 { break }
      set = next
      length += 1
      gain += CostedSet.gain(cell)
    }
    // What the decoder learns with the string's first index.
    let previous = ways[way].previous
    guard previous >= 0 else { return }
    for place in listStart..<found {
      let first = strings.first(candidates[place].code)
      let isNew = first == ways[way].first ? strings.holds(shared.nextCode - 1) : strings.child(previous, first) < 0
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
    var next: ContiguousArray<Way> = []
    next.reserveCapacity(order.count)
    for index in order {
      let candidate = candidates[index]
      let parent = ways[candidate.way]
      shared.inherit(from: candidate.way, to: next.count)
      let first = shared.strings(of: candidate.way).first(candidate.code)
      if parent.previous >= 0 && first != parent.first {
        // The string learnt with this code; what had been guessed instead is wrong.
        shared.learn(parent.previous, first, first: parent.first, as: shared.nextCode - 1, way: next.count)
      }
      // The guess: the next code begins like this one.
      shared.learn(candidate.code, first, first: first, as: shared.nextCode, way: next.count)
      steps.append(Step(before: parent.step, end: Int32(candidate.end), code: UInt16(candidate.code)))
      next.append(
        Way(
          position: candidate.end, value: candidate.value, cost: candidate.cost, previous: candidate.code, first: first,
          cursor: parent.cursor, step: Int32(steps.count - 1)))
    }
    ways = next
  }
}
