// `animgif list`: what there is to draw, for people and, as JSON, for programs.
import AnimGIF
internal import EffectGallery

enum ListCommand {
  static let table = [
    CommandOption("json", .flag, .output, "print one JSON object with the lists effects and figures"),
    CommandOption("help", letter: "h", .flag, .general, "show this help"),
  ]

  static func run(_ arguments: [String]) throws {
    let options = try OptionValues(arguments, table: table, command: "animgif list")
    if options.has("help") {
      return Terminal.print(
        """
        usage: animgif list [--json]

        Tells the effects with their layers, stages, states and options, and the figures.
        \(Help.options(table))
        """)
    }
    if let operand = options.operands.first { throw UsageError.unexpectedOperand(operand, command: "animgif list") }
    Terminal.print(options.has("json") ? "\(json.text())\n" : text)
  }

  private static var text: String {
    var text = ""
    for entry in Catalog.entries {
      let groups = entry.layerGroups.map { " (\($0.name): \($0.layers.joined(separator: ", ")))" }.joined()
      text += "\(entry.name)  \(entry.summary)\n"
      text += "  layers   \(entry.layers.map(\.name).joined(separator: ", "))\(groups)\n"
      if !entry.stages.isEmpty { text += "  stages   \(entry.stages.joined(separator: ", "))\n" }
      if !entry.states.isEmpty { text += "  states   \(entry.states.joined(separator: ", "))\n" }
      text += "  options  \(entry.parameters.map { "--\($0.name)" }.joined(separator: " "))\n"
    }
    text += "figures (animgif figure ID -o FILE)\n"
    text += Help.columns(Figure.all.map { ($0.id, $0.summary) })
    return text
  }

  private static var json: JSONValue {
    .object([
      ("effects", .array(Catalog.entries.map(effect))),
      ("figures", .array(Figure.all.map(figure))),
    ])
  }

  private static func effect(_ entry: CatalogEntry) -> JSONValue {
    let layers = entry.layers.map { layer in
      JSONValue.object([("name", .string(layer.name)), ("tint", layer.tint.map { .string($0.text) } ?? .null)])
    }
    let groups = entry.layerGroups.map { group in
      JSONValue.object([("name", .string(group.name)), ("layers", .array(group.layers.map(JSONValue.string)))])
    }
    return .object([
      ("name", .string(entry.name)), ("summary", .string(entry.summary)), ("example", .string(entry.example)),
      ("layers", .array(layers)), ("layerGroups", .array(groups)),
      ("stages", .array(entry.stages.map(JSONValue.string))), ("states", .array(entry.states.map(JSONValue.string))),
      ("options", .array(EffectCommand(entry).table.filter { $0.name != "help" }.map(option))),
    ])
  }

  private static func option(_ option: CommandOption) -> JSONValue {
    var members: [(String, JSONValue)] = [
      ("name", .string(option.name)), ("kind", .string(option.kind.name)),
      ("default", option.defaultText.map(JSONValue.string) ?? .null), ("help", .string(option.help)),
    ]
    switch option.kind {
    case .number(let range, let unit), .size(let range, let unit):
      members += [("minimum", .number(range.lowerBound)), ("maximum", .number(range.upperBound))]
      if !unit.isEmpty { members.append(("unit", .string(unit))) }
    case .duration(let range), .durations(let range, _):
      members += [("minimum", .number(range.lowerBound)), ("maximum", .number(range.upperBound))]
      members.append(("unit", .string("seconds")))
    case .rate(let range):
      members += [("minimum", .number(range.lowerBound)), ("maximum", .number(range.upperBound))]
    case .integer(let range), .counts(let range):
      members += [("minimum", .number(Double(range.lowerBound))), ("maximum", .number(Double(range.upperBound)))]
    case .choice(let words), .list(let words): members.append(("values", .array(words.map(JSONValue.string))))
    case .flag, .color, .colors, .text: break
    }
    return .object(members)
  }

  private static func figure(_ figure: Figure) -> JSONValue {
    .object([
      ("id", .string(figure.id)), ("summary", .string(figure.summary)), ("file", .string(figure.fileName)),
      ("commands", .array(figure.commands.map { .string("animgif \($0)") })),
    ])
  }
}

extension ParameterKind {
  /// The kind's name for programs.
  fileprivate var name: String {
    switch self {
    case .flag: "flag"
    case .number: "number"
    case .duration: "duration"
    case .durations: "durations"
    case .integer: "integer"
    case .rate: "rate"
    case .color: "color"
    case .colors: "colors"
    case .size: "size"
    case .counts: "counts"
    case .choice: "choice"
    case .list: "list"
    case .text: "text"
    }
  }
}
