import AnimGIF
import EffectGallery
import Foundation
import TestSupport

/// The key numbers of the effects: `Fixtures/vectors/effects-vectors.json`.
enum EffectVectors {
  /// The whole file.
  static var all: [String: Any] {
    guard let data = FileManager.default.contents(atPath: Fixtures.path("vectors/effects-vectors.json")),
      let object = try? JSONSerialization.jsonObject(with: data) as? [String: Any]
    else { return [:] }
    return object
  }

  /// One part of the file; empty if it is missing, which no test survives.
  static func part(_ name: String) -> [String: Any] { all[name] as? [String: Any] ?? [:] }
}

extension [String: Any] {
  func number(_ key: String) -> Double { (self[key] as? NSNumber)?.doubleValue ?? .nan }
  func rows(_ key: String) -> [[String: Any]] { self[key] as? [[String: Any]] ?? [] }
  func part(_ key: String) -> [String: Any] { self[key] as? [String: Any] ?? [:] }
  func point(_ key: String) -> Point { Point(pair: self[key]) }
  func points(_ key: String) -> [Point] { (self[key] as? [Any] ?? []).map { Point(pair: $0) } }
}

extension Point {
  /// Reads `[x, y]`; NaN if it is none, which is near nothing.
  init(pair: Any?) {
    let numbers = (pair as? [NSNumber] ?? []).map(\.doubleValue)
    self = numbers.count == 2 ? Point(numbers[0], numbers[1]) : Point(.nan, .nan)
  }

  /// Whether two points agree to the six digits of the file.
  func isNear(_ other: Point, _ tolerance: Double = 2e-6) -> Bool { distance(to: other) <= tolerance }
}

extension Double {
  /// Whether two numbers agree to the six digits of the file.
  func isNear(_ other: Double, _ tolerance: Double = 2e-6) -> Bool { abs(self - other) <= tolerance }
}

/// A clip of an effect, drawn.
struct ClipFrames {
  let clip: AnimGIF.Animation

  init(_ effect: String, _ values: [String: ParameterValue] = [:], _ options: ClipOptions = ClipOptions()) throws {
    clip = try Clip.make(try Catalog.entry(named: effect), values, options)
  }

  /// One picture at a time from the first frame on.
  static func still(
    _ effect: String, _ values: [String: ParameterValue] = [:], at time: Double, _ options: ClipOptions = ClipOptions()
  ) throws -> Bitmap {
    var options = options
    options.isStill = true
    options.instant = time
    return try ClipFrames(effect, values, options).frame(0)
  }

  /// One frame.
  func frame(_ index: Int) throws -> Bitmap { try clip.still(index) }

  /// Some frames side by side.
  func strip(_ indices: [Int]) throws -> Bitmap { try Bitmap.row(indices.map(frame)) }
}

extension Bitmap {
  /// Pictures of one size side by side.
  static func row(_ pictures: [Bitmap]) throws -> Bitmap {
    var row = Bitmap(width: pictures.reduce(0) { $0 + $1.width }, height: pictures[0].height)
    var left = 0
    for picture in pictures {
      for y in 0..<picture.height { for x in 0..<picture.width { row[left + x, y] = picture[x, y] } }
      left += picture.width
    }
    return row
  }

  /// Whether every pixel is that of the other picture.
  func equals(_ other: Bitmap) -> Bool {
    width == other.width && height == other.height
      && (0..<height).allSatisfy { y in (0..<width).allSatisfy { self[$0, y] == other[$0, y] } }
  }

  /// The pixels that are not of a colour.
  func inked(on ground: Color) -> [(x: Int, y: Int)] {
    let ground = Pixel(ground)
    return (0..<height).flatMap { y in (0..<width).filter { self[$0, y] != ground }.map { ($0, y) } }
  }
}
