/// A small random generator (SplitMix64) whose sequence depends on the seed alone, so that a failing property test can be run again.
public struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  /// Makes a generator. Print the seed in the failure message.
  public init(seed: UInt64) { state = seed }

  /// Returns the next 64 bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
    return bits ^ bits >> 31
  }

  /// Returns a number in the range.
  public mutating func double(in range: ClosedRange<Double>) -> Double { .random(in: range, using: &self) }

  /// Returns a whole number in the range.
  public mutating func int(in range: ClosedRange<Int>) -> Int { .random(in: range, using: &self) }
}
