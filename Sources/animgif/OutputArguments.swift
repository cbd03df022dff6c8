// The options that every command which writes pictures shares: the kind of file, and how each kind is made.
import AnimGIF
internal import EffectGallery

enum OutputArguments {
  /// The options in the order in which help shows them.
  static let table: [CommandOption] = [
    CommandOption("output", letter: "o", .text(placeholder: "FILE"), .output, OutputFormat.endings),
    CommandOption(
      "format", .choice(OutputFormat.allCases.map(\.rawValue)), .output, "what to write, whatever the name's ending"),
    CommandOption(
      "preset", .choice(Preset.all.map(\.name)), .output,
      "options for a place where the file will be shown; animgif list presets tells them"),
    CommandOption("loop", .integer(0...65535), default: "0", .output, "how often the file plays; 0 for ever"),
    CommandOption(
      "effort", .choice(Effort.allCases.map(\.rawValue)), default: "default", .output, "time spent on a smaller file"),
    CommandOption("ping-pong", .flag, .output, "run back to the start after the end"),
    CommandOption("hold-last", .duration(0...36_000), .output, "how much longer the last frame stays"),
    CommandOption(
      "poster", .text(placeholder: "first|last|TIME"), .output,
      "what shows where nothing moves: a GIF's first frame, an APNG's still"),
    CommandOption("comment", .text(placeholder: "TEXT"), .output, "a comment in the file"),
    CommandOption("keep-frames", .flag, .output, "store frames that equal the one before"),
    CommandOption(
      "max-bytes", .integer(1...1_000_000_000_000), .output,
      "give up colours, exactness, rate, size of a GIF, the rate of an APNG, to stay within"),
    CommandOption(
      "max-frames", .integer(1...100_000), .output, "lower the rate until there are no more frames than this"),
    CommandOption(
      "fit", .size(1...4096, unit: "pixels"), .output,
      "the whole picture; what is drawn is made to fit and stands in its middle"),
    CommandOption("colors", .integer(2...256), default: "256", .gif, "most entries of a colour table"),
    CommandOption("fixed-colors", .colors, .gif, "colours that must come out exactly"),
    CommandOption(
      "palette", .choice(["srgb", "oklab"]), default: "srgb", .gif, "where colours are compared for the table"),
    CommandOption(
      "dither", .choice(["none", "ordered", "diffusion"]), default: "none", .gif, "how missing colours are shown"),
    CommandOption("lossy", .number(0...200, unit: ""), default: "0", .gif, "error allowed for a smaller file"),
    CommandOption("matte", .color, .gif, "what half-clear pixels are blended on"),
    CommandOption("alpha-threshold", .integer(1...255), default: "128", .gif, "least alpha of a pixel that shows"),
    CommandOption("apng-full-frames", .flag, .apng, "store every frame whole, for poor viewers"),
    CommandOption(
      "threads", .integer(1...256), default: "one per processor, one in all for short clips of effects", .general,
      "how many cores to use"),
    CommandOption("quiet", letter: "q", .flag, .general, "say nothing but errors"),
    CommandOption(
      "progress", .choice(["auto", "json", "none"]), default: "auto", .general, "a bar on a terminal, or JSON lines"),
    CommandOption("help", letter: "h", .flag, .general, "show this help"),
  ]

  /// Reads the options.
  /// - Parameter format: what is written; a preset's limit of bytes counts where the format can be made to fit one.
  static func options(_ values: OptionValues, format: OutputFormat) throws(UsageError) -> OutputOptions {
    var output = OutputOptions()
    output.format = format
    output.arrangement.maximumFrameCount = values.integer("max-frames")
    output.arrangement.pingPong = values.has("ping-pong")
    output.arrangement.hold = values.number("hold-last").flatMap { Rational(approximating: $0) } ?? .zero
    output.arrangement.poster = try poster(values)
    if values.isGiven("max-bytes") || [.gif, .apng].contains(format) {
      output.byteLimit = values.integer("max-bytes")
    }
    output.plays = values.integer("loop") ?? 0
    output.threads = values.integer("threads")
    output.gif.colors = values.integer("colors") ?? output.gif.colors
    output.gif.fixedColors = values.colors("fixed-colors") ?? []
    output.gif.colorSpace = values.text("palette") == "oklab" ? .oklab : .sRGB
    switch values.text("dither") {
    case "ordered": output.gif.dither = .ordered
    case "diffusion": output.gif.dither = .errorDiffusion
    default: break
    }
    output.gif.lossy = values.number("lossy") ?? 0
    output.gif.matte = values.color("matte")
    output.gif.alphaThreshold = values.integer("alpha-threshold") ?? output.gif.alphaThreshold
    output.gif.keepsEqualFrames = values.has("keep-frames")
    output.apng.keepsEqualFrames = values.has("keep-frames")
    output.apng.usesFullFrames = values.has("apng-full-frames")
    output.gif.comment = values.text("comment")
    output.apng.comment = values.text("comment")
    if let effort = values.text("effort").flatMap(Effort.init(rawValue:)) {
      output.gif.effort = effort
      output.apng.effort = effort
      output.png.effort = effort
    }
    return output
  }

