// Measurements and checks that are no tests: `animgif-bench COMMAND …`.

/// Why a command stops.
enum CommandError: Error {
  /// The command line is wrong.
  case usage(String)
  /// Something went wrong on the way.
  case failed(String)
}

let commands: [(name: String, arguments: String, run: (ArraySlice<String>) throws(CommandError) -> Void)] = [
  ("play", " [-t seconds | -n frames] [--baseline] [-o folder] scene…", PlayCommand.run),
  ("stages", " [-t seconds | -n rounds] [--baseline] [stage…]", StagesCommand.run),
  ("canvas-checks", " FILE.json…", CanvasChecksCommand.run),
  ("presentation", "", { _ in benchPresentation() }),
]

do throws(CommandError) {
  guard let name = CommandLine.arguments.dropFirst().first else { throw .usage("a command is needed") }
  guard let command = commands.first(where: { $0.name == name }) else { throw .usage("unknown command \(name)") }
  try command.run(CommandLine.arguments.dropFirst(2))
} catch {
  switch error {
  case .usage(let message):
    printError("error: \(message)")
    for command in commands { printError("usage: animgif-bench \(command.name)\(command.arguments)") }
    exitProgram(2)
  case .failed(let message):
    printError("error: \(message)")
    exitProgram(1)
  }
}
