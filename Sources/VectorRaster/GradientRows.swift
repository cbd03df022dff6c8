import Bitmaps
import SpanKernels
import VectorGeometry

// Rows of gradients for every spread, blend mode and clip: what `gradientRowReference` says, at most one level from it, without a call
// or a search per pixel. Colours are straight lines between stops. Padded gradients have kernels (`LinearRuns.swift`, `RadialBlocks.swift`,
// `GradientColors.swift` in SpanKernels); the others are made pixel by pixel here. Neighbouring pixels mostly lie between the same two
// stops, so the segment found last is tried first.

/// A gradient made ready to write rows. Keeps its scratch for the next one.
struct GradientRows: Sendable {
  private var field = GradientField.linear(dx: 0, dy: 0, t0: 0)
  private var spread = GradientSpread.pad
  /// The pieces between two stops, see `appendSegment`.
  private var table: ContiguousArray<SIMD4<Float>> = []
  /// Whether alpha changes in steps only.
  private var hasFlatAlpha = true
  /// The steepest growth of a colour channel per offset.
  private var steepest = 0.0
  /// Whether every pixel is opaque.
  private(set) var isOpaque = true
  /// What the kernels may use.
  var instructions = InstructionSet.best

  /// Takes over a gradient. `opacity`, 0…1, multiplies its colours' alpha.
  mutating func prepare(_ field: GradientField, _ stops: GradientStops, _ spread: GradientSpread, opacity: Double) {
    self.field = field
    self.spread = spread
    table.removeAll(keepingCapacity: true)
    hasFlatAlpha = true
    isOpaque = spread == .pad || spread == .repeat
    steepest = 0
    if case .radial(_, let way, _, _, _) = field, way != .zero { isOpaque = false }
    func channels(_ color: Color) -> SIMD4<Float> {
      func unit(_ value: Double) -> Double { value > 0 ? (value < 1 ? value : 1) : 0 }
      return SIMD4(
        Float(unit(color.red)), Float(unit(color.green)), Float(unit(color.blue)), Float(unit(color.alpha) * opacity))
    }
    let all = stops.sorted
    guard let first = all.first, let last = all.last else { return }
    // The first segment begins before every offset, the last one ends behind.
    append(channels(first.color), .zero, from: -1e30, to: Float(first.offset))
    for index in 1..<max(1, all.count) where all[index].offset > all[index - 1].offset {
      let low = channels(all[index - 1].color), high = channels(all[index].color)
      let from = Float(all[index - 1].offset), to = Float(all[index].offset)
      guard to > from else { continue }
      append(low, (high - low) / (to - from), from: from, to: to)
    }
    append(channels(last.color), .zero, from: Float(last.offset), to: 1e30)
    for index in stride(from: segmentVectors, to: table.count, by: segmentVectors) {
      let before = index - segmentVectors, part = table[before + 2].y - table[before + 2].x
      let step = table[before] + table[before + 1] * part - table[index]
      if max(abs(step.x), abs(step.y), abs(step.z), abs(step.w)) < 1e-4 { table[before + 2].z = 1 }
    }
  }

  private mutating func append(_ start: SIMD4<Float>, _ slope: SIMD4<Float>, from: Float, to: Float) {
    appendSegment(start, slope, from: from, to: to, to: &table)
    if slope.w != 0 { hasFlatAlpha = false }
    if slope.w != 0 || start.w != 1 { isOpaque = false }
    steepest = max(steepest, Double(max(abs(slope.x), abs(slope.y), abs(slope.z))))
  }

  /// Writes a row; the first pixel is in column `x` of row `y`, device space.
  func writeRow(x: Int, y: Int, into row: inout MutableSpan<UInt32>) {
    write(x: x, y: y, to: &row, at: 0, count: row.count)
  }

