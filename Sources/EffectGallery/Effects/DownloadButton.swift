// The download button's layers, states and animations, as the article's view has them, at a side of 100 points.
import AnimGIF

/// The button. It lives on a timeline and answers taps.
final class DownloadButton {
  /// What the button is doing.
  enum State: String, CaseIterable {
    case none, willLoad, loading, suspend, resume, end
  }

  /// How long the arrow and the stem take to become a line and a dot.
  static let throwDuration = 0.2

  let root = Layer()
  let label = TextLayer("", size: 13, alignment: .center, frame: Rect(0, 59.5, 100, 15.5))
  let track = ShapeLayer(
    path: .ellipse(in: Rect(0, 0, 100, 100)), stroke: Stroke(width: 6), color: Color(hex: 0xBDC3C7),
    fill: Color(hex: 0x3599DB))
  let stem = ShapeLayer(path: .line(from: Point(50, 25), to: Point(50, 72)), fill: .black)
  let arrow = ShapeLayer(path: DownloadButton.arrowPath, fill: nil)
  let ring = ShapeLayer(path: DownloadButton.circle, fill: nil)
  let wave = ShapeLayer(path: Path(), fill: nil)
  weak var timeline: Timeline?

  private let effect: Download
  private(set) var state = State.none
  /// What is left of the download, seconds.
  private var remaining: Double

  private static let arrowPath = Path.polyline([Point(37.5, 55), Point(50, 75), Point(62.5, 55)])
  private static let linePath = Path.polyline([Point(25, 50), Point(50, 50), Point(75, 50)])
  private static let dotPath = Path.arc(
    center: Point(50, 51), radius: 0.5, startAngle: 0, endAngle: 2 * .pi, clockwise: false)
  private static let circle = Path.arc(
    center: Point(50, 50), radius: 50, startAngle: -.pi / 2, endAngle: 1.5 * .pi, clockwise: true)

  init(_ effect: Download) {
    self.effect = effect
    remaining = effect.download
    let ink = effect.color.withAlpha(1)
    label.foregroundColor = ink
    label.opacity = 0
    track.opacity = 0.2
    for (line, width) in [(stem, 4.0), (arrow, 3), (ring, 6), (wave, 3)] {
      line.strokeColor = ink
      line.lineWidth = width
      line.lineCap = .round
      line.lineJoin = .round
    }
    arrow.lineJoin = .miter
    ring.lineJoin = .miter
    ring.strokeStart = 1
    arrow.clampsPathProgress = effect.arrowSpring == .seed
    for (layer, name) in [
      (label, "label"), (track, "track"), (stem, "stem"), (arrow, "arrow"), (ring, "ring"), (wave, "wave"),
    ] as [(Layer, String)] {
      layer.name = name
    }
    root.addSublayers(label, track, stem, arrow)
  }

  /// What a tap does in each state; while the dot flies, nothing.
  func tap() {
    switch state {
    case .none: jump()
    case .willLoad: break
    case .loading, .resume: suspend()
    case .suspend: resume()
    case .end: reset()
    }
  }

  /// The arrow dips, becomes a line and throws the stem, which is a dot by then, up onto the ring.
  private func jump() {
    state = .willLoad
    let spring = Spring(), begin = Self.throwDuration
    stem.animate(\.path, to: Self.dotPath, timing: Timing(duration: begin, fillMode: .forwards))
    var fall = SpringAnimation(
      \.position.y, to: -51, timing: Timing(duration: spring.settlingDuration, delay: begin, fillMode: .forwards))
    fall.isRemovedOnCompletion = false
    fall.events.onStop = { [self] finished in if finished { load() } }
    stem.add(fall)

    let dip = BasicAnimation(\.position.y, from: 0, to: 10, timing: Timing(duration: begin, fillMode: .backwards))
    // The article asks for the settling time before it sets the spring's constants, so that it is the default spring's.
    let flatten = SpringAnimation(
      \.path, from: Self.arrowPath, to: Self.linePath,
      spring: effect.arrowSpring == .seed
        ? Spring(mass: 30, stiffness: 5, damping: 0, initialVelocity: 30) : spring,
      timing: Timing(duration: spring.settlingDuration, beginTime: begin, fillMode: .forwards))
    let duration = effect.arrowSpring == .seed ? 1 : begin + spring.settlingDuration
    arrow.add(
      AnimationGroup(
        [dip, flatten], timing: Timing(duration: duration, fillMode: .forwards, isRemovedOnCompletion: false)))
  }

