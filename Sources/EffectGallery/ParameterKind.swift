// What a parameter of an effect or an option of the command line accepts, how its text is read, and how a refusal is worded.
// One place for all of them, so that help, errors and the JSON listing cannot disagree.
import AnimGIF

/// What values a parameter takes.
public enum ParameterKind: Hashable, Sendable {
  /// On when it is given; takes no value.
  case flag
  /// A decimal number in a range; `unit` is shown in help ("points", "pixels per point"), empty for a plain number.
  case number(ClosedRange<Double>, unit: String)
  /// A length of time in seconds, in a range of seconds. `250ms`, `0.25s` and `0.25` say the same.
  case duration(ClosedRange<Double>)
  /// One or more lengths of time, separated by commas.
  case durations(ClosedRange<Double>, count: ClosedRange<Int>)
  /// A whole number in a range.
  case integer(ClosedRange<Int>)
  /// Frames per second: a decimal number or a fraction (`30000/1001`) in a range.
  case rate(ClosedRange<Double>)
  /// A colour: `#RGB`, `#RRGGBB`, `#RRGGBBAA` or one of `Color.names`.
  case color
  /// One or more colours, separated by commas.
  case colors
  /// A width and a height, `320x40`, each in a range; `unit` is shown in help.
  case size(ClosedRange<Double>, unit: String)
  /// Columns and rows, `8x6`, whole numbers each in a range.
  case counts(ClosedRange<Int>)
  /// One of a few words.
  case choice([String])
  /// Some of a few words, separated by commas.
  case list([String])
  /// Free text, such as a file name; the placeholder is shown in help.
  case text(placeholder: String)
}

/// A parameter's value, read and checked.
public enum ParameterValue: Hashable, Sendable {
  /// A flag that was given.
  case flag
  /// The value of `number` and `duration`.
  case number(Double)
  /// The values of `durations`.
  case numbers([Double])
  /// The value of `integer`.
  case integer(Int)
  /// The value of `rate`, exact.
  case rate(Rational)
  /// The value of `color`.
  case color(Color)
  /// The values of `colors`.
  case colors([Color])
  /// The value of `size` and `counts`.
  case size(Size)
  /// The value of `choice` and `text`.
  case text(String)
  /// The values of `list`.
  case list([String])
}

extension ParameterValue {
  var number: Double? { if case .number(let value) = self { value } else { nil } }
  var numbers: [Double]? { if case .numbers(let value) = self { value } else { nil } }
  var integer: Int? { if case .integer(let value) = self { value } else { nil } }
  var color: Color? { if case .color(let value) = self { value } else { nil } }
  var size: Size? { if case .size(let value) = self { value } else { nil } }
  var text: String? { if case .text(let value) = self { value } else { nil } }
}

/// Why a parameter's text was refused.
public enum ParameterError: Error, Hashable, CustomStringConvertible {
  /// The text is not of the parameter's kind.
  case malformed(parameter: String, text: String, expected: String)
  /// The number is outside the range.
  case outOfRange(parameter: String, text: String, expected: String)
  /// The word is not one of those known.
  case unknownWord(parameter: String, text: String, known: [String])

  /// One line: what the parameter takes, what it got, and the nearest known word.
  public var description: String {
    switch self {
    case .malformed(let parameter, let text, let expected), .outOfRange(let parameter, let text, let expected):
      "\(parameter) takes \(expected); got \(text.isEmpty ? "nothing" : text.singleLine)"
    case .unknownWord(let parameter, let text, let known):
      known.isEmpty
        ? "\(parameter) has nothing to choose from here; got \(text.singleLine)"
        : "\(parameter) knows \(known.joined(separator: ", ")); got \(text.singleLine)\(suggestion(for: text, among: known))"
    }
  }
}

