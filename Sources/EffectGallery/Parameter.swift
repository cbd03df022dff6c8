// A parameter of an effect: its name and range for the user, and the stored property that it sets.
import AnimGIF

/// What help and listings tell of a parameter.
public struct ParameterInfo: Hashable, Sendable {
  /// The name on the command line, without dashes.
  public var name: String
  /// What it accepts.
  public var kind: ParameterKind
  /// One phrase that says what it does, without a full stop.
  public var help: String
  /// Its value when it is not given, as the user would write it; nil where there is none.
  public var defaultText: String?

  /// Describes a parameter.
  public init(name: String, kind: ParameterKind, help: String, defaultText: String?) {
    self.name = name
    self.kind = kind
    self.help = help
    self.defaultText = defaultText
  }
}

/// A parameter of the effect `E`, tied to one of its stored properties.
public struct Parameter<E: Effect>: Sendable {
  /// What the user is told.
  public let info: ParameterInfo
  /// Sets the property. The value is of the parameter's kind.
  let set: @Sendable (inout E, ParameterValue) -> Void

  /// - Parameters:
  ///   - text: what stands for a value in help, as the user would write it; nil for nothing.
  ///   - read: the property's new value, made of its old one and what was given.
  private init<Value>(
    _ name: String, _ kind: ParameterKind, _ help: String, _ property: PropertyPath<E, Value>,
    text: (Value) -> String?, read: @escaping @Sendable (Value, ParameterValue) -> Value?
  ) {
    info = ParameterInfo(name: name, kind: kind, help: help, defaultText: text(E()[keyPath: property]))
    set = { effect, given in
      if let value = read(effect[keyPath: property], given) { effect[keyPath: property] = value }
    }
  }

  /// A decimal number.
  public static func number(
    _ name: String, _ property: PropertyPath<E, Double>, _ range: ClosedRange<Double>, unit: String = "", _ help: String
  ) -> Self {
    Self(name, .number(range, unit: unit), help, property, text: \.shortText) { $1.number }
  }

  /// A decimal number that the effect chooses by itself where it is not given.
  /// - Parameter default: what the user is told.
  public static func number(
    _ name: String, _ property: PropertyPath<E, Double?>, _ range: ClosedRange<Double>, unit: String = "",
    default text: String, _ help: String
  ) -> Self {
    Self(name, .number(range, unit: unit), help, property, text: { _ in text }) { $1.number }
  }

  /// A length of time in seconds.
  public static func duration(
    _ name: String, _ property: PropertyPath<E, Double>, _ range: ClosedRange<Double>, _ help: String
  ) -> Self {
    Self(name, .duration(range), help, property, text: \.shortText) { $1.number }
  }

  /// Some lengths of time in seconds; none where they are not given.
  public static func durations(
    _ name: String, _ property: PropertyPath<E, [Double]>, _ range: ClosedRange<Double>, count: ClosedRange<Int>,
    _ help: String
  ) -> Self {
    Self(
      name, .durations(range, count: count), help, property,
      text: { $0.isEmpty ? nil : $0.map(\.shortText).joined(separator: ",") }
    ) { $1.numbers }
  }

  /// A length of time that the effect chooses by itself where it is not given.
  /// - Parameter default: what the user is told.
  public static func duration(
    _ name: String, _ property: PropertyPath<E, Double?>, _ range: ClosedRange<Double>, default text: String,
    _ help: String
  ) -> Self {
    Self(name, .duration(range), help, property, text: { _ in text }) { $1.number }
  }

  /// A whole number.
  public static func integer(
    _ name: String, _ property: PropertyPath<E, Int>, _ range: ClosedRange<Int>, _ help: String
  ) -> Self {
    Self(name, .integer(range), help, property, text: { "\($0)" }) { $1.integer }
  }

  /// A whole number that the effect chooses by itself where it is not given.
  /// - Parameter default: what the user is told.
  public static func integer(
    _ name: String, _ property: PropertyPath<E, Int?>, _ range: ClosedRange<Int>, default text: String, _ help: String
  ) -> Self {
    Self(name, .integer(range), help, property, text: { _ in text }) { $1.integer }
  }

  /// A colour.
  public static func color(_ name: String, _ property: PropertyPath<E, Color>, _ help: String) -> Self {
    Self(name, .color, help, property, text: \.text) { $1.color }
  }

  /// A colour that the effect chooses by itself where it is not given.
  /// - Parameter default: what the user is told.
  public static func color(
    _ name: String, _ property: PropertyPath<E, Color?>, default text: String, _ help: String
  ) -> Self {
    Self(name, .color, help, property, text: { _ in text }) { $1.color }
  }

  /// A width and a height that the effect chooses by itself where they are not given.
  public static func size(
    _ name: String, _ property: PropertyPath<E, Size?>, _ range: ClosedRange<Double>, unit: String = "", _ help: String
  ) -> Self {
    Self(name, .size(range, unit: unit), help, property, text: { _ in nil }) { $1.size }
  }

  /// The name of a file to be read.
  public static func file(_ name: String, _ property: PropertyPath<E, String?>, _ help: String) -> Self {
    Self(name, .text(placeholder: "FILE"), help, property, text: { _ in nil }) { $1.text }
  }

  /// One of the words of an enumeration.
  public static func choice<Choice: RawRepresentable<String> & CaseIterable & Sendable>(
    _ name: String, _ property: PropertyPath<E, Choice>, _ help: String
  ) -> Self {
    Self(name, .choice(Choice.allCases.map(\.rawValue)), help, property, text: \.rawValue) {
      $1.text.flatMap(Choice.init(rawValue:))
    }
  }

  /// How long the opening and the closing rest state are held: two numbers set both.
  /// - Parameter oneSetsBoth: whether one number does so too; else it sets the closing one.
  public static func holds(_ property: PropertyPath<E, Holds>, _ help: String, oneSetsBoth: Bool = false) -> Self {
    Self(
      "hold", .durations(0...10, count: 1...2), help, property,
      text: { "\($0.opening.shortText),\($0.closing.shortText)" }
    ) { holds, given in
      guard let numbers = given.numbers, let first = numbers.first, let last = numbers.last else { return nil }
      return Holds(opening: numbers.count == 2 || oneSetsBoth ? first : holds.opening, closing: last)
    }
  }
}

/// How long an effect rests before and after its motion, in seconds.
public struct Holds: Hashable, Sendable {
  /// The rest before the motion.
  public var opening: Double
  /// The rest after it.
  public var closing: Double

  /// Makes a pair of rests.
  public init(opening: Double, closing: Double) {
    self.opening = opening
    self.closing = closing
  }
}
