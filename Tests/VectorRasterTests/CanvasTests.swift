import Bitmaps
import TestSupport
import Testing
import VectorGeometry
import VectorRaster

@Suite struct CanvasTests {
  private let translucent = Color(red: 0, green: 0, blue: 0, alpha: 0.5)

  private func canvas(_ width: Int, _ height: Int, _ background: Color = .clear) -> Canvas {
    Canvas(width: width, height: height, background: background)
  }

  private func alphas(_ canvas: Canvas) -> [[UInt8]] {
    (0..<canvas.height).map { y in (0..<canvas.width).map { canvas.bitmap[$0, y].alpha } }
  }

  // MARK: - Fill, stroke, clear

  @Test func `a fill covers each pixel by the area inside`() throws {
    var canvas = canvas(4, 4)
    try canvas.fill(Rect(1, 1, 2.5, 2), .solid(.black))
    #expect(ascii(canvas.bitmap) == ["....", ".##8", ".##8", "...."])
    #expect(canvas.bitmap[3, 1].alpha == 128)
  }

  @Test func `both rules differ where a path winds twice`() throws {
    var path = Path.rect(Rect(0, 0, 5, 5))
    path.addRect(Rect(1, 1, 3, 3))
    for (rule, middle) in [(FillRule.nonZero, "#####"), (.evenOdd, "#...#")] {
      var canvas = canvas(5, 5)
      try canvas.fill(path, .solid(.red), rule: rule)
      #expect(ascii(canvas.bitmap) == ["#####", middle, middle, middle, "#####"])
    }
  }

  @Test func `a stroke straddles its path`() throws {
    var canvas = canvas(7, 5)
    try canvas.stroke(.rect(Rect(1.5, 1.5, 4, 2)), Stroke(width: 1), .solid(.black))
    #expect(ascii(canvas.bitmap) == [".......", ".#####.", ".#...#.", ".#####.", "......."])
  }

  @Test func `an ellipse is filled and stroked`() throws {
    var canvas = canvas(8, 6)
    try canvas.fill(.ellipse(in: Rect(0, 0, 8, 6)), .solid(.black))
    #expect(ascii(canvas.bitmap) == [".+####+.", "+######+", "########", "########", "+######+", ".+####+."])
    canvas.clear(.clear)
    try canvas.stroke(.ellipse(in: Rect(1, 1, 6, 4)), Stroke(width: 2), .solid(.black))
    let area = alphas(canvas).joined().reduce(0) { $0 + Double($1) } / 255
    #expect(abs(area - .pi * (4 * 3 - 2 * 1)) < 1.2)
  }

  @Test func `clearing a rectangle makes its pixels clear, its edges in part`() throws {
    var canvas = canvas(4, 3, .red)
    canvas.alpha = 0.2
    canvas.blendMode = .multiply
    try canvas.clear(Rect(1, 0, 1.25, 2))
    #expect(ascii(canvas.bitmap) == ["#.8#", "#.8#", "####"])
    #expect(canvas.blendMode == .multiply && canvas.alpha == 0.2)
  }

  @Test func `clearing with a colour replaces everything, also after drawing outside the last bounds`() throws {
    var canvas = canvas(6, 4, .white)
    try canvas.fill(Rect(1, 1, 2, 2), .solid(.red))
    #expect(canvas.drawnBounds.contains(PixelRect(minX: 1, minY: 1, maxX: 3, maxY: 3)))
    #expect(!canvas.drawnBounds.contains(canvas.bitmap.bounds))
    canvas.clear(.white)
    #expect(canvas.bitmap == Bitmap(width: 6, height: 4, filledWith: Pixel(.white)))
    #expect(canvas.drawnBounds.isEmpty)
    try canvas.stroke(.line(from: Point(-5, 2), to: Point(50, 2)), Stroke(width: 3, cap: .round), .solid(.blue))
    try canvas.fill(.solid(translucent))
    canvas.clear(.white)
    #expect(canvas.bitmap == Bitmap(width: 6, height: 4, filledWith: Pixel(.white)))
    canvas.clear(.red)
    #expect(canvas.bitmap == Bitmap(width: 6, height: 4, filledWith: Pixel(.red)))
    var other = Bitmap(width: 3, height: 3, filledWith: Pixel(.blue))
    other[1, 1] = .clear
    canvas.bitmap = other
    canvas.clear(.red)
    #expect(canvas.bitmap == Bitmap(width: 3, height: 3, filledWith: Pixel(.red)))
  }

