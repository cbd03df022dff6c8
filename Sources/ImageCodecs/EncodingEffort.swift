/// How hard an encoder tries to make its file small. Every level is exact; only bytes and time differ.
public enum EncodingEffort: String, CaseIterable, Sendable {
  /// One attempt, for looking at things while working.
  case fast
  /// A few attempts per frame.
  case `default`
  /// Many attempts with the best compressor, for files that are made once and sent often.
  case max
}
