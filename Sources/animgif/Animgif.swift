// The program: finds the command, runs it, and turns every failure into one line and an exit status.
import AnimGIF
internal import EffectGallery

/// The program's name and what all commands share.
@main enum Animgif {
  static let version = "0.1.0"

  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    TemporaryFiles.removeOnInterruption()
    TextDiagnostics.shared.setReporter { Terminal.note("note: \($0.description)") }
    do {
      try run(arguments)
    } catch let error as UsageError {
      Terminal.exit(2, message: error.description)
    } catch let error as EffectError {
      Terminal.exit(2, message: error.description)
    } catch  where isBrokenPipe(error) {
      // Whoever read our output has had enough; that is no failure to speak of.
      Terminal.exit(1)
    } catch {
      Terminal.exit(1, message: "\(error)")
    }
    Terminal.exit(0)
  }

  private static func isBrokenPipe(_ error: any Error) -> Bool {
    switch error {
    case GIFError.output(.brokenPipe), PNGError.sink(.brokenPipe), RawError.sink(.brokenPipe), SinkError.brokenPipe:
      true
    default: false
    }
  }

  /// Runs the command that the first argument names.
  private static func run(_ arguments: [String]) throws {
    guard let name = arguments.first else { return Terminal.print(Help.overview) }
    let rest = Array(arguments.dropFirst())
    switch name {
    case "-h", "--help": Terminal.print(Help.overview)
    case "-V", "--version": Terminal.print("animgif \(version)\n")
    default:
      if let command = Command.all.first(where: { $0.name == name }) { return try command.run(rest) }
      guard let entry = Catalog.entries.first(where: { $0.name == name }) else {
        if name.hasPrefix("-") {
          throw UsageError.unknownOption(name, command: "animgif", known: ["--help", "--version"])
        }
        throw UsageError.unknownCommand(name, known: Catalog.entries.map(\.name) + Command.all.map(\.name))
      }
      try EffectCommand(entry).run(rest)
    }
  }
}

/// A command that is no effect.
struct Command: Sendable {
  let name: String
  let summary: String
  let run: @Sendable ([String]) throws -> Void

  /// All of them, in the order of the overview.
  static let all: [Command] = [
    Command(
      name: "encode", summary: "Make an animation of pictures, bare pixels or another animation.",
      run: EncodeCommand.run),
    Command(name: "info", summary: "Tell what a GIF, APNG, PNG or JPEG file holds.", run: InfoCommand.run),
    Command(name: "compare", summary: "Compare two pictures or animations pixel by pixel.", run: CompareCommand.run),
    Command(name: "figure", summary: "Draw a figure of the articles, or all of them.", run: FigureCommand.run),
    Command(name: "timeline", summary: "Draw an effect's animations as a chart.", run: TimelineCommand.run),
    Command(
      name: "list", summary: "Tell the effects with their layers, stages and options, and the figures.",
      run: ListCommand.run),
    Command(name: "help", summary: "Explain an effect or a command: animgif help wave.", run: Help.run),
  ]
}
