// Reading JSON (RFC 8259) back: the lines of a report that this program wrote. JSONDecoder would double the program's size.

extension JSONValue {
  /// Reads one value with nothing but space around it; nil for anything else, and for more than 64 levels.
  init?(parsing text: some StringProtocol) {
    var reader = JSONReader(bytes: Array(text.utf8))
    guard let value = reader.value(level: 0), reader.isAtEnd else { return nil }
    self = value
  }

  /// An object's member.
  subscript(_ name: String) -> JSONValue? {
    if case .object(let members) = self { members.last { $0.0 == name }?.1 } else { nil }
  }

  var string: String? { if case .string(let text) = self { text } else { nil } }
  var number: Double? { if case .number(let number) = self { number } else { nil } }
}

private struct JSONReader {
  let bytes: [UInt8]
  var place = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool {
    mutating get {
      skipSpace()
      return place == bytes.count
    }
  }

  private mutating func skipSpace() {
    while place < bytes.count, [32, 9, 10, 13].contains(bytes[place]) { place += 1 }
  }

  private mutating func take(_ text: StaticString) -> Bool {
    skipSpace()
    let expected = Array("\(text)".utf8)
    guard bytes[place...].starts(with: expected) else { return false }
    place += expected.count
    return true
  }

  mutating func value(level: Int) -> JSONValue? {
    guard level < 64 else { return nil }
    skipSpace()
    guard place < bytes.count else { return nil }
    switch bytes[place] {
    case UInt8(ascii: "{"): return object(level)
    case UInt8(ascii: "["): return array(level)
    case UInt8(ascii: "\""): return string().map(JSONValue.string)
    case UInt8(ascii: "n"): return take("null") ? .null : nil
    case UInt8(ascii: "t"): return take("true") ? .bool(true) : nil
    case UInt8(ascii: "f"): return take("false") ? .bool(false) : nil
    default: return number()
    }
  }

  private mutating func object(_ level: Int) -> JSONValue? {
    place += 1
    var members: [(String, JSONValue)] = []
    if take("}") { return .object([]) }
    repeat {
      skipSpace()
      guard place < bytes.count, bytes[place] == UInt8(ascii: "\""), let name = string(), take(":"),
        let value = value(level: level + 1)
      else { return nil }
      members.append((name, value))
    } while take(",")
    return take("}") ? .object(members) : nil
  }

  private mutating func array(_ level: Int) -> JSONValue? {
    place += 1
    var values: [JSONValue] = []
    if take("]") { return .array([]) }
    repeat {
      guard let value = value(level: level + 1) else { return nil }
      values.append(value)
    } while take(",")
    return take("]") ? .array(values) : nil
  }

  private mutating func number() -> JSONValue? {
    let start = place
    while place < bytes.count, "+-.eE0123456789".utf8.contains(bytes[place]) { place += 1 }
    return Double(String(decoding: bytes[start..<place], as: UTF8.self)).map(JSONValue.number)
  }

  /// Reads a string from its opening quote on.
  private mutating func string() -> String? {
    place += 1
    var text: [UInt16] = []
    var start = place
    func plain() -> String { String(decoding: bytes[start..<place], as: UTF8.self) }
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "\""):
        text += plain().utf16
        place += 1
        return String(decoding: text, as: UTF16.self)
      case UInt8(ascii: "\\"):
        text += plain().utf16
        guard let unit = escape() else { return nil }
        text.append(unit)
        start = place
      case 0..<32: return nil
      default: place += 1
      }
    }
    return nil
  }

  /// Reads an escape from its backslash on: one UTF-16 unit.
  private mutating func escape() -> UInt16? {
    guard place + 1 < bytes.count else { return nil }
    place += 2
    switch bytes[place - 1] {
    case UInt8(ascii: "n"): return 10
    case UInt8(ascii: "t"): return 9
    case UInt8(ascii: "r"): return 13
    case UInt8(ascii: "b"): return 8
    case UInt8(ascii: "f"): return 12
    case UInt8(ascii: "u"):
      guard place + 4 <= bytes.count else { return nil }
      place += 4
      return UInt16(String(decoding: bytes[place - 4..<place], as: UTF8.self), radix: 16)
    case let other where "\"\\/".utf8.contains(other): return UInt16(other)
    default: return nil
    }
  }
}
