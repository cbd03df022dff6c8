// The process's own channels: standard output, standard error and the exit status.
#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

enum Terminal {
  /// Writes text to standard output, all of it.
  static func print(_ text: String) { write(text, to: STDOUT_FILENO) }

  /// Writes one line to standard error.
  static func note(_ line: String) { write("\(line)\n", to: STDERR_FILENO) }

  /// Replaces the last line of the terminal on standard error.
  static func overwrite(_ line: String) { write("\r\u{1B}[K\(line)", to: STDERR_FILENO) }

  /// Ends the process; a message goes to standard error as one line.
  static func exit(_ status: Int32, message: String? = nil) -> Never {
    if let message { note("error: \(message.withoutControls)") }
    #if canImport(Darwin)
      Darwin.exit(status)
    #elseif canImport(Glibc)
      Glibc.exit(status)
    #elseif canImport(Musl)
      Musl.exit(status)
    #endif
  }

  /// Whether standard error is a terminal, so that progress may be shown there.
  static var isInteractive: Bool { isatty(STDERR_FILENO) == 1 }

  /// Writes text to standard output; false where nobody reads it any more.
  static func send(_ text: String) -> Bool { write(text, to: STDOUT_FILENO) }

  @discardableResult
  private static func write(_ text: String, to descriptor: Int32) -> Bool {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let written = unsafe bytes.withUnsafeBytes { buffer in
        #if canImport(Darwin)
          unsafe Darwin.write(descriptor, buffer.baseAddress, buffer.count)
        #elseif canImport(Glibc)
          unsafe Glibc.write(descriptor, buffer.baseAddress, buffer.count)
        #elseif canImport(Musl)
          unsafe Musl.write(descriptor, buffer.baseAddress, buffer.count)
        #endif
      }
      if written < 0, errno == EINTR { continue }
      if written <= 0 { return false }
      bytes = bytes.dropFirst(written)
    }
    return true
  }
}

extension String {
  /// The text with spaces for the characters that move a terminal's cursor or change its colours, as names of files may hold them.
  var withoutControls: String {
    var text = ""
    for scalar in unicodeScalars {
      text.unicodeScalars.append(scalar.value < 32 || (127..<160).contains(scalar.value) ? " " : scalar)
    }
    return text
  }
}
