// What the C library is called for with files: descriptors, names and folders, with every failure as a `SystemError`. (What is left behind
// by an interruption is removed in `TemporaryFiles+libc.swift`.)
// Everything above it deals in bytes and Swift strings.

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A failed system call: its `errno`, printed as the system's own text.
public struct SystemError: Error, Equatable, CustomStringConvertible {
  /// The value of `errno`.
  public let code: Int32

  /// Makes an error of a given `errno`.
  public init(code: Int32) { self.code = code }

  /// Makes an error of the calling thread's `errno`.
  static var current: SystemError { SystemError(code: errno) }

  /// The system's text, such as `No space left on device`.
  public var description: String {
    guard let text = unsafe strerror(code) else { return "error \(code)" }
    return unsafe String(cString: text)
  }

  /// `ENOSPC`: no space left on device.
  public static let noSpace = SystemError(code: ENOSPC)
  /// `EPIPE`: the reader of a pipe has gone away.
  public static let brokenPipe = SystemError(code: EPIPE)
  /// `EISDIR`: a folder where a file was wanted.
  public static let isFolder = SystemError(code: EISDIR)
  /// `ENOENT`: no such file or directory.
  public static let notFound = SystemError(code: ENOENT)
  /// `EINTR`: a signal came in between.
  static let interrupted = SystemError(code: EINTR)
  /// `EEXIST`: the name is taken.
  package static let exists = SystemError(code: EEXIST)
}

/// An open file, closed at the end of its life.
struct FileDescriptor: ~Copyable {
  private let number: Int32

  private init(number: Int32) { self.number = number }

  deinit { _ = close(number) }

  /// Opens a file that exists for reading.
  static func reading(_ path: String) throws(SystemError) -> FileDescriptor {
    try opening(path, O_RDONLY | O_CLOEXEC, 0)
  }

  /// Opens a device or pipe that exists for writing; nothing is truncated.
  static func writing(_ path: String) throws(SystemError) -> FileDescriptor {
    try opening(path, O_WRONLY | O_CLOEXEC, 0)
  }

  /// Makes a new file for writing; fails with `EEXIST` when the name is taken.
  static func creating(_ path: String, mode: UInt32) throws(SystemError) -> FileDescriptor {
    TemporaryFiles.waitIfInterrupted()
    return try opening(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
  }

  /// Opens a file, or makes it, for writing at its end.
  static func appending(_ path: String, truncating: Bool) throws(SystemError) -> FileDescriptor {
    try opening(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | (truncating ? O_TRUNC : 0), 0o666)
  }

  /// Duplicates a descriptor that others go on using, such as 0 or 1.
  static func duplicating(_ number: Int32) throws(SystemError) -> FileDescriptor {
    let copy = fcntl(number, F_DUPFD_CLOEXEC, 3)
    if copy < 0 { throw .current }
    return FileDescriptor(number: copy)
  }

  private static func opening(_ path: String, _ flags: Int32, _ mode: UInt32) throws(SystemError) -> FileDescriptor {
    // A path with a zero byte inside would name another file than the one asked for.
    if path.utf8.contains(0) { throw .notFound }
    while true {
      let number = unsafe open(path, flags, mode_t(truncatingIfNeeded: mode))
      if number >= 0 { return FileDescriptor(number: number) }
      let error = SystemError.current
      if error != .interrupted { throw error }
    }
  }

  /// Writes all bytes, however many calls that takes.
  func write(_ bytes: Span<UInt8>) throws(SystemError) {
    var start = 0
    while start < bytes.count {
      let rest = bytes.extracting(start..<bytes.count)
      let written = unsafe rest.withUnsafeBytes { bytes in
        unsafe systemWrite(number, bytes.baseAddress, bytes.count)
      }
      if written > 0 {
        start += written
      } else if written == 0 {
        throw .noSpace
      } else {
        let error = SystemError.current
        if error != .interrupted { throw error }
      }
    }
  }

  /// Reads up to `limit` bytes and appends them; returns how many came, 0 at the end of the file.
  func read(upTo limit: Int, into buffer: inout ContiguousArray<UInt8>) throws(SystemError) -> Int {
    let before = buffer.count
    buffer.append(contentsOf: repeatElement(0, count: limit))
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes { bytes in
        unsafe systemRead(number, bytes.baseAddress.map { unsafe $0 + before }, limit)
      }
      if count >= 0 {
        buffer.removeLast(limit - count)
        return count
      }
      let error = SystemError.current
      if error != .interrupted {
        buffer.removeLast(limit)
        throw error
      }
    }
  }

  /// Reads `count` words of four bytes, the lowest first, from `offset` on into the buffer; false when the file ends before.
  func readAll(
    at offset: Int, into words: inout ContiguousArray<UInt32>, count: Int
  ) throws(SystemError) -> Bool {
    precondition(count <= words.count)
    var done = 0
    let total = 4 * count
    while done < total {
      let count = unsafe words.withUnsafeMutableBytes { bytes in
        unsafe pread(number, bytes.baseAddress.map { unsafe $0 + done }, total - done, off_t(offset + done))
      }
      if count == 0 { return false }
      if count > 0 {
        done += count
      } else {
        let error = SystemError.current
        if error != .interrupted { throw error }
      }
    }
    #if _endian(big)
      for index in 0..<count { words[index] = words[index].byteSwapped }
    #endif
    return true
  }

  /// Opens a new file in the folder for temporary files that has no name and vanishes when it is closed.
  static func temporary() throws(SystemError) -> FileDescriptor {
    let folder = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
    var name = ContiguousArray("\(folder)/animgif-XXXXXX".utf8CString)
    let number = unsafe name.withUnsafeMutableBufferPointer { name -> Int32 in
      guard let start = name.baseAddress else { return -1 }
      let number = unsafe mkstemp(start)
      if number >= 0 { _ = unsafe unlink(start) }
      return number
    }
    if number < 0 { throw .current }
    return FileDescriptor(number: number)
  }

