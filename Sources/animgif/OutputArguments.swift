// The options that every command which writes pictures shares: the kind of file, and how each kind is made.
import AnimGIF
internal import EffectGallery

enum OutputArguments {
  /// The options in the order in which help shows them.
  static let table: [CommandOption] = [
    CommandOption("output", letter: "o", .text(placeholder: "FILE"), .output, OutputFormat.endings),
    CommandOption(
      "format", .choice(OutputFormat.allCases.map(\.rawValue)), .output, "what to write, whatever the name's ending"),
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
    CommandOption("colors", .integer(2...256), default: "256", .gif, "most entries of a colour table"),
    CommandOption("fixed-colors", .colors, .gif, "colours that must come out exactly"),
    CommandOption(
      "palette", .choice(["srgb", "oklab"]), default: "srgb", .gif, "where colours are compared for the table"),
    CommandOption(
      "dither", .choice(["none", "ordered", "diffusion"]), default: "none", .gif, "how missing colours are shown"),
    CommandOption("lossy", .number(0...200, unit: ""), default: "0", .gif, "error allowed for a smaller file"),
    CommandOption(
      "max-bytes", .integer(1...1_000_000_000_000), .gif, "give up colours, exactness, rate, size to stay within"),
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
  static func options(_ values: OptionValues) throws(UsageError) -> OutputOptions {
    var output = OutputOptions()
    output.arrangement.pingPong = values.has("ping-pong")
    output.arrangement.hold = values.number("hold-last").flatMap { Rational(approximating: $0) } ?? .zero
    output.arrangement.poster = try poster(values)
    output.byteLimit = values.integer("max-bytes")
    output.format = values.text("format").flatMap(OutputFormat.init(rawValue:))
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
      throw .conflict("--poster takes first, last or a time such as 0.5s; got \(text)")
    }
  }

  /// Writes a clip where the options say, shows how far it is, and says at the end what was made.
  /// - Parameter threads: how many are used if the user doesn't say.
  static func write(
    _ clip: some FrameSource, _ values: OptionValues, command: String, threads: Int? = nil
  ) throws {
    let path = try path(values, command: command)
    var output = try options(values)
    output.threads = output.threads ?? threads
    let progress = ProgressReport(values)
    output.progress = progress.update
    let summary: OutputSummary
    do { summary = try clip.write(to: path, options: output) } catch {
      progress.clear()
      throw error
    }
    progress.clear()
    if summary.droppedFrameCount > 0 {
      Terminal.note("note: a GIF shows at most 50 frames per second; \(summary.droppedFrameCount) frames were left out")
    }
    if let limit = output.byteLimit, !summary.concessions.isEmpty {
      Terminal.note("note: to stay within \(limit) bytes: \(summary.concessions.joined(separator: ", "))")
    }
    if !values.has("quiet") { Terminal.note(line(summary, clip, path)) }
  }

  /// The output's name, checked.
  static func path(_ values: OptionValues, command: String) throws(UsageError) -> String {
    guard let path = values.text("output") else {
      throw .missingOption("-o FILE", command: command, example: "\(command) -o out.gif")
    }
    let format = values.text("format").flatMap(OutputFormat.init(rawValue:)) ?? OutputFormat(path: path)
    guard let format else { throw .unknownEnding(path, known: OutputFormat.endings) }
    if (format == .frames) != path.hasSuffix("/") {
      throw .conflict(OutputError.wrongKind(path: path, format: format).description)
    }
    return path
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
