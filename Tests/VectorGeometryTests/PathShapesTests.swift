import Foundation
import TestSupport
import Testing
import VectorGeometry

@Suite struct PathShapesTests {
  struct Arcs: Decodable {
    struct Case: Decodable {
      let kind: String
      let center: [Double]?, radius: Double?, start: ArcStart?, end: Double?
      let clockwise: Bool?, sweep: Double?, p0: [Double]?, p1: [Double]?, cubics: Int?
      let origin: Double?, dest: Double?
      let rect: [Double]?, corners: [[Double]]?, firstControl: [Double]?
    }
    enum ArcStart: Decodable {
      case angle(Double), point([Double])
      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let angle = try? container.decode(Double.self) {
          self = .angle(angle)
        } else {
          self = .point(try container.decode([Double].self))
        }
      }
    }
    let tolerance: Double
    let cases: [Case]
  }

  static let arcs = try? JSONDecoder().decode(
    Arcs.self, from: Data(contentsOf: URL(fileURLWithPath: Fixtures.path("vectors/arcs.json"))))

  @Test func `arcs have the documented sweep, ends and number of cubics`() throws {
    let vectors = try #require(Self.arcs)
    var checked = 0
    for item in vectors.cases where item.kind == "arc" {
      guard case .angle(let start)? = item.start else {
        Issue.record("no start angle")
        continue
      }
      let center = try #require(item.center), p0 = try #require(item.p0), p1 = try #require(item.p1)
      let path = Path.arc(
        center: Point(center[0], center[1]), radius: try #require(item.radius), startAngle: start,
        endAngle: try #require(item.end), clockwise: item.clockwise == true)
      let elements = Array(path.elements)
      #expect(elements.count == 1 + (try #require(item.cubics)))
      guard case .move(let first)? = elements.first else {
        Issue.record("no move")
        continue
      }
      #expect(first.distance(to: Point(p0[0], p0[1])) < 1e-9)
      // The vectors keep twelve digits of the angles, so a full turn's other end may be 1e-11 away.
      #expect(try #require(path.currentPoint).distance(to: Point(p1[0], p1[1])) < 1e-9)
      checked += 1
    }
    #expect(checked > 40)
  }

  @Test func `the sweep of the first article's arc is right for every progress`() throws {
    let vectors = try #require(Self.arcs)
    var checked = 0
    for item in vectors.cases where item.kind == "article001" {
      let path = Path.arc(
        center: .zero, radius: 1, startAngle: try #require(item.origin), endAngle: try #require(item.dest),
        clockwise: false)
      let sweep = try #require(item.sweep)
      // A sector from the centre has an area of half the sweep.
      var sector = Path([.move(to: .zero)])
      sector.addArc(
        center: .zero, radius: 1, startAngle: try #require(item.origin), endAngle: try #require(item.dest),
        clockwise: false)
      #expect(abs(area(of: flattened(sector, tolerance: 1e-6)) - sweep / 2) < 1e-3)
      #expect(path.elements.filter { if case .cubic = $0 { true } else { false } }.count >= 1)
      checked += 1
    }
    #expect(checked == 21)
  }

  @Test func `an ellipse starts at its right end and runs clockwise`() throws {
    let item = try #require(Self.arcs?.cases.first { $0.kind == "ovalIn" })
    let rect = try #require(item.rect), corners = try #require(item.corners), control = try #require(item.firstControl)
    let elements = Array(Path.ellipse(in: Rect(rect[0], rect[1], rect[2], rect[3])).elements)
    #expect(elements.count == 6)
    #expect(elements[0] == .move(to: Point(corners[0][0], corners[0][1])))
    for index in 1...4 {
      guard case .cubic(let end, let control1, _) = elements[index] else {
        Issue.record("no cubic")
        continue
      }
      #expect(end.distance(to: Point(corners[index][0], corners[index][1])) < 1e-9)
      if index == 1 { #expect(control1.distance(to: Point(control[0], control[1])) < 1e-9) }
    }
    #expect(elements[5] == .close)
  }

  @Test func `a negative or NaN radius draws nothing`() {
    #expect(Path.circle(center: .zero, radius: -6.4).isEmpty)
    #expect(Path.circle(center: .zero, radius: .nan).isEmpty)
    #expect(Path.arc(center: .zero, radius: -1, startAngle: 0, endAngle: 1, clockwise: true).isEmpty)
    #expect(Path.arc(center: .zero, radius: 1, startAngle: .nan, endAngle: 1, clockwise: true).isEmpty)
  }

  @Test func `a rounded rectangle keeps unchosen corners square and cuts the radius`() {
    let rect = Rect(0, 0, 40, 20)
    // Four cubics differ from a circle's area by up to 3e-4 of it.
    let all = area(of: flattened(Path.roundedRect(rect, radius: 8), tolerance: 1e-4))
    #expect(abs(all - (800 - (4 - .pi) * 64)) < 0.06)
    let one = area(of: flattened(Path.roundedRect(rect, radius: 8, corners: .bottomLeft), tolerance: 1e-4))
    #expect(abs(one - (800 - (4 - .pi) * 16)) < 0.02)
    let most = area(of: flattened(Path.roundedRect(rect, radius: 99), tolerance: 1e-4))
    #expect(abs(most - (800 - (4 - .pi) * 100)) < 0.1)
    #expect(Path.roundedRect(rect, radius: 0) == Path.rect(rect))
  }

  @Test func `an arc between tangents touches both lines`() throws {
    var path = Path([.move(to: Point(0, 0))])
    path.addArc(tangent1: Point(10, 0), tangent2: Point(10, 10), radius: 4)
    #expect(try #require(path.currentPoint).distance(to: Point(10, 4)) < 1e-12)
    let box = try #require(path.boundingBox)
    #expect(abs(box.maxX - 10) < 1e-9 && abs(box.minY) < 1e-9)
    for chain in samples(of: path) {
      for point in chain where point.x > 6 { #expect(abs(point.distance(to: Point(6, 4)) - 4) < 2e-3) }
    }
    var straight = Path([.move(to: Point(0, 0))])
    straight.addArc(tangent1: Point(5, 0), tangent2: Point(9, 0), radius: 4)
    #expect(straight == Path.line(from: .zero, to: Point(5, 0)))
  }

  @Test func `the bounding box is tight`() throws {
    let circle = try #require(Path.circle(center: Point(3, 4), radius: 10).boundingBox)
    #expect(abs(circle.minX + 7) < 1e-9 && abs(circle.maxY - 14) < 1e-9)
    for seed in 1...50 {
      var random = SeededRandom(seed: UInt64(seed))
      let path = randomPath(&random)
      let box = try #require(path.boundingBox)
      let points = samples(of: path).joined()
      let xs = points.map(\.x), ys = points.map(\.y)
      #expect(abs(box.minX - xs.min()!) < 0.01 && box.minX <= xs.min()! + 1e-9, "seed \(seed)")
      #expect(abs(box.maxX - xs.max()!) < 0.01 && box.maxX >= xs.max()! - 1e-9, "seed \(seed)")
      #expect(abs(box.minY - ys.min()!) < 0.01 && box.minY <= ys.min()! + 1e-9, "seed \(seed)")
      #expect(abs(box.maxY - ys.max()!) < 0.01 && box.maxY >= ys.max()! - 1e-9, "seed \(seed)")
    }
  }

  @Test func `reversing twice gives the path back and reversing once negates its area`() {
    for seed in 1...50 {
      var random = SeededRandom(seed: UInt64(seed))
      let path = randomPath(&random)
      #expect(path.reversed.reversed == path, "seed \(seed)")
      let sum = area(of: flattened(path)) + area(of: flattened(path.reversed))
      #expect(abs(sum) < 1e-6, "seed \(seed)")
    }
    #expect(Path().reversed.isEmpty)
  }
}
