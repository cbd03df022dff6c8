// Stage 4b of filling: a pixel is integrated along lines of its row, four at a time.
//
// Each line is exact in x. The lines lie in the middle of equal parts between all ends of edges in the row, each weighted with its part's
// height, so only slopes are approximated: the middle of a part stands for its trapezoids exactly, except where edges cross in it or leave
// the pixel.

import VectorGeometry

/// Integrates pixels. Keeps scratch from pixel to pixel.
struct PixelScanner: Sendable {
  private var edges: ContiguousArray<LinePart> = []
  private var heights = Heights()
  private var lines: ContiguousArray<Line> = []
  /// Crossings of four lines with the edges that reach them; the edge's direction in the lowest bit, 1 for down.
  private var crossings: ContiguousArray<SIMD4<Float>> = []
  /// For each four lines, how many edges reach them, how many of those run down, and what those add that don't but lie left of the pixel.
  private var reaching: ContiguousArray<Reach> = []
  private var lane: ContiguousArray<Float> = []
  private var heightList: ContiguousArray<Int32> = []

  /// The last lines may have the weight 0.
  fileprivate struct Line { var y: Float = 0, weight: Float = 0 }
  fileprivate struct Reach { var count = 0, down = 0, winding: Float = 0 }

  /// Up to so many edges get the fewest lines.
  private static let fewEdges = 8
  /// Up to so many crossings, all lanes are sorted at once by insertion.
  private static let insertionLimit = 48
  /// Lines for few edges, for many, and for many whose ends cannot all be told apart.
  private static let fewLines = 16, manyLines = 32, mostLines = 64

  /// Allocates the scratch of fixed size.
  private mutating func prepare() {
    if !lines.isEmpty { return }
    lines.append(contentsOf: repeatElement(Line(), count: Self.mostLines))
    reaching.append(contentsOf: repeatElement(Reach(), count: Self.mostLines / 4))
    heightList.append(contentsOf: repeatElement(0, count: Self.mostLines))
  }

  /// The coverage of a pixel with any number of edges.
  mutating func coverage(
    of parts: borrowing ContiguousArray<EdgePart>, count: Int, mean: Int64, meanCoverage: UInt32,
    rule: FillRule
  ) -> UInt32 {
    prepare()
    if edges.count < count {
      let missing = max(Self.fewEdges, count) - edges.count
      edges.append(contentsOf: repeatElement(LinePart(), count: missing))
      crossings.append(contentsOf: repeatElement(SIMD4(), count: missing * Self.mostLines / 4))
    }
    take(parts, count, &edges)
    heights.replace(byEndsOf: parts.span.extracting(0..<count))
    var lineCount = Self.fewLines
    if count > Self.fewEdges { lineCount = heights.count < Self.manyLines ? Self.manyLines : Self.mostLines }
    // Where the ends cannot all be told apart the lines are equally distant.
    let heightCount = heights.count < lineCount && heights.count < Self.manyLines ? heights.count : 0
    if heightCount > 0 { heights.list(into: &heightList) }
    makeLines(lineCount, heightList, heightCount, &lines)
    let added = cross(edges, count, lines, lineCount, &crossings, &reaching)
    let base = nearestWinding(winding(mean, rule) - added)
    if rule == .nonZero && isFarFromZero(base, edges, count) { return 255 }
    var area = SIMD4<Float>(), range = WindingRange()
    for group in 0..<lineCount / 4 {
      let reach = reaching[group], start = group &* count
      let least = base &+ Int32(reach.winding) &- Int32(truncatingIfNeeded: reach.count &- reach.down)
      let most = least &+ Int32(truncatingIfNeeded: reach.count)
      if rule == .nonZero && (least > 0 || most < 0) {
        // No winding that is possible here is 0.
        area += FourLines(lines.span, group).weight
        range.include(least, most)
        continue
      }
      var counter = WindingCounter(base: base &+ Int32(reach.winding), rule: rule, range: range)
      if reach.count > 4 { sortCrossings(start..<start &+ reach.count) }
      step(&counter, over: crossings.span.extracting(start..<start &+ reach.count))
      counter.step(to: SIMD4(repeating: 1))
      area += counter.covered * FourLines(lines.span, group).weight
      range = counter.range
    }
    // Two windings, k and k + 1: then the mean is the truth.
    return range.isNarrow ? meanCoverage : level(total(area))
  }

