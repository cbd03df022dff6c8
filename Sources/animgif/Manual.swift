// The manual page animgif(1), as source for man: made from the same descriptions and tables as help. Source: man(7).
import AnimGIF
internal import EffectGallery

enum Manual {
  static let command = Command(
    name: "man", summary: "Print the manual page, for man -l.", usage: [""],
    details: ["scripts/install puts it where man finds it."], example: "man >animgif.1",
    options: [CommandOption("help", letter: "h", .flag, .general, "show this help")],
    action: .perform { _ in Terminal.print(page) })

  /// The whole page.
  static var page: String {
    var page = Roff()
    page.title("ANIMGIF", section: 1, date: Version.date, source: "animgif \(Version.number)")
    page.heading("Name")
    page.text("animgif - draw animations and write them as animated GIF, APNG or PNG")
    page.heading("Synopsis")
    page.lines(["animgif EFFECT [OPTION…] -o FILE", "animgif COMMAND …"])
    page.heading("Description")
    page.text(
      """
      animgif draws the animations of its catalogue, pictures and other animations, and writes them as files. The ending of the \
      output's name tells the kind of file: \(OutputFormat.endings). A file appears under its name when it is complete; one that was \
      there before stays until then. The same command makes the same bytes, whatever the number of threads.
      """)
    page.text(
      """
      Long names of options may be shortened as long as they stay unambiguous; a value follows after a space or =. Lengths of time are \
      seconds: 0.5, 0.5s and 500ms say the same.
      """)
    for paragraph in sections(&page) { page.text(paragraph) }
    return page.source
  }

  /// The parts that are made from the tables; returns what stands at the end of the last one.
  private static func sections(_ page: inout Roff) -> [String] {
    let shared = Set(OutputArguments.table.map(\.name))
    page.heading("Effects")
    for entry in Catalog.entries {
      let command = EffectCommand(entry).description
      page.subheading(entry.name)
      describe(command, &page)
      page.options(entry.parameters.map(CommandOption.init))
      if !entry.stages.isEmpty { page.text("Stages: \(entry.stages.joined(separator: ", ")).") }
    }
    if let any = Catalog.entries.first {
      page.heading("Options of every effect")
      page.options(EffectCommand.clipOptions(any).filter { !shared.contains($0.name) }.map(\.withoutWords))
    }
    page.heading("Options of everything that is written")
    for group in OptionGroup.allCases {
      let options = OutputArguments.table.filter { $0.group == group }
      if options.isEmpty { continue }
      page.subheading(group.rawValue)
      page.options(options)
    }
    page.heading("Commands")
    for command in Command.all {
      page.subheading(command.name)
      describe(command, &page)
      let isWriter = command.options.contains { $0.name == "output" }
      page.options(command.options.filter { !(isWriter && shared.contains($0.name)) && $0.name != "help" })
    }
    page.heading("Presets")
    page.text("What an option beside a preset says wins over the preset.")
    for preset in Preset.all {
      let options = preset.options.map { "--\($0.name) \($0.value)" }.joined(separator: " ")
      page.item(preset.name, "\(preset.summary): \(options)")
    }
    page.heading("Exit status")
    page.item("0", "all is well")
    page.item("1", "something failed, or compare found a difference; one line on standard error says what")
    page.item("2", "the command line is mistaken")
    page.item("130", "as the shell tells it: interrupted; unfinished files are removed")
    page.heading("Environment")
    page.item("TMPDIR", "where bare pixels from a pipe are kept while they are read twice; /tmp without it")
    page.heading("Examples")
    for command in Catalog.entries.map({ EffectCommand($0).description }) + Command.all {
      page.lines(["animgif \(command.example)"])
    }
    page.heading("See also")
    return ["ffmpeg(1), gifsicle(1), parallel(1)"]
  }

  private static func describe(_ command: Command, _ page: inout Roff) {
    page.text(command.summary)
    page.lines(command.usage.map { "animgif \(command.name)\($0.isEmpty ? "" : " \($0)")" })
    for paragraph in command.details { page.text(paragraph) }
  }
}

extension CommandOption {
  /// The option without the words of one effect's layers, stages and presets, which the manual page tells elsewhere.
  fileprivate var withoutWords: CommandOption {
    var option = self
    switch kind {
    case .list: option.kind = .text(placeholder: "LAYER,…")
    case .choice where name == "stage": option.kind = .text(placeholder: "STAGE")
    default: break
    }
    return option
  }
}

/// Source of a manual page, with everything escaped.
private struct Roff {
  private(set) var source = ""

  mutating func title(_ name: String, section: Int, date: String, source text: String) {
    source += ".TH \(name) \(section) \"\(date)\" \"\(Self.escaped(text))\" \"User Commands\"\n"
  }

  mutating func heading(_ text: String) { source += ".SH \(Self.escaped(text).uppercased())\n" }

  mutating func subheading(_ text: String) { source += ".SS \(Self.escaped(text))\n" }

  mutating func text(_ text: String) { source += "\(isAtHeading ? "" : ".PP\n")\(Self.filled(text))" }

  /// Lines as they are, bold.
  mutating func lines(_ lines: [String]) {
    source += isAtHeading ? "" : ".PP\n"
    source += lines.map { "\\fB\(Self.escaped($0))\\fR\n" }.joined(separator: ".br\n")
  }

  /// A term and what it means.
  mutating func item(_ term: String, _ meaning: String) {
    source += ".TP\n\\fB\(Self.escaped(term))\\fR\n\(Self.filled(meaning))"
  }

  mutating func options(_ table: [CommandOption]) {
    for option in table { item(option.label, option.explanation) }
  }

  /// A paragraph right after a heading needs no request of its own.
  private var isAtHeading: Bool {
    let last = source.utf8.dropLast().lastIndex(of: UInt8(ascii: "\n")).map { source[source.index(after: $0)...] }
    return last?.hasPrefix(".SH") == true || last?.hasPrefix(".SS") == true
  }

  /// Escaped text in lines of at most 80 characters, as far as its words allow.
  private static func filled(_ text: String) -> String {
    var result = ""
    var line = ""
    for word in text.split(separator: " ").map({ escaped(String($0)) }) {
      if !line.isEmpty, line.utf8.count + 1 + word.utf8.count > 80 {
        result += "\(line)\n"
        line = ""
      }
      line += line.isEmpty ? word : " \(word)"
    }
    return "\(result)\(line)\n"
  }

  /// Text in which nothing is taken for a request or an escape: backslashes, hyphens that must stay hyphens, characters beyond ASCII,
  /// and a dot or quote at the beginning of a line.
  private static func escaped(_ text: String) -> String {
    var result = text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" : ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "\n": result += " "
      case _ where scalar.value > 126:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result += "\\[u\(String(repeating: "0", count: max(0, 4 - digits.utf8.count)))\(digits)]"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
