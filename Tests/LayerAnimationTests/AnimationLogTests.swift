import Bitmaps
import LayerAnimation
import TestSupport
import Testing
import VectorGeometry
import VectorRaster

@Suite struct AnimationLogTests {
  /// Plays a tree for some seconds and returns what ran.
  private func play(_ root: Layer, until end: Double = 2, _ script: (Timeline) -> Void = { _ in }) -> AnimationLog {
    let timeline = Timeline(root), log = AnimationLog()
    timeline.log = log
    script(timeline)
    timeline.advance(to: end)
    return log
  }

  private func spans(_ layer: Layer, until end: Double = 2) throws -> [AnimationSpan] {
    let log = play(layer, until: end)
    #expect(log.entries.count == 1)
    return try #require(log.entries.first).spans(until: end)
  }

  @Test func `a delay, a fill and a pace are told as they are`() throws {
    let layer = Layer()
    layer.animate(
      \.opacity, from: 0.2, to: 0.8, timing: Timing(duration: 0.5, delay: 0.25, fillMode: .forwards, function: .easeIn))
    let span = try #require(try spans(layer).first)
    #expect(span.begin == 0.25 && span.end == 0.75)
    #expect(span.shownFrom == 0.25 && span.shownUntil == .infinity)
    #expect(span.shape == .basic(.easeIn) && span.first == .number(0.2) && span.last == .number(0.8))
    #expect(span.curve.first?.time == 0.25 && span.curve.first?.value == 0.2)
    #expect(abs(span.value(at: 0.5) - (0.2 + 0.6 * TimingFunction.easeIn(0.5))) < 1e-9)
    #expect(span.value(at: 0.75) == 0.8)
  }

  @Test func `runs and their turns are told, for ever until the horizon`() throws {
    let layer = Layer()
    layer.animate(\.opacity, from: 0, to: 1, timing: Timing(duration: 0.5, repeatCount: .infinity))
    let span = try #require(try spans(layer).first)
    #expect(span.turns == [0.5, 1, 1.5] && span.end == 2 && span.shownUntil == .infinity)
    #expect(span.repeatCount == .infinity)

    let swing = Layer()
    swing.animate(\.opacity, from: 0, to: 1, timing: Timing(duration: 0.25, repeatCount: 2, autoreverses: true))
    let there = try #require(try spans(swing).first)
    #expect(there.turns == [0.5] && there.end == 1 && there.shownUntil == 1)
    #expect(there.value(at: 0.25) == 1 && there.value(at: 0.5) == 0)
  }

  @Test func `a group's pace bends its members' times, and its end cuts them off`() throws {
    let layer = Layer()
    let members: [any PlayableAnimation] = [
      BasicAnimation(\LayerProperties.opacity, from: 0, to: 1, timing: Timing(duration: 0.5)),
      BasicAnimation(\LayerProperties.zPosition, from: 0, to: 1, timing: Timing(duration: 9, beginTime: 0.5)),
    ]
    layer.add(AnimationGroup(members, timing: Timing(duration: 1, beginTime: 0.5, function: .easeIn)))
    let both = try spans(layer)
    #expect(both.map(\.keyPath) == [\LayerProperties.opacity, \LayerProperties.zPosition])
    let (first, second) = (both[0], both[1])
    #expect(first.begin == 0.5 && abs(TimingFunction.easeIn(first.end - 0.5) - 0.5) < 1e-9)
    #expect(abs(second.begin - first.end) < 1e-9 && abs(second.end - 1.5) < 1e-9)
    #expect(abs(second.value(at: 1.5) - 0.5 / 9) < 1e-9)
  }

  @Test func `keyframes are told with the times at which they are reached`() throws {
    let layer = Layer()
    layer.animate(
      \.opacity, through: [0, 1, 0.5], keyTimes: [0, 0.2, 1], timing: Timing(duration: 2, function: .easeOut))
    let span = try #require(try spans(layer).first)
    #expect(span.shape == .keyframes(count: 3) && span.keys.count == 3)
    #expect(abs(TimingFunction.easeOut(span.keys[1] / 2) - 0.2) < 1e-9)

    let mover = Layer()
    mover.add(
      KeyframeAnimation(
        \.position, path: .polyline([Point(0, 0), Point(10, 0), Point(10, 10)]), timing: Timing(duration: 1)))
    let motion = try #require(try spans(mover).first)
    #expect(motion.keys == [0, 0.5, 1] && motion.last == .point(Point(10, 10)))
  }

