// Writing JSON (RFC 8259), for output that programs read.
import AnimGIF
internal import EffectGallery

/// A value of JSON; an object's members keep their order.
indirect enum JSONValue {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([(String, JSONValue)])

  /// The value as text, indented by two spaces a level; lists of plain values stand on one line.
  func text(indent: String = "") -> String {
    let inner = indent + "  "
    switch self {
    case .null: return "null"
    case .bool(let isTrue): return isTrue ? "true" : "false"
    case .number(let number): return number.isFinite ? number.shortText : "null"
    case .string(let string): return jsonText(string)
    case .array(let values):
      let isFlat = values.allSatisfy { value in
        switch value {
        case .null, .bool, .number, .string: true
        case .array, .object: false
        }
      }
      if isFlat { return "[\(values.map { $0.text() }.joined(separator: ", "))]" }
      return "[\n\(values.map { inner + $0.text(indent: inner) }.joined(separator: ",\n"))\n\(indent)]"
    case .object(let members):
      let lines = members.map { "\(inner)\(jsonText($0)): \($1.text(indent: inner))" }
      return "{\n\(lines.joined(separator: ",\n"))\n\(indent)}"
    }
  }

  /// The value as text on one line.
  var line: String {
    switch self {
    case .null, .bool, .number, .string: text()
    case .array(let values): "[\(values.map(\.line).joined(separator: ","))]"
    case .object(let members): "{\(members.map { "\(jsonText($0)):\($1.line)" }.joined(separator: ","))}"
    }
  }
}
