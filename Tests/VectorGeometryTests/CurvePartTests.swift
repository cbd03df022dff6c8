import TestSupport
import Testing
import VectorGeometry

/// Parts of curves are flattened with the vertices of the whole curves.
@Suite struct CurvePartTests {
  private static func randomPaths(_ seed: UInt64) -> [Path] {
    var random = SeededRandom(seed: seed)
    return (0..<60).map { index in
      func point() -> Point { Point(random.double(in: 0...300), random.double(in: 0...300)) }
      var path = Path([.move(to: point())])
      for _ in 0..<3 {
        if index.isMultiple(of: 3) {
          path.addQuad(to: point(), control: point())
        } else {
          path.addCubic(to: point(), control1: point(), control2: point())
        }
      }
      return path
    }
  }

  private func flattened(_ path: Path, _ transform: AffineTransform = .identity) -> FlattenedPath {
    var result = FlattenedPath()
    path.flatten(transform: transform, tolerance: 0.05, into: &result)
    return result
  }

  /// How many vertices of a path another one doesn't have. (A quadratic is raised before or after it is mapped: that rounds differently.)
  private func missing(_ path: FlattenedPath, in whole: FlattenedPath) -> Int {
    let known = Set(whole.points)
    return path.points.count { point in
      !known.contains(point) && !whole.points.contains { $0.distance(to: point) < 1e-9 }
    }
  }

  @Test func `a part has the vertices of the whole path, but for its ends`() {
    let transform = AffineTransform(a: 0.8, b: 0.6, c: -0.6, d: 0.8, tx: 11, ty: -7)
    for path in Self.randomPaths(1) {
      for map in [.identity, transform] {
        let whole = flattened(path, map)
        for (start, end) in [(0.0, 0.7), (0.2, 1.0), (0.15, 0.8)] {
          let part = flattened(path.trimmed(from: start, to: end), map)
          #expect(missing(part, in: whole) <= 4)
          #expect(Double(part.points.count) > 0.4 * Double(whole.points.count))
          #expect(part.points.count < whole.points.count + 4)
        }
      }
    }
  }

  @Test func `a part's outline has the vertices of the whole path's, but for its ends`() {
    let stroke = Stroke(width: 3, join: .round)
    var count = 0, strange = 0
    for path in Self.randomPaths(2) {
      let whole = outline(path, stroke)
      for (start, end) in [(0.0, 0.7), (0.2, 1.0), (0.15, 0.8)] {
        let part = path.trimmed(from: start, to: end)
        count += 1
        // Two at each cut, and where the curve turns tightly there some more.
        if missing(outline(part, stroke), in: whole) > 4 { strange += 1 }
        // A part of a part is one of the whole.
        let again = part.trimmed(from: 0.1, to: 0.9)
        if missing(outline(again, stroke), in: whole) > 4 { strange += 1 }
      }
    }
    #expect(count == 180 && strange <= 18)
  }

  @Test func `a part covers what it would as a path of its own`() {
    for path in Self.randomPaths(3) {
      for cap in Cap.allCases {
        let stroke = Stroke(width: 9, cap: cap, join: .round)
        let part = path.trimmed(from: 0.21, to: 0.77), own = Path(part.elements)
        let first = inkArea(of: outline(part, stroke), step: 0.25),
          second = inkArea(of: outline(own, stroke), step: 0.25)
        #expect(abs(first - second) < 1e-3 * second + 1)
        #expect(abs(area(of: flattened(part)) - area(of: flattened(own))) < 3)
      }
    }
  }

  @Test func `a part with a pen wider than its bends covers what it would as a path of its own`() {
    for path in Self.randomPaths(6) {
      for width in [40.0, 120] {
        let stroke = Stroke(width: width, cap: .round, join: .round)
        for (start, end) in [(0.0, 0.35), (0.4, 0.52), (0.63, 1.0)] {
          let part = path.trimmed(from: start, to: end), own = Path(part.elements)
          let first = inkArea(of: outline(part, stroke), step: 0.5),
            second = inkArea(of: outline(own, stroke), step: 0.5)
          #expect(abs(first - second) < 2e-3 * second + 2)
        }
      }
    }
  }

