// The play button: pause bars that become a triangle, and back. Every change of state has two parts: the preparation moves the two
// lines, the link hands their ink over to the triangle. The other style, three strokes that turn, is in `Play+YouKu.swift`.
import AnimGIF

/// Pause bars that turn into a play triangle, and back.
struct Play: Effect {
  static let name = "play"
  static let summary = "Pause bars that turn into a play triangle, and back."
  static let example = "--slow 4 --tint"
  static let layers = [
    EffectLayer("triangle", tint: .red), EffectLayer("left", tint: Color(hex: 0x0CBE06)),
    EffectLayer("right", tint: Color(hex: 0xFF8C00)), EffectLayer("arc", tint: .blue),
  ]
  static let layerGroups = [LayerGroup("lines", ["left", "right"])]
  static let states = ["pause", "play"]
  static let stages = ["prep", "link"]
  static let parameters: [Parameter<Self>] = [
    .number("size", \.side, 20...500, unit: "points", "side of the button"),
    .choice("style", \.style, "which button: iqiyi has a link and a preparation, youku turns"),
    .choice("direction", \.direction, "to play, back to pause, or both"),
    .duration(
      "position-duration", \.positionDuration, 0.02...30, "time in which the lines are moved, with style iqiyi"),
    .duration(
      "duration", \.duration, 0.02...60, default: "0.5, with style youku 0.35",
      "time in which lines and triangle are exchanged"),
    .duration("delay", \.delay, 0...10, "wait between the two parts, with style iqiyi; not slowed"),
    .color("color", \.color, default: "#0CBE06, with style youku one per layer", "colour of all strokes"),
    .holds(\.hold, "rest in both states, or at pause and at play", oneSetsBoth: true),
  ]

  /// Which button.
  enum Style: String, CaseIterable, Sendable { case iqiyi, youku }
  /// Which way.
  enum Direction: String, CaseIterable, Sendable { case forward, backward, both }

  var side = 100.0
  var style = Style.iqiyi
  var direction = Direction.both
  var positionDuration = 0.3
  var duration: Double?
  var delay = 0.0
  var color: Color?
  var hold = Holds(opening: 0.5, closing: 0.5)

  init() {}

  func makeScene(_ request: SceneRequest) throws(EffectError) -> EffectScene {
    if style == .youku, let stage = request.stage {
      throw .conflict("--style youku has no stages; got --stage \(stage)")
    }
    let isPlaying = direction == .backward
    let button: any PlayButton =
      switch style {
      case .iqiyi:
        TriangleButton(
          self, hasPreparation: request.stage != "link", hasLink: request.stage != "prep",
          wait: request.stage == nil ? delay / request.slow : 0, isPlaying: isPlaying)
      case .youku: TurningButton(self, isPlaying: isPlaying)
      }
    let length = button.duration
    // The rest between the two directions is no motion and is not slowed.
    let turn = length + hold.closing / request.slow
    var moments: [KeyMoment] = []
    if direction != .backward {
      button.addForward(at: 0)
      moments += button.moments(forwardAt: 0)
    }
    if direction != .forward {
      let start = direction == .both ? turn : 0
      button.addBackward(at: start)
      moments += button.moments(backwardAt: start)
    }

    let root = Layer()
    root.position = Point(0.4 * side, 0.4 * side)
    root.opacity = color?.alpha ?? 1
    root.addSublayer(button.layer)
    var scene = EffectScene(
      root: root, size: Size(1.8 * side, 1.8 * side), background: .white,
      window: 0...(direction == .both ? turn + length : length), isLoop: direction == .both, poster: 0.95)
    scene.moments = moments
    scene.opening = direction == .backward ? hold.closing : hold.opening
    scene.closing = direction == .both ? 0 : direction == .forward ? hold.closing : hold.opening
    scene.grid = CoordinateGrid(frame: Rect(root.position.x, root.position.y, side, side))
    scene.landmarks = button.landmarks(direction, turn: turn).map { $0.scaled(by: side, from: root.position) }
    return scene
  }
}

/// A button that can be played both ways. Times are seconds of the scene.
protocol PlayButton {
  /// All of it, the upper left corner of its square at the origin.
  var layer: Layer { get }
  /// How long it takes one way.
  var duration: Double { get }
  /// Points of the square, of side 1.
  /// - Parameter turn: when the way back begins, where both ways are shown.
  func landmarks(_ direction: Play.Direction, turn: Double) -> [Landmark]
  /// From pause to play.
  func addForward(at time: Double)
  /// From play to pause.
  func addBackward(at time: Double)
  /// The stages and states of the way from pause to play.
  func moments(forwardAt time: Double) -> [KeyMoment]
  /// The stages and states of the way from play to pause.
  func moments(backwardAt time: Double) -> [KeyMoment]
}

