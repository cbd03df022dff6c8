import Foundation
import TestSupport
import Testing
import VectorGeometry

@Suite struct PathMeasureTests {
  struct Trims: Decodable {
    struct Case: Decodable {
      let path: String, elements: String, totalLength: Double, strokeStart: Double, strokeEnd: Double
      let empty: Bool, length: Double, from: [Double]?, to: [Double]?
    }
    let tolerance: Double
    let cases: [Case]
  }

  /// Returns the path that a vector names.
  func path(_ item: Trims.Case) throws -> Path {
    switch item.path {
    case "oval r20 at 50,50": .ellipse(in: Rect(30, 30, 40, 40))
    case "article 000 progress ring":
      .arc(center: Point(50, 50), radius: 50, startAngle: -.pi / 2, endAngle: 1.5 * .pi, clockwise: true)
    default: try Path(svg: item.elements)
    }
  }

  @Test func `lengths and ends of trimmed paths are right`() throws {
    let vectors = try JSONDecoder().decode(
      Trims.self, from: Data(contentsOf: URL(fileURLWithPath: Fixtures.path("vectors/stroke_trim.json"))))
    #expect(vectors.cases.count == 36)
    for item in vectors.cases {
      let path = try path(item)
      let note = "\(item.path) \(item.strokeStart)…\(item.strokeEnd)"
      #expect(abs(path.length - item.totalLength) < vectors.tolerance, "\(note)")
      let start = min(max(item.strokeStart, 0), 1), end = min(max(item.strokeEnd, 0), 1)
      let part = path.trimmed(from: start, to: end)
      #expect(part.isEmpty == item.empty, "\(note)")
      #expect(abs(part.length - item.length) < vectors.tolerance, "\(note)")
      guard let from = item.from, let to = item.to else { continue }
      let measure = PathMeasure(part)
      // A quarter of the two lines is the end of the first one, of which no part is left; the second one's start is drawn.
      let isBetween = item.path == "two lines" && start == 0.25
      let first = isBetween ? Point(100, 100) : Point(from[0], from[1])
      #expect(try #require(measure.point(atFraction: 0)).distance(to: first) < vectors.tolerance, "\(note)")
      #expect(try #require(measure.point(atFraction: 1)).distance(to: Point(to[0], to[1])) < vectors.tolerance)
    }
  }

  @Test func `lengths are right on any curve, cusps included`() {
    var curves = [
      // A cusp, a straight line there and back, a loop, a nearly straight one, one with both handles at its ends.
      [Point(0, 0), Point(100, 100), Point(0, 100), Point(100, 0)],
      [Point(0, 0), Point(300, 0), Point(-200, 0), Point(100, 0)],
      [Point(0, 0), Point(200, 100), Point(-100, 100), Point(100, 0)],
      [Point(0, 0), Point(30, 1e-6), Point(60, -1e-6), Point(100, 0)],
      [Point(0, 0), Point(0, 0), Point(100, 3), Point(100, 3)],
    ]
    var random = SeededRandom(seed: 5)
    for _ in 0..<60 {
      curves.append((0..<4).map { _ in Point(random.double(in: -500...500), random.double(in: -500...500)) })
    }
    for (index, p) in curves.enumerated() {
      let path = Path([.move(to: p[0]), .cubic(to: p[3], control1: p[1], control2: p[2])])
      // Chords are short by h²; two counts give the limit.
      let chains = [100_000, 200_000].map { samples(of: path, perCurve: $0)[0] }
      let lengths = chains.map { chain in zip(chain, chain.dropFirst()).reduce(0.0) { $0 + $1.0.distance(to: $1.1) } }
      let exact = lengths[1] + (lengths[1] - lengths[0]) / 3
      #expect(abs(path.length - exact) < 1e-4, "curve \(index)")
      // Any part has its share of the length.
      for (from, to) in [(0.0, 0.3), (0.21, 0.22), (0.499, 0.501), (0.6, 1.0)] {
        #expect(abs(path.trimmed(from: from, to: to).length - (to - from) * exact) < 1e-3, "curve \(index)")
      }
    }
  }

