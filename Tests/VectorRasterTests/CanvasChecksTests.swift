import CanvasChecks
import Foundation
import TestSupport
import Testing

/// Where the outside pixel checks lie: they are no part of the project.
private let corpora = ProcessInfo.processInfo.environment["ANIMGIF_CORPORA"] ?? "\(Fixtures.root)/../shared/corpora"
private let file = "\(corpora)/wpt-canvas-vectors.json"

@Suite struct CanvasChecksTests {
  @Test(
    .enabled(
      if: FileManager.default.fileExists(atPath: file),
      "skipped: no wpt-canvas-vectors.json in ../shared/corpora beside the package or in ANIMGIF_CORPORA"))
  func `every pixel check of the web platform's canvas tests passes`() throws {
    let tests = try CanvasTest.read([UInt8](Data(contentsOf: URL(fileURLWithPath: file))))
    #expect(tests.reduce(0) { $0 + $1.checkCount } >= 622)
    for test in tests {
      for failure in test.failures() { Issue.record("\(failure)") }
    }
  }

  @Test func `a wrong pixel and a call that can't be played are failures, a right pixel is none`() throws {
    let text = #"""
      [{"file": "f", "name": "t", "log": [["set", "fillStyle", "#0f0"], ["fillRect", 0, 0, 1, 1], ["nonsense", 1]],
        "asserts": [[0, 0, "0,255,0,255", 0], [1, 0, "0,255,0,255", 3], [0, 0, "0,250,0,255", 5]]}]
      """#
    let tests = try CanvasTest.read(Array(text.utf8))
    #expect(tests.map(\.checkCount) == [3])
    #expect(tests[0].failures().count == 2)
    #expect(tests[0].failures()[1].description == "t: pixel (1, 0) is [0, 0, 0, 0], not [0, 255, 0, 255] ± 3")
  }
}
