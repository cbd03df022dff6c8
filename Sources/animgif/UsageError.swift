// What can be wrong with a command line. Every message is one line that says what was given and what would be right.
package import EffectGallery

/// A mistake in the command line; exit status 2.
package enum UsageError: Error, Equatable, CustomStringConvertible {
  case unknownCommand(String, known: [String])
  case unknownShow(String, known: [String])
  case unknownOption(String, command: String, known: [String])
  case ambiguousOption(String, command: String, known: [String])
  case missingValue(String, command: String)
  case needlessValue(String, command: String)
  case parameter(ParameterError)
  case effect(EffectError)
  case unexpectedOperand(String, command: String)
  case missingOption(String, command: String, example: String)
  case unknownEnding(String, known: String)
  case conflict(String)

  package var description: String {
    switch self {
    case .unknownCommand(let name, let known):
      "no command or effect \(name.singleLine)\(suggestion(for: name, among: known)); known: \(known.joined(separator: ", "))"
    case .unknownShow(let name, let known):
      "no file or effect \(name.singleLine)\(suggestion(for: name, among: known)); effects: \(known.joined(separator: ", "))"
    case .unknownOption(let name, let command, let known):
      "\(command) has no option \(name.singleLine)\(suggestion(for: name, among: known)); see \(command) --help"
    case .ambiguousOption(let name, let command, let known):
      "\(command): \(name.singleLine) could be \(known.joined(separator: ", "))"
    case .missingValue(let name, let command): "\(command): \(name) needs a value; see \(command) --help"
    case .needlessValue(let name, let command): "\(command): \(name) takes no value"
    case .parameter(let error): error.description
    case .effect(let error): error.description
    case .unexpectedOperand(let text, let command):
      "\(command) takes options only; got \(text.singleLine)"
    case .missingOption(let name, let command, let example): "\(command) needs \(name), for example \(example)"
    case .unknownEnding(let path, let known):
      "the name of the output tells its kind; \(path.isEmpty ? "an empty name" : path.singleLine) is none of \(known)"
    case .conflict(let text): text
    }
  }
}