  @Test func `a window that leaves the path wraps round and is joined on a closed path`() throws {
    let circle = Path.circle(center: .zero, radius: 10)
    for start in [0.75, -0.25, 5.75] {
      let part = circle.trimmed(from: start, to: start + 0.5)
      #expect(part.elements.filter { if case .move = $0 { true } else { false } }.count == 1)
      #expect(abs(part.length - circle.length / 2) < 1e-4)
      let measure = PathMeasure(part)
      #expect(try #require(measure.point(atFraction: 0)).distance(to: Point(0, -10)) < 1e-4)
      #expect(try #require(measure.point(atFraction: 0.5)).distance(to: Point(10, 0)) < 1e-3)
    }
    let open = Path.polyline([Point(0, 0), Point(10, 0), Point(10, 10)]).trimmed(from: 0.75, to: 1.25)
    #expect(open.elements.filter { if case .move = $0 { true } else { false } }.count == 2)
    #expect(circle.trimmed(from: 0.3, to: 1.3) == circle)
  }

  @Test func `a closed subpath wholly inside the window stays closed`() {
    var path = Path.line(from: .zero, to: Point(100, 0))
    path.append(.rect(Rect(0, 10, 50, 50)))
    let part = path.trimmed(from: 0.1, to: 1)
    #expect(Array(part.elements).last == .close)
    #expect(abs(part.length - 270) < 1e-9)
  }

  @Test func `empty, reversed and unlimited windows give nothing`() {
    let path = Path.circle(center: .zero, radius: 10)
    #expect(path.trimmed(from: 0.8, to: 0.2).isEmpty)
    #expect(path.trimmed(from: 0.5, to: 0.5).isEmpty)
    #expect(path.trimmed(from: .nan, to: 0.5).isEmpty)
    #expect(path.trimmed(from: 0, to: .infinity).isEmpty)
    #expect(Path().trimmed(from: 0, to: 0.5).isEmpty)
    #expect(PathMeasure(Path()).point(atFraction: 0.5) == nil)
  }

  @Test func `curves stay curves of their kind`() {
    let path = Path([
      .move(to: .zero), .quad(to: Point(50, 0), control: Point(25, 40)),
      .cubic(to: Point(100, 0), control1: Point(60, 30), control2: Point(90, 30)),
    ])
    let kinds = path.trimmed(from: 0.1, to: 0.9).elements.map { element in
      switch element {
      case .move: "M"
      case .line: "L"
      case .quad: "Q"
      case .cubic: "C"
      case .close: "Z"
      }
    }
    #expect(kinds == ["M", "Q", "C"])
  }

  @Test func `tangents are unit vectors along the path`() throws {
    let measure = PathMeasure(.circle(center: .zero, radius: 10))
    for index in 0..<16 {
      let fraction = Double(index) / 16
      let tangent = try #require(measure.tangent(atFraction: fraction))
      let expected = Vector(angle: fraction * 2 * .pi + .pi / 2)
      #expect(abs(tangent.length - 1) < 1e-12)
      #expect(tangent.dot(expected) > 0.9999, "\(fraction)")
    }
    // A handle without length at the start.
    let cusp = PathMeasure(
      Path([.move(to: .zero), .cubic(to: Point(10, 0), control1: .zero, control2: Point(10, 0))]))
    #expect(try #require(cusp.tangent(atFraction: 0)).dx > 0.999)
    #expect(try #require(cusp.tangent(atFraction: 1)).dx > 0.999)
  }

  @Test func `coordinates that are not finite neither trap nor hang`() {
    let values = [0, 1, -1e308, 1e308, 1e150, .infinity, .nan, .leastNonzeroMagnitude]
    var random = SeededRandom(seed: 9)
    for _ in 0..<200 {
      func point() -> Point { Point(values.randomElement(using: &random)!, values.randomElement(using: &random)!) }
      var path = Path([.move(to: point())])
      path.addCubic(to: point(), control1: point(), control2: point())
      path.addQuad(to: point(), control: point())
      path.addLine(to: point())
      _ = path.trimmed(from: 0.2, to: 0.7)
      _ = path.dashed(Dash([1, 2]))
      _ = path.dashed(Dash([1e300, 1e-300]))
      _ = path.interpolated(to: .circle(center: point(), radius: 3), progress: 0.3, mode: .resample)
      _ = outline(path, Stroke(width: 3, cap: .round, join: .round, dash: Dash([3, 1])))
    }
  }
}
