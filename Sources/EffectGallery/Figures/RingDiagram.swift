// The diagrams of the image loader's article: where the ring's frame lies, and how the ring grows.
import AnimGIF

enum RingDiagram {
  private static let ink = Color(hex: 0x303030), faint = Color(hex: 0xB0B0B0)

  /// The ring's square in the middle of the bounds.
  @Sendable static func frame() throws(EffectError) -> Diagram {
    let sketch = try Sketch(textSize: 13)
    let bounds = Rect(40, 30, 380, 220), radius = 48.0
    let circle = Rect(center: bounds.center, size: Size(2 * radius, 2 * radius))
    sketch.path(.rect(bounds), ink, width: 1.5)
    sketch.text("bounds", at: Point(bounds.minX + 8, bounds.minY + 15), .right)
    sketch.path(.rect(circle), .blue, width: 1.5, dash: [4, 3])
    sketch.path(.ellipse(in: circle), .red, width: 2)
    // On one side of the arrow that comes down to the middle.
    sketch.text("circleFrame", at: Point(circle.midX - 8, circle.minY - 13), .left, color: .blue)
    sketch.dot(bounds.center, radius: 3, ink)
    measure(sketch, from: Point(bounds.minX, bounds.midY), to: bounds.center, "midX", .above)
    measure(sketch, from: Point(bounds.midX, bounds.minY), to: bounds.center, "", .right)
    sketch.haloedText("midY", at: Point(bounds.midX + 6, bounds.minY + 20), .right, halo: .white)
    let below = circle.maxY + 16
    for x in [circle.minX, circle.maxX] {
      sketch.line(from: Point(x, circle.maxY), to: Point(x, below + 6), faint)
    }
    measure(sketch, from: Point(circle.minX, below), to: Point(circle.maxX, below), "2 · circleRadius", .below)
    let right = circle.maxX + 16
    for y in [circle.minY, circle.maxY] {
      sketch.line(from: Point(circle.maxX, y), to: Point(right + 6, y), faint)
    }
    measure(sketch, from: Point(right, circle.minY), to: Point(right, circle.maxY), "2 · circleRadius", .right)
    return Diagram(layer: sketch.layer, size: Size(460, 280))
  }

  /// A line with a head at both ends and its length's name at a third, where nothing else stands.
  private static func measure(_ sketch: Sketch, from: Point, to: Point, _ text: String, _ side: Landmark.Side) {
    sketch.arrow(from: from.lerp(to: to, 0.5), to: from, ink, head: 7)
    sketch.arrow(from: from.lerp(to: to, 0.5), to: to, ink, head: 7)
    let place = side == .above ? from.lerp(to: to, 0.35) : from.lerp(to: to, 0.5)
    let away = side == .above ? Vector(0, -6) : side == .below ? Vector(0, 8) : Vector(8, 0)
    if !text.isEmpty { sketch.haloedText(text, at: place + away, side, halo: .white) }
  }

  /// The ring at four times of the reveal: its middle line moves outward while it becomes wider to both sides.
  @Sendable static func growth() throws(EffectError) -> Diagram {
    let sketch = try Sketch(textSize: 12)
    let view = 300.0, panel = 130.0, zoom = panel / view
    let (radius, width) = (20.0, 2.0)
    let finalRadius = (view * view / 2).squareRoot()
    for (index, time) in [0, 0.25, 0.5, 0.75].enumerated() {
      let eased = TimingFunction.easeInOut(time)
      let r = radius + (finalRadius - radius) * eased, w = width + (2 * finalRadius - width) * eased
      let frame = Rect(16 + Double(index) * (panel + 16), 16, panel, panel)
      let holder = Layer(frame: frame)
      holder.masksToBounds = true
      holder.backgroundColor = .white
      let middle = Point(panel / 2, panel / 2)
      holder.addSublayer(
        ShapeLayer(
          path: .circle(center: middle, radius: r * zoom), stroke: Stroke(width: w * zoom), color: Color(hex: 0x9DBCE8))
      )
      holder.addSublayer(
        ShapeLayer(path: .circle(center: middle, radius: r * zoom), stroke: Stroke(width: 1.5), color: .red))
      sketch.layer.addSublayer(holder)
      sketch.path(.rect(frame), ink)
      let lines = ["t = \(time.shortText)", "radius \(rounded(r))", "width \(rounded(w))"]
      for (row, text) in lines.enumerated() {
        sketch.text(text, at: Point(frame.midX, frame.maxY + 16 + Double(row) * 17))
      }
    }
    return Diagram(layer: sketch.layer, size: Size(16 + 4 * (panel + 16), panel + 90))
  }

  private static func rounded(_ value: Double) -> String { ((value * 10).rounded() / 10).shortText }
}
