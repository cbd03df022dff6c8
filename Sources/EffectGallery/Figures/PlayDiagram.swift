// The diagrams of the play button's article: the triangle's way and the arc, over the button's coordinate system.
import AnimGIF

enum PlayDiagram {
  private static let side = 200.0, corner = Point(80, 50), size = Size(380, 310)

  private static func place(_ x: Double, _ y: Double) -> Point { Point(corner.x + x * side, corner.y + y * side) }

  /// The grid, and a sketch over it.
  private static func start() throws(EffectError) -> (holder: Layer, sketch: Sketch) {
    let holder = Layer()
    let grid = CoordinateGrid(frame: Rect(corner.x, corner.y, side, side))
    let sketch = try Sketch(textSize: 13)
    for layer in [try grid.makeLayer(isOnDark: false), sketch.layer, try grid.makeLabelLayer(isOnDark: false)] {
      holder.addSublayer(layer)
    }
    return (holder, sketch)
  }

  private static func name(_ sketch: Sketch, _ name: String, _ x: Double, _ y: Double, _ shift: Vector) {
    sketch.dot(place(x, y), radius: 4, Color(hex: 0x202020))
    let side: Landmark.Side? = shift.dx > 0 ? .right : shift.dx < 0 ? .left : shift.dy < 0 ? .above : .below
    sketch.haloedText(
      "\(name) \(Landmark.coordinates(Point(x, y)))", at: place(x, y) + shift, side, halo: .white)
  }

  /// From A over B, C and D back to A.
  @Sendable static func triangle() throws(EffectError) -> Diagram {
    let (holder, sketch) = try start()
    let points = [place(0.2, 0.2), place(0.2, 0), place(1, 0.5), place(0.2, 1), place(0.2, 0.2)]
    let stroke = Stroke(width: 0.2 * side, cap: .round, join: .round)
    sketch.layer.addSublayer(
      ShapeLayer(path: .polyline(points), stroke: stroke, color: Color.red.withAlpha(0.25)))
    for (start, end) in zip(points, points.dropFirst()) {
      sketch.line(from: start, to: end, .red, width: 2)
      let way = end - start
      sketch.arrowHead(at: start.lerp(to: end, 0.62), way / way.length, .red, size: min(14, way.length * 0.5))
    }
    name(sketch, "A", 0.2, 0.2, Vector(12, 8))
    name(sketch, "B", 0.2, 0, Vector(12, -12))
    name(sketch, "C", 1, 0.5, Vector(-12, 0))
    name(sketch, "D", 0.2, 1, Vector(12, 12))
    return Diagram(layer: holder, size: size)
  }

  /// From E round O to F.
  @Sendable static func arc() throws(EffectError) -> Diagram {
    let (holder, sketch) = try start()
    let center = place(0.5, 0.8), radius = 0.3 * side
    let arc = Path.arc(center: center, radius: radius, startAngle: 0, endAngle: .pi, clockwise: true)
    let stroke = Stroke(width: 0.2 * side, cap: .round, join: .round)
    sketch.layer.addSublayer(ShapeLayer(path: arc, stroke: stroke, color: Color.blue.withAlpha(0.25)))
    sketch.path(arc, .blue, width: 2)
    for fraction in [0.3, 0.75] {
      let measure = PathMeasure(arc)
      if let point = measure.point(atFraction: fraction), let way = measure.tangent(atFraction: fraction) {
        sketch.arrowHead(at: point, way, .blue, size: 14)
      }
    }
    let ink = Color(hex: 0x505050)
    sketch.line(from: place(0.8, 0.8), to: place(0.2, 0.8), ink, width: 1.5, dash: [4, 3])
    let angle = Path.arc(center: center, radius: 20, startAngle: 0, endAngle: .pi, clockwise: true)
    sketch.path(angle, ink, width: 1.5)
    sketch.arrowHead(atEndOf: angle, ink, size: 8)
    sketch.haloedText("π", at: center + Vector(0, 26), .below, halo: .white)
    sketch.haloedText(".3a", at: place(0.66, 0.8) + Vector(0, 7), .below, halo: .white)
    name(sketch, "E", 0.8, 0.8, Vector(24, -19))
    name(sketch, "O", 0.5, 0.8, Vector(0, -14))
    name(sketch, "F", 0.2, 0.8, Vector(-24, -19))
    return Diagram(layer: holder, size: size)
  }
}
