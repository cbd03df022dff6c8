import Bitmaps
import Testing
import VectorGeometry
import VectorRaster

/// What changes when the end of a trimmed path moves, or the pattern of a dashed one.
@Suite struct TrimmedPathTests {
  static let side = 120, width = 7.0
  /// Pixels further from an end than this must not change: half a width and 3 pixels.
  static let reach = width / 2 + 3

  /// A wavy closed path of 24 cubics.
  static let wave = Path(
    (0...24).flatMap { step -> [PathElement] in
      func place(_ step: Double, _ radius: Double) -> Point {
        Point(60, 60) + Vector(angle: step * .pi / 12) * radius
      }
      if step == 0 { return [.move(to: place(0, 50))] }
      let radius = step.isMultiple(of: 2) ? 50.0 : 34, before = 84 - radius, angle = Double(step)
      let curve = PathElement.cubic(
        to: place(angle, radius), control1: place(angle - 0.5, before), control2: place(angle - 0.5, radius))
      return step == 24 ? [curve, .close] : [curve]
    })

  /// A cubic, an ellipse, the wave, a quadratic and a cubic with a loop.
  static let paths: [Path] = [
    Path([.move(to: Point(10, 100)), .cubic(to: Point(108, 95), control1: Point(20, -40), control2: Point(80, 30))]),
    .ellipse(in: Rect(14, 25, 92, 70)), wave,
    Path([.move(to: Point(10, 20)), .quad(to: Point(110, 30), control: Point(70, 180))]),
    Path([.move(to: Point(12, 100)), .cubic(to: Point(108, 100), control1: Point(150, 10), control2: Point(-30, 10))]),
  ]

  private func picture(_ draw: (inout Canvas) throws(RasterError) -> Void) throws -> Bitmap {
    var canvas = Canvas(width: Self.side, height: Self.side, background: .white)
    try draw(&canvas)
    return canvas.bitmap
  }

  /// Expects that two pictures differ only near some places. The chord that an end lies on is cut there, and the cut rounded to a
  /// sub-pixel, so that where it is long a level may change behind `reach`; but on hardly a pixel.
  private func expectSame(
    _ first: Bitmap, _ second: Bitmap, farFrom places: [Point], _ note: String, _ rounded: inout Int,
    except isNear: (Point) -> Bool = { _ in false }
  ) {
    for y in 0..<Self.side {
      for x in 0..<Self.side where first[x, y] != second[x, y] {
        let center = Point(Double(x) + 0.5, Double(y) + 0.5)
        let distance = places.map { $0.distance(to: center) }.min() ?? .infinity
        guard distance > Self.reach, !isNear(center) else { continue }
        let levels = abs(Int(first[x, y].green) - Int(second[x, y].green))
        #expect(levels <= 1 && distance < Self.reach + 8, "\(note): \(levels) levels at \(x), \(y)")
        rounded += 1
      }
    }
  }

  @Test(arguments: paths.indices, Cap.allCases) func `a stroke's moving end changes nothing far from it`(
    index: Int, cap: Cap
  ) throws {
    let path = Self.paths[index], measure = PathMeasure(path), count = 200
    for isStart in [false, true] {
      var rounded = 0
      var before: (bitmap: Bitmap, place: Point)?
      for step in 1..<count {
        let end = Double(step) / Double(count), place = try #require(measure.point(atFraction: end))
        let part = isStart ? path.trimmed(from: end, to: 1) : path.trimmed(from: 0, to: end)
        let bitmap = try picture { canvas throws(RasterError) in
          try canvas.stroke(part, Stroke(width: Self.width, cap: cap, join: .round), .solid(.black))
        }
        if let before {
          expectSame(before.bitmap, bitmap, farFrom: [before.place, place], "\(isStart) \(end)", &rounded)
        }
        before = (bitmap, place)
      }
      #expect(rounded <= 4)
    }
  }

  @Test(arguments: [1, 2]) func `a window that runs round a closed path changes nothing far from its ends`(
    index: Int
  ) throws {
    let path = Self.paths[index], measure = PathMeasure(path), count = 180
    var rounded = 0
    var before: (bitmap: Bitmap, places: [Point])?
    for step in 0...count {
      let start = Double(step) / Double(count)
      let bitmap = try picture { canvas throws(RasterError) in
        try canvas.stroke(path.trimmed(from: start, to: start + 0.6), Stroke(width: Self.width), .solid(.black))
      }
      let places = [start, start + 0.6].compactMap { measure.point(atFraction: $0 > 1 ? $0 - 1 : $0) }
      if let before { expectSame(before.bitmap, bitmap, farFrom: before.places + places, "\(start)", &rounded) }
      before = (bitmap, places)
    }
    #expect(rounded <= 4)
  }

  @Test(arguments: paths.indices) func `the fill of a part changes only near its end and its closing line`(
    index: Int
  ) throws {
    let path = Self.paths[index], measure = PathMeasure(path), count = 200
    let start = try #require(measure.point(atFraction: 0))
    var rounded = 0
    var before: (bitmap: Bitmap, place: Point)?
    for step in 1..<count {
      let end = Double(step) / Double(count), place = try #require(measure.point(atFraction: end))
      let bitmap = try picture { canvas throws(RasterError) in
        try canvas.fill(path.trimmed(from: 0, to: end), .solid(.black))
      }
      if let before {
        expectSame(before.bitmap, bitmap, farFrom: [before.place, place], "\(end)", &rounded) { point in
          // The closing lines of both parts, and what lies between them.
          [before.place, before.place.lerp(to: place, 0.5), place].contains { end in
            let line = end - start, along = min(max((point - start).dot(line) / max(line.lengthSquared, 1e-9), 0), 1)
            return (start + line * along).distance(to: point) < 2.5
          }
        }
      }
      before = (bitmap, place)
    }
    #expect(rounded <= 4)
  }

  @Test(arguments: paths.indices) func `a dash pattern that moves changes nothing far from the ends of the dashes`(
    index: Int
  ) throws {
    let path = Self.paths[index], measure = PathMeasure(path), dash = 37.0, gap = 14.0
    var rounded = 0
    var before: (bitmap: Bitmap, places: [Point])?
    for step in 0...100 {
      let phase = Double(step) * 0.51
      let stroke = Stroke(width: Self.width, dash: Dash([dash, gap], phase: phase))
      let bitmap = try picture { canvas throws(RasterError) in try canvas.stroke(path, stroke, .solid(.black)) }
      let places = stride(from: -phase - dash - gap, to: measure.length, by: dash + gap).flatMap { start in
        [start, start + dash].filter { (0...measure.length).contains($0) }
      }.compactMap { measure.point(atFraction: $0 / measure.length) }
      if let before { expectSame(before.bitmap, bitmap, farFrom: before.places + places, "\(phase)", &rounded) }
      before = (bitmap, places)
    }
    #expect(rounded <= 4)
  }
}
