// The gallery's folder: made under another name and renamed when it is complete, so that there is a whole gallery or none. A folder with
// anything else in it is left alone.
#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif
import AnimGIF

/// Why a folder cannot become a gallery.
enum GalleryError: Error, Equatable, CustomStringConvertible {
  /// The name is that of a file.
  case isFile(String)
  /// The folder holds what is no part of a gallery.
  case foreign(folder: String, name: String)
  /// The system refuses.
  case system(String, reason: String)

  var description: String {
    switch self {
    case .isFile(let path): "a gallery is a folder; \(path) is a file"
    case .foreign(let folder, let name):
      "\(folder)/ holds \(name), which is no part of a gallery; give a new or empty folder"
    case .system(let path, let reason): "cannot write \(path): \(reason)"
    }
  }
}

struct GalleryFolder {
  /// The folder's final name, without a slash at its end.
  let path: String
  /// What it is called until it is complete.
  let temporary: String

  /// Makes the temporary folder beside the final one.
  /// - Parameter path: with or without a slash at its end.
  init(_ path: String) throws(GalleryError) {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    self.path = path
    try Self.check(path)
    let parent = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    var attempt = 0
    while true {
      let name = "\(parent).animgif-\(getpid())-\(attempt).tmp"
      if unsafe mkdir(name, 0o777) == 0 {
        temporary = name
        break
      }
      guard errno == EEXIST, attempt < 1000 else { throw Self.failure("\(path)/") }
      attempt += 1
    }
    if unsafe mkdir("\(temporary)/\(GalleryPage.pictureFolder)", 0o777) != 0 {
      let error = Self.failure("\(path)/")
      remove()
      throw error
    }
  }

  /// Where a picture goes.
  func picture(_ name: String) -> String { "\(temporary)/\(GalleryPage.pictureFolder)/\(name).png" }

  /// Where the page goes.
  var page: String { "\(temporary)/index.html" }

  /// Gives the folder its name, in place of an older gallery.
  func complete() throws(GalleryError) {
    try Self.check(path)
    let old = "\(temporary).old"
    let isThere = Self.kind(path) != nil
    if isThere, Self.move(path, old) != 0 { throw Self.failure("\(path)/") }
    guard Self.move(temporary, path) == 0 else {
      let error = Self.failure("\(path)/")
      if isThere { _ = Self.move(old, path) }
      throw error
    }
    if isThere { Self.removeGallery(old) }
  }

  /// Takes the unfinished folder away.
  func remove() {
    // Somebody may be writing a last file into it.
    for _ in 0..<20 where Self.kind(temporary) != nil { Self.removeGallery(temporary) }
  }

  /// Whether a path is free, an empty folder or a gallery.
  private static func check(_ path: String) throws(GalleryError) {
    switch kind(path) {
    case nil: return
    case .some(false): throw .isFile(path)
    case .some(true): break
    }
    let names = Files.names(in: path) ?? []
    if names.isEmpty { return }
    for name in names {
      let isOurs =
        name == "index.html"
        ? isPage("\(path)/\(name)") : name == GalleryPage.pictureFolder && names.contains("index.html")
      guard isOurs else { throw .foreign(folder: path, name: name) }
    }
    for name in Files.names(in: "\(path)/\(GalleryPage.pictureFolder)") ?? [] where !name.hasSuffix(".png") {
      throw .foreign(folder: path, name: "\(GalleryPage.pictureFolder)/\(name)")
    }
  }

  /// Whether a page is one of ours.
  private static func isPage(_ path: String) -> Bool {
    guard let bytes = try? ImageFile(path, limits: ReadingLimits(pixels: 1)).bytes() else { return false }
    // The mark is a line of its own.
    return bytes.prefix(4096).split(separator: UInt8(ascii: "\n")).contains { $0.elementsEqual(GalleryPage.mark.utf8) }
  }

  /// True for a folder, false for anything else, nil for nothing.
  private static func kind(_ path: String) -> Bool? {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    return UInt32(status.st_mode) & UInt32(S_IFMT) == UInt32(S_IFDIR)
  }

  /// Removes a gallery: files of its two levels, then the folders if nothing else is in them.
  private static func removeGallery(_ path: String) {
    let pictures = "\(path)/\(GalleryPage.pictureFolder)"
    for folder in [pictures, path] {
      for name in Files.names(in: folder) ?? [] { _ = unsafe unlink("\(folder)/\(name)") }
      _ = unsafe rmdir(folder)
    }
  }

  private static func move(_ from: String, _ to: String) -> Int32 { unsafe rename(from, to) }

  private static func failure(_ path: String) -> GalleryError {
    .system(path, reason: unsafe String(cString: strerror(errno)))
  }
}
