import Bitmaps
import TestSupport
import Testing
import VectorGeometry
import VectorRaster

/// Inputs that other rasterizers are known to draw wrong or to stop at, on pixels. Each test says which.
@Suite struct KnownFaultTests {
  /// The alphas of a black drawing on a clear canvas, row by row.
  func alphas(_ width: Int, _ height: Int, _ draw: (inout Canvas) throws -> Void) throws -> [[UInt8]] {
    var canvas = Canvas(width: width, height: height)
    try draw(&canvas)
    return (0..<height).map { y in (0..<width).map { x in canvas.bitmap[x, y].alpha } }
  }

  func sum(_ rows: [[UInt8]]) -> Double { rows.joined().reduce(0) { $0 + Double($1) } / 255 }

  // MARK: - Far outside the canvas

  @Test func `a fill that reaches far above the canvas fills what is seen of it`() throws {
    // tiny-skia 167: bounds that were shifted wrapped round. The closing line runs from (11, -158758577) to (3, 6).
    let rows = try alphas(32, 32) { try $0.fill(try Path(svg: "M3 6h8v-158758583"), .solid(.black)) }
    for y in 0..<32 {
      for x in 0..<32 { #expect(rows[y][x] == ((3..<11).contains(x) && y < 6 ? 255 : 0), "\(x), \(y)") }
    }
  }

  @Test(arguments: [2.0, 16, 400]) func `a line from far left to far right is whole on the canvas`(width: Double) throws
  {
    // gogpu/gg 157, libass 210: fixed point ran over beyond 2048 pixels.
    let size = 64
    let rows = try alphas(size, size) {
      try $0.stroke(.line(from: Point(-5000, 30), to: Point(5000, 32)), Stroke(width: width), .solid(.black))
    }
    let ink = min(width, Double(size)) * Double(size)
    #expect(abs(sum(rows) - ink) < 0.02 * ink)
    for scale in [1e3, 1e6, 1e9] {
      let far = try alphas(size, size) {
        try $0.stroke(
          .line(from: Point(-5000 * scale, 31), to: Point(5000 * scale, 31)), Stroke(width: width), .solid(.black))
      }
      #expect(abs(sum(far) - ink) < 0.02 * ink, "scale \(scale)")
    }
  }

  @Test(arguments: [1e3, 1e5, 1e7, 1e10, 1e18, 1e300]) func `a rectangle of any width fills the part that is seen`(
    width: Double
  ) throws {
    // matplotlib 9488.
    let wide = try alphas(16, 3) { try $0.fill(Rect(0, 0, width, 1), .solid(.black)) }
    #expect(
      wide == [[UInt8](repeating: 255, count: 16), [UInt8](repeating: 0, count: 16), [UInt8](repeating: 0, count: 16)])
    let both = try alphas(16, 3) { try $0.fill(Rect(-width, 1, 2 * width, 1), .solid(.black)) }
    #expect(both[1] == [UInt8](repeating: 255, count: 16) && both[0] == both[2])
    let high = try alphas(3, 16) { try $0.fill(Rect(1, -width, 1, 2 * width), .solid(.black)) }
    #expect(high.allSatisfy { $0 == [0, 255, 0] })
  }

  @Test func `a huge scale and a negative radius stop nothing`() throws {
    // tiny-skia 51. A circle of negative radius has no points.
    let rows = try alphas(64, 64) { canvas in
      canvas.concatenate(AffineTransform(scaleX: -6.4, y: 824_060))
      var path = Path.circle(center: Point(-6.4, -6.4), radius: -6.4)
      path.append(.circle(center: Point(823_811, -6.4), radius: 824_467))
      try canvas.fill(path, .solid(.black))
    }
    // Before the scale the canvas is the strip x -10…0, y 0….00008: well inside the large circle, whose left end is at -656.
    #expect(rows.joined().allSatisfy { $0 == 255 })
  }

