// The first stage of the loading animation: an arc whose both ends run counter-clockwise until they meet. The article draws it by
// hand in a layer of its own whose `progress` can be animated, and so does this.
import AnimGIF

/// A quarter arc that grows into a circle while it turns.
struct Arc: Effect {
  static let name = "arc"
  static let summary = "An arc that runs round and grows into a circle."
  static let example = "--duration 1.5 --color #FF8000"
  static let layers = [EffectLayer("arc")]
  static let states = ["hidden", "running", "circle"]
  static let stages: [String] = []
  static let parameters: [Parameter<Self>] = [
    .number("size", \.side, 20...1000, unit: "points", "side of the picture; scales everything"),
    .number("radius", \.radius, 5...500, unit: "points", "radius of the arc, at size 150"),
    .number("line", \.lineWidth, 0.5...100, unit: "points", "thickness of the arc, at size 150"),
    .duration("duration", \.duration, 0.05...60, "time from the quarter arc to the circle"),
    .color("color", \.color, "colour of the arc"),
    .holds(\.hold, "rest after the motion, or before and after it"),
  ]

  var side = 150.0
  var radius = 40.0
  var lineWidth = 6.0
  var duration = 5.0
  var color = Color.blue
  var hold = Holds(opening: 0, closing: 0.5)

  init() {}

  func makeScene(_ request: SceneRequest) throws(EffectError) -> EffectScene {
    let unit = side / 150
    // An arc that is too large for the usual picture gets a larger one.
    let extent = max(150, 2 * radius + lineWidth + 10) * unit
    let center = Point(extent / 2, extent / 2)

    let arc = DrawnLayer(
      ArcDrawing(color: request.isTinted ? .blue : color.withAlpha(1), lineWidth: lineWidth),
      bounds: ArcDrawing.bounds(radius: radius, lineWidth: lineWidth))
    arc.name = "arc"
    arc.position = center
    arc.opacity = color.alpha
    arc.affineTransform = AffineTransform(scaleX: unit, y: unit)
    arc.progress = 1
    arc.animate(\.progress, from: 0, to: 1, timing: Timing(duration: duration))

    var scene = EffectScene(
      root: arc, size: Size(extent, extent), background: .white, window: 0...duration, opening: hold.opening,
      closing: hold.closing, isLoop: false, poster: 2.5)
    scene.moments = [KeyMoment("running", at: 0), KeyMoment("circle", at: duration)]
    let reach = radius * unit
    scene.landmarks = [
      Landmark("", at: center, .below, text: "(a/2, a/2)"),
      Landmark("0 = 2π", at: center + Vector(reach, 0), .left),
      Landmark("π/2", at: center + Vector(0, reach), .below),
      Landmark("π", at: center + Vector(-reach, 0), .left),
      Landmark("3π/2", at: center + Vector(0, -reach), .above),
    ]
    return scene
  }
}

/// The arc: its two ends are functions of `progress`, which can be animated.
package struct ArcDrawing: Drawing {
  /// 0 is the quarter from top to left, 1 the full circle.
  package var progress = 0.0
  /// Opaque; a layer's opacity does the rest.
  package var color: Color
  /// Thickness, points.
  package var lineWidth: Double

  package static let paintsOver = true
  /// Air between the arc's rim and the edge of the bounds, points: a pixel at the smallest size and scale, so that the bounds never
  /// cut an antialiased one.
  package static let margin = 20.0

  init(color: Color, lineWidth: Double) {
    self.color = color
    self.lineWidth = lineWidth
  }

  /// The bounds of a layer whose arc has this radius.
  static func bounds(radius: Double, lineWidth: Double) -> Rect {
    let side = 2 * (radius + margin) + lineWidth
    return Rect(0, 0, side, side)
  }

  /// Where the arc begins, radians: three quarters of a turn, counter-clockwise, from top to right.
  package var origin: Double { 7 * .pi / 2 - 3 * .pi / 2 * progress }
  /// Where it ends, radians: one and a half turns, counter-clockwise, from left to right.
  package var destination: Double { 3 * .pi - 3 * .pi * progress }

  package func draw(into canvas: inout Canvas, bounds: Rect) throws(RasterError) {
    let radius = min(bounds.width, bounds.height) / 2 - Self.margin - lineWidth / 2
    let arc = Path.arc(
      center: bounds.center, radius: radius, startAngle: origin, endAngle: destination, clockwise: false)
    try canvas.stroke(arc, Stroke(width: lineWidth), .solid(color))
  }
}
