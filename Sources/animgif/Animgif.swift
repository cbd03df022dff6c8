// The program: finds the command, runs it, and turns every failure into one line and an exit status.
import AnimGIF
internal import EffectGallery

/// The program's name and what all commands share.
@main enum Animgif {
  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    TemporaryFiles.removeOnInterruption(
      saying: "\(Terminal.isInteractive ? "\r\u{1B}[K" : "")animgif: interrupted; unfinished files were removed\n")
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
    switch name {
    case "-h", "--help": Terminal.print(Help.overview)
    case "-V", "--version": Terminal.print(Version.text)
    case CompletionCommand.hiddenName: CompletionCommand.complete(Array(arguments.dropFirst()))
    case _ where name.hasPrefix("-"):
      throw UsageError.unknownOption(name, command: "animgif", known: ["--help", "--version"])
    default: try Command.named(name).run(Array(arguments.dropFirst()))
    }
  }
}
