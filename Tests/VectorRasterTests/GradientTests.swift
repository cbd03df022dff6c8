import Bitmaps
import TestSupport
import Testing
import VectorGeometry
import VectorRaster

@Suite struct GradientTests {
  let ramp: GradientStops = [GradientStop(0, .black), GradientStop(1, .white)]

  /// The first row's pixels, `count` of them, straight.
  private func row(
    _ field: GradientField?, _ stops: GradientStops, _ spread: GradientSpread = .pad, y: Int = 0, count: Int = 8
  ) throws -> [UInt8] {
    let field = try #require(field)
    var pixels = ContiguousArray<UInt32>(repeating: 0, count: count)
    var span = pixels.mutableSpan
    gradientRowReference(field, stops, spread, x: 0, y: y, into: &span)
    return pixels.map { Pixel(bits: $0).red }
  }

  @Test func `a linear gradient is sampled at pixel centres`() throws {
    let gradient = LinearGradient(from: Point(0, 0), to: Point(8, 0), stops: ramp)
    let expected = (0..<8).map { UInt8((Double($0) + 0.5) / 8 * 255 + 0.5) }
    #expect(try row(gradient.field(transform: .identity), ramp) == expected)
  }

  @Test func `spread repeats, reflects and pads outside the ends`() throws {
    let field = LinearGradient(from: Point(2, 0), to: Point(4, 0), stops: ramp).field(transform: .identity)
    #expect(try row(field, ramp, .pad) == [0, 0, 64, 191, 255, 255, 255, 255])
    #expect(try row(field, ramp, .repeat) == [64, 191, 64, 191, 64, 191, 64, 191])
    #expect(try row(field, ramp, .reflect) == [191, 64, 64, 191, 191, 64, 64, 191])
  }

  @Test func `stops are sorted, and equal offsets keep their order`() throws {
    let grey = Color(hex: 0x808080)
    let stops: GradientStops = [
      GradientStop(1, .white), GradientStop(0.5, .white), GradientStop(0.5, grey), GradientStop(0.5, .black),
      GradientStop(0, .black), GradientStop(.nan, .red), GradientStop(-3, .black),
    ]
    #expect(stops.sorted.map(\.offset) == [0, 0, 0.5, 0.5, 0.5, 1])
    #expect(stops.color(at: 0.5) == .black)
    #expect(stops.color(at: 0.4999999999)?.red ?? 0 > 0.999)
    #expect(stops.color(at: 1) == .white)
  }

  @Test func `no stop draws nothing and one stop is its colour everywhere`() throws {
    let none = LinearGradient(from: .zero, to: Point(8, 0), stops: [])
    #expect(none.field(transform: .identity) == nil)
    let one: GradientStops = [GradientStop(0.7, .white)]
    let field = LinearGradient(from: Point(2, 0), to: Point(5, 0), stops: one).field(transform: .identity)
    #expect(try row(field, one, .repeat) == Array(repeating: 255, count: 8))
  }

  @Test func `an axis of length zero and equal circles draw nothing`() {
    #expect(LinearGradient(from: Point(3, 3), to: Point(3, 3), stops: ramp).field(transform: .identity) == nil)
    let equal = RadialGradient(
      startCenter: .zero, startRadius: 4, endCenter: .zero, endRadius: 4, stops: ramp)
    #expect(equal.field(transform: .identity) == nil)
    #expect(RadialGradient(center: .zero, radius: 0, stops: ramp).field(transform: .identity) == nil)
    #expect(RadialGradient(center: .zero, radius: -1, stops: ramp).field(transform: .identity) == nil)
    let flat = AffineTransform(scaleX: 1, y: 0)
    #expect(ConicGradient(center: .zero, stops: ramp).field(transform: flat) == nil)
    #expect(LinearGradient(from: .zero, to: Point(.nan, 0), stops: ramp).field(transform: .identity) == nil)
    #expect(LinearGradient(from: .zero, to: Point(1e200, 0), stops: ramp).field(transform: .identity) == nil)
  }

  @Test func `a radial gradient's offset is the distance from its centre`() throws {
    let gradient = RadialGradient(center: Point(0.5, 0.5), radius: 10, stops: ramp)
    let expected = (0..<8).map { UInt8(Double($0) / 10 * 255 + 0.5) }
    #expect(try row(gradient.field(transform: .identity), ramp) == expected)
  }

