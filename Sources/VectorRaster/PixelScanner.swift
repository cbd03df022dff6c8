// Stage 4b of filling: a pixel is integrated along lines of its row, four at a time.
//
// Each line is exact in x. The lines lie in the middle of equal parts between all ends of edges in the row, each weighted with its part's
// height, so only slopes are approximated: the middle of a part stands for its trapezoids exactly, except where edges cross in it or leave
// the pixel.

import VectorGeometry

/// Integrates pixels. Keeps scratch from pixel to pixel.
struct PixelScanner: Sendable {
  private var heights = Heights()
  /// Where the lines are, from 0 at the pixel's top to 1, and which height each stands for: 0 for the last ones, if there are too many.
  private var lines: ContiguousArray<SIMD4<Float>> = [], weights: ContiguousArray<SIMD4<Float>> = []
  /// For a height in sub-units at which an edge ends, how many lines are above it, and above it or at it.
  private var ranks: ContiguousArray<Rank> = []
  /// Crossings of four lines with the edges that reach them; the edge's direction in the lowest bit, 1 for down.
  private var crossings: ContiguousArray<SIMD4<Float>> = []
  private var reaching: ContiguousArray<Reach> = []
  private var lane: ContiguousArray<Float> = []

  fileprivate struct Rank { var above: UInt8 = 0, through: UInt8 = 0 }

  /// For four lines, how many edges reach them, how many of those run down, and what those add that don't but lie left of the pixel.
  fileprivate struct Reach { var count: Int32 = 0, down: Int32 = 0, winding: Int32 = 0 }

  /// Up to so many edges get the fewest lines, and so many places for their crossings.
  fileprivate static let fewEdges = 8
  /// Up to so many crossings, all lanes are sorted at once by insertion.
  fileprivate static let insertionLimit = 48
  /// Lines for few edges, for many, and for many whose ends cannot all be told apart.
  private static let fewLines = 16, manyLines = 32, mostLines = 64

  /// Allocates the scratch of fixed size.
  private mutating func prepare() {
    if !lines.isEmpty { return }
    // Up to three may be written behind the last.
    lines.append(contentsOf: repeatElement(SIMD4(), count: Self.mostLines / 4 + 1))
    weights = lines
    reaching.append(contentsOf: repeatElement(Reach(), count: Self.mostLines / 4 + 1))
    ranks.append(contentsOf: repeatElement(Rank(), count: Int(Edge.unit) + 1))
  }

  /// The coverage of a pixel with any number of edges.
  mutating func coverage(
    of parts: borrowing ContiguousArray<EdgePart>, count: Int, mean: Int64, meanCoverage: UInt32,
    rule: FillRule
  ) -> UInt32 {
    prepare()
    let missing = max(Self.fewEdges, count) * Self.mostLines / 4 - crossings.count
    if missing > 0 { crossings.append(contentsOf: repeatElement(SIMD4(), count: missing)) }
    heights.replace(byEndsOf: parts.span.extracting(0..<count))
    var lineCount = Self.fewLines
    if count > Self.fewEdges { lineCount = heights.count < Self.manyLines ? Self.manyLines : Self.mostLines }
    if heights.count < min(lineCount, Self.manyLines) {
      makeLines(lineCount, between: heights, &lines, &weights, &ranks)
    } else {
      makeEqualLines(lineCount, parts, count, &lines, &weights, &ranks)
    }
    let sum = cross(parts, count, lines, weights, ranks, lineCount / 4, &crossings, &reaching)
    let base = nearestWinding(winding(mean, rule) - sum.added)
    let area: Float
    switch rule {
    case .nonZero:
      // No winding that is possible with this base may be 0.
      let least = base &+ sum.down &- Int32(truncatingIfNeeded: count)
      if least > 0 || least &+ Int32(truncatingIfNeeded: count) < 0 { return 255 }
      area = scan(base, rule, count, weights, reaching, lineCount / 4, &crossings, &lane)
    case .evenOdd: area = scan(base, rule, count, weights, reaching, lineCount / 4, &crossings, &lane)
    }
    let difference = area - share(Float(base) + sum.added, rule)
    // Two windings, k and k + 1: then the mean is the truth, and the lines give the same area for it.
    return difference < 1 / 4096 && difference > -1 / 4096 ? meanCoverage : level(area)
  }
}

// Spans of several stored properties cannot be taken at once, hence functions with a parameter for each.

