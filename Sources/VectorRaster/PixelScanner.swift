// Stage 4b of filling: a pixel is integrated along lines of its row, four at a time.
//
// Each line is exact in x. The lines lie in the middle of equal parts between all ends of edges in the row, each weighted with its part's
// height, so only slopes are approximated: the middle of a part stands for its trapezoids exactly, except where edges cross in it or leave
// the pixel.

import VectorGeometry

/// Integrates pixels. Keeps scratch from pixel to pixel.
struct PixelScanner: Sendable {
  private var edges: ContiguousArray<LinePart> = []
  private var heights: ContiguousArray<Int32> = []
  /// Heights of the lines and their weights; at least 16, the last ones with weight 0.
  private var y: ContiguousArray<Float> = [], weights: ContiguousArray<Float> = []
  /// Crossings of four lines with each edge; the edge's direction in the lowest bit, 1 for down.
  private var crossings: ContiguousArray<SIMD4<Float>> = []
  private var lane: ContiguousArray<Float> = []
  private var meanCoverage: UInt32 = 0

  /// So many edges are sorted in registers.
  private static let networkSize = 8
  /// Up to so many, all lanes are sorted at once by insertion.
  private static let insertionLimit = 48
  /// Lines for few edges, for many, and for many whose ends cannot all be told apart.
  private static let fewLines = 16, manyLines = 32, mostLines = 64

  // MARK: - Two edges

  /// The coverage of a pixel with two edges, from the areas left of both, between them in either order, and right of both.
  mutating func pairCoverage(
    _ a: EdgePart, _ b: EdgePart, mean: Int64, meanCoverage: UInt32, rule: FillRule
  ) -> UInt32 {
    // In an order that does not depend on the outline's direction.
    let isOrdered = a.x0 == b.x0 ? a.x1 <= b.x1 : a.x0 < b.x0
    let part0 = isOrdered ? a : b, part1 = isOrdered ? b : a
    let edge0 = LinePart(part0), edge1 = LinePart(part1)
    var areas = PairAreas()
    if part0.isFull && part1.isFull {
      var line = (SIMD4<Float>(0, 1, 2, 3) + 0.5) / 16
      for _ in 0..<4 {
        areas.add(edge0.xThroughout(at: line), edge1.xThroughout(at: line), weight: SIMD4(repeating: 1 / 16))
        line += 0.25
      }
    } else {
      heights.removeAll(keepingCapacity: true)
      note(part0)
      note(part1)
      makeLines(Self.fewLines)
      for start in stride(from: 0, to: Self.fewLines, by: 4) {
        let line = Self.four(y, start)
        areas.add(edge0.x(at: line), edge1.x(at: line), weight: Self.four(weights, start))
      }
    }
    let between0 = total(areas.between0), between1 = total(areas.between1)
    let all0 = total(areas.left0), all1 = total(areas.left1)
    let left = all0 - between1, right = 1 - all0 - between0
    let least: Float = 1 / 4096
    let isHarmless =
      part0.direction != part1.direction ? between0 < least || between1 < least : left < least || right < least
    if isHarmless { return meanCoverage }
    let base = roundedWinding(
      winding(mean, rule) - Double(Float(part0.direction) * (1 - all0) + Float(part1.direction) * (1 - all1)))
    var area: Float = 0
    if isInside(base, rule) { area += left }
    if isInside(base &+ part0.direction, rule) { area += between0 }
    if isInside(base &+ part1.direction, rule) { area += between1 }
    if isInside(base &+ part0.direction &+ part1.direction, rule) { area += right }
    return rounded(area)
  }

  // MARK: - Any number

  /// The coverage of a pixel with any number of edges.
  mutating func coverage(
    of parts: borrowing ContiguousArray<EdgePart>, mean: Int64, meanCoverage: UInt32, rule: FillRule
  ) -> UInt32 {
    self.meanCoverage = meanCoverage
    take(parts)
    if edges.count <= Self.networkSize {
      makeLines(Self.fewLines)
      return edges.count <= 4
        ? networkCoverage(mean: mean, rule: rule, size: 4) : networkCoverage(mean: mean, rule: rule, size: 8)
    }
    if heights.count < Self.manyLines {
      makeLines(Self.manyLines)
      return listCoverage(mean: mean, rule: rule, lines: Self.manyLines)
    }
    heights.removeAll(keepingCapacity: true)
    makeLines(Self.mostLines)
    return listCoverage(mean: mean, rule: rule, lines: Self.mostLines)
  }

  private mutating func take(_ parts: borrowing ContiguousArray<EdgePart>) {
    edges.removeAll(keepingCapacity: true)
    heights.removeAll(keepingCapacity: true)
    for index in parts.indices {
      guard let part = parts[index].border else { continue }
      edges.append(LinePart(part))
      if !part.isFull { note(part) }
    }
  }

  /// Remembers at which heights inside the row the edge ends.
  private mutating func note(_ part: EdgePart) {
    if heights.count > Self.manyLines { return }
    if part.y0 > 0 { note(part.y0) }
    if part.y1 < Edge.unit { note(part.y1) }
  }

