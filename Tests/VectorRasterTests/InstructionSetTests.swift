import Bitmaps
import Foundation
import TestSupport
import Testing
import VectorGeometry
import VectorRaster

/// The span kernels' copies against each other.
@Suite struct InstructionSetTests {
  /// Draws all kinds of paint in all modes, over each other.
  private func draw(seed: UInt64, into canvas: inout Canvas) throws {
    var random = SeededRandom(seed: seed)
    let width = Double(canvas.width), height = Double(canvas.height)
    func number(_ range: ClosedRange<Double>) -> Double { random.double(in: range) }
    func point() -> Point { Point(number(-20...width + 20), number(-20...height + 20)) }
    func color() -> Color {
      let alpha = [1, 1, number(0...1)][random.int(in: 0...2)]
      return Color(hex: UInt32(random.int(in: 0...0xFFFFFF))).withAlpha(alpha)
    }
    func stops() -> GradientStops {
      let alpha = random.int(in: 0...1) == 0 ? 1 : number(0...1), isFlat = random.int(in: 0...2) > 0
      return GradientStops(
        (0..<random.int(in: 1...5)).map { _ in
          let color = color()
          return GradientStop(number(0...1), isFlat ? color.withAlpha(alpha) : color)
        })
    }
    var photo = Bitmap(width: 90, height: 60)
    for y in 0..<60 {
      for x in 0..<90 { photo[x, y] = Pixel(color()) }
    }
    func paint() -> Paint {
      let spread = [.pad, GradientSpread.allCases[random.int(in: 0...3)]][random.int(in: 0...1)]
      switch random.int(in: 0...5) {
      case 0, 1: return .solid(color())
      case 2: return .linear(LinearGradient(from: point(), to: point(), stops: stops(), spread: spread))
      case 3:
        let center = point(), radius = number(1...[30, 300, 3000][random.int(in: 0...2)])
        return .radial(RadialGradient(center: center, radius: radius, stops: stops(), spread: spread))
      case 4: return .conic(ConicGradient(center: point(), startAngle: number(0...6), stops: stops()))
      default:
        let isWhole = random.int(in: 0...1) == 0
        let place = isWhole ? Point(Double(random.int(in: -9...99)), Double(random.int(in: -9...9))) : point()
        return .image(
          ImagePaint(photo, transform: AffineTransform(translationX: place.x, y: place.y), spread: .repeat))
      }
    }
    canvas.clear(color())
    for _ in 0..<12 {
      canvas.save()
      canvas.alpha = random.int(in: 0...2) == 0 ? number(0...1) : 1
      if random.int(in: 0...2) == 0 {
        canvas.blendMode = BlendMode.allCases[random.int(in: 0...BlendMode.allCases.count - 1)]
      }
      if random.int(in: 0...3) == 0 { try canvas.clip(to: Path.circle(center: point(), radius: number(5...200))) }
      let corner = point()
      switch random.int(in: 0...3) {
      case 0: try canvas.fill(paint())
      case 1: try canvas.fill(Path.polyline((0..<5).map { _ in point() }), paint(), rule: .evenOdd)
      case 2: try canvas.stroke(Path.polyline((0..<4).map { _ in point() }), Stroke(width: number(0...40)), paint())
      default: try canvas.fill(Path.ellipse(in: Rect(corner.x, corner.y, number(1...300), number(1...90))), paint())
      }
      canvas.restore()
    }
  }

  @Test func `every copy of the span kernels makes the same pixels`() throws {
    for seed in 0..<150 {
      var pictures: [Bitmap] = []
      for instructions in InstructionSet.allCases where instructions == .baseline || InstructionSet.best == instructions
      {
        var canvas = Canvas(width: 333, height: 70)
        canvas.instructions = instructions
        try draw(seed: UInt64(seed), into: &canvas)
        pictures.append(canvas.bitmap)
      }
      let isEqual = pictures.allSatisfy { $0 == pictures[0] }
      #expect(isEqual, "seed \(seed)")
    }
  }