  /// Writes `count` pixels of a row to `pixels`, from index `start` on; the first one is in column `x` of row `y`, device space.
  func write(x: Int, y: Int, to pixels: inout MutableSpan<UInt32>, at start: Int, count: Int) {
    let centerY = Double(y) + 0.5
    func line(_ inverse: AffineTransform) -> SIMD4<Double> {
      SIMD4(inverse.c * centerY + inverse.tx, inverse.d * centerY + inverse.ty, inverse.a, inverse.b)
    }
    let table = table.span
    switch field {
    case .linear(let dx, let dy, let t0) where abs(dx) <= 1e-9:
      var current = 0
      let bits = Self.pixel(Float(spread.fold(dx * 0.5 + (dy * centerY + t0))), table, &current)
      instructions.fill(&pixels, from: start, count: count, with: bits)
    case .linear(let dx, let dy, let t0) where spread == .pad && hasFlatAlpha:
      instructions.writeLinearRuns(
        &pixels, from: start, count: count, x: x, at0: dy * centerY + t0 + dx * 0.5, slope: dx, table: table)
    case .linear(let dx, let dy, let t0) where spread == .pad:
      instructions.writeLinearBlocks(
        &pixels, from: start, count: count, x: x, at0: dy * centerY + t0, slope: dx, table: table)
    case .linear(let dx, let dy, let t0):
      var row = pixels._mutatingExtracting(start..<start + count)
      let rowStart = dy * centerY + t0
      writeSingly(x: x, into: &row) { dx * $0 + rowStart }
    case .conic(let inverse):
      instructions.writeConicBlocks(
        &pixels, from: start, count: count, x: x, line: line(inverse), table: table)
    case .radial(let inverse, .zero, let r0, let r1, _) where spread == .pad:
      instructions.writeRadialBlocks(
        &pixels, from: start, count: count, x: x, line: line(inverse), r0: r0, scale: 1 / (r1 - r0), table: table,
        steepest: steepest,
        isFlat: hasFlatAlpha)
    case .radial:
      var row = pixels._mutatingExtracting(start..<start + count)
      writeSingly(x: x, into: &row) { field.offset(at: Point($0, centerY)) ?? .nan }
    }
  }

  /// Writes pixels one by one; `offset` gives the offset, before spread, at a column's centre.
  @inline(__always)
  private func writeSingly(x: Int, into row: inout MutableSpan<UInt32>, offset: (Double) -> Double) {
    let table = table.span
    var current = 0
    for index in row.indices {
      row[index] = Self.pixel(Float(spread.fold(offset(Double(x + index) + 0.5))), table, &current)
    }
  }

  /// The colour at an offset of 0…1, clear for NaN. `current` is where the table has the segment of the pixel before.
  @inline(__always)
  private static func pixel(_ t: Float, _ table: Span<SIMD4<Float>>, _ current: inout Int) -> UInt32 {
    if !(t >= table[current + 2].x && t < table[current + 2].y) {
      guard t >= 0, t <= 1 else { return 0 }
      current = 0
      while t >= table[current + 2].y { current += segmentVectors }
    }
    let color = table[current] + table[current + 1] * (t - table[current + 2].x)
    let alpha = color.w * 255
    return pack(SIMD4(color.x * alpha, color.y * alpha, color.z * alpha, alpha))
  }
}

/// Packs channels of 0…255, rounded to nearest, to a pixel. Adding 2²³ leaves the rounded integer in a Float's lowest bits; a
/// conversion would check its range, in calls.
@inline(__always) func pack(_ channels: SIMD4<Float>) -> UInt32 {
  let c = channels + 8_388_608
  return c.x.bitPattern & 255 | (c.y.bitPattern & 255) << 8 | (c.z.bitPattern & 255) << 16 | (c.w.bitPattern & 255)
    << 24
}

/// The channels of a pixel, 0…255. As `pack`, the other way round.
@inline(__always) func unpack(_ pixel: UInt32) -> SIMD4<Float> {
  SIMD4(
    Float(bitPattern: 0x4B00_0000 | pixel & 255), Float(bitPattern: 0x4B00_0000 | pixel >> 8 & 255),
    Float(bitPattern: 0x4B00_0000 | pixel >> 16 & 255), Float(bitPattern: 0x4B00_0000 | pixel >> 24)) - 8_388_608
}
