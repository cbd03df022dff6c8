// `animgif figure ID|all`: draws the figures of the articles.
import AnimGIF
internal import EffectGallery

enum FigureCommand {
  private static let command = "animgif figure"

  static func run(_ arguments: [String]) throws {
    let options = try OptionValues(arguments, table: OutputArguments.table, command: command)
    if options.has("help") { return Terminal.print(help) }
    guard let id = options.operands.first else {
      throw UsageError.missingOption("a figure's id or all", command: command, example: "\(command) 002-1 -o play.gif")
    }
    if options.operands.count > 1 {
      throw UsageError.unexpectedOperand(options.operands[1], command: "\(command) ID")
    }
    guard id == "all" else {
      let figure = try Figure.named(id)
      let path = try OutputArguments.path(options, command: "\(command) \(id)")
      let format = options.text("format").flatMap(OutputFormat.init(rawValue:)) ?? OutputFormat(path: path)
      let source = try source(of: figure, isStill: format == .png)
      return try OutputArguments.write(source, options, command: "\(command) \(id)")
    }
    guard let path = options.text("output"), path.hasSuffix("/"), options.text("format") == nil else {
      throw UsageError.missingOption("-o FOLDER/", command: "\(command) all", example: "\(command) all -o figures/")
    }
    try Folder.make(path)
    var output = try OutputArguments.options(options)
    output.threads = options.integer("threads")
    for figure in Figure.all {
      let file = "\(path)\(figure.fileName)"
      try source(of: figure, isStill: figure.isStill).write(to: file, options: output)
      if !options.has("quiet") { Terminal.note("\(file): \(figure.summary)") }
    }
  }

  /// The figure's frames.
  /// - Parameter isStill: whether one picture is wanted even of a clip.
  static func source(of figure: Figure, isStill: Bool) throws -> any FrameSource {
    switch figure.content {
    case .clip(let command): return try EffectCommand.source(words(command), isStill: isStill)
    case .sequence(let commands): return try ClipSequence(commands.map { try clip($0) })
    case .row(let commands):
      return try ContactSheet.row(
        commands.map { command in
          let words = words(command)
          let time = words.firstIndex(of: "--at").flatMap { Double(decimal: words[$0 + 1]) } ?? 0
          return (try clip(command).still(0), time)
        }
      ).clip
    case .diagram(let draw): return try draw().clip
    }
  }

  private static func words(_ command: String) -> [String] { command.split(separator: " ").map(String.init) }

  private static func clip(_ command: String) throws -> Animation {
    let words = words(command)
    let effect = EffectCommand(try Catalog.entry(named: words[0]))
    return try effect.clip(effect.options(Array(words.dropFirst())), isStill: false)
  }

  private static var help: String {
    let rows = Figure.all.map { figure in
      let command = figure.commands.isEmpty ? "" : " [\(figure.commands.joined(separator: "; "))]"
      return (figure.id, "\(figure.summary)\(command)")
    }
    return """
      Draw a figure of the articles that the effects come from, or all of them.

      usage: \(command) ID [OPTION…] -o FILE
             \(command) all [OPTION…] -o FOLDER/

      Figures:
      \(Help.columns(rows))\(Help.options(OutputArguments.table))
      """
  }
}