  /// The dot has landed: ring, wave and label show the progress.
  private func load() {
    state = .loading
    root.addSublayers(ring, wave)
    fade(arrow, from: 1, to: 0)
    scaleLabel(shows: true)
    startDownload()
    nextCycle()
  }

  /// The download goes on where it is. The ring's stroke starts at 1 - progress, so that it grows counter-clockwise from the top.
  private func startDownload() {
    let begin = timeline?.now ?? 0, left = remaining
    let total = Double(effect.bytes), progress = effect.download > 0 ? 1 - left / effect.download : 1
    guard left > 0 else {
      ring.strokeStart = 0
      show(bytes: total)
      return end()
    }
    ring.drive(\.strokeStart, from: 1 - progress, to: 0, duration: left, function: .linear, key: "progress") {
      [self] finished in
      remaining = max(0, left - ((timeline?.now ?? begin) - begin))
      if finished { end() }
    }
    label.animate(
      \.byteCount, from: progress * total, to: total, timing: Timing(duration: left, fillMode: .forwards), key: "bytes")
  }

  private func suspend() {
    state = .suspend
    ring.removeAnimation(forKey: "progress")
    label.removeAnimation(forKey: "bytes")
    show(bytes: (1 - remaining / effect.download) * Double(effect.bytes))
    fade(arrow, from: 0, to: 1)
    fade(wave, from: 1, to: 0)
  }

  private func resume() {
    state = .resume
    fade(arrow, from: 1, to: 0)
    fade(wave, from: 0, to: 1)
    startDownload()
  }

  private func end() {
    state = .end
    scaleLabel(shows: false)
  }

  /// The wave goes through its four shapes again, or becomes the tick once everything is there.
  private func nextCycle() {
    let shapes = WaveShapes(amplitude: effect.amplitude, omega: effect.omega)
    guard ring.strokeStart > 1e-9 else {
      wave.animate(
        \.path, from: shapes[0], to: WaveShapes.tick, timing: Timing(duration: 0.3, fillMode: .forwards))
      return
    }
    var cycle = shapes.cycle(phase: effect.phase)
    cycle.events.onStop = { [self] finished in if finished { nextCycle() } }
    wave.add(cycle)
  }

  /// The ring opens and thins away, the line becomes the arrow again; the label flashes once more, as it does in the article.
  private func reset() {
    state = .none
    stem.removeAllAnimations()
    wave.removeFromSuperlayer()
    ring.strokeStart = 1
    ring.animate(\.lineWidth, from: 6, to: 0, timing: Timing(duration: 0.3, function: .default))
    arrow.removeAllAnimations()
    arrow.animate(\.path, from: Self.linePath, to: Self.arrowPath, timing: Timing(duration: 0.3))
    fade(arrow, from: 0, to: 1)
    scaleLabel(shows: false)
  }

  /// Sets the label's text, which would otherwise count up to it.
  private func show(bytes: Double) { timeline?.withoutActions { label.byteCount = bytes } }

  private func fade(_ layer: Layer, from: Double, to: Double) {
    layer.animate(
      \.opacity, from: from, to: to, timing: Timing(duration: 0.3, fillMode: .forwards, function: .default))
  }

  private func scaleLabel(shows: Bool) {
    let timing = Timing(duration: 0.3, fillMode: .forwards, function: .default)
    label.animate(\.transform.scale, from: shows ? 0.1 : 1, to: shows ? 1 : 0.1, timing: timing)
    label.animate(\.opacity, from: shows ? 0 : 1, to: shows ? 1 : 0, timing: timing)
  }
}
