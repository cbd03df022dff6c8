// The only file of this program that calls the C library: clocks and files.
#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Clocks, in nanoseconds.
enum Clock {
  /// Time that goes by for everybody.
  static var wall: Double { read(CLOCK_MONOTONIC) }
  /// CPU time of the calling thread alone: other programs on the machine count only through caches.
  static var thread: Double { read(CLOCK_THREAD_CPUTIME_ID) }

  private static func read(_ clock: clockid_t) -> Double {
    var time = timespec()
    _ = unsafe clock_gettime(clock, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }
}

/// Ends the program.
func exitProgram(_ status: Int32) -> Never { exit(status) }

/// Writes a line to the standard error output.
func printError(_ line: String) {
  let bytes = Array((line + "\n").utf8)
  _ = unsafe bytes.withUnsafeBytes { unsafe write(2, $0.baseAddress, $0.count) }
}

/// Returns the bytes of a file; nil where it cannot be read.
func readFile(_ path: String) -> [UInt8]? {
  guard let file = unsafe fopen(path, "rb") else { return nil }
  defer { unsafe fclose(file) }
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = unsafe buffer.withUnsafeMutableBytes { unsafe fread($0.baseAddress, 1, $0.count, file) }
    if count == 0 { return bytes }
    bytes.append(contentsOf: buffer[..<count])
  }
}
