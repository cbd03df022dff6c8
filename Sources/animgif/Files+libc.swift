// What the list runner asks the system about files: their bytes, sizes, times and real names; and a file that grows at its end.
import AnimGIF

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A file that cannot be read or written: the name and the system's reason.
struct FileError: Error, CustomStringConvertible {
  let verb, path: String
  let error: SystemError
  var description: String { "cannot \(verb) \(path): \(error)" }

  init(_ verb: String, _ path: String) {
    (self.verb, self.path, error) = (verb, path, SystemError(code: errno))
  }
}

enum Files {
  /// Returns a file's bytes; those of standard input for `-`.
  static func bytes(of path: String) throws(FileError) -> ContiguousArray<UInt8> {
    let descriptor = path == "-" ? 0 : unsafe open(path, O_RDONLY | O_CLOEXEC)
    if descriptor < 0 { throw FileError("read", path) }
    defer { if descriptor != 0 { _ = close(descriptor) } }
    var bytes: ContiguousArray<UInt8> = []
    var block = ContiguousArray<UInt8>(repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe block.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
      if count == 0 { return bytes }
      if count > 0 {
        bytes.append(contentsOf: block[..<count])
      } else if errno != EINTR {
        throw FileError("read", path == "-" ? "standard input" : path)
      }
    }
  }

  /// When a file or folder was last changed, in nanoseconds; nil where there is none.
  static func changeTime(of path: String) -> Int? {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    #if canImport(Darwin)
      return Int(status.st_mtimespec.tv_sec) * 1_000_000_000 + Int(status.st_mtimespec.tv_nsec)
    #else
      return Int(status.st_mtim.tv_sec) * 1_000_000_000 + Int(status.st_mtim.tv_nsec)
    #endif
  }

  /// The names in a folder, sorted; nil where the path is no folder.
  static func names(in path: String) -> [String]? {
    guard let folder = unsafe opendir(path) else { return nil }
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

  /// A name under which a file is known whatever way it was written: absolute, without `.` and doubled slashes, links to folders followed.
  /// The file itself need not be there.
  static func canonicalPath(_ path: String) -> String {
    var parts = path.split(separator: "/").filter { $0 != "." }.map(String.init)
    let isAbsolute = path.hasPrefix("/")
    // The longest part of it that exists is resolved by the system.
    var rest: [String] = []
    while true {
      let head = (isAbsolute ? "/" : "") + parts.joined(separator: "/")
      if let resolved = unsafe realpath(head.isEmpty ? "." : head, nil) {
        defer { unsafe free(resolved) }
        let folder = unsafe String(cString: resolved)
        return ([folder == "/" ? "" : folder] + rest.reversed()).joined(separator: "/")
      }
      guard let last = parts.popLast() else { return rest.reversed().joined(separator: "/") }
      rest.append(last)
    }
  }

  /// The program's own file; nil where the system does not tell.
  static var program: String? {
    #if canImport(Darwin)
      var size: UInt32 = 4096
      var path = [CChar](repeating: 0, count: Int(size))
      guard unsafe _NSGetExecutablePath(&path, &size) == 0 else { return nil }
      return String(decoding: path.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    #else
      return "/proc/self/exe"
    #endif
  }
}

/// A file to whose end lines are added, each in one call, so that it is complete up to the last line at every moment.
final class LineFile {
  private let path: String
  private let descriptor: Int32

  /// Opens the file, or makes it.
  /// - Parameter keepsLines: whether the lines that are there stay.
  init(path: String, keepsLines: Bool) throws(FileError) {
    self.path = path
    descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | (keepsLines ? 0 : O_TRUNC), 0o666)
    if descriptor < 0 { throw FileError("write", path) }
  }

  deinit { _ = close(descriptor) }

  /// Adds a line.
  func append(_ line: String) throws(FileError) {
    var bytes = Array("\(line)\n".utf8)[...]
    while !bytes.isEmpty {
      let count = unsafe bytes.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno != EINTR { throw FileError("write", path) }
      bytes = bytes.dropFirst(max(0, count))
    }
  }
}