  @Test func `two-point radial circles pass through the points that have their offset`() throws {
    let gradient = RadialGradient(
      startCenter: Point(10, 20), startRadius: 5, endCenter: Point(14, 17), endRadius: 30, stops: ramp)
    let turn = AffineTransform(a: 1.5, b: 0.5, c: -0.25, d: 2, tx: 3, ty: -7)
    let field = try #require(gradient.field(transform: turn))
    for step in 0...20 {
      let t = Double(step) / 20
      let center = Point(10 + 4 * t, 20 - 3 * t), radius = 5 + 25 * t
      for angle in stride(from: 0, to: 6.28, by: 0.5) {
        let offset = field.offset(at: turn.apply(to: center + Vector(angle: angle) * radius))
        #expect(abs((offset ?? .nan) - t) < 1e-9)
      }
    }
  }

  @Test func `points outside the cone of two circles stay clear`() throws {
    let cone = RadialGradient(
      startCenter: Point(0, 0), startRadius: 1, endCenter: Point(10, 0), endRadius: 2, stops: ramp)
    let field = try #require(cone.field(transform: .identity))
    #expect(field.offset(at: Point(5, 30)) == nil)
    #expect(field.offset(at: Point(-30, 0)) == nil)
    // The higher of the two circles through (12, 0): the one that has it on its left, 10·t - (1 + t) = 12.
    let far = try #require(field.offset(at: Point(12, 0)))
    #expect(abs(far - 13.0 / 9) < 1e-12)
    let touching = RadialGradient(
      startCenter: Point(150, 25), startRadius: 50, endCenter: Point(200, 25), endRadius: 100, stops: ramp)
    #expect(touching.field(transform: .identity)?.offset(at: Point(50, 25)) == nil)
  }

  @Test func `a conic gradient grows clockwise from its start angle`() throws {
    let gradient = ConicGradient(center: Point(10, 10), startAngle: .pi / 2, stops: ramp)
    let field = try #require(gradient.field(transform: .identity))
    let expected = [(Point(10, 15), 0.0), (Point(5, 10), 0.25), (Point(10, 5), 0.5), (Point(15, 10), 0.75)]
    for (point, t) in expected {
      let offset = try #require(field.offset(at: point))
      #expect(min(abs(offset - t), abs(offset - 1 - t)) < 1e-12)
    }
  }

  @Test func `a canvas draws gradients at most one level from the reference`() throws {
    var random = SeededRandom(seed: 17)
    for round in 0..<120 {
      let count = random.int(in: 1...5)
      let stops = GradientStops(
        (0..<count).map { _ in
          GradientStop(
            random.double(in: 0...1),
            Color(
              red: random.double(in: 0...1), green: random.double(in: 0...1), blue: random.double(in: 0...1),
              alpha: random.double(in: 0...1)))
        })
      func point() -> Point { Point(random.double(in: -10...50), random.double(in: -10...40)) }
      let spread = GradientSpread.allCases[round % 4]
      let ctm = AffineTransform(rotation: random.double(in: 0...6)).concatenating(AffineTransform(scaleX: 1.2, y: 0.7))
      let linear = LinearGradient(from: point(), to: point(), stops: stops, spread: spread)
      let center = point()
      let radial = RadialGradient(
        startCenter: center, startRadius: random.double(in: 0...5), endCenter: round % 3 == 0 ? point() : center,
        endRadius: random.double(in: 6...40), stops: stops, spread: spread)
      let conic = ConicGradient(center: point(), startAngle: random.double(in: 0...6), stops: stops)
      let kinds: [(Paint, GradientField?, GradientSpread)] = [
        (.linear(linear), linear.field(transform: ctm), spread),
        (.radial(radial), radial.field(transform: ctm), spread),
        (.conic(conic), conic.field(transform: ctm), .pad),
      ]
      for (paint, field, spread) in kinds {
        let field = try #require(field)
        var canvas = Canvas(width: 40, height: 30)
        canvas.transform = ctm
        canvas.blendMode = .copy
        try canvas.fill(paint)
        var row = ContiguousArray<UInt32>(repeating: 0, count: 40)
        var far = 0
        for y in 0..<30 {
          var span = row.mutableSpan
          gradientRowReference(field, stops, spread, x: 0, y: y, into: &span)
          for x in 0..<40 {
            let a = canvas.bitmap[x, y], b = Pixel(bits: row[x])
            let difference =
              zip([a.red, a.green, a.blue, a.alpha], [b.red, b.green, b.blue, b.alpha])
              .map { abs(Int($0) - Int($1)) }.max() ?? 0
            if difference > 1 { far += 1 }
          }
        }
        // At a step between two colours Float may fall on the other side.
        #expect(far <= 1, "\(paint)")
      }
    }
  }

