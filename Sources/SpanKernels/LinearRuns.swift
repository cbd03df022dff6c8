// Linear gradients between stops of equal alpha: a straight line in every channel. Whole runs of pixels are made by additions of two
// channels each, in 8.8 fixed point, begun afresh from the exact value every 128 pixels (drift at most a quarter of a level). Runs are
// counted from where the segment begins, not from where a span happens to, so cutting a row into pieces changes no pixel.

/// Writes `count` pixels of a padded linear gradient of flat alpha, from index `start` and column `x` on; the offset in column X is
/// at0 + slope·X, with a slope other than 0. `one` is 1: the compiler takes products with known numbers apart, lane by lane.
/// - Precondition: they lie within `pixels`; the table (see `GradientColors.swift`) has a piece.
@inline(never)
package func writeLinearRuns(
  _ pixels: inout MutableSpan<UInt32>, from start: Int, count: Int, x: Int, at0: Double, slope: Double,
  table: Span<SIMD4<Float>>, one: UInt32
) {
  precondition(start >= 0 && count >= 0 && start <= pixels.count - count)
  let end = x &+ count, last = table.count / 3 &- 1
  /// The first column that lies, in the direction of growing columns, at or beyond an offset.
  func column(_ offset: Float) -> Int {
    let place = (Double(offset) - at0) / slope
    let first = slope > 0 ? place.rounded(.up) : place.rounded(.down) + 1
    return first > -1e9 ? (first < 1e9 ? Int(first) : 1_000_000_000) : -1_000_000_000
  }
  let lanes = laneNumbers &* SIMD8(repeating: one)
  var position = x, turn = 0, first = x
  while turn <= last && position < end {
    let segment = Segment(table, slope > 0 ? turn : last &- turn)
    let next = turn == last ? end : column(slope > 0 ? segment.to : segment.from), behind = min(end, next)
    turn &+= 1
    if behind > position {
      let scale = 255 * 256 * SIMD4(segment.start.w, segment.start.w, segment.start.w, 1)
      let step = packed(segment.slope * Float(slope) * scale)
      let evens = lanes &* SIMD8(repeating: step.x), odds = lanes &* SIMD8(repeating: step.y)
      first = min(first, position)
      while position < behind {
        let anchor = first &+ (position &- first) & ~127
        let runEnd = min(behind, anchor &+ 128)
        let t = Float(at0 + slope * Double(anchor) - Double(segment.from))
        let value = packed((segment.start + segment.slope * t) * scale + 128)
        let begun = value &+ step &* UInt32(truncatingIfNeeded: position &- anchor)
        writeLine(
          &pixels, from: start &+ position &- x, to: start &+ runEnd &- x, spanEnd: start &+ count,
          evens &+ SIMD8(repeating: begun.x), odds &+ SIMD8(repeating: begun.y), step)
        position = runEnd
      }
    }
    first = next
  }
}

/// Writes pixels, of which the first eight have the given channels, even ones (red and blue) and odd ones, that grow by `step` each. May write what lies
/// behind `end`, up to `spanEnd`.
@inline(__always) @_lifetime(pixels: copy pixels)
private func writeLine(
  _ pixels: inout MutableSpan<UInt32>, from start: Int, to end: Int, spanEnd: Int, _ evens: SIMD8<UInt32>,
  _ odds: SIMD8<UInt32>, _ step: SIMD2<UInt32>
) {
  var evens = evens, odds = odds
  let evenStep = SIMD8(repeating: step.x &* 8), oddStep = SIMD8(repeating: step.y &* 8)
  var index = start
  if end &- start == 128 {
    for _ in 0..<16 {
      pixels.setEight(evens &>> 8 & 0xFF_00FF | odds & 0xFF00_FF00, at: index)
      evens &+= evenStep
      odds &+= oddStep
      index &+= 8
    }
    return
  }
  let whole = min(end, spanEnd &- 7)
  while index < whole {
    pixels.setEight(evens &>> 8 & 0xFF_00FF | odds & 0xFF00_FF00, at: index)
    evens &+= evenStep
    odds &+= oddStep
    index &+= 8
  }
  if index < end {
    var last = evens &>> 8 & 0xFF_00FF | odds & 0xFF00_FF00
    pixels.setPart(&last, lanes: 0, end &- index, at: index)
  }
}

/// Rounds four channels, in 256ths, and puts two to a word: red and blue, green and alpha. They may be negative: added as words, the
/// lower one borrows from the upper one and gives it back. (Adding 1.5·2²³ leaves the rounded integer in the lowest bits. A segment narrower
/// than two pixels may have any slope; its step isn't used then.)
@inline(__always)
private func packed(_ channels: SIMD4<Float>) -> SIMD2<UInt32> {
  let whole = bitPattern(channels + 12_582_912) &- 0x4B40_0000
  return whole.lowHalf &+ whole.highHalf &<< 16
}
