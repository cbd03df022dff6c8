public import Bitmaps
import Foundation
import ImageCodecs
public import Testing

/// Compares a picture with `Fixtures/golden/<name>.png`, exactly, in all four channels.
///
/// On a mismatch the picture and a picture of the differences are left under `.build/golden/`. Goldens are written only when
/// `ANIMGIF_RECORD_GOLDENS` is set, which `scripts/golden.sh --record` does; a missing one is a failure.
/// - Parameter name: `suite/test`; write it out as one literal, so that the test of unused goldens finds it. A suite that makes names calls
///   `Goldens.expectOnly` instead.
public func golden(_ bitmap: Bitmap, _ name: String, sourceLocation: SourceLocation = #_sourceLocation) {
  let path = Fixtures.path("golden/\(name).png")
  if ProcessInfo.processInfo.environment["ANIMGIF_RECORD_GOLDENS"] != nil {
    do {
      try Goldens.makeFolder(of: path)
      try PNGEncoder(effort: .max).write(bitmap, to: path)
    } catch {
      Issue.record("cannot record the golden \(name): \(error)", sourceLocation: sourceLocation)
    }
    return
  }
  compareGolden(bitmap, name, sourceLocation: sourceLocation)
}

/// Compares a picture with a golden as `golden` does, and never records.
public func compareGolden(_ bitmap: Bitmap, _ name: String, sourceLocation: SourceLocation = #_sourceLocation) {
  let path = Fixtures.path("golden/\(name).png")
  let actual = Goldens.leftOver(name, "actual")
  let difference = Goldens.leftOver(name, "diff")
  for path in [actual, difference] { try? FileManager.default.removeItem(atPath: path) }
  guard let data = FileManager.default.contents(atPath: path) else {
    Goldens.leave(bitmap, at: actual)
    Issue.record(
      "no golden \(name); look at \(actual), then scripts/golden.sh --record", sourceLocation: sourceLocation)
    return
  }
  do {
    let expected = try PNGDecoder().decode(ContiguousArray(data))
    guard expected.width == bitmap.width && expected.height == bitmap.height else {
      Goldens.leave(bitmap, at: actual)
      Issue.record(
        "golden \(name) is \(expected.width)x\(expected.height), drawn were \(bitmap.width)x\(bitmap.height)",
        sourceLocation: sourceLocation)
      return
    }
    let comparison = BitmapComparison(expected, bitmap, tolerance: Goldens.tolerance)
    guard let first = comparison.firstDifference else { return }
    Goldens.leave(bitmap, at: actual)
    Goldens.leave(BitmapComparison.difference(expected, bitmap), at: difference)
    Issue.record(
      """
      golden \(name): \(comparison.differentPixels) of \(comparison.pixelCount) pixels differ, by up to \
      \(comparison.greatestChannelDifference); first (\(first.x), \(first.y)): \(Goldens.text(first.left)) expected, \
      \(Goldens.text(first.right)) drawn; see \(actual) and \(difference)
      """, sourceLocation: sourceLocation)
  } catch {
    Issue.record("golden \(name) cannot be read: \(error)", sourceLocation: sourceLocation)
  }
}

/// The goldens as a whole.
public enum Goldens {
  /// Exact on Linux. Elsewhere the C library's sines may differ in the last bit, hence one step per channel.
  #if os(Linux)
    static let tolerance = ComparisonTolerance.exact
  #else
    static let tolerance = ComparisonTolerance.channel(1)
  #endif

  /// The names of all golden files, `suite/test`, in order.
  public static var names: [String] {
    let files = FileManager.default.enumerator(atPath: Fixtures.path("golden"))?.compactMap { $0 as? String } ?? []
    return files.filter { $0.hasSuffix(".png") }.map { String($0.dropLast(4)) }.sorted()
  }

  /// Checks that a suite whose golden names are made by code, such as one per effect, has exactly these files.
  /// - Parameter suite: write it out as a literal, so that the test of unused goldens finds it.
  public static func expectOnly(
    _ names: some Sequence<String>, in suite: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let found = self.names.filter { $0.hasPrefix(suite + "/") }
    let expected = Set(names.map { "\(suite)/\($0)" })
    let unused = found.filter { !expected.contains($0) }
    #expect(unused.isEmpty, "goldens without a test", sourceLocation: sourceLocation)
  }

  static func leftOver(_ name: String, _ kind: String) -> String {
    "\(Fixtures.root)/.build/golden/\(name).\(kind).png"
  }

  static func makeFolder(of path: String) throws {
    try FileManager.default.createDirectory(
      atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
  }

  static func leave(_ bitmap: Bitmap, at path: String) {
    try? makeFolder(of: path)
    try? PNGEncoder(effort: .fast).write(bitmap, to: path)
  }

  static func text(_ pixel: Pixel) -> String { "(\(pixel.red) \(pixel.green) \(pixel.blue) \(pixel.alpha))" }
}
