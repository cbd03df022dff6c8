// The part of a blend mode in which paint and picture both are: sa·da·B(d / da, s / sa), in premultiplied 0…255 channels and times
// 255, so 0…65 025. Multiplying the formulas of the standard out by sa·da leaves no division in most of them.

extension BlendMode {
  /// Returns the term for the modes in which it is a polynomial, hence an integer; nil for the others.
  /// - Parameters: `s`, `d`: premultiplied channels of paint and picture; `sa`, `da`: their alphas, 0…255 all.
  @inline(__always) func product(_ s: Int32, _ d: Int32, _ sa: Int32, _ da: Int32) -> Int32? {
    func hard(_ upper: Int32, _ upperAlpha: Int32, _ lower: Int32, _ lowerAlpha: Int32) -> Int32 {
      2 * upper <= upperAlpha
        ? 2 * upper * lower : upperAlpha * lowerAlpha - 2 * (upperAlpha - upper) * (lowerAlpha - lower)
    }
    switch self {
    case .multiply: return s * d
    case .screen: return s * da + d * sa - s * d
    case .overlay: return hard(d, da, s, sa)
    case .hardLight: return hard(s, sa, d, da)
    case .darken: return min(s * da, d * sa)
    case .lighten: return max(s * da, d * sa)
    case .difference: return abs(s * da - d * sa)
    case .exclusion: return s * da + d * sa - 2 * s * d
    default: return nil
    }
  }

  /// Returns the term for the separable modes that divide or take a root. Arguments as for `product`.
  func quotient(_ s: Double, _ d: Double, _ sa: Double, _ da: Double) -> Double {
    switch self {
    case .colorDodge:
      if d <= 0 { return 0 }
      return s >= sa ? sa * da : min(sa * da, d * sa * sa / (sa - s))
    case .colorBurn:
      if d >= da { return sa * da }
      return s <= 0 ? 0 : sa * da - min(sa * da, (da - d) * sa * sa / s)
    default:  // softLight
      guard da > 0 else { return 0 }
      let backdrop = min(1, d / da)
      if 2 * s <= sa { return d * (sa - (sa - 2 * s) * (1 - backdrop)) }
      let raised =
        backdrop <= 0.25
        ? ((16 * backdrop - 12) * backdrop + 4) * backdrop : backdrop.squareRoot()
      return d * sa + (2 * s - sa) * da * (raised - backdrop)
    }
  }

  /// Returns the term of the modes that mix channels, all three channels at once. Arguments as for `product`.
  func nonseparable(_ s: SIMD3<Double>, _ d: SIMD3<Double>, _ sa: Double, _ da: Double) -> SIMD3<Double> {
    // Both colours times sa·da, so that they are comparable without a division.
    let paint = s * da, backdrop = d * sa, ceiling = sa * da
    switch self {
    case .hue:
      return Self.withLuminosity(
        Self.withSaturation(paint, Self.saturation(backdrop)), Self.luminosity(backdrop), ceiling)
    case .saturation:
      return Self.withLuminosity(
        Self.withSaturation(backdrop, Self.saturation(paint)), Self.luminosity(backdrop), ceiling)
    case .color: return Self.withLuminosity(paint, Self.luminosity(backdrop), ceiling)
    default: return Self.withLuminosity(backdrop, Self.luminosity(paint), ceiling)
    }
  }

  private static func luminosity(_ color: SIMD3<Double>) -> Double {
    0.3 * color.x + 0.59 * color.y + 0.11 * color.z
  }

  private static func saturation(_ color: SIMD3<Double>) -> Double { color.max() - color.min() }

  /// Stretches the channels so that the lowest is 0 and the highest is `saturation`.
  private static func withSaturation(_ color: SIMD3<Double>, _ saturation: Double) -> SIMD3<Double> {
    let low = color.min(), range = color.max() - low
    return range > 0 ? (color - low) * (saturation / range) : .zero
  }

  /// Shifts the channels to a luminosity and pulls those outside 0…`ceiling` in towards it.
  private static func withLuminosity(
    _ color: SIMD3<Double>, _ target: Double, _ ceiling: Double
  ) -> SIMD3<Double> {
    var shifted = color + (target - luminosity(color))
    let level = luminosity(shifted), low = shifted.min(), high = shifted.max()
    if low < 0, level > low { shifted = level + (shifted - level) * (level / (level - low)) }
    if high > ceiling, high > level { shifted = level + (shifted - level) * ((ceiling - level) / (high - level)) }
    return shifted
  }
}
