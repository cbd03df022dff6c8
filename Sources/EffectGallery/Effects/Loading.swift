// The whole loading animation, of which `arc` is the first stage: the ring throws an arc, is hit by what falls down, and ends in a
// tick or, shaking, in an exclamation mark. The stages themselves are in `Loading+Stages.swift`.
import AnimGIF

/// A ring that loads and tells how it went.
struct Loading: Effect {
  static let name = "loading"
  static let summary = "A loading ring that ends in a tick or in an exclamation mark."
  static let example = "--result success --color #222222"
  /// Bottom to top. The debug colours change from stage to stage, so the effect sees to them itself.
  static let layers = [
    "ring", "moveArc", "bar", "thin", "thick", "left", "right", "tick", "top", "bottom",
  ].map { EffectLayer($0) }
  static let states = ["loading", "success", "failure"]
  static let stages = (1...7).map { "\($0)" }
  static let parameters: [Parameter<Self>] = [
    .number("size", \.side, 20...1000, unit: "points", "side of the picture; scales everything"),
    .choice("result", \.result, "how it ends: well, badly, or first well and then badly"),
    .color("color", \.ink, "colour while it loads"),
    .color("success-color", \.success, "colour of a good end"),
    .color("failure-color", \.failure, "colour of a bad end"),
    .duration(
      "duration", \.duration, 0.05...60, default: "3.5 for success, 2.95 for fail, 6.45 for both",
      "length of the motion, all stages in proportion"),
    .holds(\.hold, "rest after each result, or before the motion and after each result"),
  ]

  /// How it ends.
  enum Result: String, CaseIterable, Sendable { case success, fail, both }

  var side = 200.0
  var result = Result.both
  var ink = Color(hex: 0x464D65)
  var success = Color(hex: 0x32A982)
  var failure = Color(hex: 0xFF6151)
  var duration: Double?
  var hold = Holds(opening: 0, closing: 0.5)

  init() {}

  func makeScene(_ request: SceneRequest) throws(EffectError) -> EffectScene {
    let results: [LoadingRun.Outcome] =
      switch (result, request.stage) {
      case (.success, _): [.success]
      case (.fail, _): [.failure]
      case (.both, nil): [.success, .failure]
      case (.both, "7"): [.failure]
      case (.both, _): [.success]
      }
    let natural = results.reduce(0) { $0 + $1.duration }
    // A factor on the layers' own time stretches all stages alike.
    let stretch = (duration ?? natural) / natural

    let root = Layer()
    root.position = Point(side / 2, side / 2)
    root.affineTransform = AffineTransform(scaleX: side / 200, y: side / 200)
    var start = 0.0, window = 0.0...0.0, moments: [KeyMoment] = []
    for outcome in results {
      let run = LoadingRun(outcome, ink: ink, end: outcome == .success ? success : failure, isTinted: request.isTinted)
      let stages = outcome.stages
      let last = request.stage.flatMap { name in stages.firstIndex { $0.name == name } } ?? stages.count - 1
      if let stage = request.stage, stages[last].name != stage {
        throw .conflict(
          "--result \(result.rawValue) has the stages \(stages.map(\.name).joined(separator: ", ")); got --stage \(stage)"
        )
      }
      // What comes after the wanted stage is left out, so that the clip rests on that stage's own end.
      for stage in stages[...last] { stage.add(run)(LoadingRun.start + stage.start) }
      moments += stages[...last].map { KeyMoment($0.name, at: start + $0.start * stretch) }
      run.layer.name = outcome == .success ? "success" : "failure"
      run.layer.beginTime = start
      run.layer.timeOffset = LoadingRun.start
      run.layer.speed = 1 / stretch
      if let previous = root.sublayers.last {
        previous.disappear(at: LoadingRun.start + start / stretch)
        run.layer.opacity = 0
        run.layer.switchOpacity(to: 1, at: LoadingRun.start)
      }
      root.addSublayer(run.layer)
      let begin = request.stage == nil ? 0 : stages[last].start
      let end = stages[last].start + stages[last].duration
      window = request.stage == nil ? 0...(start + end * stretch) : (begin * stretch)...(end * stretch)
      start += end * stretch + hold.closing / request.slow
    }
    var scene = EffectScene(
      root: root, size: Size(side, side), background: Color(hex: 0xF0F4F5), window: window, opening: hold.opening,
      closing: hold.closing, isLoop: false, poster: request.stage == nil ? 3.4 : .greatestFiniteMagnitude)
    scene.moments = moments
    scene.landmarks = [Landmark("", at: Point(side / 2, side / 2), .below, text: "(a/2, a/2)")]
    return scene
  }
}
