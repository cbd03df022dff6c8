// Writing a clip to a file, the kind told by the name's ending.

/// How a clip is written.
public struct OutputOptions {
  /// How many threads draw and compress; nil for all processors.
  public var threads: Int?
  /// How often the file plays; 0 for ever.
  public var plays = 0
  /// What only GIFs have. Its `loop` follows `plays`.
  public var gif = GIFOptions()
  /// What only APNGs have. Its `plays` follows `plays`.
  public var apng = APNGOptions()
  /// Is told the frames done and their number, on the calling thread.
  public var progress: ((_ done: Int, _ total: Int) -> Void)?

  /// The defaults.
  public init() {}
}

/// Why a clip could not be written.
public enum OutputError: Error, Equatable, CustomStringConvertible {
  /// The name's ending stands for no kind of file.
  case unknownEnding(String)

  /// One line: what is wrong and what would be right.
  public var description: String {
    switch self {
    case .unknownEnding(let path):
      "the name of the output tells its kind; \(path.isEmpty ? "an empty name" : path) is none of \(OutputFormat.endings)"
    }
  }
}

extension Animation {
  /// Writes the clip: `.gif`, `.apng`, `.png` (the first frame), `name/` (numbered PNG frames) or `-` (a GIF on standard output).
  ///
  /// The file appears under its name only when it is complete; a file that was there before stays if anything fails.
  /// - Throws: `OutputError`, `GIFError`, `APNGError`, `PNGError`, `SinkError`; each is one line for the user.
  public func write(to path: String, options: OutputOptions = OutputOptions()) throws {
    guard let format = OutputFormat(path: path) else { throw OutputError.unknownEnding(path) }
    let threads = options.threads ?? availableProcessorCount()
    let progress = options.progress ?? { _, _ in }
    switch format {
    case .gif:
      var gif = options.gif
      gif.loop = options.plays == 0 ? .forever : .plays(options.plays)
      let sink: any ByteSink = path == "-" ? try StandardOutputSink() : try FileSink(path: path)
      try GIFEncoder(options: gif).encode(self, to: sink, threads: threads, progress: progress)
    case .apng:
      var apng = options.apng
      apng.plays = options.plays
      try APNGEncoder(options: apng).encode(self, to: try FileSink(path: path), threads: threads, progress: progress)
    case .png: try PNGEncoder().write(try still(0), to: path)
    case .frames: try PNGFolderEncoder().encode(self, toFolder: path, threads: threads, progress: progress)
    }
  }

  /// Draws one frame.
  /// - Throws: `RasterError` where a layer's path or transform is not finite.
  public func still(_ index: Int) throws -> Bitmap {
    var bitmap = Bitmap(width: width, height: height)
    var renderer = makeRenderer()
    try renderer.render(index, into: &bitmap)
    return bitmap
  }
}