  /// Sorts each of the four lanes.
  private mutating func sortCrossings(_ range: Range<Int>) {
    if range.count <= Self.insertionLimit {
      var crossings = self.crossings.mutableSpan
      for index in range.dropFirst() {
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
}

// Spans of several stored properties cannot be taken at once, hence functions with a parameter for each.

/// Takes over the edges.
private func take(
  _ parts: borrowing ContiguousArray<EdgePart>, _ count: Int, _ storage: inout ContiguousArray<LinePart>
) {
  let parts = parts.span.extracting(0..<count)
  var edges = storage.mutableSpan
  for index in parts.indices { edges[index] = LinePart(parts[index]) }
}

/// Makes `count` lines, a multiple of four. Every part between two heights gets one, the others go where there is most room.
private func makeLines(
  _ count: Int, _ heights: borrowing ContiguousArray<Int32>, _ heightCount: Int,
  _ storage: inout ContiguousArray<PixelScanner.Line>
) {
  let heights = heights.span
  let spare = Int32(truncatingIfNeeded: count &- 1 &- heightCount)
  var line = 0
  var start: Int32 = 0
  var lines = storage.mutableSpan
  for part in 0..<heightCount &+ 1 {
    let end = part < heightCount ? heights[part] : Edge.unit
    let share = heightCount == 0 ? Int32(truncatingIfNeeded: count) : 1 &+ ((end &- start) &* spare) >> Edge.bits
    let step = Float(end &- start) * 0x1p-12 / Float(share)
    var height = Float(start) * 0x1p-12 + 0.5 * step
    for _ in 0..<share {
      lines[line] = PixelScanner.Line(y: height, weight: step)
      height += step
      line &+= 1
    }
    start = end
  }
  // The lines that are left over see nothing that the last one does not.
  while line < count {
    lines[line] = PixelScanner.Line(y: lines[line &- 1].y, weight: 0)
    line &+= 1
  }
}

/// Four lines.
private struct FourLines {
  let y: SIMD4<Float>, weight: SIMD4<Float>

  @inline(__always)
  init(_ lines: Span<PixelScanner.Line>, _ group: Int) {
    let a = lines[group &* 4], b = lines[group &* 4 &+ 1], c = lines[group &* 4 &+ 2], d = lines[group &* 4 &+ 3]
    y = SIMD4(a.y, b.y, c.y, d.y)
    weight = SIMD4(a.weight, b.weight, c.weight, d.weight)
  }
}

/// Crosses the lines with the edges; returns what the edges add to the mean winding.
private func cross(
  _ edgeStorage: borrowing ContiguousArray<LinePart>, _ count: Int,
  _ lineStorage: borrowing ContiguousArray<PixelScanner.Line>,
  _ lineCount: Int, _ crossingStorage: inout ContiguousArray<SIMD4<Float>>,
  _ reachStorage: inout ContiguousArray<PixelScanner.Reach>
) -> Float {
  let edges = edgeStorage.span.extracting(0..<count), lines = lineStorage.span.extracting(0..<lineCount)
  var added = SIMD4<Float>()
  var crossings = crossingStorage.mutableSpan, reaching = reachStorage.mutableSpan
  for group in 0..<lines.count / 4 {
    let four = FourLines(lines, group), top = four.y[0], bottom = four.y[3]
    var sum = SIMD4<Float>()
    var reach = PixelScanner.Reach()
    for index in edges.indices {
      let edge = edges[index]
      if edge.end < top {
        reach.winding += edge.leftBelow
      } else if edge.y > bottom {
        reach.winding += edge.leftAbove
      } else {
        let isWhole = edge.y <= top && edge.end >= bottom
        let x = isWhole ? edge.xThroughout(at: four.y) : edge.x(at: four.y)
        sum += (1 - x) * edge.direction
        crossings[group &* edges.count &+ reach.count] = floats(bitPattern(x) & ~1 | edge.tag)
        reach.count &+= 1
        reach.down &+= Int(truncatingIfNeeded: edge.tag)
      }
    }
    added += (sum + reach.winding) * four.weight
    reaching[group] = reach
  }
  return total(added)
}

/// Whether no winding that is possible with this base is 0.
private func isFarFromZero(_ base: Int32, _ edges: borrowing ContiguousArray<LinePart>, _ count: Int) -> Bool {
  var least = base, most = base
  for index in 0..<count {
    if edges[index].direction > 0 { most &+= 1 } else { least &-= 1 }
  }
  return least > 0 || most < 0
}

/// Walks over crossings, up to four of which need not be sorted.
@inline(__always)
private func step(_ counter: inout WindingCounter, over crossings: Span<SIMD4<Float>>) {
  switch crossings.count {
  case 0: break
  case 1: counter.step(to: crossings[0])
  case 2:
    var a = crossings[0], b = crossings[1]
    order(&a, &b)
    counter.step(to: a)
    counter.step(to: b)
  case 3, 4:
    var a = crossings[0], b = crossings[1], c = crossings[2]
    // In the place of a fourth one right of the pixel.
    var d = crossings.count == 4 ? crossings[3] : SIMD4(repeating: 1)
    sort(&a, &b, &c, &d)
    counter.step(to: a)
    counter.step(to: b)
    counter.step(to: c)
    if crossings.count == 4 { counter.step(to: d) }
  default:
    for index in crossings.indices { counter.step(to: crossings[index]) }
  }
}

/// A part of an edge in pixels.
private struct LinePart: Sendable {
  var x: Float, y: Float, slope: Float, end: Float
  /// Where it is above and below its ends.
  var above: Float, below: Float
  /// +1 down, −1 up; and 1 or 0.
  var direction: Float, tag: UInt32
  /// The direction, if it lies left of the pixel above and below its ends, else 0.
  var leftAbove: Float, leftBelow: Float

  init() { self.init(EdgePart()) }

  @inline(__always)
  init(_ part: EdgePart) {
    let ends = SIMD4<Float>(part.ends) * 0x1p-12, run = ends.highHalf - ends.lowHalf
    (x, y, end) = (ends[0], ends[1], ends[3])
    slope = run[1] > 0 ? run[0] / run[1] : 0
    above = part.x0 < 0 ? 0 : 1
    below = part.x1 < 0 ? 0 : 1
    direction = part.direction > 0 ? 1 : -1
    tag = part.direction > 0 ? 1 : 0
    leftAbove = part.x0 < 0 ? direction : 0
    leftBelow = part.x1 < 0 ? direction : 0
  }

  /// Where it crosses four lines, cut to the pixel.
  @inline(__always)
  func x(at line: SIMD4<Float>) -> SIMD4<Float> {
    let x = xThroughout(at: line).replacing(with: above, where: line .< y)
    return x.replacing(with: below, where: line .> end)
  }

  /// Where its line crosses four lines, cut to the pixel.
  @inline(__always)
  func xThroughout(at line: SIMD4<Float>) -> SIMD4<Float> {
    var x = (line - y) * slope + x
    x = x.replacing(with: 0, where: x .< 0)
    return x.replacing(with: 1, where: x .> 1)
  }
}

/// The least and the largest winding seen, lane by lane.
private struct WindingRange {
  var least = SIMD4<Float>(repeating: 0x1p30), most = SIMD4<Float>(repeating: -0x1p30)

  /// Takes windings in, whichever of them there are.
  @inline(__always)
  mutating func include(_ least: Int32, _ most: Int32) {
    let low = SIMD4(repeating: Float(least)), high = SIMD4(repeating: Float(most))
    self.least.replace(with: low, where: low .< self.least)
    self.most.replace(with: high, where: high .> self.most)
  }

  /// Whether they differ by one at most.
  var isNarrow: Bool {
    let least = min(min(self.least[0], self.least[1]), min(self.least[2], self.least[3]))
    let most = max(max(self.most[0], self.most[1]), max(self.most[2], self.most[3]))
    return most - least <= 1
  }
}

/// Walks from crossing to crossing along four lines at once.
private struct WindingCounter {
  var covered = SIMD4<Float>()
  var range: WindingRange
  private var winding: SIMD4<Float>
  private var place = SIMD4<Float>()
  private let isEvenOdd: Bool
  private var isInside: Bool

  @inline(__always)
  init(base: Int32, rule: FillRule, range: WindingRange) {
    self.range = range
    winding = SIMD4(repeating: Float(base))
    isEvenOdd = rule == .evenOdd
    isInside = base & 1 != 0
  }

  @inline(__always)
  mutating func step(to next: SIMD4<Float>) {
    let width = next - place
    place = next
    // Less than a thousandth of a level is nothing.
    let isSeen = width .> 0x1p-18
    range.least.replace(with: winding, where: isSeen .& (winding .< range.least))
    range.most.replace(with: winding, where: isSeen .& (winding .> range.most))
    if isEvenOdd {
      if isInside { covered += width }
      isInside.toggle()
    } else {
      covered += width.replacing(with: 0, where: winding .== 0)
    }
    // −1 as bits, with the sign turned where the tag is set.
    winding += floats(0xBF80_0000 ^ bitPattern(next) &<< 31)
  }
}

/// Sorts each lane.
@inline(__always)
private func sort(
  _ a: inout SIMD4<Float>, _ b: inout SIMD4<Float>, _ c: inout SIMD4<Float>, _ d: inout SIMD4<Float>
) {
  order(&a, &b)
  order(&c, &d)
  order(&a, &c)
  order(&b, &d)
  order(&b, &c)
}
