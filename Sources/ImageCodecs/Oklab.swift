/// Oklab, in which equal distances look about equally different, and sRGB's way to linear light.
///
/// Source: Björn Ottosson, "A perceptual color space for image processing" (2020); IEC 61966-2-1. Nothing here calls the C
/// library, whose last digits differ between systems: colour tables, hence files, must not.
struct Oklab {
  /// 0…1; `a` from green to red and `b` from blue to yellow, about ±0.4.
  var lightness: Double, a: Double, b: Double

  /// Makes a place of its coordinates.
  init(lightness: Double, a: Double, b: Double) { (self.lightness, self.a, self.b) = (lightness, a, b) }

  /// Finds the place of a colour given in sRGB's bytes.
  init(red: Int, green: Int, blue: Int) {
    let (red, green, blue) = (linearLight[red], linearLight[green], linearLight[blue])
    let l = cubeRoot(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
    let m = cubeRoot(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
    let s = cubeRoot(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
    lightness = 0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s
    a = 1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s
    b = 0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s
  }

  /// The colour in linear light; a component outside 0…1 cannot be shown.
  var linear: (red: Double, green: Double, blue: Double) {
    func cube(_ value: Double) -> Double { value * value * value }
    let l = cube(lightness + 0.3963377774 * a + 0.2158037573 * b)
    let m = cube(lightness - 0.1055613458 * a - 0.0638541728 * b)
    let s = cube(lightness - 0.0894841775 * a - 1.2914855480 * b)
    return (
      4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s, -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
      -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s
    )
  }

  /// The distance between two colours; 0.02 is about the least that is seen.
  func distance(to other: Oklab) -> Double {
    let (dl, da, db) = (lightness - other.lightness, a - other.a, b - other.b)
    return (dl * dl + da * da + db * db).squareRoot()
  }
}

/// The linear light of every sRGB byte.
private let linearLight: ContiguousArray<Double> = ContiguousArray(
  (0..<256).map { byte in
    let value = Double(byte) / 255
    return value <= 0.04045 ? value / 12.92 : reproduciblePower((value + 0.055) / 1.055, 2.4)
  })

/// Returns the sRGB value, 0…1, of linear light of 0…1.
func encodedLight(_ light: Double) -> Double {
  light <= 0.0031308 ? light * 12.92 : 1.055 * reproduciblePower(light, 1 / 2.4) - 0.055
}

/// Returns the cube root of a number of 0…1 by Halley's iteration, whose error goes by the third power from the 3 % of the
/// guess, a third of the exponent (W. Kahan, "Computing a real cube root", 1991).
private func cubeRoot(_ x: Double) -> Double {
  guard x > 0 else { return 0 }
  var root = Double(bitPattern: x.bitPattern / 3 + 715_094_163 << 32)
  for _ in 0..<3 {
    let cube = root * root * root
    root *= (cube + 2 * x) / (2 * cube + x)
  }
  return root
}

/// Returns `base` to the power of `exponent`, for a base above 0: 2^(exponent · log₂ base) by series, within 10⁻¹².
private func reproduciblePower(_ base: Double, _ exponent: Double) -> Double {
  // log base = e · log 2 + log s, s in 1/√2…√2; log s = 2 artanh((s − 1) / (s + 1)).
  var scale = base.significand
  var shift = Double(base.exponent)
  if scale > 1.4142135623730951 { (scale, shift) = (scale / 2, shift + 1) }
  let t = (scale - 1) / (scale + 1), square = t * t
  var (term, logarithm) = (t, 0.0)
  for n in 0..<14 {
    logarithm += term / Double(2 * n + 1)
    term *= square
  }
  let y = exponent * (shift * 0.6931471805599453 + 2 * logarithm)
  // e^y = 2^k · e^r, r within ±log 2 / 2.
  let k = (y / 0.6931471805599453).rounded()
  let r = y - k * 0.6931471805599453
  var (factor, sum) = (1.0, 1.0)
  for n in 1..<18 {
    factor *= r / Double(n)
    sum += factor
  }
  return Double(sign: .plus, exponent: Int(min(max(k, -1000), 1000)), significand: sum)
}
