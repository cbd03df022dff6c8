// Stage 4b of filling: a pixel that three to eight edges of one direction pass from top to bottom, by the even-odd rule.
//
// Sixteen lines, each exact in x: along a sorted line every other piece is inside, and which of them the mean winding tells.

import VectorGeometry

/// Integrates pixels along lines. Keeps scratch from pixel to pixel.
struct EvenOddScan: Sendable {
  /// For each four lines, where they cross the edges; the last places may lie on the pixel's right border.
  private var crossings: ContiguousArray<SIMD4<Float>> = []

  /// The most edges.
  static let edgeLimit = 8

  /// The coverage of a pixel with the first `count` of `parts`.
  mutating func coverage(of parts: borrowing ContiguousArray<EdgePart>, count: Int, mean: Int64) -> UInt32 {
    if crossings.isEmpty { crossings.append(contentsOf: repeatElement(SIMD4(), count: 4 * Self.edgeLimit)) }
    let left = cross(parts, count, &crossings)
    let direction = parts[0].direction
    let base = nearestWinding(winding(mean, .evenOdd) - Float(direction) * (Float(count) - left))
    let inside = alternating(crossings, count)
    return level(base & 1 == 0 ? inside : 1 - inside)
  }
}

/// Crosses the lines with the edges; returns the sum of the areas left of each.
@inline(__always)
private func cross(
  _ storage: borrowing ContiguousArray<EdgePart>, _ count: Int, _ crossingStorage: inout ContiguousArray<SIMD4<Float>>
) -> Float {
  let parts = storage.span.extracting(0..<count)
  var crossings = crossingStorage.mutableSpan
  var left = SIMD4<Float>()
  for index in parts.indices {
    let part = parts[index]
    let x0 = Float(part.x0) * 0x1p-12, step = Float(part.x1 &- part.x0) * 0x1p-16
    var x = SIMD4(0.5, 1.5, 2.5, 3.5) * step + x0
    for group in 0..<4 {
      let inside = cut(x)
      crossings[group &* EvenOddScan.edgeLimit &+ index] = inside
      left += inside
      x += 4 * step
    }
  }
  for index in count..<EvenOddScan.edgeLimit {
    for group in 0..<4 { crossings[group &* EvenOddScan.edgeLimit &+ index] = SIMD4(repeating: 1) }
  }
  return total(left) * 0x1p-4
}

/// The area between the first and the second crossing, the third and the fourth and so on.
@inline(__always)
private func alternating(_ storage: borrowing ContiguousArray<SIMD4<Float>>, _ count: Int) -> Float {
  let crossings = storage.span
  var area = SIMD4<Float>()
  for group in 0..<4 {
    let four = crossings.extracting(group &* EvenOddScan.edgeLimit..<(group &+ 1) &* EvenOddScan.edgeLimit)
    area += count <= 4 ? alternatingFour(four) : alternatingEight(four)
  }
  return total(area) * 0x1p-4
}

@inline(__always)
private func alternatingFour(_ crossings: Span<SIMD4<Float>>) -> SIMD4<Float> {
  var a = crossings[0], b = crossings[1], c = crossings[2], d = crossings[3]
  sortLanes(&a, &b, &c, &d)
  return (b - a) + (d - c)
}

@inline(never)
private func alternatingEight(_ crossings: Span<SIMD4<Float>>) -> SIMD4<Float> {
  var a = crossings[0], b = crossings[1], c = crossings[2], d = crossings[3]
  var e = crossings[4], f = crossings[5], g = crossings[6], h = crossings[7]
  sortLanes(&a, &b, &c, &d, &e, &f, &g, &h)
  return ((b - a) + (d - c)) + ((f - e) + (h - g))
}