  @Test func `parts of vast, tiny and degenerate curves neither trap nor leave the plane`() {
    let values = [0, 1, 1.5, -1e308, 1e308, 1e150, 1e12, 1e-12, .leastNonzeroMagnitude]
    let maps = [.identity, AffineTransform(a: 1e6, b: 0, c: 0, d: 1e-6, tx: 1e9, ty: 0)]
    var random = SeededRandom(seed: 7)
    for index in 0..<150 {
      func value() -> Double {
        index.isMultiple(of: 2) ? values.randomElement(using: &random)! : Double(random.double(in: 0...2).rounded())
      }
      func point() -> Point { Point(value(), value()) }
      var path = Path([.move(to: point())])
      path.addCubic(to: point(), control1: point(), control2: point())
      path.addQuad(to: point(), control: point())
      path.close()
      let part = path.trimmed(from: random.double(in: 0...0.5), to: random.double(in: 0.5...1.4))
      for map in maps {
        let ink = outline(part, Stroke(width: 3, cap: .round, dash: Dash([0.9, 0.3])), transform: map)
        let line = outline(part, Stroke(width: 0.7, cap: .square), transform: map)
        let fill = flattened(part, map)
        if !index.isMultiple(of: 2) {
          #expect(
            ink.points.allSatisfy(\.isFinite) && line.points.allSatisfy(\.isFinite)
              && fill.points.allSatisfy(\.isFinite))
        }
      }
    }
  }

  @Test func `an outline ends exactly across the curve`() throws {
    let circle = Path.circle(center: Point(50, 50), radius: 40)
    for end in stride(from: 0.05, to: 1, by: 0.013) {
      let part = circle.trimmed(from: 0, to: end), place = part.currentPoint ?? .zero
      let ends = outline(part, Stroke(width: 6)).points.filter { abs($0.distance(to: place) - 3) < 0.05 }
      let direction = try #require(PathMeasure(part).tangent(atFraction: 1))
      #expect(ends.contains { abs(direction.dot($0 - place)) < 1e-3 })
      for vertex in ends where end < 0.9 { #expect(direction.dot(vertex - place) < 1e-3) }
    }
  }

  @Test func `dashes have the vertices of the whole path, but for their ends`() {
    let circle = Path.circle(center: Point(150, 150), radius: 120)
    let whole = outline(circle, Stroke(width: 6))
    for phase in stride(from: 0.0, to: 60, by: 3.7) {
      let dashes = outline(circle, Stroke(width: 6, dash: Dash([45, 15], phase: phase)))
      #expect(missing(dashes, in: whole) <= 4 * dashes.contourCount)
      #expect(dashes.points.count > 12 * dashes.contourCount)
    }
  }

  @Test func `what a curve is a part of shows nowhere but in its vertices`() {
    for path in Self.randomPaths(4) {
      let part = path.trimmed(from: 0.1, to: 0.63), own = Path(part.elements)
      #expect(part == own && part.hashValue == own.hashValue && part.svg == own.svg)
      #expect(part.reversed == own.reversed && part.length == own.length)
      #expect(!part.isDrawn(as: own) && part.isDrawn(as: path.trimmed(from: 0.1, to: 0.63)))
      // Morphing moves points one by one: the result is a part of nothing.
      let target = own.applying(AffineTransform(a: 1, b: 0, c: 0, d: 1.5, tx: 0, ty: 0))
      let morph = part.interpolated(to: target, progress: 0.5)
      #expect(morph.isDrawn(as: Path(morph.elements)))
    }
  }

  @Test func `parts stay parts in paths that are put together, mapped and emptied`() {
    let path = Self.randomPaths(5)[1], transform = AffineTransform(a: 2, b: 0, c: 0, d: 2, tx: 5, ty: 9)
    let part = path.trimmed(from: 0.1, to: 0.63)
    var joined = Path.rect(Rect(0, 0, 20, 20))
    joined.append(part)
    joined.append(.line(from: .zero, to: Point(50, 50)))
    #expect(missing(flattened(joined), in: flattened(path)) <= 4 + 6)
    #expect(flattened(part.applying(transform)).points == flattened(part, transform).points)
    joined.removeAll()
    joined.append(Path(part.elements))
    #expect(joined.isDrawn(as: Path(part.elements)))
  }
}
