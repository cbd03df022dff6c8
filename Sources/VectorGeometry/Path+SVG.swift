// Reading and writing: the path data of SVG 1.1 and 2 (all commands, absolute and relative). Unlike a browser, which draws what
// comes before a mistake, reading refuses the whole string and says where the mistake is.
// Source: https://www.w3.org/TR/SVG2/paths.html, sections 9.3 and B.2.4.

/// What is wrong with a string of path data. Places count bytes of UTF-8 from 0.
public enum PathSyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The first command is not a move.
  case noMove(command: Character, at: Int)
  /// A character that begins no command.
  case unknownCommand(Character, at: Int)
  /// A command's numbers end too early.
  case missingNumber(command: Character, at: Int)
  /// A flag of an arc is neither 0 nor 1.
  case badFlag(at: Int)
  /// A number does not fit a Double.
  case numberOutOfRange(String, at: Int)

  /// A message for the person who wrote the path.
  public var description: String {
    switch self {
    case .noMove(let command, let place):
      "path data begins with \(command) at byte \(place); it must begin with M or m"
    case .unknownCommand(let character, let place):
      "\(character) at byte \(place) is no path command; the commands are M L H V C S Q T A Z"
    case .missingNumber(let command, let place):
      "command \(command) needs another number at byte \(place)"
    case .badFlag(let place):
      "an arc's flags must be 0 or 1; see byte \(place)"
    case .numberOutOfRange(let text, let place):
      "number \(text) at byte \(place) is out of range; the limit is 1.7e308"
    }
  }
}

extension Path {
  /// Reads SVG path data; an empty string is an empty path.
  public init(svg text: String) throws(PathSyntaxError) {
    self.init()
    var reader = PathDataReader(text)
    try reader.read(into: &self)
  }

  /// The path as SVG path data with absolute commands. Reading it gives the same path; numbers are as short as that allows.
  public var svg: String {
    var text = ""
    func add(_ command: String, _ points: Point...) {
      if !text.isEmpty { text += " " }
      text += command
      for (index, point) in points.enumerated() {
        text += "\(index > 0 ? " " : "")\(Path.number(point.x)),\(Path.number(point.y))"
      }
    }
    for element in elements {
      switch element {
      case .move(let end): add("M", end)
      case .line(let end): add("L", end)
      case .quad(let end, let control): add("Q", control, end)
      case .cubic(let end, let control1, let control2): add("C", control1, control2, end)
      case .close: add("Z")
      }
    }
    return text
  }

