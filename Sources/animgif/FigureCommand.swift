// `animgif figure ID|all`: draws the figures of the articles.
import AnimGIF
internal import EffectGallery

enum FigureCommand {
  static let command = Command(
    name: "figure", summary: "Draw a figure of the articles, or all of them.",
    usage: ["ID [OPTION…] -o FILE", "all [OPTION…] -o FOLDER/"],
    details: ["animgif help figures tells the figures and the commands that draw them."],
    example: "figure 002-1 -o play.gif",
    operand: .words { Figure.all.map { ($0.id, $0.summary) } + [("all", "all of them, into a folder")] },
    options: OutputArguments.table, action: .make(prepare))

  private static let title = "animgif figure"

  private static func prepare(_ values: OptionValues) throws -> Job {
    guard let id = values.operands.first else {
      throw UsageError.missingOption("a figure's id or all", command: title, example: "\(title) 002-1 -o play.gif")
    }
    if values.operands.count > 1 { throw UsageError.unexpectedOperand(values.operands[1], command: "\(title) ID") }
    if id == "all" { return try all(values) }
    let figure = try Figure.named(id)
    let output = try OutputArguments.path(values, command: "\(title) \(id)")
    return try OutputArguments.job(values, command: "\(title) \(id)") {
      try source(of: figure, isStill: output.format == .png)
    }
  }

  private static func all(_ values: OptionValues) throws(UsageError) -> Job {
    guard let path = values.text("output"), path.hasSuffix("/"), values.text("format") == nil else {
      throw .missingOption("-o FOLDER/", command: "\(title) all", example: "\(title) all -o figures/")
    }
    _ = try OutputArguments.options(values, format: .frames)
    return Job(output: path) { reporter in
      try Files.makeFolder(path)
      var lines: [String] = []
      for (index, figure) in Figure.all.enumerated() {
        let file = "\(path)\(figure.fileName)"
        var output = try OutputArguments.options(values, format: figure.isStill ? .png : .gif)
        output.threads = output.threads ?? reporter.threads
        try OutputArguments.sized(source(of: figure, isStill: figure.isStill), values).write(to: file, options: output)
        lines.append("\(file): \(figure.summary)")
        reporter.update(done: index + 1, total: Figure.all.count)
      }
      return Job.Result(lines: lines)
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
}
