import Bitmaps
import LayerAnimation
import Testing
import VectorGeometry
import VectorRaster

@Suite struct TimelineTests {
  /// A box that ten chained blocks move, each scheduled by the one before, with implicit animations on the way.
  private func chain(framesPerSecond: Int) throws -> (Bitmap, [Double]) {
    let box = Layer(frame: Rect(0, 0, 10, 10))
    box.backgroundColor = .red
    let root = Layer()
    root.addSublayer(box)
    let timeline = Timeline(root)
    var times: [Double] = []
    func step(_ count: Int) {
      guard count < 10 else { return }
      timeline.after(0.0777) {
        times.append(timeline.now)
        box.position.x += 3
        box.opacity = count % 2 == 0 ? 0.4 : 0.9
        step(count + 1)
      }
    }
    step(0)
    for frame in 0...framesPerSecond { timeline.advance(to: Double(frame) / Double(framesPerSecond)) }
    var canvas = Canvas(width: 48, height: 16, background: .white)
    try Scene(root).displayList(at: 1).draw(into: &canvas)
    return (canvas.bitmap, times)
  }

  @Test func `a chain of ten delayed blocks gives the same pixels at any frame rate`() throws {
    let (picture, times) = try chain(framesPerSecond: 60)
    for (index, time) in times.enumerated() { #expect(abs(time - 0.0777 * Double(index + 1)) < 1e-12) }
    #expect(times.count == 10)
    #expect(picture[33, 5] != Pixel(.white) && picture[2, 5] == Pixel(.white))
    for rate in [7, 30] {
      let other = try chain(framesPerSecond: rate)
      #expect(other.0 == picture && other.1 == times)
    }
  }

  @Test func `events of one instant run in order of creation, whatever kind they are`() {
    let layer = Layer()
    let timeline = Timeline(layer)
    var log: [String] = []
    timeline.after(0.5) { log.append("first block") }
    var fade = BasicAnimation(\.opacity, to: 0, timing: Timing(duration: 0.5))
    fade.events.onStop = { log.append("stop \($0)") }
    fade.events.onStart = { log.append("start at \(timeline.now)") }
    layer.add(fade)
    timeline.after(0.3 + 0.2) { log.append("second block at \(timeline.now)") }
    timeline.after(0.2) { timeline.at(0.1) { log.append("late at \(timeline.now)") } }
    timeline.advance(to: 0.5)
    #expect(log == ["start at 0.0", "late at 0.2", "first block", "stop true", "second block at 0.5"])
  }

  private final class Listener: AnimationDelegate {
    var log: [String] = []
    func animationDidStart(_ animation: any PlayableAnimation) { log.append("start \(name(animation))") }
    func animationDidStop(_ animation: any PlayableAnimation, finished: Bool) {
      log.append("stop \(name(animation)) \(finished)")
    }
    private func name(_ animation: any PlayableAnimation) -> String {
      animation.value(forKey: "name") as? String ?? "?"
    }
  }

  @Test func `delegates hear of end, removal and replacement once, with the values stored`() {
    let layer = Layer(), sublayer = Layer(), listener = Listener()
    layer.addSublayer(sublayer)
    let timeline = Timeline(layer)
    func animation(_ name: String, _ duration: Double, kept: Bool = false) -> BasicAnimation<Double> {
      var animation = BasicAnimation(\.opacity, from: 0, to: 1, timing: Timing(duration: duration))
      animation.setValue(name, forKey: "name")
      animation.delegate = listener
      animation.isRemovedOnCompletion = !kept
      return animation
    }
    layer.add(animation("short", 0.2, kept: true), forKey: "a")
    layer.add(animation("replaced", 5), forKey: "b")
    sublayer.add(animation("leaving", 5), forKey: "c")
    timeline.advance(to: 0.5)
    #expect(listener.log == ["start short", "start replaced", "start leaving", "stop short true"])
    #expect(layer.animation(forKey: "a") != nil)
    listener.log = []
    layer.add(animation("other", 0.1), forKey: "b")
    #expect(listener.log == ["stop replaced false"])
    sublayer.removeFromSuperlayer()
    #expect(listener.log == ["stop replaced false", "stop leaving false"])
    timeline.advance(to: 1)
    #expect(listener.log.suffix(2) == ["start other", "stop other true"])
    layer.removeAllAnimations()
    #expect(listener.log.count == 4 && layer.animation(forKey: "b") == nil)
  }

  @Test func `an ended animation leaves its layer unless it is told to stay`() {
    let layer = Layer()
    layer.opacity = 0.5
    let timeline = Timeline(layer)
    layer.add(
      BasicAnimation(\.opacity, from: 0, to: 1, timing: Timing(duration: 1, fillMode: .forwards)), forKey: "goes")
    layer.add(
      BasicAnimation(
        \.cornerRadius, from: 0, to: 4, timing: Timing(duration: 1, fillMode: .forwards, isRemovedOnCompletion: false)),
      forKey: "stays")
    timeline.advance(to: 0.99)
    #expect(layer.animationKeys.count == 2 && abs(layer.presentation().opacity - 0.99) < 1e-12)
    timeline.advance(to: 1)
    #expect(layer.animationKeys == ["stays"])
    #expect(layer.presentation().opacity == 0.5 && layer.presentation().cornerRadius == 4)
  }

  @Test func `an infinite animation never ends and a paused layer's animation waits`() {
    let layer = Layer(), paused = Layer()
    layer.addSublayer(paused)
    let timeline = Timeline(layer)
    var stopped: [String] = []
    func animation(_ name: String, _ timing: Timing) -> BasicAnimation<Double> {
      var animation = BasicAnimation(\.opacity, from: 0, to: 1, timing: timing)
      animation.events.onStop = { _ in stopped.append(name) }
      return animation
    }
    layer.add(animation("endless", Timing(duration: 1, repeatCount: .infinity)))
    paused.add(animation("paused", Timing(duration: 1)))
    timeline.after(0.25) {
      paused.timeOffset = paused.convertTime(timeline.now, from: nil)
      paused.speed = 0
    }
    timeline.after(10) {
      // Apple's recipe for going on.
      let pausedTime = paused.timeOffset
      paused.speed = 1
      paused.timeOffset = 0
      paused.beginTime = 0
      paused.beginTime = paused.convertTime(timeline.now, from: nil) - pausedTime
    }
    timeline.advance(to: 5)
    #expect(abs(paused.presentation().opacity - 0.25) < 1e-12)
    timeline.advance(to: 10.7)
    #expect(stopped.isEmpty && abs(paused.presentation().opacity - 0.95) < 1e-9)
    timeline.advance(to: 10.8)
    #expect(stopped == ["paused"])
  }

  @Test func `an endless chain at one instant is cut off`() {
    let timeline = Timeline(Layer())
    var count = 0
    func again() {
      timeline.after(0) {
        count += 1; again()
      }
    }
    again()
    timeline.advance(to: 1)
    #expect(count == Timeline.largestEventCount && timeline.now == 1)
    timeline.advance(to: 2)
    #expect(count == Timeline.largestEventCount)
  }

  @Test func `repeated blocks keep their beat`() {
    let timeline = Timeline(Layer())
    var times: [Double] = []
    timeline.every(0.1) {
      times.append(timeline.now)
      return times.count < 100
    }
    timeline.advance(to: 20)
    #expect(times.count == 100 && abs(times[99] - 10) < 1e-12)
  }

  /// Article 000's POP animations.
  @Test func `a driven property moves the model and stays`() {
    let layer = ShapeLayer()
    layer.lineWidth = 6
    let timeline = Timeline(layer)
    var log: [Double] = [], finished = false
    timeline.after(0.1) {
      layer.drive(\.lineWidth, to: 0, duration: 0.3) { finished = $0 }
      layer.drive(\.transform.scaleXY, to: Size(0.5, 2), duration: 0.3)
    }
    for delay in [0.05, 0.25, 0.6] { timeline.after(delay) { log.append(layer.lineWidth) } }
    timeline.advance(to: 0.25)
    #expect(abs(layer.presentation().shape.lineWidth - 6 * (1 - TimingFunction.default(0.5))) < 1e-9)
    timeline.advance(to: 1)
    #expect(log.count == 3 && log[0] == 6 && abs(log[1] - 6 * (1 - TimingFunction.default(0.5))) < 1e-9 && log[2] == 0)
    #expect(finished && layer.lineWidth == 0 && layer.transform == .scale(0.5, 2) && layer.animationKeys.isEmpty)
  }
}
