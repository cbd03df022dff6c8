// Stage 4b of filling: a pixel is integrated along lines of its row, four at a time.
//
// Each line is exact in x. The lines lie in the middle of equal parts between all ends of edges in the row, each weighted with its part's
// height, so only slopes are approximated: the middle of a part stands for its trapezoids exactly, except where edges cross in it or leave
// the pixel.

import VectorGeometry

/// Integrates pixels. Keeps scratch from pixel to pixel.
struct PixelScanner: Sendable {
  private var heights = Heights()
  private var lines: ContiguousArray<Line> = []
  private var fours: ContiguousArray<FourLines> = []
  /// The heights of the first lines of four fours, and of their last lines.
  private var limits: ContiguousArray<FourLines.Limits> = []
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
    // Four may be written behind the last.
    lines.append(contentsOf: repeatElement(Line(), count: Self.mostLines + 4))
    fours.append(contentsOf: repeatElement(FourLines(), count: Self.mostLines / 4))
    limits.append(contentsOf: repeatElement(FourLines.Limits(), count: Self.mostLines / 16))
    reaching.append(contentsOf: repeatElement(Reach(), count: Self.mostLines / 4 + 1))
    heightList.append(contentsOf: repeatElement(0, count: Self.mostLines))
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
    // Where the ends cannot all be told apart the lines are equally distant.
    let heightCount = heights.count < lineCount && heights.count < Self.manyLines ? heights.count : 0
    if heightCount > 0 { heights.list(into: &heightList) }
    makeLines(lineCount, heightList, heightCount, &lines)
    groupLines(lines, lineCount, &fours, &limits)
    let added = cross(parts, count, fours, limits, lineCount / 4, &crossings, &reaching)
    let base = nearestWinding(winding(mean, rule) - added)
    if rule == .nonZero && isFarFromZero(base, parts, count) { return 255 }
    var lanes = SIMD4<Float>()
    for group in 0..<lineCount / 4 {
      let reach = reaching[group], start = group &* count
      let least = base &+ Int32(reach.winding) &- Int32(truncatingIfNeeded: reach.count &- reach.down)
      if rule == .nonZero && (least > 0 || least &+ Int32(truncatingIfNeeded: reach.count) < 0) {
        // No winding that is possible here is 0.
        lanes += fours[group].weight
        continue
      }
      var counter = WindingCounter(base: base &+ Int32(reach.winding), rule: rule)
      if reach.count > 4 { sortCrossings(start..<start &+ reach.count) }
      step(&counter, over: crossings.span.extracting(start..<start &+ reach.count))
      counter.step(to: SIMD4(repeating: 1))
      lanes += counter.covered * fours[group].weight
    }
    let area = total(lanes), difference = area - share(Float(base) + added, rule)
    // Two windings, k and k + 1: then the mean is the truth, and the lines give the same area for it.
    return difference < 1 / 4096 && difference > -1 / 4096 ? meanCoverage : level(area)
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
    let height = Float(start) * 0x1p-12 + 0.5 * step
    // Most parts have up to four lines; those too many are replaced by the next part's.
    for index in 0..<4 { lines[line &+ index] = PixelScanner.Line(y: height + Float(index) * step, weight: step) }
    if share > 4 {
      for index in 4..<Int(share) {
        lines[line &+ index] = PixelScanner.Line(y: height + Float(index) * step, weight: step)
      }
    }
    line &+= Int(share)
    start = end
  }
  // The lines that are left over see nothing that the last one does not.
  while line < count {
    lines[line] = PixelScanner.Line(y: lines[line &- 1].y, weight: 0)
    line &+= 1
  }
}

/// Four lines side by side.
private struct FourLines: Sendable {
  var y = SIMD4<Float>(), weight = SIMD4<Float>()

  struct Limits: Sendable { var top = SIMD4<Float>(), bottom = SIMD4<Float>() }
}

/// Puts lines together by fours, and the limits of those by fours again.
private func groupLines(
  _ lineStorage: borrowing ContiguousArray<PixelScanner.Line>, _ count: Int,
  _ fourStorage: inout ContiguousArray<FourLines>, _ limitStorage: inout ContiguousArray<FourLines.Limits>
) {
  let lines = lineStorage.span
  var fours = fourStorage.mutableSpan, limits = limitStorage.mutableSpan
  for chunk in 0..<count / 16 {
    for group in chunk &* 4..<chunk &* 4 &+ 4 {
      let a = lines[group &* 4], b = lines[group &* 4 &+ 1], c = lines[group &* 4 &+ 2], d = lines[group &* 4 &+ 3]
      fours[group] = FourLines(y: SIMD4(a.y, b.y, c.y, d.y), weight: SIMD4(a.weight, b.weight, c.weight, d.weight))
    }
    let a = fours[chunk &* 4].y, b = fours[chunk &* 4 &+ 1].y, c = fours[chunk &* 4 &+ 2].y,
      d = fours[chunk &* 4 &+ 3].y
    limits[chunk] = FourLines.Limits(top: SIMD4(a[0], b[0], c[0], d[0]), bottom: SIMD4(a[3], b[3], c[3], d[3]))
  }
}

