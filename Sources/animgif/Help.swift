// Help texts, all made from the tables of options.
import AnimGIF
internal import EffectGallery

enum Help {
  /// What `animgif` alone prints.
  static var overview: String {
    var text = """
      animgif draws animations and writes them as animated GIF, APNG or PNG.

      usage: animgif EFFECT [OPTION…] -o FILE
             animgif COMMAND …

        animgif wave --fps 30 -o wave.gif       the name's ending tells the kind of file:
                                                \(OutputFormat.endings)

      Effects:

      """
    text += columns(Catalog.entries.map { ($0.name, $0.summary) })
    text += "\nCommands:\n"
    text += columns(Command.all.map { ($0.name, $0.summary) })
    text += "\nanimgif EFFECT --help tells an effect's options.\n"
    return text
  }

  /// `animgif help [NAME]`.
  static func run(_ arguments: [String]) throws {
    guard let name = arguments.first else { return Terminal.print(overview) }
    if arguments.count > 1 { throw UsageError.unexpectedOperand(arguments[1], command: "animgif help NAME") }
    if let entry = Catalog.entries.first(where: { $0.name == name }) {
      return Terminal.print(EffectCommand(entry).help)
    }
    guard Command.all.contains(where: { $0.name == name }) else {
      throw UsageError.unknownCommand(name, known: Catalog.entries.map(\.name) + Command.all.map(\.name))
    }
    try Command.all.first { $0.name == name && $0.name != "help" }?.run(["--help"])
    if name == "help" { Terminal.print(overview) }
  }

  /// The options of a command under their headings.
  static func options(_ table: [CommandOption]) -> String {
    var text = ""
    for group in OptionGroup.allCases {
      let options = table.filter { $0.group == group }
      guard !options.isEmpty else { continue }
      text += "\n\(group.rawValue):\n"
      text += columns(options.map { (label($0), explanation($0)) })
    }
    return text
  }

  private static func label(_ option: CommandOption) -> String {
    let name = "\(option.letter.map { "-\($0), " } ?? "    ")--\(option.name)"
    return option.kind.placeholder.map { "\(name) \($0)" } ?? name
  }

  private static func explanation(_ option: CommandOption) -> String {
    var notes: [String] = []
    switch option.kind {
    case .number(let range, let unit), .size(let range, let unit):
      notes.append("\(range.shortText)\(unit.isEmpty ? "" : " \(unit)")")
    case .duration(let range), .durations(let range, _): notes.append("\(range.shortText) s")
    case .rate(let range): notes.append(range.shortText)
    case .integer(let range): notes.append("\(range.lowerBound)–\(range.upperBound)")
    case .choice(let known) where known.count > 4: notes.append(known.joined(separator: ", "))
    case .list(let known): notes.append(known.joined(separator: ", "))
    default: break
    }
    if let defaultText = option.defaultText { notes.append("default \(defaultText)") }
    return option.help + (notes.isEmpty ? "" : " [\(notes.joined(separator: "; "))]")
  }

  /// Two columns, the second one wrapped at 100 characters.
  static func columns(_ rows: [(String, String)]) -> String {
    let width = min(26, rows.map(\.0.count).max() ?? 0)
    var text = ""
    for (left, right) in rows {
      var line = "  \(left)\(String(repeating: " ", count: max(0, width - left.count)))"
      if left.count > width { line += "\n\(String(repeating: " ", count: width + 2))" }
      var column = width + 2
      for word in right.split(separator: " ") {
        if column + word.count + 1 > 100 {
          line += "\n\(String(repeating: " ", count: width + 2))"
          column = width + 2
        }
        line += column == width + 2 ? "  \(word)" : " \(word)"
        column += word.count + (column == width + 2 ? 2 : 1)
      }
      text += "\(line)\n"
    }
    return text
  }
}

extension ClosedRange<Double> {
  /// "1–50", without needless decimals.
  fileprivate var shortText: String { "\(lowerBound.shortText)–\(upperBound.shortText)" }
}
