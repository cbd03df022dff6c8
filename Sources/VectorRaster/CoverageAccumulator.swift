// Stage 3 of filling: the band of rows that is being filled, and which edges go into it.

import Bitmaps
import VectorGeometry

/// Scratch for bands: 450 KB, and 8 bytes for each time an edge visits a cell of a band.
struct CoverageAccumulator: Sendable {
  private var bandStorage: ContiguousArray<UInt64> = []
  private var linkStorage: ContiguousArray<UInt64> = []
  /// For each band of a path with several, the numbers of its edges, one band after the other.
  private var bandEdges: ContiguousArray<UInt32> = []
  /// Where each band begins in `bandEdges`.
  private var bandStarts: ContiguousArray<Int> = []
  private var resolver = CrossingResolver()
  private var reference = ReferenceSweep()

  /// Whether all bands go through the plain form.
  var isReference = false

  /// The widest clip that a row of cells has place for.
  static let maximumWidth = 16_384
  /// The most edges of a band that its cells can take: 2000 windings of 2²⁰ fit 31 bits, visits fit 16.
  static let maximumEdges = 2000
  /// The most links of a band, 8 MB of them.
  static let maximumLinks = 1 << 20

  /// Fills the edges' inside within `bounds`, which lie inside the clip and are at most `maximumWidth` wide.
  @_lifetime(sink: copy sink)
  mutating func fill<Sink: CoverageSink & ~Copyable & ~Escapable>(
    _ edgeStorage: borrowing ContiguousArray<Edge>, bounds: PixelRect, originX: Int, originY: Int, rule: FillRule,
    into sink: inout Sink
  ) {
    let edges = edgeStorage.span
    if bandStorage.isEmpty { bandStorage = ContiguousArray(repeating: 0, count: BandMemory.wordCount) }
    let stride = (bounds.width + 2 + 3) & ~3
    let wordsPerRow = (stride / 4 + 63) / 64
    let bandHeight = min(bounds.height, BandMemory.cellCapacity / stride, BandMemory.wordCapacity / wordsPerRow)
    // Spans of several properties at once need variables of their own.
    var bandStorage = ContiguousArray<UInt64>(), linkStorage = ContiguousArray<UInt64>(), resolver = CrossingResolver()
    swap(&bandStorage, &self.bandStorage)
    swap(&linkStorage, &self.linkStorage)
    swap(&resolver, &self.resolver)
    defer {
      swap(&bandStorage, &self.bandStorage)
      swap(&linkStorage, &self.linkStorage)
      swap(&resolver, &self.resolver)
    }
    var frame = BandFrame(
      left: Int32(bounds.minX), top: Int32(bounds.minY), width: Int32(bounds.width), rows: Int32(bandHeight),
      originX: originX, originY: originY, stride: stride, wordsPerRow: wordsPerRow)
    let isSingle = bandHeight == bounds.height
    if !isSingle { bucket(edges, bounds: bounds, bandHeight: bandHeight) }
    let bandCount = (bounds.height + bandHeight - 1) / bandHeight
    for index in 0..<bandCount {
      frame.rows = Int32(min(bandHeight, bounds.maxY - Int(frame.top)))
      let range = isSingle ? 0..<edges.count : bandStarts[index]..<bandStarts[index + 1]
      if isReference || range.count > Self.maximumEdges {
        fillPlainly(
          edges, range: range, isListed: !isSingle, frame: frame, rule: rule, resolver: &resolver, into: &sink)
        frame.top += frame.rows
        continue
      }
      var used = 0
      var position = range.lowerBound
      while true {
        var band = bandStorage.mutableSpan, links = linkStorage.mutableSpan
        var bandMemory = BandMemory(&band), linkMemory = LinkMemory(&links, count: used)
        if isSingle {
          position = walkAll(edges, from: position, frame: frame, band: &bandMemory, links: &linkMemory)
        } else {
          position = walkListed(
            edges, numbers: bandEdges.span, range: position..<range.upperBound, frame: frame, band: &bandMemory,
            links: &linkMemory)
        }
        if position == range.upperBound {
          sweep(
            band: &bandMemory, links: linkMemory, edges: edges, frame: frame, rule: rule, resolver: &resolver,
            into: &sink)
          break
        }
        used = linkMemory.count
        if used > Self.maximumLinks {
          bandMemory.clear()
          fillPlainly(
            edges, range: range, isListed: !isSingle, frame: frame, rule: rule, resolver: &resolver, into: &sink)
          break
        }
        let needed = Int(frame.width) + 2 * Int(frame.rows) + 2
        linkStorage.append(contentsOf: repeatElement(0, count: max(linkStorage.count, 16_384, needed)))
      }
      frame.top += frame.rows
    }
  }

