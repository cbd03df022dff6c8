// The play button's relative: two lines run out while two arcs close a circle, and the whole turns to the left by a quarter, so that
// a red mark that pointed down points to the right.
import AnimGIF

/// The button of style youku.
struct TurningButton: PlayButton {
  let layer = Layer()
  let duration: Double
  private let lines, arcs: [ShapeLayer]
  private let mark: ShapeLayer
  private let turning = Layer()

  init(_ play: Play, isPlaying: Bool) {
    let a = play.side
    duration = play.duration ?? 0.35
    func stroke(_ name: String, _ path: Path, _ color: Color) -> ShapeLayer {
      let shape = ShapeLayer(
        path: path.applying(AffineTransform(scaleX: a, y: a)),
        stroke: Stroke(width: 0.18 * a, cap: .round, join: .round),
        color: play.color?.withAlpha(1) ?? color)
      shape.name = name
      return shape
    }
    // The arc cosine and the arc sine of 0.8.
    let arcCosine = 0.6435011087932844, arcSine = 0.9272952180016122
    let center = Point(0.5, 0.5)
    func arc(from angle: Double) -> Path {
      .arc(center: center, radius: 0.5, startAngle: angle, endAngle: angle - .pi, clockwise: false)
    }
    lines = [
      stroke("left", .line(from: Point(0.2, 0.9), to: Point(0.2, 0.1)), Color(hex: 0x3E9DFE)),
      stroke("right", .line(from: Point(0.8, 0.1), to: Point(0.8, 0.9)), Color(hex: 0x3E9DFE)),
    ]
    arcs = [
      stroke("arc", arc(from: arcCosine + .pi / 2), Color(hex: 0x57BCFD)),
      stroke("arc", arc(from: -arcSine), Color(hex: 0x57BCFD)),
    ]
    // The mark's box is 0.4 by 0.35, its middle at (0.5, 0.55).
    mark = stroke(
      "triangle", .polyline([Point(0.3, 0.375), Point(0.5, 0.725), Point(0.7, 0.375)]), Color(hex: 0xE42306))
    let markHolder = Layer()
    markHolder.opacity = 0.8
    markHolder.addSublayer(mark)

    turning.name = "turning"
    turning.position = Point(a / 2, a / 2)
    turning.bounds = Rect(0, 0, a, a)
    for shape in arcs + lines { turning.addSublayer(shape) }
    turning.addSublayer(markHolder)
    layer.addSublayer(turning)

    mark.opacity = isPlaying ? 1 : 0
    if isPlaying { turning.affineTransform = AffineTransform(rotation: -.pi / 2) }
    for shape in isPlaying ? lines : arcs {
      shape.strokeEnd = 0
      shape.opacity = 0
    }
  }

  func moments(forwardAt time: Double) -> [KeyMoment] { [KeyMoment("play", at: time + duration)] }

  func moments(backwardAt time: Double) -> [KeyMoment] { [KeyMoment("pause", at: time + duration)] }

  func landmarks(_ direction: Play.Direction, turn: Double) -> [Landmark] {
    [Landmark("O", at: Point(0.5, 0.5), .above, text: Landmark.coordinates(Point(0.5, 0.5)))]
  }

  func addForward(at time: Double) {
    run(lines, from: 1, to: 0, at: time, for: duration / 2)
    run(arcs, from: 0, to: 1, at: time, for: duration)
    turn(from: 0, to: -.pi / 2, at: time + duration / 4, for: duration * 0.75)
    fade(from: 0, to: 1, at: time + duration / 2)
  }

  func addBackward(at time: Double) {
    run(arcs, from: 1, to: 0, at: time, for: duration)
    fade(from: 1, to: 0, at: time)
    turn(from: -.pi / 2, to: 0, at: time, for: duration)
    run(lines, from: 0, to: 1, at: time + duration / 2, for: duration / 2)
  }

  /// Draws strokes or takes them away; one that is gone is not even a dot.
  private func run(_ shapes: [ShapeLayer], from: Double, to: Double, at time: Double, for duration: Double) {
    for shape in shapes {
      if from == 0 { shape.appear(after: time) }
      shape.animate(
        \.strokeEnd, from: from, to: to, timing: Timing(duration: duration, beginTime: time, fillMode: .forwards))
      if to == 0 { shape.disappear(at: time + duration) }
    }
  }

  private func turn(from: Double, to: Double, at time: Double, for duration: Double) {
    turning.animate(
      \.transform.rotationZ, from: from, to: to,
      timing: Timing(duration: duration, beginTime: time, fillMode: .forwards))
  }

  private func fade(from: Double, to: Double, at time: Double) {
    mark.animate(
      \.opacity, from: from, to: to, timing: Timing(duration: duration / 2, beginTime: time, fillMode: .forwards))
  }
}
