// `animgif EFFECT …`: reads the options of an effect and of the clip, draws the clip and writes it.
import AnimGIF
internal import EffectGallery
internal import ProcessMemory

struct EffectCommand {
  let entry: CatalogEntry
  /// All options of this effect; where the effect and the clip know the same name, the effect's own counts.
  let table: [CommandOption]

  init(_ entry: CatalogEntry) {
    self.entry = entry
    let own = entry.parameters.map(CommandOption.init)
    let names = Set(own.map(\.name))
    table = own + Self.clipOptions(entry).filter { !names.contains($0.name) }
  }

  private var title: String { "animgif \(entry.name)" }

  /// The effect as a command.
  var description: Command {
    Command(
      name: entry.name, summary: entry.summary, usage: ["[OPTION…] -o FILE"],
      details: ["Layers: \(entry.layers.map(\.name).joined(separator: ", "))."],
      example: "\(entry.name) \(entry.example.isEmpty ? "" : "\(entry.example) ")-o \(entry.name).gif",
      options: table, action: .make { values in try prepare(values) })
  }

  /// The options that every effect has besides its own.
  static func clipOptions(_ entry: CatalogEntry) -> [CommandOption] {
    var options = [
      CommandOption(
        "scale", .number(0.5...8, unit: "pixels per point"), default: "2, with --sheet 1, N for names like icon@Nx.png",
        .picture, "size of a point"),
      CommandOption("canvas", .size(1...4096, unit: "points"), .picture, "the whole picture, the effect in its middle"),
      CommandOption("bg", .color, .picture, "colour behind the effect"),
      CommandOption("only", .list(entry.layerNames), .picture, "draw these layers only"),
      CommandOption("hide", .list(entry.layerNames), .picture, "leave these layers out"),
      CommandOption("tint", .flag, .picture, "give each layer a colour of its own"),
      CommandOption(
        "onion", .integer(1...OnionOptions.largestCount), .picture,
        "so many ghosts of the moments before, the older the paler"),
      CommandOption("grid", .flag, .picture, "draw the coordinate system under the effect"),
      CommandOption("labels", .flag, .picture, "name points of the effect and tell their coordinates"),
      CommandOption(
        "sheet", .counts(1...100), .picture, "a contact sheet of evenly spaced frames with their times, one picture"),
      CommandOption("fps", .rate(0.01...1000), default: "30", .time, "frames per second"),
      CommandOption(
        "slow", .number(0.05...100, unit: ""), default: "1", .time, "stretch the motion: 2 takes twice as long"),
      CommandOption("speed", .number(0.05...100, unit: ""), default: "1", .time, "the opposite of --slow"),
      CommandOption("repeat", .integer(1...1000), default: "1", .time, "how many turns the file holds"),
      CommandOption("autoreverse", .flag, .time, "run back to the start after the motion"),
      CommandOption("at", .duration(0...1e6), .time, "one still, so many seconds after the first frame"),
      CommandOption(
        "onion-step", .duration(0.001...3600), default: "evenly over the time before a still, or over the clip", .time,
        "time between two ghosts"),
    ]
    if !entry.stages.isEmpty {
      options.append(CommandOption("stage", .choice(entry.stages), .time, "show this part only"))
    }
    return options + OutputArguments.table
  }

  /// Checks what the options ask for.
  private func prepare(_ values: OptionValues) throws(UsageError) -> Job {
    try check(values)
    let output = try OutputArguments.path(values, command: title)
    // What the effect reads: the picture of a ring.
    let inputs = entry.parameters.filter { $0.kind == .text(placeholder: "FILE") }.compactMap { values.text($0.name) }
    return try OutputArguments.job(values, command: title, inputs: inputs, threads: Self.threads) {
      process_memory_return_large_blocks()
      return try source(values, isStill: output.format == .png)
    }
  }

  /// A short clip of an effect is made in less than a tenth of a second: another thread would take memory for nothing that is felt.
  private static func threads(for source: any FrameSource) -> Int? {
    Double(source.width) * Double(source.height) * Double(source.frameCount) < 6e7 ? 1 : nil
  }

