import AnimGIF
import Testing

/// When frames are sampled, and that a clip is exactly as long as it was asked to be.
@Suite struct FrameClockTests {
  @Test func `one second at 30 frames has 30 frames, the first at 0`() {
    let clock = FrameClock(rate: 30, duration: 1)
    #expect(clock.frameCount == 30)
    #expect(clock.time(ofFrame: 0) == 0)
    #expect(clock.time(ofFrame: 29) == 29.0 / 30)
    #expect(clock.timing.total == Rational(1))
  }

  @Test func `a clip that ends at rest has one frame more, which shows the rest`() {
    let clock = FrameClock(rate: 30, duration: 5.5, isLoop: false)
    #expect(clock.frameCount == 166)
    #expect(clock.time(ofFrame: 165) == 5.5)
  }

  @Test(arguments: [
    (Rational(2997, 125), 3.0, 72), (Rational(30), 1.2, 36), (Rational(7), 1.0, 7), (Rational(1, 10), 3.0, 1),
  ])
  func `a loop lasts exactly as long as it should at any rate`(rate: Rational, duration: Double, count: Int) {
    let timing = FrameClock(rate: rate, duration: duration).timing
    #expect(timing.count == count)
    #expect(timing.total.value == duration)
  }

  @Test func `a length beyond any file does not overflow`() {
    let clock = FrameClock(rate: 1000, duration: 1e300)
    #expect(clock.frameCount == FrameClock.maximumFrameCount)
    #expect(clock.idealFrameCount == 1e303)
  }
}
