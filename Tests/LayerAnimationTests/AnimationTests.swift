import Bitmaps
import LayerAnimation
import Testing
import VectorGeometry

@Suite struct AnimationTests {
  private let second = Timing(duration: 1)

  /// The value of `opacity` at a time when the model is 10 and 4 is on screen.
  private func value(from: Double?, to: Double?, by: Double?, at time: Double) -> Double {
    let layer = Layer()
    layer.opacity = 4
    _ = layer.presentation(at: 0)
    layer.opacity = 10
    layer.add(BasicAnimation(\.opacity, from: from, to: to, by: by, timing: second))
    return layer.presentation(at: time).opacity
  }

  @Test(
    arguments: [
      (1, 3, nil, 1, 3), (1, nil, 5, 1, 6), (nil, 3, 5, -2, 3), (1, nil, nil, 1, 10), (nil, 3, nil, 4, 3),
      (nil, nil, 5, 4, 9), (nil, nil, nil, 4, 10), (1, 3, 99, 1, 3),
    ] as [(Double?, Double?, Double?, Double, Double)])
  func `the seven rows of from, to and by`(_ row: (from: Double?, to: Double?, by: Double?, start: Double, end: Double))
  {
    #expect(value(from: row.from, to: row.to, by: row.by, at: 0) == row.start)
    #expect(
      abs(value(from: row.from, to: row.to, by: row.by, at: 0.25) - (row.start + (row.end - row.start) / 4)) < 1e-12)
    #expect(value(from: row.from, to: row.to, by: row.by, at: 1) == 10)
  }

  @Test func `an additive animation is added to what is below`() {
    let layer = Layer()
    layer.position = Point(5, 5)
    layer.animate(\.position.x, from: 10, to: 20, timing: second)
    var shake = BasicAnimation(\.position, from: Point(0, 0), to: Point(2, 4), timing: second)
    shake.isAdditive = true
    layer.add(shake)
    #expect(layer.presentation(at: 0.5).position == Point(16, 7))
  }

  /// From 10 to 20 in three cycles: after one and a half 15 + 20.
  @Test func `a cumulative animation goes on from where a cycle ended`() {
    let layer = Layer()
    var animation = BasicAnimation(\.zPosition, from: 10, to: 20, timing: Timing(duration: 1, repeatCount: 3))
    animation.isCumulative = true
    layer.add(animation, forKey: "a")
    #expect([0.5, 1, 1.5, 2.5].map { layer.presentation(at: $0).zPosition } == [15, 30, 35, 55])
    animation.autoreverses = true
    layer.add(animation, forKey: "a")
    #expect([0.5, 1.5, 2, 2.5].map { layer.presentation(at: $0).zPosition } == [15, 15, 20, 25])
  }

  /// A26: the later one wins, with or without a running one below.
  @Test func `of two animations of one property the later one wins, from what the first had shown`() {
    let layer = Layer()
    layer.add(BasicAnimation(\.opacity, from: 0, to: 1, timing: Timing(duration: 2)), forKey: "first")
    _ = layer.presentation(at: 0)
    let timeline = Timeline(layer)
    timeline.advance(to: 1)
    layer.add(BasicAnimation(\.opacity, to: 0, timing: second), forKey: "second")
    timeline.advance(to: 1.5)
    #expect(abs(layer.presentation().opacity - 0.25) < 1e-12)
    timeline.advance(to: 1.999)
    #expect(layer.presentation().opacity < 0.01)
  }

  /// A09: through matrices a full turn is nothing; as a number it is one.
  @Test func `a full turn is nothing between matrices and a turn as a number`() {
    let layer = Layer()
    layer.animate(\.transform, from: .rotation(0), to: .rotation(2 * .pi), timing: second, key: "turn")
    #expect(layer.presentation(at: 0.25).transform.distance(to: .identity) < 1e-12)
    layer.animate(\.transform.rotation, from: 0, to: 2 * .pi, timing: second, key: "turn")
    #expect(layer.presentation(at: 0.25).transform.distance(to: .rotation(.pi / 2)) < 1e-12)
    #expect(layer.presentation(at: 0.75).transform.distance(to: .rotation(1.5 * .pi)) < 1e-12)
    layer.removeAllAnimations()
    layer.animate(\.transform.rotation, through: [0, .pi, 2 * .pi], timing: second)
    #expect(layer.presentation(at: 0.625).transform.distance(to: .rotation(1.25 * .pi)) < 1e-12)
  }

  /// A04: between two chained animations no frame leaves the range of its neighbours.
  @Test func `chained strokes do not flash where one ends and the next begins`() {
    let ring = ShapeLayer(path: .circle(center: .zero, radius: 9), stroke: Stroke(width: 2))
    ring.animate(\.strokeEnd, from: 0, to: 1, timing: second)
    ring.animate(\.strokeStart, from: 0, to: 1, timing: Timing(duration: 1, beginTime: 1))
    for (time, start, end) in [(0.999, 0, 0.999), (1, 0, 1), (1.001, 0.001, 1)] {
      let shape = ring.presentation(at: time).shape
      #expect(abs(shape.strokeStart - start) < 1e-12 && abs(shape.strokeEnd - end) < 1e-12)
    }
  }

  /// A06: an explicit duration cuts a spring off, and that is said; without one it takes what it needs.
  @Test func `a spring that is cut off is reported, one without a duration settles`() {
    let layer = Layer()
    layer.animate(\.position.x, from: 0, to: 1, spring: Spring(damping: 5))
    #expect(layer.warnings.isEmpty && abs(layer.presentation(at: 2.85).position.x - 1) < 0.001)
    #expect(layer.presentation(at: 2.86).position.x == 0)
    layer.animate(\.position.y, from: 0, to: 1, spring: Spring(damping: 5), timing: Timing(duration: 2))
    #expect(
      layer.warnings == [.springCutOff(duration: 2, settlingDuration: Spring(damping: 5).settlingDuration)])
    #expect(layer.presentation(at: 1.99).position.y != 0 && layer.presentation(at: 2).position.y == 0)
  }

  @Test func `a spring object without a duration runs for the default quarter of a second`() {
    let layer = Layer()
    layer.add(SpringAnimation(\.opacity, from: 0, to: 2))
    #expect(layer.presentation(at: 0.2).opacity == 2 * Spring().progress(at: 0.2))
    #expect(layer.presentation(at: 0.25).opacity == 1)
  }

  /// A25: a group without a length lasts a quarter of a second, as in Core Animation, and cuts its members; they don't make it longer.
  @Test func `a group without a duration cuts its members after a quarter of a second`() {
    let layer = Layer()
    layer.add(AnimationGroup([BasicAnimation(\.opacity, from: 0, to: 1, timing: Timing(duration: 5))]))
    #expect(abs(layer.presentation(at: 0.2).opacity - 0.04) < 1e-12)
    #expect(layer.presentation(at: 0.25).opacity == 1)
    layer.removeAllAnimations()
    layer.add(AnimationGroup([BasicAnimation(\.opacity, from: 0, to: 1)], timing: Timing(duration: 2)))
    #expect(layer.presentation(at: 1).opacity == 0.5)
  }

  /// Article 000: the spring is cut by its group, and the path's progress is clamped where the layer says so.
  @Test func `a path overshoots with its spring unless the layer clamps it`() {
    func tip(clamped: Bool, at time: Double) -> Double {
      let layer = ShapeLayer(path: .polyline([Point(37.5, 55), Point(50, 75), Point(62.5, 55)]))
      layer.clampsPathProgress = clamped
      let line = Path.polyline([Point(25, 50), Point(50, 50), Point(75, 50)])
      let spring = Spring(mass: 30, stiffness: 5, damping: 0, initialVelocity: 30)
      layer.add(
        AnimationGroup(
          [
            SpringAnimation(
              \.path, to: line, spring: spring,
              timing: Timing(duration: Spring().settlingDuration, beginTime: 0.2, fillMode: .forwards))
          ], timing: Timing(duration: 1, fillMode: .forwards, isRemovedOnCompletion: false)))
      let path = layer.presentation(at: time).shape.path
      return Array(path.elements).compactMap { if case .line(let to) = $0 { to.y } else { nil } }[0]
    }
    #expect(abs(tip(clamped: true, at: 0.2 + 0.033331 / 4) - 68.750253) < 1e-4)
    #expect(tip(clamped: true, at: 0.9) == 50 && tip(clamped: true, at: 3) == 50)
    let spring = Spring(mass: 30, stiffness: 5, damping: 0, initialVelocity: 30)
    #expect(abs(tip(clamped: false, at: 3) - (75 - 25 * spring.progress(at: 0.8))) < 1e-9)
  }

  /// A24: a circle that grows from nothing grows equally in all directions.
  @Test func `a circle grows from nothing around a fixed centre`() {
    let layer = ShapeLayer(path: .circle(center: Point(50, 50), radius: 0))
    layer.animate(\.path, to: .circle(center: Point(50, 50), radius: 50), timing: second)
    for step in 0..<20 {
      let time = Double(step) / 20
      guard let box = layer.presentation(at: time).shape.path.boundingBox else { Issue.record("no path"); continue }
      #expect(abs(box.minX - (50 - 50 * time)) < 1e-9 && abs(box.maxX - (50 + 50 * time)) < 1e-9)
      #expect(abs(box.minY - (50 - 50 * time)) < 1e-9 && abs(box.maxY - (50 + 50 * time)) < 1e-9)
    }
  }

  /// A01: exactly at 0 and 1 the original paths show.
  @Test func `a morph between paths of different make begins and ends with the paths themselves`() {
    let ellipse = Path.ellipse(in: Rect(0, 0, 30, 20)), rect = Path.rect(Rect(5, 5, 20, 10))
    let layer = ShapeLayer(path: rect)
    layer.animate(\.path, from: ellipse, to: rect, timing: Timing(duration: 1, fillMode: .both))
    #expect(layer.presentation(at: 0).shape.path == ellipse && layer.presentation(at: 1).shape.path == rect)
    #expect(layer.presentation(at: 0.5).shape.path != ellipse)
  }

  @Test func `a layer's pathMorph chooses how paths are matched`() {
    let line = Path.line(from: Point(0, 0), to: Point(30, 0))
    let steps = Path.polyline([Point(0, 9), Point(10, 9), Point(20, 9), Point(30, 9)])
    let layer = ShapeLayer(path: line)
    layer.animate(\.path, to: steps, timing: second)
    let padded = layer.presentation(at: 0.5).shape.path
    layer.pathMorph = .resample
    let resampled = layer.presentation(at: 0.5).shape.path
    #expect(padded == line.interpolated(to: steps, progress: 0.5, mode: .pad))
    #expect(resampled == line.interpolated(to: steps, progress: 0.5, mode: .resample) && resampled != padded)
  }

  @Test func `colours blend, nothing blends as the other colour without alpha`() {
    let layer = Layer()
    layer.animate(\.backgroundColor, from: .some(nil), to: .red, timing: second)
    #expect(layer.presentation(at: 0.25).backgroundColor == Color.red.withAlpha(0.25))
    layer.animate(\.borderColor, from: .red, to: .blue, timing: second)
    #expect(layer.presentation(at: 0.5).borderColor == Color(red: 0.5, green: 0, blue: 0.5))
  }

  @Test func `rects, sizes, points, dash phases and switches animate`() {
    let layer = ShapeLayer()
    layer.animate(\.bounds, from: Rect(0, 0, 10, 10), to: Rect(2, 4, 20, 30), timing: second)
    layer.animate(\.bounds.size.width, by: 5, timing: second)
    layer.animate(\.shadowOffset, from: Size(0, 0), to: Size(4, 8), timing: second)
    layer.animate(\.lineDashPhase, from: 0, to: 8, timing: second)
    layer.animate(\.lineCap, from: .butt, to: .round, timing: second)
    layer.animate(\.isHidden, from: true, to: false, timing: second)
    let state = layer.presentation(at: 0.5)
    #expect(state.bounds == Rect(1, 2, 2.5, 20) && state.shadowOffset == Size(2, 4))
    #expect(state.shape.lineDashPhase == 4 && state.shape.lineCap == .round && !state.isHidden)
    #expect(layer.presentation(at: 0.4).shape.lineCap == .butt && layer.presentation(at: 0.4).isHidden)
  }

  @Test func `speeds multiply down the tree and a superlayer's pause holds all below`() {
    let outer = Layer(), inner = Layer()
    outer.addSublayer(inner)
    outer.speed = 2
    inner.speed = 2
    inner.animate(\.opacity, from: 0, to: 1, timing: Timing(duration: 4))
    #expect(inner.presentation(at: 0.5).opacity == 0.5)
    outer.timeOffset = 0.5
    outer.speed = 0
    #expect(inner.presentation(at: 9).opacity == 0.25 && inner.presentation(at: 0).opacity == 0.25)
  }

  @Test func `a property that a layer doesn't have is left alone`() {
    let layer = Layer()
    layer.add(BasicAnimation(\GradientProperties.startPoint, from: .zero, to: Point(9, 9), timing: second))
    layer.add(KeyframeAnimation(\TextProperties.fontSize, values: [1, 2], timing: second))
    #expect(layer.presentation(at: 0.5).content is NoContent)
  }

  /// 1 - f is about (1 - x)², so the eased time is within the smallest difference of times already 30 μs before the end.
  @Test func `a child lasts as long as its group where the group's curve arrives flat`() throws {
    for function in [TimingFunction.easeOut, .easeInOut] {
      let layer = Layer()
      layer.opacity = 0.25
      layer.add(
        AnimationGroup(
          [BasicAnimation(\.opacity, from: 0, to: 1)], timing: Timing(duration: 1, function: function)))
      for early in [1e-3, 3e-5, 1e-5, 1e-6, 1e-7, 1e-8] {
        let opacity = layer.presentation(at: 1 - early).opacity
        #expect(opacity > 0.99 && opacity <= 1, "\\(early) s before the end: \\(opacity)")
      }
      #expect(layer.presentation(at: 1).opacity == 0.25)
    }
  }

  @Test func `groups nest, each with its own pace`() {
    let layer = Layer()
    let inner = AnimationGroup(
      [BasicAnimation(\.opacity, from: 0, to: 1)], timing: Timing(duration: 1, beginTime: 1, function: .easeIn))
    layer.add(AnimationGroup([inner], timing: Timing(duration: 2, function: .easeOut)))
    #expect(layer.presentation(at: 0.2).opacity == 1)
    let outerTime = 2 * TimingFunction.easeOut(0.75)
    #expect(abs(layer.presentation(at: 1.5).opacity - TimingFunction.easeIn(outerTime - 1)) < 1e-12)
  }
}
