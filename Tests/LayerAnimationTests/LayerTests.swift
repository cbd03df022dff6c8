import Bitmaps
import LayerAnimation
import TestSupport
import Testing
import VectorGeometry
import VectorRaster

@Suite struct LayerTests {
  @Test func `defaults are Core Animation's`() {
    let layer = Layer(), shape = ShapeLayer()
    #expect(layer.anchorPoint == Point(0.5, 0.5) && layer.opacity == 1 && layer.bounds == .zero)
    #expect(layer.shadowOffset == Size(0, -3) && layer.shadowRadius == 3 && layer.shadowOpacity == 0)
    #expect(layer.borderColor == .black && layer.borderWidth == 0 && layer.backgroundColor == nil)
    #expect(shape.fillColor == .black && shape.strokeColor == nil && shape.lineWidth == 1 && shape.miterLimit == 10)
    #expect(shape.strokeStart == 0 && shape.strokeEnd == 1 && shape.lineCap == .butt && shape.lineJoin == .miter)
    #expect(layer.contentsGravity == .resize && layer.contentsRect == Rect(0, 0, 1, 1))
  }

  @Test func `an animated ring is the same value through call, object and time`() {
    let ring = ShapeLayer(path: .circle(center: Point(100, 100), radius: 60), stroke: Stroke(width: 8))
    ring.animate(
      \.strokeEnd, from: 0, to: 1, timing: Timing(duration: 1, repeatCount: .infinity, function: .easeInOut))
    let other = ShapeLayer()
    var animation = BasicAnimation(\.strokeEnd, from: 0, to: 1)
    animation.duration = 1
    animation.repeatCount = .infinity
    animation.timingFunction = .easeInOut
    other.add(animation, forKey: "grow")
    for step in 0..<40 {
      let time = Double(step) * 0.13
      let value = ring.presentation(at: time).shape.strokeEnd
      #expect(value == other.presentation(at: time).shape.strokeEnd)
      #expect(value == TimingFunction.easeInOut(time - time.rounded(.down)))
    }
    #expect(ring.strokeEnd == 1)
  }

  @Test func `a value outside the animation is the model's unless it is filled`() {
    let layer = Layer()
    layer.opacity = 0.25
    layer.add(BasicAnimation(\.opacity, from: 0, to: 1, timing: Timing(duration: 1, beginTime: 1)), forKey: "fade")
    #expect([0.9, 1, 1.5, 2, 2.1].map { layer.presentation(at: $0).opacity } == [0.25, 0, 0.5, 0.25, 0.25])
    layer.add(
      BasicAnimation(\.opacity, from: 0, to: 1, timing: Timing(duration: 1, beginTime: 1, fillMode: .forwards)),
      forKey: "fade")
    #expect(layer.presentation(at: 2).opacity == 0.25)
    layer.add(
      BasicAnimation(
        \.opacity, from: 0, to: 1,
        timing: Timing(duration: 1, beginTime: 1, fillMode: .both, isRemovedOnCompletion: false)), forKey: "fade")
    #expect([0, 1, 1.5, 2, 9].map { layer.presentation(at: $0).opacity } == [0, 0, 0.5, 1, 1])
    layer.removeAnimation(forKey: "fade")
    #expect(layer.presentation(at: 1.5).opacity == 0.25 && layer.animationKeys.isEmpty)
  }

  @Test func `a frozen scene draws fill and stroke in order`() throws {
    let square = ShapeLayer(path: .rect(Rect(1, 1, 4, 3)), stroke: Stroke(width: 2), color: .red, fill: .blue)
    square.position = Point(1, 0)
    var canvas = Canvas(width: 8, height: 6, background: .white)
    try Scene(square).displayList(at: 0).draw(into: &canvas)
    #expect(canvas.bitmap[3, 2] == Pixel(.blue) && canvas.bitmap[1, 0] == Pixel(.red))
    #expect(canvas.bitmap[0, 0] == Pixel(.white) && canvas.bitmap[6, 4] == Pixel(.red))
  }
}
