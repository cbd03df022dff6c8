import Bitmaps

// The general compositor: a row of paint and a row of coverage into a row of the picture, in any blend mode. (Solid source-over
// fills and pad gradients have kernels of their own, which give the same pixels.)
//
// One rule of rounding: the formula of `BlendMode` with coverage, d + (B - d)·m, is evaluated exactly on the 8-bit inputs and
// rounded once to the nearest level. `normal` alone, where speed counts, rounds the paint's covered alpha first:
//
//     a = round(sa·m / 255),  r = round((s·m + d·(255 - a)) / 255)
//
// which is exact at full coverage, at most one level off at an edge, and never makes a colour exceed its alpha.

/// Composites a row of premultiplied paint with coverage, 0…255 each, into a row of the picture.
/// - Precondition: the three rows are equally long.
package func compositeRow(
  _ source: Span<UInt32>, coverage: Span<UInt8>, mode: BlendMode, into row: inout MutableSpan<UInt32>,
  instructions: InstructionSet = .best
) {
  precondition(source.count == row.count && coverage.count == row.count)
  switch mode {
  case .normal: instructions.blend(source, coverage: coverage, into: &row)
  case .clear: compositePorterDuff(PorterDuff(0, 0, 0, 0), source, coverage, &row)
  case .copy: compositePorterDuff(PorterDuff(255, 0, 0, 0), source, coverage, &row)
  case .sourceIn: compositePorterDuff(PorterDuff(0, 1, 0, 0), source, coverage, &row)
  case .sourceOut: compositePorterDuff(PorterDuff(255, -1, 0, 0), source, coverage, &row)
  case .sourceAtop: compositePorterDuff(PorterDuff(0, 1, 255, -1), source, coverage, &row)
  case .destinationOver: compositeUnder(source, coverage, &row)
  case .destinationIn: compositePorterDuff(PorterDuff(0, 0, 0, 1), source, coverage, &row)
  case .destinationOut: compositePorterDuff(PorterDuff(0, 0, 255, -1), source, coverage, &row)
  case .destinationAtop: compositePorterDuff(PorterDuff(255, -1, 0, 1), source, coverage, &row)
  case .xor: compositePorterDuff(PorterDuff(255, -1, 255, -1), source, coverage, &row)
  case .plusLighter: compositePorterDuff(PorterDuff(255, 0, 255, 0), source, coverage, &row)
  case .hue, .saturation, .color, .luminosity: compositeNonseparable(mode, source, coverage, &row)
  default: compositeSeparable(mode, source, coverage, &row)
  }
}

/// Returns `x / 255` rounded to nearest, for x ≤ 65 025.
@inline(__always) func divideBy255(_ x: UInt32) -> UInt32 {
  let t = x &+ 128
  return (t &+ t >> 8) >> 8
}

/// Source-over: two channels per multiplication. Each 16-bit half stays below 65 536: s·m + d·(255 - a) ≤ 255·m + 65 025 - 255·a,
/// and where s ≤ sa the sum is at most 255·a + 127 + 65 025 - 255·a.
@inline(__always) func blend(_ s: UInt32, _ d: UInt32, _ m: UInt32) -> UInt32 {
  let rest = 255 &- divideBy255((s >> 24) &* m)
  let even = (s & 0xFF_00FF) &* m &+ (d & 0xFF_00FF) &* rest &+ 0x80_0080
  let odd = (s >> 8 & 0xFF_00FF) &* m &+ (d >> 8 & 0xFF_00FF) &* rest &+ 0x80_0080
  let low = (even &+ (even >> 8 & 0xFF_00FF)) >> 8 & 0xFF_00FF
  return low | (odd &+ (odd >> 8 & 0xFF_00FF)) & 0xFF00_FF00
}

/// The factors of a Porter-Duff mode in 255ths: paint times `s0 + s1·da`, picture times `d0 + d1·sa`.
private struct PorterDuff {
  var s0: Int32, s1: Int32, d0: Int32, d1: Int32

  /// Returns the pixel at full coverage, two channels per multiplication: s·fs + d·fd ≤ 65 025, since a channel is at most its alpha
  /// and the sum of both alphas' parts is at most 1 unless `exceeds`.
  @inline(__always) func apply(_ s: UInt32, _ d: UInt32) -> UInt32 {
    let fs = UInt32(truncatingIfNeeded: s0 &+ s1 &* Int32(truncatingIfNeeded: d >> 24))
    let fd = UInt32(truncatingIfNeeded: d0 &+ d1 &* Int32(truncatingIfNeeded: s >> 24))
    let even = (s & 0xFF_00FF) &* fs &+ (d & 0xFF_00FF) &* fd &+ 0x80_0080
    let odd = (s >> 8 & 0xFF_00FF) &* fs &+ (d >> 8 & 0xFF_00FF) &* fd &+ 0x80_0080
    let low = (even &+ (even >> 8 & 0xFF_00FF)) >> 8 & 0xFF_00FF
    return low | (odd &+ (odd >> 8 & 0xFF_00FF)) & 0xFF00_FF00
  }

  /// Whether the sum may exceed 1.
  var exceeds: Bool { s0 == 255 && s1 == 0 && d0 == 255 && d1 == 0 }

