import AnimGIF
import EffectGallery
import TestSupport
import Testing

@Suite struct PlayTests {
  /// The parts of a state in the table's words.
  private func expect(_ row: [String: Any], _ player: EffectStage, at time: Double) throws {
    let layers = try ["left", "right", "arc", "triangle"].map { try player.shape($0, at: time) }
    for (shape, key) in zip(layers, ["left", "right"]) {
      let points = shape.path.elements.compactMap(\.endPoint), expected = row.points(key)
      #expect(points.count == 2 && expected.count == 2)
      for (point, other) in zip(points, expected) { #expect(point.isNear(other), "\(key) at \(time)") }
    }
    #expect(layers[0].strokeEnd.isNear(row.number("leftStrokeEnd")), "\(time)")
    #expect(layers[1].strokeEnd.isNear(row.number("rightStrokeEnd")), "\(time)")
    #expect(layers[2].strokeStart.isNear(row.number("arcStrokeStart")), "\(time)")
    #expect(layers[2].strokeEnd.isNear(row.number("arcStrokeEnd")), "\(time)")
    #expect(layers[3].strokeEnd.isNear(row.number("triangleStrokeEnd")), "\(time)")
  }

  @Test(arguments: [60.0, 100]) func `both ways go through the table's states`(side: Double) throws {
    let vectors = EffectVectors.part("play_a\(Int(side))")
    for direction in ["forward", "backward"] {
      let player = try EffectStage("play", ["size": .number(side), "direction": .text(direction)])
      #expect(vectors.rows(direction).count == 13)
      for row in vectors.rows(direction) { try expect(row, player, at: row.number("t")) }
    }
    for (name, state) in vectors.part("states") {
      let state = state as? [String: Any] ?? [:]
      #expect(!state.isEmpty, "\(name)")
      try expect(
        state, try EffectStage("play", ["size": .number(side), "direction": .text("forward")]), at: state.number("t"))
    }
  }

  @Test(arguments: [60.0, 100]) func `triangle and arc pass their named points`(side: Double) throws {
    let vectors = EffectVectors.part("play_a\(Int(side))"), triangle = vectors.part("triangle")
    let player = try EffectStage("play", ["size": .number(side)])
    let measure = PathMeasure(try player.shape("triangle", at: 0).path)
    #expect(measure.length.isNear(triangle.number("total")))
    let corners = triangle.points("points_A_B_C_D_A")
    #expect(corners.count == 5)
    for (corner, fraction) in zip(corners, [0, 0.069281, 0.396079, 0.722876, 1]) {
      #expect(try #require(measure.point(atFraction: fraction)).isNear(corner, 1e-4 * side))
    }
    let heads = triangle.part("headAt")
    #expect(heads.count == 5)
    for fraction in heads.keys {
      let number = try #require(Double(fraction))
      let point = try #require(measure.point(atFraction: number))
      #expect(point.isNear(heads.point(fraction)))
    }
    let arc = vectors.part("arc"), arcMeasure = PathMeasure(try player.shape("arc", at: 0).path)
    #expect(arcMeasure.length.isNear(arc.number("length"), 1e-3 * side))
    for (fraction, key) in [(0, "E"), (0.5, "lowest"), (1, "F")] {
      #expect(try #require(arcMeasure.point(atFraction: fraction)).isNear(arc.point(key), 1e-4 * side))
    }
  }

  @Test func `backward is forward in reverse, at any time`() throws {
    let forward = try EffectStage("play", ["direction": .text("forward")])
    let backward = try EffectStage("play", ["direction": .text("backward")])
    var random = SeededRandom(seed: 5)
    for _ in 0..<400 {
      let time = Double.random(in: 0...0.8, using: &random)
      for name in ["left", "right", "arc", "triangle"] {
        let one = try forward.shown(name, at: time)
        let other = try backward.shown(name, at: 0.8 - time)
        #expect(one.shape.strokeStart.isNear(other.shape.strokeStart), "\(name) at \(time)")
        #expect(one.shape.strokeEnd.isNear(other.shape.strokeEnd), "\(name) at \(time)")
        #expect(one.opacity == other.opacity, "\(name) at \(time)")
        let points = one.shape.path.elements.compactMap(\.endPoint)
        let mirrored = other.shape.path.elements.compactMap(\.endPoint)
        #expect(
          points.count == mirrored.count && zip(points, mirrored).allSatisfy { $0.isNear($1) }, "\(name) at \(time)")
      }
    }
  }

