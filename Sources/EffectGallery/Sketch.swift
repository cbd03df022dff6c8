// A pen for diagrams: lines, arrows, dots and real text as layers. Grids, landmarks and the drawn figures are made with it.
import AnimGIF

/// Layers that are drawn one after the other.
struct Sketch {
  /// What has been drawn.
  let layer = Layer()
  /// The colour of text.
  var ink = Color(hex: 0x303030)
  /// The em of text, points.
  var textSize: Double
  private let font: Font

  /// Makes an empty sketch.
  /// - Throws: `EffectError.font` where no font is installed.
  init(textSize: Double, weight: Font.Weight = .regular) throws(EffectError) {
    self.textSize = textSize
    do { font = try Font(size: 12, weight: weight) } catch { throw .font(error.description) }
  }

  /// Strokes a path.
  func path(_ path: Path, _ color: Color, width: Double = 1, dash: [Double]? = nil, cap: Cap = .butt) {
    let stroke = Stroke(width: width, cap: cap, join: .round, dash: dash.map { Dash($0) })
    layer.addSublayer(ShapeLayer(path: path, stroke: stroke, color: color))
  }

  /// Fills a path.
  func fill(_ path: Path, _ color: Color) { layer.addSublayer(ShapeLayer(path: path, fill: color)) }

  /// Draws a line.
  func line(from start: Point, to end: Point, _ color: Color, width: Double = 1, dash: [Double]? = nil) {
    path(.line(from: start, to: end), color, width: width, dash: dash)
  }

  /// Draws a dot.
  func dot(_ center: Point, radius: Double = 3, _ color: Color) {
    fill(.circle(center: center, radius: radius), color)
  }

  /// Draws a line with a head at its end.
  func arrow(from start: Point, to end: Point, _ color: Color, width: Double = 1, head: Double = 6) {
    let way = end - start
    guard way.length > 0 else { return }
    let direction = way / way.length
    line(from: start, to: end - direction * (head * 0.7), color, width: width)
    arrowHead(at: end, direction, color, size: head)
  }

  /// Draws the head of an arrow, its tip at a point.
  func arrowHead(at tip: Point, _ direction: Vector, _ color: Color, size: Double = 6) {
    let side = direction.turnedClockwise * (size * 0.42)
    let back = tip - direction * size
    fill(.polyline([tip, back + side, back - side]), color)
  }

  /// Draws the head of an arrow at the end of a path, along it.
  func arrowHead(atEndOf path: Path, _ color: Color, size: Double = 6) {
    let measure = PathMeasure(path)
    guard measure.length > 0, let tip = measure.point(atFraction: 1),
      let back = measure.point(atFraction: max(0, 1 - size / measure.length))
    else { return }
    let way = tip - back
    guard way.length > 0 else { return }
    // A curve's chord over the head's length, so that the head lies on the curve.
    arrowHead(at: tip, way / way.length, color, size: size)
  }

  /// Writes a line of text beside a point, or with its middle on it.
  /// - Parameter halo: a rim that keeps lines off the text.
  func text(
    _ text: String, at point: Point, _ side: Landmark.Side? = nil, size: Double? = nil, color: Color? = nil,
    halo: Color? = nil
  ) {
    let outlines = outlines(text, at: point, side, size: size)
    if let halo { path(outlines, halo, width: 2.5) }
    fill(outlines, color ?? ink)
  }

  /// Writes a line of text that can be read on any colour.
  func haloedText(_ text: String, at point: Point, _ side: Landmark.Side?, halo: Color) {
    let outlines = outlines(text, at: point, side, size: nil)
    path(outlines, halo.withAlpha(0.85), width: textSize * 0.28)
    fill(outlines, ink)
  }

  /// How wide a line of text is, points.
  func width(of text: String, size: Double? = nil) -> Double {
    TextLine(text, font: font.resized(to: size ?? textSize)).width
  }

  private func outlines(_ text: String, at point: Point, _ side: Landmark.Side?, size: Double?) -> Path {
    let font = font.resized(to: size ?? textSize)
    let line = TextLine(text, font: font)
    let center =
      switch side {
      case nil: point
      case .left: Point(point.x - line.width / 2, point.y)
      case .right, .lowerRight: Point(point.x + line.width / 2, point.y)
      case .above: Point(point.x, point.y - font.capHeight / 2)
      case .below: Point(point.x, point.y + font.capHeight / 2)
      }
    return line.path(centeredAt: center)
  }
}
