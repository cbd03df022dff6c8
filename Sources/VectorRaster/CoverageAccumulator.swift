// Stage 3 of filling: the band of rows that is being filled, and which edges go into it.

import Bitmaps
import VectorGeometry

/// Scratch for bands: 540 KB, and 8 bytes for each time an edge visits a cell of a band.
struct CoverageAccumulator: Sendable {
  private var bandStorage: ContiguousArray<UInt64> = []
  private var linkStorage: ContiguousArray<UInt64> = []
  private var order = BandOrder()
  private var resolver = CrossingResolver()
  /// For sinks that sweep by lists.
  private var lists: ContiguousArray<UInt64> = []
  private var reference = ReferenceSweep()

  /// Whether all bands go through the plain form.
  var isReference = false

  /// The widest clip that a row of cells has place for.
  static let maximumWidth = 16_384
  /// The most edges of a row that its cells can take: 2000 windings of 2²⁰ fit 31 bits, passes fit 12.
  static let maximumEdges = 2000
  /// Up to so many bands, each goes through all edges; with more they are sorted by bands first.
  private static let unsortedBands = 4

  /// Fills the edges' inside.
  /// - Parameters:
  ///   - storage: holds the edges, the first `count`. Coordinates count from the upper left pixel of the bounds.
  ///   - width, height: of the bounds, at most `maximumWidth` wide.
  ///   - isCut: whether edges may lie outside the bounds. `isOpen`: whether on the right.
  ///   - originX, originY: the bounds' upper left pixel.
  @_lifetime(sink: copy sink)
  mutating func fill<Sink: CoverageSink & ~Copyable & ~Escapable>(
    _ storage: borrowing ContiguousArray<Edge>, count: Int, width: Int, height: Int, isCut: Bool, isOpen: Bool,
    originX: Int, originY: Int, rule: FillRule, into sink: inout Sink
  ) {
    let edges = storage.span.extracting(0..<count)
    if bandStorage.isEmpty { bandStorage = ContiguousArray(repeating: 0, count: BandMemory.wordCount) }
    // An odd number of cache lines' pairs, so that the rows of a column don't share places in the cache; of narrow paths few rows would.
    let pairs = (width + 2 + 31) >> 5, stride = (pairs > 2 ? pairs | 1 : pairs) << 5
    let bandHeight = height * stride <= BandMemory.cellCapacity ? height : BandMemory.cellCapacity / stride
    let frame = BandFrame(
      width: Int32(truncatingIfNeeded: width), rows: Int32(truncatingIfNeeded: bandHeight), originX: originX,
      originY: originY, stride: stride, isOpen: isOpen)
    Self.fill(
      edges, height: height, isCut: isCut, isReference: isReference, first: frame, rule: rule, band: &bandStorage,
      links: &linkStorage, order: &order, resolver: &resolver, lists: &lists, reference: &reference, into: &sink)
  }

