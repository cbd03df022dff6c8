import Bitmaps
import TestSupport
import Testing
import VectorGeometry
import VectorRaster

@Suite struct CanvasLayerTests {
  private func canvas(_ width: Int, _ height: Int, _ background: Color = .clear) -> Canvas {
    Canvas(width: width, height: height, background: background)
  }

  private func row(_ canvas: Canvas, _ y: Int = 0) -> [UInt8] { (0..<canvas.width).map { canvas.bitmap[$0, y].alpha } }

  // MARK: - The picture

  @Test func `an exchanged bitmap is drawn on anew, the other one keeps what it had`() throws {
    var canvas = canvas(4, 1)
    try canvas.fill(Rect(0, 0, 2, 1), .solid(.black))
    canvas.save()
    canvas.transform = AffineTransform(translationX: 1, y: 0)
    try canvas.clip(to: Rect(0, 0, 1, 1))
    var other = Bitmap(width: 3, height: 2, filledWith: Pixel(.red))
    canvas.exchangeBitmap(with: &other)
    #expect(ascii(other) == ["##.."] && canvas.width == 3 && canvas.height == 2)
    #expect(canvas.transform == .identity && canvas.depth == self.canvas(1, 1).depth)
    canvas.clear(.clear)
    #expect(canvas.bitmap == Bitmap(width: 3, height: 2))
    try canvas.fill(Rect(0, 1, 9, 1), .solid(.black))
    canvas.exchangeBitmap(with: &other)
    #expect(ascii(other) == ["...", "###"] && ascii(canvas.bitmap) == ["##.."])
  }

  @Test func `a background of the colour that is there already touches nothing, over a drawing it does`() throws {
    var canvas = canvas(6, 2, .white)
    canvas.clear(.white)
    try canvas.fill(Rect(0, 0, 6, 2), .solid(.white))
    #expect(canvas.drawnBounds.isEmpty)
    try canvas.fill(Rect(2, 0, 2, 1), .solid(.red))
    try canvas.fill(Rect(3, 0, 3, 2), .solid(.white))
    #expect(canvas.bitmap[2, 0] == Pixel(.red) && canvas.bitmap[3, 0] == Pixel(.white))
    canvas.clear(.white)
    canvas.beginLayer(alpha: 0.5)
    try canvas.fill(Rect(0, 0, 6, 2), .solid(.white))
    canvas.endLayer()
    canvas.blendMode = .destinationOut
    try canvas.fill(Rect(0, 0, 1, 1), .solid(.white))
    #expect(row(canvas) == [0, 255, 255, 255, 255, 255])
  }

  @Test func `unwinding drops open layers and brings the state back`() throws {
    var canvas = canvas(3, 1)
    try canvas.fill(Rect(0, 0, 1, 1), .solid(.black))
    canvas.beginLayer()
    try canvas.fill(Rect(1, 0, 1, 1), .solid(.black))
    let depth = canvas.depth
    canvas.save()
    try canvas.clip(to: Rect(2, 0, 1, 1))
    canvas.beginLayer(alpha: 0.5, blendMode: .copy)
    canvas.save()
    canvas.beginMask()
    try canvas.fill(.solid(.black))
    canvas.unwind(to: depth)
    #expect(canvas.depth == depth)
    canvas.endLayer()
    #expect(row(canvas) == [255, 255, 0])
  }

  // MARK: - Clip

  @Test func `clips on pixel borders cut exactly and path clips softly, and both intersect`() throws {
    var canvas = canvas(8, 4)
    try canvas.clip(to: Rect(1, 0, 6, 4))
    try canvas.clip(to: Rect(0, 1, 7, 9))
    try canvas.fill(.solid(.black))
    #expect(ascii(canvas.bitmap) == ["........", ".######.", ".######.", ".######."])
    canvas.clear(.clear)
    try canvas.clip(to: Rect(2.5, 0, 2, 4))
    try canvas.fill(Rect(0, 0, 8, 4), .solid(.black))
    #expect(row(canvas, 1) == [0, 0, 128, 255, 128, 0, 0, 0])
    // Two halves of one pixel's coverage multiply.
    try canvas.clip(to: Rect(2.5, 0, 9, 4))
    canvas.clear(.clear)
    try canvas.fill(Rect(0, 0, 8, 4), .solid(.black))
    #expect(row(canvas, 1) == [0, 0, 64, 255, 128, 0, 0, 0])
    try canvas.clip(to: Rect(5, 0, 1, 1))
    canvas.clear(.clear)
    try canvas.fill(.solid(.black))
    #expect(row(canvas, 1).allSatisfy { $0 == 0 })
  }

