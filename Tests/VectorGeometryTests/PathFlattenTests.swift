import TestSupport
import Testing
import VectorGeometry

@Suite struct PathFlattenTests {
  @Test(arguments: [1e-3, 0.1, 1, 30, 1e4]) func `the tolerance holds after the transform at any scale`(scale: Double) {
    for seed in 1...10 {
      var random = SeededRandom(seed: UInt64(seed))
      let path = randomPath(&random, steps: 3)
      let transform = AffineTransform(scaleX: scale, y: scale).rotated(by: 0.3)
      let lines = flattened(path, transform: transform)
      let curve = samples(of: path.applying(transform), perCurve: scale > 100 ? 20_000 : 2000)
      var worst = 0.0
      for contour in 0..<lines.contourCount {
        // All vertices at small scales, some at large ones.
        let range = lines.range(ofContour: contour)
        for index in stride(from: range.lowerBound, to: range.upperBound, by: max(1, range.count / 40)) {
          worst = max(worst, distance(from: lines.points[index], to: curve))
        }
      }
      #expect(worst < 0.05, "seed \(seed)")
      let chains = (0..<lines.contourCount).map { contour in
        let points = Array(lines.points[lines.range(ofContour: contour)])
        return lines.isClosed(contour: contour) ? points + [points[0]] : points
      }
      worst = 0
      for chain in curve {
        for index in stride(from: 0, to: chain.count, by: 97) {
          worst = max(worst, distance(from: chain[index], to: chains))
        }
      }
      #expect(worst < 0.0501, "seed \(seed)")
    }
  }

  @Test func `lines keep the area of the curves`() {
    for radius in [3.0, 40, 1000] {
      let circle = Path.circle(center: Point(5, 5), radius: radius)
      // Green's theorem on the four cubics gives 3.1420… r² rather than π r².
      let exact = area(of: flattened(circle, tolerance: 1e-7))
      let chords = 4.0 * (0.75 * radius * 0.45 / 0.05).squareRoot()
      let lines = area(of: flattened(circle))
      // Chords alone would lose a tolerance's two thirds on the whole circumference.
      #expect(abs(lines - exact) < 2 * .pi * radius * 0.05 * 5 / chords, "\(radius)")
    }
  }

  @Test func `a cubic whose second control point is its end keeps its bulge`() {
    let path = Path([
      .move(to: Point(11.71726, 9.07143)),
      .cubic(
        to: Point(18.142854, 19.27679), control1: Point(1.889879, 13.22917), control2: Point(18.142854, 19.27679)),
    ])
    let lines = flattened(path)
    #expect(lines.points.count > 5)
    for point in samples(of: path)[0] {
      #expect(distance(from: point, to: [Array(lines.points)]) < 0.05)
    }
  }

  @Test func `quadratics and cubics of the same shape agree`() {
    let start = Point(1, 2), control = Point(50, -30), end = Point(90, 70)
    let quad = Path([.move(to: start), .quad(to: end, control: control), .close])
    let cubic = Path([
      .move(to: start),
      .cubic(to: end, control1: start.lerp(to: control, 2.0 / 3), control2: end.lerp(to: control, 2.0 / 3)),
      .close,
    ])
    #expect(abs(area(of: flattened(quad)) - area(of: flattened(cubic))) < 0.05)
    #expect(abs(flattened(quad).points.count - flattened(cubic).points.count) <= 1)
  }

  @Test func `a clip keeps the windings inside it and bounds the work`() {
    let clip = Rect(0, 0, 200, 200)
    for scale in [1e3, 1e6, 1e9, 1e15] {
      var random = SeededRandom(seed: 7)
      for _ in 0..<5 {
        var path = Path([.move(to: Point(100, 100))])
        for _ in 0..<3 {
          func far() -> Point { Point(random.double(in: -scale...scale), random.double(in: -scale...scale)) }
          path.addCubic(to: far(), control1: far(), control2: far())
        }
        path.close()
        let lines = flattened(path, clip: clip)
        #expect(lines.points.count < 100_000)
        guard scale < 1e5 else { continue }
        let whole = flattened(path)
        for _ in 0..<50 {
          let point = Point(random.double(in: 0...200), random.double(in: 0...200))
          guard distance(from: point, to: [Array(whole.points) + [whole.points[0]]]) > 0.2 else { continue }
          #expect(winding(of: lines, around: point) == winding(of: whole, around: point))
        }
      }
    }
  }

  @Test func `coordinates that are not finite neither trap nor hang`() {
    let values = [0, 1, -1e308, 1e308, .infinity, -.infinity, .nan, .leastNonzeroMagnitude]
    var random = SeededRandom(seed: 3)
    for _ in 0..<300 {
      func point() -> Point { Point(values.randomElement(using: &random)!, values.randomElement(using: &random)!) }
      var path = Path([.move(to: point())])
      path.addCubic(to: point(), control1: point(), control2: point())
      path.addQuad(to: point(), control: point())
      path.addLine(to: point())
      path.close()
      #expect(flattened(path).points.count < 200_000)
      #expect(flattened(path, clip: Rect(0, 0, 100, 100)).points.count < 200_000)
      _ = path.boundingBox
      _ = path.reversed
    }
  }

  @Test(arguments: [1e6, 1e12, 1e100, 1e200, 1e300]) func `a shape of any finite size keeps its winding on the canvas`(
    size: Double
  ) {
    let clip = Rect(0, 0, 100, 100), middle = Point(50.25, 50.75)
    let disc = flattened(.circle(center: .zero, radius: size), clip: clip)
    #expect(winding(of: disc, around: middle) == 1)
    #expect(disc.points.count < 100_000)
    let holed = Path.circle(center: .zero, radius: size).reversed
    #expect(winding(of: flattened(holed, clip: clip), around: middle) == -1)
    // A line across the canvas, and a ring whose inner edge is far away on one side and whose outer edge on the other.
    let line = outline(.line(from: Point(-size, 50), to: Point(size, 50)), Stroke(width: 4), clip: clip)
    #expect(winding(of: line, around: Point(50, 51.5)) != 0)
    #expect(winding(of: line, around: Point(50, 52.5)) == 0)
    let ring = outline(.circle(center: .zero, radius: size), Stroke(width: 0.5 * size), clip: clip)
    #expect(winding(of: ring, around: middle) == 0)
    let wide = outline(.circle(center: .zero, radius: size), Stroke(width: 2.5 * size), clip: clip)
    #expect(winding(of: wide, around: middle) != 0)
  }
}
