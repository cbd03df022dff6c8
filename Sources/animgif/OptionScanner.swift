// Splits a command line into options and operands by a table, with the conventions of getopt_long: `--name value`, `--name=value`,
// abbreviations that are not ambiguous, `-o value`, `-ovalue`, bundled flags, and `--` before operands that begin with a dash.
// (getopt_long itself is not visible from Swift and keeps its place in global variables.)
internal import EffectGallery

/// An option as it stands on the command line, before its value is read.
package struct ScannedOption: Equatable {
  /// The option's place in the table.
  package var index: Int
  /// What was given as its value; nil for a flag.
  package var text: String?

  package init(index: Int, text: String? = nil) {
    self.index = index
    self.text = text
  }
}

/// Splits arguments.
package struct OptionScanner {
  private let table: [CommandOption]
  private let command: String
  package private(set) var options: [ScannedOption] = []
  package private(set) var operands: [String] = []

  /// Splits `arguments`, which don't include the program's name.
  /// - Parameter command: named in errors: `animgif wave`.
  package init(_ arguments: [String], table: [CommandOption], command: String) throws(UsageError) {
    self.table = table
    self.command = command
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--" {
        operands += rest
        return
      }
      if argument.hasPrefix("--") {
        try scanLong(argument.dropFirst(2), &rest)
      } else if argument.hasPrefix("-"), argument != "-" {
        try scanLetters(argument.dropFirst(), &rest)
      } else {
        operands.append(argument)
      }
    }
  }

  private mutating func scanLong(_ argument: Substring, _ rest: inout ArraySlice<String>) throws(UsageError) {
    let name = argument.prefix { $0 != "=" }
    let value = name.endIndex == argument.endIndex ? nil : String(argument[argument.index(after: name.endIndex)...])
    let exact = table.indices.filter { table[$0].name == name }
    let matches = exact.isEmpty && !name.isEmpty ? table.indices.filter { table[$0].name.hasPrefix(name) } : exact
    guard let index = matches.first else {
      throw .unknownOption("--\(name)", command: command, known: table.map { "--\($0.name)" })
    }
    if matches.count > 1 {
      throw .ambiguousOption("--\(name)", command: command, known: matches.map { "--\(table[$0].name)" })
    }
    if table[index].kind == .flag {
      if value != nil { throw .needlessValue("--\(table[index].name)", command: command) }
      options.append(ScannedOption(index: index))
    } else {
      guard let text = value ?? rest.popFirst() else {
        throw .missingValue("--\(table[index].name)", command: command)
      }
      options.append(ScannedOption(index: index, text: text))
    }
  }

  private mutating func scanLetters(_ argument: Substring, _ rest: inout ArraySlice<String>) throws(UsageError) {
    var letters = argument
    while let letter = letters.popFirst() {
      guard let index = table.firstIndex(where: { $0.letter == letter }) else {
        throw .unknownOption("-\(letter)", command: command, known: [])
      }
      if table[index].kind == .flag {
        options.append(ScannedOption(index: index))
      } else {
        guard let text = letters.isEmpty ? rest.popFirst() : String(letters) else {
          throw .missingValue("-\(letter)", command: command)
        }
        options.append(ScannedOption(index: index, text: text))
        return
      }
    }
  }
}
