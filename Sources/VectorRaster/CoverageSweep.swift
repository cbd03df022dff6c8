// Stage 4 of filling: the prefix sum along each row, coverage by the fill rule, and groups and spans for the sink.

import VectorGeometry

/// Turns a band of cells into coverage, hands it to the sink and clears the cells.
@inline(__always) @_lifetime(band: copy band) @_lifetime(sink: copy sink)
func sweep<Sink: CoverageSink & ~Copyable & ~Escapable>(
  band: inout BandMemory, links: borrowing LinkMemory, edges: Span<Edge>, frame: BandFrame, rule: FillRule,
  resolver: inout CrossingResolver, into sink: inout Sink
) {
  switch rule {
  case .nonZero:
    sweep(NonZero.self, band: &band, links: links, edges: edges, frame: frame, resolver: &resolver, into: &sink)
  case .evenOdd:
    sweep(EvenOdd.self, band: &band, links: links, edges: edges, frame: frame, resolver: &resolver, into: &sink)
  }
}

@inline(never) @_lifetime(memory: copy memory) @_lifetime(sink: copy sink)
private func sweep<Sink: CoverageSink & ~Copyable & ~Escapable, Rule: SweepRule>(
  _: Rule.Type, band memory: inout BandMemory, links: borrowing LinkMemory, edges: Span<Edge>, frame: BandFrame,
  resolver: inout CrossingResolver, into sink: inout Sink
) {
  let width = Int(frame.width), left = frame.originX, stride = frame.stride
  var band = consume memory
  for row in 0..<Int(frame.rows) {
    let y = frame.originY &+ Int(frame.top) &+ row
    let rowStart = row &* stride
    var sum = SIMD4<Int32>()
    // A span waits in `pendingStart ..< x` until the coverage changes; `next` is the column behind the last group.
    var pending: UInt32 = 0, pendingStart = 0, next = 0
    // The coverage of the pixels between the last group and the next.
    var gap: UInt32 = 0
    var eight = 0
    while eight < stride {
      var set = band.takeMarks(rowStart &+ eight)
      if set == 0 && stride >= 512 {
        // A wide row: the inside of a shape may be long.
        eight = band.firstMarked(from: rowStart &+ eight &+ 32, to: rowStart &+ stride) &- rowStart
        continue
      }
      while set != 0 {
        let x = eight &+ set.trailingZeroBitCount &>> 1
        set &= set &- 1
        if x >= width {
          // Ghost columns; the last group of the row.
          _ = band.takeGroup(rowStart &+ x)
          continue
        }
        if gap != pending && x != next {
          if pending != 0 { sink.span(y: y, x: left &+ pendingStart, count: next &- pendingStart, coverage: pending) }
          pending = gap
          pendingStart = next
        }
        var (areas, counts) = band.takeGroup(rowStart &+ x)
        areas = areas &+ SIMD4(0, areas[0], areas[1], areas[2])
        areas = areas &+ SIMD4(0, 0, areas[0], areas[1]) &+ sum
        sum = SIMD4(repeating: areas[3])
        var coverage = Rule.meanCoverage(areas)
        gap = coverage[3]
        // Two passes or more?
        if any(counts & Int32(bitPattern: 0xFFE0_0000) .!= 0) && Rule.isCrossed(areas, passes(counts)) {
          coverage = resolve(
            areas, counts, coverage, x: x, row: row, links: links, edges: edges, frame: frame, rule: Rule.rule,
            resolver: &resolver)
        }
        if x &+ 4 > width { coverage = coverage.replacing(with: 0, where: SIMD4(0, 1, 2, 3) .>= Int32(width &- x)) }
        next = x &+ 4
        if all(coverage .== 255) {
          if pending != 255 {
            if pending != 0 { sink.span(y: y, x: left &+ pendingStart, count: x &- pendingStart, coverage: pending) }
            pending = 255
            pendingStart = x
          }
        } else {
          if pending != 0 { sink.span(y: y, x: left &+ pendingStart, count: x &- pendingStart, coverage: pending) }
          sink.group(y: y, x: left &+ x, coverage: coverage)
          pending = 0
          pendingStart = next
        }
      }
      eight = eight &+ 32
    }
    if next < width && gap != pending {
      if pending != 0 { sink.span(y: y, x: left &+ pendingStart, count: next &- pendingStart, coverage: pending) }
      pending = gap
      pendingStart = next
    }
    if pending != 0 && pendingStart < width {
      sink.span(y: y, x: left &+ pendingStart, count: (next < width ? width : next) &- pendingStart, coverage: pending)
    }
  }
  memory = band
}

