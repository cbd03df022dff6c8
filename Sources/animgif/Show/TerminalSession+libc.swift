// A terminal taken over for a while: alternate screen, no cursor, no echo, signals as flags. However the program leaves, the terminal is
// as it was.
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What came in while the player waited.
enum TerminalEvent: Equatable {
  /// The time is over.
  case timeout
  /// The user wants to stop: `q`.
  case quit
  /// The space bar.
  case pause
  /// A signal that ends the program.
  case signal(Int32)
  /// The program had been stopped and goes on.
  case resumed
}

struct TerminalSession: ~Copyable {
  private var saved: termios?
  private let interruption = Interruption()

  /// Takes the terminal over.
  init() {
    _ = signal(SIGTSTP) { _ in isStopWanted.store(true, ordering: .relaxed) }
    // Someone who does not read any more is found out by the writing.
    _ = signal(SIGPIPE, SIG_IGN)
    saved = nil
    var settings = termios()
    if isatty(STDIN_FILENO) == 1, unsafe tcgetattr(STDIN_FILENO, &settings) == 0 { saved = settings }
    enter()
  }

  deinit {
    Self.leave(saved)
  }

  private func enter() {
    if var quiet = saved {
      quiet.c_lflag &= ~tcflag_t(ECHO | ICANON)
      _ = unsafe tcsetattr(STDIN_FILENO, TCSANOW, &quiet)
    }
    // Alternate screen, cleared; no cursor; no line wrap.
    Terminal.print("\u{1B}[?1049h\u{1B}[2J\u{1B}[?25l\u{1B}[?7l")
  }

  private static func leave(_ saved: termios?) {
    Terminal.print("\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l")
    if var saved { _ = unsafe tcsetattr(STDIN_FILENO, TCSANOW, &saved) }
  }

  /// Waits for a key or a signal, at most so long.
  func wait(seconds: Double) -> TerminalEvent {
    let milliseconds = Int32(min(max(seconds * 1000, 0), 60_000).rounded(.up))
    var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    // Without a terminal on standard input there are no keys to be waited for.
    let ready = unsafe poll(&input, saved == nil ? 0 : 1, milliseconds)
    if let number = interruption.signalNumber { return .signal(number) }
    if isStopWanted.exchange(false, ordering: .relaxed) {
      Self.leave(saved)
      _ = raise(SIGSTOP)
      enter()
      return .resumed
    }
    guard ready > 0 else { return .timeout }
    var key: UInt8 = 0
    guard unsafe read(STDIN_FILENO, &key, 1) == 1 else { return .timeout }
    switch key {
    case UInt8(ascii: "q"): return .quit
    case UInt8(ascii: " "): return .pause
    default: return .timeout
    }
  }
}

/// Whether Ctrl-Z was pressed. A signal handler may do no more than set it.
private let isStopWanted = Atomic<Bool>(false)