/// Crosses the lines with the edges; returns what the edges add to the mean winding.
private func cross(
  _ partStorage: borrowing ContiguousArray<EdgePart>, _ count: Int, _ fourStorage: borrowing ContiguousArray<FourLines>,
  _ limitStorage: borrowing ContiguousArray<FourLines.Limits>, _ groupCount: Int,
  _ crossingStorage: inout ContiguousArray<SIMD4<Float>>, _ reachStorage: inout ContiguousArray<PixelScanner.Reach>
) -> Float {
  let parts = partStorage.span.extracting(0..<count), fours = fourStorage.span.extracting(0..<groupCount)
  let limits = limitStorage.span.extracting(0..<groupCount / 4)
  var crossings = crossingStorage.mutableSpan, reaching = reachStorage.mutableSpan
  for group in 0..<groupCount &+ 1 { reaching[group] = PixelScanner.Reach() }
  var added: Float = 0
  for index in parts.indices {
    let edge = LinePart(parts[index])
    // The fours that the edge reaches: behind those that end above it, up to those that begin below it.
    var ended = SIMD4<Int32>(), begun = SIMD4<Int32>()
    for chunk in limits.indices {
      ended &+= SIMD4().replacing(with: 1, where: limits[chunk].bottom .< edge.y)
      begun &+= SIMD4().replacing(with: 1, where: limits[chunk].top .<= edge.end)
    }
    let first = Int(ended.wrappedSum()), end = Int(begun.wrappedSum())
    // Windings as steps, for the moment.
    reaching[0].winding += edge.leftAbove
    reaching[first].winding -= edge.leftAbove
    reaching[end].winding += edge.leftBelow
    var right = SIMD4<Float>()
    for group in first..<end {
      let four = fours[group], place = reaching[group].count
      let x = edge.x(at: four.y)
      right += (1 - x) * four.weight
      crossings[group &* count &+ place] = floats(bitPattern(x) & ~1 | edge.tag)
      reaching[group].count = place &+ 1
      reaching[group].down &+= Int(truncatingIfNeeded: edge.tag)
    }
    added += total(right) * edge.direction
  }
  var winding: Float = 0
  for group in fours.indices {
    winding += reaching[group].winding
    reaching[group].winding = winding
    added += winding * total(fours[group].weight)
  }
  return added
}

/// Whether no winding that is possible with this base is 0.
private func isFarFromZero(_ base: Int32, _ parts: borrowing ContiguousArray<EdgePart>, _ count: Int) -> Bool {
  var least = base, most = base
  for index in 0..<count {
    if parts[index].direction > 0 { most &+= 1 } else { least &-= 1 }
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
    sortLanes(&a, &b, &c, &d)
    counter.step(to: a)
    counter.step(to: b)
    counter.step(to: c)
    if crossings.count == 4 { counter.step(to: d) }
  default:
    for index in crossings.indices { counter.step(to: crossings[index]) }
  }
}

/// A part of an edge in pixels.
private struct LinePart {
  var x: Float, y: Float, slope: Float, end: Float
  /// Where it is above and below its ends.
  var above: Float, below: Float
  /// +1 down, −1 up; and 1 or 0.
  var direction: Float, tag: UInt32
  /// The direction, if it lies left of the pixel above and below its ends, else 0.
  var leftAbove: Float, leftBelow: Float

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
    let x = cut((line - y) * slope + x).replacing(with: above, where: line .< y)
    return x.replacing(with: below, where: line .> end)
  }
}

/// The share of the pixel that a mean winding covers, if there are two windings, k and k + 1.
private func share(_ winding: Float, _ rule: FillRule) -> Float {
  switch rule {
  case .nonZero: min(winding.magnitude, 1)
  case .evenOdd: (winding - 2 * Float(nearestWinding(winding * 0.5))).magnitude
  }
}

/// Walks from crossing to crossing along four lines at once.
private struct WindingCounter {
  var covered = SIMD4<Float>()
  private var winding: SIMD4<Float>
  private var place = SIMD4<Float>()
  private let isEvenOdd: Bool
  private var isInside: Bool

  @inline(__always)
  init(base: Int32, rule: FillRule) {
    winding = SIMD4(repeating: Float(base))
    isEvenOdd = rule == .evenOdd
    isInside = base & 1 != 0
  }

  @inline(__always)
  mutating func step(to next: SIMD4<Float>) {
    let width = next - place
    place = next
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
