/// The search for frames in which every pixel is one index: a beam search over the ways to cut them into LZW strings.
///
/// As in `LZWBeam` some `width` ways are kept alive that have sent the same number of codes, and are compared by what these
/// cover less what was learnt in vain. That there is but one index for a pixel makes it fast: a match is one node instead
/// of a set, what the decoder learns with a code is known at once, and the longest match at a pixel, as far as all ways
/// agree on its string, is kept for the next way that comes there, which only has to try to lengthen it.
///
///     end L − k     the match cut short by some pixels
///     aligned end   cut within a run of transparent such that what is left of the run, with the pixels behind it, is a
///                   string learnt before, of a row above mostly:
///
///                       · · · · · · · · a b c        one code up to here:  · · · · ·
///                       run ────────────┘            the next:                       · · · a b c
///
///                   The gain lies in the code to come, so such a cut is ranked by what both codes cover.
package struct LZWExactSearch {
  /// How far a search goes.
  package struct Effort: Sendable {
    /// Ways kept alive, 1…64; no two at one position.
    package var width: Int
    /// Ends of a match that are tried, 1…16.
    package var ends: Int

    /// Codes up to this are handed out before the table is cleared, 1024…4095.
    package var limit: Int

    /// Makes the settings of a search.
    package init(width: Int, ends: Int, limit: Int = LZWDictionary.limit) {
      (self.width, self.ends, self.limit) = (width, ends, limit)
    }
  }

  /// What a string costs that is learnt in vain, in sixteenths of a bit.
  private static let waste = 12
  /// How far an aligned end may lie before the longest one, how many pixels behind the run at most, and how many learnt
  /// strings are looked at. More of either gains nothing.
  private static let farthest = 250, mostBehind = 16, mostLooks = 24

  /// A way through the frame so far.
  private struct Way {
    /// Pixels covered.
    var position = 0
    /// What its codes cover, in sixteenths of a bit.
    var value = 0
    /// Its last step in `steps`.
    var step: Int32 = -1
  }

  /// A code sent.
  private struct Step {
    var before: Int32
    var code: UInt16
  }

  /// A way that goes on: by its rank it is kept, with its value it goes on.
  private struct Candidate {
    var rank = 0, value = 0, end = 0, way = 0, code = 0
    var isLongest = false
  }

  /// The longest agreed match at a pixel.
  private struct Match {
    var table: UInt32 = 0
    var length: Int32 = 0
    var node: Int32 = 0
  }

  private var shared = LZWSharedStrings()
  private var ways: ContiguousArray<Way> = []
  private var lastWays: ContiguousArray<Way> = []
  private var steps: ContiguousArray<Step> = []
  private var spareMatches: ContiguousArray<Match> = []
  /// Counts tables, so that matches of older ones are told apart.
  private var table: UInt32 = 0
  /// The index of every pixel, how many transparent ones follow from it on, and what all before it gain.
  private var indices: ContiguousArray<UInt8> = []
  private var runs: ContiguousArray<Int32> = []
  private var gains: ContiguousArray<Int32> = []

  /// Makes a search.
  package init() {}

  /// Cuts a frame without lists and without pixels that are free to be either index into strings.
  /// - Returns: the codes of the strings.
  package mutating func parse(_ frame: LZWFrame, _ alphabet: LZWAlphabet, _ effort: Effort) -> ContiguousArray<UInt16> {
    precondition((1...64).contains(effort.width) && (1...16).contains(effort.ends))
    precondition((1024...LZWDictionary.limit).contains(effort.limit))
    read(frame, alphabet)
    shared.begin(alphabet, ways: effort.width)
    table &+= 1
    ways = [Way()]
    steps.removeAll(keepingCapacity: true)
    var matches: ContiguousArray<Match> = []
    swap(&matches, &spareMatches)
    if matches.count < indices.count { matches = ContiguousArray(repeating: Match(), count: indices.count) }
    var candidates = ContiguousArray(repeating: Candidate(), count: effort.width)
    while true {
      var found = 0
      for way in ways.indices { findEnds(of: way, effort, &matches, &candidates, &found) }
      if let done = advance(candidates.span.extracting(0..<found)) {
        swap(&matches, &spareMatches)
        return trace(done)
      }
      // As the table does, which has counted the string to come already.
      if shared.nextCode > effort.limit {
        shared.clear()
        table &+= 1
      }
    }
  }

  /// Reads a frame's cells.
  private mutating func read(_ frame: LZWFrame, _ alphabet: LZWAlphabet) {
    let count = frame.cells.count
    if indices.count != count {
      indices = ContiguousArray(repeating: 0, count: count)
      runs = ContiguousArray(repeating: 0, count: count + 1)
      gains = ContiguousArray(repeating: 0, count: count + 1)
    }
    runs[count] = 0
    gains[0] = 0
    let cells = frame.cells.span
    let transparent = UInt8(truncatingIfNeeded: alphabet.transparent)
    do {
      var indices = self.indices.mutableSpan
      for place in 0..<count {
        indices[place] = cells[place] >= LZWFrame.Cell.own ? UInt8(truncatingIfNeeded: cells[place]) : transparent
      }
    }
    do {
      let changed = Int32(CostedSet.changedGain), unchanged = Int32(CostedSet.unchangedGain)
      var gains = self.gains.mutableSpan
      var sum: Int32 = 0
      for place in 0..<count {
        sum &+= cells[place] >= LZWFrame.Cell.own ? changed : unchanged
        gains[place + 1] = sum
      }
    }
    var runs = self.runs.mutableSpan
    var run: Int32 = 0
    for place in stride(from: count - 1, through: 0, by: -1) {
      run = cells[place] >= LZWFrame.Cell.own ? 0 : run &+ 1
      runs[place] = run
    }
  }

  /// Follows a way back to its start.
  private func trace(_ way: Way) -> ContiguousArray<UInt16> {
    var codes: ContiguousArray<UInt16> = []
    var step = Int(way.step)
    while step >= 0 {
      codes.append(steps[step].code)
      step = Int(steps[step].before)
    }
    codes.reverse()
    return codes
  }

  /// Finds the longest match at a pixel.
  @inline(__always)
  private static func match(
    _ strings: borrowing LZWSharedStrings.Strings, _ indices: Span<UInt8>, _ runs: Span<Int32>,
    _ runNodes: Span<UInt16>, _ longestRun: Int, _ matches: inout MutableSpan<Match>, _ table: UInt32, _ start: Int
  ) -> (node: Int, length: Int) {
    let known = matches[start]
    var node = Int(indices[start]), length = 1
    let run = min(Int(runs[start]), longestRun)
    if known.table == table && Int(known.length) >= run {
      (node, length) = (Int(known.node), Int(known.length))
    } else if run > 0 {
      (node, length) = (Int(runNodes[run]), run)
    }
    var agreed = (node: node, length: length)
    while start + length < indices.count {
      let child = strings.child(node, Int(indices[start + length]))
      if child < 0 { break }
      node = child
      length += 1
      if child < strings.agreed { agreed = (node, length) }
    }
    matches[start] = Match(
      table: table, length: Int32(truncatingIfNeeded: agreed.length), node: Int32(truncatingIfNeeded: agreed.node))
    return (node, length)
  }

  /// Offers the ends of a way's next string as candidates.
  private func findEnds(
    of way: Int, _ effort: Effort, _ matches: inout ContiguousArray<Match>,
    _ candidates: inout ContiguousArray<Candidate>, _ found: inout Int
  ) {
    let start = ways[way].position
    let strings = shared.strings(of: way)
    let indices = self.indices.span, runs = self.runs.span, gains = self.gains.span
    let runNodes = shared.runNodes.span
    var matches = matches.mutableSpan, candidates = candidates.mutableSpan
    let (longest, length) = Self.match(
      strings, indices, runs, runNodes, shared.longestRun, &matches, table, start)
    let end = start + length
    let base = ways[way].value - Int(gains[start])
    let value = base + Int(gains[end])
    Self.offer(
      Candidate(rank: value, value: value, end: end, way: way, code: longest, isLongest: true), &candidates, &found,
      effort.width)
    var node = longest
    for shorter in stride(from: length - 1, to: max(0, length - effort.ends), by: -1) {
      node = strings.parent(node)
      let value = base + Int(gains[start + shorter]) - Self.waste
      if found == effort.width && candidates[effort.width - 1].rank >= value { break }
      Self.offer(
        Candidate(rank: value, value: value, end: start + shorter, way: way, code: node), &candidates, &found,
        effort.width)
    }
    // The last run of transparent in the match, `behind` pixels before its end.
    guard length > 1, shared.longestRun > 0 else { return }
    var behind = 0
    while behind < min(length, Self.mostBehind) && runs[end - 1 - behind] == 0 { behind += 1 }
    guard behind < length, runs[end - 1 - behind] > 0 else { return }
    let inside = end - behind
    let after = inside < indices.count ? inside + Int(runs[inside]) : inside
    guard after < indices.count, after - inside <= shared.longestRun else { return }
    var tail = 0
    while tail < min(length - behind, Self.farthest) && runs[inside - 1 - tail] > 0 { tail += 1 }
    if inside - tail == start { tail -= 1 }
    // Strings of the run's last pixels and what is behind it.
    let least = max(1, after - inside + (behind == 0 ? 1 : 0)), most = after - inside + tail
    var best = (reach: end, cut: 0)
    var code = Int(shared.lastAfterRun[Int(indices[after])])
    var looks = 0
    while code != 0 && looks < Self.mostLooks {
      let run = Int(shared.runLengths[code])
      if run >= least && run <= most {
        var node = code
        var reach = after + 1
        while reach < indices.count {
          let child = strings.child(node, Int(indices[reach]))
          if child < 0 { break }
          node = child
          reach += 1
        }
        let cut = run - (after - inside) + behind
        if reach > best.reach || (reach == best.reach && cut < best.cut) { best = (reach, cut) }
      }
      code = Int(shared.beforeAfterRun[code])
      looks += 1
    }
    guard best.cut > 0 else { return }
    var reach = end
    if end < indices.count {
      reach += Self.match(strings, indices, runs, runNodes, shared.longestRun, &matches, table, end).length
    }
    guard best.reach > reach else { return }
    node = longest
    for _ in 0..<best.cut { node = strings.parent(node) }
    Self.offer(
      Candidate(
        rank: value + Int(gains[best.reach]) - Int(gains[reach]) - Self.waste,
        value: base + Int(gains[end - best.cut]) - Self.waste, end: end - best.cut, way: way, code: node),
      &candidates, &found, effort.width)
  }

  /// Keeps a candidate if it is among the best, one for a position; of equal ones that which came first.
  @inline(__always)
  private static func offer(
    _ candidate: Candidate, _ candidates: inout MutableSpan<Candidate>, _ found: inout Int, _ width: Int
  ) {
    if found == width && candidates[width - 1].rank >= candidate.rank { return }
    var place = 0
    while place < found && candidates[place].end != candidate.end { place += 1 }
    if place < found {
      if candidates[place].value >= candidate.value { return }
      while place + 1 < found {
        candidates[place] = candidates[place + 1]
        place += 1
      }
    } else if found == width {
      place -= 1
    } else {
      found += 1
    }
    while place > 0 && candidates[place - 1].rank < candidate.rank {
      candidates[place] = candidates[place - 1]
      place -= 1
    }
    candidates[place] = candidate
  }

  /// Makes the candidates the ways. Returns one that has covered all.
  private mutating func advance(_ candidates: Span<Candidate>) -> Way? {
    swap(&ways, &lastWays)
    ways.removeAll(keepingCapacity: true)
    var done: Way?
    for index in candidates.indices {
      let candidate = candidates[index]
      let parent = lastWays[candidate.way]
      shared.inherit(from: candidate.way, to: index)
      // A shortened match and one index more have been learnt before.
      let isNew = candidate.isLongest && candidate.end < indices.count
      shared.learn(
        new: isNew ? (candidate.code, Int(indices[candidate.end]), Int(indices[parent.position])) : nil, way: index)
      ways.append(Way(position: candidate.end, value: candidate.value, step: Int32(truncatingIfNeeded: steps.count)))
      steps.append(Step(before: parent.step, code: UInt16(truncatingIfNeeded: candidate.code)))
      if candidate.end == indices.count { done = done ?? ways[index] }
    }
    if done == nil { shared.advance(&ways) }
    return done
  }
}
