import Bitmaps
import VectorGeometry

// What every gradient means, pixel by pixel, in Double: the offset at a pixel's centre, spread, then the colour, rounded once.
// The fast kernels may differ from it by at most one level per channel.
//
// Two-point radial: the circle of offset t has centre c0 + t·(c1 - c0) and radius r0 + t·(r1 - r0). The largest t whose circle
// passes through the point and has no negative radius wins: a quadratic, solved without cancellation (HTML standard,
// "createRadialGradient"; Press et al., Numerical Recipes 5.6).

extension GradientStops {
  /// Returns the colour at offset `t` within 0…1: straight, components as given; nil where there is no stop.
  package func color(at t: Double) -> Color? {
    guard let first = sorted.first, let last = sorted.last else { return nil }
    guard t >= first.offset else { return first.color }
    guard t < last.offset else { return last.color }
    var after = 1
    while sorted[after].offset <= t { after += 1 }
    let low = sorted[after - 1], high = sorted[after]
    let part = (t - low.offset) / (high.offset - low.offset)
    func mix(_ from: Double, _ to: Double) -> Double { from + (to - from) * part }
    return Color(
      red: mix(low.color.red, high.color.red), green: mix(low.color.green, high.color.green),
      blue: mix(low.color.blue, high.color.blue), alpha: mix(low.color.alpha, high.color.alpha))
  }
}

extension GradientSpread {
  /// Returns the offset within 0…1 that stands for `t`; NaN where nothing is drawn, and for NaN.
  package func fold(_ t: Double) -> Double {
    switch self {
    case .clear: return t >= 0 && t <= 1 ? t : .nan
    case .pad: return t < 0 ? 0 : (t > 1 ? 1 : t)
    case .repeat: return t - t.rounded(.down)
    case .reflect:
      let half = t / 2
      let turn = (half - half.rounded(.down)) * 2
      return turn > 1 ? 2 - turn : turn
    }
  }
}

/// The offset as a function of a place in device space: a gradient made ready for a canvas's transform.
package enum GradientField: Sendable {
  /// t = dx·x + dy·y + t0.
  case linear(dx: Double, dy: Double, t0: Double)
  /// Device space to a space in which the start circle lies about the origin; the way to the end circle and both radii; whether
  /// only offsets of 0…1 count.
  case radial(inverse: AffineTransform, way: Vector, startRadius: Double, endRadius: Double, isBounded: Bool)
  /// Device space to a space in which the centre is the origin and offset 0 points right.
  case conic(inverse: AffineTransform)

  /// Returns the offset at a device space point, before spread; nil where the gradient leaves the point clear.
  package func offset(at point: Point) -> Double? {
    switch self {
    case .linear(let dx, let dy, let t0): return dx * point.x + dy * point.y + t0
    case .conic(let inverse):
      let place = inverse.apply(to: point)
      let turns = arcTangent(place.y, place.x) / (2 * .pi)
      return turns < 0 ? turns + 1 : turns
    case .radial(let inverse, let way, let r0, let r1, let isBounded):
      return Self.radialOffset(
        at: inverse.apply(to: point) - .zero, way: way, r0: r0, growth: r1 - r0, isBounded: isBounded)
    }
  }

  /// Solves a·t² - 2·b·t + c = 0 for the largest t that counts, with r0 + t·growth ≥ 0.
  private static func radialOffset(
    at place: Vector, way: Vector, r0: Double, growth: Double, isBounded: Bool
  ) -> Double? {
    if way == .zero { return (place.length - r0) / growth }
    let a = way.lengthSquared - growth * growth
    let b = place.dot(way) + r0 * growth
    let c = place.lengthSquared - r0 * r0
    func valid(_ t: Double) -> Bool {
      t.isFinite && r0 + t * growth >= 0 && (!isBounded || (t >= 0 && t <= 1))
    }
    // Circles that touch in one point: the second solution lies at infinity, and rounding must not call it back.
    if abs(a) <= 1e-12 * (way.lengthSquared + growth * growth) {
      let t = c / (2 * b)
      return valid(t) ? t : nil
    }
    let discriminant = b * b - a * c
    guard discriminant >= 0 else { return nil }
    let root = discriminant.squareRoot()
    let q = b < 0 ? b - root : b + root
    let t0 = q / a, t1 = q == 0 ? 0 : c / q
    let high = max(t0, t1), low = min(t0, t1)
    return valid(high) ? high : (valid(low) ? low : nil)
  }
}

extension LinearGradient {
  /// Makes the gradient ready for device space; nil where it draws nothing.
  package func field(transform ctm: AffineTransform) -> GradientField? {
    let way = end - start
    guard !stops.sorted.isEmpty, way.lengthSquared > 0, way.lengthSquared.isFinite,
      let inverse = transform.concatenating(ctm).inverted, inverse.isFinite
    else { return nil }
    // t = (inverse(p) - start)·way / way²
    let scale = 1 / way.lengthSquared
    let origin = inverse.apply(to: .zero) - start
    return .linear(
      dx: (inverse.a * way.dx + inverse.b * way.dy) * scale, dy: (inverse.c * way.dx + inverse.d * way.dy) * scale,
      t0: origin.dot(way) * scale)
  }
}

extension RadialGradient {
  /// Makes the gradient ready for device space; nil where it draws nothing.
  package func field(transform ctm: AffineTransform) -> GradientField? {
    let way = endCenter - startCenter
    guard !stops.sorted.isEmpty, startRadius >= 0, endRadius >= 0, startRadius > 0 || endRadius > 0,
      way != .zero || startRadius != endRadius, way.lengthSquared.isFinite, startRadius.isFinite, endRadius.isFinite,
      let inverse = transform.concatenating(ctm).inverted?
        .concatenating(AffineTransform(translationX: -startCenter.x, y: -startCenter.y)), inverse.isFinite
    else { return nil }
    return .radial(
      inverse: inverse, way: way, startRadius: startRadius, endRadius: endRadius, isBounded: spread == .clear)
  }
}

extension ConicGradient {
  /// Makes the gradient ready for device space; nil where it draws nothing.
  package func field(transform ctm: AffineTransform) -> GradientField? {
    guard !stops.sorted.isEmpty, center.isFinite, startAngle.isFinite,
      let inverse = transform.concatenating(ctm).inverted?
        .concatenating(AffineTransform(translationX: -center.x, y: -center.y))
        .concatenating(AffineTransform(rotation: -startAngle)), inverse.isFinite
    else { return nil }
    return .conic(inverse: inverse)
  }
}

/// Writes a row of a gradient as premultiplied pixels, clear where the gradient is.
/// - Parameters: `x`, `y`: the first pixel's column and row, device space; pixel centres are at .5. `opacity`: 0…1, multiplies
///   the colours' alpha.
package func gradientRowReference(
  _ field: GradientField, _ stops: GradientStops, _ spread: GradientSpread, opacity: Double = 1, x: Int, y: Int,
  into row: inout MutableSpan<UInt32>
) {
  for index in row.indices {
    let center = Point(Double(x + index) + 0.5, Double(y) + 0.5)
    let t = spread.fold(field.offset(at: center) ?? .nan)
    if !t.isNaN, let color = stops.color(at: t) {
      row[index] = Pixel(color.withAlpha(min(1, max(0, color.alpha)) * opacity)).bits
    } else {
      row[index] = 0
    }
  }
}
