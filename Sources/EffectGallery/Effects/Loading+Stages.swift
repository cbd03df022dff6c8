// The seven stages of the loading animation. Points around the ring's centre, y down; the ring's radius is 40. Every stage begins
// at a time of its run and leaves its layers as the next stage finds them.
import AnimGIF

/// One passage from the first arc to the result, in seconds of its own.
struct LoadingRun {
  /// How it ends.
  enum Outcome { case success, failure }

  /// One stage on the run's clock.
  struct Stage {
    let name: String
    let start, duration: Double
    let add: (LoadingRun) -> (Double) -> Void
  }

  /// What the run's own clock shows when it begins. Not 0, since an animation that begins at 0 begins when it is added.
  static let start = 1.0

  /// Everything of this run.
  let layer = Layer()
  /// What shakes in the end.
  private let picture = Layer()
  private let ring: DrawnLayer<ArcDrawing>
  private let moveArc, thin, thick, left, right, tick, top, bottom: ShapeLayer
  private let bar: ShapeLayer
  private let endColor: Color
  private let isTinted: Bool

  /// Makes the layers, none of them to be seen.
  init(_ outcome: Outcome, ink: Color, end: Color, isTinted: Bool) {
    self.isTinted = isTinted
    endColor = isTinted ? .blue : end.withAlpha(1)
    picture.name = "picture"
    picture.opacity = ink.alpha
    let ink = ink.withAlpha(1)
    let sign = endColor
    func stroke(_ name: String, _ path: Path, width: Double, _ color: Color, tint: Color) -> ShapeLayer {
      let shape = ShapeLayer(path: path, stroke: Stroke(width: width), color: isTinted ? tint : color)
      shape.name = name
      shape.opacity = 0
      return shape
    }
    ring = DrawnLayer(
      ArcDrawing(color: isTinted ? .blue : ink, lineWidth: 6), bounds: ArcDrawing.bounds(radius: 40, lineWidth: 6))
    ring.name = "ring"
    // The bottom of the ring stays where it is when the ring is squeezed.
    ring.anchorPoint = Point(0.5, 1 - ArcDrawing.margin / ring.bounds.height)
    ring.position = Point(0, 43)

    let fall = Path.arc(
      center: Point(-60, 0), radius: 100, startAngle: 2 * .pi, endAngle: 2 * .pi - Self.arcSine08, clockwise: false)
    moveArc = stroke("moveArc", fall, width: 3, ink, tint: .blue)
    bar = ShapeLayer(path: .rect(Rect(-1.5, -7.5, 3, 15)), fill: isTinted ? .blue : ink)
    bar.name = "bar"
    bar.opacity = 0
    thin = stroke("thin", .line(from: Point(0, -55), to: Point(0, -24)), width: 3, ink, tint: .green)
    thick = stroke("thick", .line(from: Point(0, -40), to: Point(0, 40)), width: 6, ink, tint: .blue)
    let branch = Vector(angle: .pi / 6) * 40
    left = stroke("left", .line(from: .zero, to: Point(-branch.dx, branch.dy)), width: 6, ink, tint: .blue)
    right = stroke("right", .line(from: .zero, to: Point(branch.dx, branch.dy)), width: 6, ink, tint: .orange)
    tick = stroke("tick", .polyline([Point(-20, 0), Point(-5, 20), Point(20, -20)]), width: 6, sign, tint: .blue)
    top = stroke("top", .line(from: Point(0, -40), to: Point(0, 10)), width: 6, sign, tint: .blue)
    bottom = stroke("bottom", .line(from: Point(0, 40), to: Point(0, 20)), width: 6, sign, tint: .blue)
    layer.addSublayer(picture)
    for part in [ring, moveArc, bar, thin, thick, left, right, tick, top, bottom] { picture.addSublayer(part) }
  }

  /// The arc sine of 0.8: the thrown arc ends two radii above the ring's centre.
  private static let arcSine08 = 0.9272952180016122

  // MARK: - The stages

  /// 1: the arc of `arc` grows into the ring.
  func growRing(at t: Double) {
    ring.progress = 1
    ring.animate(\.progress, from: 0, to: 1, timing: Timing(duration: 1, beginTime: t, fillMode: .backwards))
  }

  /// 2: a piece of arc flies from the ring's right end to above its top.
  func throwArc(at t: Double) {
    tintRing(.lightGray, at: t)
    moveArc.switchOpacity(to: 1, at: t)
    // The group's curve brings its members to their end a little before its own; they stay there.
    let whole = Timing(duration: 0.5, fillMode: .forwards)
    let members: [BasicAnimation<Double>] = [
      BasicAnimation(\.strokeStart, from: 0, to: 0.9, timing: whole),
      BasicAnimation(\.strokeEnd, from: 0.1, to: 1, timing: whole),
    ]
    moveArc.add(
      AnimationGroup(
        members,
        timing: Timing(
          duration: 0.5, beginTime: t, fillMode: .forwards, isRemovedOnCompletion: false, function: .easeOut)))
  }

