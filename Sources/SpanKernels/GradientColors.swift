// Colours of gradients, eight pixels at a time, from their offsets.
//
// A gradient's colours come as a table of pieces, in order of offsets, which `appendSegment` makes. The first piece begins before every offset,
// the last one ends behind, and both are of one colour.
//
// A piece is five vectors: the straight channels, 0…1, alpha last, where it begins; their growth per offset; the offsets where it begins and
// ends, whether the next one begins with the same colour (1) or not (0), and bits that make alpha; and for pieces with one alpha the
// premultiplied channels at offset 0 and their growth, ready to become 8.8 fixed point.

/// Colours between two neighbouring stops.
struct Segment {
  var start: SIMD4<Float>
  var slope: SIMD4<Float>
  var from: Float
  var to: Float
  /// Whether the next piece begins with the colour with which this one ends.
  var isJoined: Bool
  /// Which piece of the table it is.
  var index: Int
  /// For pieces with one alpha, see `FlatChannels`: the premultiplied channels as level + levelSlope·t, and what makes their alpha.
  var level: SIMD4<Float>
  var levelSlope: SIMD4<Float>
  var levelAlpha: UInt32

  /// Reads a piece of the table.
  @inline(__always)
  init(_ table: Span<SIMD4<Float>>, _ index: Int) {
    let place = segmentVectors &* index
    start = table[place]
    slope = table[place &+ 1]
    let range = table[place &+ 2]
    from = range.x
    to = range.y
    isJoined = range.z != 0
    levelAlpha = range.w.bitPattern
    level = table[place &+ 3]
    levelSlope = table[place &+ 4]
    self.index = index
  }

  /// Reads the piece that holds an offset; the last one for NaN.
  @inline(__always)
  init(_ table: Span<SIMD4<Float>>, holding t: Float) {
    var index = 0
    let last = table.count / segmentVectors &- 1
    while index < last && !(t < table[segmentVectors &* index &+ 2].y) { index &+= 1 }
    self.init(table, index)
  }

  /// Whether all offsets from `low` to `high` lie in the piece.
  @inline(__always)
  func holds(_ low: Float, _ high: Float) -> Bool { low >= from && high < to }

  /// Whether all offsets lie in the piece, and no nearer to its ends than `margin`.
  @inline(__always)
  func holds(_ t: SIMD8<Float>, margin: Float) -> Bool {
    !isAny(below(t, SIMD8(repeating: from + margin)) | ~below(t, SIMD8(repeating: to - margin)))
  }

  /// The pixels of eight offsets that lie in the piece, premultiplied.
  @inline(__always)
  func pixels(_ t: SIMD8<Float>) -> SIMD8<UInt32> {
    let part = t - from
    let alpha = (start.w + slope.w * part) * 255
    // Adding 2²³ leaves the rounded integer in a Float's lowest byte; a conversion would check its range, in calls. What else there is in
    // the Float falls off to the left.
    let red = bitPattern((start.x + slope.x * part) * alpha + 8_388_608) &- 0x4B00_0000
    let green = bitPattern((start.y + slope.y * part) * alpha + 8_388_608) &<< 8
    let blue = bitPattern((start.z + slope.z * part) * alpha + 8_388_608) &<< 16
    return red &+ green &+ blue &+ bitPattern(alpha + 8_388_608) &<< 24
  }
}

/// Vectors of a piece in the table.
package var segmentVectors: Int {
  @inline(__always) get { 5 }
}

#if !AVX2_COPY
  /// Adds a piece to a table: straight channels of 0…1, alpha last, where it begins; their growth per offset; the offsets where it begins and
  /// ends.
  package func appendSegment(
    _ start: SIMD4<Float>, _ slope: SIMD4<Float>, from: Float, to: Float, to table: inout ContiguousArray<SIMD4<Float>>
  ) {
    let scale = 255 * SIMD4(start.w, start.w, start.w, 1)
    let levelSlope = slope * scale
    // Numbers of 2¹⁵…2¹⁶ have 8 bits behind the point: a channel of 0…255 added to 2¹⁵ is 8.8 fixed point in the lower half of a Float's
    // bits, 0x4700 in the upper half. Blue is shifted to red's upper half, which its own 0x47 must not change.
    let level = start * scale + 0.5 - levelSlope * from + SIMD4(32_768, 32_768, 32_768 + 256 - 0x47, 32_768)
    // Added to green's bits it makes their upper half alpha.
    let levelAlpha = (level.w.bitPattern & 0xFF00) &<< 16 &- 0x4700_0000
    table.append(start)
    table.append(slope)
    table.append(SIMD4(from, to, 0, Float(bitPattern: levelAlpha)))
    table.append(level)
    table.append(levelSlope)
  }
#endif

/// The pixels of eight offsets of 0…1. `current` is the piece looked at last.
@inline(__always)
func premultiplied(_ t: SIMD8<Float>, _ table: Span<SIMD4<Float>>, _ current: inout Segment) -> SIMD8<UInt32> {
  if current.holds(t, margin: 0) { return current.pixels(t) }
  return mixedPixels(t, table, &current)
}