/// Makes `count` lines, a multiple of four and more than there are heights. Every part between two heights gets one, the others go where
/// there is most room.
private func makeLines(
  _ count: Int, between heights: borrowing Heights, _ lineStorage: inout ContiguousArray<SIMD4<Float>>,
  _ weightStorage: inout ContiguousArray<SIMD4<Float>>, _ rankStorage: inout ContiguousArray<PixelScanner.Rank>
) {
  var lineSpan = lineStorage.mutableSpan, weightSpan = weightStorage.mutableSpan, ranks = rankStorage.mutableSpan
  var lines = LaneMemory(&lineSpan), weights = LaneMemory(&weightSpan)
  let spare = Int32(truncatingIfNeeded: count &- 1 &- heights.count),
    numbers = together(SIMD4<Float>(0, 1, 2, 3))
  var line = 0, start: Int32 = 0, top: Float = 0, last: Float = 0
  var ends = heights.ascending
  while start < Edge.unit {
    ranks[Int(start)] = PixelScanner.Rank(
      above: UInt8(truncatingIfNeeded: line), through: UInt8(truncatingIfNeeded: line))
    let end = ends.next(), bottom = Float(end) * 0x1p-12
    let share = 1 &+ ((end &- start) &* spare) >> Edge.bits
    let step = (bottom - top) / Float(share), first = top + 0.5 * step
    // Those that are too many are replaced by the next part's.
    lines.setFour(numbers * step + first, at: line)
    weights.setFour(SIMD4(repeating: step), at: line)
    var index: Int32 = 4
    while index < share {
      lines.setFour((numbers + Float(index)) * step + first, at: line &+ Int(index))
      weights.setFour(SIMD4(repeating: step), at: line &+ Int(index))
      index = index &+ 4
    }
    last = first + Float(share &- 1) * step
    line = line &+ Int(share)
    (start, top) = (end, bottom)
  }
  // The lines that are left over see nothing that the last one does not.
  while line < count {
    lines.setFour(SIMD4(repeating: last), at: line)
    weights.setFour(SIMD4(), at: line)
    line = line &+ 4
  }
  ranks[Int(Edge.unit)] = PixelScanner.Rank(
    above: UInt8(truncatingIfNeeded: count), through: UInt8(truncatingIfNeeded: count))
}

/// Makes `count` lines at equal distances, a power of two, for edges whose ends cannot all be told apart.
private func makeEqualLines(
  _ count: Int, _ parts: borrowing ContiguousArray<EdgePart>, _ partCount: Int,
  _ lines: inout ContiguousArray<SIMD4<Float>>, _ weights: inout ContiguousArray<SIMD4<Float>>,
  _ ranks: inout ContiguousArray<PixelScanner.Rank>
) {
  let step = 1 / Float(count)
  for group in 0..<count / 4 {
    lines[group] = (SIMD4(0.5, 1.5, 2.5, 3.5) + Float(4 * group)) * step
    weights[group] = SIMD4(repeating: step)
  }
  // In sub-units: a line is in the middle of its part.
  let height = Edge.unit / Int32(truncatingIfNeeded: count)
  func setRank(_ end: Int32) {
    ranks[Int(end)] = PixelScanner.Rank(
      above: UInt8(truncatingIfNeeded: (end + height / 2 - 1) / height),
      through: UInt8(truncatingIfNeeded: (end + height / 2) / height))
  }
  for index in 0..<partCount {
    setRank(parts[index].y0)
    setRank(parts[index].y1)
  }
}

/// Crosses the lines with the edges; returns what the edges add to the mean winding, and how many run down.
private func cross(
  _ partStorage: borrowing ContiguousArray<EdgePart>, _ count: Int,
  _ lineStorage: borrowing ContiguousArray<SIMD4<Float>>,
  _ weightStorage: borrowing ContiguousArray<SIMD4<Float>>, _ rankStorage: borrowing ContiguousArray<PixelScanner.Rank>,
  _ groupCount: Int, _ crossingStorage: inout ContiguousArray<SIMD4<Float>>,
  _ reachStorage: inout ContiguousArray<PixelScanner.Reach>
) -> (added: Float, down: Int32) {
  let parts = partStorage.span.extracting(0..<count), ranks = rankStorage.span
  let lines = lineStorage.span.extracting(0..<groupCount), weights = weightStorage.span.extracting(0..<groupCount)
  var crossings = crossingStorage.mutableSpan, reachSpan = reachStorage.mutableSpan
  var reaching = reachSpan._mutatingExtracting(0..<groupCount &+ 1)
  for group in reaching.indices { reaching[group] = PixelScanner.Reach() }
  let stride = max(count, PixelScanner.fewEdges)
  var added = SIMD4<Float>(), allDown: Int32 = 0
  for index in parts.indices {
    let part = parts[index], direction = part.direction
    // (An edge without height reaches no line.)
    let ends = together(SIMD4<Float>(part.ends) * 0x1p-12), slope = (ends[2] - ends[0]) / (ends[3] - ends[1])
    let down = (1 &+ direction) &>> 1, tag = SIMD4(repeating: UInt32(bitPattern: down))
    // Where it is above and below its ends.
    let borders = select(SIMD4(), where: ends, isLessThan: SIMD4(), else: SIMD4(repeating: 1))
    let above = SIMD4(repeating: borders[0]), below = SIMD4(repeating: borders[2])
    let isLeft0 = part.x0 &>> 31, isLeft1 = part.x1 &>> 31
    var group = Int(ranks[Int(part.y0)].above) &>> 2
    let end = (Int(ranks[Int(part.y1)].through) &+ 3) &>> 2
    // Windings as steps, for the moment.
    reaching[0].winding &+= direction & isLeft0
    reaching[group].winding &-= direction & isLeft0
    reaching[end].winding &+= direction & isLeft1
    var right = SIMD4<Float>()
    while group < end {
      let line = lines[group], place = Int(reaching[group].count)
      var x = cut((line - ends[1]) * slope + ends[0])
      x = select(above, where: line, isLessThan: SIMD4(repeating: ends[1]), else: x)
      x = select(below, where: SIMD4(repeating: ends[3]), isLessThan: line, else: x)
      right += (1 - x) * weights[group]
      crossings[group &* stride &+ place] = floats(bitPattern(x) & ~1 | tag)
      reaching[group].count &+= 1
      reaching[group].down &+= down
      group = group &+ 1
    }
    added += right * Float(direction)
    allDown &+= down
  }
  var winding: Int32 = 0
  for group in lines.indices {
    winding &+= reaching[group].winding
    reaching[group].winding = winding
    added += weights[group] * Float(winding)
  }
  return (total(added), allDown)
}

