// Stage 2 of filling, four edges at a time: what `Edge.init(from:to:)` of `VectorRaster` does, in the same order and so with the same results,
// for lines none of which is horizontal. Two divisions an edge are most of it, and four cost no more than one.
//
// An edge is six words of 64 bits: boundaryX; slope; inverse; x0 and y0; x1 and y1; direction and sharedPasses. Lanes stand in the order
// 0, 2, 1, 3, so that interleaving two vectors brings edges 0 and 1 together.

#if AVX2_COPY
  /// Makes edges between points, four at a time, up to the first line that is horizontal.
  /// - Parameters:
  ///   - points: x and y as 64-bit numbers, the ends of the lines; each begins where the one before ends.
  ///   - origin: is subtracted from the points.  `start`: where the first line begins, less the origin.
  ///   - corner: is subtracted from their sub-units.
  ///   - edges: takes the edges, of 48 bytes each; up to three of no meaning may follow.
  /// - Returns: how many edges there are.
  /// - Precondition: `edges` has room for three more edges than there are points.
  @inline(never)
  package func makeSlopingEdges(
    _ points: RawSpan, from start: SIMD2<Double>, origin: SIMD2<Double>, corner: SIMD2<Int32>,
    into edges: inout MutableRawSpan
  ) -> Int {
    let count = points.byteCount / 16
    precondition(edges.byteCount >= (count + 3) * 48)
    let origins = SIMD4(lowHalf: origin, highHalf: origin)
    let twoCorners = SIMD4(lowHalf: corner, highHalf: corner)
    let corners = SIMD8(lowHalf: twoCorners, highHalf: twoCorners)
    // Sub-units, with what leaves a whole number in the low bits added. The last point stands in the upper half.
    @inline(__always) func snapped(_ points: SIMD4<Double>) -> SIMD4<Double> { points * 4096 + 0x1.8p52 }
    var last = snapped(SIMD4(lowHalf: start, highHalf: start))
    var index = 0
    while index < count {
      let isWholeGroup = index &+ 4 <= count
      let first =
        isWholeGroup ? points.fourNumbers(at: 2 &* index) : points.fourNumbers(at: 2 &* index, count: 2 &* count)
      let second =
        isWholeGroup
        ? points.fourNumbers(at: 2 &* index &+ 4) : points.fourNumbers(at: 2 &* index &+ 4, count: 2 &* count)
      let to0 = opaque(snapped(first - origins)), to1 = opaque(snapped(second - origins))
      let from0 = opaque(middleHalves(last, to0)), from1 = opaque(middleHalves(to0, to1))
      // x and y, from the path's corner.
      let to = opaque(evenWords(to0, to1) &- corners), from = opaque(evenWords(from0, from1) &- corners)
      let step = to &- from
      let level = signBits(isEqual(step, SIMD8())) & 0xAA
      last = to1
      let dx = interleavedLow(to0 - from0, to1 - from1), dy = interleavedHigh(to0 - from0, to1 - from1)
      let slope = opaque(integer(dx * 0x1p32 / dy)),
        inverse = smaller(integer(magnitudes(dy * 0x1p32 / dx)), SIMD4(repeating: 1 << 44))
      // Ones in both halves where the contour runs up.
      let isUp = opaque(oddLanesTwice(opaque(step &>> 31)))
      let exchange = opaque((from ^ to) & isUp), top = opaque(from ^ exchange), bottom = opaque(to ^ exchange)
      let yBits = words(top) &>> 32 & 4095
      let boundaryX = opaque((words(top) &<< 32 &+ slope &* (4096 &- yBits)) &>> 12 &+ 1 << 19)
      // In one cell with all of its length: the same but for the fraction, where the lower end may be the next row's border.
      let differs = opaque(top ^ (bottom &- SIMD8(0, 1, 0, 1, 0, 1, 0, 1)))
      let isWhole = isEqual((differs | exchanged(differs)) & ~4095, SIMD8())
      let isOnBorder = isEqual(from & 4095, SIMD8())
      // In the upper halves, where it is decided; -2⁵⁰ ≤ slope < 2⁵⁰.
      let isSloping = isEqual(wordHalves(opaque(slope &+ 1 << 50)) & ~0x7_FFFF, SIMD8())
      let shared = opaque(~(isWhole | isOnBorder) & isSloping)
      let signs = alternating(isUp | 1, shared)
      edges.setEdges(
        index, interleavedLow(boundaryX, slope), interleavedLow(inverse, words(top)),
        interleavedLow(words(bottom), words(signs)))
      edges.setEdges(
        index &+ 2, interleavedHigh(boundaryX, slope), interleavedHigh(inverse, words(top)),
        interleavedHigh(words(bottom), words(signs)))
      if level != 0 || !isWholeGroup {
        // Edges 0 to 3 have bits 1, 5, 3 and 7.
        let inOrder = level &>> 1 & 1 | level &>> 4 & 2 | level &>> 1 & 4 | level &>> 4 & 8
        return min(index &+ (inOrder | 16).trailingZeroBitCount, count)
      }
      index = index &+ 4
    }
    return index
  }

  /// Rounds numbers below 2⁵⁰ in magnitude to the nearest integers.
  @inline(__always)
  private func integer(_ values: SIMD4<Double>) -> SIMD4<Int64> {
    bitPattern(values + 0x1.8p52) &- 0x4338_0000_0000_0000
  }
#endif
