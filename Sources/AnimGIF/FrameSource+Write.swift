// Writing a clip to a file, the kind told by the name's ending. Works for every source of frames: layers, stills, raw pixels.

/// How a clip is written.
public struct OutputOptions {
  /// What is written; nil lets the name's ending tell.
  public var format: OutputFormat?
  /// How many threads draw and compress; nil for all processors.
  public var threads: Int?
  /// How often the file plays; 0 for ever.
  public var plays = 0
  /// Which frames are shown, in which order and for how long.
  public var arrangement = Arrangement()
  /// The most bytes a GIF or an APNG may have, at least 1; nil for no limit. Of a GIF, colours, exactness, rate and size are given up for
  /// it, in this order; of an APNG, the rate.
  public var byteLimit: Int?
  /// What only GIFs have. Its `loop` follows `plays`.
  public var gif = GIFOptions()
  /// What only APNGs have. Its `plays` follows `plays`.
  public var apng = APNGOptions()
  /// What PNG stills and frames have.
  public var png = PNGEncoder()
  /// What lies behind pixels that are not opaque, in a format without alpha.
  public var background = Color.white
  /// Is told the steps done and their number, on the calling thread.
  public var progress: ((_ done: Int, _ total: Int) -> Void)?

  /// The defaults.
  public init() {}
}

/// What was written.
public struct OutputSummary: Hashable, Sendable {
  /// The kind of file.
  public var format: OutputFormat
  /// Bytes, where they are counted.
  public var byteCount: Int?
  /// Frames in the file; fewer than were drawn where equal ones were merged.
  public var frameCount: Int
  /// Frames that a GIF left out because they are shorter than it can tell.
  public var droppedFrameCount = 0
  /// How long all frames are shown together, in seconds.
  public var duration: Rational
  /// What was given up for the limit of bytes: `64 colors`, `lossy 20`; empty if nothing was.
  public var concessions: [String] = []
}

/// Why a clip could not be written.
public enum OutputError: Error, Equatable, CustomStringConvertible {
  /// The name's ending stands for no kind of file.
  case unknownEnding(String)
  /// A folder's name was given for one file, or the other way round.
  case wrongKind(path: String, format: OutputFormat)
  /// The format has no poster or no way to stay within a number of bytes.
  case notInFormat(String, format: OutputFormat, remedy: String)
  /// The poster's time, in seconds, is not within the clip.
  case posterOutside(time: Rational, end: Rational)

  /// One line: what is wrong and what would be right.
  public var description: String {
    switch self {
    case .unknownEnding(let path):
      "the name of the output tells its kind; \(path.isEmpty ? "an empty name" : path) is none of \(OutputFormat.endings)"
    case .wrongKind(let path, .frames): "frames go into a folder, whose name ends with /; got \(path)"
    case .wrongKind(let path, let format): "the format \(format.rawValue) is one file; got the folder \(path)"
    case .notInFormat(let what, let format, let remedy): "the format \(format.rawValue) has no \(what); \(remedy)"
    case .posterOutside(let time, let end):
      "the poster's time must be at least 0 and below \(end.value) s, where the clip ends; got \(time.value) s"
    }
  }
}

extension FrameSource {
  /// Writes the clip: `.gif`, `.apng`, `.png` (the first frame), `name/` (numbered PNG frames) or `-` (standard output, a GIF unless the
  /// options say otherwise).
  ///
  /// The file appears under its name only when it is complete; a file that was there before stays if anything fails.
  /// - Throws: `OutputError`, `GIFError`, `PNGError`, `RawError`, `SinkError`; each is one line for the user.
  @discardableResult
  public func write(to path: String, options: OutputOptions = OutputOptions()) throws -> OutputSummary {
    guard let format = options.format ?? OutputFormat(path: path) else { throw OutputError.unknownEnding(path) }
    if (format == .frames) != path.hasSuffix("/") { throw OutputError.wrongKind(path: path, format: format) }
    let threads = options.threads ?? availableProcessorCount()
    let progress = options.progress ?? { _, _ in }
    func sink() throws(SinkError) -> any ByteSink { path == "-" ? try StandardOutputSink() : try FileSink(path: path) }
    if options.byteLimit != nil, ![.gif, .apng].contains(format) {
      throw OutputError.notInFormat("limit of bytes", format: format, remedy: "write a GIF or an APNG")
    }
    if options.arrangement.poster != nil, ![.gif, .apng, .png].contains(format) {
      throw OutputError.notInFormat("poster", format: format, remedy: "write a GIF, an APNG or a PNG")
    }
    let poster = try options.arrangement.posterIndex(timing)
    let clip = arranged(options.arrangement, startingAt: format == .gif ? poster : 0)
    var result = OutputSummary(format: format, byteCount: nil, frameCount: clip.frameCount, duration: clip.timing.total)
    switch format {
    case .gif:
      var gif = options.gif
      gif.loop = options.plays == 0 ? .forever : .plays(options.plays)
      let encoder = GIFEncoder(options: gif)
      let summary =
        if let limit = options.byteLimit {
          try encoder.encode(clip, within: limit, to: try sink(), threads: threads, progress: progress)
        } else { try encoder.encode(clip, to: try sink(), threads: threads, progress: progress) }
      result.byteCount = summary.byteCount
      result.frameCount = summary.storedFrames
      result.droppedFrameCount = summary.droppedFrames
      result.concessions = summary.concessions
    case .apng:
      var apng = options.apng
      apng.plays = options.plays
      if options.arrangement.poster != nil { apng.poster = try still(poster) }
      let encoder = APNGEncoder(options: apng)
      let summary: APNGSummary
      if let limit = options.byteLimit {
        let (fitting, step) = try encoder.encode(
          clip, within: limit, to: try sink(), threads: threads, progress: progress)
        summary = fitting
        if step > 1 { result.concessions = ["every frame in \(step)"] }
      } else {
        summary = try encoder.encode(clip, to: try sink(), threads: threads, progress: progress)
      }
      result.byteCount = summary.byteCount
      result.frameCount = summary.storedFrameCount
    case .png:
      let bytes = try options.png.encode(try still(poster))
      let sink = try sink()
      try sink.write(bytes)
      try sink.finish()
      result.byteCount = bytes.count
      result.frameCount = 1
    case .frames:
      result.byteCount = try PNGSequenceEncoder(
        effort: options.png.effort, suffix: ScaleSuffix(of: path)?.text ?? ""
      ).encode(
        clip, toFolder: path, threads: threads, progress: progress)
    case .rgba, .y4m:
      try RawEncoder(format: format == .rgba ? .rgba : .y4m, background: options.background)
        .encode(clip, to: try sink(), threads: threads, progress: progress)
    }
    return result
  }

  /// Draws one frame.
  /// - Throws: what the source's renderer throws.
  public func still(_ index: Int) throws -> Bitmap {
    var bitmap = Bitmap(width: width, height: height)
    var renderer = makeRenderer()
    try renderer.render(index, into: &bitmap)
    return bitmap
  }
}
