// Windows Phone's loading dots: they run in from the left, gather in the middle and leave to the right. Each dot goes through one list
// of places, a keyframe later than the dot before it.
import AnimGIF

/// Dots that follow one another through the same places.
struct Dots: Effect {
  static let name = "dots"
  static let summary = "Dots that run in from the left, gather and leave to the right, as on Windows Phone."
  static let example = "--size 200 --points 4 --color blue"
  static let layers = (1...20).map { EffectLayer("dot\($0)", tint: tints[($0 - 1) % tints.count]) }
  static let stages: [String] = []
  static let parameters: [Parameter<Self>] = [
    .number("size", \.width, 20...2000, unit: "points", "width of the way"),
    .integer("points", \.count, 1...20, "how many dots"),
    .integer("max-distance", \.maxDistance, 1...10_000, "points between dots that run"),
    .integer(
      "min-distance", \.minDistance, 0...10_000, default: "max-distance / points", "points between dots that gather"),
    .duration("duration", \.duration, 0.1...60, "time of one turn"),
    .color("color", \.color, "colour of the dots"),
    .number("diameter", \.diameter, 0.5...50, unit: "points", "how large a dot is"),
  ]
  private static let tints: [Color] = [.red, .orange, Color(hex: 0x0CBE06), .blue, Color(hex: 0x8040C0)]

  var width = 320.0
  var count = 5
  var maxDistance = 50
  var minDistance: Int?
  var duration = 3.0
  var color = Color.black
  var diameter = 3.0

  init() {}

  func makeScene(_ request: SceneRequest) throws(EffectError) -> EffectScene {
    let size = Size(width, max(40, diameter))
    let view = Layer(frame: Rect(origin: .zero, size: size))
    view.masksToBounds = true
    view.opacity = color.alpha
    for index in 0..<count {
      let dot = ShapeLayer(path: .ellipse(in: Rect(0, 0, diameter, diameter)), fill: color.withAlpha(1))
      dot.name = "dot\(index + 1)"
      dot.bounds = Rect(0, 0, diameter, diameter)
      dot.position = Point(Self.outside, size.height / 2)
      dot.animate(
        \.position.x, through: places(ofDot: index), timing: Timing(duration: duration, repeatCount: .infinity))
      view.addSublayer(dot)
    }
    var scene = EffectScene(
      root: view, size: size, background: .white, window: 0...duration, isLoop: true, poster: duration * 1.4 / 3)
    scene.grid = grid(size)
    scene.landmarks = landmarks(at: size.height / 2)
    return scene
  }

  /// The places that dots pass, as `--labels` names them: above and below by turns, since gathered dots are close to each other.
  private func landmarks(at y: Double) -> [Landmark] {
    passedPlaces.enumerated().map { index, x in
      Landmark(
        x.shortText, at: Point(x, y), index % 2 == 0 ? .above : .below, distance: diameter / 2 + 2, hasDot: false)
    }
  }

  /// The places within the view at which a dot turns to another speed or ends a step.
  private var passedPlaces: [Double] { Set(places(ofDot: 0).filter { $0 > 0 && $0 <= width }).sorted() }

  /// A line at each place that a dot passes; the places of dots that run have labels.
  private func grid(_ size: Size) -> CoordinateGrid {
    let places = passedPlaces
    let labels = places.map { $0.truncatingRemainder(dividingBy: Double(maxDistance)) == 0 ? $0.shortText : "" }
    return CoordinateGrid(
      frame: Rect(origin: .zero, size: size), columns: [0] + places, rows: [], columnLabels: ["0"] + labels,
      rowLabels: [])
  }

  /// Where a dot waits, at the left edge: half a point of it shows.
  private static let outside = -1.0

  /// The x of a dot at each key time. All divisions of whole numbers drop the rest, as the article's code does.
  func places(ofDot index: Int) -> [Double] {
    let placeCount = 2 * (count - 1) + Int((width / Double(maxDistance)).rounded(.up)) + 1
    // The place at which the dots begin to gather, and how many points lie between gathered dots.
    let center = Int((width / 2 / Double(maxDistance)).rounded(.down)) + 1
    let gap = minDistance ?? maxDistance / count
    return (1...placeCount).map { key in
      let place = key - index
      if place <= 1 { return Self.outside }
      let offset = place - center
      if offset < 0 { return Double((place - 1) * maxDistance) }
      // The additional -1 puts the group left of the middle; the article has it so.
      if offset < count { return Double((center - 1) * maxDistance + gap * (offset - count / 2 - 1)) }
      return Double((place - count) * maxDistance)
    }
  }
}
