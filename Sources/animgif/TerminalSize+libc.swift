// How large the terminal is, asked of the system.
#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A terminal's size.
struct TerminalSize: Equatable {
  /// In characters.
  var columns: Int, rows: Int
  /// In pixels; 0 where the terminal does not tell.
  var width: Int, height: Int

  /// The size of the terminal that standard output is; nil where it is none.
  static var current: TerminalSize? {
    guard isatty(STDOUT_FILENO) == 1 else { return nil }
    var size = winsize()
    guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return nil
    }
    return TerminalSize(
      columns: Int(size.ws_col), rows: Int(size.ws_row), width: Int(size.ws_xpixel), height: Int(size.ws_ypixel))
  }
}

extension Terminal {
  /// Whether standard output is a terminal.
  static var isOutputInteractive: Bool { isatty(STDOUT_FILENO) == 1 }

  /// How many characters a line of standard output has; nil where it is no terminal.
  static var columns: Int? { TerminalSize.current?.columns }

  /// The value of an environment variable; nil where it is missing or empty.
  static func environment(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    let text = unsafe String(cString: value)
    return text.isEmpty ? nil : text
  }
}
