// The diagrams of the arc's article: angles, the two ends and their ways, and the formulas. Angles are taken from `ArcDrawing`.
import AnimGIF

enum ArcDiagram {
  private static let origin = Color.blue, destination = Color(hex: 0xE02020), faint = Color(hex: 0xB8B8B8)
  private static let arcColor = Color(hex: 0x606060)

  /// The arc at a progress.
  private static func drawing(_ progress: Double) -> ArcDrawing {
    var drawing = ArcDrawing(color: arcColor, lineWidth: 6)
    drawing.progress = progress
    return drawing
  }

  /// How angles are counted: 0 is on the right, and they grow clockwise.
  @Sendable static func angles() throws(EffectError) -> Diagram {
    let sketch = try Sketch(textSize: 15), center = Point(160, 125), radius = 75.0
    for way in [Vector(110, 0), Vector(0, 100)] {
      sketch.line(from: center - way, to: center + way, faint, dash: [3, 3])
    }
    sketch.path(.circle(center: center, radius: radius), arcColor, width: 2)
    sketch.dot(center, radius: 2.5, arcColor)
    for (angle, text, side) in [
      (0, "0 = 2π", Landmark.Side.right), (0.5, "π/2", .below), (1, "π", .left), (1.5, "3π/2", .above),
    ] {
      let way = Vector(angle: angle * .pi)
      sketch.dot(center + way * radius, radius: 4, .blue)
      sketch.haloedText(text, at: center + way * (radius + 9), side, halo: .white)
    }
    let turn = Path.arc(
      center: center, radius: radius - 22, startAngle: 0.08 * .pi, endAngle: 0.42 * .pi, clockwise: true)
    sketch.path(turn, destination, width: 2)
    sketch.arrowHead(atEndOf: turn, destination, size: 10)
    return Diagram(layer: sketch.layer, size: Size(320, 250))
  }

  /// Start and end arc without numbers.
  @Sendable static func ends() throws(EffectError) -> Diagram { try ends(withAngles: false) }

  /// Start and end arc with their angles.
  @Sendable static func endsWithAngles() throws(EffectError) -> Diagram { try ends(withAngles: true) }

  private static func ends(withAngles: Bool) throws(EffectError) -> Diagram {
    let sketch = try Sketch(textSize: 15), radius = 60.0
    // The end is shown with a gap of 12 degrees, or nobody would see where the circle closes.
    let gap = 12 * Double.pi / 180
    for (x, progress, texts) in [(120.0, 0.0, ("7π/2", "3π")), (305.0, 1, ("2π", "0"))] {
      let center = Point(x, 105), arc = drawing(progress)
      let end = progress == 1 ? arc.destination + gap : arc.destination
      sketch.path(.circle(center: center, radius: radius), faint, dash: [3, 3])
      sketch.path(
        .arc(center: center, radius: radius, startAngle: arc.origin, endAngle: end, clockwise: false), arcColor,
        width: 6)
      let start = center + Vector(angle: arc.origin) * radius, stop = center + Vector(angle: end) * radius
      let isStart = progress == 0
      label(
        sketch, "O", withAngles ? texts.0 : nil, at: start, isStart ? .above : .right, origin,
        Vector(0, isStart ? 0 : -6))
      label(
        sketch, "D", withAngles ? texts.1 : nil, at: stop, isStart ? .left : .right, destination,
        Vector(0, isStart ? 0 : 8))
    }
    sketch.arrow(from: Point(198, 105), to: Point(224, 105), arcColor, width: 2, head: 9)
    return Diagram(layer: sketch.layer, size: Size(435, 200))
  }

  private static func label(
    _ sketch: Sketch, _ name: String, _ angle: String?, at point: Point, _ side: Landmark.Side, _ color: Color,
    _ shift: Vector
  ) {
    let away =
      switch side {
      case .left: Vector(-10, 0)
      case .right, .lowerRight: Vector(10, 0)
      case .above: Vector(0, -10)
      case .below: Vector(0, 10)
      }
    sketch.dot(point, radius: 5, color)
    sketch.text(angle.map { "\(name) \($0)" } ?? name, at: point + away + shift, side, color: color)
  }