/// The button of the article. A stroke that has run out to nothing is hidden: with its round cap it would be a dot. (The article
/// changes the cap to butt for that.)
private struct TriangleButton: PlayButton {
  let layer = Layer()
  private let triangle, left, right, arc: ShapeLayer
  private let side, preparation, wait, link: Double

  init(_ play: Play, hasPreparation: Bool, hasLink: Bool, wait: Double, isPlaying: Bool) {
    side = play.side
    preparation = hasPreparation ? play.positionDuration : 0
    link = hasLink ? play.duration ?? 0.5 : 0
    self.wait = wait
    let (a, color) = (play.side, (play.color ?? Color(hex: 0x0CBE06)).withAlpha(1))
    func stroke(_ name: String, _ path: Path) -> ShapeLayer {
      let shape = ShapeLayer(path: path, stroke: Stroke(width: 0.2 * a, cap: .round, join: .round), color: color)
      shape.name = name
      return shape
    }
    triangle = stroke(
      "triangle",
      .polyline(
        [Point(0.2, 0.2), Point(0.2, 0), Point(1, 0.5), Point(0.2, 1), Point(0.2, 0.2)].map {
          Point($0.x * a, $0.y * a)
        }))
    arc = stroke(
      "arc",
      .arc(center: Point(0.5 * a, 0.8 * a), radius: 0.3 * a, startAngle: 0, endAngle: .pi, clockwise: true))
    // Without a preparation the lines are where it leaves them.
    let state = isPlaying || !hasPreparation ? LineState.prepared : .pause
    left = stroke("left", state.left(side: a))
    right = stroke("right", state.right(side: a))
    let showsTriangle = isPlaying && hasLink
    for shape in [left, right] where showsTriangle {
      shape.strokeEnd = 0
      shape.opacity = 0
    }
    arc.strokeStart = showsTriangle ? 1 : 0
    arc.strokeEnd = showsTriangle ? 1 : 0
    arc.opacity = 0
    triangle.strokeEnd = showsTriangle ? 1 : 0
    triangle.opacity = showsTriangle ? 1 : 0
    layer.addSublayers(triangle, left, right, arc)
  }

  var duration: Double { preparation + wait + link }

  func addForward(at time: Double) {
    move(to: [.pause, .shifted, .prepared], at: time)
    let start = time + preparation + wait, quarter = link / 4
    guard link > 0 else { return }
    triangle.appear(after: start)
    run(triangle, \.strokeEnd, 0, 1, at: start, for: link)

    // The right line gives its ink to the arc, the arc and then the left line to the triangle.
    run(right, \.strokeEnd, 1, 0, at: start, for: quarter)
    right.disappear(at: start + quarter)
    arc.appear(after: start)
    run(arc, \.strokeEnd, 0, 1, at: start, for: quarter)
    run(arc, \.strokeStart, 0, 1, at: start + quarter, for: quarter)
    arc.disappear(at: start + 2 * quarter)
    run(left, \.strokeEnd, 1, 0, at: start + 2 * quarter, for: 2 * quarter)
    left.disappear(at: start + link)
  }

  func addBackward(at time: Double) {
    let quarter = link / 4
    if link > 0 {
      run(triangle, \.strokeEnd, 1, 0, at: time, for: link)
      triangle.disappear(at: time + link)
      left.appear(after: time)
      run(left, \.strokeEnd, 0, 1, at: time, for: 2 * quarter)
      arc.appear(after: time + 2 * quarter)
      run(arc, \.strokeStart, 1, 0, at: time + 2 * quarter, for: quarter)
      run(arc, \.strokeEnd, 1, 0, at: time + 3 * quarter, for: quarter)
      arc.disappear(at: time + link)
      right.appear(after: time + 3 * quarter)
      run(right, \.strokeEnd, 0, 1, at: time + 3 * quarter, for: quarter)
    }
    move(to: [.prepared, .shifted, .pause], at: time + link + wait)
  }

  func moments(forwardAt time: Double) -> [KeyMoment] {
    stages(("prep", time, preparation), ("link", time + preparation + wait, link))
      + [KeyMoment("play", at: time + duration)]
  }

  func moments(backwardAt time: Double) -> [KeyMoment] {
    stages(("link", time, link), ("prep", time + link + wait, preparation)) + [KeyMoment("pause", at: time + duration)]
  }