  @_lifetime(sink: copy sink)
  private mutating func fillPlainly<Sink: CoverageSink & ~Copyable & ~Escapable>(
    _ edges: Span<Edge>, range: Range<Int>, isListed: Bool, frame: BandFrame, rule: FillRule,
    resolver: inout CrossingResolver, into sink: inout Sink
  ) {
    if isListed {
      reference.fill(
        edges, numbers: bandEdges[range].lazy.map { Int($0) }, frame: frame, rule: rule, resolver: &resolver,
        into: &sink)
    } else {
      reference.fill(edges, numbers: range, frame: frame, rule: rule, resolver: &resolver, into: &sink)
    }
  }

  /// Sorts the numbers of the edges by the bands that they visit, in order within each band.
  private mutating func bucket(_ edges: Span<Edge>, bounds: PixelRect, bandHeight: Int) {
    let bandCount = (bounds.height + bandHeight - 1) / bandHeight
    func bands(_ edge: Edge) -> Range<Int> {
      let first = max(Int(edge.firstRow), bounds.minY) - bounds.minY
      let last = min(Int(edge.lastRow), bounds.maxY - 1) - bounds.minY
      return first <= last ? first / bandHeight..<last / bandHeight + 1 : 0..<0
    }
    bandStarts.removeAll(keepingCapacity: true)
    bandStarts.append(contentsOf: repeatElement(0, count: bandCount + 1))
    for index in edges.indices {
      for band in bands(edges[index]) { bandStarts[band] += 1 }
    }
    var total = 0
    for band in 0...bandCount {
      total += bandStarts[band]
      bandStarts[band] = total
    }
    bandEdges.removeAll(keepingCapacity: true)
    bandEdges.append(contentsOf: repeatElement(0, count: total))
    // From the last edge to the first, each band filled from its end: that leaves the starts in place.
    for index in edges.indices.reversed() {
      for band in bands(edges[index]) {
        bandStarts[band] -= 1
        bandEdges[bandStarts[band]] = UInt32(truncatingIfNeeded: index)
      }
    }
  }
}

/// Walks all edges from number `first` on; returns the number of the one for which links did not suffice.
@inline(never) @_lifetime(band: copy band) @_lifetime(links: copy links)
private func walkAll(
  _ edges: Span<Edge>, from first: Int, frame: BandFrame, band: inout BandMemory, links: inout LinkMemory
) -> Int {
  let room = links.capacity &- Int(frame.width) &- 2 &* Int(frame.rows) &- 2
  for number in first..<edges.count {
    if links.count > room { return number }
    walk(edges[number], number: number, frame: frame, band: &band, links: &links)
  }
  return edges.count
}

/// Walks the edges of a list; returns the place in it of the one for which links did not suffice.
@inline(never) @_lifetime(band: copy band) @_lifetime(links: copy links)
private func walkListed(
  _ edges: Span<Edge>, numbers: Span<UInt32>, range: Range<Int>, frame: BandFrame, band: inout BandMemory,
  links: inout LinkMemory
) -> Int {
  let room = links.capacity &- Int(frame.width) &- 2 &* Int(frame.rows) &- 2
  for index in range {
    if links.count > room { return index }
    let number = Int(numbers[index])
    walk(edges[number], number: number, frame: frame, band: &band, links: &links)
  }
  return range.upperBound
}
