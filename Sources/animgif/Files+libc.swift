// What the list runner asks the system about files: their bytes, times and real names; and a file that grows at its end.
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
}

enum Files {
  /// Returns a file's bytes; those of standard input for `-`.
  static func bytes(of path: String) throws(FileError) -> ContiguousArray<UInt8> {
    do throws(SystemError) {
      return path == "-"
        ? try FileSystem.standardInput() : try FileSystem.contents(of: path, limit: .max) ?? []
    } catch {
      throw FileError(verb: "read", path: path == "-" ? "standard input" : path, error: error)
    }
  }

  /// Makes a folder if there is none of that name.
  static func makeFolder(_ path: String) throws(FileError) {
    do throws(SystemError) { try FileSystem.makeFolder(path) } catch {
      if error != .exists { throw FileError(verb: "write", path: path, error: error) }
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
struct LineFile {
  private let path: String
  private let file: AppendedFile

  /// Opens the file, or makes it.
  /// - Parameter keepsLines: whether the lines that are there stay.
  init(path: String, keepsLines: Bool) throws(FileError) {
    self.path = path
    do throws(SystemError) { file = try AppendedFile(path: path, truncating: !keepsLines) } catch {
      throw FileError(verb: "write", path: path, error: error)
    }
  }

  /// Adds a line.
  func append(_ line: String) throws(FileError) {
    do throws(SystemError) { try file.append(ContiguousArray("\(line)\n".utf8)) } catch {
      throw FileError(verb: "write", path: path, error: error)
    }
  }
}