extension ParameterKind {
  /// Reads a value.
  /// - Parameters:
  ///   - text: what the user wrote.
  ///   - parameter: how the user knows the parameter, for the error (`--fps`).
  public func parse(_ text: String, as parameter: String) throws(ParameterError) -> ParameterValue {
    func malformed() -> ParameterError { .malformed(parameter: parameter, text: text, expected: expectation) }
    func check(_ value: Double?, _ range: ClosedRange<Double>) throws(ParameterError) -> Double {
      guard let value, value.isFinite else { throw malformed() }
      guard range.contains(value) else { throw .outOfRange(parameter: parameter, text: text, expected: expectation) }
      return value
    }
    switch self {
    case .flag: return .flag
    case .number(let range, _): return .number(try check(Double(decimal: text), range))
    case .duration(let range): return .number(try check(seconds(text), range))
    case .durations(let range, let count):
      let parts = text.split(separator: ",", omittingEmptySubsequences: false)
      guard count.contains(parts.count) else { throw malformed() }
      var values: [Double] = []
      for part in parts { values.append(try check(seconds(String(part)), range)) }
      return .numbers(values)
    case .integer(let range):
      guard let value = Int(text) else { throw malformed() }
      guard range.contains(value) else { throw .outOfRange(parameter: parameter, text: text, expected: expectation) }
      return .integer(value)
    case .rate(let range):
      guard let rate = Rational(text) else { throw malformed() }
      _ = try check(rate.value, range)
      return .rate(rate)
    case .color:
      guard let color = Color(text: text) else { throw malformed() }
      return .color(color)
    case .colors:
      let colors = text.split(separator: ",", omittingEmptySubsequences: false).map { Color(text: String($0)) }
      guard !colors.isEmpty, colors.allSatisfy({ $0 != nil }) else { throw malformed() }
      return .colors(colors.compactMap { $0 })
    case .size(let range, _):
      let parts = text.split(separator: "x", omittingEmptySubsequences: false)
      guard parts.count == 2 else { throw malformed() }
      return .size(
        Size(try check(Double(decimal: String(parts[0])), range), try check(Double(decimal: String(parts[1])), range)))
    case .counts(let range):
      let numbers = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
      guard numbers.count == 2, let columns = numbers[0], let rows = numbers[1] else { throw malformed() }
      guard range.contains(columns), range.contains(rows) else {
        throw .outOfRange(parameter: parameter, text: text, expected: expectation)
      }
      return .size(Size(Double(columns), Double(rows)))
    case .choice(let known):
      guard known.contains(text) else { throw .unknownWord(parameter: parameter, text: text, known: known) }
      return .text(text)
    case .list(let known):
      let words = text.split(separator: ",").map(String.init)
      guard !words.isEmpty else { throw malformed() }
      for word in words where !known.contains(word) {
        throw .unknownWord(parameter: parameter, text: word, known: known)
      }
      return .list(words)
    case .text: return .text(text)
    }
  }

  /// What the parameter takes, as the end of a sentence: "a number from 1 to 50".
  public var expectation: String {
    switch self {
    case .flag: "no value"
    case .number(let range, let unit):
      "a number from \(range.text)\(unit.isEmpty ? "" : " \(unit)")"
    case .duration(let range): "a time from \(range.text) seconds, such as 0.5 or 500ms"
    case .durations(let range, let count):
      count == 1...1
        ? ParameterKind.duration(range).expectation
        : "\(count.lowerBound == count.upperBound ? "" : "\(count.lowerBound) to ")\(count.upperBound) times, each from "
          + "\(range.text) seconds, separated by commas"
    case .integer(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .rate(let range): "a number from \(range.text), such as 30, 23.976 or 30000/1001"
    case .color: "a colour: #RGB, #RRGGBB, #RRGGBBAA, \(Color.names.map(\.name).joined(separator: ", "))"
    case .colors: "colours such as #1DB954,#FFF, separated by commas"
    case .size(let range, let unit):
      "a width and a height such as 320x40, each from \(range.text)\(unit.isEmpty ? "" : " \(unit)")"
    case .counts(let range):
      "columns and rows such as 8x6, each from \(range.lowerBound) to \(range.upperBound)"
    case .choice(let known): "one of \(known.joined(separator: ", "))"
    case .list(let known): "one or more of \(known.joined(separator: ", ")), separated by commas"
    case .text(let placeholder): "a \(placeholder.lowercased())"
    }
  }

  /// What stands behind the option's name in help: `N`, `WxH`, `FILE`; nil for a flag.
  public var placeholder: String? {
    switch self {
    case .flag: nil
    case .number: "N"
    case .integer: "N"
    case .rate: "RATE"
    case .duration: "SECONDS"
    case .durations(_, let count): count.upperBound == 1 ? "SECONDS" : "A,B"
    case .color: "COLOR"
    case .colors: "COLOR,…"
    case .size: "WxH"
    case .counts: "CxR"
    case .choice(let known): known.count <= 4 ? known.joined(separator: "|") : "NAME"
    case .list: "NAME,…"
    case .text(let placeholder): placeholder
    }
  }

  /// A length of time as people write it: at most three digits behind the point.
  public static func seconds(_ value: Double) -> String { ((value * 1000).rounded() / 1000).shortText }

  private func seconds(_ text: String) -> Double? {
    if text.hasSuffix("ms") { return Double(decimal: String(text.dropLast(2))).map { $0 / 1000 } }
    return Double(decimal: text.hasSuffix("s") ? String(text.dropLast()) : text)
  }
}

extension ClosedRange<Double> {
  /// "1 to 50", without needless decimals.
  var text: String { "\(lowerBound.shortText) to \(upperBound.shortText)" }
}
