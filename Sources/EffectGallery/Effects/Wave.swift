// The wave of the download button: y = A·sin(ωx + φ) in four shapes, φ a quarter turn further each, morphed into one another.
import AnimGIF

/// A sine line that runs to the left and breathes while it does.
struct Wave: Effect {
  static let name = "wave"
  static let summary = "A sine wave that runs on without a seam."
  static let example = "--amplitude 6 --color #FFD60A"
  static let layers = [EffectLayer("wave", tint: .green)]
  static let stages = ["cycle", "tick", "0", "1", "2", "3", "4"]
  static let parameters: [Parameter<Self>] = [
    .number("size", \.side, 20...1000, unit: "points", "side of the wave's button; scales everything"),
    .color("color", \.color, "colour of the line"),
    .number("amplitude", \.amplitude, 0...20, unit: "points", "how far the wave swings, at size 100"),
    .number("omega", \.omega, 0.01...3, unit: "radians per point", "how close the wave's crests are, at size 100"),
    .duration("phase", \.phase, 0.05...5, "time from one shape to the next; four make a turn"),
    .duration("hold", \.hold, 0...10, "rest after the tick, with --stage tick"),
  ]

  var side = 100.0
  var color = Color(hex: 0xEDF1F2)
  var amplitude = 3.0
  var omega = 0.3
  var phase = 0.3
  var hold = 1.0

  init() {}

  func makeScene(_ request: SceneRequest) throws(EffectError) -> EffectScene {
    let size = Size(side, side / 2)
    // The shapes are drawn at size 100, where the middle of the button is at 50; the layer scales them and puts them half as high.
    let unit = side / 100
    let line = ShapeLayer()
    line.name = "wave"
    line.fillColor = nil
    line.strokeColor = color.withAlpha(1)
    line.opacity = color.alpha
    line.lineWidth = 3 * unit
    line.lineCap = .round
    line.lineJoin = .round
    let toCanvas = AffineTransform(a: unit, b: 0, c: 0, d: unit, tx: 0, ty: -side / 4)
    let shapes = (0...4).map { shape($0).applying(toCanvas) }
    line.path = shapes[0]

    let cycle = 4 * phase
    var scene = EffectScene(root: line, size: size, background: Color(hex: 0x3C95E0), window: 0...cycle, isLoop: true)
    if let stage = request.stage, let index = Int(stage) {
      line.path = shapes[index]
      scene.window = 0...0
      return scene
    }
    let morphs = (0..<4).map { index in
      BasicAnimation(
        \.path, from: shapes[index], to: shapes[index + 1],
        timing: Timing(duration: phase, beginTime: Double(index) * phase))
    }
    line.add(AnimationGroup(morphs, timing: Timing(duration: cycle)))
    if request.stage == "tick" {
      let tick = Path.polyline([Point(35, 50), Point(45, 62.5), Point(65, 35)]).applying(toCanvas)
      line.animate(
        \.path, from: shapes[0], to: tick, timing: Timing(duration: 0.3, beginTime: cycle, fillMode: .forwards))
      scene.window = 0...(cycle + 0.3)
      scene.closing = hold
      scene.isLoop = false
    }
    return scene
  }

  /// Shape `k`: 50 points, one a point's width. Shape 0 begins twice, so that in the first morph every point slides by one place.
  private func shape(_ k: Int) -> Path {
    let points = (0..<50).map { n in
      Point(25 + Double(n), 50 + amplitude * sine(omega * Double(n) + Double(k) * .pi / 2))
    }
    return .polyline(k == 0 ? [Point(25, 50)] + points : points)
  }
}
