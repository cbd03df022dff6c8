import ImageCodecs
import TestSupport
import Testing

/// Delays of a GIF: known faults G01, G02, G05, G07, G10 and G13.
@Suite struct `GIF schedule` {
  func delays(_ timing: FrameTiming) -> [Int] { GIFSchedule(timing).entries.map(\.delay) }

  @Test func `G01, 30 frames a second cycle 3, 3, 4 and a second stays a second`() {
    let schedule = delays(.uniform(Rational(1, 30), count: 90))
    #expect(schedule.prefix(6) == [3, 4, 3, 3, 4, 3] || schedule.prefix(6) == [3, 3, 4, 3, 3, 4])
    #expect(schedule.reduce(0, +) == 300)
  }

  @Test(arguments: [60, 100, 75, 1000]) func `G02, more than 50 frames a second are sampled at 50 and keep the total`(
    rate: Int
  ) {
    let schedule = GIFSchedule(.uniform(Rational(1, rate), count: rate))
    #expect(schedule.total == 100)
    #expect(schedule.entries.count == 50)
    #expect(schedule.entries.allSatisfy { $0.delay == 2 })
    // Every shown frame is the one due when it appears, or a frame's length later at most.
    for (index, entry) in schedule.entries.enumerated() {
      #expect(abs(Double(entry.frame) / Double(rate) - Double(index) / 50) <= 0.02)
    }
  }

  @Test func `50 frames a second keep every frame`() {
    #expect(delays(.uniform(Rational(1, 50), count: 50)) == Array(repeating: 2, count: 50))
  }

  @Test(arguments: [Rational(1, 1000), Rational(4, 1000), Rational(1, 1_000_000)])
  func `G05, a clip shorter than a delay still shows one frame for the shortest delay`(duration: Rational) {
    #expect(delays(.uniform(duration, count: 1)) == [2])
    #expect(delays(.uniform(duration, count: 3)).reduce(0, +) >= 2)
  }

  @Test func `slow and long rates are kept`() {
    #expect(delays(.uniform(Rational(10), count: 3)) == [1000, 1000, 1000])
    #expect(GIFSchedule(.uniform(Rational(125, 2997), count: 2997)).total == 12500)
    #expect(delays(.uniform(Rational(.max / 4), count: 2)).allSatisfy { $0 > 0 })
  }

  @Test(arguments: 0..<200) func `any durations keep order, shortest delay and total`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let durations = (0..<Int.random(in: 1...40, using: &random)).map { _ in
      Rational(Int.random(in: 1...300, using: &random), Int.random(in: 1...4000, using: &random))
    }
    let timing = FrameTiming(durations: durations)
    let schedule = GIFSchedule(timing)
    #expect(schedule.total == max(2, timing.total.rounded(times: 100)), "seed \(seed)")
    #expect(schedule.entries.allSatisfy { $0.delay >= 2 }, "seed \(seed)")
    #expect(zip(schedule.entries, schedule.entries.dropFirst()).allSatisfy { $0.frame < $1.frame })
  }
}