  /// The ways of both ends as spirals.
  @Sendable static func ways() throws(EffectError) -> Diagram { try ways(withAngles: false) }

  /// The ways with their first and last angles.
  @Sendable static func waysWithAngles() throws(EffectError) -> Diagram { try ways(withAngles: true) }

  private static func ways(withAngles: Bool) throws(EffectError) -> Diagram {
    let sketch = try Sketch(textSize: 15), center = Point(150, 125), radius = 70.0
    sketch.path(.circle(center: center, radius: radius), faint, dash: [3, 3])
    // The origin's way leaves the circle outward, the other one inward, so that no turn hides another.
    for (angle, growth, color) in [(\ArcDrawing.origin, 26.0, origin), (\.destination, -44, destination)] {
      let points = (0...180).map { step in
        let progress = Double(step) / 180
        return center + Vector(angle: drawing(progress)[keyPath: angle]) * (radius + growth * progress)
      }
      let way = Path.polyline(points)
      sketch.path(PathMeasure(way).trimmed(from: 0, to: 1 - 7 / PathMeasure(way).length), color, width: 2.5)
      sketch.arrowHead(atEndOf: way, color, size: 12)
      sketch.dot(points[0], radius: 5, color)
    }
    sketch.text("O", at: center + Vector(0, -radius - 10), .above, color: origin)
    // The origin's way passes on the left of the circle.
    sketch.text("D", at: center + Vector(-radius - 18, 0), .left, color: destination)
    if withAngles {
      sketch.text("O: 7π/2 → 2π", at: Point(286, 100), .right, color: origin)
      sketch.text("D: 3π → 0", at: Point(286, 126), .right, color: destination)
    }
    return Diagram(layer: sketch.layer, size: Size(withAngles ? 420 : 300, 250))
  }

  /// The formulas and their graph.
  @Sendable static func formulas() throws(EffectError) -> Diagram {
    let sketch = try Sketch(textSize: 13)
    sketch.text("O = 7π/2 − 3π/2 · progress", at: Point(30, 28), .right, size: 19, color: origin)
    sketch.text("D = 3π − 3π · progress", at: Point(30, 56), .right, size: 19, color: destination)
    let frame = Rect(56, 92, 250, 140)
    func place(_ progress: Double, _ angle: Double) -> Point {
      Point(frame.minX + progress * frame.width, frame.maxY - angle / (3.5 * .pi) * frame.height)
    }
    for (angle, text) in [(0, "0"), (1, "π"), (2, "2π"), (3, "3π"), (3.5, "7π/2")] {
      sketch.line(from: place(0, angle * .pi), to: place(1, angle * .pi), faint, dash: [2, 2])
      sketch.text(text, at: place(0, angle * .pi) + Vector(-7, 0), .left)
    }
    for progress in [0, 0.5, 1] {
      sketch.line(from: place(progress, 0), to: place(progress, 3.5 * .pi), faint, dash: [2, 2])
      sketch.text(progress.shortText, at: place(progress, 0) + Vector(0, 7), .below)
    }
    sketch.arrow(from: place(0, 0), to: place(1, 0) + Vector(22, 0), arcColor)
    sketch.arrow(from: place(0, 0), to: place(0, 3.5 * .pi) + Vector(0, -16), arcColor)
    sketch.text("progress", at: place(1, 0) + Vector(26, 0), .right)
    for (angle, color, name) in [(\ArcDrawing.origin, origin, "O"), (\.destination, destination, "D")] {
      let ends = [0.0, 1].map { place($0, drawing($0)[keyPath: angle]) }
      sketch.line(from: ends[0], to: ends[1], color, width: 2.5)
      for end in ends { sketch.dot(end, radius: 4, color) }
      sketch.text(name, at: ends[1] + Vector(10, name == "D" ? -9 : 0), .right, size: 15, color: color)
    }
    return Diagram(layer: sketch.layer, size: Size(420, 262))
  }
}