  /// Refuses options that do not go together.
  func check(_ values: OptionValues) throws(UsageError) {
    if values.has("onion-step"), !values.has("onion") {
      throw UsageError.conflict("--onion-step goes with --onion, the number of ghosts")
    }
    if values.has("slow"), values.has("speed") { throw UsageError.conflict("give --slow or --speed, not both") }
    if values.has("sheet"), values.has("at") { throw UsageError.conflict("give --sheet or --at, not both") }
    if values.isGiven("fit"), values.isGiven("scale") { throw .conflict("give --fit or --scale, not both") }
  }

  /// Reads and checks the options of a command line that draws a figure.
  func options(_ arguments: [String]) throws(UsageError) -> OptionValues {
    let values = try description.values(arguments)
    try check(values)
    return values
  }

  /// What an effect's whole command line draws; the first word names the effect.
  static func source(_ words: [String], isStill: Bool) throws -> any FrameSource {
    let effect = EffectCommand(try Catalog.entry(named: words.first ?? ""))
    return try effect.source(effect.options(Array(words.dropFirst())), isStill: isStill)
  }

  /// The clip, the still or the contact sheet that the options ask for.
  func source(_ options: OptionValues, isStill: Bool) throws -> any FrameSource {
    guard let sheet = options.size("sheet") else { return try frames(options, isStill: isStill) }
    func draw(_ source: some FrameSource) throws -> any FrameSource {
      try ContactSheet.draw(source, columns: Int(sheet.width), rows: Int(sheet.height)).clip
    }
    return try draw(frames(options, isStill: false))
  }

  /// The clip or the still, with ghosts if they are asked for.
  private func frames(_ options: OptionValues, isStill: Bool) throws -> any FrameSource {
    guard let count = options.integer("onion") else { return try clip(options, isStill: isStill) }
    return try OnionSkin(
      entry, parameters(options), clipOptions(options, isStill: isStill),
      OnionOptions(count: count, step: options.number("onion-step")))
  }

  private func parameters(_ options: OptionValues) -> [String: ParameterValue] {
    options.values(for: entry.parameters.map(\.name))
  }

  /// The clip that the options ask for.
  /// - Parameter isStill: whether one picture is wanted.
  func clip(_ options: OptionValues, isStill: Bool) throws(EffectError) -> Animation {
    try Clip.make(entry, parameters(options), clipOptions(options, isStill: isStill))
  }

  /// How the options want the effect shown.
  private func clipOptions(_ options: OptionValues, isStill: Bool) throws(EffectError) -> ClipOptions {
    var clip = ClipOptions()
    clip.rate = options.rate("fps") ?? clip.rate
    clip.scale =
      options.number("scale") ?? options.text("output").flatMap { ScaleSuffix(of: $0) }.map { Double($0.scale) }
      ?? (options.has("sheet") ? 1 : clip.scale)
    clip.slow = options.number("slow") ?? options.number("speed").map { 1 / $0 } ?? clip.slow
    clip.turns = options.integer("repeat") ?? clip.turns
    clip.autoreverses = options.has("autoreverse")
    clip.stage = options.text("stage")
    clip.canvas = options.size("canvas")
    clip.background = options.color("bg")
    clip.only = options.list("only")
    clip.hide = options.list("hide")
    clip.isTinted = options.has("tint")
    clip.showsGrid = options.has("grid")
    clip.showsLabels = options.has("labels")
    clip.instant = options.number("at")
    clip.isStill = clip.instant != nil || isStill
    if let pixels = options.size("fit"), !options.has("sheet"), !options.isGiven("scale") {
      try fit(&clip, into: pixels, parameters(options))
    }
    return clip
  }

  /// Chooses scale and canvas so that the clip has exactly this size in pixels and the effect is as large as that allows.
  private func fit(_ clip: inout ClipOptions, into pixels: Size, _ values: [String: ParameterValue])
    throws(EffectError)
  {
    var probe = clip
    (probe.scale, probe.isStill) = (1, true)
    let natural = try Clip.make(entry, values, probe)
    clip.scale = min(pixels.width / Double(natural.width), pixels.height / Double(natural.height))
    clip.canvas = Size(pixels.width / clip.scale, pixels.height / clip.scale)
  }
}
