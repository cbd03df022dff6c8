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
    // The shapes are drawn at size 100, where the middle of the button is at 50; the layer scales them and puts them half as high.
    let shapes = WaveShapes(amplitude: amplitude, omega: omega), unit = side / 100
    let line = ShapeLayer(path: shapes[0], fill: nil)
    line.name = "wave"
    line.affineTransform = AffineTransform(scaleX: unit, y: unit)
    line.position = Point(0, -side / 4)
    line.strokeColor = color.withAlpha(1)
    line.opacity = color.alpha
    line.lineWidth = 3
    line.lineCap = .round
    line.lineJoin = .round
    let cycle = 4 * phase
    var scene = EffectScene(
      root: line, size: Size(side, side / 2), background: Color(hex: 0x3C95E0), window: 0...cycle, isLoop: true)
    // The middle line of y = A·sin(ωx + φ) + C, where the wave begins.
    scene.landmarks = [
      Landmark("C", at: Point(0.25, 0.25), .left).scaled(by: side)
    ]
    if let stage = request.stage, let index = Int(stage) {
      line.path = shapes[index]
      scene.window = 0...0
      return scene
    }
    scene.moments = (0...4).map { KeyMoment("\($0)", at: Double($0) * phase) }
    line.add(shapes.cycle(phase: phase))
    if request.stage == "tick" {
      line.animate(
        \.path, from: shapes[0], to: WaveShapes.tick,
        timing: Timing(duration: 0.3, beginTime: cycle, fillMode: .forwards))
      scene.moments = [KeyMoment("cycle", at: 0), KeyMoment("tick", at: cycle)]
      scene.window = 0...(cycle + 0.3)
      scene.closing = hold
      scene.isLoop = false
    }
    return scene
  }
}