  @Test(arguments: [FillRule.nonZero, .evenOdd])
  func `eight pixels at a time are filled as four are`(_ rule: FillRule) throws {
    var random = SeededRandom(seed: 11)
    // Widths of all remainders by eight, wide rows, and more crossed pixels than are put off at once.
    for (width, height, corners) in [(200, 40, 9), (37, 90, 5), (1500, 60, 7), (600, 600, 151)] {
      for round in 0..<8 {
        let size = (width: width + round, height: height)
        var pictures: [Bitmap] = []
        let path =
          corners > 100
          ? Path.polyline(
            (0..<corners).map { corner in
              let angle = Double(corner * (corners / 2)) / Double(corners) * 2 * Double.pi
              return Point(Double(width / 2) + 290 * cos(angle), 300 + 290 * sin(angle))
            })
          : Path.polyline(
            (0..<corners).map { _ in
              Point(
                random.double(in: -20...Double(size.width) + 20), random.double(in: -20...Double(size.height) + 20))
            })
        let color = Color(hex: 0x2080E0).withAlpha(round % 2 == 0 ? 1 : 0.4)
        for instructions in [InstructionSet.baseline, .best] {
          var canvas = Canvas(width: size.width, height: size.height, background: .white)
          canvas.instructions = instructions
          try canvas.fill(path, .solid(color), rule: rule)
          pictures.append(canvas.bitmap)
        }
        let isEqual = pictures[0] == pictures[1]
        #expect(isEqual, "\(size), \(corners) corners, round \(round)")
      }
    }
  }

  @Test(arguments: [FillRule.nonZero, .evenOdd])
  func `edges made four at a time are those made one by one`(_ rule: FillRule) {
    let bounds = PixelRect(minX: 0, minY: 0, maxX: 70, maxY: 40)
    for seed in 0..<900 {
      // With horizontal lines and points on borders; some within a pixel, some of nearly level lines, some up to the guard band and beyond.
      let stretch = [(1, 1), (0.01, 0.01), (300, 1e-3), (3000, 3000), (1, 1)][seed % 5]
      let contours = ReferenceSweepTests.contours(seed: seed, width: 70, height: 40).map { contour in
        contour.map { Point(35 + ($0.x - 35) * stretch.0, 20 + ($0.y - 20) * stretch.1) }
      }
      let masks = InstructionSet.allCases.map { instructions in
        var mask = CoverageMask(bounds: bounds)
        var rasterizer = Rasterizer()
        rasterizer.instructions = instructions == .baseline ? .baseline : InstructionSet.best
        rasterizer.coverage(of: RasterizerTests.polygon(contours), rule: rule, clip: bounds, into: &mask)
        return mask
      }
      let isEqual = masks.allSatisfy { $0.storage == masks[0].storage }
      #expect(isEqual, "seed \(seed)")
    }
  }

  @Test func `an image at whole pixels is the same through a mask`() throws {
    var random = SeededRandom(seed: 5)
    var photo = Bitmap(width: 50, height: 40)
    for y in 0..<40 {
      for x in 0..<50 {
        photo[x, y] = Pixel(
          Color(hex: UInt32(random.int(in: 0...0xFFFFFF))).withAlpha(random.int(in: 0...1) == 0 ? 1 : 0.4))
      }
    }
    for round in 0..<40 {
      let shape = Path.ellipse(
        in: Rect(
          random.double(in: 0...30), random.double(in: 0...20), random.double(in: 1...40), random.double(in: 1...30)))
      let image = ImagePaint(
        photo, transform: AffineTransform(translationX: Double(round % 7), y: Double(round % 5 - 2)))
      var plain = Canvas(width: 60, height: 45, background: .lightGray), masked = plain
      try plain.fill(shape, .image(image))
      try masked.clip(to: Rect(-0.5, -0.5, 61, 46))
      try masked.fill(shape, .image(image))
      #expect(plain.bitmap == masked.bitmap)
    }
  }
}
