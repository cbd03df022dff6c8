import TestSupport
import Testing
import VectorGeometry

/// Inputs that other stroking programs are known to draw wrong.
@Suite struct StrokeFaultsTests {
  /// Checks that all points within `inner` of the path are inked and none further than `outer`.
  func expectInk(
    _ path: Path, _ stroke: Stroke, inner: Double, outer: Double, points: Int = 1500,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let lines = outline(path, stroke)
    let chains = samples(of: path)
    let box = path.controlBounds!.insetBy(dx: -stroke.width, dy: -stroke.width)
    var random = SeededRandom(seed: 4)
    for _ in 0..<points {
      let point = Point(random.double(in: box.minX...box.maxX), random.double(in: box.minY...box.maxY))
      let away = distance(from: point, to: chains)
      let winding = winding(of: lines, around: point)
      #expect(winding <= 0, "\(point)", sourceLocation: sourceLocation)
      if away < inner - 0.1 { #expect(winding != 0, "\(point) at \(away)", sourceLocation: sourceLocation) }
      if away > outer + 0.1 { #expect(winding == 0, "\(point) at \(away)", sourceLocation: sourceLocation) }
    }
  }

  @Test func `a corner almost back on itself has no hole, spike or gap`() throws {
    for y in stride(from: 50.0, through: 53, by: 0.25) {
      let path = Path.polyline([
        Point(10, y), Point(100, y), Point(130, y + 50), Point(130, y + 10), Point(250, y), Point(450, y),
      ])
      expectInk(path, Stroke(width: 10, cap: .round, join: .round), inner: 5, outer: 5)
      expectInk(path, Stroke(width: 10, cap: .butt, join: .bevel), inner: 0, outer: 5)
      expectInk(path, Stroke(width: 10, cap: .butt, join: .miter), inner: 0, outer: 50)
      expectInk(path, Stroke(width: 10, cap: .butt, join: .miter, miterLimit: 1.2), inner: 0, outer: 6)
    }
  }

  @Test func `segments far shorter than the width stay inside the pen's discs`() throws {
    let path = try Path(svg: "M69-155 L71-158 L74-158")
    expectInk(path, Stroke(width: 100, cap: .round, join: .round), inner: 50, outer: 50)
    for join in Join.allCases { expectInk(path, Stroke(width: 100, join: join), inner: 0, outer: 56) }
  }

  @Test func `a legal miter between curves has its tip`() throws {
    let path = try Path(svg: "M16 298 C24 148 222 21 222 21 C222 21 359 178 332 324")
    let lines = outline(path, Stroke(width: 32, miterLimit: 10))
    let before = Vector(198, -127) / Vector(198, -127).length, after = Vector(137, 157) / Vector(137, 157).length
    let out = (before - after) / (before - after).length
    let tip = 16 / ((1 + before.dot(after)) / 2).squareRoot()
    #expect(winding(of: lines, around: Point(222, 21) + out * (tip - 0.1)) != 0)
    #expect(winding(of: lines, around: Point(222, 21) + out * (tip + 0.1)) == 0)
  }

  @Test func `the miter limit does not depend on the width`() throws {
    // A corner of 60 degrees has a miter of exactly 2.
    let corner = Path.polyline([Point(0, 0), Point(100, 0), Point(50, 50 * 3.0.squareRoot())])
    for width in [0.4, 4, 40] {
      let tip = Point(100, 0) + Vector(angle: -.pi / 6) * (width * 0.98)
      #expect(winding(of: outline(corner, Stroke(width: width, miterLimit: 2.001)), around: tip) != 0, "\(width)")
      #expect(winding(of: outline(corner, Stroke(width: width, miterLimit: 1.999)), around: tip) == 0, "\(width)")
    }
    let drop = try Path(svg: "m5,9c0-3 6-4 6-2 1,0 1,1 2,3C14,6 20,6 20,9 20,23 5,19 5,9Z")
    expectInk(drop, Stroke(width: 0.4, miterLimit: 4), inner: 0, outer: 0.8)
  }

  @Test func `a closed path has three joins and no caps`() {
    let corners = [Point(0, 0), Point(100, 40), Point(0, 80)]
    var path = Path.polyline(corners)
    path.close()
    let lines = outline(path, Stroke(width: 20, cap: .round, join: .bevel))
    for index in 0..<3 {
      let corner = corners[index]
      let before = corner - corners[(index + 2) % 3], after = corners[(index + 1) % 3] - corner
      let turn = before / before.length - after / after.length
      let out = turn / turn.length
      // The bevel lies at r·cos(turn/2) from the corner.
      let height = 10 * ((1 + before.dot(after) / before.length / after.length) / 2).squareRoot()
      #expect(winding(of: lines, around: corner + out * (height - 0.05)) != 0)
      #expect(winding(of: lines, around: corner + out * (height + 0.05)) == 0)
    }
  }

  @Test func `a closed line of two points does not stick out`() {
    let path = Path([.move(to: .zero), .line(to: Point(256, 256)), .close])
    let lines = outline(path, Stroke(width: 3))
    for point in lines.points { #expect(point.x + point.y > -1e-6 && point.x + point.y < 512 + 1e-6) }
    #expect(winding(of: lines, around: Point(128.5, 128)) != 0)
  }

  @Test func `a straight cubic with swapped handles is a plain line`() throws {
    let path = try Path(svg: "M326.94,253.85 C350,253.85 326.94,253.85 350,253.85")
    let lines = outline(path, Stroke(width: 4, cap: .square))
    #expect(abs(inkArea(of: lines, step: 1 / 256) - (350 - 326.94 + 4) * 4) < 0.05)
    expectInk(path, Stroke(width: 4, cap: .round), inner: 2, outer: 2)
  }

  @Test func `handles that point back along the chord make no spike`() throws {
    let path = try Path(svg: "M50 50C20 50 130 50 100 50C110 50 150 60 150 100")
    for join in Join.allCases {
      let lines = outline(path, Stroke(width: 10, join: join))
      let hull = path.controlBounds!.insetBy(dx: -5.1, dy: -5.1)
      for point in lines.points { #expect(hull.contains(point), "\(join) \(point)") }
    }
    expectInk(path, Stroke(width: 10, cap: .round, join: .round), inner: 5, outer: 5)
  }

  @Test func `a thin rounded rectangle is symmetrical`() throws {
    let path = try Path(
      svg: "m9.5,.5h39c4.97 0 9 4.03 9 9 0 4.97-4.03 9-9 9h-39c-4.97 0-9-4.03-9-9 0-4.97 4.03-9 9-9z")
    let points = outline(path, Stroke(width: 1)).points
    for point in points {
      for twin in [Point(58 - point.x, point.y), Point(point.x, 19 - point.y)] {
        #expect(points.contains { $0.distance(to: twin) < 1e-6 }, "\(point)")
      }
    }
  }

  @Test func `the stroke of a full arc has no notch at its seam`() {
    let path = Path.arc(center: Point(50, 50), radius: 30, startAngle: 0, endAngle: 2 * .pi, clockwise: true)
    let lines = outline(path, Stroke(width: 20))
    for distance in stride(from: 21.0, through: 39, by: 1) {
      for y in [-0.01, -1e-6, 1e-6, 0.01] {
        #expect(winding(of: lines, around: Point(50 + distance, 50 + y)) != 0)
      }
    }
  }

  @Test func `thin round caps are round`() {
    let lines = outline(.line(from: Point(10, 10), to: Point(60, 10)), Stroke(width: 3.1, cap: .round))
    let expected = 155 + Double.pi * 1.55 * 1.55
    #expect(abs(-area(of: lines) - expected) < 0.03)
    for point in lines.points where point.x < 9.9 || point.x > 60.1 {
      #expect(abs(distance(from: point, to: [[Point(10, 10), Point(60, 10)]]) - 1.55) < 0.05)
    }
  }

  @Test func `two crossing parts of a stroke are one outline`() throws {
    // A figure of eight: where it crosses itself the winding is -2, not 0.
    let path = try Path(svg: "M20 20C120 120 120 -80 20 60")
    expectInk(path, Stroke(width: 20, cap: .round, join: .round), inner: 10, outer: 10)
    var closed = path
    closed.close()
    expectInk(closed, Stroke(width: 20, cap: .round, join: .round), inner: 10, outer: 10)
  }
}
