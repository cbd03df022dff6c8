// What the animation engine costs before anything is drawn: a tree of 1000 shape layers with three animations each, frozen, and its
// display list made at many times.

import AnimGIF
import Bitmaps
import LayerAnimation
import VectorGeometry
import VectorRaster

/// A tree of `count` shape layers with three animations each: position, opacity and line width.
func animatedTree(count: Int, isMoving: Bool = true) -> Layer {
  let root = Layer()
  let path = Path.circle(center: .zero, radius: 5)
  for index in 0..<count {
    let x = Double(index % 40) * 10, y = Double(index / 40) * 10
    let dot = ShapeLayer(path: path, stroke: Stroke(width: 2), color: .red)
    dot.position = Point(x, y)
    if isMoving {
      let timing = Timing(duration: 1 + Double(index % 7) / 10, repeatCount: .infinity, function: .easeInOut)
      dot.animate(\.position, from: Point(x, y), to: Point(x + 50, y), timing: timing)
      dot.animate(\.opacity, from: 0.2, to: 1, timing: timing)
      dot.animate(\.lineWidth, from: 1, to: 3, timing: timing)
    }
    root.addSublayer(dot)
  }
  return root
}

/// Prints microseconds of CPU per frame: presentation and display list of the moving tree, of one that stands still, and the
/// question whether anything changed.
func benchPresentation() {
  let moving = Scene(animatedTree(count: 1000)), still = Scene(animatedTree(count: 1000, isMoving: false))
  var list = DisplayList()
  func measure(_ name: String, _ frames: Int, _ body: (Double) -> Void) {
    body(0)
    var best = Double.infinity
    for _ in 0..<5 {
      let start = Clock.thread
      for frame in 0..<frames { body(Double(frame) / 60) }
      best = min(best, (Clock.thread - start) / Double(frames))
    }
    print("presentation-\(name)  \((best / 10).rounded() / 100)  us/frame")
  }
  measure("1000x3", 120) { moving.displayList(at: $0, into: &list) }
  measure("1000-still", 120) { still.displayList(at: $0, into: &list) }
  var same = 0
  measure("1000x3-unchanged", 1200) { if moving.isConstant(from: $0, through: $0 + 0.01) { same += 1 } }
  measure("1000-still-unchanged", 1200) { if still.isConstant(from: $0, through: $0 + 0.01) { same += 1 } }
}