  @Test func `a wide radial gradient, made in runs, is at most one level from the reference`() throws {
    var random = SeededRandom(seed: 29)
    for round in 0..<12 {
      let stops = GradientStops(
        (0..<4).map { _ in GradientStop(random.double(in: 0...1), Color(hex: UInt32(random.int(in: 0...0xFFFFFF)))) })
      let center = Point(random.double(in: -300...900), random.double(in: -200...300))
      let gradient = RadialGradient(
        startCenter: center, startRadius: round % 2 == 0 ? 0 : 90, endCenter: center,
        endRadius: random.double(in: 700...3000), stops: stops, transform: AffineTransform(scaleX: 1, y: 0.8))
      let field = try #require(gradient.field(transform: .identity))
      var canvas = Canvas(width: 700, height: 30)
      try canvas.fill(Rect(0, 0, 700, 30), .radial(gradient))
      var row = ContiguousArray<UInt32>(repeating: 0, count: 700)
      var far = 0
      for y in 0..<30 {
        var span = row.mutableSpan
        gradientRowReference(field, stops, .pad, x: 0, y: y, into: &span)
        for x in 0..<700 {
          let a = canvas.bitmap[x, y], b = Pixel(bits: row[x])
          let differences = [Int(a.red) - Int(b.red), Int(a.green) - Int(b.green), Int(a.blue) - Int(b.blue)]
          if a.alpha != 255 || differences.contains(where: { abs($0) > 1 }) { far += 1 }
        }
      }
      #expect(far <= 1)
    }
  }

  @Test func `cutting a gradient's shape, or drawing it through a mask, changes no pixel`() throws {
    var random = SeededRandom(seed: 23)
    for round in 0..<60 {
      let alpha = round % 2 == 0 ? 1.0 : 0.6
      let stops = GradientStops(
        (0..<4).map { _ in
          GradientStop(random.double(in: 0...1), Color(hex: UInt32(random.int(in: 0...0xFFFFFF))).withAlpha(alpha))
        })
      func point() -> Point { Point(random.double(in: -100...500), random.double(in: -20...40)) }
      let spread: GradientSpread = round % 5 == 0 ? .reflect : .pad
      let paint: Paint =
        round % 3 == 0
        ? .radial(
          RadialGradient(
            center: point(), radius: random.double(in: 5...(round % 2 == 0 ? 2000 : 300)), stops: stops, spread: spread)
        )
        : .linear(LinearGradient(from: point(), to: point(), stops: stops, spread: spread))
      let path = Path.ellipse(in: Rect(3.3, -4, 380, 27))
      var whole = Canvas(width: 400, height: 20, background: .lightGray), pieces = whole, masked = whole
      try whole.fill(path, paint)
      for cut in [(0, 17), (17, 18), (18, 250), (250, 400)] {
        pieces.save()
        try pieces.clip(to: Rect(Double(cut.0), 0, Double(cut.1 - cut.0), 20))
        try pieces.fill(path, paint)
        pieces.restore()
      }
      try masked.clip(to: Rect(-0.5, -0.5, 401, 21))
      try masked.fill(path, paint)
      #expect(whole.bitmap == pieces.bitmap)
      #expect(whole.bitmap == masked.bitmap)
    }
  }

  @Test func `colours are interpolated before they are premultiplied`() {
    let stops: GradientStops = [
      GradientStop(0, Color(red: 1, green: 1, blue: 0, alpha: 0)), GradientStop(1, .blue),
    ]
    #expect(stops.color(at: 0.25) == Color(red: 0.75, green: 0.75, blue: 0.25, alpha: 0.25))
  }
}
