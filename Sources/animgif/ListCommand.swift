// `animgif list`: what there is to draw.
import AnimGIF
internal import EffectGallery

enum ListCommand {
  static let table = [
    CommandOption("help", letter: "h", .flag, .general, "show this help")
  ]

  static func run(_ arguments: [String]) throws {
    let options = try OptionValues(arguments, table: table, command: "animgif list")
    if options.has("help") {
      return Terminal.print(
        "usage: animgif list\n\nTells the effects with their layers, stages and options.\n\(Help.options(table))")
    }
    if let operand = options.operands.first { throw UsageError.unexpectedOperand(operand, command: "animgif list") }
    var text = ""
    for entry in Catalog.entries {
      text += "\(entry.name)  \(entry.summary)\n"
      text += "  layers   \(entry.layers.map(\.name).joined(separator: ", "))\n"
      if !entry.stages.isEmpty { text += "  stages   \(entry.stages.joined(separator: ", "))\n" }
      text += "  options  \(entry.parameters.map { "--\($0.name)" }.joined(separator: " "))\n"
    }
    Terminal.print(text)
  }
}
