// The download button: its arrow throws a dot onto the ring, then the ring shows the progress over a running wave and the size of what
// has come, and the wave becomes a tick. `DownloadButton` is the button; here are its parameters and the taps.
import AnimGIF

/// A download button from the tap to the tick and back.
struct Download: Effect {
  static let name = "download"
  static let summary = "A download button: arrow, progress ring, wave, size and tick."
  static let example = "--bytes 8000000 --pause 1,2"
  static let layers = [
    EffectLayer("label", tint: Color(hex: 0x8040C0)), EffectLayer("track", tint: Color(hex: 0x808080)),
    EffectLayer("stem", tint: .red), EffectLayer("arrow", tint: .orange), EffectLayer("ring", tint: .blue),
    EffectLayer("wave", tint: .green),
  ]
  static let stages = ["idle", "jump", "load", "end", "reset"]
  static let states = DownloadButton.State.allCases.map(\.rawValue)
  static let parameters: [Parameter<Self>] = [
    .number("size", \.side, 20...1000, unit: "points", "side of the button; scales everything"),
    .color("color", \.color, "colour of arrow, ring, wave and label"),
    .duration("download", \.download, 0...60, "time that the download takes, without the pause"),
    .integer("bytes", \.bytes, 0...1_000_000_000_000_000, "size of what is downloaded"),
    .durations("pause", \.pause, 0...120, count: 2...2, "taps that pause and resume, from the begin of loading"),
    .number("amplitude", \.amplitude, 0...20, unit: "points", "how far the wave swings, at size 100"),
    .number("omega", \.omega, 0.01...3, unit: "radians per point", "how close the wave's crests are, at size 100"),
    .duration("phase", \.phase, 0.05...5, "time from one shape of the wave to the next; four make a turn"),
    .choice("arrow-spring", \.arrowSpring, "how the arrow becomes a line: at once, as in the article, or swinging"),
    .holds(\.hold, "rest before the tap and after the whole, rest of the tick"),
  ]

  /// How the arrow becomes a line.
  enum ArrowSpring: String, CaseIterable {
    case seed, elastic
  }

  var side = 100.0
  var color = Color(hex: 0xEDF1F2)
  var download = 3.6
  var bytes = 23_000_000
  var pause: [Double] = []
  var amplitude = 3.0
  var omega = 0.3
  var phase = 0.3
  var arrowSpring = ArrowSpring.seed
  var hold = Holds(opening: 0.5, closing: 1)

  init() {}

  func makeScene(_ request: SceneRequest) throws(EffectError) -> EffectScene {
    if pause.count == 2, !(pause[0] < min(pause[1], download)) {
      throw .conflict(
        "--pause takes two times A,B with A before B and before the end of the download at \(download.shortText) s; got "
          + pause.map(\.shortText).joined(separator: ","))
    }
    // When the button's states begin, counted from the tap, and when the user taps.
    let jump = DownloadButton.throwDuration + Spring().settlingDuration
    let end = jump + download + (pause.count == 2 ? pause[1] - pause[0] : 0)
    let cycle = 4 * phase
    let tick = jump + max(0, ((end - jump) / cycle - 1e-9).rounded(.up)) * cycle
    let reset = tick + 0.3 + hold.closing / request.slow
    let taps = [0] + pause.map { jump + $0 } + [reset]

    let button = DownloadButton(self)
    let unit = side / 100
    button.root.affineTransform = AffineTransform(scaleX: unit, y: unit)
    button.root.position = Point(0.2 * side, 0.2 * side)
    button.root.opacity = color.alpha
    // A state's last instant is the one before the next tap.
    let windows = [
      "idle": 0...0, "jump": 0...jump, "load": jump...end, "end": end...max(end, reset - 1e-8),
      "reset": reset...reset + 0.3,
    ]
    var scene = EffectScene(
      root: button.root, size: Size(1.4 * side, 1.4 * side), background: Color(hex: 0x3C95E0), window: 0...reset + 0.3,
      opening: hold.opening, closing: hold.opening, isLoop: true)
    scene.poster = hold.opening + ((jump + 0.6 * (end - jump)) * 100).rounded(.down) / 100
    scene.offstage = [button.ring, button.wave]
    scene.moments = [
      KeyMoment("jump", at: 0), KeyMoment("load", at: jump), KeyMoment("end", at: end), KeyMoment("reset", at: reset),
    ]
    if pause.count == 2 {
      scene.moments += [KeyMoment("suspend", at: jump + pause[0]), KeyMoment("resume", at: jump + pause[1])]
    }
    scene.grid = CoordinateGrid(frame: Rect(0.2 * side, 0.2 * side, side, side))
    scene.landmarks = Self.landmarks(jump: jump, end: end, tick: tick, reset: reset).map {
      $0.scaled(by: side, from: button.root.position)
    }
    if let stage = request.stage, let window = windows[stage] {
      scene.window = window
      scene.isLoop = false
      // A rest is shown where the stage has one.
      if stage != "jump" { scene.opening = 0 }
      if stage != "reset" { scene.closing = 0 }
      if stage == "idle" { return scene }
    }
    scene.script = { timeline in
      button.timeline = timeline
      for tap in taps { timeline.at(tap, button.tap) }
    }
    return scene
  }

  /// Points of the button's square, of side 1: each state's own.
  private static func landmarks(jump: Double, end: Double, tick: Double, reset: Double) -> [Landmark] {
    func points(
      _ layer: String, _ window: ClosedRange<Double>, _ points: [(x: Double, y: Double, side: Landmark.Side)]
    ) -> [Landmark] {
      points.map { x, y, side in
        Landmark(
          "", at: Point(x, y), side, text: Landmark.coordinates(Point(x, y)), layer: layer, window: window)
      }
    }
    let flight = DownloadButton.throwDuration
    // The ring's head at each quarter of the progress.
    let heads: [(String, Double, Double, Landmark.Side)] = [
      ("0 = 1", 0.5, 0, .above), (".25", 0, 0.5, .left), (".5", 0.5, 1, .below), (".75", 1, 0.5, .right),
    ]
    return points("stem", 0...flight / 2, [(0.5, 0.25, .right)])
      + points("arrow", 0...flight / 2, [(0.5, 0.75, .below), (0.625, 0.55, .right)])
      + points("arrow", flight...jump, [(0.25, 0.5, .below), (0.75, 0.5, .below)])
      + heads.map { Landmark($0.0, at: Point($0.1, $0.2), $0.3, distance: 0.03, layer: "ring", window: jump...end) }
      + points("wave", (tick + 0.3)...reset, [(0.35, 0.5, .left), (0.45, 0.625, .below), (0.65, 0.35, .right)])
  }
}
