import TestSupport
import Testing
import VectorGeometry

@Suite struct StrokeOutlinerTests {
  /// Checks ink against the definition of a round pen: all points within half a width of the path, no others.
  func expectRoundInk(
    _ path: Path, width: Double, points: Int = 400, seed: UInt64 = 1, slack: Double = 0.11,
    _ note: String = "", sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let lines = outline(path, Stroke(width: width, cap: .round, join: .round))
    let chains = samples(of: path)
    let box = path.controlBounds!.insetBy(dx: -width, dy: -width)
    var random = SeededRandom(seed: seed)
    for _ in 0..<points {
      let point = Point(random.double(in: box.minX...box.maxX), random.double(in: box.minY...box.maxY))
      let away = distance(from: point, to: chains) - width / 2
      guard abs(away) > slack else { continue }
      let winding = winding(of: lines, around: point)
      // No piece of an outline may count the other way: it would cut a hole into its neighbours.
      #expect(winding <= 0, "\(note) \(point)", sourceLocation: sourceLocation)
      #expect((winding != 0) == (away < 0), "\(note) \(point) away \(away)", sourceLocation: sourceLocation)
    }
  }

  @Test func `round strokes of random paths ink exactly what the pen covers`() {
    for seed in 1...60 {
      var random = SeededRandom(seed: UInt64(seed))
      let path = randomPath(&random, steps: 4)
      for width in [1.0, 8, 60] {
        expectRoundInk(path, width: width, seed: UInt64(seed), "seed \(seed) width \(width)")
      }
    }
  }

  @Test func `a circle much smaller than the pen is a full disc`() {
    for radius in [0.01, 0.5, 2, 14.9, 15.1] {
      expectRoundInk(.circle(center: Point(50, 50), radius: radius), width: 30, points: 1500, "radius \(radius)")
    }
  }

  @Test func `a turn tighter than the pen has no hole`() {
    for height in [0.0, 0.5, 3, 8, 20] {
      let turn = Path([
        .move(to: Point(0, 0)),
        .cubic(to: Point(0, height), control1: Point(60, 0), control2: Point(60, height)),
      ])
      expectRoundInk(turn, width: 24, points: 1500, "height \(height)")
    }
    let cusp = Path([
      .move(to: Point(0, 0)), .cubic(to: Point(60, 0), control1: Point(60, 60), control2: Point(0, 60)),
    ])
    expectRoundInk(cusp, width: 20, points: 1500)
  }

  @Test func `a segment without length is a dot, an upright square or nothing`() {
    for path in [Path.line(from: Point(50, 50), to: Point(50, 50)), Path([.move(to: Point(50, 50)), .close])] {
      let dot = outline(path, Stroke(width: 20, cap: .round))
      #expect(abs(abs(area(of: dot)) - .pi * 100) < 0.2)
      let square = outline(path, Stroke(width: 20, cap: .square))
      #expect(abs(area(of: square)) == 400)
      #expect(winding(of: square, around: Point(41, 59)) != 0)
      #expect(outline(path, Stroke(width: 20)).points.isEmpty)
    }
    #expect(outline(Path([.move(to: Point(10, 10))]), Stroke(width: 20, cap: .round)).points.isEmpty)
  }

  @Test func `a butt cap ends at the endpoint`() {
    let lines = outline(.line(from: Point(10, 10), to: Point(30, 10)), Stroke(width: 4))
    #expect(abs(area(of: lines)) == 80)
    #expect(lines.points.map(\.x).max() == 30)
  }
}
