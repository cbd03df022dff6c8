// The command line's options as data. Help, the manual page, shell completions and the scanner are all made from these tables.
import AnimGIF
package import EffectGallery

/// Which heading of help an option stands under.
package enum OptionGroup: String, CaseIterable {
  case effect = "The effect"
  case picture = "The picture"
  case time = "Time"
  case output = "Output"
  case gif = "GIF only"
  case apng = "APNG only"
  case general = "General"
}

/// One option.
package struct CommandOption: Sendable {
  /// The long name, without dashes.
  var name: String
  /// The one-letter name, if it has one.
  var letter: Character?
  /// What its value may be.
  var kind: ParameterKind
  /// One phrase, without a full stop.
  var help: String
  /// The value when it is not given, as the user would write it.
  var defaultText: String?
  /// Its heading in help.
  var group: OptionGroup

  package init(
    _ name: String, letter: Character? = nil, _ kind: ParameterKind, default defaultText: String? = nil,
    _ group: OptionGroup, _ help: String
  ) {
    self.name = name
    self.letter = letter
    self.kind = kind
    self.help = help
    self.defaultText = defaultText
    self.group = group
  }

  init(_ parameter: ParameterInfo) {
    self.init(parameter.name, parameter.kind, default: parameter.defaultText, .effect, parameter.help)
  }
}

/// The options that a command was given, read and checked, and those that a preset adds.
struct OptionValues: Sendable {
  private var values: [String: ParameterValue] = [:]
  /// The options that come from a preset.
  private var presets: Set<String> = []
  /// What stood between the options.
  private(set) var operands: [String] = []

  /// Reads a command line. An option that is given twice counts as it was given last.
  init(_ arguments: [String], table: [CommandOption], command: String) throws(UsageError) {
    let scanned = try OptionScanner(arguments, table: table, command: command)
    operands = scanned.operands
    for option in scanned.options {
      let entry = table[option.index]
      do {
        values[entry.name] = try entry.kind.parse(option.text ?? "", as: "--\(entry.name)")
      } catch {
        throw .parameter(error)
      }
    }
    if let preset = text("preset").flatMap(Preset.named) { try add(preset, table) }
  }

  /// Adds what the command line leaves open and the command knows.
  private mutating func add(_ preset: Preset, _ table: [CommandOption]) throws(UsageError) {
    for option in preset.options where values[option.name] == nil {
      guard let entry = table.first(where: { $0.name == option.name }) else { continue }
      do {
        values[option.name] = try entry.kind.parse(option.value, as: "--\(option.name)")
      } catch {
        throw .parameter(error)
      }
      presets.insert(option.name)
    }
  }

  /// Whether the option was given on the command line itself.
  func isGiven(_ name: String) -> Bool { values[name] != nil && !presets.contains(name) }

  /// Whether the option was given, by the command line or by a preset.
  func has(_ name: String) -> Bool { values[name] != nil }

  /// The values of those options whose names are in the list.
  func values(for names: some Sequence<String>) -> [String: ParameterValue] {
    let names = Set(names)
    return values.filter { names.contains($0.key) }
  }

  func number(_ name: String) -> Double? { if case .number(let value) = values[name] { value } else { nil } }
  func integer(_ name: String) -> Int? { if case .integer(let value) = values[name] { value } else { nil } }
  func rate(_ name: String) -> Rational? { if case .rate(let value) = values[name] { value } else { nil } }
  func color(_ name: String) -> Color? { if case .color(let value) = values[name] { value } else { nil } }
  func size(_ name: String) -> Size? { if case .size(let value) = values[name] { value } else { nil } }
  func text(_ name: String) -> String? { if case .text(let value) = values[name] { value } else { nil } }
  func colors(_ name: String) -> [Color]? { if case .colors(let value) = values[name] { value } else { nil } }
  func list(_ name: String) -> [String]? { if case .list(let value) = values[name] { value } else { nil } }
}
