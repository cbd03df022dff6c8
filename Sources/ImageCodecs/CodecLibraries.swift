// The C libraries that files are made and read with, and their versions: of the library that runs where it tells, else of the headers.

/// What writes and reads files underneath.
package enum CodecLibraries {
  /// Names and versions.
  package static var versions: [(name: String, version: String)] {
    [
      ("libpng", LibPNG.version), ("giflib", GIFLibrary.version), ("zlib", Zlib.version),
      ("libdeflate", LibDeflate.version), ("libjpeg-turbo", TurboJPEG.version),
    ]
  }
}
