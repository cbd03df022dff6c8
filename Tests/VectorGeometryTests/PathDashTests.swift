import TestSupport
import Testing
import VectorGeometry

@Suite struct PathDashTests {
  /// Returns the dashes on a horizontal line from 0 as ranges of x.
  func dashes(_ lengths: [Double], phase: Double = 0, length: Double = 100) -> [[Double]] {
    samples(of: Path.line(from: .zero, to: Point(length, 0)).dashed(Dash(lengths, phase: phase))).map { chain in
      [(chain.first?.x ?? 0), (chain.last?.x ?? 0)].map { ($0 * 1e4).rounded() / 1e4 }
    }
  }

  @Test func `a pattern repeats along a line from its phase`() {
    #expect(dashes([30, 10]) == [[0, 30], [40, 70], [80, 100]])
    #expect(dashes([30, 10], phase: 35) == [[5, 35], [45, 75], [85, 100]])
    #expect(dashes([30, 10], phase: 10) == [[0, 20], [30, 60], [70, 100]])
    #expect(dashes([30, 10], phase: -10) == [[10, 40], [50, 80], [90, 100]])
    #expect(dashes([30, 10], phase: 30 - 4e5) == dashes([30, 10], phase: 30))
    #expect(dashes([30, 10], phase: .nan) == dashes([30, 10]))
  }

  @Test func `an odd number of entries is repeated`() {
    #expect(dashes([20]) == [[0, 20], [40, 60], [80, 100]])
    #expect(dashes([10, 20, 30], length: 130) == [[0, 10], [30, 60], [70, 90], [120, 130]])
  }

  @Test func `patterns that say nothing leave a solid line`() {
    for lengths in [[], [0], [0, 0], [1e-9, 1e-9], [-1, 3], [.nan, 1], [.infinity, 1], [5, 0], [0, 0, 4, 0]] {
      #expect(dashes(lengths) == [[0, 100]], "\(lengths)")
    }
    #expect(dashes([5, 0, 3, 4], length: 20) == [[0, 8], [12, 20]])
    #expect(dashes([3, 4, 5, 0], length: 20) == [[0, 3], [7, 15], [19, 20]])
  }

  @Test func `patterns far too fine for their path end quickly`() {
    let clock = ContinuousClock()
    let curve = Path([
      .move(to: .zero), .cubic(to: Point(1e6, 0), control1: Point(3e5, 1e6), control2: Point(7e5, -1e6)),
    ])
    let time = clock.measure {
      for lengths in [[1e-9, 1e-9], [1e-6], [0, 1e-300], [1e-3, 1e-3]] {
        #expect(curve.dashed(Dash(lengths)) == curve)
        #expect(Path.line(from: .zero, to: Point(1e9, 0)).dashed(Dash(lengths)).elements.map { $0 }.count == 2)
      }
    }
    #expect(time < .milliseconds(50))
    let most = clock.measure { _ = curve.dashed(Dash([curve.length / 49_000, curve.length / 49_000])) }
    #expect(most < .milliseconds(500))
  }

  @Test func `a dash without length is a dot with round caps and turns with the path with square ones`() {
    let line = Path.line(from: .zero, to: Point(40, 30))
    let dots = outline(line, Stroke(width: 8, cap: .round, dash: Dash([0, 12])))
    for index in 0..<5 {
      let center = Point(0.8 * 12 * Double(index), 0.6 * 12 * Double(index))
      #expect(winding(of: dots, around: center + Vector(angle: 1) * 3.9) != 0)
      #expect(winding(of: dots, around: center + Vector(0.8, 0.6) * 6) == 0)
    }
    #expect(abs(abs(area(of: dots)) - 5 * .pi * 16) < 0.5)
    let squares = outline(line, Stroke(width: 4, cap: .square, dash: Dash([0, 12])))
    #expect(winding(of: squares, around: Point(0.8, 0.6) + Vector(-0.6, 0.8) * 1.9 + Vector(0.8, 0.6) * 0.9) != 0)
    let last = samples(of: Path.line(from: .zero, to: Point(120, 0)).dashed(Dash([0, 12]))).count
    #expect(last == 11)
  }

  @Test func `a dash over the start of a closed path is one joined piece`() throws {
    let path = try Path(svg: "M150 50V150H50V50Z")
    for phase in stride(from: -40.0, through: 40, by: 0.5) {
      let chains = samples(of: path.dashed(Dash([15, 18], phase: phase)))
      for chain in chains {
        let length = zip(chain, chain.dropFirst()).reduce(0.0) { $0 + $1.0.distance(to: $1.1) }
        // 400 is no multiple of 33: the first and the last dash may be cut, but not into two pieces at the start.
        #expect(length <= 30 + 1e-9)
      }
      let ends = chains.flatMap { [$0[0], $0[$0.count - 1]] }
      let touching = ends.filter { $0.distance(to: Point(150, 50)) < 1e-9 }
      #expect(touching.count < 2, "phase \(phase)")
    }
    let joined = outline(path, Stroke(width: 20, dash: Dash([15, 18], phase: 7)))
    // The miter's corner: 8 of the first dash lie on one side, 4 of the last one on the other.
    #expect(winding(of: joined, around: Point(159, 41)) != 0)
  }

  @Test func `the pattern begins anew on every subpath`() {
    var path = Path.line(from: .zero, to: Point(25, 0))
    path.append(.line(from: Point(0, 10), to: Point(25, 10)))
    let chains = samples(of: path.dashed(Dash([10, 10])))
    #expect(chains.map { [$0[0].x, $0[1].x] } == [[0, 10], [20, 25], [0, 10], [20, 25]])
  }

  @Test func `dashes of a curve lie on it and have their lengths`() {
    let circle = Path.circle(center: Point(50, 50), radius: 33)
    let dashes = circle.dashed(Dash([1, 3]))
    for (index, chain) in samples(of: dashes, perCurve: 50).enumerated() {
      let length = zip(chain, chain.dropFirst()).reduce(0.0) { $0 + $1.0.distance(to: $1.1) }
      #expect(length < 1.001, "\(index)")
      for point in chain { #expect(abs(point.distance(to: Point(50, 50)) - 33) < 0.01) }
    }
    let ink = outline(circle, Stroke(width: 2, dash: Dash([1, 3])))
    for point in ink.points { #expect(abs(point.distance(to: Point(50, 50)) - 33) < 1.01) }
  }

  @Test func `repeated points change nothing`() {
    let plain = Path.polyline([Point(0, 0), Point(50, 0), Point(50, 40)])
    let doubled = Path.polyline([Point(0, 0), Point(0, 0), Point(50, 0), Point(50, 0), Point(50, 0), Point(50, 40)])
    for dash in [nil, Dash([7, 3]), Dash([7, 0])] {
      let stroke = Stroke(width: 6, cap: .round, join: .round, dash: dash)
      #expect(outline(plain, stroke).points == outline(doubled, stroke).points)
    }
    #expect(
      outline(plain, Stroke(width: 6, dash: Dash([7, 0]))).points == outline(plain, Stroke(width: 6)).points)
  }
}
