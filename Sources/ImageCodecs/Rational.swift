/// An exact fraction: a time in seconds or a rate in frames per second.
///
/// Frame times must add up without drift: thirty frames of 1001/30000 s last exactly 1.001 s, and a GIF's whole
/// hundredths are rounded from the exact running time. A `Double` could not say so.
///
/// Stored reduced, the denominator above 0. Sums that would leave 64 bits fall back to the nearest billionth.
public struct Rational: Hashable, Sendable {
  /// The part above the bar; carries the sign.
  public let numerator: Int
  /// The part below the bar, above 0.
  public let denominator: Int

  /// Zero.
  public static let zero = Rational(0)

  /// Makes the fraction `numerator / denominator`, reduced.
  /// - Precondition: the denominator is not 0, and neither part is `Int.min`.
  public init(_ numerator: Int, _ denominator: Int = 1) {
    precondition(denominator != 0, "a fraction's denominator is not 0")
    precondition(numerator != .min && denominator != .min, "a fraction's parts have a magnitude below 2^63")
    let sign = denominator < 0 ? -1 : 1
    let divisor = Self.greatestCommonDivisor(numerator.magnitude, denominator.magnitude)
    self.numerator = sign * (numerator / Int(divisor))
    self.denominator = sign * (denominator / Int(divisor))
  }

  /// Makes the fraction nearest to a number among those with a denominator of at most `maximumDenominator`, by its
  /// continued fraction. Nil when the number is not finite or its magnitude is above 10¹².
  public init?(approximating value: Double, maximumDenominator: Int = 1_000_000) {
    guard value.isFinite, value.magnitude <= 1e12, maximumDenominator >= 1 else { return nil }
    var (low, lowDenominator, high, highDenominator) = (0, 1, 1, 0)
    var rest = value.magnitude
    for _ in 0..<64 {
      let whole = rest.rounded(.down)
      guard whole < 1e12 else { break }
      let (next, overflow) = Int(whole).multipliedReportingOverflow(by: high)
      let (nextDenominator, overflowBelow) = Int(whole).multipliedReportingOverflow(by: highDenominator)
      guard !overflow, !overflowBelow, nextDenominator + lowDenominator <= maximumDenominator else { break }
      (low, lowDenominator, high, highDenominator) = (
        high, highDenominator, next + low, nextDenominator + lowDenominator
      )
      let fraction = rest - whole
      if fraction == 0 || Double(high) / Double(highDenominator) == value.magnitude { break }
      rest = 1 / fraction
    }
    guard highDenominator > 0 else { return nil }
    self.init(value < 0 ? -high : high, highDenominator)
  }

  /// Reads `30`, `23.976`, `.5` or `30000/1001`, exactly. Nil for anything else, and for more than 12 digits a part.
  public init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = parts.first, let top = Self.decimal(first) else { return nil }
    guard parts.count == 2 else {
      self = top
      return
    }
    guard let below = Self.decimal(parts[1]), below.numerator != 0 else { return nil }
    self = top / below
  }

  private static func decimal(_ text: some StringProtocol) -> Rational? {
    var (digits, power, count) = (0, 1, 0)
    var (isNegative, seenPoint) = (false, false)
    for (place, byte) in text.utf8.enumerated() {
      switch byte {
      case UInt8(ascii: "-") where place == 0: isNegative = true
      case UInt8(ascii: "+") where place == 0: break
      case UInt8(ascii: ".") where !seenPoint: seenPoint = true
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        count += 1
        guard count <= 12 else { return nil }
        digits = digits * 10 + Int(byte - UInt8(ascii: "0"))
        if seenPoint { power *= 10 }
      default: return nil
      }
    }
    return count == 0 ? nil : Rational(isNegative ? -digits : digits, power)
  }

  /// The nearest `Double`.
  public var value: Double { Double(numerator) / Double(denominator) }

  /// Returns the number times `scale`, rounded to the nearest whole number, halves up; clamped to what an `Int` holds.
  public func rounded(times scale: Int) -> Int {
    let (high, low) = numerator.multipliedFullWidth(by: scale)
    if high != (Int(bitPattern: low) < 0 ? -1 : 0) {
      let scaled = (value * Double(scale)).rounded()
      return scaled >= 9e18 ? .max : scaled <= -9e18 ? .min : Int(scaled)
    }
    let product = Int(bitPattern: low)
    var (quotient, remainder) = product.quotientAndRemainder(dividingBy: denominator)
    if remainder < 0 { (quotient, remainder) = (quotient - 1, remainder + denominator) }
    return remainder >= denominator - remainder ? quotient + 1 : quotient
  }

  private static func greatestCommonDivisor(_ a: UInt, _ b: UInt) -> UInt {
    var (a, b) = (a, b)
    while b != 0 { (a, b) = (b, a % b) }
    return max(a, 1)
  }

  /// The nearest billionth, for results that no longer fit.
  private static func nearest(_ value: Double) -> Rational {
    Rational(Int((min(max(value, -9e9), 9e9) * 1e9).rounded()), 1_000_000_000)
  }

  /// The sum.
  public static func + (left: Rational, right: Rational) -> Rational {
    let shared = Int(greatestCommonDivisor(UInt(left.denominator), UInt(right.denominator)))
    let (a, overflowA) = left.numerator.multipliedReportingOverflow(by: right.denominator / shared)
    let (b, overflowB) = right.numerator.multipliedReportingOverflow(by: left.denominator / shared)
    let (top, overflowSum) = a.addingReportingOverflow(b)
    let (below, overflowBelow) = left.denominator.multipliedReportingOverflow(by: right.denominator / shared)
    if overflowA || overflowB || overflowSum || overflowBelow || top == .min {
      return nearest(left.value + right.value)
    }
    return Rational(top, below)
  }

  /// The difference.
  public static func - (left: Rational, right: Rational) -> Rational {
    left + Rational(-right.numerator, right.denominator)
  }

  /// The product.
  public static func * (left: Rational, right: Rational) -> Rational {
    let a = Rational(left.numerator, right.denominator)
    let b = Rational(right.numerator, left.denominator)
    let (top, overflow) = a.numerator.multipliedReportingOverflow(by: b.numerator)
    let (below, overflowBelow) = a.denominator.multipliedReportingOverflow(by: b.denominator)
    if overflow || overflowBelow || top == .min { return nearest(left.value * right.value) }
    return Rational(top, below)
  }

  /// The quotient.
  /// - Precondition: the divisor is not 0.
  public static func / (left: Rational, right: Rational) -> Rational {
    precondition(right.numerator != 0, "a fraction cannot be divided by 0")
    return left * Rational(right.denominator, right.numerator)
  }
}

extension Rational: Comparable, CustomStringConvertible {
  /// Whether the left number is smaller, exactly.
  public static func < (left: Rational, right: Rational) -> Bool {
    let a = left.numerator.multipliedFullWidth(by: right.denominator)
    let b = right.numerator.multipliedFullWidth(by: left.denominator)
    return a.high != b.high ? a.high < b.high : a.low < b.low
  }

  /// `3`, or `1001/30000`.
  public var description: String { denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)" }
}

extension Rational: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  /// A whole number of seconds or frames.
  public init(integerLiteral value: Int) { self.init(value) }

  /// The simplest fraction with a denominator of at most a million that is nearest to the number: 23.976 is 2997/125.
  /// - Precondition: the magnitude is at most 10¹².
  public init(floatLiteral value: Double) {
    guard let rational = Rational(approximating: value) else { preconditionFailure("\(value) is no rate or time") }
    self = rational
  }
}