  private mutating func note(_ height: Int32) {
    var place = heights.count
    while place > 0 && heights[place - 1] > height { place -= 1 }
    if place > 0 && heights[place - 1] == height { return }
    heights.append(height)
    var index = heights.count - 1
    while index > place {
      heights[index] = heights[index - 1]
      index -= 1
    }
    heights[place] = height
  }

  /// Makes `count` lines, a multiple of four. Every part between two heights gets one, the others go where there is most room; with more
  /// heights than that the lines are equally distant.
  private mutating func makeLines(_ count: Int) {
    if y.count < count {
      y.append(contentsOf: repeatElement(0, count: count - y.count))
      weights.append(contentsOf: repeatElement(0, count: count - weights.count))
    }
    // Eight edges have up to 16 ends.
    if heights.count >= count { heights.removeAll(keepingCapacity: true) }
    let spare = Int32(count - 1 - heights.count)
    var line = 0
    var start: Int32 = 0
    for part in 0...heights.count {
      let end = part < heights.count ? heights[part] : Edge.unit
      let lines = heights.isEmpty ? Int32(count) : 1 + ((end - start) * spare) >> Edge.bits
      let step = Float(end - start) * 0x1p-12 / Float(lines)
      var height = Float(start) * 0x1p-12 + 0.5 * step
      for _ in 0..<lines {
        y[line] = height
        weights[line] = step
        height += step
        line += 1
      }
      start = end
    }
    // The lines that are left over see nothing that the last one does not.
    while line < count {
      y[line] = y[line - 1]
      weights[line] = 0
      line += 1
    }
  }

  @inline(__always)
  private static func four(_ values: borrowing ContiguousArray<Float>, _ start: Int) -> SIMD4<Float> {
    SIMD4(values[start], values[start + 1], values[start + 2], values[start + 3])
  }

  /// The winding left of the pixel: the mean less what the edges add. The edges' crossings are kept, `places` vectors for each four lines.
  @inline(__always)
  private mutating func cross(_ places: Int, lines: Int, mean: Int64, rule: FillRule) -> Int32 {
    let needed = places * (lines / 4)
    if crossings.count < needed {
      crossings.append(contentsOf: repeatElement(SIMD4(), count: needed - crossings.count))
    }
    var added = SIMD4<Float>()
    for group in 0..<lines / 4 {
      let line = Self.four(y, group * 4), weight = Self.four(weights, group * 4)
      var sum = SIMD4<Float>()
      for index in 0..<edges.count {
        let x = edges[index].x(at: line)
        sum += (1 - x) * edges[index].direction
        crossings[group * places + index] = floats(bitPattern(x) & ~1 | edges[index].tag)
      }
      added += sum * weight
      // Places without an edge act like one right of the pixel.
      for index in edges.count..<places { crossings[group * places + index] = SIMD4(repeating: 1) }
    }
    return roundedWinding(winding(mean, rule) - Double(total(added)))
  }

  /// Whether no winding that is possible with this base is 0.
  private func isFarFromZero(_ base: Int32) -> Bool {
    var least = base, most = base
    for index in edges.indices {
      if edges[index].direction > 0 { most &+= 1 } else { least &-= 1 }
    }
    return least > 0 || most < 0
  }

  @inline(__always)
  private mutating func networkCoverage(mean: Int64, rule: FillRule, size: Int) -> UInt32 {
    let base = cross(size, lines: Self.fewLines, mean: mean, rule: rule)
    if rule == .nonZero && isFarFromZero(base) { return 255 }
    var area = SIMD4<Float>(), range = WindingRange()
    for group in 0..<Self.fewLines / 4 {
      let start = group * size
      var a = crossings[start], b = crossings[start + 1], c = crossings[start + 2], d = crossings[start + 3]
      sort(&a, &b, &c, &d)
      var counter = WindingCounter(base: base, rule: rule, range: range)
      if size == 4 {
        counter.step(to: a)
        counter.step(to: b)
        counter.step(to: c)
        counter.step(to: d)
      } else {
        var e = crossings[start + 4], f = crossings[start + 5], g = crossings[start + 6], h = crossings[start + 7]
        sort(&e, &f, &g, &h)
        merge(&a, &b, &c, &d, &e, &f, &g, &h)
        counter.step(to: a)
        counter.step(to: b)
        counter.step(to: c)
        counter.step(to: d)
        counter.step(to: e)
        counter.step(to: f)
        counter.step(to: g)
        counter.step(to: h)
      }
      counter.step(to: SIMD4(repeating: 1))
      area += counter.covered * Self.four(weights, group * 4)
      range = counter.range
    }
    // Two windings, k and k + 1: then the mean is the truth.
    return range.isNarrow ? meanCoverage : rounded(total(area))
  }

