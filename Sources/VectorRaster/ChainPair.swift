// Stage 4b of filling: a pixel with two chains of edges, exactly.
//
// Each piece of one chain is compared with four pieces of the other at once: over the height that both have in common (often none) both are
// straight and cross once at most.

import VectorGeometry

/// Integrates pixels with two chains. Keeps scratch from pixel to pixel.
struct ChainPair: Sendable {
  /// Pieces (x0, y0, x1, y1) in pixels, from the top to the bottom: a border, edges and a border for each chain, behind the second three
  /// that meet nothing.
  private var pieces: ContiguousArray<SIMD4<Float>> = []

  /// The coverage of a pixel with two chains, each at a place among its edges.
  mutating func coverage(
    of storage: borrowing ContiguousArray<EdgePart>, _ first: EdgeChain.Place, _ second: EdgeChain.Place, mean: Int64,
    meanCoverage: UInt32, rule: FillRule
  ) -> UInt32 {
    let parts = storage.span
    let a = EdgeChain(parts, first), b = EdgeChain(parts, second)
    if a.direction != b.direction && a.isApart(from: b, in: parts) { return meanCoverage }
    let missing = a.range.count + b.range.count + 7 - pieces.count
    if missing > 0 { pieces.append(contentsOf: repeatElement(SIMD4(), count: missing + 8)) }
    let isOrdered = !b.comes(before: a, in: parts)
    let pixel = isOrdered ? divide(a, b, parts, &pieces) : divide(b, a, parts, &pieces)
    return areaCoverage(
      pixel, isOrdered ? a.direction : b.direction, isOrdered ? b.direction : a.direction, mean: mean,
      meanCoverage: meanCoverage, rule: rule)
  }
}

/// The areas that two chains divide a pixel into.
private func divide(
  _ a: EdgeChain, _ b: EdgeChain, _ parts: Span<EdgePart>, _ storage: inout ContiguousArray<SIMD4<Float>>
) -> DividedPixel {
  var pieces = storage.mutableSpan
  let range0 = a.layOut(parts, &pieces, at: 0), range1 = b.layOut(parts, &pieces, at: a.range.count &+ 2)
  for index in range1.upperBound..<range1.upperBound &+ 3 { pieces[index] = SIMD4(0, 2, 0, 3) }
  var areas = Areas()
  var place = range1.lowerBound
  while place < range1.upperBound {
    let b = FourPieces(pieces[place], pieces[place &+ 1], pieces[place &+ 2], pieces[place &+ 3])
    for index in range0 { areas.add(FourPieces(pieces[index]), b) }
    place = place &+ 4
  }
  return areas.sum
}

/// The areas left of two chains and between them, in four lanes.
private struct Areas {
  private var left0 = SIMD4<Float>(), left1 = SIMD4<Float>(), between0 = SIMD4<Float>(), between1 = SIMD4<Float>()

  /// Adds those over the height that pieces of both have in common.
  @inline(__always)
  mutating func add(_ a: FourPieces, _ b: FourPieces) {
    let zero = SIMD4<Float>()
    let top = greater(a.y0, b.y0), height = greater(lesser(a.y1, b.y1) - top, zero)
    let topA = a.x0 + (top - a.y0) * a.slope, topB = b.x0 + (top - b.y0) * b.slope
    let bottomA = topA + height * a.slope, bottomB = topB + height * b.slope
    let above = topB - topA, below = bottomB - bottomA
    // Beyond 0…1, or not a number, if they don't cross: then at the top or the bottom.
    let split = greater(lesser(SIMD4(repeating: 1), above / (above - below)), zero)
    let upper = height * split, lower = height - upper
    let (upperA, lowerA) = a.areasLeft(from: topA, to: topA + upper * a.slope, upper, then: bottomA, lower)
    let (upperB, lowerB) = b.areasLeft(from: topB, to: topB + upper * b.slope, upper, then: bottomB, lower)
    left0 += upperA + lowerA
    left1 += upperB + lowerB
    let upperDifference = upperB - upperA, lowerDifference = lowerB - lowerA
    between0 += greater(upperDifference, zero) + greater(lowerDifference, zero)
    between1 -= lesser(upperDifference, zero) + lesser(lowerDifference, zero)
  }

  var sum: DividedPixel {
    DividedPixel(left0: total(left0), left1: total(left1), between0: total(between0), between1: total(between1))
  }
}

/// Four pieces side by side.
private struct FourPieces {
  let x0: SIMD4<Float>, y0: SIMD4<Float>, y1: SIMD4<Float>
  /// dx/dy, and half of dy/dx.
  let slope: SIMD4<Float>, halfInverse: SIMD4<Float>

  /// Four times the same.
  @inline(__always)
  init(_ piece: SIMD4<Float>) {
    let run = piece[2] - piece[0], height = piece[3] - piece[1]
    x0 = SIMD4(repeating: piece[0])
    y0 = SIMD4(repeating: piece[1])
    y1 = SIMD4(repeating: piece[3])
    slope = SIMD4(repeating: run / height)
    halfInverse = SIMD4(repeating: height * 0.5 / run)
  }

  @inline(__always)
  init(_ a: SIMD4<Float>, _ b: SIMD4<Float>, _ c: SIMD4<Float>, _ d: SIMD4<Float>) {
    x0 = SIMD4(a[0], b[0], c[0], d[0])
    y0 = SIMD4(a[1], b[1], c[1], d[1])
    y1 = SIMD4(a[3], b[3], c[3], d[3])
    let run = SIMD4(a[2], b[2], c[2], d[2]) - x0, height = y1 - y0
    slope = run / height
    halfInverse = height * 0.5 / run
  }

  /// The areas of the pixel left of them, from one x to a second over a height and from there to a third.
  ///
  /// The integral of x within the pixel along x, F = x²/2 inside and x − ½ right of it, is divided by dx/dy; the error is that of F, 2⁻²⁴, times
  /// 2⁸ at most. Of lines that are more upright the middle is taken; on one that leaves the pixel that is wrong by 2⁻¹¹ at most.
  @inline(__always)
  func areasLeft(
    from x0: SIMD4<Float>, to x1: SIMD4<Float>, _ upper: SIMD4<Float>, then x2: SIMD4<Float>, _ lower: SIMD4<Float>
  ) -> (SIMD4<Float>, SIMD4<Float>) {
    let steepness = slope * slope, limit = SIMD4<Float>(repeating: 0x1p-16)
    let integral0 = doubleIntegral(x0), integral1 = doubleIntegral(x1), integral2 = doubleIntegral(x2)
    let upright0 = cut((x0 + x1) * 0.5) * upper, upright1 = cut((x1 + x2) * 0.5) * lower
    return (
      select((integral1 - integral0) * halfInverse, where: limit, isLessThan: steepness, else: upright0),
      select((integral2 - integral1) * halfInverse, where: limit, isLessThan: steepness, else: upright1)
    )
  }
}

/// 2F: 0 left of the pixel, x² in it, 2x − 1 right of it.
@inline(__always)
private func doubleIntegral(_ x: SIMD4<Float>) -> SIMD4<Float> {
  let inside = cut(x)
  return inside * (x + (x - inside))
}
