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

  private init(
    _ name: String, _ kind: ParameterKind, _ help: String, _ defaultText: String?,
    set: @escaping @Sendable (inout E, ParameterValue) -> Void
  ) {
    info = ParameterInfo(name: name, kind: kind, help: help, defaultText: defaultText)
    self.set = set
  }

  /// A decimal number.
  public static func number(
    _ name: String, _ property: any WritableKeyPath<E, Double> & Sendable, _ range: ClosedRange<Double>,
    unit: String = "", _ help: String
  ) -> Self {
    Self(name, .number(range, unit: unit), help, E()[keyPath: property].shortText) { effect, value in
      if case .number(let number) = value { effect[keyPath: property] = number }
    }
  }

  /// A length of time in seconds.
  public static func duration(
    _ name: String, _ property: any WritableKeyPath<E, Double> & Sendable, _ range: ClosedRange<Double>, _ help: String
  ) -> Self {
    Self(name, .duration(range), help, E()[keyPath: property].shortText) { effect, value in
      if case .number(let number) = value { effect[keyPath: property] = number }
    }
  }

  /// A length of time that has no value of its own.
  /// - Parameter default: what the user is told.
  public static func duration(
    _ name: String, _ property: any WritableKeyPath<E, Double?> & Sendable, _ range: ClosedRange<Double>,
    default defaultText: String, _ help: String
  ) -> Self {
    Self(name, .duration(range), help, defaultText) { effect, value in
      if case .number(let number) = value { effect[keyPath: property] = number }
    }
  }

  /// A whole number.
  public static func integer(
    _ name: String, _ property: any WritableKeyPath<E, Int> & Sendable, _ range: ClosedRange<Int>, _ help: String
  ) -> Self {
    Self(name, .integer(range), help, "\(E()[keyPath: property])") { effect, value in
      if case .integer(let number) = value { effect[keyPath: property] = number }
    }
  }

  /// A colour.
  public static func color(
    _ name: String, _ property: any WritableKeyPath<E, Color> & Sendable, _ help: String
  ) -> Self {
    Self(name, .color, help, E()[keyPath: property].text) { effect, value in
      if case .color(let color) = value { effect[keyPath: property] = color }
    }
  }

  /// A colour that has no value of its own.
  /// - Parameter default: what the user is told.
  public static func color(
    _ name: String, _ property: any WritableKeyPath<E, Color?> & Sendable, default defaultText: String, _ help: String
  ) -> Self {
    Self(name, .color, help, defaultText) { effect, value in
      if case .color(let color) = value { effect[keyPath: property] = color }
    }
  }

  /// One of the words of an enumeration.
  public static func choice<Choice: RawRepresentable<String> & CaseIterable & Sendable>(
    _ name: String, _ property: any WritableKeyPath<E, Choice> & Sendable, _ help: String
  ) -> Self {
    Self(name, .choice(Choice.allCases.map(\.rawValue)), help, E()[keyPath: property].rawValue) { effect, value in
      if case .text(let word) = value, let choice = Choice(rawValue: word) { effect[keyPath: property] = choice }
    }
  }

  /// How long the opening and the closing rest state are held: two numbers set both.
  /// - Parameter oneSetsBoth: whether one number does so too; else it sets the closing one.
  public static func holds(
    _ property: any WritableKeyPath<E, Holds> & Sendable, _ help: String, oneSetsBoth: Bool = false
  ) -> Self {
    let holds = E()[keyPath: property]
    let text = "\(holds.opening.shortText),\(holds.closing.shortText)"
    return Self("hold", .durations(0...10, count: 1...2), help, text) { effect, value in
      guard case .numbers(let numbers) = value else { return }
      if numbers.count == 2 || oneSetsBoth { effect[keyPath: property].opening = numbers[0] }
      effect[keyPath: property].closing = numbers[numbers.count - 1]
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
