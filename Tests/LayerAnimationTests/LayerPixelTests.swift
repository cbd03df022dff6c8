import Bitmaps
import LayerAnimation
import TestSupport
import Testing
import VectorGeometry
import VectorRaster

/// Draws a layer on a clear canvas.
func picture(_ layer: Layer, _ width: Int, _ height: Int, at time: Double = 0, on background: Color = .clear) throws
  -> Bitmap
{
  var canvas = Canvas(width: width, height: height, background: background)
  try Scene(layer).displayList(at: time).draw(into: &canvas)
  return canvas.bitmap
}

/// A box with a background.
func box(_ frame: Rect, _ color: Color = .black) -> Layer {
  let layer = Layer(frame: frame)
  layer.backgroundColor = color
  return layer
}

@Suite struct LayerPixelTests {
  // MARK: - Geometry

  @Test func `position and anchor point place a layer, bounds give its extent`() throws {
    let layer = box(.zero)
    layer.bounds = Rect(0, 0, 3, 2)
    layer.anchorPoint = Point(0, 1)
    layer.position = Point(1, 3)
    #expect(try ascii(picture(layer, 5, 4)) == [".....", ".###.", ".###.", "....."])
    #expect(layer.frame == Rect(1, 1, 3, 2))
  }

  @Test func `a frame sets size and position`() {
    let layer = Layer()
    layer.anchorPoint = Point(1, 0.5)
    layer.frame = Rect(2, 3, 10, 4)
    #expect(layer.bounds == Rect(0, 0, 10, 4) && layer.position == Point(12, 5) && layer.frame == Rect(2, 3, 10, 4))
  }

