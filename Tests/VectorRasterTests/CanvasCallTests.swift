import Bitmaps
import TestSupport
import Testing
import VectorGeometry
import VectorRaster

/// The calls that a hand-drawn layer makes, one after the other, each with a picture that can be checked by eye or by area.
@Suite struct CanvasCallTests {
  private let black = Paint.solid(.black)

  /// What `draw` leaves on a clear canvas, as text.
  private func picture(_ width: Int, _ height: Int, _ draw: (inout Canvas) throws -> Void) throws -> [String] {
    var canvas = Canvas(width: width, height: height)
    try draw(&canvas)
    return ascii(canvas.bitmap)
  }

  /// The covered area of what `draw` leaves, in pixels.
  private func area(_ width: Int, _ height: Int, _ draw: (inout Canvas) throws -> Void) throws -> Double {
    var canvas = Canvas(width: width, height: height)
    try draw(&canvas)
    return canvas.bitmap.pixels.indices.reduce(0) { $0 + Double(canvas.bitmap.pixels[$1] >> 24) / 255 }
  }

  // MARK: - Transforms

  @Test func `translate, scale and rotate apply to what is drawn after them, the last one first`() throws {
    let drawn = try picture(6, 4) { canvas in
      canvas.concatenate(AffineTransform(translationX: 4, y: 1))
      canvas.concatenate(AffineTransform(rotation: .pi / 2))
      canvas.concatenate(AffineTransform(scaleX: 2, y: 3))
      // 1 by 1 becomes 2 by 3, turned clockwise 3 by 2, and moved.
      try canvas.fill(Rect(0, 0, 1, 1), black)
    }
    #expect(drawn == ["......", ".###..", ".###..", "......"])
  }

  // MARK: - Paths

  @Test func `lines, curves and arcs enclose the areas of their formulas`() throws {
    var triangle = Path()
    triangle.move(to: Point(2, 2))
    triangle.addLine(to: Point(18, 2))
    triangle.addLine(to: Point(2, 14))
    #expect(abs(try area(20, 20) { try $0.fill(triangle, black) } - 96) < 0.3)
    // A quadratic arch: 2/3 of the control point's triangle.
    var arch = Path()
    arch.move(to: Point(2, 18))
    arch.addQuad(to: Point(18, 18), control: Point(10, 2))
    #expect(abs(try area(20, 20) { try $0.fill(arch, black) } - 2.0 / 3 * 128) < 0.3)
    var dome = Path()
    dome.move(to: Point(2, 18))
    dome.addCubic(to: Point(18, 18), control1: Point(2, 2), control2: Point(18, 2))
    // ∫ y dx for handles of height h over width w: 3/5·w·h.
    #expect(abs(try area(20, 20) { try $0.fill(dome, black) } - 0.6 * 16 * 16) < 0.3)
    var pie = Path()
    pie.move(to: Point(10, 10))
    pie.addArc(center: Point(10, 10), radius: 8, startAngle: 0, endAngle: .pi / 2, clockwise: true)
    pie.close()
    #expect(abs(try area(20, 20) { try $0.fill(pie, black) } - .pi * 16) < 0.3)
    #expect(try picture(20, 20) { try $0.fill(pie, black) }[14] == "..........######8...")
    var corner = Path()
    corner.move(to: Point(2, 2))
    corner.addArc(tangent1: Point(18, 2), tangent2: Point(18, 18), radius: 10)
    corner.addLine(to: Point(18, 18))
    corner.addLine(to: Point(2, 18))
    corner.close()
    #expect(abs(try area(20, 20) { try $0.fill(corner, black) } - (256 - (100 - .pi * 25))) < 0.3)
  }

