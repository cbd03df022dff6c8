// `animgif completions SHELL`, and the hidden command that the scripts call: what may stand at the end of a command line that is being
// typed, made from the same tables as help.
import AnimGIF
internal import EffectGallery

enum CompletionCommand {
  static let command = Command(
    name: "completions", summary: "Print the completions for a shell.", usage: ["bash|zsh|fish"],
    details: [
      """
      The script asks the program for the words, so it fits every later version. scripts/install puts it where the shells look. By hand: \
      source <(animgif completions bash) in ~/.bashrc; animgif completions zsh >"${fpath[1]}/_animgif"; animgif completions fish \
      >~/.config/fish/completions/animgif.fish.
      """
    ],
    example: "completions bash",
    operand: .words { CompletionScript.allCases.map { ($0.rawValue, "for \($0.rawValue)") } },
    options: [CommandOption("help", letter: "h", .flag, .general, "show this help")], action: .perform(run))

  /// How the scripts call the program.
  static let hiddenName = "--complete"

  private static func run(_ values: OptionValues) throws(UsageError) {
    let shells = CompletionScript.allCases.map(\.rawValue)
    guard let name = values.operands.first else {
      throw .missingOption("a shell", command: "animgif completions", example: "animgif completions bash")
    }
    if values.operands.count > 1 { throw .unexpectedOperand(values.operands[1], command: "animgif completions SHELL") }
    guard let script = CompletionScript(rawValue: name) else {
      throw .parameter(.unknownWord(parameter: "animgif completions", text: name, known: shells))
    }
    Terminal.print(script.text)
  }

  /// Prints one candidate a line, a tab and its meaning behind it; a line `:files` asks the shell for names of files.
  /// - Parameter words: the command line behind the program's name; the last one is being typed and may be empty.
  static func complete(_ words: [String]) {
    let completion = Completion(words)
    var text = completion.wantsFiles ? ":files\n" : ""
    for candidate in completion.candidates { text += "\(candidate.word)\t\(candidate.meaning)\n" }
    Terminal.print(text)
  }
}

/// What may stand where the cursor is.
package struct Completion: Equatable {
  /// A word, and what it stands for.
  package struct Candidate: Equatable {
    package var word: String
    package var meaning: String
  }

  /// The words that begin with what is typed already.
  package private(set) var candidates: [Candidate] = []
  /// Whether names of files fit as well.
  package private(set) var wantsFiles = false

  /// - Parameter words: the command line behind the program's name; the last one is being typed and may be empty.
  package init(_ words: [String]) {
    let typed = words.last ?? ""
    guard words.count > 1, let command = try? Command.named(words[0]) else {
      if words.count > 1 { return }
      add(Catalog.entries.map { ($0.name, $0.summary) } + Command.all.map { ($0.name, $0.summary) }, typed)
      if typed.hasPrefix("-") { add([("--help", "show the overview"), ("--version", "tell the versions")], typed) }
      return
    }
    let earlier = words[1..<words.count - 1]
    let table = command.table(earlier)
    if earlier.contains("--") {
      addOperands(command, typed)
    } else if typed.hasPrefix("--"), let equals = typed.firstIndex(of: "=") {
      let name = typed[typed.index(typed.startIndex, offsetBy: 2)..<equals]
      if let option = table.first(where: { $0.name == name }) {
        addValues(option.kind, String(typed[typed.index(after: equals)...]), before: String(typed[...equals]))
      }
    } else if let option = openOption(earlier, table) {
      addValues(option.kind, typed, before: "")
    } else if typed.hasPrefix("-"), typed != "-" {
      add(table.map { ("--\($0.name)", $0.explanation) }, typed)
    } else {
      addOperands(command, typed)
    }
  }

  /// The option whose value is being typed.
  private func openOption(_ earlier: ArraySlice<String>, _ table: [CommandOption]) -> CommandOption? {
    guard let last = earlier.last, last.hasPrefix("-"), !last.contains("=") else { return nil }
    let option =
      last.hasPrefix("--")
      ? table.first { "--\($0.name)" == last }
      : last.utf8.count == 2 ? table.first { $0.letter == last.last } : nil
    return option?.kind == .flag ? nil : option
  }

  private mutating func addOperands(_ command: Command, _ typed: String) {
    switch command.operand {
    case .none: add(command.options.map { ("--\($0.name)", $0.explanation) }, typed)
    case .files: wantsFiles = true
    case .words(let words): add(words().map { ($0.word, $0.meaning) }, typed)
    }
  }

  private mutating func addValues(_ kind: ParameterKind, _ typed: String, before: String) {
    switch kind {
    case .choice(let words):
      add(words.map { word in (before + word, Preset.named(word)?.summary ?? "") }, before + typed)
    case .list(let words): addList(words, typed, before: before)
    case .color: add(Color.names.map { (before + $0.name, $0.color.text) }, before + typed)
    case .colors: addList(Color.names.map(\.name), typed, before: before)
    case .text(let placeholder):
      let words = placeholder.split(separator: "|").map(String.init)
      add(words.filter { $0 == $0.lowercased() }.map { (before + $0, "") }, before + typed)
      wantsFiles = ["FILE", "FOLDER", "LIST"].contains { placeholder.hasPrefix($0) }
    case .flag, .number, .duration, .durations, .integer, .rate, .size, .counts: break
    }
  }

  /// Words separated by commas: what stands before the last comma stays, and is not offered again.
  private mutating func addList(_ words: [String], _ typed: String, before: String) {
    let done = typed.lastIndex(of: ",").map { String(typed[...$0]) } ?? ""
    let used = Set(done.split(separator: ",").map(String.init))
    add(words.filter { !used.contains($0) }.map { (before + done + $0, "") }, before + typed)
  }

  private mutating func add(_ words: [(String, String)], _ typed: String) {
    candidates += words.filter { $0.0.hasPrefix(typed) }.map { Candidate(word: $0.0, meaning: $0.1) }
  }
}