/// The area inside along the lines.
@inline(__always)
private func scan(
  _ base: Int32, _ rule: FillRule, _ count: Int, _ weightStorage: borrowing ContiguousArray<SIMD4<Float>>,
  _ reachStorage: borrowing ContiguousArray<PixelScanner.Reach>, _ groupCount: Int,
  _ storage: inout ContiguousArray<SIMD4<Float>>, _ lane: inout ContiguousArray<Float>
) -> Float {
  let weights = weightStorage.span.extracting(0..<groupCount), reaching = reachStorage.span.extracting(0..<groupCount)
  let stride = max(count, PixelScanner.fewEdges)
  var crossings = storage.mutableSpan
  var area = SIMD4<Float>()
  for group in weights.indices {
    let reach = reaching[group], weight = weights[group], start = group &* stride
    let winding = base &+ reach.winding, least = winding &+ reach.down &- reach.count
    if rule == .nonZero && (least > 0 || least &+ reach.count < 0) {
      // No winding that is possible here is 0.
      area += weight
      continue
    }
    let end = start &+ Int(reach.count)
    sort(&crossings, start, end, &lane)
    var covered = SIMD4<Float>(), place = SIMD4<Float>()
    switch rule {
    case .nonZero:
      var windings = SIMD4(repeating: Float(winding))
      for index in start..<end {
        let next = crossings[index]
        covered += (next - place).replacing(with: 0, where: windings .== 0)
        // −1 as bits, with the sign turned where the tag is set.
        windings += floats(0xBF80_0000 ^ bitPattern(next) &<< 31)
        place = next
      }
      covered += (1 - place).replacing(with: 0, where: windings .== 0)
    case .evenOdd:
      var isInside = winding & 1 != 0
      for index in start..<end {
        if isInside { covered += crossings[index] - place }
        isInside.toggle()
        place = crossings[index]
      }
      if isInside { covered += 1 - place }
    }
    area += covered * weight
  }
  return total(area)
}

/// Sorts each of the four lanes. Behind few crossings there is room for `fewEdges`, which may be written to.
@inline(__always)
private func sort(
  _ crossings: inout MutableSpan<SIMD4<Float>>, _ start: Int, _ end: Int, _ lane: inout ContiguousArray<Float>
) {
  // What is behind them all comes last.
  let none = SIMD4<Float>(repeating: 2)
  switch end &- start {
  case 0, 1: break
  case 2:
    let first = lesser(crossings[start], crossings[start &+ 1])
    crossings[start &+ 1] = greater(crossings[start], crossings[start &+ 1])
    crossings[start] = first
  case 3, 4:
    crossings[end] = none
    sortFour(&crossings, at: start)
  case 5...PixelScanner.fewEdges:
    for index in end..<start &+ PixelScanner.fewEdges { crossings[index] = none }
    sortEight(&crossings, at: start)
  default: sortMany(&crossings, start..<end, &lane)
  }
}

@inline(never)
private func sortMany(
  _ crossings: inout MutableSpan<SIMD4<Float>>, _ range: Range<Int>, _ lane: inout ContiguousArray<Float>
) {
  if range.count <= PixelScanner.insertionLimit {
    sortEight(&crossings, at: range.lowerBound)
    for index in range.dropFirst(8) {
      var last = crossings[index]
      for place in range.lowerBound..<index {
        var first = crossings[place]
        order(&first, &last)
        crossings[place] = first
      }
      crossings[index] = last
    }
  } else {
    for index in 0..<4 {
      lane.removeAll(keepingCapacity: true)
      for place in range { lane.append(crossings[place][index]) }
      lane.sort()
      for place in range { crossings[place][index] = lane[place - range.lowerBound] }
    }
  }
}

/// The share of the pixel that a mean winding covers, if there are two windings, k and k + 1.
private func share(_ winding: Float, _ rule: FillRule) -> Float {
  switch rule {
  case .nonZero: min(winding.magnitude, 1)
  case .evenOdd: (winding - 2 * Float(nearestWinding(winding * 0.5))).magnitude
  }
}