  init(_ s0: Int32, _ s1: Int32, _ d0: Int32, _ d1: Int32) {
    self.s0 = s0
    self.s1 = s1
    self.d0 = d0
    self.d1 = d1
  }
}

/// Returns the picture's channel `d` moved by coverage `m` to `target / 255`, rounded to nearest. 65 025 is odd, so no result lies
/// half way. All terms are below 2²⁴.
@inline(__always) private func mix(_ d: Int32, _ target: Int32, _ m: Int32) -> UInt32 {
  let bounded = target < 0 ? 0 : (target > 65_025 ? 65_025 : target)
  return UInt32(truncatingIfNeeded: (d &* 255 &* (255 &- m) &+ bounded &* m &+ 32_512) / 65_025)
}

private func compositePorterDuff(
  _ factors: PorterDuff, _ source: Span<UInt32>, _ coverage: Span<UInt8>, _ row: inout MutableSpan<UInt32>
) {
  var common: UInt8 = 255
  for index in coverage.indices { common &= coverage[index] }
  if common == 255 && !factors.exceeds {
    // Layers and masks mostly: no branch, so that several pixels are worked on at once.
    for index in row.indices { row[index] = factors.apply(source[index], row[index]) }
    return
  }
  for index in row.indices where coverage[index] != 0 {
    let s = source[index], d = row[index], m = coverage[index]
    if m == 255 && !factors.exceeds {
      row[index] = factors.apply(s, d)
    } else {
      let fs = factors.s0 &+ factors.s1 &* Int32(truncatingIfNeeded: d >> 24)
      let fd = factors.d0 &+ factors.d1 &* Int32(truncatingIfNeeded: s >> 24)
      var result: UInt32 = 0
      for shift in stride(from: UInt32(0), to: 32, by: 8) {
        let sc = Int32(truncatingIfNeeded: s >> shift & 255), dc = Int32(truncatingIfNeeded: d >> shift & 255)
        result |= mix(dc, sc &* fs &+ dc &* fd, Int32(m)) << shift
      }
      row[index] = result
    }
  }
}

/// The picture over the paint: d + s·(255 - da)·m / 65 025. Nothing changes where the picture is opaque.
private func compositeUnder(
  _ source: Span<UInt32>, _ coverage: Span<UInt8>, _ row: inout MutableSpan<UInt32>
) {
  for index in row.indices {
    let d = row[index], share = (255 &- (d >> 24)) &* UInt32(coverage[index])
    if share == 0 { continue }
    let s = source[index]
    var added: UInt32 = 0
    for shift in stride(from: UInt32(0), to: 32, by: 8) {
      added |= (((s >> shift & 255) &* share &+ 32_512) / 65_025) << shift
    }
    row[index] = d &+ added
  }
}

private func compositeSeparable(
  _ mode: BlendMode, _ source: Span<UInt32>, _ coverage: Span<UInt8>, _ row: inout MutableSpan<UInt32>
) {
  for index in row.indices where coverage[index] != 0 {
    let s = source[index], d = row[index], m = Int32(coverage[index])
    let sa = Int32(truncatingIfNeeded: s >> 24), da = Int32(truncatingIfNeeded: d >> 24)
    var result = mix(da, 255 &* (sa &+ da) &- sa &* da, m) << 24
    for shift in stride(from: UInt32(0), to: 24, by: 8) {
      let sc = Int32(truncatingIfNeeded: s >> shift & 255), dc = Int32(truncatingIfNeeded: d >> shift & 255)
      let outside = sc &* (255 &- da) &+ dc &* (255 &- sa)
      if let inside = mode.product(sc, dc, sa, da) {
        result |= mix(dc, outside &+ inside, m) << shift
      } else {
        let inside = mode.quotient(Double(sc), Double(dc), Double(sa), Double(da))
        result |= mix(Double(dc), Double(outside) + inside, Double(m)) << shift
      }
    }
    row[index] = result
  }
}

private func compositeNonseparable(
  _ mode: BlendMode, _ source: Span<UInt32>, _ coverage: Span<UInt8>, _ row: inout MutableSpan<UInt32>
) {
  for index in row.indices where coverage[index] != 0 {
    let s = source[index], d = row[index], m = Double(coverage[index])
    let sa = Double(s >> 24), da = Double(d >> 24)
    let sc = SIMD3(Double(s & 255), Double(s >> 8 & 255), Double(s >> 16 & 255))
    let dc = SIMD3(Double(d & 255), Double(d >> 8 & 255), Double(d >> 16 & 255))
    let target = sc * (255 - da) + dc * (255 - sa) + mode.nonseparable(sc, dc, sa, da)
    var result = mix(da, 255 * (sa + da) - sa * da, m) << 24
    for channel in 0..<3 { result |= mix(dc[channel], target[channel], m) << UInt32(8 * channel) }
    row[index] = result
  }
}

/// The same as for integers, where the target is not one.
private func mix(_ d: Double, _ target: Double, _ m: Double) -> UInt32 {
  let bounded = target > 0 ? (target < 65_025 ? target : 65_025) : 0
  return UInt32((d * 255 * (255 - m) + bounded * m) / 65_025 + 0.5)
}