  @Test func `strokes along and over the edge of the canvas stay inside its memory`() throws {
    // tiny-skia 47, 49, 100.
    let frame = try alphas(100, 100) { try $0.stroke(.rect(Rect(0, 0, 100, 100)), Stroke(width: 2), .solid(.black)) }
    for i in 0..<100 {
      #expect(frame[0][i] == 255 && frame[99][i] == 255 && frame[i][0] == 255 && frame[i][99] == 255)
    }
    #expect(sum(frame) == 4 * 99)
    let path = Path.polyline([Point(338.8, 545.3), Point(369.3, 577.8), Point(488.1, 471)])
    let rows = try alphas(512, 512) { try $0.stroke(path, Stroke(width: 3, cap: .round, join: .round), .solid(.black)) }
    #expect(rows[511].contains { $0 > 0 } && sum(rows) > 100)
  }

  // MARK: - Coverage within one pixel

  @Test func `two windings inside one pixel are told apart`() throws {
    // psd-tools 858: the mean of the windings says .48 of the pixel is inside for both rules.
    var twice = Path.rect(Rect(0.1, 0.1, 0.3, 0.8))
    twice.append(.rect(Rect(0.1, 0.1, 0.3, 0.8)))
    #expect(try alphas(1, 1) { try $0.fill(twice, .solid(.black), rule: .evenOdd) } == [[0]])
    #expect(abs(Int(try alphas(1, 1) { try $0.fill(twice, .solid(.black)) }[0][0]) - 61) <= 1)
    var apart = Path.rect(Rect(0.1, 0.1, 0.3, 0.8))
    apart.append(.rect(Rect(0.25, 0.1, 0.3, 0.8)))
    #expect(abs(Int(try alphas(1, 1) { try $0.fill(apart, .solid(.black), rule: .evenOdd) }[0][0]) - 61) <= 1)
    #expect(abs(Int(try alphas(1, 1) { try $0.fill(apart, .solid(.black)) }[0][0]) - 92) <= 1)
    var opposite = Path.rect(Rect(0.1, 0.1, 0.3, 0.8))
    opposite.append(Path.rect(Rect(0.25, 0.1, 0.3, 0.8)).reversed)
    #expect(abs(Int(try alphas(1, 1) { try $0.fill(opposite, .solid(.black)) }[0][0]) - 61) <= 1)
  }

  @Test func `the fill rules differ in a star's centre and where petals meet`() throws {
    // CAShapeLayer's documentation; ab-glyph 56.
    let points = (0..<5).map { Point(50, 50) + 45 * Vector(angle: Double($0) * 0.8 * .pi - .pi / 2) }
    var star = Path.polyline(points)
    star.close()
    let whole = try alphas(100, 100) { try $0.fill(star, .solid(.black)) }
    let hollow = try alphas(100, 100) { try $0.fill(star, .solid(.black), rule: .evenOdd) }
    #expect(whole[50][50] == 255 && hollow[50][50] == 0)
    #expect(whole[15][50] == 255 && hollow[15][50] == 255)
    var petals = Path()
    for index in 0..<12 {
      let turn = AffineTransform(rotation: Double(index) * .pi / 6).concatenating(
        AffineTransform(translationX: 50, y: 50))
      petals.append(Path.ellipse(in: Rect(0, -10, 45, 20)).applying(turn))
    }
    let rosette = try alphas(100, 100) { try $0.fill(petals, .solid(.black), rule: .evenOdd) }
    // Out at 40 there is one petal in its direction; at 15 and half an angle between two, two petals lie over each other.
    #expect(rosette[50][90] == 255)
    let between = Point(50, 50) + 18 * Vector(angle: .pi / 12)
    #expect(rosette[Int(between.y)][Int(between.x)] == 0)
  }

  // MARK: - Strokes

  @Test(arguments: [0.2, 0.4, 0.6, 0.8]) func `a thin line has the ink of its width wherever it lies`(width: Double)
    throws
  {
    // femtovg 339: faded by the square of the width.
    for y in [5.0, 5.25, 5.5, 5.9] {
      let rows = try alphas(50, 10) {
        try $0.stroke(.line(from: Point(0, y), to: Point(50, y)), Stroke(width: width), .solid(.black))
      }
      #expect(abs(sum(rows) / 50 - width) < 0.02 * width + 1.0 / 255, "at \(y)")
    }
  }

