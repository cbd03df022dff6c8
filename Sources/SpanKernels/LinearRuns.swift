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
  let end = x &+ count, last = table.count / segmentVectors &- 1
  /// The first column that lies, in the direction of growing columns, at or beyond an offset.
  func column(_ offset: Float) -> Int {
    let place = (Double(offset) - at0) / slope
    let first = slope > 0 ? place.rounded(.up) : place.rounded(.down) + 1
    return first > -1e9 ? (first < 1e9 ? Int(first) : 1_000_000_000) : -1_000_000_000
  }
  var position = x, turn = 0, first = x
  // Even channels of four runs, then odd ones.
  var values = InlineArray<8, UInt32>(repeating: 0)
  while turn <= last && position < end {
    let segment = Segment(table, slope > 0 ? turn : last &- turn)
    let next = turn == last ? end : column(slope > 0 ? segment.to : segment.from), behind = min(end, next)
    turn &+= 1
    if behind > position {
      first = min(first, position)
      let run = LinearRun(segment, slope: slope)
      var group = first &+ (position &- first) & ~511
      while position < behind {
        run.putValues(from: group, at0: at0, slope: slope, into: &values)
        var number = (position &- group) &>> 7
        while number < 4 && position < behind {
          let anchor = group &+ number &<< 7, runEnd = min(behind, anchor &+ 128), place = start &+ position &- x
          let even = values[number & 3], odd = values[number & 3 &+ 4]
          if runEnd &- position == 128 {
            run.writeWhole(&pixels, at: place, even, odd)
          } else {
            let skipped = UInt32(truncatingIfNeeded: position &- anchor)
            run.write(
              &pixels, from: place, to: start &+ runEnd &- x, spanEnd: start &+ count, even &+ run.step.x &* skipped,
              odd &+ run.step.y &* skipped)
          }
          position = runEnd
          number &+= 1
        }
        group &+= 512
      }
    }
    first = next
  }
}

/// The pixels between two stops of equal alpha: even channels (red and blue) and odd ones, two to a word, that grow by `step` from pixel to
/// pixel.
private struct LinearRun {
  private let segment: Segment
  private let scale: SIMD4<Float>
  let step: SIMD2<UInt32>
  /// Eight pixels' growth from the first of them.
  let evens: SIMD8<UInt32>, odds: SIMD8<UInt32>

  @inline(__always)
  init(_ segment: Segment, slope: Double) {
    self.segment = segment
    scale = 255 * 256 * SIMD4(segment.start.w, segment.start.w, segment.start.w, 1)
    step = packed(segment.slope * Float(slope) * scale)
    evens = multiples(of: step.x)
    odds = multiples(of: step.y)
  }

  /// Puts down the exact values in four columns, 128 apart.
  @inline(__always)
  func putValues(from column: Int, at0: Double, slope: Double, into values: inout InlineArray<8, UInt32>) {
    @inline(__always) func offset(_ number: Int) -> Float {
      Float(at0 + slope * Double(column &+ 128 &* number) - Double(segment.from))
    }
    let t = SIMD4(offset(0), offset(1), offset(2), offset(3))
    @inline(__always) func channel(_ number: Int) -> SIMD4<UInt32> {
      rounded((segment.start[number] + segment.slope[number] * t) * scale[number] + 128)
    }
    let evens = channel(0) &+ channel(2) &<< 16, odds = channel(1) &+ channel(3) &<< 16
    values[0] = evens[0]
    values[1] = evens[1]
    values[2] = evens[2]
    values[3] = evens[3]
    values[4] = odds[0]
    values[5] = odds[1]
    values[6] = odds[2]
    values[7] = odds[3]
  }

  /// Writes 128 pixels, of which the first has the given channels.
  @inline(__always) @_lifetime(pixels: copy pixels)
  func writeWhole(_ pixels: inout MutableSpan<UInt32>, at start: Int, _ even: UInt32, _ odd: UInt32) {
    var evens = evens &+ SIMD8(repeating: even), odds = odds &+ SIMD8(repeating: odd)
    let evenStep = SIMD8(repeating: step.x &* 8), oddStep = SIMD8(repeating: step.y &* 8)
    var index = start
    for _ in 0..<16 {
      pixels.setEight(evens &>> 8 & 0xFF_00FF | odds & 0xFF00_FF00, at: index)
      evens &+= evenStep
      odds &+= oddStep
      index &+= 8
    }
  }

  /// Writes pixels, of which the first has the given channels. May write what lies behind `end`, up to `spanEnd`.
  @inline(__always) @_lifetime(pixels: copy pixels)
  func write(
    _ pixels: inout MutableSpan<UInt32>, from start: Int, to end: Int, spanEnd: Int, _ even: UInt32, _ odd: UInt32
  ) {
    var evens = evens &+ SIMD8(repeating: even), odds = odds &+ SIMD8(repeating: odd)
    let evenStep = SIMD8(repeating: step.x &* 8), oddStep = SIMD8(repeating: step.y &* 8)
    let whole = min(end, spanEnd &- 7)
    var index = start
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
}

/// 0…7 times a number. (Masks: the compiler takes products with known numbers apart, lane by lane.)
@inline(__always)
private func multiples(of number: UInt32) -> SIMD8<UInt32> {
  let all = UInt32.max, one = SIMD8<UInt32>(0, all, 0, all, 0, all, 0, all), two = SIMD8(0, 0, all, all, 0, 0, all, all)
  let four = SIMD8(0, 0, 0, 0, all, all, all, all), numbers = SIMD8(repeating: number)
  return numbers & one &+ (numbers &<< 1) & two &+ (numbers &<< 2) & four
}

/// Rounds four channels, in 256ths, and puts two to a word: red and blue, green and alpha. They may be negative: added as words, the
/// lower one borrows from the upper one and gives it back. (Adding 1.5·2²³ leaves the rounded integer in the lowest bits. A segment narrower
/// than two pixels may have any slope; its step isn't used then.)
@inline(__always)
private func packed(_ channels: SIMD4<Float>) -> SIMD2<UInt32> {
  let whole = rounded(channels)
  return whole.lowHalf &+ whole.highHalf &<< 16
}

/// The nearest whole numbers, as words.
@inline(__always)
private func rounded(_ channels: SIMD4<Float>) -> SIMD4<UInt32> { bitPattern(channels + 12_582_912) &- 0x4B40_0000 }