/// The same, lanes of several pieces.
@inline(never)
private func mixedPixels(_ t: SIMD8<Float>, _ table: Span<SIMD4<Float>>, _ current: inout Segment) -> SIMD8<UInt32> {
  let last = table.count / segmentVectors &- 1
  var index = 0
  while index < last && !isAny(below(t, SIMD8(repeating: table[segmentVectors &* index &+ 2].y))) { index &+= 1 }
  current = Segment(table, index)
  var result = current.pixels(t)
  while index < last && isAny(~below(t, SIMD8(repeating: current.to))) {
    index &+= 1
    current = Segment(table, index)
    result = select(below(t, SIMD8(repeating: current.from)), result, current.pixels(t))
  }
  return result
}

/// Replaces the pixels of the columns from `column` on, as far as they lie in `x..<end`; column `x` is at index `start`.
@inline(__always) @_lifetime(pixels: copy pixels)
func store(
  _ eight: SIMD8<UInt32>, into pixels: inout MutableSpan<UInt32>, at start: Int, column: Int, x: Int, end: Int
) {
  let index = start &+ column &- x
  if column >= x && column &+ 8 <= end {
    pixels.setEight(eight, at: index)
  } else {
    var eight = eight
    pixels.setPart(&eight, lanes: max(0, x &- column), min(8, end &- column), at: index)
  }
}

/// Writes pixels eight by eight; `offsets` gives the offsets of a block, to be padded, from the centre of its first column. Blocks begin at
/// columns that 8 divides, and what is done depends on the block's offsets alone: cutting a row changes no pixel.
@inline(__always) @_lifetime(pixels: copy pixels)
private func writeBlocks(
  _ pixels: inout MutableSpan<UInt32>, at start: Int, x: Int, end: Int, _ table: Span<SIMD4<Float>>,
  offsets: (Double) -> SIMD8<Float>
) {
  var current = Segment(table, 0)
  var column = x & ~7
  while column < end {
    let t = padded(offsets(Double(column) + 0.5))
    store(premultiplied(t, table, &current), into: &pixels, at: start, column: column, x: x, end: end)
    column &+= 8
  }
}

/// Offsets below 0 as 0, above 1 as 1.
@inline(__always)
func padded(_ t: SIMD8<Float>) -> SIMD8<Float> {
  let positive = select(below(t, .zero), .zero, t), one = SIMD8<Float>(repeating: 1)
  return select(below(one, positive), one, positive)
}

/// The numbers 0…7, for columns of a block.
@inline(__always)
var columnNumbers: SIMD8<Float> { SIMD8(0, 1, 2, 3, 4, 5, 6, 7) }

/// Writes `count` pixels of a padded linear gradient, from index `start` and column `x` on; the offset at the centre of column X - ½ is
/// at0 + slope·X.
/// - Precondition: they lie within `pixels`; the table has a piece.
@inline(never)
package func writeLinearBlocks(
  _ pixels: inout MutableSpan<UInt32>, from start: Int, count: Int, x: Int, at0: Double, slope: Double,
  table: Span<SIMD4<Float>>
) {
  precondition(start >= 0 && count >= 0 && start <= pixels.count - count)
  let steps = Float(slope) * columnNumbers
  writeBlocks(&pixels, at: start, x: x, end: x &+ count, table) { Float(at0 + slope * $0) + steps }
}

/// Writes `count` pixels of a conic gradient, from index `start` and column `x` on; the vector from its centre to the place X of the row is
/// (line.x, line.y) + (line.z, line.w)·X.
/// - Precondition: they lie within `pixels`; the table has a piece.
@inline(never)
package func writeConicBlocks(
  _ pixels: inout MutableSpan<UInt32>, from start: Int, count: Int, x: Int, line: SIMD4<Double>,
  table: Span<SIMD4<Float>>
) {
  precondition(start >= 0 && count >= 0 && start <= pixels.count - count)
  let stepsX = Float(line.z) * columnNumbers, stepsY = Float(line.w) * columnNumbers
  writeBlocks(&pixels, at: start, x: x, end: x &+ count, table) {
    turns(Float(line.z * $0 + line.x) + stepsX, Float(line.w * $0 + line.y) + stepsY)
  }
}

/// The angles of (x, y) as turns, 0…1, clockwise on screen from the right; 0 at the origin. The arc tangent is the polynomial 4.4.49 of
/// Abramowitz and Stegun, error below 2e-8 of a radian.
@inline(__always)
private func turns(_ x: SIMD8<Float>, _ y: SIMD8<Float>) -> SIMD8<Float> {
  let isLeft = below(x, .zero), isAbove = below(y, .zero)
  let ax = select(isLeft, -x, x), ay = select(isAbove, -y, y)
  let isSteep = below(ax, ay)
  let high = select(isSteep, ay, ax), low = select(isSteep, ax, ay)
  let r = low / select(below(.zero, high), high, SIMD8(repeating: 1)), q = r * r
  var sum = q * 0.002_866_225_7 - 0.016_165_736_7
  sum = sum * q + 0.042_909_613_8
  sum = sum * q - 0.075_289_640_0
  sum = sum * q + 0.106_562_639_3
  sum = sum * q - 0.142_088_994_4
  sum = sum * q + 0.199_935_508_5
  sum = sum * q - 0.333_331_452_8
  var turns = (r + r * q * sum) * Float(0.5 / Double.pi)
  turns = select(isSteep, 0.25 - turns, turns)
  turns = select(isLeft, 0.5 - turns, turns)
  return select(isAbove, 1 - turns, turns)
}
