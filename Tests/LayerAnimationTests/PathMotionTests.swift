import LayerAnimation
import Testing
import VectorGeometry

@Suite struct PathMotionTests {
  private let corner = Path.polyline([Point(0, 0), Point(10, 0), Point(10, 30)])

  private func layer(_ path: Path, _ change: (inout KeyframeAnimation<Point>) -> Void = { _ in }) -> Layer {
    let layer = Layer()
    var animation = KeyframeAnimation(\.position, path: path, timing: Timing(duration: 1, fillMode: .both))
    animation.isRemovedOnCompletion = false
    change(&animation)
    layer.add(animation)
    return layer
  }

  @Test func `each segment takes equal time unless the motion is paced`() {
    let even = layer(corner)
    #expect(
      [0, 0.25, 0.5, 0.75, 1].map { even.presentation(at: $0).position.x + even.presentation(at: $0).position.y } == [
        0, 5, 10, 25, 40,
      ])
    let paced = layer(corner) { $0.calculationMode = .paced }
    #expect(
      paced.presentation(at: 0.25).position == Point(10, 0)
        && paced.presentation(at: 0.5).position.distance(to: Point(10, 10)) < 1e-9)
    let timed = layer(corner) { $0.keyTimes = [0, 0.8, 1] }
    #expect(timed.presentation(at: 0.4).position == Point(5, 0))
  }

  @Test func `a paced circle turns evenly`() {
    let motion = layer(.circle(center: .zero, radius: 10)) { $0.calculationMode = .paced }
    for step in 0..<24 {
      let angle = Double(step) / 24 * 2 * .pi
      let place = motion.presentation(at: Double(step) / 24).position
      #expect(place.distance(to: Point(10 * cosine(angle), 10 * sine(angle))) < 0.01)
    }
  }

  @Test func `moves take no time and closing lines count`() {
    var path = Path.line(from: Point(0, 0), to: Point(4, 0))
    path.move(to: Point(100, 0))
    path.addLine(to: Point(104, 0))
    let motion = layer(path)
    #expect(motion.presentation(at: 0.499).position.x < 4 && motion.presentation(at: 0.5).position == Point(100, 0))
    let square = layer(.rect(Rect(0, 0, 10, 10)))
    #expect(square.presentation(at: 0.875).position == Point(0, 5))
  }

  @Test func `the layer turns with the path`() {
    let auto = layer(corner) { $0.rotationMode = .rotateAuto }
    #expect(auto.presentation(at: 0.25).transform.distance(to: .identity) < 1e-12)
    #expect(auto.presentation(at: 0.75).transform.distance(to: .rotation(.pi / 2)) < 1e-12)
    let back = layer(corner) { $0.rotationMode = .rotateAutoReverse }
    #expect(back.presentation(at: 0.75).transform.distance(to: .rotation(1.5 * .pi)) < 1e-12)
    auto.transform = .scale(2)
    #expect(
      auto.presentation(at: 0.75).transform.distance(to: Transform3D.rotation(.pi / 2).concatenating(.scale(2))) < 1e-12
    )
  }

  @Test func `empty and single-point paths do not trap`() {
    #expect(layer(Path()).presentation(at: 0.5).position == .zero)
    var dot = Path()
    dot.move(to: Point(3, 4))
    for mode in CalculationMode.allCases {
      #expect(layer(dot) { $0.calculationMode = mode }.presentation(at: 0.5).position == Point(3, 4))
    }
  }
}
