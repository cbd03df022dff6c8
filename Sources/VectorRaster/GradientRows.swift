import Bitmaps
import VectorGeometry

// Rows of gradients for every spread, blend mode and clip: what `gradientRowReference` says, at most one level from it, without a call
// or a search per pixel. Colours are straight lines between stops. Neighbouring pixels mostly lie between the same two stops, so the
// segment found last is tried first. Conic and padded radial gradients work on four pixels at once, in Float, the others on one.
//
// A padded linear gradient between stops of equal alpha is a straight line in every channel: whole runs of pixels are made by two
// additions of two channels each, in 8.8 fixed point, begun afresh from the exact value every 128 pixels (drift at most a quarter of a
// level). Runs are counted from where the segment begins, not from where a span happens to, so cutting a row into pieces changes no
// pixel.
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
  /// Whether alpha changes in steps only.
  private var hasFlatAlpha = true
  /// How many pixels a run of a radial gradient may have; 0 where runs are not worth looking for.
  private var longestRun = 0
  /// Whether every pixel is opaque.
  private(set) var isOpaque = true

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
    hasFlatAlpha = segments.allSatisfy { $0.slope.w == 0 }
    isOpaque = hasFlatAlpha && segments.allSatisfy { $0.start.w == 1 } && (spread == .pad || spread == .repeat)
    guard case .radial(let inverse, let way, let r0, let r1, _) = field else { return }
    if way != .zero { isOpaque = false }
    // From this distance on 16 columns are a run in the steepest segment, and 32 from four times as far: see `writeRings`.
    let steepest = segments.reduce(0) { max($0, abs($1.slope.x), abs($1.slope.y), abs($1.slope.z)) }
    let stretch = inverse.a * inverse.a + inverse.b * inverse.b
    let needed = Double(steepest) * 255 / 8 * 256 * stretch / abs(r1 - r0) / 0.25
    let outer = max(r0, r1)
    longestRun = 4 * needed < outer ? 32 : (2 * needed < outer ? 16 : 0)
  }

  /// Writes `count` pixels of a row to `pixels`, from index `start` on; the first one is in column `x` of row `y`, device space.
  func write(x: Int, y: Int, to pixels: inout MutableSpan<UInt32>, at start: Int, count: Int) {
    var row = pixels._mutatingExtracting(start..<start + count)
    writeRow(x: x, y: y, into: &row)
  }

  /// Writes a row; the first pixel is in column `x` of row `y`, device space.
  func writeRow(x: Int, y: Int, into row: inout MutableSpan<UInt32>) {
    let centerY = Double(y) + 0.5
    switch field {
    case .linear(let dx, let dy, let t0) where hasFlatAlpha && spread == .pad && abs(dx) > 1e-9:
      writeRuns(slope: dx, at0: dy * centerY + t0 + dx * 0.5, x: x, into: &row)
    case .linear(let dx, let dy, let t0):
      let start = dy * centerY + t0
      writeSingly(x: x, into: &row) { dx * $0 + start }
    case .conic(let inverse):
      let startX = inverse.c * centerY + inverse.tx, startY = inverse.d * centerY + inverse.ty
      writeBlocks(x: x, into: &row) { centerX in
        Self.turns(
          Float(inverse.a * centerX + startX) + Float(inverse.a) * Self.lanes,
          Float(inverse.b * centerX + startY) + Float(inverse.b) * Self.lanes)
      }
    case .radial(let inverse, .zero, let r0, let r1, _) where spread == .pad && hasFlatAlpha && longestRun > 0:
      writeRings(Rings(inverse, centerY: centerY, r0: r0, r1: r1), x: x, into: &row)
    case .radial(let inverse, .zero, let r0, let r1, _) where spread == .pad:
      let rings = Rings(inverse, centerY: centerY, r0: r0, r1: r1)
      writeBlocks(x: x, into: &row) { rings.offsets(at: $0) }
    case .radial: writeSingly(x: x, into: &row) { field.offset(at: Point($0, centerY)) ?? .nan }
    }
  }

  /// Concentric circles along a row: the vector from their centre is start + step·X at the centre X of a column.
  private struct Rings {
    let startX: Double, startY: Double, stepX: Double, stepY: Double, r0: Double, scale: Double
    private let lanesX: SIMD4<Float>, lanesY: SIMD4<Float>, floatR0: Float, floatScale: Float

    /// The row's centre is at `centerY` of device space.
    init(_ inverse: AffineTransform, centerY: Double, r0: Double, r1: Double) {
      startX = inverse.c * centerY + inverse.tx
      startY = inverse.d * centerY + inverse.ty
      stepX = inverse.a
      stepY = inverse.b
      self.r0 = r0
      scale = 1 / (r1 - r0)
      lanesX = Float(stepX) * GradientRows.lanes
      lanesY = Float(stepY) * GradientRows.lanes
      floatR0 = Float(r0)
      floatScale = Float(scale)
    }

    /// The offsets of four columns, from the centre of the first one.
    @inline(__always) func offsets(at centerX: Double) -> SIMD4<Float> {
      let px = Float(stepX * centerX + startX) + lanesX, py = Float(stepY * centerX + startY) + lanesY
      return ((px * px + py * py).squareRoot() - floatR0) * floatScale
    }

    /// The distance from the centre, and its growth along the row times the distance.
    @inline(__always) func distance(at centerX: Double) -> (distance: Double, growth: Double) {
      let px = stepX * centerX + startX, py = stepY * centerX + startY
      return ((px * px + py * py).squareRoot(), px * stepX + py * stepY)
    }
  }

  /// Writes a row of a padded radial gradient. Away from the centre an offset is nearly a straight line: where 32 or 16 columns, counted
  /// from one that their number divides, stray from it by less than a quarter of a level, they are a run.
  private func writeRings(_ rings: Rings, x: Int, into row: inout MutableSpan<UInt32>) {
    let segments = segments.span, end = x + row.count
    let stretch = rings.stepX * rings.stepX + rings.stepY * rings.stepY, step = stretch.squareRoot()
    var current = segments[0]
    var column = x
    while column < end {
      var size = longestRun, isDone = false
      while size >= 16, !isDone {
        let anchor = column & ~(size - 1), length = Double(size)
        let first = rings.distance(at: Double(anchor) + 0.5), last = rings.distance(at: Double(anchor + size) + 0.5)
        let from = Self.padded(Float((first.distance - rings.r0) * rings.scale))
        let to = Self.padded(Float((last.distance - rings.r0) * rings.scale))
        if !(from >= current.from && from < current.to) { _ = Self.pixel(from, segments, &current) }
        // A distance's second derivative is at most stretch / distance; a chord's error an eighth of it times length².
        let nearest = (first.distance > last.distance ? first.distance : last.distance) - length * step
        let steepest = max(abs(current.slope.x), abs(current.slope.y), abs(current.slope.z))
        let error = Double(steepest) * 255 / 8 * length * length * stretch * abs(rings.scale)
        if from >= current.from, from < current.to, to >= current.from, to < current.to, nearest > 0,
          error < 0.25 * nearest, (first.growth > 0) == (last.growth > 0)
        {
          let scale = 255 * 256 * SIMD4(current.start.w, current.start.w, current.start.w, 1)
          let low = (current.start + current.slope * (from - current.from)) * scale
          let high = (current.start + current.slope * (to - current.from)) * scale
          let runEnd = min(end, anchor + size)
          Self.writeRun(
            Self.packed(low + 128), Self.packed((high - low) / Float(size)), skipping: column - anchor,
            from: column - x,
            to: runEnd - x, into: &row)
          column = runEnd
          isDone = true
        }
        size /= 2
      }
      if !isDone {
        let partEnd = min(end, (column & ~15) + 16)
        var part = row._mutatingExtracting(column - x..<partEnd - x)
        writeBlocks(x: column, into: &part) { rings.offsets(at: $0) }
        column = partEnd
      }
    }
  }

  @inline(__always) private static func padded(_ t: Float) -> Float { t > 0 ? (t < 1 ? t : 1) : 0 }

  /// Writes pixels one by one; `offset` gives the offset, before spread, at a column's centre.
  @inline(__always)
  private func writeSingly(x: Int, into row: inout MutableSpan<UInt32>, offset: (Double) -> Double) {
    let segments = segments.span
    var current = segments[0]
    for index in row.indices {
      row[index] = Self.pixel(Float(spread.fold(offset(Double(x + index) + 0.5))), segments, &current)
    }
  }

  private static var lanes: SIMD4<Float> { SIMD4(0, 1, 2, 3) }

  /// Writes pixels four by four; `offsets` gives the offsets of a block, to be padded, from the centre of its first column. Blocks begin
  /// at columns that 4 divides, and what is done depends on the block's offsets alone: cutting a row changes no pixel.
  @inline(__always)
  private func writeBlocks(x: Int, into row: inout MutableSpan<UInt32>, offsets: (Double) -> SIMD4<Float>) {
    let segments = segments.span
    var current = segments[0]
    var column = x & ~3
    while column < x + row.count {
      var t = offsets(Double(column) + 0.5)
      t.replace(with: 0, where: t .< 0)
      t.replace(with: 1, where: t .> 1)
      if !Self.holds(current, t) { _ = Self.pixel(t.x, segments, &current) }
      var pixels = SIMD4<UInt32>()
      if Self.holds(current, t) {
        let part = t - current.from
        let alpha = (current.start.w + current.slope.w * part) * 255
        pixels = Self.bytes(alpha) &<< 24
        pixels |= Self.bytes((current.start.x + current.slope.x * part) * alpha)
        pixels |= Self.bytes((current.start.y + current.slope.y * part) * alpha) &<< 8
        pixels |= Self.bytes((current.start.z + current.slope.z * part) * alpha) &<< 16
      } else {
        for lane in 0..<4 { pixels[lane] = Self.pixel(t[lane], segments, &current) }
      }
      let index = column - x
      if index >= 0 && index + 4 <= row.count {
        for lane in 0..<4 { row[index + lane] = pixels[lane] }
      } else {
        for lane in 0..<4 where index + lane >= 0 && index + lane < row.count { row[index + lane] = pixels[lane] }
      }
      column += 4
    }
  }

  @inline(__always)
  private static func holds(_ segment: Segment, _ t: SIMD4<Float>) -> Bool {
    all((t .>= segment.from) .& (t .< segment.to))
  }

  /// Numbers of 0…255, rounded to nearest. As `pack`.
  @inline(__always)
  private static func bytes(_ numbers: SIMD4<Float>) -> SIMD4<UInt32> {
    let sums = numbers + 8_388_608
    return SIMD4(sums.x.bitPattern, sums.y.bitPattern, sums.z.bitPattern, sums.w.bitPattern) & 255
  }

  /// Writes a row of a linear gradient whose offset in column X is `at0 + slope·X`.
  private func writeRuns(slope: Double, at0: Double, x: Int, into row: inout MutableSpan<UInt32>) {
    let end = x + row.count
    /// The first column that lies, in the direction of growing columns, at or beyond an offset.
    func column(_ offset: Float) -> Int {
      let place = (Double(offset) - at0) / slope
      let first = slope > 0 ? place.rounded(.up) : place.rounded(.down) + 1
      return first > -1e9 ? (first < 1e9 ? Int(first) : 1_000_000_000) : -1_000_000_000
    }
    var position = x
    for turn in segments.indices where position < end {
      let segment = segments[slope > 0 ? turn : segments.count - 1 - turn], isLast = turn == segments.count - 1
      let behind = isLast ? end : min(end, column(slope > 0 ? segment.to : segment.from))
      if behind <= position { continue }
      let first = turn == 0 ? position : min(position, column(slope > 0 ? segment.from : segment.to))
      let scale = 255 * 256 * SIMD4(segment.start.w, segment.start.w, segment.start.w, 1)
      let step = Self.packed(segment.slope * Float(slope) * scale)
      while position < behind {
        let anchor = first + (position - first) & ~127
        let runEnd = min(behind, anchor + 128)
        let t = Float(at0 + slope * Double(anchor) - Double(segment.from))
        let value = Self.packed((segment.start + segment.slope * t) * scale + 128)
        Self.writeRun(value, step, skipping: position - anchor, from: position - x, to: runEnd - x, into: &row)
        position = runEnd
      }
    }
  }

  /// Writes pixels from…to of a row as straight lines, the first one `skipping` steps along.
  @inline(__always)
  private static func writeRun(
    _ value: (even: UInt32, odd: UInt32), _ step: (even: UInt32, odd: UInt32), skipping: Int, from: Int, to: Int,
    into row: inout MutableSpan<UInt32>
  ) {
    let skipped = UInt32(truncatingIfNeeded: skipping)
    var even = value.even &+ step.even &* skipped, odd = value.odd &+ step.odd &* skipped
    var run = row._mutatingExtracting(from..<to)
    for index in run.indices {
      run[index] = even >> 8 & 0xFF_00FF | odd & 0xFF00_FF00
      even &+= step.even
      odd &+= step.odd
    }
  }

  /// Rounds four channels, in 256ths, and puts two to a word: red and blue, green and alpha. They may be negative: added as words, the
  /// lower one borrows from the upper one and gives it back.
  @inline(__always)
  private static func packed(_ channels: SIMD4<Float>) -> (even: UInt32, odd: UInt32) {
    /// Adding 1.5·2²³ leaves the rounded integer in the lowest bits. Bounded, since a segment narrower than two pixels may have any
    /// slope, which then isn't used.
    func whole(_ number: Float) -> UInt32 {
      let bounded = number > -100_000 ? (number < 100_000 ? number : 100_000) : -100_000
      return (bounded + 12_582_912).bitPattern &- 0x4B40_0000
    }
    return (
      whole(channels.x) &+ whole(channels.z) << 16, whole(channels.y) &+ whole(channels.w) << 16
    )
  }

  /// The colour at an offset of 0…1, clear for NaN. `current` is the segment of the pixel before.
  @inline(__always)
  private static func pixel(_ t: Float, _ segments: Span<Segment>, _ current: inout Segment) -> UInt32 {
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

  /// The angles of (x, y) as turns, 0…1, clockwise on screen from the right; 0 at the origin.
  @inline(__always)
  private static func turns(_ x: SIMD4<Float>, _ y: SIMD4<Float>) -> SIMD4<Float> {
    let ax = x.replacing(with: -x, where: x .< 0), ay = y.replacing(with: -y, where: y .< 0)
    let isSteep = ay .> ax
    let high = ax.replacing(with: ay, where: isSteep), low = ay.replacing(with: ax, where: isSteep)
    let r = low / high.replacing(with: 1, where: high .== 0), q = r * r
    var sum = q * 0.002_866_225_7 - 0.016_165_736_7
    sum = sum * q + 0.042_909_613_8
    sum = sum * q - 0.075_289_640_0
    sum = sum * q + 0.106_562_639_3
    sum = sum * q - 0.142_088_994_4
    sum = sum * q + 0.199_935_508_5
    sum = sum * q - 0.333_331_452_8
    var turns = (r + r * q * sum) * Float(0.5 / Double.pi)
    turns.replace(with: 0.25 - turns, where: isSteep)
    turns.replace(with: 0.5 - turns, where: x .< 0)
    turns.replace(with: 1 - turns, where: y .< 0)
    return turns
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