  @Test func `a transform turns about the anchor point`() throws {
    let layer = box(Rect(1, 2, 4, 1))
    layer.transform = .rotation(.pi / 2)
    #expect(abs(layer.frame.minX - 2.5) < 1e-12 && abs(layer.frame.height - 4) < 1e-12)
    layer.transform = .scale(0.5, 3)
    #expect(
      try ascii(picture(layer, 6, 5)) == ["......", "..##..", "..##..", "..##..", "......"])
    layer.affineTransform = AffineTransform(translationX: 1, y: -2)
    #expect(
      try ascii(picture(layer, 6, 5)) == ["..####", "......", "......", "......", "......"])
  }

  @Test func `a turn in depth is flattened to its shadow on the plane`() throws {
    let layer = box(Rect(0, 0, 8, 2))
    layer.transform = .rotation(.pi / 3, x: 0, y: 1, z: 0)
    #expect(try ascii(picture(layer, 8, 2)) == ["..####..", "..####.."])
  }

  @Test func `the bounds' origin scrolls sublayers`() throws {
    let layer = box(Rect(0, 0, 6, 3), .clear)
    layer.addSublayer(box(Rect(4, 4, 2, 1)))
    layer.bounds.origin = Point(3, 3)
    #expect(try ascii(picture(layer, 6, 3)) == ["......", ".##...", "......"])
  }

  @Test func `a sublayer transform works about the anchor point, on all sublayers`() throws {
    let layer = box(Rect(0, 0, 8, 4), .clear)
    layer.addSublayers(box(Rect(3, 1, 1, 1)), box(Rect(4, 2, 1, 1)))
    layer.sublayerTransform = .scale(2)
    #expect(try ascii(picture(layer, 8, 4)) == ["..##....", "..##....", "....##..", "....##.."])
  }

  @Test func `depth orders siblings, the tree decides ties`() throws {
    let root = Layer()
    let red = box(Rect(0, 0, 2, 1), .red), blue = box(Rect(1, 0, 2, 1), .blue), green = box(Rect(1, 0, 1, 1), .green)
    root.addSublayers(red, blue, green)
    red.zPosition = 1
    #expect(try picture(root, 3, 1)[1, 0] == Pixel(.red))
    blue.zPosition = 1
    #expect(try picture(root, 3, 1)[1, 0] == Pixel(.blue))
    red.animate(\.zPosition, from: 0, to: 4, timing: Timing(duration: 1))
    #expect(try picture(root, 3, 1, at: 0.2)[1, 0] == Pixel(.blue))
    #expect(try picture(root, 3, 1, at: 0.3)[1, 0] == Pixel(.red))
  }

  // MARK: - Looks

  @Test func `opacity fades a layer with its sublayers as one picture`() throws {
    let layer = box(Rect(0, 0, 2, 1), .red)
    layer.addSublayer(box(Rect(1, 0, 1, 1), .blue))
    layer.opacity = 0.5
    let bitmap = try picture(layer, 2, 1, on: .white)
    #expect(
      bitmap[0, 0] == Pixel(red: 255, green: 127, blue: 127) || bitmap[0, 0] == Pixel(red: 255, green: 128, blue: 128))
    #expect(bitmap[1, 0].red == bitmap[0, 0].green && bitmap[1, 0].blue == 255)
    layer.opacity = 7
    #expect(try picture(layer, 2, 1)[0, 0] == Pixel(.red))
    for opacity in [0, -1, .nan] {
      layer.opacity = opacity
      #expect(Scene(layer).displayList(at: 0).isEmpty)
    }
  }

  @Test func `a hidden layer hides its sublayers`() throws {
    let layer = box(Rect(0, 0, 2, 2))
    layer.addSublayer(box(Rect(0, 0, 1, 1)))
    layer.isHidden = true
    #expect(Scene(layer).displayList(at: 0).isEmpty)
  }

  @Test func `masking to bounds cuts content and sublayers off, and only then`() throws {
    let layer = box(Rect(1, 1, 2, 2), .clear)
    layer.addSublayer(box(Rect(-1, 0, 6, 1)))
    #expect(try ascii(picture(layer, 5, 3)) == [".....", "#####", "....."])
    layer.masksToBounds = true
    #expect(try ascii(picture(layer, 5, 3)) == [".....", ".##..", "....."])
  }

  @Test func `corner radius rounds the chosen corners of the background`() throws {
    let layer = box(Rect(0, 0, 8, 8))
    layer.cornerRadius = 4
    layer.maskedCorners = [.topLeft, .bottomRight]
    let bitmap = try picture(layer, 8, 8)
    #expect(
      bitmap[0, 0].alpha == 0 && bitmap[7, 7].alpha == 0 && bitmap[7, 0].alpha == 255 && bitmap[0, 7].alpha == 255)
    var ink = 0
    for pixel in 0..<64 { ink += Int(bitmap[pixel % 8, pixel / 8].alpha) }
    // Two quarters of a disc of radius 4 are missing from two squares.
    #expect(abs(Double(ink) / 255 - (64 - 2 * (16 - 4 * .pi))) < 0.05)
  }

  @Test func `the border lies inside the bounds, over the sublayers`() throws {
    let layer = box(Rect(0, 0, 5, 4), .clear)
    layer.addSublayer(box(Rect(0, 0, 5, 4), .red))
    layer.borderWidth = 1
    layer.borderColor = .blue
    let bitmap = try picture(layer, 5, 4)
    #expect(ascii(bitmap) { $0.blue } == ["#####", "#...#", "#...#", "#####"])
    #expect(ascii(bitmap) { $0.red } == [".....", ".###.", ".###.", "....."])
    layer.borderWidth = 9
    #expect(try ascii(picture(layer, 5, 4)) { $0.blue } == ["#####", "#####", "#####", "#####"])
  }

  // MARK: - Contents

  /// Left half red, right half blue.
  private var flag: Bitmap {
    var bitmap = Bitmap(width: 4, height: 2, filledWith: Pixel(.red))
    for y in 0..<2 { for x in 2..<4 { bitmap[x, y] = Pixel(.blue) } }
    return bitmap
  }

  @Test func `contents are stretched, fitted, or placed by gravity`() throws {
    let layer = Layer(frame: Rect(0, 0, 8, 8))
    layer.contents = flag
    let frames: [ContentsGravity: Rect] = [
      .resize: Rect(0, 0, 8, 8), .resizeAspect: Rect(0, 2, 8, 4), .resizeAspectFill: Rect(-4, 0, 16, 8),
      .center: Rect(2, 3, 4, 2), .top: Rect(2, 0, 4, 2), .bottom: Rect(2, 6, 4, 2), .left: Rect(0, 3, 4, 2),
      .right: Rect(4, 3, 4, 2), .topLeft: Rect(0, 0, 4, 2), .topRight: Rect(4, 0, 4, 2),
      .bottomLeft: Rect(0, 6, 4, 2), .bottomRight: Rect(4, 6, 4, 2),
    ]
    #expect(frames.count == ContentsGravity.allCases.count)
    for (gravity, frame) in frames {
      layer.contentsGravity = gravity
      #expect(layer.properties.contentsFrame(for: Size(4, 2)) == frame, "\(gravity)")
      let bitmap = try picture(layer, 8, 8)
      for y in 0..<8 {
        for x in 0..<8 {
          let isInside = frame.contains(Point(Double(x) + 0.5, Double(y) + 0.5))
          #expect((bitmap[x, y].alpha == 255) == isInside, "\(gravity) \(x) \(y)")
        }
      }
    }
  }

  @Test func `a contents rectangle shows a part of the image and nothing of the rest`() throws {
    let layer = Layer(frame: Rect(0, 0, 6, 2))
    layer.contents = flag
    layer.contentsRect = Rect(0.5, 0, 0.5, 1)
    let bitmap = try picture(layer, 6, 2)
    for x in 0..<6 { #expect(bitmap[x, 0] == Pixel(.blue)) }
  }

  @Test func `contents scale makes an image's pixels smaller`() {
    let layer = Layer(frame: Rect(0, 0, 8, 8))
    layer.contentsGravity = .topLeft
    layer.contentsScale = 2
    let paint = layer.properties.contentsFrame(for: Size(4 / layer.contentsScale, 2 / layer.contentsScale))
    #expect(paint == Rect(0, 0, 2, 1))
  }

  @Test func `contents switch at half of an animation`() throws {
    let layer = Layer(frame: Rect(0, 0, 1, 1))
    layer.animate(
      \.contents, from: Bitmap(width: 1, height: 1, filledWith: Pixel(.red)),
      to: Bitmap(width: 1, height: 1, filledWith: Pixel(.blue)), timing: Timing(duration: 1))
    #expect(try picture(layer, 1, 1, at: 0.49)[0, 0] == Pixel(.red))
    #expect(try picture(layer, 1, 1, at: 0.5)[0, 0] == Pixel(.blue))
    #expect(try picture(layer, 1, 1, at: 1)[0, 0] == .clear)
  }

  // MARK: - Shadows and masks

  @Test func `a shadow lies under its layer, moved, coloured and as strong as it is opaque`() throws {
    let layer = box(Rect(0, 0, 3, 2))
    layer.shadowOpacity = 0.5
    layer.shadowColor = .red
    layer.shadowRadius = 0
    layer.shadowOffset = Size(2, 1)
    let bitmap = try picture(layer, 6, 4)
    #expect(ascii(bitmap) == ["###...", "###88.", "..888.", "......"])
    #expect(bitmap[4, 2].red == bitmap[4, 2].alpha && bitmap[4, 2].alpha == 128 && bitmap[1, 1] == Pixel(.black))
    layer.masksToBounds = true
    #expect(try ascii(picture(layer, 6, 4)) == ["###...", "###...", "......", "......"])
  }

  @Test func `a shadow path casts instead of the layer, also without any content`() throws {
    let layer = Layer(frame: Rect(0, 0, 2, 2))
    layer.shadowPath = .rect(Rect(1, 1, 2, 1))
    layer.shadowOpacity = 1
    layer.shadowOffset = .zero
    layer.shadowRadius = 0
    #expect(try ascii(picture(layer, 4, 3)) == ["....", ".##.", "...."])
  }

  @Test func `a blurred shadow keeps its ink and spreads by its radius`() throws {
    let layer = box(Rect(28, 28, 8, 8), .white)
    layer.shadowPath = .rect(Rect(0, 0, 8, 8))
    layer.shadowOpacity = 1
    layer.shadowOffset = .zero
    layer.shadowRadius = 4
    layer.backgroundColor = nil
    let bitmap = try picture(layer, 64, 64)
    var ink = 0.0, second = 0.0
    for y in 0..<64 {
      for x in 0..<64 {
        let alpha = Double(bitmap[x, y].alpha) / 255
        ink += alpha
        second += alpha * (Double(x) + 0.5 - 32) * (Double(x) + 0.5 - 32)
      }
    }
    #expect(abs(ink - 64) < 2)
    // The variance of a box of width 8 and of the blur.
    #expect(abs(second / ink - (64.0 / 12 + 16)) < 1)
  }

  @Test func `a mask multiplies by its alpha and leaves nothing outside it`() throws {
    let layer = box(Rect(0, 0, 4, 2), .red)
    let mask = box(Rect(1, 0, 2, 1), Color.green.withAlpha(0.5))
    layer.mask = mask
    #expect(mask.superlayer == nil)
    let bitmap = try picture(layer, 5, 3)
    #expect(ascii(bitmap) == [".88..", ".....", "....."])
    #expect(bitmap[1, 0] == Pixel(red: 128, green: 0, blue: 0, alpha: 128))
    mask.animate(\.position, from: Point(2, 0.5), to: Point(2, 2.5), timing: Timing(duration: 1))
    #expect(try ascii(picture(layer, 5, 3, at: 0.5)) == [".....", ".88..", "....."])
    layer.mask = nil
    #expect(try ascii(picture(layer, 5, 3)) == ["####.", "####.", "....."])
  }

  /// Article 003: the ring's fill is clear, so that only its stroke lets the image show.
  @Test func `a mask's colour does not matter, its own opacity and sublayers do`() throws {
    let layer = box(Rect(0, 0, 6, 1), .blue)
    let mask = ShapeLayer(path: .line(from: Point(0, 0.5), to: Point(2, 0.5)), stroke: Stroke(width: 1), color: .red)
    mask.opacity = 0.5
    mask.addSublayer(box(Rect(4, 0, 1, 1), .white))
    layer.mask = mask
    let bitmap = try picture(layer, 6, 1)
    #expect(ascii(bitmap) == ["88..8."])
    #expect(bitmap[0, 0].red == 0 && bitmap[0, 0].blue == bitmap[0, 0].alpha)
  }

  /// One shape that masks another is drawn without a picture of either; with a sublayer that shows nothing of its own both are.
  @Test func `a mask of one shape gives what a mask of several gives, up to rounding`() throws {
    var image = Bitmap(width: 24, height: 18)
    for y in 0..<18 { for x in 0..<24 { image[x, y] = Pixel(red: UInt8(x * 10), green: UInt8(y * 14), blue: 90) } }
    let star = Path.polyline([Point(12, 1), Point(18, 17), Point(1, 6), Point(23, 6), Point(6, 17), Point(12, 1)])
    let fill = ShapeLayer(path: star)
    let stroke = ShapeLayer(path: .circle(center: Point(12, 9), radius: 6), stroke: Stroke(width: 3.5), color: .green)
    let placed = ShapeLayer(path: star, fill: Color.red.withAlpha(0.7))
    placed.position = Point(-1.3, 2.25)
    placed.affineTransform = AffineTransform(rotation: 0.3)
    for mask in [fill, stroke, placed] {
      for frame in [Rect(0, 0, 24, 18), Rect(2.5, 1.25, 19, 14.5)] {
        for opacity in [1, 0.6] {
          for content in 0..<3 {
            let layer = Layer(frame: frame)
            layer.opacity = opacity
            switch content {
            case 0: layer.contents = image
            case 1: layer.backgroundColor = Color(red: 0.2, green: 0.4, blue: 1)
            default:
              layer.backgroundColor = Color(red: 0.2, green: 0.4, blue: 1, alpha: 0.5)
              layer.cornerRadius = 5
            }
            layer.mask = mask
            let short = try picture(layer, 26, 20)
            mask.addSublayer(box(Rect(-90, -90, 1, 1)))
            let long = try picture(layer, 26, 20)
            mask.sublayers[0].removeFromSuperlayer()
            var worst = 0
            for y in 0..<20 {
              for x in 0..<26 {
                let (a, b) = (short[x, y], long[x, y])
                for (p, q) in [(a.red, b.red), (a.green, b.green), (a.blue, b.blue), (a.alpha, b.alpha)] {
                  worst = max(worst, abs(Int(p) - Int(q)))
                }
              }
            }
            #expect(worst <= 2, "frame \(frame) opacity \(opacity) content \(content): \(worst)")
            #expect(short != Bitmap(width: 26, height: 20))
          }
        }
      }
    }
  }

  @Test func `a mask that shows nothing leaves nothing`() throws {
    let layer = box(Rect(0, 0, 4, 2), .red)
    layer.mask = ShapeLayer(path: .rect(Rect(0, 0, 4, 2)), fill: nil)
    #expect(try picture(layer, 4, 2) == Bitmap(width: 4, height: 2))
    #expect(Scene(layer).displayList(at: 0).isEmpty)
  }

  @Test func `drawing that fails half way closes what it has opened`() throws {
    let root = Layer()
    let group = Layer(frame: Rect(0, 0, 4, 2))
    group.opacity = 0.5
    group.masksToBounds = true
    group.cornerRadius = 0.5
    let broken = ShapeLayer(path: .rect(Rect(.infinity, 0, 1, 1)))
    group.addSublayers(box(Rect(0, 0, 4, 2), .red), box(Rect(1, 0, 1, 1), .blue), broken)
    root.addSublayers(box(Rect(4, 0, 1, 1), .green), group)
    var canvas = Canvas(width: 5, height: 2)
    canvas.save()
    canvas.transform = AffineTransform(translationX: 0, y: 1)
    let (depth, transform) = (canvas.depth, canvas.transform)
    let list = Scene(root).displayList(at: 0)
    #expect(throws: RasterError.nonFinitePath) { try list.draw(into: &canvas) }
    #expect(canvas.depth == depth && canvas.transform == transform)
    // What was finished stays, the half of a group does not.
    #expect(ascii(canvas.bitmap) == [".....", "....#"])
    canvas.restore()
    try canvas.fill(Rect(0, 0, 1, 1), .solid(.red))
    #expect(ascii(canvas.bitmap) == ["#....", "....#"])
  }

  // MARK: - Other layers

  @Test func `replicators within replicators multiply, up to a limit for all of them`() throws {
    func nested(_ counts: Int...) -> Layer {
      counts.reversed().reduce(box(Rect(0, 0, 1, 1))) { inner, count in
        let replicator = ReplicatorLayer(count: count, transform: .translation(1, 0))
        replicator.addSublayer(inner)
        return replicator
      }
    }
    func count(_ layer: Layer) -> Int { Scene(layer).displayList(at: 0).items.count }
    #expect(count(nested(3, 4)) == 12)
    #expect(count(nested(70_000)) == 65_536)
    // The one outer copy and the four middle ones count too.
    #expect(count(nested(1_000_000, 1_000_000, 1_000_000)) == 262_144 - 1 - 4)
    let root = Layer()
    root.addSublayers(nested(1000, 1000), nested(3), box(Rect(0, 0, 1, 1), .red))
    #expect(try picture(root, 1, 1)[0, 0] == Pixel(.red))
  }

  @Test func `a replicator repeats its sublayers, transformed, tinted and later`() throws {
    let replicator = ReplicatorLayer(count: 3, transform: .translation(3, 0), delay: 0.25)
    replicator.instanceColor = Color(red: 1, green: 1, blue: 1)
    replicator.instanceRedOffset = -0.5
    let dot = box(Rect(0, 0, 2, 1), Color(red: 1, green: 1, blue: 0))
    dot.animate(\.position.y, from: 0.5, to: 4.5, timing: Timing(duration: 1, fillMode: .backwards))
    replicator.addSublayer(dot)
    let bitmap = try picture(replicator, 8, 5, at: 0.5)
    #expect(ascii(bitmap) == ["......##", "...##...", "##......", "........", "........"])
    #expect(
      bitmap[0, 2] == Pixel(red: 255, green: 255, blue: 0) && bitmap[3, 1] == Pixel(red: 128, green: 255, blue: 0))
    #expect(bitmap[6, 0] == Pixel(red: 0, green: 255, blue: 0))
  }

  @Test func `a transform layer lets turns in depth add up, another layer flattens them`() throws {
    func tree(_ outer: Layer) -> Layer {
      outer.transform = .rotation(.pi / 2, x: 0, y: 1, z: 0)
      let inner = box(Rect(0, 0, 4, 1))
      inner.position = .zero
      inner.transform = .rotation(-.pi / 2, x: 0, y: 1, z: 0)
      outer.addSublayer(inner)
      outer.position = Point(4, 1)
      return outer
    }
    // Half a row each, since the box is centred on a pixel border.
    #expect(try ascii(picture(tree(TransformLayer()), 8, 2)) == ["..8888..", "..8888.."])
    #expect(try ascii(picture(tree(Layer()), 8, 2)) == ["........", "........"])
  }

  @Test func `a gradient layer runs down its bounds and can be animated`() throws {
    let layer = GradientLayer(colors: [.black, .white], frame: Rect(0, 0, 2, 64))
    let bitmap = try picture(layer, 2, 64)
    for y in 0..<64 { #expect(abs(Double(bitmap[0, y].red) - (Double(y) + 0.5) / 64 * 255) <= 1) }
    layer.animate(\.colors, from: [.black, .black], to: [.white, .black], timing: Timing(duration: 1))
    layer.animate(\.locations, from: [0, 0.5], to: [0.5, 1], timing: Timing(duration: 1))
    let half = layer.presentation(at: 0.5).content as? GradientProperties
    #expect(half?.colors == [Color(red: 0.5, green: 0.5, blue: 0.5), .black])
    layer.gradientKind = .radial
    layer.startPoint = Point(0.5, 0.5)
    #expect(try picture(layer, 2, 64, at: 2)[0, 32].red < 80)
    layer.gradientKind = .conic
    layer.bounds = Rect(0, 0, 64, 64)
    layer.position = Point(32, 32)
    layer.endPoint = Point(1, 0.5)
    let conic = try picture(layer, 64, 64, at: 2)
    #expect(conic[60, 33].red < 10 && abs(Int(conic[32, 60].red) - 64) < 6 && abs(Int(conic[4, 32].red) - 128) < 6)
  }

  @Test func `a text layer fills its glyphs where the alignment puts them`() throws {
    let text = TextLayer("il", size: 16, color: .red, alignment: .right, frame: Rect(0, 0, 40, 20))
    let size = text.preferredSize
    #expect(size.width > 3 && size.width < 20 && size.height > 10)
    let bitmap = try picture(text, 40, 20)
    var left = 40, ink = 0
    for y in 0..<20 { for x in 0..<40 where bitmap[x, y].alpha > 0 { left = min(left, x); ink += 1 } }
    #expect(ink > 10 && Double(left) >= 40 - size.width - 1)
    text.animate(\.string, from: "a", to: "b", timing: Timing(duration: 1))
    text.animate(\.fontSize, from: 10, to: 20, timing: Timing(duration: 1))
    let state = text.presentation(at: 0.75).content as? TextProperties
    #expect(state?.string == "b" && state?.fontSize == 17.5)
  }

  // MARK: - Drawing by hand

  private struct Bar: Drawing {
    var progress = 0.0
    var erases = false
    func draw(into canvas: inout Canvas, bounds: Rect) throws(RasterError) {
      try canvas.fill(Rect(-10, 0, 10 + bounds.width * progress, bounds.height), .solid(.black))
      if erases { try canvas.clear(Rect(0, 0, 1, bounds.height)) }
    }
  }

  @Test func `a drawn layer draws its interpolated properties, cropped to its bounds`() throws {
    let bar = DrawnLayer(Bar(), bounds: Rect(0, 0, 4, 1))
    bar.anchorPoint = .zero
    bar.position = Point(1, 1)
    bar.animate(\.progress, from: 0, to: 1, timing: Timing(duration: 4))
    #expect(try ascii(picture(bar, 6, 3, at: 3)) == ["......", ".###..", "......"])
    bar.progress = 1
    #expect(bar.drawing.progress == 1)
    #expect(try ascii(picture(bar, 6, 3, at: 4)) == ["......", ".####.", "......"])
    let ground = box(Rect(0, 0, 6, 3), .red)
    bar.erases = true
    ground.addSublayer(bar)
    let bitmap = try picture(ground, 6, 3, at: 4)
    #expect(bitmap[1, 1] == Pixel(.red) && bitmap[2, 1] == Pixel(.black))
  }
}
