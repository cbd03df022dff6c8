import Bitmaps
import TestSupport
import Testing
import VectorRaster

@Suite struct BlendModeTests {
  /// Straight-colour formulas of the standard, in Double: an oracle that shares nothing with the module.
  private func mixed(_ mode: BlendMode, _ b: SIMD3<Double>, _ s: SIMD3<Double>) -> SIMD3<Double> {
    func each(_ f: (Double, Double) -> Double) -> SIMD3<Double> { SIMD3(f(b.x, s.x), f(b.y, s.y), f(b.z, s.z)) }
    func hard(_ b: Double, _ s: Double) -> Double { s <= 0.5 ? b * 2 * s : b + (2 * s - 1) - b * (2 * s - 1) }
    func lum(_ c: SIMD3<Double>) -> Double { 0.3 * c.x + 0.59 * c.y + 0.11 * c.z }
    func sat(_ c: SIMD3<Double>) -> Double { c.max() - c.min() }
    func setLum(_ c: SIMD3<Double>, _ l: Double) -> SIMD3<Double> {
      var c = c + (l - lum(c))
      let l = lum(c), n = c.min(), x = c.max()
      if n < 0 { c = l + (c - l) * l / (l - n) }
      if x > 1 { c = l + (c - l) * (1 - l) / (x - l) }
      return c
    }
    func setSat(_ c: SIMD3<Double>, _ s: Double) -> SIMD3<Double> {
      sat(c) == 0 ? .zero : (c - c.min()) * s / sat(c)
    }
    switch mode {
    case .multiply: return b * s
    case .screen: return b + s - b * s
    case .overlay: return each { hard($1, $0) }
    case .darken: return each { min($0, $1) }
    case .lighten: return each { max($0, $1) }
    case .colorDodge: return each { $0 == 0 ? 0 : ($1 == 1 ? 1 : min(1, $0 / (1 - $1))) }
    case .colorBurn: return each { $0 == 1 ? 1 : ($1 == 0 ? 0 : 1 - min(1, (1 - $0) / $1)) }
    case .hardLight: return each(hard)
    case .softLight:
      return each { b, s in
        if s <= 0.5 { return b - (1 - 2 * s) * b * (1 - b) }
        return b + (2 * s - 1) * ((b <= 0.25 ? ((16 * b - 12) * b + 4) * b : b.squareRoot()) - b)
      }
    case .difference: return each { abs($0 - $1) }
    case .exclusion: return each { $0 + $1 - 2 * $0 * $1 }
    case .hue: return setLum(setSat(s, sat(b)), lum(b))
    case .saturation: return setLum(setSat(b, sat(s)), lum(b))
    case .color: return setLum(s, lum(b))
    case .luminosity: return setLum(b, lum(s))
    default: return s
    }
  }

  /// Premultiplied result, 0…1, with full coverage. The fourth channel is alpha.
  private func expected(_ mode: BlendMode, _ s: SIMD4<Double>, _ d: SIMD4<Double>) -> SIMD4<Double> {
    let sa = s.w, da = d.w
    switch mode {
    case .normal: return s + d * (1 - sa)
    case .clear: return .zero
    case .copy: return s
    case .sourceIn: return s * da
    case .sourceOut: return s * (1 - da)
    case .sourceAtop: return s * da + d * (1 - sa)
    case .destinationOver: return d + s * (1 - da)
    case .destinationIn: return d * sa
    case .destinationOut: return d * (1 - sa)
    case .destinationAtop: return d * sa + s * (1 - da)
    case .xor: return s * (1 - da) + d * (1 - sa)
    case .plusLighter: return (s + d).clamped(lowerBound: .zero, upperBound: .one)
    default:
      let color = SIMD3(s.x, s.y, s.z), backdrop = SIMD3(d.x, d.y, d.z)
      let mix = sa > 0 && da > 0 ? mixed(mode, backdrop / da, color / sa) : .zero
      return SIMD4(color * (1 - da) + backdrop * (1 - sa) + sa * da * mix, sa + da - sa * da)
    }
  }

  private func unit(_ pixel: UInt32) -> SIMD4<Double> {
    SIMD4(Double(pixel & 255), Double(pixel >> 8 & 255), Double(pixel >> 16 & 255), Double(pixel >> 24)) / 255
  }

  private func randomPixel(_ random: inout SeededRandom) -> UInt32 {
    let alpha = [0, 255, random.int(in: 0...255), random.int(in: 1...20)][random.int(in: 0...3)]
    func channel() -> UInt8 { UInt8([0, alpha, random.int(in: 0...alpha)][random.int(in: 0...2)]) }
    return Pixel(red: channel(), green: channel(), blue: channel(), alpha: UInt8(alpha)).bits
  }

  private func composite(_ s: [UInt32], _ d: [UInt32], _ m: [UInt8], _ mode: BlendMode) -> [UInt32] {
    let source = ContiguousArray(s), coverage = ContiguousArray(m)
    var row = ContiguousArray(d)
    var span = row.mutableSpan
    compositeRow(source.span, coverage: coverage.span, mode: mode, into: &span)
    return Array(row)
  }

  @Test(arguments: BlendMode.allCases)
  func `a mode gives the standard's formula rounded once`(_ mode: BlendMode) {
    var random = SeededRandom(seed: 7)
    let count = 4000
    let s = (0..<count).map { _ in randomPixel(&random) }, d = (0..<count).map { _ in randomPixel(&random) }
    let m = (0..<count).map { _ in UInt8([0, 255, random.int(in: 0...255)][random.int(in: 0...2)]) }
    let got = composite(s, d, m, mode)
    for index in 0..<count {
      let picture = unit(d[index]), target = expected(mode, unit(s[index]), picture)
      let exact = (picture + (target - picture) * (Double(m[index]) / 255)) * 255
      let difference = unit(got[index]) * 255 - exact
      // Source-over may round twice; else half a level and the Double's own error.
      let limit = mode == .normal && m[index] < 255 ? 1.0 : 0.500001
      #expect(
        difference.replacing(with: -difference, where: difference .< 0).max() <= limit,
        "\(mode): s \(s[index]), d \(d[index]), m \(m[index]): got \(got[index])")
    }
  }

  @Test(arguments: BlendMode.allCases)
  func `no result's colour exceeds its alpha and no coverage changes nothing`(_ mode: BlendMode) {
    var random = SeededRandom(seed: 8)
    let s = (0..<2000).map { _ in randomPixel(&random) }, d = (0..<2000).map { _ in randomPixel(&random) }
    for m in [UInt8(1), 77, 254, 255] {
      for pixel in composite(s, d, Array(repeating: m, count: 2000), mode).map(Pixel.init(bits:)) {
        #expect(max(pixel.red, pixel.green, pixel.blue) <= pixel.alpha)
      }
    }
    #expect(composite(s, d, Array(repeating: 0, count: 2000), mode) == d)
  }

  @Test func `clear paint changes the picture in exactly the modes that say so`() {
    let d = Pixel(red: 10, green: 90, blue: 200, alpha: 220).bits
    for mode in BlendMode.allCases {
      #expect((composite([0], [d], [255], mode) != [d]) == mode.clearSourceChangesDestination, "\(mode)")
    }
  }
}
