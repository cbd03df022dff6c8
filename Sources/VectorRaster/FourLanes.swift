// Lanes of four lines, or of four pieces of edges.

import ProcessorFeatures

/// The same lanes, which stay in a vector whatever is done with them.
@inline(__always)
func together(_ lanes: SIMD4<Float>) -> SIMD4<Float> { processor_opaque_floats(lanes) }

/// Cuts to 0…1.
@inline(__always)
func cut(_ x: SIMD4<Float>) -> SIMD4<Float> { lesser(greater(x, SIMD4()), SIMD4(repeating: 1)) }

/// The second where it is less than the first.
@inline(__always)
func lesser(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> SIMD4<Float> { processor_lesser(a, b) }

/// The second where it is more than the first.
@inline(__always)
func greater(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> SIMD4<Float> { processor_greater(a, b) }

/// One of two where the left number is less than the right one, the other elsewhere.
@inline(__always)
func select(
  _ yes: SIMD4<Float>, where left: SIMD4<Float>, isLessThan right: SIMD4<Float>, else no: SIMD4<Float>
) -> SIMD4<Float> { processor_where_less(left, right, yes, no) }

/// The sum of all lanes.
@inline(__always)
func total(_ lanes: SIMD4<Float>) -> Float { (lanes[0] + lanes[2]) + (lanes[1] + lanes[3]) }

/// Puts the lesser of two first.
@inline(__always)
func order(_ a: inout SIMD4<Float>, _ b: inout SIMD4<Float>) {
  let first = lesser(a, b)
  b = greater(b, a)
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

/// Sorts the eight numbers of each lane, by Batcher's network: two halves and then these together.
@inline(__always)
func sortLanes(
  _ a: inout SIMD4<Float>, _ b: inout SIMD4<Float>, _ c: inout SIMD4<Float>, _ d: inout SIMD4<Float>,
  _ e: inout SIMD4<Float>, _ f: inout SIMD4<Float>, _ g: inout SIMD4<Float>, _ h: inout SIMD4<Float>
) {
  sortLanes(&a, &b, &c, &d)
  sortLanes(&e, &f, &g, &h)
  order(&a, &e)
  order(&b, &f)
  order(&c, &g)
  order(&d, &h)
  order(&c, &e)
  order(&d, &f)
  order(&b, &c)
  order(&d, &e)
  order(&f, &g)
}

/// Sorts the numbers of each lane of four vectors.
@inline(__always)
func sortFour(_ numbers: inout MutableSpan<SIMD4<Float>>, at start: Int) {
  var four = numbers._mutatingExtracting(start..<start &+ 4)
  var a = four[0], b = four[1], c = four[2], d = four[3]
  sortLanes(&a, &b, &c, &d)
  (four[0], four[1], four[2], four[3]) = (a, b, c, d)
}

/// Sorts the numbers of each lane of eight vectors.
@inline(never)
func sortEight(_ numbers: inout MutableSpan<SIMD4<Float>>, at start: Int) {
  var eight = numbers._mutatingExtracting(start..<start &+ 8)
  var a = eight[0], b = eight[1], c = eight[2], d = eight[3]
  var e = eight[4], f = eight[5], g = eight[6], h = eight[7]
  sortLanes(&a, &b, &c, &d, &e, &f, &g, &h)
  (eight[0], eight[1], eight[2], eight[3]) = (a, b, c, d)
  (eight[4], eight[5], eight[6], eight[7]) = (e, f, g, h)
}
