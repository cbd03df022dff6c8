import Bitmaps
import LayerAnimation
import Testing
import VectorGeometry

@Suite struct TransactionTests {
  private func running() -> (ShapeLayer, Timeline) {
    let layer = ShapeLayer(path: .circle(center: .zero, radius: 5))
    let timeline = Timeline(layer)
    timeline.advance(to: 0)
    return (layer, timeline)
  }

  @Test func `a changed property animates for a quarter of a second with the default curve`() {
    let (layer, timeline) = running()
    timeline.after(1) { layer.strokeEnd = 0 }
    timeline.advance(to: 1.1)
    #expect(layer.strokeEnd == 0)
    #expect(abs(layer.presentation().shape.strokeEnd - (1 - TimingFunction.default(0.4))) < 1e-9)
    #expect(layer.animation(forKey: .property(\ShapeProperties.strokeEnd))?.duration == 0)
    timeline.advance(to: 1.25)
    #expect(layer.presentation().shape.strokeEnd == 0 && layer.animationKeys.isEmpty)
  }

  @Test func `a second change starts from what is on screen`() {
    let (layer, timeline) = running()
    layer.opacity = 0
    timeline.advance(to: 0.1)
    let shown = layer.presentation().opacity
    #expect(shown > 0.2 && shown < 0.4)
    layer.opacity = 1
    timeline.advance(to: 0.1)
    #expect(abs(layer.presentation().opacity - shown) < 1e-9)
    timeline.advance(to: 0.2)
    #expect(abs(layer.presentation().opacity - (shown + (1 - shown) * TimingFunction.default(0.4))) < 1e-9)
  }

  @Test func `nothing animates by itself before the first commit, without a timeline, or when nothing changes`() {
    let loose = Layer()
    loose.opacity = 0
    _ = loose.presentation(at: 0)
    loose.opacity = 0.5
    #expect(loose.animationKeys.isEmpty && loose.presentation(at: 0).opacity == 0.5)
    let (layer, timeline) = running()
    let fresh = Layer()
    layer.addSublayer(fresh)
    fresh.opacity = 0
    layer.opacity = 1
    timeline.advance(to: 0)
    #expect(fresh.animationKeys.isEmpty && layer.animationKeys.isEmpty)
    fresh.opacity = 1
    #expect(fresh.animationKeys.count == 1)
  }

  @Test func `paths, switches and a view's own layer never animate by themselves`() {
    let (layer, timeline) = running()
    layer.path = .rect(Rect(0, 0, 5, 5))
    layer.isHidden = true
    layer.lineCap = .round
    layer.animatesImplicitly = false
    layer.opacity = 0
    timeline.advance(to: 0)
    #expect(layer.animationKeys.isEmpty && layer.presentation().opacity == 0)
  }

  @Test func `actions are asked before the default: provider, then dictionary`() {
    let (layer, timeline) = running()
    layer.actions[\LayerProperties.opacity] = LayerAction.none
    layer.opacity = 0.5
    #expect(layer.animationKeys.isEmpty)
    layer.actionProvider = { _, keyPath in
      keyPath == \LayerProperties.opacity
        ? .animation(BasicAnimation(\.opacity, from: 9, to: 9, timing: Timing(duration: 3))) : nil
    }
    layer.opacity = 0.75
    #expect(layer.animation(forKey: .property(\LayerProperties.opacity))?.duration == 3)
    layer.zPosition = 4
    #expect(layer.animationKeys.count == 2 && timeline.now == 0)
  }

  @Test func `settings nest, and what is not set comes from around`() {
    let (layer, timeline) = running()
    timeline.transaction(duration: 1, function: .linear) {
      timeline.transaction(duration: 2) {
        layer.opacity = 0
        timeline.withoutActions { layer.lineWidth = 9 }
      }
      layer.strokeEnd = 0
    }
    timeline.advance(to: 0.5)
    #expect(abs(layer.presentation().opacity - 0.75) < 1e-9)
    #expect(abs(layer.presentation().shape.strokeEnd - 0.5) < 1e-9)
    #expect(layer.presentation().shape.lineWidth == 9)
  }

  @Test func `an explicit animation without a duration takes the transaction's`() {
    let (layer, timeline) = running()
    timeline.transaction(duration: 2) { layer.add(BasicAnimation(\.opacity, from: 0, to: 1)) }
    layer.add(BasicAnimation(\.cornerRadius, from: 0, to: 1))
    timeline.advance(to: 0.125)
    #expect(abs(layer.presentation().opacity - 0.0625) < 1e-9)
    #expect(abs(layer.presentation().cornerRadius - 0.5) < 1e-9)
  }

  @Test func `completion blocks run when all animations have ended or been removed`() {
    let (layer, timeline) = running()
    var log: [String] = []
    func note(_ name: String) -> () -> Void { { log.append("\(name) \(timeline.now)") } }
    timeline.transaction(duration: 1, completion: note("both")) {
      layer.opacity = 0
      timeline.transaction(duration: 3, completion: note("inner")) { layer.strokeEnd = 0 }
    }
    timeline.transaction(completion: note("empty")) {}
    timeline.transaction(completion: note("removed")) {
      layer.add(BasicAnimation(\.cornerRadius, from: 0, to: 1, timing: Timing(duration: 9)), forKey: "x")
    }
    timeline.after(2) { layer.removeAnimation(forKey: "x") }
    timeline.advance(to: 10)
    #expect(log == ["empty 0.0", "removed 2.0", "inner 3.0", "both 3.0"])
  }

  /// Article 002: the model's path is set, then an animation with nothing but a duration is added.
  @Test func `an animation without values runs from what was on screen to the new model`() {
    let (layer, timeline) = running()
    let first = Path.line(from: Point(0, 0), to: Point(0, 10)), second = Path.line(from: Point(0, 0), to: Point(0, 20))
    let third = Path.line(from: Point(0, 0), to: Point(0, 0))
    layer.path = first
    timeline.advance(to: 0)
    func move(to path: Path) {
      layer.path = path
      layer.add(
        BasicAnimation(
          \.path, timing: Timing(duration: 1, fillMode: .forwards, isRemovedOnCompletion: false)))
    }
    timeline.after(1) { move(to: second) }
    timeline.after(1.5) { move(to: third) }
    timeline.advance(to: 1.25)
    #expect(layer.presentation().shape.path == .line(from: Point(0, 0), to: Point(0, 12.5)))
    timeline.advance(to: 1.75)
    #expect(layer.presentation().shape.path == .line(from: Point(0, 0), to: Point(0, 11.25)))
    timeline.advance(to: 9)
    #expect(layer.presentation().shape.path == third)
  }
}