  /// The poster, if one is asked for.
  private static func poster(_ values: OptionValues) throws(UsageError) -> Arrangement.Poster? {
    switch values.text("poster") {
    case nil: return nil
    case "first": return .first
    case "last": return .last
    case let text?:
      if case .number(let time)? = try? ParameterKind.duration(0...1e6).parse(text, as: "--poster"),
        let exact = Rational(approximating: time)
      {
        return .time(exact)
      }
      throw .conflict("--poster takes first, last or a time such as 0.5s; got \(text.singleLine)")
    }
  }

  /// The work of writing a clip where the options say.
  /// - Parameters:
  ///   - inputs: what the source reads.
  ///   - threads: how many are used for a clip if neither the user nor whoever does the job says.
  ///   - source: makes the clip, when the work begins.
  static func job(
    _ values: OptionValues, command: String, inputs: [String] = [],
    threads: @escaping @Sendable (any FrameSource) -> Int? = { _ in nil },
    source: @escaping @Sendable () throws -> any FrameSource
  ) throws(UsageError) -> Job {
    let (path, format) = try path(values, command: command)
    _ = try options(values, format: format)
    return Job(output: path, inputs: inputs) { reporter in
      let clip = try sized(source(), values)
      var options = try options(values, format: format)
      options.threads = options.threads ?? reporter.threads ?? threads(clip)
      return try write(clip, to: path, options, reporter)
    }
  }

  /// The clip in the size that `--fit` asks for.
  static func sized(_ clip: any FrameSource, _ values: OptionValues) -> any FrameSource {
    guard let pixels = values.size("fit"), !values.isGiven("scale") else { return clip }
    return clip.fitted(width: Int(pixels.width), height: Int(pixels.height))
  }

  private static func write(
    _ clip: some FrameSource, to path: String, _ options: OutputOptions, _ reporter: any JobReporter
  ) throws -> Job.Result {
    var options = options
    options.progress = { done, total in reporter.update(done: done, total: total) }
    let summary = try clip.write(to: path, options: options)
    if summary.droppedFrameCount > 0 {
      reporter.note("note: a GIF shows at most 50 frames per second; \(summary.droppedFrameCount) frames were left out")
    }
    if let limit = options.byteLimit, !summary.concessions.isEmpty {
      reporter.note("note: to stay within \(limit) bytes: \(summary.concessions.joined(separator: ", "))")
    }
    return Job.Result(
      lines: [line(summary, clip, path)], frameCount: summary.frameCount,
      duration: summary.format == .png ? nil : summary.duration.value)
  }

  /// The output's name and kind, checked.
  static func path(_ values: OptionValues, command: String) throws(UsageError) -> (path: String, format: OutputFormat) {
    guard let path = values.text("output") else {
      throw .missingOption("-o FILE", command: command, example: "\(command) -o out.gif")
    }
    let asked = values.text("format").flatMap(OutputFormat.init(rawValue:))
    let named = OutputFormat(path: path)
    guard let named, !values.isGiven("format"), let asked else {
      guard let format = asked ?? named, named != nil || values.isGiven("format") else {
        throw .unknownEnding(path, known: OutputFormat.endings)
      }
      if (format == .frames) != path.hasSuffix("/") {
        throw .conflict(OutputError.wrongKind(path: path, format: format).description)
      }
      return (path, format)
    }
    // A preset tells the format. Standard output follows it; a PNG's name is right for an APNG, and for a still of any preset.
    if path == "-" || named == asked || (named == .png && asked == .apng) { return (path, asked) }
    if named == .png { return (path, .png) }
    throw .conflict(
      "--preset \(values.text("preset") ?? "") makes a file of the format \(asked.rawValue); got \(path.singleLine); "
        + "give --format \(named.rawValue) to write one all the same")
  }

  /// "wave.gif: 200x100, 36 frames, 1.2 s, 21 kB".
  private static func line(_ summary: OutputSummary, _ clip: some FrameSource, _ path: String) -> String {
    var parts = ["\(clip.width)x\(clip.height)"]
    if summary.format != .png {
      parts.append("\(summary.frameCount) frame\(summary.frameCount == 1 ? "" : "s")")
      parts.append("\(ParameterKind.seconds(summary.duration.value)) s")
    }
    if let bytes = summary.byteCount { parts.append(bytes < 1000 ? "\(bytes) bytes" : "\((bytes + 500) / 1000) kB") }
    return "\(path == "-" ? "standard output" : path): \(parts.joined(separator: ", "))"
  }
}
