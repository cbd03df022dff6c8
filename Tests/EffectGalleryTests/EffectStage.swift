import AnimGIF
import EffectGallery
import Foundation
import TestSupport
import Testing

/// An effect to be asked for what its layers show. One with a script lies on a timeline, and times must not go back; another one
/// may be asked for any times.
struct EffectStage {
  let scene: EffectScene
  private let timeline: Timeline?

  init(
    _ name: String, _ values: [String: ParameterValue] = [:], stage: String? = nil, isTinted: Bool = false
  ) throws {
    scene = try Catalog.entry(named: name).makeScene(values, SceneRequest(stage: stage, isTinted: isTinted))
    timeline = scene.script == nil ? nil : Timeline(scene.root)
    if let timeline { scene.script?(timeline) }
  }

  /// The layer of a name, the first one where there are several.
  func layer(_ name: String) throws -> Layer {
    try #require(([scene.root] + scene.offstage).flatMap { $0.layers(named: name) }.first, "no layer \(name)")
  }

  /// What a layer shows at a time of the motion, in seconds.
  func shown(_ name: String, at time: Double) throws -> LayerProperties { shown(try layer(name), at: time) }

  /// What a layer of the scene shows at a time. (A layer does not keep the tree above it.)
  func shown(_ layer: Layer, at time: Double) -> LayerProperties {
    timeline?.advance(to: time)
    return withExtendedLifetime(scene.root) {
      timeline == nil ? layer.presentation(at: time) : layer.presentation()
    }
  }

  /// What a shape layer shows at a time.
  func shape(_ name: String, at time: Double) throws -> ShapeProperties { try shown(name, at: time).shape }

  /// What the drawn arc of a scene shows at a time.
  func arc(_ name: String, at time: Double) throws -> ArcDrawing {
    try #require(try shown(name, at: time).content as? ArcDrawing)
  }
}

/// The numbers of `effects-vectors.json`. What is not there is an issue, and NaN or nothing.
enum VectorValue: Decodable {
  case number(Double)
  case text(String)
  case list([VectorValue])
  case object([String: VectorValue])

  /// The whole file.
  static let all: VectorValue = {
    let data = FileManager.default.contents(atPath: Fixtures.path("vectors/effects-vectors.json"))
    return data.flatMap { try? JSONDecoder().decode(VectorValue.self, from: $0) } ?? .object([:])
  }()

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let list = try? container.decode([VectorValue].self) {
      self = .list(list)
    } else {
      self = .object(try container.decode([String: VectorValue].self))
    }
  }

  subscript(key: String) -> VectorValue {
    if let value = members[key] { return value }
    Issue.record("the vectors have no \(key)")
    return .list([])
  }
  subscript(index: Int) -> VectorValue {
    let list = list
    if list.indices.contains(index) { return list[index] }
    Issue.record("the vectors have no entry \(index) here")
    return .list([])
  }
  var members: [String: VectorValue] { if case .object(let members) = self { members } else { [:] } }
  var list: [VectorValue] { if case .list(let list) = self { list } else { [] } }
  var numbers: [Double] { list.map(\.number) }
  var number: Double { if case .number(let number) = self { number } else { .nan } }
  var text: String { if case .text(let text) = self { text } else { "" } }
  var point: Point { Point(self[0].number, self[1].number) }
}

/// The vectors have six decimals.
func near(_ a: Double, _ b: Double, _ tolerance: Double = 1.5e-6) -> Bool { abs(a - b) <= tolerance }

/// Whether points are those of the vectors.
func near(_ points: [Point], _ expected: [VectorValue], _ tolerance: Double = 1.5e-6) -> Bool {
  points.count == expected.count
    && zip(points, expected.map(\.point)).allSatisfy { near($0.x, $1.x, tolerance) && near($0.y, $1.y, tolerance) }
}

extension Path {
  /// The points between the elements.
  var joints: [Point] {
    elements.compactMap { element in
      switch element {
      case .move(let to), .line(let to), .quad(let to, _), .cubic(let to, _, _): to
      case .close: nil
      }
    }
  }
}

/// Draws a moment of an effect, in seconds from the first frame.
func still(
  _ name: String, _ values: [String: ParameterValue] = [:], at instant: Double,
  _ change: (inout ClipOptions) -> Void = { _ in }
) throws -> Bitmap {
  var options = ClipOptions()
  options.isStill = true
  options.instant = instant
  change(&options)
  return try Clip.make(try Catalog.entry(named: name), values, options).still(0)
}

/// Draws moments of an effect side by side.
func strip(
  _ name: String, _ values: [String: ParameterValue] = [:], at instants: [Double],
  _ change: (inout ClipOptions) -> Void = { _ in }
) throws -> Bitmap {
  try Bitmap.row(instants.map { try still(name, values, at: $0, change) })
}
