// Radial gradients with concentric circles, padded, in blocks of 64 columns that begin where 64 divides them: cutting a row into pieces
// changes no pixel.
//
// Away from the centre the distance along a row is nearly a parabola. Through three exact points, 32 columns apart, its error is below
// 2428·s³/d², with s the length of a column's step and d the least distance (a third derivative of at most 1.155·s³/d², times 32³·0.385/6).
// Where that is less than a quarter of a level, offsets come from the parabola. Between two stops of one alpha every channel is a parabola
// too and is made by adding its differences, in 8.8 fixed point, eight columns at a time; where such a block reaches over a stop, channels
// are a product and a sum each. At a stop where the colour jumps, and near the centre, offsets come from the distance itself.

/// Writes `count` pixels, from index `index` and column `x` on.
/// - Parameters:
///   - line: the vector from the circles' centre to the place X of the row is (line.x, line.y) + (line.z, line.w)·X.
///   - r0, scale: the offset at distance d is (d - r0)·scale.
///   - steepest: the steepest growth of a channel of 0…1 per offset.
///   - isFlat: whether alpha grows nowhere.
///   - one: 1. The compiler takes products with known numbers apart, lane by lane, and takes three times as long.
/// - Precondition: the pixels lie within `pixels`; the table (see `GradientColors.swift`) has a piece.
@inline(never)
package func writeRadialBlocks(
  _ pixels: inout MutableSpan<UInt32>, from index: Int, count: Int, x: Int, line: SIMD4<Double>, r0: Double,
  scale: Double, table: Span<SIMD4<Float>>, steepest: Double, isFlat: Bool, one: UInt32
) {
  precondition(index >= 0 && count >= 0 && index <= pixels.count - count)
  let stretch = line.z * line.z + line.w * line.w, step = Float(stretch.squareRoot())
  let error = 2428 * stretch * stretch.squareRoot() * (scale > 0 ? scale : -scale)
  let errorInLevels = Float(4 * 255 * steepest * error), floatError = Float(error)
  let k = floats(laneNumbers &* SIMD8(repeating: one) &+ 0x4B00_0000) - 8_388_608
  var row = RadialRow(
    line: line, r0: Float(r0), scale: Float(scale), x: x, end: x &+ count, index: index, isFlat: isFlat, columns: k,
    growth: 16 * k + 64, current: Segment(table, 0))
  let strideX = Float(line.z) * SIMD4(0, 64, 128, 192), halfX = Float(line.z) * 32
  let strideY = Float(line.w) * SIMD4(0, 64, 128, 192), halfY = Float(line.w) * 32
  var anchor = x & ~255
  while anchor < row.end {
    // Four blocks together: offsets t0 + linear·k + square·k² in column k, which bulge by at most square·16² between two of the points.
    let center = Double(anchor) + 0.5
    let px = Float(line.z * center + line.x) + strideX, py = Float(line.w * center + line.y) + strideY
    let d0 = length(px, py), d1 = length(px + halfX, py + halfY), d2 = length(px + 2 * halfX, py + 2 * halfY)
    let t0 = (d0 - row.r0) * row.scale, t1 = (d1 - row.r0) * row.scale, t2 = (d2 - row.r0) * row.scale
    let square = (t0 - 2 * t1 + t2) * (1 / 2048), linear = (t1 - t0) * (1 / 32) - 32 * square
    let nearest = least(least(d0, d1), d2) - 16 * step, squares = nearest * nearest
    let margin = floatError / squares + 1e-6
    let bulge = 256 * least(square, -square) - margin
    let slack = least(nearest - 16 * step, squares - errorInLevels)
    let lowest = least(least(t0, t1), t2) + bulge, highest = -least(least(-t0, -t1), -t2) - bulge
    // Through memory: the compiler would take the vectors' work apart, lane by lane.
    var values = InlineArray<28, Float>(repeating: 0)
    put(slack, &values, 0)
    put(t0, &values, 4)
    put(linear, &values, 8)
    put(square, &values, 12)
    put(lowest, &values, 16)
    put(highest, &values, 20)
    put(margin, &values, 24)
    var lane = max(0, (x &- anchor) &>> 6)
    let behind = min(4, (row.end &- anchor &+ 63) &>> 6)
    while lane < behind {
      let place = lane & 3
      let block = RadialBlock(
        anchor: anchor &+ lane &<< 6, isParabola: values[place] > 0, start: values[place &+ 4],
        linear: values[place &+ 8], square: values[place &+ 12], lowest: values[place &+ 16],
        highest: values[place &+ 20], margin: values[place &+ 24])
      lane &+= 1
      if block.isParabola && isFlat && block.anchor >= x && block.anchor &+ 64 <= row.end {
        if !row.current.holds(block.lowest, block.highest) {
          row.current = Segment(table, holding: block.lowest)
        }
        if row.current.holds(block.lowest, block.highest) {
          var levels = SteppedLevels(row.current, block.offsets(k), block.steps(row.growth), block.square)
          let start = index &+ block.anchor &- x
          for group in 0..<8 {
            pixels.setEight(levels.pixels, at: start &+ 8 &* group)
            levels.advance()
          }
          continue
        }
      }
      write(block, of: &row, table, into: &pixels)
    }
    anchor &+= 256
  }
}

