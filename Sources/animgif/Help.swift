// Help texts, all made from the descriptions of the commands and their tables of options.
import AnimGIF
internal import EffectGallery

enum Help {
  static let command = Command(
    name: "help", summary: "Explain an effect or a command: animgif help wave.",
    usage: ["[EFFECT|COMMAND]", "figures", "presets"], example: "help wave",
    operand: .words {
      Catalog.entries.map { ($0.name, $0.summary) } + Command.all.map { ($0.name, $0.summary) }
        + [("figures", "the figures of the articles"), ("presets", "options for places where files are shown")]
    },
    options: [CommandOption("help", letter: "h", .flag, .general, "show this help")], action: .perform(run))

  /// What `animgif` alone prints.
  static var overview: String {
    """
    animgif draws animations and writes them as animated GIF, APNG or PNG.

    usage: animgif EFFECT [OPTION…] -o FILE
           animgif COMMAND …

      animgif wave --fps 30 -o wave.gif       the name's ending tells the kind of file:
                                              \(OutputFormat.endings)

    Effects:
    \(columns(Catalog.entries.map { ($0.name, $0.summary) }))
    Commands:
    \(columns(Command.all.map { ($0.name, $0.summary) }))
    animgif EFFECT --help tells an effect's options, animgif help figures the figures of the articles,
    animgif help presets the options for GitHub, Slack and other places.

    """
  }

  /// `animgif help [NAME]`.
  private static func run(_ values: OptionValues) throws(UsageError) {
    guard let name = values.operands.first else { return Terminal.print(overview) }
    if values.operands.count > 1 { throw .unexpectedOperand(values.operands[1], command: "animgif help NAME") }
    switch name {
    case "figures": Terminal.print(figures)
    case "presets": Terminal.print(presets)
    default:
      do { Terminal.print(text(try Command.named(name))) } catch {
        throw .unknownCommand(name, known: Command.names + ["figures", "presets"])
      }
    }
  }

  /// What a command's `--help` prints.
  /// - Parameter table: the options to be told; nil for the command's own.
  static func text(_ command: Command, _ table: [CommandOption]? = nil) -> String {
    var text = "\(command.summary)\n\n"
    for (index, usage) in command.usage.enumerated() {
      text += "\(index == 0 ? "usage:" : "      ") animgif \(command.name) \(usage)\n"
    }
    for paragraph in command.details { text += "\n\(wrapped(paragraph))" }
    return text + "\nexample: animgif \(command.example)\n\(options(table ?? command.options))"
  }

  /// The figures with the commands that draw them.
  static var figures: String {
    let rows = Figure.all.map { figure in
      let commands = figure.commands.map { "animgif \($0)" }.joined(separator: "; ")
      return (figure.id, "\(figure.summary)\(commands.isEmpty ? "" : " [\(commands)]")")
    }
    return """
      The figures of the articles that the effects come from. Each is drawn by its id, all of them by "all".

      usage: animgif figure ID -o FILE
             animgif figure all -o FOLDER/

      example: animgif figure 002-1 -o play.gif

      \(columns(rows))
      """
  }

  /// The presets with the options that they stand for.
  static var presets: String {
    let rows = Preset.all.map { preset in
      (preset.name, "\(preset.summary) [\(preset.options.map { "--\($0.name) \($0.value)" }.joined(separator: " "))]")
    }
    return """
      Presets are options for a place where the file will be shown. Options that are given beside a preset win.

      usage: animgif EFFECT --preset NAME -o FILE

      example: animgif download --preset slack-emoji -o download.gif

      \(columns(rows))
      """
  }

  /// The options of a command under their headings.
  static func options(_ table: [CommandOption]) -> String {
    var text = ""
    for group in OptionGroup.allCases {
      let options = table.filter { $0.group == group }
      guard !options.isEmpty else { continue }
      text += "\n\(group.rawValue):\n"
      text += columns(options.map { ("\($0.letter == nil ? "    " : "")\($0.label)", $0.explanation) })
    }
    return text
  }

  /// Two columns, the second one wrapped at 100 characters.
  static func columns(_ rows: [(String, String)]) -> String {
    let width = min(26, rows.map(\.0.count).max() ?? 0)
    let indent = "\n\(String(repeating: " ", count: width + 4))"
    var text = ""
    for (left, right) in rows {
      let gap = left.count > width ? indent : String(repeating: " ", count: width - left.count + 2)
      text += "  \(left)\(gap)\(lines(right, width: 96 - width).joined(separator: indent))\n"
    }
    return text
  }

  private static func wrapped(_ text: String) -> String { "\(lines(text, width: 100).joined(separator: "\n"))\n" }

  /// Breaks a text at its spaces; a word that is longer than a line stays whole.
  private static func lines(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = ""
      }
      line += line.isEmpty ? String(word) : " \(word)"
    }
    return lines + [line]
  }
}

extension CommandOption {
  /// "-o, --output FILE".
  var label: String {
    "\(letter.map { "-\($0), " } ?? "")--\(name)\(kind.placeholder.map { " \($0)" } ?? "")"
  }

  /// What it does, its range or words, and its default.
  var explanation: String {
    var notes: [String] = []
    switch kind {
    case .number(let range, let unit), .size(let range, let unit):
      notes.append("\(range.shortText)\(unit.isEmpty ? "" : " \(unit)")")
    case .duration(let range), .durations(let range, _): notes.append("\(range.shortText) s")
    case .rate(let range): notes.append(range.shortText)
    case .integer(let range), .counts(let range): notes.append("\(range.lowerBound)–\(range.upperBound)")
    case .choice(let known) where known.count > 4: notes.append(known.joined(separator: ", "))
    case .list(let known): notes.append(known.joined(separator: ", "))
    case .flag, .color, .colors, .choice, .text: break
    }
    if let defaultText { notes.append("default \(defaultText)") }
    return help + (notes.isEmpty ? "" : " [\(notes.joined(separator: "; "))]")
  }
}

extension ClosedRange<Double> {
  /// "1–50", without needless decimals.
  fileprivate var shortText: String { "\(lowerBound.shortText)–\(upperBound.shortText)" }
}