  @Test func `four hundred hairlines have the ink of their widths`() throws {
    // raqote 115, pdf_oxide 1100: no least width, unless one asks for it.
    let rows = try alphas(400, 400) { canvas in
      var path = Path()
      for i in 0..<400 {
        path.move(to: Point(0, Double(i) + 0.5))
        path.addLine(to: Point(400, Double(i) + 0.5))
      }
      try canvas.stroke(path, Stroke(width: 0.02), .solid(.black))
    }
    #expect(Set(rows.joined()) == [5])  // .02 of 255 is 5.1
  }

  @Test func `a thin rounded rectangle is the same seen from every side`() throws {
    // thorvg 2088, tiny-skia 179.
    let svg = "m9.5 .5h39c4.97 0 9 4.03 9 9 0 4.97-4.03 9-9 9h-39c-4.97 0-9-4.03-9-9 0-4.97 4.03-9 9-9z"
    let rows = try alphas(58, 19) { try $0.stroke(try Path(svg: svg), Stroke(width: 1), .solid(.black)) }
    for y in 0..<19 {
      for x in 0..<58 {
        #expect(abs(Int(rows[y][x]) - Int(rows[y][57 - x])) <= 1 && abs(Int(rows[y][x]) - Int(rows[18 - y][x])) <= 1)
      }
    }
    for x in 10..<48 { #expect(rows[0][x] == 255 && rows[18][x] == 255 && rows[1][x] == 0) }
  }

  @Test func `dashes of a circle leave no ink outside the width`() throws {
    // thorvg 2711: tiny pieces became blobs.
    let circle = Path.circle(center: Point(40, 40), radius: 33)
    let dashed = try alphas(80, 80) {
      try $0.stroke(circle, Stroke(width: 2, dash: Dash([1, 3])), .solid(.black))
    }
    let solid = try alphas(80, 80) { try $0.stroke(circle, Stroke(width: 2), .solid(.black)) }
    // Pieces and whole are flattened each by itself, so their edges may differ by a hundredth of a pixel.
    for (dash, whole) in zip(dashed.joined(), solid.joined()) { #expect(Int(dash) <= Int(whole) + 4) }
    #expect(abs(sum(dashed) - sum(solid) / 4) < 0.03 * sum(solid))
  }

  @Test func `a scale of two by one makes uprights twice as thick and caps elliptical`() throws {
    // donner 1207, thorvg 3593, vector_graphics 184: an average of both.
    let stroke = Stroke(width: 10, cap: .round)
    let level = try alphas(200, 60) { canvas in
      canvas.concatenate(AffineTransform(scaleX: 2, y: 1))
      try canvas.stroke(.line(from: Point(20, 30), to: Point(80, 30)), stroke, .solid(.black))
    }
    #expect((0..<60).filter { level[$0][100] == 255 } == Array(25..<35))
    #expect(abs(sum(level) - (120 * 10 + .pi * 5 * 10)) < 1)
    let upright = try alphas(200, 100) { canvas in
      canvas.concatenate(AffineTransform(scaleX: 2, y: 1))
      try canvas.stroke(.line(from: Point(50, 20), to: Point(50, 80)), stroke, .solid(.black))
    }
    #expect((0..<200).filter { upright[50][$0] == 255 } == Array(90..<110))
  }

  @Test func `repeated points and gaps of no length change nothing`() throws {
    // rlottie 238, 453, PR 239.
    let plain = Path.polyline([Point(10, 10), Point(50, 10), Point(50, 50)])
    let repeated = Path.polyline([
      Point(10, 10), Point(10, 10), Point(50, 10), Point(50, 10), Point(50, 10), Point(50, 50), Point(50, 50),
    ])
    for join in [Join.miter, .round, .bevel] {
      let stroke = Stroke(width: 8, cap: .butt, join: join)
      let once = try alphas(64, 64) { try $0.stroke(plain, stroke, .solid(.black)) }
      #expect(try alphas(64, 64) { try $0.stroke(repeated, stroke, .solid(.black)) } == once)
    }
    let pieces = try alphas(64, 64) { try $0.stroke(plain, Stroke(width: 8, dash: Dash([7, 0])), .solid(.black)) }
    let solid = try alphas(64, 64) { try $0.stroke(plain, Stroke(width: 8), .solid(.black)) }
    for (piece, whole) in zip(pieces.joined(), solid.joined()) { #expect(abs(Int(piece) - Int(whole)) <= 1) }
  }
}