/// What a fill rule makes of windings.
private protocol SweepRule {
  static var rule: FillRule { get }
  /// The coverage 0…255 of pixels whose mean winding is `areas` · 2⁻²⁰, if that is all there is to know.
  static func meanCoverage(_ areas: SIMD4<Int32>) -> SIMD4<UInt32>
  /// Whether the mean does not settle the coverage of all four pixels, given the passes through them, of which one is more than one.
  static func isCrossed(_ areas: SIMD4<Int32>, _ passes: SIMD4<Int32>) -> Bool
}

private enum NonZero: SweepRule {
  static var rule: FillRule { .nonZero }

  @inline(__always)
  static func meanCoverage(_ areas: SIMD4<Int32>) -> SIMD4<UInt32> {
    let full = SIMD4<Int32>(repeating: 1 << 20)
    var amount = areas.replacing(with: 0 &- areas, where: areas .< 0)
    amount = amount.replacing(with: full, where: amount .> full)
    return SIMD4(truncatingIfNeeded: (amount &<< 8 &- amount &+ 1 << 19) &>> 20)
  }

  /// The windings in a pixel differ by no more than there are passes: they may be so far from 0 that none of them is 0.
  @inline(__always)
  static func isCrossed(_ areas: SIMD4<Int32>, _ passes: SIMD4<Int32>) -> Bool {
    let amount = areas.replacing(with: 0 &- areas, where: areas .< 0) &>> 20
    return any((passes .> 1) .& (amount .< passes))
  }
}

private enum EvenOdd: SweepRule {
  static var rule: FillRule { .evenOdd }

  @inline(__always)
  static func meanCoverage(_ areas: SIMD4<Int32>) -> SIMD4<UInt32> {
    let full = SIMD4<Int32>(repeating: 1 << 20)
    var amount = areas & 0x1F_FFFF
    amount = amount.replacing(with: 2 &* full &- amount, where: amount .> full)
    return SIMD4(truncatingIfNeeded: (amount &<< 8 &- amount &+ 1 << 19) &>> 20)
  }

  @inline(__always)
  static func isCrossed(_ areas: SIMD4<Int32>, _ passes: SIMD4<Int32>) -> Bool { true }
}

/// The passes that cells count in their lower halves.
@inline(__always)
private func passes(_ counts: SIMD4<Int32>) -> SIMD4<Int32> { counts &>> 20 & 0xFFF }

/// Replaces the coverage of the lanes that the outline passes more than once.
@inline(never)
private func resolve(
  _ areas: SIMD4<Int32>, _ counts: SIMD4<Int32>, _ coverage: SIMD4<UInt32>, x: Int, row: Int,
  links: borrowing LinkMemory, edges: Span<Edge>, frame: BandFrame, rule: FillRule, resolver: inout CrossingResolver
) -> SIMD4<UInt32> {
  var coverage = coverage
  let passes = passes(counts)
  for lane in 0..<4 {
    if passes[lane] < 2 || x + lane >= Int(frame.width) { continue }
    if rule == .nonZero && abs(areas[lane]) >> 20 >= passes[lane] {
      coverage[lane] = 255
      continue
    }
    coverage[lane] = resolver.coverage(
      mean: areas[lane], meanCoverage: coverage[lane], head: Int(counts[lane]) & (BandMemory.maximumLinks - 1),
      row: frame.top + Int32(row), column: Int32(x + lane), links: links, edges: edges, rule: rule)
  }
  return coverage
}

/// The coverage 0…255 of a pixel whose mean winding is `area` · 2⁻²⁰, if that is all there is to know.
func meanCoverage(_ area: Int32, _ rule: FillRule) -> UInt32 {
  let full: Int32 = 1 << 20
  var amount = rule == .evenOdd ? area & 0x1F_FFFF : Int32(bitPattern: area.magnitude)
  amount = min(amount, rule == .evenOdd ? full &+ full &- amount : full)
  return UInt32(truncatingIfNeeded: (amount &<< 8 &- amount &+ 1 << 19) &>> 20)
}
