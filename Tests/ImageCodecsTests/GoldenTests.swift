import Bitmaps
import Foundation
import TestSupport
import Testing

@Suite struct GoldenTests {
  /// Every `.swift` file under `Tests`, as one text.
  private static let testSources: String = {
    let files = FileManager.default.enumerator(atPath: Fixtures.root + "/Tests")?.compactMap { $0 as? String } ?? []
    return files.filter { $0.hasSuffix(".swift") }.map { name in
      (try? String(contentsOfFile: "\(Fixtures.root)/Tests/\(name)", encoding: .utf8)) ?? ""
    }.joined(separator: "\n")
  }()

  @Test func `every golden belongs to a test`() {
    #expect(Self.testSources.contains("func golden("), "the sources were not found")
    let unused = Goldens.names.filter { name in
      let suite = name.prefix { $0 != "/" }
      return !Self.testSources.contains("\"\(name)\"") && !Self.testSources.contains("in: \"\(suite)\")")
    }
    #expect(unused.isEmpty, "remove these files from Fixtures/golden, or test them")
  }

  @Test func `all channels of a golden are compared and its file is what was drawn`() {
    golden(Self.colorWheel, "GoldenTests/all-alphas")
  }

  @Test func `one step in one channel of one pixel is a mismatch`() {
    var changed = Self.colorWheel
    changed[15, 100].bits ^= 1 << 24
    withKnownIssue {
      compareGolden(changed, "GoldenTests/all-alphas")
    } matching: { issue in
      issue.comments.contains { $0.rawValue.contains("1 of 2048 pixels differ, by up to 1; first (15, 100)") }
    }
  }

  @Test func `a missing golden is a failure`() {
    withKnownIssue { compareGolden(Self.colorWheel, ["GoldenTests", "missing"].joined(separator: "/")) }
  }

  /// All alphas, two in a row, with eight colours each.
  private static let colorWheel: Bitmap = {
    var bitmap = Bitmap(width: 16, height: 128)
    for y in 0..<128 {
      for x in 0..<16 {
        let (r, g, b) = (UInt8(x & 1) * 255, UInt8(x >> 1 & 1) * 200, UInt8(x >> 2 & 1) * 100)
        bitmap[x, y] = Pixel(red: r, green: g, blue: b, alpha: UInt8(2 * y + (x >> 3))).premultiplied
      }
    }
    return bitmap
  }()
}
