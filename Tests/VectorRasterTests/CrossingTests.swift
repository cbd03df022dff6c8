import Bitmaps
import TestSupport
import Testing
import VectorGeometry
import VectorRaster

/// Pixels in which edges cross or shapes overlap, against the exact coverage.
@Suite struct CrossingTests {
  /// The largest and the root mean square difference, in levels of 255, between the kernels' coverage and the exact one.
  static func difference(_ contours: [[Point]], rule: FillRule, width: Int, height: Int) -> (
    largest: Double, rms: Double
  ) {
    let mask = RasterizerTests.coverage(contours, rule: rule, width: width, height: height)
    let exact = ExactCoverage(contours)
    var largest = 0.0, squares = 0.0
    for y in 0..<height {
      for x in 0..<width {
        let difference = abs(Double(mask[x, y]) - exact.share(x: x, y: y, rule: rule) * 255)
        largest = max(largest, difference)
        squares += difference * difference
      }
    }
    return (largest, (squares / Double(width * height)).squareRoot())
  }

  static func randomContours(_ random: inout SeededRandom, size: Double, contours: Int, vertices: ClosedRange<Int>)
    -> [[Point]]
  {
    (0..<contours).map { _ in
      (0..<random.int(in: vertices)).map { _ in
        // Some vertices on pixel borders and corners.
        func coordinate() -> Double {
          let value = random.double(in: -0.2 * size...1.2 * size)
          return random.int(in: 0...5) == 0 ? value.rounded() : value
        }
        return Point(coordinate(), coordinate())
      }
    }
  }

  @Test(arguments: FillRule.allCases) func `random polygons are covered as they should be`(rule: FillRule) {
    for seed in 0..<300 {
      var random = SeededRandom(seed: UInt64(seed))
      let size = [2.0, 5, 12][seed % 3]
      let contours = Self.randomContours(&random, size: size, contours: 1 + seed % 4, vertices: 3...9)
      let (largest, rms) = Self.difference(contours, rule: rule, width: Int(size), height: Int(size))
      #expect(largest < 12, "seed \(seed)")
      #expect(rms < 3, "seed \(seed)")
    }
  }

  @Test(arguments: FillRule.allCases) func `upright rectangles over each other are exact`(rule: FillRule) {
    for seed in 0..<200 {
      var random = SeededRandom(seed: UInt64(seed))
      let contours = (0..<random.int(in: 2...4)).map { _ in
        let x = random.double(in: -1...4), y = random.double(in: -1...4)
        let rectangle = RasterizerTests.rectangle(
          x, y, x + random.double(in: 0.05...4), y + random.double(in: 0.05...4))
        return random.int(in: 0...1) == 0 ? rectangle : rectangle.reversed()
      }
      #expect(Self.difference(contours, rule: rule, width: 5, height: 5).largest < 1, "seed \(seed)")
    }
  }

  /// Each shape lies left of a line that comes through a pixel once, with up to four edges there.
  @Test(arguments: FillRule.allCases) func `two lines through a pixel are exact, whatever their corners`(rule: FillRule)
  {
    for seed in 0..<300 {
      var random = SeededRandom(seed: UInt64(seed))
      let step = [0.02, 0.3, 1, 10][seed % 4]
      let contours = (0..<2).map { _ in
        var points = [Point(-90, 5), Point(-90, -1)]
        let direction = random.int(in: 0...1) == 0 ? -1.0 : 1
        var point = Point(2 - direction * random.double(in: 0...4) * step, -1)
        while point.y < 5 {
          points.append(point)
          point.x += direction * random.double(in: 0...step)
          point.y += random.double(in: 0.34...1)
        }
        points.append(Point(point.x, 5))
        return random.int(in: 0...1) == 0 ? points : points.reversed()
      }
      #expect(Self.difference(contours, rule: rule, width: 4, height: 4).largest < 0.75, "seed \(seed)")
    }
  }
}
