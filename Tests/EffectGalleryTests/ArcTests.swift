import AnimGIF
import EffectGallery
import TestSupport
import Testing

@Suite struct ArcTests {
  private let vectors = EffectVectors.part("arc")

  @Test func `the ends are where the table says`() throws {
    let player = try EffectStage("arc")
    #expect(vectors.rows("rows").count == 9)
    for row in vectors.rows("rows") {
      let drawing = try player.arc("arc", at: row.number("progress") * 5)
      #expect(drawing.origin.isNear(row.number("O_rad")))
      #expect(drawing.destination.isNear(row.number("D_rad")))
      let sweep = (drawing.origin - drawing.destination) * 180 / .pi
      #expect(sweep.isNear(row.number("sweep_deg")))
      for (angle, key) in [(drawing.origin, "O"), (drawing.destination, "D")] {
        #expect((Point(150, 150) + Vector(angle: angle) * 40).isNear(row.point(key)))
      }
    }
  }

  /// Another way to the same picture: a full circle whose stroke grows at both ends while its layer turns once.
  @Test(arguments: [100.0, 150, 233]) func `a trimmed circle in a turning layer shows the same`(side: Double) throws {
    let unit = side / 150
    let circle = ShapeLayer(
      path: .arc(center: .zero, radius: 40, startAngle: 0, endAngle: 2 * .pi, clockwise: false),
      stroke: Stroke(width: 6), color: .blue)
    circle.position = Point(side / 2, side / 2)
    circle.affineTransform = AffineTransform(scaleX: unit, y: unit)
    let timing = Timing(duration: 5, fillMode: .forwards)
    circle.animate(\.strokeStart, from: 0.25, to: 0, timing: timing)
    circle.animate(\.strokeEnd, from: 0.5, to: 1, timing: timing)
    circle.animate(\.transform.rotationZ, from: 0, to: -2 * .pi, timing: timing)
    let other = AnimGIF.Animation(
      circle, size: Size(side, side), scale: 2, background: .white, duration: 5, framesPerSecond: 7, isLoop: false)
    var options = ClipOptions()
    options.rate = 7
    let frames = try ClipFrames("arc", ["size": .number(side)], options)
    for index in stride(from: 0, to: 36, by: 1) {
      // Either outline is within 0.05 pixels of the true one, so no pixel differs by more than a tenth.
      let comparison = BitmapComparison(try frames.frame(index), try other.still(index), tolerance: .channel(26))
      #expect(comparison.firstDifference == nil, "frame \(index): \(comparison.greatestChannelDifference)")
    }
  }

  @Test func `the first frame is a quarter, upper left, and the last is symmetrical`() throws {
    let first = try ClipFrames.still("arc", at: 0)
    let ink = first.inked(on: .white)
    #expect(!ink.isEmpty)
    #expect(ink.allSatisfy { $0.x < first.width / 2 && $0.y < first.height / 2 })
    let frames = try ClipFrames("arc")
    let last = try frames.frame(frames.clip.frameCount - 1)
    for y in 0..<last.height {
      for x in 0..<last.width / 2 {
        let left = last[x, y], right = last[last.width - 1 - x, y], below = last[x, last.height - 1 - y]
        #expect(abs(Int(left.red) - Int(right.red)) <= 1 && abs(Int(left.red) - Int(below.red)) <= 1)
      }
    }
  }

  @Test func `5.5 s make 166 frames, and the rest is the still of its time`() throws {
    let frames = try ClipFrames("arc")
    #expect(frames.clip.frameCount == 166)
    #expect(try frames.frame(165).equals(try ClipFrames.still("arc", at: 5)))
    #expect(try frames.frame(75).equals(try ClipFrames.still("arc", at: 2.5)))
  }

  @Test func `autoreversed it comes back to the quarter`() throws {
    var options = ClipOptions()
    options.autoreverses = true
    let frames = try ClipFrames("arc", [:], options)
    #expect(frames.clip.frameCount == 316)
    #expect(try frames.frame(300).equals(try frames.frame(0)))
    #expect(try frames.frame(315).equals(try frames.frame(0)))
    for (early, late) in [(6.25, 3.75), (7.5, 2.5), (8.75, 1.25)] {
      #expect(
        try ClipFrames.still("arc", at: early, options).equals(try ClipFrames.still("arc", at: late)))
    }
  }

  @Test(arguments: [(32.0, 0.5), (20, 1), (150, 2), (512, 8)])
  func `nothing touches the edge, and the ring is evenly thick`(side: Double, scale: Double) throws {
    var options = ClipOptions()
    options.scale = scale
    options.background = .clear
    let picture = try ClipFrames.still("arc", ["size": .number(side)], at: 5, options)
    let ink = picture.inked(on: .clear)
    #expect(ink.allSatisfy { $0.x > 0 && $0.y > 0 && $0.x < picture.width - 1 && $0.y < picture.height - 1 })
    // The area is that of the ring; either rim is within 0.05 pixels of the true one.
    let total = ink.reduce(0.0) { $0 + Double(picture[$1.x, $1.y].alpha) / 255 }
    let unit = side / 150 * scale
    let expected = 2 * Double.pi * 40 * 6 * unit * unit
    #expect(abs(total - expected) < 0.01 * expected + 2 * 0.05 * 2 * .pi * 40 * unit)
  }

  @Test func `golden strips`() throws {
    golden(try ArcTests.strip(size: 24, scale: 1), "ArcTests/24")
    golden(try ArcTests.strip(size: 75, scale: 0.5, ground: .clear), "ArcTests/37")
  }

  private static func strip(size: Double, scale: Double, ground: Color? = nil) throws -> Bitmap {
    var options = ClipOptions()
    options.scale = scale
    options.background = ground
    options.rate = 1
    return try ClipFrames("arc", ["size": .number(size)], options).strip([0, 1, 3, 5].filter { $0 < 6 })
  }

  /// The bounds of the drawn layer used to cut a seventh off the outermost pixels.
  @Test func `the circle is as thick as it should be, however small`() throws {
    for (side, scale) in [(20.0, 0.5), (20, 1), (33, 1), (75, 0.5), (150, 2)] {
      var options = ClipOptions()
      options.scale = scale
      let bitmap = try ClipFrames.still("arc", ["size": .number(side), "color": .color(.black)], at: 5, options)
      var ink = 0.0
      for y in 0..<bitmap.height { for x in 0..<bitmap.width { ink += 255 - Double(bitmap[x, y].red) } }
      let unit = side / 150 * scale
      #expect(abs(ink / 255 / (2 * .pi * 40 * 6 * unit * unit) - 1) < 0.01, "side \(side), scale \(scale)")
    }
  }
}