  @Test func `a path is filled and stroked in turn, the stroke on top`() throws {
    var canvas = Canvas(width: 8, height: 6)
    let path = Path.rect(Rect(2, 2, 4, 2))
    try canvas.fill(path, .solid(.red))
    try canvas.stroke(path, Stroke(width: 2), .solid(.blue))
    #expect(
      ascii(canvas.bitmap) { $0.blue } == [
        "........", ".######.", ".######.", ".######.", ".######.", "........",
      ])
    try canvas.fill(path, .solid(.red))
    #expect(
      ascii(canvas.bitmap) { $0.red } == [
        "........", "........", "..####..", "..####..", "........", "........",
      ])
  }

  // MARK: - Pens

  @Test func `caps end at the point, half a disc or half a square beyond it`() throws {
    func line(_ cap: Cap) throws -> [String] {
      try picture(10, 4) {
        try $0.stroke(.line(from: Point(3, 2), to: Point(7, 2)), Stroke(width: 4, cap: cap), black)
      }
    }
    #expect(try line(.butt) == Array(repeating: "...####...", count: 4))
    #expect(try line(.square) == Array(repeating: ".########.", count: 4))
    #expect(try line(.round) == [".+######+.", ".########.", ".########.", ".+######+."])
  }

  @Test func `joins are tips, discs or cuts, and a tip beyond the limit is cut`() throws {
    let path = Path.polyline([Point(0, 6), Point(6, 6), Point(6, 0)])
    func corner(_ join: Join, limit: Double = 10) throws -> Double {
      try area(9, 9) { try $0.stroke(path, Stroke(width: 4, join: join, miterLimit: limit), black) }
    }
    // Two arms of 6 by 4 that overlap in a square of 2 by 2; the outer corner adds 4, 2 or a quarter disc of radius 2.
    let arms = 24.0 + 24 - 4
    #expect(abs(try corner(.miter) - (arms + 4)) < 0.05)
    #expect(abs(try corner(.bevel) - (arms + 2)) < 0.05)
    #expect(abs(try corner(.round) - (arms + .pi)) < 0.05)
    #expect(abs(try corner(.miter, limit: 1.41) - (arms + 2)) < 0.05)
    #expect(abs(try corner(.miter, limit: 1.42) - (arms + 4)) < 0.05)
  }

  @Test func `dashes follow pattern and phase`() throws {
    func line(_ dash: Dash) throws -> String {
      try picture(12, 1) {
        try $0.stroke(.line(from: Point(0, 0.5), to: Point(12, 0.5)), Stroke(width: 1, dash: dash), black)
      }[0]
    }
    #expect(try line(Dash([3, 1])) == "###.###.###.")
    #expect(try line(Dash([3, 1], phase: 2)) == "#.###.###.##")
    #expect(try line(Dash([2])) == "##..##..##..")
    #expect(try line(Dash([0, 0])) == "############")
  }

  @Test func `a trimmed path strokes only its part`() throws {
    let path = Path.line(from: Point(1, 1), to: Point(11, 1))
    #expect(
      try picture(12, 2) { try $0.stroke(path.trimmed(from: 0.2, to: 0.7), Stroke(width: 2), black) }
        == ["...#####....", "...#####...."])
  }

  // MARK: - Colours, modes, shadow

  @Test func `colours, alpha and each named blend mode give their formulas`() throws {
    let ground = Color(red: 0.8, green: 0.4, blue: 0.2), paint = Color(red: 0.5, green: 1, blue: 0, alpha: 0.5)
    let expected: [(BlendMode, Pixel)] = [
      (.normal, Pixel(red: 166, green: 179, blue: 25, alpha: 255)), (.clear, .clear),
      (.copy, Pixel(red: 64, green: 128, blue: 0, alpha: 128)),
      (.multiply, Pixel(red: 153, green: 102, blue: 25, alpha: 255)),
      (.screen, Pixel(red: 217, green: 179, blue: 51, alpha: 255)),
      (.sourceIn, Pixel(red: 64, green: 128, blue: 0, alpha: 128)),
      (.destinationIn, Pixel(red: 102, green: 51, blue: 26, alpha: 128)),
      (.destinationOut, Pixel(red: 102, green: 51, blue: 25, alpha: 127)),
    ]
    for (mode, pixel) in expected {
      var canvas = Canvas(width: 1, height: 1, background: ground)
      canvas.blendMode = mode
      try canvas.fill(Rect(0, 0, 1, 1), .solid(paint))
      let got = canvas.bitmap[0, 0]
      for channel: (Pixel) -> UInt8 in [{ $0.red }, { $0.green }, { $0.blue }, { $0.alpha }] {
        #expect(abs(Int(channel(got)) - Int(channel(pixel))) <= 1, "\(mode): \(got)")
      }
    }
  }

  @Test func `a shadow is drawn with a stroke, and not by modes that erase`() throws {
    func drawn(_ mode: BlendMode) throws -> [String] {
      try picture(7, 5) { canvas in
        canvas.shadow = Shadow(offset: Vector(0, 2), sigma: 0)
        canvas.blendMode = mode
        try canvas.stroke(.line(from: Point(1, 1.5), to: Point(6, 1.5)), Stroke(width: 1), .solid(.red))
      }
    }
    #expect(try drawn(.normal) == [".......", ".#####.", ".......", ".#####.", "......."])
    #expect(try drawn(.copy) == [".......", ".#####.", ".......", ".......", "......."])
  }

  // MARK: - Clips

  @Test func `a clip by a path, by even-odd and by several rectangles`() throws {
    var ring = Path.ellipse(in: Rect(0, 0, 8, 8))
    ring.addEllipse(in: Rect(2, 2, 4, 4))
    #expect(
      abs(
        try area(8, 8) {
          try $0.clip(to: ring, rule: .evenOdd)
          try $0.fill(black)
        } - .pi * 12) < 0.3)
    var rects = Path.rect(Rect(0, 0, 2, 2))
    rects.addRect(Rect(4, 1, 2, 2))
    #expect(
      try picture(6, 3) {
        try $0.clip(to: rects)
        try $0.fill(black)
      } == ["##....", "##..##", "....##"])
  }

  @Test func `the clip's bounds are told in user space`() throws {
    var canvas = Canvas(width: 20, height: 10)
    #expect(canvas.clipBounds == Rect(0, 0, 20, 10))
    canvas.concatenate(AffineTransform(translationX: 2, y: 2))
    try canvas.clip(to: Rect(1, 1, 4, 3))
    #expect(canvas.clipBounds == Rect(1, 1, 4, 3))
    canvas.concatenate(AffineTransform(scaleX: 2, y: 2))
    #expect(canvas.clipBounds == Rect(0.5, 0.5, 2, 1.5))
    canvas.beginLayer()
    #expect(canvas.clipBounds == Rect(0.5, 0.5, 2, 1.5))
    canvas.endLayer()
    try canvas.clip(to: Path())
    #expect(canvas.clipBounds == nil)
  }
}
