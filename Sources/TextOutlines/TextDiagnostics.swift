// Says once, by name, what text had to do without. The library prints nothing by itself: a program hands over a closure.

import Synchronization

/// Something that text had to do without.
public enum TextDiagnostic: Hashable, Sendable, CustomStringConvertible {
  /// The family is not installed; another one is used.
  case missingFont(requested: String, used: String)
  /// No installed font has the character; the font's "missing" box is drawn.
  case missingCharacter(Character)

  /// The message for the user.
  public var description: String {
    switch self {
    case .missingFont(let requested, let used):
      return "font '\(requested)' is not installed; using '\(used)'"
    case .missingCharacter(let character):
      let codes = character.unicodeScalars.map { scalar in
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
      }
      return "no installed font has '\(character)' (\(codes.joined(separator: " ")))"
    }
  }
}

/// The process-wide place where missing fonts and characters are reported, each of them once.
public final class TextDiagnostics: Sendable {
  /// The one that all text reports to.
  public static let shared = TextDiagnostics()

  private struct State {
    var reporter: (@Sendable (TextDiagnostic) -> Void)?
    var seen: Set<TextDiagnostic> = []
  }
  private let state = Mutex(State())

  package init() {}

  /// How many different diagnostics are remembered; further ones are dropped, so that a hostile text cannot fill memory.
  package static let capacity = 4096

  /// Sets who is told. What happened before is handed over at once; every diagnostic comes once per process, in the order of
  /// its first appearance on each thread.
  /// - Parameter reporter: called on the thread that met the problem, without a lock held; nil to be told nothing.
  public func setReporter(_ reporter: (@Sendable (TextDiagnostic) -> Void)?) {
    let earlier = state.withLock { state in
      state.reporter = reporter
      return state.seen
    }
    guard let reporter else { return }
    for diagnostic in earlier.sorted(by: { $0.description < $1.description }) { reporter(diagnostic) }
  }

  /// Everything that was reported until now.
  public var reported: Set<TextDiagnostic> { state.withLock { $0.seen } }

  package func report(_ diagnostic: TextDiagnostic) {
    let reporter = state.withLock { state -> (@Sendable (TextDiagnostic) -> Void)? in
      guard state.seen.count < Self.capacity, state.seen.insert(diagnostic).inserted else { return nil }
      return state.reporter
    }
    reporter?(diagnostic)
  }
}