/// Puts four numbers to a place.
@inline(__always)
private func put(_ four: SIMD4<Float>, _ values: inout InlineArray<28, Float>, _ place: Int) {
  values[place] = four[0]
  values[place &+ 1] = four[1]
  values[place &+ 2] = four[2]
  values[place &+ 3] = four[3]
}

/// A row, or part of one.
private struct RadialRow {
  let line: SIMD4<Double>
  let r0: Float, scale: Float
  /// The columns to write, and the index of the first one.
  let x: Int, end: Int, index: Int
  let isFlat: Bool
  /// 0…7, and what (k + 8)² has more than k².
  let columns: SIMD8<Float>, growth: SIMD8<Float>
  /// The piece looked at last.
  var current: Segment

  /// The offsets of eight columns, from the distance itself.
  @inline(__always)
  func offsets(at column: Int) -> SIMD8<Float> {
    let center = Double(column) + 0.5
    let px = Float(line.z * center + line.x) + Float(line.z) * columns
    let py = Float(line.w * center + line.y) + Float(line.w) * columns
    return padded(((px * px + py * py).squareRoot() - r0) * scale)
  }
}

/// What is known of 64 columns.
private struct RadialBlock {
  let anchor: Int
  /// Whether the offset is start + linear·k + square·k² in column anchor + k, but for `margin`.
  let isParabola: Bool
  let start: Float, linear: Float, square: Float
  /// Bounds of the offsets.
  let lowest: Float, highest: Float
  let margin: Float

  /// The parabola.
  @inline(__always)
  func offsets(_ k: SIMD8<Float>) -> SIMD8<Float> { start + (linear + square * k) * k }

  /// By how much the parabola grows in eight columns.
  @inline(__always)
  func steps(_ growth: SIMD8<Float>) -> SIMD8<Float> { 8 * linear + square * growth }
}

/// Writes a block of which parts may lie outside the row, near the centre, or beyond a stop.
@inline(never) @_lifetime(pixels: copy pixels)
private func write(
  _ block: RadialBlock, of row: inout RadialRow, _ table: Span<SIMD4<Float>>, into pixels: inout MutableSpan<UInt32>
) {
  let end = min(block.anchor &+ 64, row.end), first = max(block.anchor, row.x & ~7),
    last = table.count / segmentVectors &- 1
  var column = block.anchor
  if !block.isParabola {
    column = first
    while column < end {
      let eight = premultiplied(row.offsets(at: column), table, &row.current)
      store(eight, into: &pixels, at: row.index, column: column, x: row.x, end: end)
      column &+= 8
    }
    return
  }
  if !row.current.holds(block.lowest, block.highest) { row.current = Segment(table, holding: block.lowest) }
  let current = row.current, next = Segment(table, min(last, current.index &+ 1))
  let isOne = current.holds(block.lowest, block.highest)
  let t = block.offsets(row.columns), steps = block.steps(row.growth)
  if row.isFlat && isOne {
    var levels = SteppedLevels(current, t, steps, block.square)
    while column < end {
      if column >= first {
        store(levels.pixels, into: &pixels, at: row.index, column: column, x: row.x, end: end)
      }
      levels.advance()
      column &+= 8
    }
    return
  }
  if row.isFlat && current.isJoined && current.index < last && block.lowest >= current.from && block.highest < next.to {
    // One piece, or two with a colour in common: then it does not matter on which side of the stop a pixel is thought to be.
    let low = FlatChannels(current), high = FlatChannels(next), second = SIMD8(repeating: 128 * block.square)
    let border = SIMD8(repeating: current.to)
    var t = t, step = steps
    while column < end {
      if column >= first {
        let levels = high.levels(t).replaced(by: low.levels(t), where: below(t, border))
        store(levels.pixels(low.alpha), into: &pixels, at: row.index, column: column, x: row.x, end: end)
      }
      t += step
      step += second
      column &+= 8
    }
    return
  }
  var k = row.columns + Float(first &- column)
  column = first
  while column < end {
    let t = block.offsets(k)
    if !row.current.holds(t, margin: block.margin) { row.current = Segment(table, holding: t[0]) }
    let eight =
      row.current.holds(t, margin: block.margin)
      ? row.current.pixels(t) : premultiplied(row.offsets(at: column), table, &row.current)
    store(eight, into: &pixels, at: row.index, column: column, x: row.x, end: end)
    k += 8
    column &+= 8
  }
}

