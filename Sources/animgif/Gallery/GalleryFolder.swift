// The gallery's folder: made under another name and renamed when it is complete, so that there is a whole gallery or none. A folder with
// anything else in it is left alone.
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
    temporary = try Self.makeTemporary(beside: path)
  }

  /// Makes a folder with one for pictures in it.
  private static func makeTemporary(beside path: String) throws(GalleryError) -> String {
    do throws(SystemError) {
      let name = try FileSystem.temporaryName(beside: path, make: FileSystem.makeFolder)
      try FileSystem.makeFolder("\(name)/\(GalleryPage.pictureFolder)")
      return name
    } catch { throw .system("\(path)/", reason: "\(error)") }
  }

  /// Where a picture goes.
  func picture(_ name: String) -> String { "\(temporary)/\(GalleryPage.pictureFolder)/\(name).png" }

  /// Where the page goes.
  var page: String { "\(temporary)/index.html" }

  /// Gives the folder its name, in place of an older gallery.
  func complete() throws(GalleryError) {
    try Self.check(path)
    let old = "\(temporary).old"
    let isThere = FileSystem.kind(of: path) != nil
    do throws(SystemError) {
      if isThere { try FileSystem.rename(path, to: old) }
      try FileSystem.rename(temporary, to: path)
    } catch {
      if FileSystem.kind(of: path) == nil { try? FileSystem.rename(old, to: path) }
      throw .system("\(path)/", reason: "\(error)")
    }
    if isThere { Self.removeGallery(old) }
  }

  /// Takes the unfinished folder away.
  func remove() {
    // Somebody may be writing a last file into it.
    for _ in 0..<20 where FileSystem.kind(of: temporary) != nil { Self.removeGallery(temporary) }
  }

  /// Whether a path is free, an empty folder or a gallery.
  private static func check(_ path: String) throws(GalleryError) {
    switch FileSystem.kind(of: path) {
    case nil: return
    case .file, .special: throw .isFile(path)
    case .folder: break
    }
    let names = Self.names(path)
    if names.isEmpty { return }
    for name in names {
      let isOurs =
        name == "index.html"
        ? isPage("\(path)/\(name)") : name == GalleryPage.pictureFolder && names.contains("index.html")
      guard isOurs else { throw .foreign(folder: path, name: name) }
    }
    for name in Self.names("\(path)/\(GalleryPage.pictureFolder)") where !name.hasSuffix(".png") {
      throw .foreign(folder: path, name: "\(GalleryPage.pictureFolder)/\(name)")
    }
  }

  /// Whether a page is one of ours.
  private static func isPage(_ path: String) -> Bool {
    guard let bytes = try? ImageFile(path, limits: ReadingLimits(pixels: 1)).bytes() else { return false }
    // The mark is a line of its own.
    return bytes.prefix(4096).split(separator: UInt8(ascii: "\n")).contains { $0.elementsEqual(GalleryPage.mark.utf8) }
  }

  /// What a folder holds; nothing where it cannot be read.
  private static func names(_ folder: String) -> [String] { (try? FileSystem.names(in: folder)) ?? [] }

  /// Removes a gallery: files of its two levels, then the folders if nothing else is in them.
  private static func removeGallery(_ path: String) {
    let pictures = "\(path)/\(GalleryPage.pictureFolder)"
    for folder in [pictures, path] {
      for name in names(folder) { FileSystem.remove("\(folder)/\(name)") }
      FileSystem.removeFolder(folder)
    }
  }
}
