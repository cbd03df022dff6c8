// `animgif timeline EFFECT`: draws an effect's animations as a chart, or prints it.
import AnimGIF
internal import EffectGallery

enum TimelineCommand {
  static let command = Command(
    name: "timeline", summary: "Draw an effect's animations as a chart.",
    usage: ["EFFECT [OPTION…] -o FILE.png", "EFFECT [OPTION…] --format text"],
    details: [
      """
      Layers down, time across, a bar per animation with its curve, lines where its states and stages begin. Takes the effect's own \
      options.
      """
    ],
    example: "timeline play --slow 2 -o timeline.png",
    operand: .words { Catalog.entries.map { ($0.name, $0.summary) } }, options: own, optionsOf: table,
    action: .make(prepare))

  private static let title = "animgif timeline"

  /// What the chart has besides the options of the effect.
  private static let own: [CommandOption] = [
    CommandOption(
      "scale", .number(0.5...8, unit: "pixels per point"), default: "2", .picture, "size of a point"),
    CommandOption("width", .number(320...8000, unit: "points"), default: "960", .picture, "width of the chart"),
    CommandOption("theme", .choice(["light", "dark"]), default: "light", .picture, "ink and paper"),
    CommandOption("bg", .color, .picture, "colour of the paper"),
    CommandOption(
      "columns", .integer(40...1000), default: "the terminal's, or 80", .picture,
      "characters of a line, with --format text"),
    CommandOption("output", letter: "o", .text(placeholder: "FILE.png"), .output, "the picture; - is standard output"),
    CommandOption(
      "format", .choice(["png", "text"]), default: "png", .output, "a picture, or text on standard output"),
    CommandOption("quiet", letter: "q", .flag, .general, "say nothing but errors"),
    CommandOption("help", letter: "h", .flag, .general, "show this help"),
  ]

  /// The options for one effect: its own, what chooses a part of it, and the chart's.
  private static func table(_ entry: CatalogEntry) -> [CommandOption] {
    let parameters = entry.parameters.map(CommandOption.init)
    let names = Set(parameters.map(\.name))
    let parts = EffectCommand(entry).table.filter { ["only", "hide", "slow", "speed", "stage"].contains($0.name) }
    return parameters + (parts + own).filter { !names.contains($0.name) }
  }

  private static func prepare(_ values: OptionValues) throws -> Job {
    guard let word = values.operands.first else {
      throw UsageError.missingOption("an effect", command: title, example: "\(title) play -o timeline.png")
    }
    let effect = try Catalog.entry(named: word)
    if values.operands.count > 1 { throw UsageError.unexpectedOperand(values.operands[1], command: "\(title) \(word)") }
    let chart = try chart(effect, values)
    // What the effect reads: the picture of a ring.
    let inputs = effect.parameters.filter { $0.kind == .text(placeholder: "FILE") }.compactMap { values.text($0.name) }
    if values.text("format") == "text" {
      if values.has("output") { throw UsageError.conflict("--format text goes to standard output; leave -o out") }
      return Job(output: "-", inputs: inputs) { _ in
        Terminal.print(chart.text(columns: values.integer("columns") ?? Terminal.columns ?? 80))
        return Job.Result(lines: [])
      }
    }
    guard let path = values.text("output") else {
      throw UsageError.missingOption(
        "-o FILE.png or --format text", command: "\(title) \(word)", example: "\(title) \(word) -o timeline.png")
    }
    guard path == "-" || OutputFormat(path: path) == .png else {
      throw UsageError.conflict("a chart is a PNG; -o takes a name that ends in .png, or -; got \(path.singleLine)")
    }
    return Job(output: path, inputs: inputs) { _ in
      var output = OutputOptions()
      output.format = .png
      let picture = try chart.draw(style(values), scale: values.number("scale") ?? 2)
      try picture.write(to: path, options: output)
      let name = path == "-" ? "standard output" : path
      return Job.Result(lines: ["\(name): \(picture.width)x\(picture.height)"], frameCount: 1)
    }
  }

  private static func chart(_ entry: CatalogEntry, _ values: OptionValues) throws -> TimelineChart {
    if values.has("slow"), values.has("speed") { throw UsageError.conflict("give --slow or --speed, not both") }
    var options = ClipOptions()
    options.slow = values.number("slow") ?? values.number("speed").map { 1 / $0 } ?? 1
    options.stage = values.text("stage")
    options.only = values.list("only")
    options.hide = values.list("hide")
    return try TimelineChart(entry, values.values(for: entry.parameters.map(\.name)), options)
  }

  private static func style(_ values: OptionValues) -> TimelineStyle {
    // The ring has a --bg of its own; the theme then tells the paper.
    var style = values.text("theme") == "dark" ? TimelineStyle.dark : .light
    if let paper = values.color("bg"), !(values.text("theme") == nil && paper == style.background) {
      style = TimelineStyle(background: paper)
    }
    style.width = values.number("width") ?? style.width
    return style
  }
}
