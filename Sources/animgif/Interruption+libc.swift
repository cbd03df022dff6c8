// Signals that end the program, as a flag: work that must tidy up looks at it and then lets the signal have its way.
import AnimGIF
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The signal that came, 0 for none. A signal handler may do no more than set it.
private let received = Atomic<Int32>(0)

/// Ctrl-C, hang-up and termination.
struct Interruption {
  /// From now on signals are noted and do not end the program.
  init() {
    // One that is ignored, as that for hang-up under nohup, stays so.
    for number in [SIGINT, SIGTERM, SIGHUP] where !TemporaryFiles.isIgnored(number) {
      _ = signal(number) { received.store($0, ordering: .relaxed) }
    }
  }

  /// The signal that came, if one did.
  var signalNumber: Int32? {
    let number = received.load(ordering: .relaxed)
    return number == 0 ? nil : number
  }

  /// Waits, at most so long, for a signal and returns it.
  @discardableResult
  func wait(milliseconds: Int32) -> Int32? {
    if signalNumber == nil { _ = poll(nil, 0, milliseconds) }
    return signalNumber
  }

  /// Ends the process as the signal would have ended it.
  static func die(of number: Int32) -> Never {
    _ = signal(number, SIG_DFL)
    _ = raise(number)
    Terminal.exit(128 + number)
  }
}