  // MARK: - State

  @Test func `a transform maps path, pen and paint`() throws {
    var canvas = canvas(8, 4)
    canvas.concatenate(AffineTransform(translationX: 1, y: 1))
    canvas.concatenate(AffineTransform(scaleX: 2, y: 1))
    let ramp: GradientStops = [GradientStop(0, .black), GradientStop(0.5, .black), GradientStop(0.5, .clear)]
    try canvas.fill(
      Rect(0, 0, 3, 2), .linear(LinearGradient(from: .zero, to: Point(3, 0), stops: ramp, spread: .repeat)))
    #expect(ascii(canvas.bitmap) == ["........", ".###....", ".###....", "........"])
    canvas.clear(.clear)
    try canvas.stroke(.line(from: Point(1.5, -9), to: Point(1.5, 9)), Stroke(width: 1), .solid(.black))
    #expect(ascii(canvas.bitmap) == Array(repeating: "...##...", count: 4))
  }

  @Test func `save and restore keep transform, clip, alpha, mode and shadow`() throws {
    var canvas = canvas(4, 1)
    canvas.save()
    canvas.concatenate(AffineTransform(translationX: 2, y: 0))
    canvas.alpha = 0.5
    canvas.blendMode = .copy
    canvas.shadow = Shadow(sigma: 1)
    try canvas.clip(to: Rect(0, 0, 1, 1))
    canvas.restore()
    canvas.restore()
    try canvas.fill(Rect(0, 0, 4, 1), .solid(.black))
    #expect(ascii(canvas.bitmap) == ["####"])
    #expect(canvas.transform == .identity && canvas.shadow == nil && canvas.blendMode == .normal)
  }

  @Test func `alpha multiplies the paint's and is clamped`() throws {
    for (alpha, expected) in [(0.5, 128), (2, 255), (-1, 0), (0, 0), (Double.nan, 0)] {
      for paint in [
        Paint.solid(.black), .image(ImagePaint(Bitmap(width: 1, height: 1, filledWith: Pixel(.black)), spread: .pad)),
      ] {
        var canvas = canvas(1, 1)
        canvas.alpha = alpha
        try canvas.fill(Rect(0, 0, 1, 1), paint)
        #expect(Int(canvas.bitmap[0, 0].alpha) == expected)
      }
    }
  }

  @Test func `a transform without an inverse draws nothing, one that is not finite is refused`() throws {
    var canvas = canvas(3, 3)
    canvas.transform = AffineTransform(scaleX: 1, y: 0)
    try canvas.fill(Rect(0, 0, 3, 3), .solid(.black))
    try canvas.stroke(.line(from: .zero, to: Point(3, 0)), Stroke(width: 2), .solid(.black))
    try canvas.fill(.linear(LinearGradient(from: .zero, to: Point(1, 0), stops: [GradientStop(0, .black)])))
    #expect(ascii(canvas.bitmap) == ["...", "...", "..."])
    canvas.transform = AffineTransform(scaleX: 1, y: .infinity)
    #expect(throws: RasterError.nonFiniteTransform) { try canvas.fill(Rect(0, 0, 1, 1), .solid(.black)) }
    #expect(throws: RasterError.nonFiniteTransform) { try canvas.clip(to: Rect(0, 0, 1, 1)) }
    #expect(throws: RasterError.nonFiniteTransform) { try canvas.fill(.solid(.black)) }
    canvas.transform = AffineTransform(scaleX: 1e300, y: 1)
    #expect(throws: RasterError.nonFinitePath) { try canvas.fill(Rect(0, 0, 1e300, 1), .solid(.black)) }
  }

