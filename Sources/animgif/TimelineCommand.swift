// `animgif timeline EFFECT`: draws an effect's animations as a chart, or prints it.
import AnimGIF
internal import EffectGallery

enum TimelineCommand {
  private static let title = "animgif timeline"

  /// What the chart has besides the options of the effect.
  static let own: [CommandOption] = [
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
  static func table(_ entry: CatalogEntry?) -> [CommandOption] {
    guard let entry else { return own }
    let parameters = entry.parameters.map(CommandOption.init)
    let names = Set(parameters.map(\.name))
    let parts = EffectCommand(entry).table.filter { ["only", "hide", "slow", "speed", "stage"].contains($0.name) }
    return parameters + (parts + own).filter { !names.contains($0.name) }
  }

  static func run(_ arguments: [String]) throws {
    let name = arguments.first { argument in Catalog.entries.contains { $0.name == argument } }
    let entry = try name.map(Catalog.entry(named:))
    let table = table(entry)
    let values = try OptionValues(arguments, table: table, command: title)
    if values.has("help") { return Terminal.print(usage + Help.options(table)) }
    guard let word = values.operands.first else {
      throw UsageError.missingOption("an effect", command: title, example: "\(title) play -o timeline.png")
    }
    let effect = try Catalog.entry(named: word)
    if values.operands.count > 1 { throw UsageError.unexpectedOperand(values.operands[1], command: "\(title) \(word)") }
    let chart = try chart(effect, values)
    if values.text("format") == "text" {
      if values.has("output") { throw UsageError.conflict("--format text goes to standard output; leave -o out") }
      return Terminal.print(chart.text(columns: values.integer("columns") ?? Terminal.columns ?? 80))
    }
    guard let path = values.text("output") else {
      throw UsageError.missingOption(
        "-o FILE.png or --format text", command: "\(title) \(word)", example: "\(title) \(word) -o timeline.png")
    }
    guard path == "-" || OutputFormat(path: path) == .png else {
      throw UsageError.conflict("a chart is a PNG; -o takes a name that ends in .png, or -; got \(path.singleLine)")
    }
    var output = OutputOptions()
    output.format = .png
    let picture = try chart.draw(style(values), scale: values.number("scale") ?? 2)
    try picture.write(to: path, options: output)
    if !values.has("quiet") {
      let name = path == "-" ? "standard output" : path
      Terminal.note("\(name): \(picture.width)x\(picture.height)")
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

  private static let usage = """
    usage: animgif timeline EFFECT [OPTION…] -o FILE.png
           animgif timeline EFFECT [OPTION…] --format text

    Draws an effect's animations as a chart: layers down, time across, a bar per animation with its curve, lines where its states and stages
    begin. Takes the effect's own options.

    example: animgif timeline play --slow 2 -o timeline.png

    """
}
