import Bitmaps
import VectorGeometry

// Rows of gradients for every spread, blend mode and clip: what `gradientRowReference` says, at most one level from it, without a call
// or a search per pixel. Offsets are computed in Double; colours in Float, as lines between stops. Neighbouring pixels mostly lie
// between the same two stops, so the segment found last is tried first.
//
// The arc tangent of conic gradients is the polynomial 4.4.49 of Abramowitz and Stegun, error below 2e-8 of a radian.

/// A gradient made ready to write rows. Keeps its scratch for the next one.
struct GradientRows: Sendable {
  /// Colours between two neighbouring stops: straight channels of 0…1, alpha last, as value at `from` and slope per offset.
  private struct Segment: Sendable {
    var from: Float
    var to: Float
    var start: SIMD4<Float>
    var slope: SIMD4<Float>
  }

  private var field = GradientField.linear(dx: 0, dy: 0, t0: 0)
  private var spread = GradientSpread.pad
  private var segments: ContiguousArray<Segment> = []

  /// Takes over a gradient. `opacity`, 0…1, multiplies its colours' alpha.
  mutating func prepare(_ field: GradientField, _ stops: GradientStops, _ spread: GradientSpread, opacity: Double) {
    self.field = field
    self.spread = spread
    segments.removeAll(keepingCapacity: true)
    func channels(_ color: Color) -> SIMD4<Float> {
      func unit(_ value: Double) -> Double { value > 0 ? (value < 1 ? value : 1) : 0 }
      return SIMD4(
        Float(unit(color.red)), Float(unit(color.green)), Float(unit(color.blue)), Float(unit(color.alpha) * opacity))
    }
    let all = stops.sorted
    guard let first = all.first, let last = all.last else { return }
    // The first segment begins before every offset, the last one ends behind.
    segments.append(Segment(from: -1, to: Float(first.offset), start: channels(first.color), slope: .zero))
    for index in 1..<max(1, all.count) where all[index].offset > all[index - 1].offset {
      let low = channels(all[index - 1].color), high = channels(all[index].color)
      let from = Float(all[index - 1].offset), to = Float(all[index].offset)
      guard to > from else { continue }
      segments.append(Segment(from: from, to: to, start: low, slope: (high - low) / (to - from)))
    }
    segments.append(Segment(from: Float(last.offset), to: 2, start: channels(last.color), slope: .zero))
  }

  /// Writes a row; the first pixel is in column `x` of row `y`, device space.
  func writeRow(x: Int, y: Int, into row: inout MutableSpan<UInt32>) {
    let segments = segments.span
    var current = segments[0]
    let centerY = Double(y) + 0.5
    switch field {
    case .linear(let dx, let dy, let t0):
      let start = dx * (Double(x) + 0.5) + dy * centerY + t0
      for index in row.indices {
        row[index] = Self.pixel(spread.fold(start + dx * Double(index)), segments, &current)
      }
    case .conic(let inverse):
      let start = inverse.apply(to: Point(Double(x) + 0.5, centerY))
      for index in row.indices {
        let turns = Self.turns(start.x + inverse.a * Double(index), start.y + inverse.b * Double(index))
        row[index] = Self.pixel(turns, segments, &current)
      }
    case .radial(let inverse, .zero, let r0, let r1, _):
      let start = inverse.apply(to: Point(Double(x) + 0.5, centerY)), scale = 1 / (r1 - r0)
      for index in row.indices {
        let px = start.x + inverse.a * Double(index), py = start.y + inverse.b * Double(index)
        let t = ((px * px + py * py).squareRoot() - r0) * scale
        row[index] = Self.pixel(spread.fold(t), segments, &current)
      }
    case .radial:
      for index in row.indices {
        let t = field.offset(at: Point(Double(x + index) + 0.5, centerY))
        row[index] = t.map { Self.pixel(spread.fold($0), segments, &current) } ?? 0
      }
    }
  }

  /// The colour at an offset of 0…1, clear for NaN. `current` is the segment of the pixel before.
  @inline(__always)
  private static func pixel(_ t: Double, _ segments: Span<Segment>, _ current: inout Segment) -> UInt32 {
    let t = Float(t)
    if !(t >= current.from && t < current.to) {
      guard t >= 0, t <= 1 else { return 0 }
      var index = 0
      while t >= segments[index].to { index += 1 }
      current = segments[index]
    }
    let color = current.start + current.slope * (t - current.from)
    let alpha = color.w * 255
    return pack(SIMD4(color.x * alpha, color.y * alpha, color.z * alpha, alpha))
  }

  /// The angle of (x, y) as turns, 0..<1, clockwise on screen from the right; 0 at the origin.
  @inline(__always)
  private static func turns(_ x: Double, _ y: Double) -> Double {
    let ax = abs(x), ay = abs(y)
    let high = ax > ay ? ax : ay, low = ax > ay ? ay : ax
    if !(high > 0) { return high == 0 ? 0 : .nan }
    let r = low / high, q = r * r
    var sum = 0.002_866_225_7
    sum = sum * q - 0.016_165_736_7
    sum = sum * q + 0.042_909_613_8
    sum = sum * q - 0.075_289_640_0
    sum = sum * q + 0.106_562_639_3
    sum = sum * q - 0.142_088_994_4
    sum = sum * q + 0.199_935_508_5
    sum = sum * q - 0.333_331_452_8
    var turns = (r + r * q * sum) / (2 * .pi)
    if ay > ax { turns = 0.25 - turns }
    if x < 0 { turns = 0.5 - turns }
    return y < 0 && turns > 0 ? 1 - turns : turns
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
