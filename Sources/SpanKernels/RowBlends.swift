// Rows of premultiplied pixels blended source-over into a picture, with a coverage for all pixels or one for each. The formula and its
// bounds are those of `SolidSpans.swift`.

/// Blends `count` pixels of `source`, from its index `sourceStart` on, into `pixels` from index `start` on, with one coverage of 0…255.
/// - Precondition: all lie within their rows.
@inline(never)
package func blendRow(
  _ source: Span<UInt32>, from sourceStart: Int, into pixels: inout MutableSpan<UInt32>, at start: Int, count: Int,
  coverage: UInt32
) {
  precondition(start >= 0 && count >= 0 && start <= pixels.count - count)
  precondition(sourceStart >= 0 && sourceStart <= source.count - count)
  let m = SIMD16<UInt16>(repeating: UInt16(truncatingIfNeeded: coverage))
  var done = 0
  while done &+ 8 <= count {
    let s = source.eight(at: sourceStart &+ done)
    pixels.setEight(blended(s, pixels.eight(at: start &+ done), m), at: start &+ done)
    done &+= 8
  }
  for index in done..<count {
    let s = SIMD8(repeating: source[sourceStart + index])
    pixels[start + index] = blended(s, SIMD8(repeating: pixels[start + index]), m)[0]
  }
}

/// Blends the pixels of `source` into `pixels`, each with its coverage of 0…255.
/// - Precondition: the three rows are equally long.
@inline(never)
package func blendRow(_ source: Span<UInt32>, coverage: Span<UInt8>, into pixels: inout MutableSpan<UInt32>) {
  let count = pixels.count
  precondition(source.count == count && coverage.count == count)
  var index = 0
  while index &+ 8 <= count {
    let word = coverage.eight(at: index)
    if word != 0 {
      let s = source.eight(at: index)
      let m = bytes(of: word)
      pixels.setEight(blended(s, pixels.eight(at: index), halves(m | m &<< 16)), at: index)
    }
    index &+= 8
  }
  for index in index..<count {
    let s = SIMD8(repeating: source[index]), m = SIMD16<UInt16>(repeating: UInt16(coverage[index]))
    pixels[index] = blended(s, SIMD8(repeating: pixels[index]), m)[0]
  }
}

/// `count` pixels of `source`, from its index `sourceStart` on, to `pixels` from index `start` on.
/// - Precondition: all lie within their rows.
@inline(never)
package func copyRow(
  _ source: Span<UInt32>, from sourceStart: Int, into pixels: inout MutableSpan<UInt32>, at start: Int, count: Int
) {
  precondition(start >= 0 && count >= 0 && start <= pixels.count - count)
  precondition(sourceStart >= 0 && sourceStart <= source.count - count)
  var done = 0
  while done &+ 8 <= count {
    pixels.setEight(source.eight(at: sourceStart &+ done), at: start &+ done)
    done &+= 8
  }
  for index in done..<count { pixels[start + index] = source[sourceStart + index] }
}

/// Source-over of eight pixels; `m` holds each one's coverage twice.
@inline(__always)
private func blended(_ source: SIMD8<UInt32>, _ pixels: SIMD8<UInt32>, _ m: SIMD16<UInt16>) -> SIMD8<UInt32> {
  let alpha = source &>> 24
  var inverse = halves(alpha | alpha &<< 16) &* m &+ 128
  inverse = 255 &- dividedBy255(inverse)
  let s = halves(source), d = halves(pixels)
  var low = (s & 0xFF) &* m &+ (d & 0xFF) &* inverse &+ 128
  low = dividedBy255(low)
  var high = (s &>> 8) &* m &+ (d &>> 8) &* inverse &+ 128
  high = (high &+ high &>> 8) & 0xFF00
  return pairs(low | high)
}