  private static func number(_ value: Double) -> String {
    let text = "\(value)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}

/// Walks over path data.
private struct PathDataReader {
  private let bytes: ContiguousArray<UInt8>
  private var place = 0
  private var current = Point.zero
  private var start = Point.zero
  /// The last control point of the command before, for S and T to mirror.
  private var control = Point.zero
  private var commandBefore: UInt8 = 0

  init(_ text: String) { bytes = ContiguousArray(text.utf8) }

  mutating func read(into path: inout Path) throws(PathSyntaxError) {
    var command: UInt8 = 0
    while true {
      skip(commas: false)
      guard place < bytes.count else { return }
      let byte = bytes[place]
      if byte | 0x20 >= UInt8(ascii: "a"), byte | 0x20 <= UInt8(ascii: "z") {
        guard "mlhvcsqtaz".utf8.contains(byte | 0x20) else { throw .unknownCommand(character, at: place) }
        if path.isEmpty, byte | 0x20 != UInt8(ascii: "m") { throw .noMove(command: character, at: place) }
        command = byte
        place += 1
      } else {
        // Numbers repeat the last command; a move goes on as lines, and nothing repeats Z.
        guard beginsNumber, command != 0, command | 0x20 != UInt8(ascii: "z") else {
          throw path.isEmpty && beginsNumber
            ? .noMove(command: character, at: place) : .unknownCommand(character, at: place)
        }
        if command == UInt8(ascii: "M") { command = UInt8(ascii: "L") }
        if command == UInt8(ascii: "m") { command = UInt8(ascii: "l") }
      }
      try step(command, into: &path)
      commandBefore = command | 0x20
      skipComma()
    }
  }

  /// Reads one command's numbers and adds its step.
  private mutating func step(_ command: UInt8, into path: inout Path) throws(PathSyntaxError) {
    let isRelative = command >= UInt8(ascii: "a")
    let origin = isRelative ? Vector(current.x, current.y) : .zero
    switch command | 0x20 {
    case UInt8(ascii: "m"):
      current = try point(command) + origin
      start = current
      path.move(to: current)
    case UInt8(ascii: "l"):
      current = try point(command) + origin
      path.addLine(to: current)
    case UInt8(ascii: "h"):
      current.x = try number(command) + origin.dx
      path.addLine(to: current)
    case UInt8(ascii: "v"):
      current.y = try number(command) + origin.dy
      path.addLine(to: current)
    case UInt8(ascii: "c"):
      let control1 = try point(command) + origin
      try addCubic(control1, command, origin, into: &path)
    case UInt8(ascii: "s"):
      let mirrors = commandBefore == UInt8(ascii: "c") || commandBefore == UInt8(ascii: "s")
      try addCubic(mirrors ? current + (current - control) : current, command, origin, into: &path)
    case UInt8(ascii: "q"):
      control = try point(command) + origin
      current = try point(command) + origin
      path.addQuad(to: current, control: control)
    case UInt8(ascii: "t"):
      let mirrors = commandBefore == UInt8(ascii: "q") || commandBefore == UInt8(ascii: "t")
      control = mirrors ? current + (current - control) : current
      current = try point(command) + origin
      path.addQuad(to: current, control: control)
    case UInt8(ascii: "a"):
      let radii = try point(command)
      let rotation = try number(command)
      let isLarge = try flag(), isPositive = try flag()
      let end = try point(command) + origin
      path.addEndpointArc(
        from: current, to: end, radii: Size(abs(radii.x), abs(radii.y)), rotation: rotation * .pi / 180,
        isLarge: isLarge, isClockwise: isPositive)
      current = end
    default:
      path.close()
      current = start
    }
  }

  private mutating func addCubic(
    _ control1: Point, _ command: UInt8, _ origin: Vector, into path: inout Path
  ) throws(PathSyntaxError) {
    control = try point(command) + origin
    current = try point(command) + origin
    path.addCubic(to: current, control1: control1, control2: control)
  }

  // MARK: - Tokens

  /// The character at the reading place, whole even where it takes several bytes.
  private var character: Character { String(decoding: bytes[place...].prefix(16), as: UTF8.self).first ?? " " }

  private var beginsNumber: Bool {
    guard place < bytes.count else { return false }
    let byte = bytes[place]
    return isDigit(byte) || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
  }

  private func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

  /// Skips white space and, if wanted, one comma within it.
  private mutating func skip(commas: Bool) {
    var commaLeft = commas
    while place < bytes.count {
      switch bytes[place] {
      case 0x20, 0x09, 0x0A, 0x0C, 0x0D: place += 1
      case UInt8(ascii: ",") where commaLeft:
        commaLeft = false
        place += 1
      default: return
      }
    }
  }

  /// Skips a comma between two repetitions of a command; one before a command letter stays and is refused.
  private mutating func skipComma() {
    let before = place
    skip(commas: true)
    if !beginsNumber { place = before }
  }

  private mutating func point(_ command: UInt8) throws(PathSyntaxError) -> Point {
    let x = try number(command)
    return Point(x, try number(command))
  }

  private mutating func number(_ command: UInt8) throws(PathSyntaxError) -> Double {
    // A comma may stand before every number but a command's first.
    let followsLetter = place > 0 && bytes[place - 1] | 0x20 == command | 0x20
    skip(commas: !followsLetter)
    let first = place
    if place < bytes.count, bytes[place] == UInt8(ascii: "+") || bytes[place] == UInt8(ascii: "-") { place += 1 }
    var digits = skipDigits()
    if place < bytes.count, bytes[place] == UInt8(ascii: ".") {
      place += 1
      digits += skipDigits()
    }
    guard digits > 0 else {
      place = first
      throw .missingNumber(command: Character(Unicode.Scalar(command)), at: first)
    }
    skipExponent()
    let text = String(decoding: bytes[first..<place], as: UTF8.self)
    guard let value = Double(text), value.isFinite else { throw .numberOutOfRange(text, at: first) }
    return value
  }

  private mutating func skipDigits() -> Int {
    let first = place
    while place < bytes.count, isDigit(bytes[place]) { place += 1 }
    return place - first
  }

  /// Skips an exponent, if what follows is one.
  private mutating func skipExponent() {
    guard place < bytes.count, bytes[place] | 0x20 == UInt8(ascii: "e") else { return }
    let before = place
    place += 1
    if place < bytes.count, bytes[place] == UInt8(ascii: "+") || bytes[place] == UInt8(ascii: "-") { place += 1 }
    if skipDigits() == 0 { place = before }
  }

  /// Reads an arc's flag: one digit, which needs no space behind it.
  private mutating func flag() throws(PathSyntaxError) -> Bool {
    skip(commas: true)
    guard place < bytes.count, bytes[place] == UInt8(ascii: "0") || bytes[place] == UInt8(ascii: "1") else {
      throw .badFlag(at: place)
    }
    place += 1
    return bytes[place - 1] == UInt8(ascii: "1")
  }
}

extension Path {
  /// Adds an elliptical arc given by its ends, as SVG does: radii that are too small grow until they fit, and a radius of 0 or
  /// equal ends give a line or nothing.
  /// - Parameters:
  ///   - rotation: of the ellipse, radians.
  ///   - isClockwise: on screen; SVG's sweep flag.
  mutating func addEndpointArc(
    from start: Point, to end: Point, radii: Size, rotation: Double, isLarge: Bool, isClockwise: Bool
  ) {
    guard start != end else { return }
    guard radii.width > 0, radii.height > 0, rotation.isFinite else { return addLine(to: end) }
    // In the frame where the ellipse is the unit circle.
    let cosine = cosine(rotation), sine = sine(rotation)
    let half = (start - end) / 2
    let x = (cosine * half.dx + sine * half.dy) / radii.width
    let y = (cosine * half.dy - sine * half.dx) / radii.height
    let square = x * x + y * y
    guard square.isFinite, square > 0 else { return addLine(to: end) }
    let growth = square > 1 ? square.squareRoot() : 1
    let width = radii.width * growth, height = radii.height * growth
    let unit = Vector(x, y) / growth
    // The centre lies off the middle of the chord.
    let away = square > 1 ? 0 : (1 / square - 1).squareRoot() * (isLarge == isClockwise ? -1 : 1)
    let center = Vector(unit.dy, -unit.dx) * away
    let startAngle = arcTangent(unit.dy - center.dy, unit.dx - center.dx)
    let endAngle = arcTangent(-unit.dy - center.dy, -unit.dx - center.dx)
    var sweep = endAngle - startAngle
    if isClockwise, sweep < 0 { sweep += 2 * .pi }
    if !isClockwise, sweep > 0 { sweep -= 2 * .pi }
    let middle = start.lerp(to: end, 0.5)
    let frame = AffineTransform(
      a: cosine * width, b: sine * width, c: -sine * height, d: cosine * height,
      tx: middle.x + cosine * width * center.dx - sine * height * center.dy,
      ty: middle.y + sine * width * center.dx + cosine * height * center.dy)
    addUnitArc(startAngle: startAngle, sweep: sweep, frame: frame, end: end)
  }
}
