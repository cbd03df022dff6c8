import ImageCodecs
import Testing

@Suite struct `Rational numbers` {
  @Test func `a fraction is reduced and its denominator is positive`() {
    #expect(Rational(6, -4) == Rational(-3, 2))
    #expect(Rational(0, 7).denominator == 1)
  }

  @Test(arguments: [
    ("30", 30, 1), ("23.976", 2997, 125), (".1", 1, 10), ("30000/1001", 30000, 1001), ("-1.5", -3, 2), ("2/.5", 4, 1),
  ])
  func `text is read exactly`(text: String, numerator: Int, denominator: Int) {
    #expect(Rational(text) == Rational(numerator, denominator))
  }

  @Test(arguments: ["", "-", ".", "abc", "1e3", "1/0", "1/2/3", "1234567890123", " 3", "nan"])
  func `text that is no number is refused`(text: String) { #expect(Rational(text) == nil) }

  @Test func `a number is approximated by the simplest fraction`() {
    #expect(Rational(approximating: 1 / 30.0) == Rational(1, 30))
    #expect(Rational(approximating: 1001 / 30000.0) == Rational(1001, 30000))
    #expect(Rational(approximating: -0.25) == Rational(-1, 4))
    #expect(Rational(approximating: .infinity) == nil)
    #expect(Rational(approximating: .nan) == nil)
    #expect(Rational(approximating: 1e300) == nil)
    #expect(Rational(approximating: 1e-300) == .zero)
  }

  @Test func `rounding takes the nearest whole number and halves upwards`() {
    #expect(Rational(1, 30).rounded(times: 100) == 3)
    #expect(Rational(1, 8).rounded(times: 100) == 13)
    #expect(Rational(-1, 8).rounded(times: 100) == -12)
    #expect(Rational(.max, 1).rounded(times: 100) == .max)
  }

  @Test func `sums beyond 64 bits stay near instead of trapping`() {
    let sum = Rational(1, 2_147_483_647 * 2_147_483_629) + Rational(1, 4_294_967_291 * 3)
    #expect(sum.value < 1e-9)
    #expect(Rational(.max, 3) * Rational(.max, 5) > Rational(1))
    #expect(Rational(1, 3) < Rational(.max, 1))
  }
}

@Suite struct `Frame timing` {
  @Test func `uniform starts do not drift`() {
    let timing = FrameTiming.uniform(Rational(1001, 30000), count: 30000)
    #expect(timing.total == Rational(1001))
    #expect(timing.start(of: 1) == Rational(1001, 30000))
  }

  @Test func `listed durations add up`() {
    let timing = FrameTiming(durations: [Rational(1, 3), Rational(1, 6), Rational(1, 2)])
    #expect(timing.count == 3)
    #expect(timing.start(of: 2) == Rational(1, 2))
    #expect(timing.duration(of: 1) == Rational(1, 6))
    #expect(timing.total == Rational(1))
  }
}
