#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import Bitmaps

// Tests of the web platform's canvas as data: the calls that were made, and what pixels must be then. Reads them, plays them through
// `CanvasPlayer`, and says which checks fail.

/// A test: calls of an HTML canvas, and pixels to check afterwards.
public struct CanvasTest: Decodable, Sendable {
  /// The test's name, `2d.path.arc.end`.
  public var name: String
  /// Calls in order: the method's name, then its arguments; `["set", property, value]` for properties.
  var log: [[JSONValue]]
  /// `[x, y, "r,g,b,a", tolerance, …]`: straight alpha, each channel within the tolerance.
  var asserts: [[JSONValue]]

  /// A pixel that is not as it should be, or a test that can't be read.
  public struct Failure: Sendable, CustomStringConvertible {
    /// What is wrong, for the user.
    public var description: String
  }

  /// Reads a file of tests.
  public static func read(_ bytes: [UInt8]) throws -> [CanvasTest] {
    try JSONDecoder().decode([CanvasTest].self, from: Data(bytes))
  }

  /// How many pixels are checked.
  public var checkCount: Int { asserts.count }

  /// Plays the calls and checks the pixels.
  public func failures() -> [Failure] {
    let checks = asserts.map(PixelCheck.init)
    // Tests draw on 100 by 50, a few on more: large enough for every pixel that is looked at.
    let width = checks.reduce(100) { max($0, ($1?.x ?? 0) + 1) },
      height = checks.reduce(50) { max($0, ($1?.y ?? 0) + 1) }
    var player = CanvasPlayer(width: width, height: height)
    var found: [Failure] = []
    for call in log {
      do {
        try player.play(call)
      } catch {
        found.append(Failure(description: "\(name): \(call): \(error)"))
      }
    }
    for (index, check) in checks.enumerated() {
      guard let check else {
        found.append(Failure(description: "\(name): check \(asserts[index]) can't be read"))
        continue
      }
      let got = player.bitmap[check.x, check.y].straight
      let channels = [got.red, got.green, got.blue, got.alpha].map(Int.init)
      if zip(channels, check.channels).contains(where: { abs($0 - $1) > check.tolerance }) {
        found.append(
          Failure(
            description:
              "\(name): pixel (\(check.x), \(check.y)) is \(channels), not \(check.channels) ± \(check.tolerance)"))
      }
    }
    return found
  }
}

/// A pixel, and the straight colour it must have.
private struct PixelCheck {
  var x: Int
  var y: Int
  var channels: [Int]
  var tolerance: Int

  /// Reads `[x, y, "r,g,b,a", tolerance, …]`; nil if it is not that.
  init?(_ values: [JSONValue]) {
    guard values.count >= 4, let x = values[0].number, let y = values[1].number, let text = values[2].text,
      let tolerance = values[3].number, (0..<10_000).contains(x), (0..<10_000).contains(y)
    else { return nil }
    channels = text.split(separator: ",").compactMap { Int($0) }
    guard channels.count == 4, (0...255).contains(tolerance) else { return nil }
    (self.x, self.y, self.tolerance) = (Int(x), Int(y), Int(tolerance))
  }
}

/// Any JSON value.
enum JSONValue: Decodable, Sendable {
  case null
  case bool(Bool)
  case number(Double)
  case text(String)
  case list([JSONValue])
  case object([String: JSONValue])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .text(value)
    } else if let value = try? container.decode([JSONValue].self) {
      self = .list(value)
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }

  var number: Double? { if case .number(let value) = self { value } else { nil } }
  var text: String? { if case .text(let value) = self { value } else { nil } }
  var isTrue: Bool { if case .bool(true) = self { true } else { false } }
}