  @Test func `a clip follows its fill rule and turned rectangles of pixels stay rectangles`() throws {
    var ring = Path.rect(Rect(0, 0, 5, 5))
    ring.addRect(Rect(1, 1, 3, 3))
    var canvas = canvas(5, 5)
    try canvas.clip(to: ring, rule: .evenOdd)
    try canvas.fill(.solid(.black))
    #expect(ascii(canvas.bitmap) == ["#####", "#...#", "#...#", "#...#", "#####"])
    var turned = self.canvas(5, 5)
    turned.concatenate(AffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 4, ty: 0))
    try turned.clip(to: Rect(1, 1, 3, 2))
    try turned.fill(.solid(.black))
    #expect(ascii(turned.bitmap) == [".....", ".##..", ".##..", ".##..", "....."])
  }

  @Test func `restore brings back a clip's mask, however often it was narrowed`() throws {
    var canvas = canvas(20, 20)
    try canvas.clip(to: .circle(center: Point(10, 10), radius: 9))
    try canvas.fill(.solid(.black))
    let once = canvas.bitmap
    for _ in 0..<3 {
      canvas.save()
      try canvas.clip(to: .circle(center: Point(4, 4), radius: 6))
      canvas.save()
      try canvas.clip(to: .circle(center: Point(7, 4), radius: 5))
      try canvas.clip(to: .circle(center: Point(7, 5), radius: 3))
      canvas.clear(.clear)
      try canvas.fill(.solid(.black))
      canvas.restore()
      canvas.restore()
      canvas.clear(.clear)
      try canvas.fill(.solid(.black))
      #expect(canvas.bitmap == once)
    }
  }

  // MARK: - Layers

  @Test func `a layer's opacity counts once, a shape's each time`() throws {
    var shapes = canvas(3, 1), group = shapes
    shapes.alpha = 0.5
    for x in [0.0, 1] { try shapes.fill(Rect(x, 0, 2, 1), .solid(.black)) }
    #expect(row(shapes) == [128, 192, 128])
    group.beginLayer(alpha: 0.5)
    for x in [0.0, 1] { try group.fill(Rect(x, 0, 2, 1), .solid(.black)) }
    #expect(row(group) == [0, 0, 0])
    group.endLayer()
    #expect(row(group) == [128, 128, 128])
  }

  @Test func `layers nest, and a layer's blend mode and clip act when it ends`() throws {
    var canvas = canvas(4, 2, .white)
    try canvas.clip(to: Rect(1, 0, 2, 2))
    canvas.beginLayer(alpha: 0.5, blendMode: .multiply)
    canvas.beginLayer(alpha: 0.5)
    try canvas.fill(Rect(0, 0, 4, 1), .solid(.black))
    canvas.endLayer()
    try canvas.fill(Rect(0, 1, 4, 1), .solid(.red))
    canvas.endLayer()
    canvas.endLayer()
    #expect((0..<4).map { canvas.bitmap[$0, 0].red } == [255, 191, 191, 255])
    #expect((0..<4).map { canvas.bitmap[$0, 1].green } == [255, 127, 127, 255])
  }

  @Test func `what is drawn in a clipped layer equals drawing under the clip`() throws {
    var direct = canvas(30, 30), layered = direct
    for index in 0..<2 {
      var canvas = index == 0 ? direct : layered
      try canvas.clip(to: Rect(7, 5, 15, 20))
      canvas.concatenate(AffineTransform(a: 0.9, b: 0.2, c: -0.3, d: 1.1, tx: 3.3, ty: 1.7))
      if index == 1 { canvas.beginLayer() }
      try canvas.fill(.circle(center: Point(12, 12), radius: 8), .solid(Color(hex: 0x123456)))
      if index == 1 { canvas.endLayer() }
      if index == 0 { direct = canvas } else { layered = canvas }
    }
    #expect(direct.bitmap == layered.bitmap)
  }

  @Test func `a layer keeps the state around it and drops the state saved in it`() throws {
    var canvas = canvas(4, 1)
    canvas.alpha = 0.5
    canvas.save()
    canvas.beginLayer()
    #expect(canvas.alpha == 1)
    canvas.restore()
    canvas.save()
    canvas.save()
    try canvas.clip(to: Rect(1, 0, 1, 1))
    canvas.transform = AffineTransform(scaleX: 3, y: 3)
    canvas.endLayer()
    #expect(canvas.alpha == 0.5 && canvas.transform == .identity)
    canvas.restore()
    try canvas.fill(Rect(0, 0, 4, 1), .solid(.black))
    #expect(row(canvas) == [128, 128, 128, 128])
  }

  @Test func `an empty or invisible layer changes nothing, whatever its mode erases within the clip`() throws {
    var canvas = canvas(5, 1, .red)
    canvas.beginLayer(alpha: 0)
    try canvas.fill(.solid(.black))
    canvas.endLayer()
    canvas.beginLayer()
    canvas.endLayer()
    #expect(canvas.bitmap == Bitmap(width: 5, height: 1, filledWith: Pixel(.red)))
    try canvas.clip(to: Rect(1, 0, 3, 1))
    canvas.beginLayer(blendMode: .destinationIn)
    try canvas.fill(Rect(2, 0, 1, 1), .solid(.black))
    canvas.endLayer()
    #expect(ascii(canvas.bitmap) == ["#.#.#"])
  }

  @Test func `a mask multiplies what was drawn by its alpha and leaves nothing outside`() throws {
    var canvas = canvas(6, 1, .white)
    canvas.beginLayer()
    try canvas.fill(Rect(0, 0, 5, 1), .solid(.red))
    canvas.beginMask()
    try canvas.fill(Rect(1, 0, 1, 1), .solid(.blue))
    try canvas.fill(Rect(2, 0, 4, 1), .solid(Color(red: 0, green: 1, blue: 0, alpha: 0.5)))
    canvas.endMask()
    canvas.endLayer()
    let expected = [
      Pixel(.white), Pixel(.red), Pixel(red: 255, green: 127, blue: 127), Pixel(red: 255, green: 127, blue: 127),
      Pixel(red: 255, green: 127, blue: 127), Pixel(.white),
    ]
    #expect((0..<6).map { canvas.bitmap[$0, 0] } == expected)
    canvas.beginMask()
    canvas.endMask()
    #expect(canvas.bitmap == Bitmap(width: 6, height: 1))
  }

  @Test func `twenty thousand layers in each other need the memory of two`() throws {
    // 4 MB each, were they all allocated.
    var canvas = canvas(1000, 1000)
    for _ in 0..<20_000 { canvas.beginLayer() }
    try canvas.fill(Rect(3, 3, 4, 4), .solid(.red))
    for _ in 0..<20_000 { canvas.endLayer() }
    #expect(canvas.bitmap[3, 3] == Pixel(.red) && canvas.bitmap[7, 3] == .clear)
    // An open layer can be cleared; one outside the clip stays without pixels.
    canvas.beginLayer()
    canvas.clear(.blue)
    canvas.beginLayer(bounds: Rect(-9, -9, 2, 2))
    canvas.clear(.white)
    canvas.endLayer()
    canvas.endLayer()
    #expect(canvas.bitmap == Bitmap(width: 1000, height: 1000, filledWith: Pixel(.blue)))
  }

  @Test func `a layer's end keeps the picture's memory in place`() throws {
    // A second reference to it would make the next drawing copy all pixels.
    func address(_ canvas: borrowing Canvas) -> UInt {
      unsafe canvas.bitmap.pixels.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    }
    var canvas = canvas(50, 50)
    let before = address(canvas)
    for _ in 0..<3 {
      canvas.beginLayer(alpha: 0.5, shadow: Shadow(sigma: 1))
      canvas.beginLayer()
      try canvas.fill(Rect(3, 3, 4, 4), .solid(.red))
      canvas.beginMask()
      try canvas.fill(Rect(3, 3, 2, 4), .solid(.red))
      canvas.endMask()
      canvas.endLayer()
      canvas.endLayer()
      try canvas.fill(Rect(3, 3, 4, 4), .solid(.red))
      #expect(address(canvas) == before)
    }
  }

  @Test func `a hint about a layer's bounds changes no pixel inside them`() throws {
    for bounds in [nil, Rect(2.2, 3, 9, 8)] {
      var canvas = canvas(40, 30)
      canvas.concatenate(AffineTransform(rotation: 0.3))
      canvas.beginLayer(bounds: bounds, alpha: 0.7, shadow: Shadow(offset: Vector(3, 4), sigma: 1.3))
      try canvas.fill(.ellipse(in: Rect(2.2, 3, 9, 8)), .solid(.orange))
      canvas.endLayer()
      var plain = self.canvas(40, 30)
      plain.concatenate(AffineTransform(rotation: 0.3))
      plain.beginLayer(alpha: 0.7, shadow: Shadow(offset: Vector(3, 4), sigma: 1.3))
      try plain.fill(.ellipse(in: Rect(2.2, 3, 9, 8)), .solid(.orange))
      plain.endLayer()
      #expect(canvas.bitmap == plain.bitmap)
    }
  }

  @Test func `layers leave no trace in the ones after them`() throws {
    var canvas = canvas(16, 16)
    func frame(_ canvas: inout Canvas) throws {
      canvas.clear(.clear)
      canvas.beginLayer(alpha: 0.6, shadow: Shadow(offset: Vector(2, 2), sigma: 1))
      try canvas.fill(.circle(center: Point(7, 7), radius: 4), .solid(.red))
      canvas.beginLayer()
      try canvas.fill(Rect(3, 3, 6.5, 2), .solid(.blue))
      canvas.beginMask()
      try canvas.fill(.circle(center: Point(6, 4), radius: 2), .solid(.black))
      canvas.endMask()
      canvas.endLayer()
      canvas.endLayer()
    }
    try frame(&canvas)
    let first = canvas.bitmap
    for _ in 0..<3 {
      canvas.beginLayer()
      try canvas.fill(.solid(.green))
      canvas.beginLayer()
      try canvas.fill(.solid(.black))
      canvas.endLayer()
      canvas.endLayer()
      try frame(&canvas)
      #expect(canvas.bitmap == first)
    }
  }

  // MARK: - Shadows

  @Test func `a shadow lies under the shape, blurred, moved and coloured`() throws {
    var canvas = canvas(21, 21)
    canvas.shadow = Shadow(color: Color(red: 0, green: 0, blue: 1), offset: Vector(4, 0), sigma: 0)
    try canvas.fill(Rect(2, 8, 4, 4), .solid(.red))
    #expect(canvas.bitmap[5, 9] == Pixel(.red) && canvas.bitmap[6, 9] == Pixel(.blue))
    #expect(canvas.bitmap[9, 9] == Pixel(.blue) && canvas.bitmap[10, 9] == .clear)
    canvas.clear(.clear)
    canvas.shadow?.offset = Vector(1.5, 0)
    try canvas.fill(Rect(2, 8, 2, 2), .solid(.red))
    #expect((1..<8).map { canvas.bitmap[$0, 9].alpha } == [0, 255, 255, 255, 128, 0, 0])
  }

  @Test func `a shadow of a symmetric shape is symmetric and keeps its sum`() throws {
    var canvas = canvas(61, 61)
    try canvas.drawShadow(of: .rect(Rect(20, 20, 21, 21)), Shadow(sigma: 4))
    var sum = 0.0
    for y in 0..<61 {
      for x in 0..<61 {
        sum += Double(canvas.bitmap[x, y].alpha) / 255
        #expect(canvas.bitmap[x, y] == canvas.bitmap[60 - x, y] && canvas.bitmap[x, y] == canvas.bitmap[y, x])
      }
    }
    #expect(abs(sum - 441) < 441 * 0.005)
    #expect(canvas.bitmap[30, 30].alpha > 240)
  }

  @Test func `a shadow is scaled with the transform and thrown from outside the clip`() throws {
    var scaled = canvas(40, 40), plain = scaled
    scaled.concatenate(AffineTransform(scaleX: 2, y: 2))
    try scaled.drawShadow(of: .rect(Rect(5, 5, 6, 6)), Shadow(offset: Vector(2, 1), sigma: 1.5))
    try plain.drawShadow(of: .rect(Rect(10, 10, 12, 12)), Shadow(offset: Vector(4, 2), sigma: 3))
    #expect(scaled.bitmap == plain.bitmap)
    var clipped = canvas(40, 40)
    try clipped.clip(to: Rect(23, 0, 17, 40))
    try clipped.drawShadow(of: .rect(Rect(10, 10, 12, 12)), Shadow(offset: Vector(4, 2), sigma: 3))
    for y in 0..<40 { for x in 0..<40 { #expect(clipped.bitmap[x, y] == (x < 23 ? .clear : plain.bitmap[x, y])) } }
  }

  @Test func `a layer's shadow is one for all it holds and fades with it`() throws {
    var canvas = canvas(12, 3)
    canvas.beginLayer(alpha: 0.5, shadow: Shadow(color: .blue, offset: Vector(0, 1), sigma: 0))
    try canvas.fill(Rect(1, 0, 4, 1), .solid(.red))
    try canvas.fill(Rect(3, 0, 4, 1), .solid(.red))
    canvas.endLayer()
    #expect(row(canvas, 1) == [0, 128, 128, 128, 128, 128, 128, 0, 0, 0, 0, 0])
    #expect(canvas.bitmap[3, 0] == Pixel(red: 128, green: 0, blue: 0, alpha: 128))
    #expect(canvas.bitmap[3, 1] == Pixel(red: 0, green: 0, blue: 128, alpha: 128))
  }
}
