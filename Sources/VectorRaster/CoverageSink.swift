import VectorGeometry

/// What the sweep hands its coverage to: one compositor, mask or measurement. Rows come from top to bottom, within a row from left to
/// right, each pixel at most once; pixels without coverage need not be mentioned.
protocol CoverageSink: ~Copyable, ~Escapable {
  /// Takes four pixels, `x` to `x + 3` of row `y`, with their coverages 0…255. Pixels outside the clip have coverage 0 and may lie up to
  /// three columns right of it, so a sink that writes all four needs that much slack behind its last row.
  @_lifetime(self: copy self)
  mutating func group(y: Int, x: Int, coverage: SIMD4<UInt32>)

  /// Takes `count` ≥ 1 pixels of equal coverage 1…255, all inside the clip.
  @_lifetime(self: copy self)
  mutating func span(y: Int, x: Int, count: Int, coverage: UInt32)

  /// Turns a band of cells into coverage, takes it, and clears the cells.
  @_lifetime(self: copy self) @_lifetime(band: copy band)
  mutating func sweep(
    band: inout BandMemory, links: borrowing LinkMemory, edges: Span<Edge>, frame: BandFrame, rule: FillRule,
    resolver: inout CrossingResolver, lists: inout ContiguousArray<UInt64>)
}

extension CoverageSink where Self: ~Copyable & ~Escapable {
  @inline(__always) @_lifetime(self: copy self) @_lifetime(band: copy band)
  mutating func sweep(
    band: inout BandMemory, links: borrowing LinkMemory, edges: Span<Edge>, frame: BandFrame, rule: FillRule,
    resolver: inout CrossingResolver, lists: inout ContiguousArray<UInt64>
  ) {
    VectorRaster.sweep(
      band: &band, links: links, edges: edges, frame: frame, rule: rule, resolver: &resolver, into: &self)
  }
}