  @Test func `what is taken away early ends there, and so does what it holds`() throws {
    let layer = Layer(), guest = Layer()
    let log = play(layer) { timeline in
      layer.animate(\.opacity, from: 0, to: 1, timing: Timing(duration: 1.5, fillMode: .forwards), key: "fade")
      timeline.at(0.5) { layer.removeAnimation(forKey: "fade") }
      timeline.at(0.75) {
        guest.animate(\.zPosition, from: 0, to: 1, timing: Timing(duration: 0.25, fillMode: .forwards))
        layer.addSublayer(guest)
      }
      timeline.at(1.25) { guest.removeFromSuperlayer() }
    }
    let fade = try #require(log.entries.first?.spans(until: 2).first)
    #expect(fade.end == 0.5 && fade.shownUntil == 0.5)
    #expect(abs(fade.value(at: 0.5) - 1.0 / 3) < 1e-9)
    let zoom = try #require(log.entries.last?.spans(until: 2).first)
    #expect(zoom.begin == 0.75 && zoom.end == 1 && zoom.shownUntil == 1.25)
    let stay = try #require(log.stays.last)
    #expect(stay.layer === guest && stay.begin == 0.75 && stay.end == 1.25)
  }

  @Test func `a layer's own clock is turned into the timeline's`() throws {
    let root = Layer(), layer = Layer()
    layer.beginTime = 0.5
    layer.timeOffset = 1
    layer.speed = 0.5
    root.addSublayer(layer)
    layer.animate(\.opacity, from: 0, to: 1, timing: Timing(duration: 0.5, beginTime: 1.25))
    let span = try #require(play(root).entries.first?.spans(until: 4).first)
    #expect(span.begin == 1 && span.end == 2)
  }

  @Test(arguments: 0..<40) func `the curve is what the layer shows`(seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }
    let timing = Timing(
      duration: number(0.1...1), beginTime: number(0.01...1),
      speed: number(0.5...2) * (Bool.random(using: &random) ? 1 : -1),
      timeOffset: Bool.random(using: &random) ? 0 : number(0...0.5), repeatCount: number(0.5...3),
      autoreverses: Bool.random(using: &random), isRemovedOnCompletion: false,
      function: Bool.random(using: &random) ? .easeInOut : nil)
    let layer = Layer(), inner = Layer()
    inner.speed = number(0.5...2)
    layer.addSublayer(inner)
    if seed % 3 == 0 {
      let member = BasicAnimation(
        \LayerProperties.opacity, from: 0.1, to: 0.9, timing: Timing(duration: 0.3, beginTime: 0.1))
      inner.add(AnimationGroup([member], timing: timing))
    } else if seed % 3 == 1 {
      inner.animate(\.opacity, through: [0.1, 0.7, 0.2, 0.9], timing: timing)
    } else {
      inner.add(SpringAnimation(\LayerProperties.opacity, from: 0.1, to: 0.9, timing: timing))
    }
    let log = play(layer, until: 12)
    var count = 0
    for span in try #require(log.entries.first).spans(until: 12) {
      for point in span.curve where point.time > span.begin + 1e-6 && point.time < span.end - 1e-6 {
        // At a turn the value jumps; both sides are right there.
        if span.turns.contains(where: { abs($0 - point.time) < 1e-6 }) { continue }
        let before = inner.presentation(at: point.time - 1e-7).opacity
        let after = inner.presentation(at: point.time + 1e-7).opacity
        #expect(
          abs(point.value - before) < 1e-4 || abs(point.value - after) < 1e-4,
          "seed \(seed): \(point) is not \(before) or \(after)")
        count += 1
      }
    }
    #expect(count > 20, "seed \(seed)")
  }
}

@Suite struct PropertyNameTests {
  private struct Pie: Drawing {
    var progress = 0.0
    func draw(into canvas: inout Canvas, bounds: Rect) {}
  }

  @Test func `properties have the names that are written in code`() {
    #expect(PropertyNames.name(of: \LayerProperties.opacity) == "opacity")
    #expect(PropertyNames.name(of: \LayerProperties.position.y) == "position.y")
    #expect(PropertyNames.name(of: \LayerProperties.transform.rotationZ) == "transform.rotation.z")
    #expect(PropertyNames.name(of: \ShapeProperties.strokeEnd) == "strokeEnd")
    #expect(PropertyNames.name(of: \TextProperties.fontSize) == "fontSize")
  }

  @Test func `a drawing's stored property has its own name`() {
    #expect(PropertyNames.name(of: \Pie.progress) == "progress")
  }
}