/// The lengths of four vectors.
@inline(__always)
private func length(_ x: SIMD4<Float>, _ y: SIMD4<Float>) -> SIMD4<Float> { (x * x + y * y).squareRoot() }

/// The lesser of each two numbers.
@inline(__always)
private func least(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> SIMD4<Float> { a.replacing(with: b, where: b .< a) }

/// Makes channels from offsets between two stops of one alpha.
private struct FlatChannels {
  private let redSlope: SIMD8<Float>, greenSlope: SIMD8<Float>, blueSlope: SIMD8<Float>
  private let red: SIMD8<Float>, green: SIMD8<Float>, blue: SIMD8<Float>
  /// To be added to green's bits.
  let alpha: SIMD8<UInt32>

  @inline(__always)
  init(_ segment: Segment) {
    redSlope = SIMD8(repeating: segment.levelSlope.x)
    greenSlope = SIMD8(repeating: segment.levelSlope.y)
    blueSlope = SIMD8(repeating: segment.levelSlope.z)
    red = SIMD8(repeating: segment.level.x)
    green = SIMD8(repeating: segment.level.y)
    blue = SIMD8(repeating: segment.level.z)
    alpha = SIMD8(repeating: segment.levelAlpha)
  }

  /// The channels at offsets of the piece.
  @inline(__always)
  func levels(_ t: SIMD8<Float>) -> FlatLevels {
    FlatLevels(red: t * redSlope + red, green: t * greenSlope + green, blue: t * blueSlope + blue)
  }
}

/// Channels of eight pixels, as `FlatChannels` makes them.
private struct FlatLevels {
  var red: SIMD8<Float>, green: SIMD8<Float>, blue: SIMD8<Float>

  @inline(__always)
  func replaced(by other: FlatLevels, where mask: SIMD8<UInt32>) -> FlatLevels {
    FlatLevels(
      red: select(mask, other.red, red), green: select(mask, other.green, green), blue: select(mask, other.blue, blue))
  }

  @inline(__always)
  func pixels(_ alpha: SIMD8<UInt32>) -> SIMD8<UInt32> {
    let evens = bitPattern(red) &+ bitPattern(blue) &<< 16, odds = bitPattern(green) &+ alpha
    return evens &>> 8 & 0xFF_00FF | odds & 0xFF00_FF00
  }
}

/// Channels of eight pixels in 8.8 fixed point, two to a lane, and how they grow from one eight to the next. The differences begin exact but
/// for rounding: 21 times half a 256th is what it can add up to in 64 columns.
private struct SteppedLevels {
  private var evens: SIMD8<UInt32>, odds: SIMD8<UInt32>
  private var evenSteps: SIMD8<UInt32>, oddSteps: SIMD8<UInt32>
  private let evenSecond: SIMD8<UInt32>, oddSecond: SIMD8<UInt32>

  @inline(__always)
  init(_ segment: Segment, _ t: SIMD8<Float>, _ step: SIMD8<Float>, _ square: Float) {
    // Numbers of 2¹⁵·1.5 ± 2¹⁴ have 8 bits behind the point.
    let channels = FlatChannels(segment), levels = channels.levels(t), slope = segment.levelSlope
    evens = bitPattern(levels.red) &+ bitPattern(levels.blue) &<< 16
    odds = bitPattern(levels.green) &+ channels.alpha
    let magic: Float = 49_152, magicBits: UInt32 = 0x4740_0000
    evenSteps = bitPattern(step * slope.x + magic) &+ bitPattern(step * slope.z + magic) &<< 16 &- magicBits
    oddSteps = bitPattern(step * slope.y + magic) &- magicBits
    let seconds = bitPattern(slope * (128 * square) + magic) &- magicBits
    evenSecond = SIMD8(repeating: seconds.x &+ seconds.z << 16)
    oddSecond = SIMD8(repeating: seconds.y)
  }

  @inline(__always)
  var pixels: SIMD8<UInt32> { evens &>> 8 & 0xFF_00FF | odds & 0xFF00_FF00 }

  @inline(__always)
  mutating func advance() {
    evens &+= evenSteps
    evenSteps &+= evenSecond
    odds &+= oddSteps
    oddSteps &+= oddSecond
  }
}
