// Lanes of four lines, or of four pieces of edges.

/// Cuts to 0…1.
@inline(__always)
func cut(_ x: SIMD4<Float>) -> SIMD4<Float> { lesser(greater(x, SIMD4()), SIMD4(repeating: 1)) }

/// The second where it is less than the first.
@inline(__always)
func lesser(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> SIMD4<Float> { a.replacing(with: b, where: b .< a) }

/// The second where it is more than the first.
@inline(__always)
func greater(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> SIMD4<Float> { a.replacing(with: b, where: b .> a) }

/// The sum of all lanes.
@inline(__always)
func total(_ lanes: SIMD4<Float>) -> Float { (lanes[0] + lanes[2]) + (lanes[1] + lanes[3]) }

/// Puts the lesser of two first.
@inline(__always)
func order(_ a: inout SIMD4<Float>, _ b: inout SIMD4<Float>) {
  let isReversed = b .< a
  let first = a.replacing(with: b, where: isReversed)
  b = b.replacing(with: a, where: isReversed)
  a = first
}

/// Sorts the four numbers of each lane.
@inline(__always)
func sortLanes(
  _ a: inout SIMD4<Float>, _ b: inout SIMD4<Float>, _ c: inout SIMD4<Float>, _ d: inout SIMD4<Float>
) {
  order(&a, &b)
  order(&c, &d)
  order(&a, &c)
  order(&b, &d)
  order(&b, &c)
}
