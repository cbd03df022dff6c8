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

  /// The pieces of a curve tighter than the pen used to meet on the centre line, which made every pixel of the disc a crossing.
  @Test func `where the pen is wider than the curve no line goes back to the centre line`() {
    for radius in [20.0, 60] {
      let lines = outline(.circle(center: Point(0, 0), radius: radius), Stroke(width: 2.4 * radius))
      let box = (0.9 * radius)...(1.1 * radius)
      let onCentreLine = lines.points.count { box.contains(($0 - Point(0, 0)).length) }
      #expect(onCentreLine <= 8, "radius \(radius): \(onCentreLine)")
      expectRoundInk(.circle(center: Point(0, 0), radius: radius), width: 2.4 * radius)
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

  @Test(arguments: [Join.miter, .bevel]) func `sharp joins keep every segment whole and stay within their reach`(
    join: Join
  ) {
    for seed in 1...60 {
      var random = SeededRandom(seed: UInt64(seed))
      let path = randomPath(&random, steps: 4)
      for width in [1.0, 10, 50] {
        let stroke = Stroke(width: width, cap: .square, join: join, miterLimit: 3)
        let lines = outline(path, stroke)
        let chains = samples(of: path, perCurve: 200)
        let reach = width / 2 * (join == .miter ? 3 : 1.4143)
        let box = path.controlBounds!.insetBy(dx: -2 * width, dy: -2 * width)
        for _ in 0..<100 {
          let point = Point(random.double(in: box.minX...box.maxX), random.double(in: box.minY...box.maxY))
          let winding = winding(of: lines, around: point)
          #expect(winding <= 0, "seed \(seed) width \(width) \(point)")
          if winding != 0 {
            #expect(distance(from: point, to: chains) < reach + 0.11, "seed \(seed) width \(width) \(point)")
          }
        }
        // A point beside the middle of a sample step is inked if no other part of the path is nearer: a sharp join may cut there.
        for chain in chains {
          for index in stride(from: 7, to: chain.count, by: 31) {
            let way = chain[index] - chain[index - 1]
            guard way.length > 1e-3 else { continue }
            let across = way.turnedClockwise * (0.49 * (width - 0.2) / way.length)
            let middle = chain[index].lerp(to: chain[index - 1], 0.5)
            for point in [middle + across, middle - across]
            where distance(from: point, to: chains) > across.length - 1e-3 {
              #expect(winding(of: lines, around: point) != 0, "seed \(seed) width \(width) \(point)")
            }
          }
        }
      }
    }
  }

  @Test(arguments: [0.01, 1, 100]) func `the outline is as exact as asked at any scale`(scale: Double) {
    for seed in 1...12 {
      var random = SeededRandom(seed: UInt64(seed))
      let path = randomPath(&random, steps: 2)
      let transform = AffineTransform(scaleX: scale, y: -scale).rotated(by: 1)
      let lines = outline(path, Stroke(width: 9, cap: .round, join: .round), transform: transform)
      let chains = samples(of: path.applying(transform), perCurve: scale > 10 ? 5000 : 1000)
      for index in stride(from: 0, to: lines.points.count, by: max(1, lines.points.count / 150)) {
        // Vertices lie on the pen's edge or, on the inner side of tight turns, within it.
        #expect(distance(from: lines.points[index], to: chains) < 4.5 * scale + 0.1, "seed \(seed)")
      }
    }
  }

  @Test func `the amount of ink is the width times the length`() {
    let way = Path.line(from: Point(3.3, 7.1), to: Point(93.3, 37.1))
    let circle = Path.circle(center: Point(50, 50), radius: 40)
    for width in [0.02, 0.2, 0.5, 1, 4] {
      let line = -area(of: outline(way, Stroke(width: width)))
      #expect(abs(line / (width * way.length) - 1) < 1e-9, "\(width)")
      let ring = -area(of: outline(circle, Stroke(width: width)))
      #expect(abs(ring / (width * circle.length) - 1) < 1e-3, "\(width)")
    }
    let wide = outline(.line(from: .zero, to: Point(1, 0)), Stroke(width: 10_000, cap: .round))
    #expect(abs(-area(of: wide) / (25e6 * Double.pi + 1e4) - 1) < 1e-5)
  }

  @Test func `a non-uniform transform reshapes the pen`() {
    let scale = AffineTransform(scaleX: 2, y: 1)
    let stroke = Stroke(width: 10, cap: .round)
    let horizontal = outline(.line(from: Point(20, 50), to: Point(80, 50)), stroke, transform: scale).points
    let height = horizontal.map(\.y).max()! - horizontal.map(\.y).min()!
    #expect(abs(height - 10) < 0.2)
    #expect(abs(horizontal.map(\.x).max()! - 170) < 0.1)
    let vertical = outline(.line(from: Point(50, 20), to: Point(50, 80)), stroke, transform: scale).points
    let breadth = vertical.map(\.x).max()! - vertical.map(\.x).min()!
    #expect(abs(breadth - 20) < 0.2)
    #expect(abs(vertical.map(\.y).max()! - 85) < 0.1)
    // A transform that flattens the plane leaves a line, which has no ink.
    let flat = outline(
      .circle(center: .zero, radius: 9), stroke, transform: AffineTransform(a: 1, b: 2, c: 2, d: 4, tx: 0, ty: 0))
    #expect(abs(area(of: flat)) < 1e-6)
  }

  @Test func `reversing a path changes no ink`() {
    for seed in 1...20 {
      var random = SeededRandom(seed: UInt64(seed))
      let path = randomPath(&random, steps: 3)
      let stroke = Stroke(width: 12, cap: .round, join: .miter)
      let forwards = inkArea(of: outline(path, stroke), step: 0.05)
      let backwards = inkArea(of: outline(path.reversed, stroke), step: 0.05)
      #expect(abs(forwards - backwards) < 0.002 * forwards, "seed \(seed)")
    }
  }

  @Test func `a clip changes no ink inside it and bounds the work`() {
    let clip = Rect(0, 0, 200, 200)
    for extent in [1e3, 1e5, 1e9, 1e14] {
      var random = SeededRandom(seed: 11)
      for round in 0..<6 {
        func far() -> Point { Point(random.double(in: -extent...extent), random.double(in: -extent...extent)) }
        var path = Path([.move(to: far())])
        path.addCubic(to: Point(100, 100), control1: far(), control2: far())
        path.addCubic(to: far(), control1: far(), control2: far())
        path.addLine(to: far())
        if round.isMultiple(of: 2) { path.close() }
        let dash = round % 3 == 0 ? Dash([7, 9, 3, 2], phase: -2) : nil
        let stroke = Stroke(width: 30, cap: .round, join: .miter, miterLimit: 4, dash: dash)
        let transform =
          round < 3 ? AffineTransform.identity : AffineTransform(a: 1, b: 0.2, c: 0.4, d: 0.8, tx: 3, ty: 4)
        let lines = outline(path, stroke, transform: transform, clip: clip)
        #expect(lines.points.count < 50_000, "\(extent)")
        guard extent < 1e4 else { continue }
        let whole = outline(path, stroke, transform: transform)
        for _ in 0..<200 {
          let point = Point(random.double(in: 0...200), random.double(in: 0...200))
          #expect(
            (winding(of: lines, around: point) != 0) == (winding(of: whole, around: point) != 0), "\(extent) \(point)")
        }
      }
    }
  }

  @Test func `dashes of an endless line are drawn where it is seen`() {
    let path = Path.line(from: Point(-1e9, 50), to: Point(1e9, 50))
    let stroke = Stroke(width: 4, dash: Dash([6, 4]))
    let clock = ContinuousClock()
    var lines = FlattenedPath()
    let time = clock.measure { lines = outline(path, stroke, clip: Rect(0, 0, 100, 100)) }
    #expect(time < .milliseconds(50))
    for x in 0..<100 {
      // 1e9 is a multiple of the period.
      let isOn = x % 10 < 6
      #expect((winding(of: lines, around: Point(Double(x) + 0.5, 50)) != 0) == isOn, "\(x)")
    }
  }

  @Test func `values that are not finite or far too large neither trap nor hang`() {
    let values = [0, 1, -7.5, 1e15, -1e308, .infinity, .nan, .leastNonzeroMagnitude]
    var random = SeededRandom(seed: 13)
    func value() -> Double { values.randomElement(using: &random)! }
    for round in 0..<60 {
      var path = Path([.move(to: Point(value(), value()))])
      path.addCubic(
        to: Point(value(), value()), control1: Point(value(), value()), control2: Point(value(), value()))
      path.addLine(to: Point(value(), value()))
      path.addQuad(to: Point(value(), value()), control: Point(value(), value()))
      path.close()
      let stroke = Stroke(
        width: round.isMultiple(of: 3) ? value() : 2, cap: .allCases.randomElement(using: &random)!,
        join: .allCases.randomElement(using: &random)!, miterLimit: round.isMultiple(of: 4) ? value() : 10)
      let transform =
        round.isMultiple(of: 2)
        ? AffineTransform.identity : AffineTransform(a: value(), b: 1, c: 0, d: value(), tx: value(), ty: 0)
      #expect(outline(path, stroke, transform: transform).points.count < 3_000_000)
      #expect(outline(path, stroke, transform: transform, clip: Rect(0, 0, 99, 99)).points.count < 3_000_000)
    }
  }
}
