// Splitting a line into words as a shell does (POSIX Shell Command Language 2.2, Quoting): spaces part words, quotes and backslashes keep
// characters together. Nothing is expanded; what a shell would expand or run is refused rather than taken at its letters.

/// Why a line is no list of words.
package enum ShellWordsError: Error, Equatable, CustomStringConvertible {
  /// A quote is opened and never closed.
  case openQuote(Character)
  /// The last character is a backslash.
  case openEscape
  /// A character outside quotes that a shell would not take for itself.
  case expansion(Character)

  /// One line: what is wrong and what would be right.
  package var description: String {
    switch self {
    case .openQuote(let quote): "a quote \(quote) is opened and not closed"
    case .openEscape: "the line ends in a backslash; a job is one line"
    case .expansion(let character): "no shell runs the line; quote the \(character) or leave it out"
    }
  }
}

/// Returns the words of a line.
package func shellWords(_ line: some StringProtocol) throws(ShellWordsError) -> [String] {
  var words: [String] = []
  var word: String?
  var rest = Substring(line)
  while let character = rest.popFirst() {
    switch character {
    case " ", "\t":
      if let complete = word { words.append(complete) }
      word = nil
    case "'":
      guard let end = rest.firstIndex(of: "'") else { throw .openQuote("'") }
      word = (word ?? "") + rest[..<end]
      rest = rest[rest.index(after: end)...]
    case "\"": word = (word ?? "") + (try doubleQuoted(&rest))
    case "\\":
      guard let next = rest.popFirst() else { throw .openEscape }
      word = (word ?? "") + String(next)
    case "|", "&", ";", "<", ">", "(", ")", "$", "`", "*", "?", "[": throw .expansion(character)
    default: word = (word ?? "") + String(character)
    }
  }
  if let complete = word { words.append(complete) }
  return words
}

/// Takes what stands up to the closing quote. A backslash keeps its meaning before ", \, $ and ` alone.
private func doubleQuoted(_ rest: inout Substring) throws(ShellWordsError) -> String {
  var text = ""
  while let character = rest.popFirst() {
    switch character {
    case "\"": return text
    case "$", "`": throw .expansion(character)
    case "\\":
      guard let next = rest.popFirst() else { throw .openEscape }
      text += "\"\\$`".contains(next) ? String(next) : "\\\(next)"
    default: text.append(character)
    }
  }
  throw .openQuote("\"")
}
