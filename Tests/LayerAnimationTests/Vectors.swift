import Foundation
import LayerAnimation
import TestSupport
import Testing

/// Cases of a file under Fixtures/vectors.
struct VectorFile<Case: Decodable>: Decodable {
  let tolerance: Double
  let cases: [Case]

  static func load(_ name: String) throws -> VectorFile {
    try JSONDecoder().decode(
      VectorFile.self, from: Data(contentsOf: URL(fileURLWithPath: Fixtures.path("vectors/\(name).json"))))
  }
}

/// A number that may be written as "inf".
struct Quantity: Decodable {
  let value: Double

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let number = try? container.decode(Double.self) {
      value = number
    } else {
      let text = try container.decode(String.self)
      guard text == "inf" else {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "no number: \(text)")
      }
      value = .infinity
    }
  }
}

/// Whether two numbers agree; equal infinities and the largest Float do.
func agree(_ a: Double, _ b: Double, _ tolerance: Double) -> Bool { a == b || abs(a - b) <= tolerance }
