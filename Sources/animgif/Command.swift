// What the program can do, as data: help, the manual page, shell completions, the list runner and the start of a run are all made from
// these descriptions and their tables of options.
internal import EffectGallery

/// A command: an effect, or something that is done with files.
struct Command: Sendable {
  /// The first word of the command line.
  let name: String
  /// One sentence.
  let summary: String
  /// What follows the name, one usage a line: `[OPTION…] A B`.
  let usage: [String]
  /// What there is to know besides the options, one paragraph each.
  var details: [String] = []
  /// A command line without the program's name.
  let example: String
  /// The words between the options.
  var operand = Operand.none
  /// The options, in the order in which help shows them.
  let options: [CommandOption]
  /// The options together with those of an effect, of a command whose first operand is one.
  var optionsOf: (@Sendable (CatalogEntry) -> [CommandOption])?
  /// What the command does with the options that were given.
  let action: Action

  /// What the words between the options are.
  enum Operand: Sendable {
    /// There are none.
    case none
    /// Files or folders.
    case files
    /// One of these words, each with what it stands for.
    case words(@Sendable () -> [(word: String, meaning: String)])
  }

  /// What a command does.
  enum Action: Sendable {
    /// Reads the options and tells what is to be made, which is then made; such a command may stand in a list of jobs.
    case make(@Sendable (OptionValues) throws -> Job)
    /// Does everything.
    case perform(@Sendable (OptionValues) throws -> Void)
  }

  /// All commands that are no effects, in the order of the overview.
  static let all: [Command] = [
    EncodeCommand.command, FigureCommand.command, TimelineCommand.command, ShowCommand.command, GalleryCommand.command,
    BatchCommand.command, InfoCommand.command, CompareCommand.command, ListCommand.command, Help.command,
    Manual.command, CompletionCommand.command,
  ]

  /// Effects and commands.
  static var names: [String] { Catalog.entries.map(\.name) + all.map(\.name) }

  /// Finds an effect or a command.
  static func named(_ name: String) throws(UsageError) -> Command {
    if let command = all.first(where: { $0.name == name }) { return command }
    guard let entry = Catalog.entries.first(where: { $0.name == name }) else {
      throw .unknownCommand(name, known: names)
    }
    return EffectCommand(entry).description
  }

  /// How errors name the command.
  var title: String { "animgif \(name)" }

  /// The options that these arguments may be.
  func table(_ arguments: some Sequence<String>) -> [CommandOption] {
    guard let optionsOf else { return options }
    for argument in arguments {
      if let entry = Catalog.entries.first(where: { $0.name == argument }) { return optionsOf(entry) }
    }
    return options
  }

  /// Reads the command's options.
  func values(_ arguments: [String]) throws(UsageError) -> OptionValues {
    let values = try OptionValues(arguments, table: table(arguments), command: title)
    if case .none = operand, let word = values.operands.first, !values.has("help") {
      throw .unexpectedOperand(word, command: title)
    }
    return values
  }

  /// Runs the command as the only one of the process.
  func run(_ arguments: [String]) throws {
    let values = try values(arguments)
    if values.has("help") { return Terminal.print(Help.text(self, table(arguments))) }
    switch action {
    case .perform(let perform): try perform(values)
    case .make(let prepare):
      let job = try prepare(values)
      let reporter = TerminalReporter(values)
      defer { reporter.clear() }
      for line in try job.perform(reporter).lines where !values.has("quiet") {
        reporter.clear()
        Terminal.note(line)
      }
    }
  }
}
