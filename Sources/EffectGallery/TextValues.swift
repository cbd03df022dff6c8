// Values as people write them: numbers, colours, and the nearest known word for one that is not known.
import AnimGIF

extension Double {
  /// Reads a plain decimal number: an optional sign, digits, an optional fraction. No exponents, hexadecimals, "nan" or "inf".
  public init?(decimal text: String) {
    let digits = text.hasPrefix("-") || text.hasPrefix("+") ? text.dropFirst() : Substring(text)
    let isDecimal = digits.utf8.allSatisfy { (48...57).contains($0) || $0 == 46 }
    guard isDecimal, digits.utf8.contains(where: { $0 != 46 }), digits.utf8.count <= 40, let value = Double(text) else {
      return nil
    }
    self = value
  }

  /// The shortest text for people: as `shortText`, with a proper minus sign.
  var signedText: String { shortText.hasPrefix("-") ? "−\(shortText.dropFirst())" : shortText }

  /// The shortest text that reads back as this number, without a needless ".0".
  public var shortText: String {
    let text = "\(self)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}

extension Color {
  /// The colours that have a name on the command line.
  public static let names: [(name: String, color: Color)] = [
    ("red", .red), ("blue", .blue), ("green", .green), ("orange", .orange), ("black", .black), ("white", .white),
    ("lightGray", .lightGray), ("transparent", .clear),
  ]

  /// Reads `#RGB`, `#RRGGBB`, `#RRGGBBAA` or one of `names`; nil for anything else.
  public init?(text: String) {
    if let named = Self.names.first(where: { $0.name == text }) {
      self = named.color
      return
    }
    guard text.hasPrefix("#"), text.utf8.dropFirst().allSatisfy({ $0 != 43 && $0 != 45 }) else { return nil }
    var digits = String(text.dropFirst())
    if digits.utf8.count == 3 { digits = digits.map { "\($0)\($0)" }.joined() }
    guard let value = UInt32(digits, radix: 16) else { return nil }
    switch digits.utf8.count {
    case 6: self.init(hex: value)
    case 8: self = Color(hex: value >> 8).withAlpha(Double(value & 255) / 255)
    default: return nil
    }
  }

  /// The colour as `#RRGGBB`, or `#RRGGBBAA` where it is not opaque; "transparent" where nothing would show.
  public var text: String {
    func byte(_ component: Double) -> String {
      let text = String(UInt8(max(0, min(1, component)) * 255 + 0.5), radix: 16, uppercase: true)
      return text.utf8.count == 1 ? "0\(text)" : text
    }
    if alpha == 0 { return "transparent" }
    return "#\(byte(red))\(byte(green))\(byte(blue))\(alpha < 1 ? byte(alpha) : "")"
  }
}

/// Returns " (did you mean X?)" for the known word that is nearest to the text, or nothing if none is near.
public func suggestion(for text: String, among known: [String]) -> String {
  let nearest = known.map { ($0, editDistance(text.lowercased(), $0.lowercased())) }.min { $0.1 < $1.1 }
  guard let (word, distance) = nearest, distance <= max(1, word.count / 3) else { return "" }
  return " (did you mean \(word)?)"
}

/// Returns how many insertions, deletions, replacements and swaps of neighbours turn one text into the other. Texts are cut at
/// 64 characters.
private func editDistance(_ left: String, _ right: String) -> Int {
  let left = Array(left.prefix(64)), right = Array(right.prefix(64))
  var rows = [Array(0...right.count)]
  for (i, character) in left.enumerated() {
    var row = [i + 1]
    for (j, other) in right.enumerated() {
      var best = min(row[j] + 1, rows[i][j + 1] + 1, rows[i][j] + (character == other ? 0 : 1))
      if i > 0, j > 0, character == right[j - 1], left[i - 1] == other { best = min(best, rows[i - 1][j - 1] + 1) }
      row.append(best)
    }
    rows.append(row)
  }
  return rows[left.count][right.count]
}

extension String {
  /// The text on one line and not too long, for an error message.
  public var singleLine: String {
    let line = map { $0.isNewline || $0.unicodeScalars.allSatisfy { $0.value < 32 } ? " " : String($0) }.joined()
    return line.count > 80 ? "\(line.prefix(77))…" : line
  }
}