  /// Fills one band after the other. (The scratch is handed over piece by piece: spans of several properties at once need variables of their
  /// own.)
  @_lifetime(sink: copy sink)
  private static func fill<Sink: CoverageSink & ~Copyable & ~Escapable>(
    _ edges: Span<Edge>, height: Int, isCut: Bool, isReference: Bool, first: BandFrame, rule: FillRule,
    band bandStorage: inout ContiguousArray<UInt64>, links linkStorage: inout ContiguousArray<UInt64>,
    order: inout BandOrder, resolver: inout CrossingResolver, lists: inout ContiguousArray<UInt64>,
    reference: inout ReferenceSweep, into sink: inout Sink
  ) {
    var frame = first
    let bandHeight = Int(frame.rows)
    let bandCount = bandHeight == height ? 1 : (height + bandHeight - 1) / bandHeight
    let isWithin = bandCount == 1 && !isCut
    let isListed = bandCount > Self.unsortedBands
    if isListed { order.sort(edges, height: height, bandHeight: bandHeight) }
    let isPlain = isReference || edges.count > Self.maximumEdges && order.isCrowded(edges, height: height)
    for index in 0..<bandCount {
      frame.rows = Int32(truncatingIfNeeded: min(bandHeight, height - Int(frame.top)))
      let range = isListed ? order.range(ofBand: index) : 0..<edges.count
      var state = WalkState(position: range.lowerBound, linkCount: 1), isTaken = isPlain
      while !isTaken {
        var band = bandStorage.mutableSpan, links = linkStorage.mutableSpan
        var bandMemory = BandMemory(&band), linkMemory = LinkMemory(&links)
        if isWithin {
          state = walkWithin(edges, from: state, frame: frame, band: &bandMemory, links: &linkMemory)
        } else {
          state = walkAcross(
            edges, numbers: order.edges.span, isListed: isListed, from: state, to: range.upperBound, frame: frame,
            band: &bandMemory, links: &linkMemory)
        }
        if state.position == range.upperBound {
          sink.sweep(
            band: &bandMemory, links: linkMemory, edges: edges, frame: frame, rule: rule, resolver: &resolver,
            lists: &lists)
          break
        }
        if linkStorage.count >= BandMemory.maximumLinks {
          bandMemory.clear()
          isTaken = true
          break
        }
        linkStorage.append(contentsOf: repeatElement(0, count: max(linkStorage.count, 16_384, frame.linksPerEdge)))
      }
      if isTaken {
        if isListed {
          reference.fill(
            edges, numbers: order.edges[range].lazy.map { Int($0) }, frame: frame, rule: rule, resolver: &resolver,
            into: &sink)
        } else {
          reference.fill(edges, numbers: range, frame: frame, rule: rule, resolver: &resolver, into: &sink)
        }
      }
      frame.top += frame.rows
    }
  }
}

/// Which edges go into which band.
private struct BandOrder: Sendable {
  /// For each band of a path with many, the numbers of its edges, one band after the other.
  private(set) var edges: ContiguousArray<UInt32> = []
  /// Where each band begins in `edges`.
  private var starts: ContiguousArray<Int> = []
  /// How many edges more, or fewer, a row has than the one above it.
  private var rowSteps: ContiguousArray<Int> = []

  /// Where the numbers of a band's edges are.
  func range(ofBand index: Int) -> Range<Int> { starts[index]..<starts[index + 1] }

  /// Whether some row has more edges than its cells can take.
  mutating func isCrowded(_ edges: Span<Edge>, height: Int) -> Bool {
    rowSteps.removeAll(keepingCapacity: true)
    rowSteps.append(contentsOf: repeatElement(0, count: height + 1))
    for index in edges.indices {
      let first = max(0, Int(edges[index].firstRow)), end = min(height, Int(edges[index].lastRow) + 1)
      if first >= end { continue }
      rowSteps[first] += 1
      rowSteps[end] -= 1
    }
    var count = 0
    for row in 0..<height {
      count += rowSteps[row]
      if count > CoverageAccumulator.maximumEdges { return true }
    }
    return false
  }

  /// Sorts the numbers of the edges by the bands that they visit, in order within each band.
  mutating func sort(_ edges: Span<Edge>, height: Int, bandHeight: Int) {
    let bandCount = (height + bandHeight - 1) / bandHeight
    func bands(_ edge: Edge) -> Range<Int> {
      let first = max(Int(edge.firstRow), 0), last = min(Int(edge.lastRow), height - 1)
      return first <= last ? first / bandHeight..<last / bandHeight + 1 : 0..<0
    }
    starts.removeAll(keepingCapacity: true)
    starts.append(contentsOf: repeatElement(0, count: bandCount + 1))
    for index in edges.indices {
      for band in bands(edges[index]) { starts[band] += 1 }
    }
    var total = 0
    for band in 0...bandCount {
      total += starts[band]
      starts[band] = total
    }
    if self.edges.count < total { self.edges.append(contentsOf: repeatElement(0, count: total - self.edges.count)) }
    // From the last edge to the first, each band filled from its end: that leaves the starts in place.
    for index in edges.indices.reversed() {
      for band in bands(edges[index]) {
        starts[band] -= 1
        self.edges[starts[band]] = UInt32(truncatingIfNeeded: index)
      }
    }
  }
}