  @inline(never)
  private mutating func listCoverage(mean: Int64, rule: FillRule, lines: Int) -> UInt32 {
    let size = edges.count
    let base = cross(size, lines: lines, mean: mean, rule: rule)
    if rule == .nonZero && isFarFromZero(base) { return 255 }
    var area = SIMD4<Float>(), range = WindingRange()
    for group in 0..<lines / 4 {
      sortCrossings(group * size..<(group + 1) * size)
      var counter = WindingCounter(base: base, rule: rule, range: range)
      for index in group * size..<(group + 1) * size { counter.step(to: crossings[index]) }
      counter.step(to: SIMD4(repeating: 1))
      area += counter.covered * Self.four(weights, group * 4)
      range = counter.range
    }
    // Two windings, k and k + 1: then the mean is the truth.
    return range.isNarrow ? meanCoverage : rounded(total(area))
  }

  /// Sorts each of the four lanes.
  private mutating func sortCrossings(_ range: Range<Int>) {
    if range.count <= Self.insertionLimit {
      for index in range.dropFirst() {
        var last = crossings[index]
        for place in range.lowerBound..<index {
          var first = crossings[place]
          exchange(&first, &last)
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

/// A part of an edge in pixels.
private struct LinePart: Sendable {
  var x: Float, y: Float, slope: Float, end: Float
  /// Where it is above and below its ends.
  var above: Float, below: Float
  /// +1 down, −1 up; and 1 or 0.
  var direction: Float, tag: UInt32

  @inline(__always)
  init(_ part: EdgePart) {
    let height = Float(part.y1 &- part.y0)
    x = Float(part.x0) * 0x1p-12
    y = Float(part.y0) * 0x1p-12
    end = Float(part.y1) * 0x1p-12
    slope = height > 0 ? Float(part.x1 &- part.x0) / height : 0
    above = part.x0 < 0 ? 0 : 1
    below = part.x1 < 0 ? 0 : 1
    direction = part.direction > 0 ? 1 : -1
    tag = part.direction > 0 ? 1 : 0
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

/// Of two edges along all lines: the areas left of each, and between them in either order.
private struct PairAreas {
  var left0 = SIMD4<Float>(), left1 = SIMD4<Float>(), between0 = SIMD4<Float>(), between1 = SIMD4<Float>()

  @inline(__always)
  mutating func add(_ a: SIMD4<Float>, _ b: SIMD4<Float>, weight: SIMD4<Float>) {
    let difference = (b - a) * weight
    left0 += a * weight
    left1 += b * weight
    between0 += difference.replacing(with: 0, where: difference .< 0)
    between1 -= difference.replacing(with: 0, where: difference .> 0)
  }
}

/// The least and the largest winding seen, lane by lane.
private struct WindingRange {
  var least = SIMD4<Float>(repeating: 0x1p30), most = SIMD4<Float>(repeating: -0x1p30)

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

@inline(__always)
private func exchange(_ a: inout SIMD4<Float>, _ b: inout SIMD4<Float>) {
  let low = a.replacing(with: b, where: b .< a)
  b = b.replacing(with: a, where: b .< a)
  a = low
}

/// Sorts each lane.
@inline(__always)
private func sort(
  _ a: inout SIMD4<Float>, _ b: inout SIMD4<Float>, _ c: inout SIMD4<Float>, _ d: inout SIMD4<Float>
) {
  exchange(&a, &b)
  exchange(&c, &d)
  exchange(&a, &c)
  exchange(&b, &d)
  exchange(&b, &c)
}

/// Merges two sorted fours (Batcher's odd-even merge).
@inline(__always)
private func merge(
  _ a: inout SIMD4<Float>, _ b: inout SIMD4<Float>, _ c: inout SIMD4<Float>, _ d: inout SIMD4<Float>,
  _ e: inout SIMD4<Float>, _ f: inout SIMD4<Float>, _ g: inout SIMD4<Float>, _ h: inout SIMD4<Float>
) {
  exchange(&a, &e)
  exchange(&b, &f)
  exchange(&c, &g)
  exchange(&d, &h)
  exchange(&c, &e)
  exchange(&d, &f)
  exchange(&b, &c)
  exchange(&d, &e)
  exchange(&f, &g)
}

@inline(__always)
private func total(_ lanes: SIMD4<Float>) -> Float { (lanes[0] + lanes[2]) + (lanes[1] + lanes[3]) }

/// The mean winding; for the even-odd rule without the even part of it, which makes no difference.
@inline(__always)
private func winding(_ mean: Int64, _ rule: FillRule) -> Double {
  Double(rule == .evenOdd ? mean & 0x1F_FFFF : mean) * 0x1p-20
}

/// The nearest whole number. More than 2²⁰ edges in one pixel, all one way, would be needed to leave the range.
@inline(__always)
private func roundedWinding(_ winding: Double) -> Int32 {
  let limited = winding < 0x1p20 ? (winding > -0x1p20 ? winding : -0x1p20) : 0x1p20
  return Int32(limited + (0x1p21 + 0.5)) - 1 << 21
}

/// A share of the pixel in 255ths.
@inline(__always)
private func rounded(_ share: Float) -> UInt32 {
  let covered = share * 255 + 0.5
  return UInt32(truncatingIfNeeded: Int32(covered < 255 ? covered : 255))
}

@inline(__always)
private func isInside(_ winding: Int32, _ rule: FillRule) -> Bool {
  rule == .nonZero ? winding != 0 : winding & 1 != 0
}