  /// Gives the file the access rights of `mode`.
  func setMode(_ mode: UInt32) { _ = fchmod(number, mode_t(truncatingIfNeeded: mode)) }

  /// Closes the file and reports what the system had put off reporting until then.
  consuming func finish() throws(SystemError) {
    let number = number
    discard self
    if close(number) != 0 {
      let error = SystemError.current
      if error != .interrupted { throw error }
    }
  }
}

// Inside a type with methods of these names the C functions need others.
private func systemWrite(_ number: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(number, bytes, count)
}
private func systemRead(_ number: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  unsafe read(number, bytes, count)
}

/// A file that grows at its end.
package final class AppendedFile {
  private let descriptor: FileDescriptor

  /// Opens a file, or makes it.
  /// - Parameter truncating: whether what it holds is thrown away first.
  package init(path: String, truncating: Bool) throws(SystemError) {
    descriptor = try .appending(path, truncating: truncating)
  }

  /// Adds bytes, in one call if the system takes them so.
  package func append(_ bytes: ContiguousArray<UInt8>) throws(SystemError) { try descriptor.write(bytes.span) }
}

/// Files and folders by name.
package enum FileSystem {
  /// What a name stands for.
  package enum Kind: Equatable {
    case file(mode: UInt32, size: Int), folder, special
  }

  /// Returns what the name stands for, following links; nil when there is nothing.
  package static func kind(of path: String) -> Kind? {
    var status = stat()
    if path.utf8.contains(0) { return nil }
    guard unsafe stat(path, &status) == 0 else { return nil }
    let mode = UInt32(status.st_mode)
    switch mode & UInt32(S_IFMT) {
    case UInt32(S_IFREG): return .file(mode: mode & 0o777, size: Int(status.st_size))
    case UInt32(S_IFDIR): return .folder
    default: return .special
    }
  }

  /// Returns the path with all links followed; the path itself when that fails.
  static func resolvingLinks(_ path: String) -> String {
    guard let resolved = unsafe realpath(path, nil) else { return path }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }

  /// Gives the file `from` the name `to`, in place of a file that had it.
  package static func rename(_ from: String, to: String) throws(SystemError) {
    if systemRename(from, to) != 0 { throw .current }
  }

  /// Removes a file's name.
  package static func remove(_ path: String) { _ = unsafe unlink(path) }

  /// Makes a file or folder of a new name in the folder of `path` by calling `make` with names until one is not taken. Names are short, as
  /// that of `path` may already be as long as names can be.
  package static func temporaryName(
    beside path: String, make: (String) throws(SystemError) -> Void
  ) throws(SystemError) -> String {
    let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[...$0]) } ?? ""
    var attempt = 0
    while true {
      let name = "\(folder).animgif-\(processNumber)-\(attempt).tmp"
      do throws(SystemError) {
        try make(name)
        return name
      } catch {
        attempt += 1
        if error != .exists || attempt > 100_000 { throw error }
      }
    }
  }

  /// Makes a folder.
  package static func makeFolder(_ path: String) throws(SystemError) {
    if unsafe mkdir(path, 0o777) != 0 { throw .current }
  }

  /// Removes an empty folder.
  package static func removeFolder(_ path: String) { _ = unsafe rmdir(path) }

  /// Returns everything that comes from standard input.
  package static func standardInput() throws(SystemError) -> ContiguousArray<UInt8> {
    let descriptor = try FileDescriptor.duplicating(0)
    var bytes: ContiguousArray<UInt8> = []
    while try descriptor.read(upTo: 1 << 16, into: &bytes) > 0 {}
    return bytes
  }

  /// Returns a file's bytes; nil when there are more than `limit`.
  package static func contents(of path: String, limit: Int) throws(SystemError) -> ContiguousArray<UInt8>? {
    let descriptor = try FileDescriptor.reading(path)
    var bytes: ContiguousArray<UInt8> = []
    var step = 1 << 16
    switch kind(of: path) {
    case .folder: throw .isFolder
    case .file(_, let size):
      if size > limit { return nil }
      // One byte more than there should be, so that the end is seen without another round.
      step = size + 1
      bytes.reserveCapacity(step)
    case .special, nil: break
    }
    while try descriptor.read(upTo: step, into: &bytes) > 0 {
      if bytes.count > limit { return nil }
      step = 1 << 16
    }
    return bytes
  }

  /// Returns the first bytes of a file, `count` of them or fewer if it is shorter.
  static func prefix(of path: String, count: Int) throws(SystemError) -> ContiguousArray<UInt8> {
    if kind(of: path) == .folder { throw .isFolder }
    let descriptor = try FileDescriptor.reading(path)
    var bytes: ContiguousArray<UInt8> = []
    while bytes.count < count, try descriptor.read(upTo: count - bytes.count, into: &bytes) > 0 {}
    return bytes
  }

  /// Returns the names in a folder without `.` and `..`, sorted by their bytes.
  package static func names(in path: String) throws(SystemError) -> [String] {
    guard let folder = unsafe opendir(path) else { throw .current }
    defer { _ = unsafe closedir(folder) }
    var names: [String] = []
    while let entry = unsafe readdir(folder) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// This process's number, for names that no other process uses.
  static var processNumber: Int32 { getpid() }

  /// Turns the signal for a pipe without a reader off for the whole process; such a write then fails with `EPIPE`.
  static func ignoreBrokenPipeSignal() { _ = signal(SIGPIPE, SIG_IGN) }
}

private func systemRename(_ from: String, _ to: String) -> Int32 { unsafe rename(from, to) }