  /// The begins of stages that take time.
  private func stages(_ stages: (name: String, time: Double, duration: Double)...) -> [KeyMoment] {
    stages.filter { $0.duration > 0 }.map { KeyMoment($0.name, at: $0.time) }
  }

  /// Moves the lines through three states in two legs of equal length.
  private func move(to states: [LineState], at time: Double) {
    guard preparation > 0 else { return }
    for (leg, (from, to)) in zip(states, states.dropFirst()).enumerated() {
      let timing = Timing(
        duration: preparation / 2, beginTime: time + Double(leg) * preparation / 2, fillMode: .forwards)
      left.animate(\.path, from: from.left(side: side), to: to.left(side: side), timing: timing)
      right.animate(\.path, from: from.right(side: side), to: to.right(side: side), timing: timing)
    }
  }

  private func run(
    _ shape: ShapeLayer, _ end: PropertyPath<ShapeProperties, Double>, _ from: Double, _ to: Double,
    at time: Double, for duration: Double
  ) {
    shape.animate(end, from: from, to: to, timing: Timing(duration: duration, beginTime: time, fillMode: .forwards))
  }

  /// The article's named points while their layers show, and the lines' ends in each state for as long as they are nearest to it.
  func landmarks(_ direction: Play.Direction, turn: Double) -> [Landmark] {
    let leg = preparation / 2, linkStart = preparation + wait, endless = Double.greatestFiniteMagnitude
    var landmarks: [Landmark] = []
    func add(_ names: [(String, Point, Landmark.Side)], _ layer: String, _ window: ClosedRange<Double>) {
      landmarks += names.map { name, point, side in
        Landmark(
          name, at: point, side, distance: 0.11, text: Landmark.coordinates(point), layer: layer, window: window)
      }
    }
    if direction != .backward {
      let end = link > 0 ? linkStart + link / 4 : endless
      let windows =
        leg > 0
        ? [(LineState.pause, 0...leg / 2), (.shifted, leg / 2...1.5 * leg), (.prepared, 1.5 * leg...end)]
        : [(.prepared, 0...end)]
      for (state, window) in windows {
        for (points, layer) in [(state.leftPoints, "left"), (state.rightPoints, "right")] {
          add(points.map { ("", $0, $0.y == 0 ? .lowerRight : .right) }, layer, window)
        }
      }
    }
    guard link > 0 else { return landmarks }
    let triangle: [(String, Point, Landmark.Side)] = [
      ("A", Point(0.2, 0.2), .left), ("B", Point(0.2, 0), .left), ("C", Point(1, 0.5), .above),
      ("D", Point(0.2, 1), .left),
    ]
    let arc: [(String, Point, Landmark.Side)] = [
      ("E", Point(0.8, 0.8), .right), ("O", Point(0.5, 0.8), .above), ("F", Point(0.2, 0.8), .left),
    ]
    switch direction {
    case .forward: add(triangle, "triangle", linkStart...endless)
    case .backward: add(triangle, "triangle", 0...link)
    case .both: add(triangle, "triangle", linkStart...turn + link)
    }
    if direction != .backward { add(arc, "arc", linkStart...linkStart + link / 2) }
    if direction != .forward {
      let start = direction == .both ? turn : 0
      add(arc, "arc", start + link / 2...start + link)
    }
    return landmarks
  }
}

/// Where the two lines are. The left one is drawn downward, the right one upward.
private enum LineState {
  /// Pause bars.
  case pause
  /// The left one shortened from above, the right one shifted up.
  case shifted
  /// Where the link begins.
  case prepared

  /// The ends of the left line in a square of side 1.
  var leftPoints: [Point] {
    switch self {
    case .pause: [Point(0.2, 0), Point(0.2, 1)]
    case .shifted: [Point(0.2, 0.4), Point(0.2, 1)]
    case .prepared: [Point(0.2, 0.2), Point(0.2, 0.8)]
    }
  }

  /// The ends of the right line in a square of side 1.
  var rightPoints: [Point] {
    switch self {
    case .pause: [Point(0.8, 1), Point(0.8, 0)]
    case .shifted: [Point(0.8, 0.8), Point(0.8, -0.2)]
    case .prepared: [Point(0.8, 0.8), Point(0.8, 0.2)]
    }
  }

  func left(side: Double) -> Path { .polyline(leftPoints.map { Point($0.x * side, $0.y * side) }) }
  func right(side: Double) -> Path { .polyline(rightPoints.map { Point($0.x * side, $0.y * side) }) }
}
