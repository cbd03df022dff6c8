// `animgif list`: what there is to draw, for people and, as JSON, for programs.
import AnimGIF
internal import EffectGallery

enum ListCommand {
  static let command = Command(
    name: "list", summary: "Tell the effects with their layers, stages and options, the figures, the presets.",
    usage: ["[--json] [effects|figures|presets]"],
    details: ["Without a name it tells the effects and the figures; as JSON, all three."], example: "list presets",
    operand: .words { Part.allCases.map { ($0.rawValue, $0.meaning) } },
    options: [
      CommandOption("json", .flag, .output, "print one JSON object with the lists asked for"),
      CommandOption("help", letter: "h", .flag, .general, "show this help"),
    ], action: .perform(run))

  private enum Part: String, CaseIterable {
    case effects, figures, presets

    var meaning: String {
      switch self {
      case .effects: "what can be drawn"
      case .figures: "the figures of the articles"
      case .presets: "options for places where files are shown"
      }
    }
  }

  private static func run(_ values: OptionValues) throws(UsageError) {
    var part: Part?
    if let name = values.operands.first {
      part = Part(rawValue: name)
      if part == nil {
        throw .parameter(
          .unknownWord(parameter: "animgif list", text: name, known: Part.allCases.map(\.rawValue)))
      }
    }
    if values.operands.count > 1 { throw .unexpectedOperand(values.operands[1], command: "animgif list NAME") }
    if values.has("json") { return Terminal.print("\(json(part.map { [$0] } ?? Part.allCases).text())\n") }
    switch part {
    case nil: Terminal.print(effects + figures)
    case .effects: Terminal.print(effects)
    case .figures: Terminal.print(figures)
    case .presets: Terminal.print(presets)
    }
  }

  private static var effects: String {
    var text = ""
    for entry in Catalog.entries {
      let groups = entry.layerGroups.map { " (\($0.name): \($0.layers.joined(separator: ", ")))" }.joined()
      text += "\(entry.name)  \(entry.summary)\n"
      text += "  layers   \(entry.layers.map(\.name).joined(separator: ", "))\(groups)\n"
      if !entry.stages.isEmpty { text += "  stages   \(entry.stages.joined(separator: ", "))\n" }
      if !entry.states.isEmpty { text += "  states   \(entry.states.joined(separator: ", "))\n" }
      text += "  options  \(entry.parameters.map { "--\($0.name)" }.joined(separator: " "))\n"
    }
    return text
  }

  private static var figures: String {
    "figures (animgif figure ID -o FILE)\n\(Help.columns(Figure.all.map { ($0.id, $0.summary) }))"
  }

  private static var presets: String {
    var text = "presets (animgif EFFECT --preset NAME -o FILE)\n"
    for preset in Preset.all {
      text += "\(preset.name)  \(preset.summary)\n"
      text += "  options  \(preset.options.map { "--\($0.name) \($0.value)" }.joined(separator: " "))\n"
      text += "  source   \(preset.source)\n"
    }
    return text
  }

  private static func json(_ parts: [Part]) -> JSONValue {
    .object(
      parts.map { part in
        switch part {
        case .effects: ("effects", .array(Catalog.entries.map(effect)))
        case .figures: ("figures", .array(Figure.all.map(figure)))
        case .presets: ("presets", .array(Preset.all.map(preset)))
        }
      })
  }

  private static func preset(_ preset: Preset) -> JSONValue {
    .object([
      ("name", .string(preset.name)), ("summary", .string(preset.summary)), ("source", .string(preset.source)),
      ("options", .object(preset.options.map { ($0.name, .string($0.value)) })),
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