  /// 3: what has flown up falls on the ring as a bar.
  func dropBar(at t: Double) {
    moveArc.disappear(at: t)
    bar.switchOpacity(to: 1, at: t)
    bar.animate(
      \.position.y, from: -72.5, to: -47.5, timing: Timing(duration: 0.15, beginTime: t, fillMode: .forwards))
  }

  /// 4: the bar pierces the ring, squeezes it and becomes a thick line.
  func squeezeRing(at t: Double) {
    tintRing(.red, at: t)
    bar.disappear(at: t)
    for line in [thin, thick] { line.switchOpacity(to: 1, at: t) }
    let timing = Timing(duration: 0.25, beginTime: t, fillMode: .forwards)
    ring.animate(\.transform.scaleX, from: 1, to: 1.1, timing: timing)
    ring.animate(\.transform.scaleY, from: 1, to: 0.8, timing: timing)
    thin.animate(\.strokeStart, from: 0, to: 1, timing: timing)
    thin.animate(\.strokeEnd, from: 15.0 / 31, to: 1, timing: timing)
    thick.animate(\.strokeStart, from: 0, to: 0.2, timing: timing)
    thick.animate(\.strokeEnd, from: 0, to: 0.5, timing: timing)
  }

  /// 5: the ring springs back and is divided in three. Only its height is animated: its width jumps back at once.
  func divideRing(at t: Double) {
    thin.disappear(at: t)
    if isTinted { thick.animate(\.strokeColor, from: .green, to: .green, timing: .from(t)) }
    for line in [left, right] { line.switchOpacity(to: 1, at: t) }
    let timing = Timing(duration: 0.5, beginTime: t, fillMode: .forwards)
    ring.animate(\.transform.scaleX, from: 1, to: 1, timing: timing)
    ring.animate(\.transform.scaleY, from: 0.8, to: 1, timing: timing)
    thick.animate(\.strokeStart, from: 0.2, to: 0, timing: timing)
    thick.animate(\.strokeEnd, from: 0.5, to: 1, timing: timing)
    for line in [left, right] { line.animate(\.strokeEnd, from: 0, to: 1, timing: timing) }
  }

  /// 6, success: the lines go, a tick is drawn.
  func drawTick(at t: Double) {
    for line in [thick, left, right] { line.disappear(at: t) }
    recolorRing(at: t)
    tick.switchOpacity(to: 1, at: t)
    tick.animate(\.strokeEnd, from: 0, to: 1, timing: Timing(duration: 1, beginTime: t, fillMode: .forwards))
  }

  /// 6, failure: the bar goes, an exclamation mark runs together from above and below.
  func drawExclamationMark(at t: Double) {
    bar.disappear(at: t)
    recolorRing(at: t)
    let timing = Timing(duration: 0.5, beginTime: t, fillMode: .forwards)
    for line in [top, bottom] {
      line.switchOpacity(to: 1, at: t)
      line.animate(\.strokeEnd, from: 0, to: 1, timing: timing)
    }
    top.animate(\.strokeStart, from: 0, to: 0.2, timing: timing)
    bottom.animate(\.strokeStart, from: 0, to: 0.5, timing: timing)
  }

  /// 7, failure: the picture shakes, four times to the right and back, beginning with a jump to the left.
  func shake(at t: Double) {
    picture.animate(
      \.transform.rotationZ, from: -.pi / 12, to: .pi / 12,
      timing: Timing(duration: 0.1, beginTime: t, repeatCount: 4, autoreverses: true))
  }

  /// The ring fades to the colour of the result.
  private func recolorRing(at t: Double) {
    tintRing(.blue, at: t)
    if isTinted { return }
    let timing = Timing(duration: 0.25, beginTime: t, fillMode: .forwards, function: .default)
    ring.animate(\.color, from: ring.color, to: endColor, timing: timing)
  }

  /// The ring's debug colour from a time on.
  private func tintRing(_ color: Color, at t: Double) {
    if isTinted { ring.animate(\.color, from: color, to: color, timing: .from(t)) }
  }
}

extension LoadingRun.Outcome {
  /// The stages that lead to it.
  var stages: [LoadingRun.Stage] {
    typealias Stage = LoadingRun.Stage
    let common = [
      Stage(name: "1", start: 0, duration: 1, add: LoadingRun.growRing),
      Stage(name: "2", start: 1, duration: 0.5, add: LoadingRun.throwArc),
      Stage(name: "3", start: 1.5, duration: 0.15, add: LoadingRun.dropBar),
    ]
    switch self {
    case .success:
      return common + [
        Stage(name: "4", start: 1.65, duration: 0.25, add: LoadingRun.squeezeRing),
        // With a wait of 0.1 at its end.
        Stage(name: "5", start: 1.9, duration: 0.6, add: LoadingRun.divideRing),
        Stage(name: "6", start: 2.5, duration: 1, add: LoadingRun.drawTick),
      ]
    case .failure:
      return common + [
        Stage(name: "6", start: 1.65, duration: 0.5, add: LoadingRun.drawExclamationMark),
        Stage(name: "7", start: 2.15, duration: 0.8, add: LoadingRun.shake),
      ]
    }
  }

  /// How long it takes, seconds.
  var duration: Double { stages.last.map { $0.start + $0.duration } ?? 0 }
}
