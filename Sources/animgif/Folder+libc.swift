// Making the folder that several files go into.
#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A folder that cannot be made: the name and the system's reason.
struct FolderError: Error, CustomStringConvertible {
  let path, reason: String
  var description: String { "cannot write \(path): \(reason)" }
}

enum Folder {
  /// Makes a folder if there is none of that name.
  static func make(_ path: String) throws(FolderError) {
    if unsafe mkdir(path, 0o777) != 0, errno != EEXIST {
      throw FolderError(path: path, reason: unsafe String(cString: strerror(errno)))
    }
  }
}
