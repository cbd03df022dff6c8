import Foundation
import TestSupport
import Testing
import VectorGeometry

@Suite struct PathInterpolationTests {
  struct Morphs: Decodable {
    struct Case: Decodable {
      let note: String, progress: Double
      let subpaths: [Subpath]
    }
    struct Subpath: Decodable {
      let start: [Double], count: Int, ends: [[Double]], firstControls: [[Double]]
    }
    let cases: [Case]
  }

  static func wave(phase: Double, startsTwice: Bool) -> Path {
    let points = (0..<50).map { Point(Double($0) + 25, 3 * sin(0.3 * Double($0) + phase) + 50) }
    return .polyline((startsTwice ? [Point(25, 50)] : []) + points)
  }

  static let tick = Path.polyline([Point(35, 50), Point(45, 62.5), Point(65, 35)])

  /// Returns the two paths that a vector's note names.
  func paths(_ note: String) throws -> (Path, Path) {
    switch note {
    case "article 000 arrow V -> line, a=100 (same elements)":
      (
        .polyline([Point(37.5, 55), Point(50, 75), Point(62.5, 55)]),
        .polyline([Point(25, 50), Point(50, 50), Point(75, 50)])
      )
    case "article 000 stem -> dot (line into 4 arc pieces)":
      (
        .line(from: Point(50, 25), to: Point(50, 72)),
        .arc(center: Point(50, 51), radius: 0.5, startAngle: 0, endAngle: 2 * .pi, clockwise: false)
      )
    case "article 000 wave start (doubled first point) -> wave 1":
      (Self.wave(phase: 0, startsTwice: true), Self.wave(phase: .pi / 2, startsTwice: false))
    case "article 000 wave start -> tick": (Self.wave(phase: 0, startsTwice: true), Self.tick)
    case "article 002 line shortening, a=100":
      (.line(from: Point(20, 0), to: Point(20, 100)), .line(from: Point(20, 40), to: Point(20, 100)))
    case "ellipse -> rect (both four segments)":
      (.circle(center: Point(50, 50), radius: 50), .rect(Rect(0, 0, 100, 100)))
    case "one subpath -> two: the extra grows from its own start":
      (try Path(svg: "M0,0 L10,0"), try Path(svg: "M0,0 L10,0 M5,5 L5,15"))
    default: (.circle(center: Point(50, 50), radius: 20), .circle(center: Point(50, 50), radius: 70))
    }
  }

  /// A path's subpaths: starts and cubics, lines raised, empty closing lines left out.
  func cubics(_ path: Path) -> [(start: Point, curves: [(Point, Point, Point)])] {
    var result: [(start: Point, curves: [(Point, Point, Point)])] = []
    var current = Point.zero
    for element in path.elements {
      var end = current
      switch element {
      case .move(let point):
        result.append((point, []))
        end = point
      case .line(let point):
        end = point
        result[result.count - 1].curves.append((current.lerp(to: end, 1.0 / 3), current.lerp(to: end, 2.0 / 3), end))
      case .quad(let point, let control):
        end = point
        result[result.count - 1].curves.append(
          (current.lerp(to: control, 2.0 / 3), end.lerp(to: control, 2.0 / 3), end))
      case .cubic(let point, let control1, let control2):
        end = point
        result[result.count - 1].curves.append((control1, control2, end))
      case .close:
        end = result[result.count - 1].start
        if current.distance(to: end) > 1e-9 {
          result[result.count - 1].curves.append((current.lerp(to: end, 1.0 / 3), current.lerp(to: end, 2.0 / 3), end))
        }
      }
      current = end
    }
    return result
  }

  @Test func `resampled morphs follow the documented rule`() throws {
    let vectors = try JSONDecoder().decode(
      Morphs.self, from: Data(contentsOf: URL(fileURLWithPath: Fixtures.path("vectors/path_interpolation.json"))))
    #expect(vectors.cases.count == 22)
    for item in vectors.cases {
      let (from, to) = try paths(item.note)
      // At exactly 0 and 1 a path itself comes back; the vectors hold what comes just before.
      let progress = item.progress == 0 ? 1e-12 : item.progress == 1 ? 1 - 1e-12 : item.progress
      let result = cubics(from.interpolated(to: to, progress: progress, mode: .resample))
      #expect(result.count == item.subpaths.count, "\(item.note)")
      for (subpath, expected) in zip(result, item.subpaths) {
        let note = "\(item.note) at \(item.progress)"
        #expect(subpath.start.distance(to: Point(expected.start[0], expected.start[1])) < 1e-9, "\(note)")
        #expect(subpath.curves.count == expected.count, "\(note)")
        for (curve, end) in zip(subpath.curves, expected.ends) {
          #expect(curve.2.distance(to: Point(end[0], end[1])) < 1e-9, "\(note)")
        }
        guard expected.firstControls.count == 2, let first = subpath.curves.first else { continue }
        let controls = expected.firstControls.map { Point($0[0], $0[1]) }
        #expect(first.0.distance(to: controls[0]) < 1e-9 && first.1.distance(to: controls[1]) < 1e-9, "\(note)")
      }
    }
  }

  @Test(arguments: [
    (0.25, [27.5, 50, 30, 53.125, 35.75, 46.914921, 36.5, 47.520445, 53.75, 48.3605, 71.75, 48.15293]),
    (0.5, [30, 50, 35, 56.25, 45.5, 42.943281, 46, 43.346964, 57.5, 43.907, 69.5, 43.76862]),
    (0.75, [32.5, 50, 40, 59.375, 55.25, 38.97164, 55.5, 39.173482, 61.25, 39.4535, 67.25, 39.38431]),
  ]) func `padding pulls the rest of the longer path to the shorter one's last point`(
    progress: Double, expected: [Double]
  ) throws {
    let result = Self.wave(phase: 0, startsTwice: true).interpolated(to: Self.tick, progress: progress)
    let subpath = try #require(cubics(result).first)
    let points = [subpath.start] + subpath.curves.map(\.2)
    #expect(points.count == 51)
    for (index, place) in [0, 1, 2, 3, 26, 50].enumerated() {
      #expect(points[place].distance(to: Point(expected[2 * index], expected[2 * index + 1])) < 2e-6)
    }
  }

  @Test func `the ends are the paths themselves and progress may overshoot`() {
    let circle = Path.circle(center: .zero, radius: 10), square = Path.rect(Rect(0, 0, 10, 10))
    #expect(circle.interpolated(to: square, progress: 0) == circle)
    #expect(circle.interpolated(to: square, progress: 1) == square)
    #expect(circle.interpolated(to: square, progress: .nan) == circle)
    let big = circle.interpolated(to: .circle(center: .zero, radius: 20), progress: 1.5)
    #expect(big == Path.circle(center: .zero, radius: 25))
  }

  @Test func `a ring that grows from nothing stays round`() throws {
    let point = Path.circle(center: Point(5, 5), radius: 0), ring = Path.circle(center: Point(5, 5), radius: 50)
    for progress in stride(from: 0.1, to: 1, by: 0.1) {
      let box = try #require(point.interpolated(to: ring, progress: progress).boundingBox)
      #expect(abs(box.width - 100 * progress) < 1e-9 && abs(box.height - 100 * progress) < 1e-9)
      #expect(box.center.distance(to: Point(5, 5)) < 1e-9)
    }
  }
}