  @Test func `paths and strokes with a number that is not finite are refused`() throws {
    var canvas = canvas(3, 3)
    for bad in [Double.nan, .infinity, -.infinity] {
      for place in 0..<4 {
        var points = [Point(0, 0), Point(1, 0), Point(1, 1), Point(0, 1)]
        points[place].y = bad
        let path = Path.polyline(points)
        #expect(throws: RasterError.nonFinitePath) { try canvas.fill(path, .solid(.black)) }
        #expect(throws: RasterError.nonFinitePath) { try canvas.stroke(path, Stroke(), .solid(.black)) }
        #expect(throws: RasterError.nonFinitePath) { try canvas.clip(to: path) }
      }
      let line = Path.line(from: .zero, to: Point(1, 1))
      #expect(throws: RasterError.nonFiniteStroke) { try canvas.stroke(line, Stroke(width: bad), .solid(.black)) }
      #expect(throws: RasterError.nonFiniteStroke) { try canvas.stroke(line, Stroke(miterLimit: bad), .solid(.black)) }
      #expect(throws: RasterError.nonFiniteStroke) {
        try canvas.stroke(line, Stroke(dash: Dash([1], phase: bad)), .solid(.black))
      }
    }
    #expect(throws: RasterError.invalidDash(-1)) {
      try canvas.stroke(.line(from: .zero, to: Point(1, 1)), Stroke(dash: Dash([1, -1])), .solid(.black))
    }
    #expect(ascii(canvas.bitmap) == ["...", "...", "..."])
  }

  // MARK: - Compositing

  @Test(arguments: BlendMode.allCases)
  func `a blend mode acts inside the shape only`(_ mode: BlendMode) throws {
    var canvas = canvas(3, 1, Color(red: 0.8, green: 0.2, blue: 0.4, alpha: 0.6))
    let before = canvas.bitmap[0, 0]
    canvas.blendMode = mode
    try canvas.fill(Rect(1, 0, 1, 1), .solid(Color(red: 0.1, green: 0.9, blue: 0.3, alpha: 0.7)))
    #expect(canvas.bitmap[0, 0] == before && canvas.bitmap[2, 0] == before)
    #expect(canvas.bitmap[1, 0] != before)
  }

  @Test func `drawing through a mask of full coverage equals drawing without`() throws {
    var random = SeededRandom(seed: 4)
    var plain = canvas(40, 40, .lightGray), masked = plain
    // Not on pixel borders, so a mask; but everything lies well inside.
    try masked.clip(to: Rect(-0.5, -0.5, 41, 41))
    for _ in 0..<40 {
      let path = Path.polyline((0..<5).map { _ in Point(random.double(in: -10...50), random.double(in: -10...50)) })
      let color = Color(
        red: random.double(in: 0...1), green: random.double(in: 0...1), blue: random.double(in: 0...1),
        alpha: random.double(in: 0...1))
      for rule in FillRule.allCases {
        try plain.fill(path, .solid(color), rule: rule)
        try masked.fill(path, .solid(color), rule: rule)
      }
    }
    #expect(plain.bitmap == masked.bitmap)
  }

  @Test func `a half-clear stroke that crosses itself is uniform`() throws {
    // Fault S30: one coverage mask per stroke.
    var canvas = canvas(120, 80)
    var path = Path()
    path.move(to: Point(60, 40))
    path.addCubic(to: Point(60, 40), control1: Point(150, -40), control2: Point(150, 120))
    path.addCubic(to: Point(60, 40), control1: Point(-30, -40), control2: Point(-30, 120))
    try canvas.stroke(path, Stroke(width: 20, join: .round), .solid(translucent))
    #expect(alphas(canvas).joined().max() == 128)
    for y in 36..<44 { for x in 56..<64 { #expect(canvas.bitmap[x, y].alpha == 128) } }
  }

  @Test func `an arc exactly as tight as its pen inks no pixel beyond its ends`() throws {
    // A three-quarter circle about (0, 20), its upper right quarter left out, filled to the centre by its width.
    var canvas = canvas(40, 40)
    let arc = Path.arc(center: Point(0, 20), radius: 20, startAngle: 0, endAngle: -.pi / 2, clockwise: true)
    try canvas.stroke(arc, Stroke(width: 40), .solid(.black))
    #expect(canvas.bitmap[1, 18] == .clear && canvas.bitmap[30, 2] == .clear)
    #expect(canvas.bitmap[1, 21].alpha == 255 && canvas.bitmap[20, 30].alpha == 255)
  }

  @Test func `a seam shows between two shapes with a slanted edge, and nowhere else`() throws {
    // Fault R12. Coverage c over a background, then 1 - c: c·(1 - c) of the background shows through.
    let left = Path.polyline([Point(0, 0), Point(6, 0), Point(2, 8), Point(0, 8), Point(0, 0)])
    let right = Path.polyline([Point(6, 0), Point(8, 0), Point(8, 8), Point(2, 8), Point(6, 0)])
    var apart = canvas(8, 8)
    try apart.fill(left, .solid(.white))
    try apart.fill(right, .solid(.white))
    for row in alphas(apart) {
      for alpha in row { #expect(alpha >= 191) }  // 1 - 1/4 at worst
    }
    #expect(alphas(apart).joined().contains { $0 < 250 })
    var both = Path(left.elements)
    for element in right.elements {
      switch element {
      case .move(let point): both.move(to: point)
      case .line(let point): both.addLine(to: point)
      default: break
      }
    }
    var together = canvas(8, 8)
    try together.fill(both, .solid(.white))
    #expect(together.bitmap == Bitmap(width: 8, height: 8, filledWith: Pixel(.white)))
    var aligned = canvas(8, 8)
    try aligned.fill(Rect(0, 0, 3, 8), .solid(.white))
    try aligned.fill(Rect(3, 0, 5, 8), .solid(.white))
    #expect(aligned.bitmap == together.bitmap)
  }

  // MARK: - Gradients and images through the canvas

  @Test func `a gradient fills the clip and follows the transform`() throws {
    var canvas = canvas(6, 2)
    try canvas.clip(to: Rect(1, 0, 4, 1))
    canvas.concatenate(AffineTransform(translationX: 1, y: 0))
    let stops: GradientStops = [GradientStop(0, .black), GradientStop(1, .white)]
    try canvas.fill(.linear(LinearGradient(from: .zero, to: Point(4, 0), stops: stops)))
    #expect((0..<6).map { canvas.bitmap[$0, 0].red } == [0, 32, 96, 159, 223, 0])
    #expect(ascii(canvas.bitmap) == [".####.", "......"])
    canvas.restore()
    var bounded = self.canvas(6, 1)
    try bounded.fill(.linear(LinearGradient(from: Point(2, 0), to: Point(4, 0), stops: stops, spread: .clear)))
    #expect(ascii(bounded.bitmap) == ["..##.."])
    try bounded.fill(
      .radial(
        RadialGradient(
          startCenter: Point(3, 0.5), startRadius: 1, endCenter: Point(3, 0.5), endRadius: 2, stops: stops,
          spread: .clear)))
    #expect(ascii(bounded.bitmap) == [".####."])
  }

  @Test func `an image at whole pixels is copied, and at half size averaged`() throws {
    var image = Bitmap(width: 4, height: 2)
    for x in 0..<4 {
      for y in 0..<2 { image[x, y] = Pixel(red: UInt8(40 * x + 10 * y), green: 7, blue: 0, alpha: 255) }
    }
    var canvas = canvas(6, 4)
    try canvas.drawImage(image, at: Point(1, 1))
    for x in 0..<4 { for y in 0..<2 { #expect(canvas.bitmap[x + 1, y + 1] == image[x, y]) } }
    #expect(ascii(canvas.bitmap) == ["......", ".####.", ".####.", "......"])
    canvas.clear(.clear)
    try canvas.drawImage(image, in: Rect(2, 1, 2, 1))
    #expect(canvas.bitmap[2, 1] == Pixel(red: 25, green: 7, blue: 0))
    #expect(canvas.bitmap[3, 1] == Pixel(red: 105, green: 7, blue: 0))
    #expect(ascii(canvas.bitmap) == ["......", "..##..", "......", "......"])
    canvas.clear(.clear)
    try canvas.drawImage(image, in: Rect(0, 0, 2, 2), source: Rect(1, 0, 2, 2))
    #expect(canvas.bitmap[0, 0] == image[1, 0] && canvas.bitmap[1, 1] == image[2, 1])
    canvas.clear(.clear)
    try canvas.drawImage(image, in: Rect(0.5, 0, 4, 2), quality: .nearest)
    #expect((0..<6).map { canvas.bitmap[$0, 0].alpha } == [128, 255, 255, 255, 128, 0])
  }

  @Test func `an image's edge is anti-aliased when it is turned`() throws {
    let image = Bitmap(width: 4, height: 4, filledWith: Pixel(.blue))
    var canvas = canvas(12, 12), square = canvas
    for (index, _) in [0, 1].enumerated() {
      let turn = AffineTransform(translationX: -2, y: -2).concatenating(AffineTransform(rotation: 0.5))
        .concatenating(AffineTransform(translationX: 6, y: 6))
      if index == 0 {
        canvas.transform = turn
        try canvas.drawImage(image, at: .zero)
      } else {
        square.transform = turn
        try square.fill(Rect(0, 0, 4, 4), .solid(.blue))
      }
    }
    #expect(canvas.bitmap == square.bitmap)
  }

  @Test func `nothing finite traps`() throws {
    var random = SeededRandom(seed: 21)
    var canvas = canvas(9, 7)
    func number() -> Double {
      [0, 1, -1, 1e-300, 1e6, -1e15, 1e300, 3e-9, 4.5, random.double(in: -20...20)][random.int(in: 0...9)]
    }
    func point() -> Point { Point(number(), number()) }
    let image = Bitmap(width: 3, height: 3, filledWith: Pixel(.red))
    for _ in 0..<400 {
      var path = Path()
      path.move(to: point())
      for _ in 0..<random.int(in: 0...4) {
        switch random.int(in: 0...3) {
        case 0: path.addLine(to: point())
        case 1: path.addQuad(to: point(), control: point())
        case 2: path.addCubic(to: point(), control1: point(), control2: point())
        default: path.close()
        }
      }
      switch random.int(in: 0...9) {
      case 0: canvas.beginLayer(bounds: Rect(number(), number(), number(), number()), alpha: number())
      case 1: canvas.beginLayer(blendMode: BlendMode.allCases[random.int(in: 0...26)])
      case 2: canvas.beginMask()
      case 3, 4, 5: canvas.endLayer()
      case 6: canvas.clear(.clear)
      default: break
      }
      canvas.save()
      if random.int(in: 0...1) == 0 {
        canvas.transform = AffineTransform(
          a: number(), b: number(), c: number(), d: number(), tx: number(), ty: number())
      }
      let stops: GradientStops = [GradientStop(number(), .red), GradientStop(number(), .blue)]
      let paints: [Paint] = [
        .solid(.red), .linear(LinearGradient(from: point(), to: point(), stops: stops, spread: .repeat)),
        .radial(
          RadialGradient(
            startCenter: point(), startRadius: number(), endCenter: point(), endRadius: number(), stops: stops,
            spread: .reflect)),
        .conic(ConicGradient(center: point(), startAngle: number(), stops: stops)),
        .image(ImagePaint(image, transform: AffineTransform(translationX: number(), y: number()), spread: .repeat)),
      ]
      let paint = paints[random.int(in: 0...4)]
      canvas.blendMode = BlendMode.allCases[random.int(in: 0...26)]
      if random.int(in: 0...49) == 0 { canvas.shadow = Shadow(offset: point() - .zero, sigma: abs(number())) }
      // A path whose image overflows may be refused; nothing else may happen.
      do {
        if random.int(in: 0...2) == 0 { try canvas.clip(to: path, rule: .evenOdd) }
        try canvas.fill(path, paint)
        try canvas.stroke(path, Stroke(width: number(), cap: .round, join: .miter), paint)
        try canvas.drawImage(image, in: Rect(number(), number(), number(), number()))
      } catch {
        #expect(error == .nonFinitePath || error == .nonFiniteStroke)
      }
      canvas.restore()
    }
  }
}