  @Test func `right leaves no ink after .425 and arc none after .55`() throws {
    for (layer, end) in [("right", 0.425), ("arc", 0.55)] {
      var options = ClipOptions()
      options.only = [layer]
      func ink(at time: Double) throws -> Int {
        try ClipFrames.still("play", ["direction": .text("forward")], at: 0.5 + time, options).inked(on: .white).count
      }
      #expect(try ink(at: end - 0.01) > 0)
      for time in [end, end + 0.001, 0.6, 0.8, 1.2] { #expect(try ink(at: time) == 0, "\(layer) at \(time)") }
    }
  }

  @Test func `2.6 s make a loop of 78 frames that comes back to its rest`() throws {
    let frames = try ClipFrames("play")
    #expect(frames.clip.frameCount == 78)
    let rest = try frames.frame(0)
    #expect(try ClipFrames.still("play", at: 2.6).equals(rest))
    #expect(try ClipFrames.still("play", ["direction": .text("backward")], at: 1.8).equals(rest))
    // The triangle at rest is the triangle that a backward clip begins with.
    let triangle = try frames.frame(45)
    #expect(try ClipFrames.still("play", ["direction": .text("backward")], at: 0).equals(triangle))
    #expect(!triangle.equals(rest))
  }

  @Test func `every clip that shows one way has one frame more than its length`() throws {
    for (values, count) in [
      (["direction": ParameterValue.text("forward")], 55), (["direction": .text("backward")], 55),
      (["direction": .text("forward"), "delay": .number(1)], 85),
      (["direction": .text("forward"), "hold": .numbers([0, 0])], 25),
      (["style": .text("youku"), "direction": .text("forward")], 41),
    ] {
      #expect(try ClipFrames("play", values).clip.frameCount == count, "\(values)")
    }
  }

  @Test func `slow motion slows neither rests nor delay`() throws {
    var options = ClipOptions()
    options.slow = 4
    #expect(try ClipFrames("play", [:], options).clip.timing.total.value.isNear(2 * 0.5 + 2 * 3.2, 1e-9))
    #expect(
      try ClipFrames("play", ["delay": .number(1)], options).clip.timing.total.value.isNear(2 * 0.5 + 2 * 4.2, 1e-9))
    // At rest after the forward run, whatever the pace.
    let triangle = try ClipFrames.still("play", at: 1.4)
    #expect(try ClipFrames.still("play", at: 0.5 + 3.2 + 0.25, options).equals(triangle))
  }

  @Test func `the stages show the lines' moves and the link apart`() throws {
    var options = ClipOptions()
    options.stage = "prep"
    #expect(try ClipFrames("play", [:], options).clip.frameCount == 48)
    options.only = ["triangle", "arc"]
    #expect(try ClipFrames.still("play", at: 0.8, options).inked(on: .white).isEmpty)
    options.only = ["lines"]
    let prepared = try ClipFrames.still("play", at: 0.8, options)
    options.stage = "link"
    #expect(try ClipFrames.still("play", at: 0, options).equals(prepared))
    #expect(try ClipFrames("play", [:], options).clip.frameCount == 60)
  }

  @Test func `a tinted picture at rest shows no dots`() throws {
    var options = ClipOptions()
    options.isTinted = true
    for (layers, time) in [(["arc", "triangle"], 0.2), (["left", "right", "arc"], 1.5)] {
      options.only = layers
      #expect(try ClipFrames.still("play", at: time, options).inked(on: .white).isEmpty)
    }
  }

  @Test func `the youku button turns by a quarter and back`() throws {
    let player = try EffectStage("play", ["style": .text("youku"), "hold": .numbers([0, 0])])
    let turning = try #require(try player.layer("arc").superlayer)
    for (time, angle) in [(0, 0.0), (0.0875, 0), (0.21875, -45), (0.35, -90), (0.525, -45), (0.7, 0)] {
      let shown = player.shown(turning, at: time).transform.rotationZ * 180 / .pi
      #expect(shown.isNear(angle, 1e-9), "\(time)")
    }
    for (time, opacity) in [(0.1, 0.0), (0.175, 0), (0.2625, 0.5), (0.35, 1), (0.4375, 0.5), (0.525, 0)] {
      #expect(try player.shown("triangle", at: time).opacity.isNear(opacity, 1e-9), "\(time)")
    }
    for (time, end) in [(0.0, 1.0), (0.0875, 0.5), (0.175, 0), (0.6125, 0.5), (0.7, 1)] {
      #expect(try player.shape("left", at: time).strokeEnd.isNear(end, 1e-9), "\(time)")
    }
    let frames = try ClipFrames("play", ["style": .text("youku")])
    #expect(try ClipFrames.still("play", ["style": .text("youku")], at: 1.7).equals(try frames.frame(0)))
  }

  @Test(arguments: [(20.0, 0.5), (100, 2), (500, 2)], ["iqiyi", "youku"])
  func `no ink touches the picture's edge`(size: (Double, Double), style: String) throws {
    var options = ClipOptions()
    options.scale = size.1
    options.background = .clear
    for time in [0, 0.6, 0.65, 0.7, 0.75, 0.95, 1.05, 1.4] {
      let picture = try ClipFrames.still("play", ["size": .number(size.0), "style": .text(style)], at: time, options)
      let ink = picture.inked(on: .clear)
      #expect(!ink.isEmpty)
      #expect(ink.allSatisfy { $0.x > 0 && $0.y > 0 && $0.x < picture.width - 1 && $0.y < picture.height - 1 })
    }
  }

  @Test func `golden strips`() throws {
    func strip(_ size: Double, _ scale: Double, _ values: [String: ParameterValue], tint: Bool = false) throws -> Bitmap
    {
      var options = ClipOptions()
      options.scale = scale
      options.isTinted = tint
      let values = values.merging(["size": .number(size)]) { $1 }
      return try Bitmap.row([0, 0.65, 0.95, 1.4].map { try ClipFrames.still("play", values, at: $0, options) })
    }
    golden(try strip(20, 0.5, [:]), "PlayTests/18")
    golden(try strip(35, 0.5, [:], tint: true), "PlayTests/32-tinted")
    golden(try strip(35, 0.5, ["style": .text("youku")]), "PlayTests/32-youku")
  }
}

extension PathElement {
  /// Where the element ends; nil for a close.
  fileprivate var endPoint: Point? {
    switch self {
    case .move(let point), .line(let point), .quad(let point, _), .cubic(let point, _, _): point
    case .close: nil
    }
  }
}
