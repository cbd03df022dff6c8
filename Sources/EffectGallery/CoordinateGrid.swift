// What `--grid` and `--labels` add to a picture: the coordinate system under an effect, and its named points over it.
import AnimGIF

/// A square or rectangle with lines, axes and their labels.
public struct CoordinateGrid: Hashable, Sendable {
  /// The outline, in the picture's points; its upper left corner is the origin.
  public var frame: Rect
  /// The vertical lines: how far from the left edge, points.
  public var columns: [Double]
  /// The horizontal lines: how far from the upper edge, points.
  public var rows: [Double]
  /// What stands at the ends of the lines: the columns' above, the rows' on the left; the first one is the origin's.
  public var columnLabels: [String], rowLabels: [String]

  /// Makes a grid with lines of its own.
  public init(frame: Rect, columns: [Double], rows: [Double], columnLabels: [String], rowLabels: [String]) {
    self.frame = frame
    self.columns = columns
    self.rows = rows
    self.columnLabels = columnLabels
    self.rowLabels = rowLabels
  }

  /// Makes the usual grid: squares, a fifth of the width a wide and high.
  public init(frame: Rect) {
    let step = frame.width / 5
    func labels(_ count: Int) -> [String] {
      (0..<count).map { index in
        let digits = (Double(index) / 5).shortText
        return index == 0 ? "0" : index == 5 ? "a" : "\(digits.hasPrefix("0.") ? digits.dropFirst() : digits[...])a"
      }
    }
    // A frame much higher than wide has no more lines than can be told apart.
    let rowCount = step > 0 ? Int(min(50, frame.height / step + 1e-9)) + 1 : 1
    self.init(
      frame: frame, columns: (0...5).map { Double($0) * step }, rows: (0..<rowCount).map { Double($0) * step },
      columnLabels: labels(6), rowLabels: labels(rowCount))
  }
}

/// A point of an effect that `--labels` names.
public struct Landmark: Hashable, Sendable {
  /// Where the text stands.
  public enum Side: Hashable, Sendable {
    case left, right, above, below
    /// On the right and a line lower, where a line of the grid passes.
    case lowerRight
  }

  /// Its name; may be empty.
  public var name: String
  /// Where it is, in the picture's points.
  public var point: Point
  /// Where its text stands.
  public var side: Side
  /// How far from the point the text begins, points; at least a little more than the dot's radius.
  public var distance: Double
  /// What stands behind the name, such as its coordinates.
  public var text: String
  /// The layer without which it does not show; nil for none.
  public var layer: String?
  /// When it shows, in the scene's time; nil for always.
  public var window: ClosedRange<Double>?
  /// Whether a dot is drawn at the point.
  public var hasDot: Bool

  /// Names a point.
  public init(
    _ name: String, at point: Point, _ side: Side, distance: Double = 0, text: String = "", layer: String? = nil,
    window: ClosedRange<Double>? = nil, hasDot: Bool = true
  ) {
    self.hasDot = hasDot
    self.name = name
    self.point = point
    self.side = side
    self.distance = distance
    self.text = text
    self.layer = layer
    self.window = window
  }

  /// The coordinates of a point of the square of side 1, in sides: "(.2a, a)".
  static func coordinates(_ point: Point) -> String {
    func text(_ value: Double) -> String {
      if value == 0 { return "0" }
      if value == 1 { return "a" }
      let digits = abs(value).shortText
      return "\(value < 0 ? "−" : "")\(digits.hasPrefix("0.") ? digits.dropFirst() : digits[...])a"
    }
    return "(\(text(point.x)), \(text(point.y)))"
  }

  /// The same point where the square's corner is at `origin` and its side is `side`.
  func scaled(by side: Double, from origin: Point = .zero) -> Landmark {
    var landmark = self
    landmark.point = Point(origin.x + point.x * side, origin.y + point.y * side)
    landmark.distance *= side
    return landmark
  }
}

extension CoordinateGrid {
  /// Draws the lines and axes, for under the effect.
  func makeLayer(isOnDark: Bool) throws(EffectError) -> Layer {
    let sketch = try Sketch(textSize: textSize)
    let line = isOnDark ? Color.white.withAlpha(0.55) : Color(hex: 0x999999)
    let faint = isOnDark ? Color.white.withAlpha(0.3) : Color(hex: 0xCCCCCC)
    for x in columns where x > 0 && x < frame.width {
      let place = frame.minX + x
      sketch.line(from: Point(place, frame.minY), to: Point(place, frame.maxY), faint, dash: [2, 2])
    }
    for y in rows where y > 0 && y < frame.height {
      let place = frame.minY + y
      sketch.line(from: Point(frame.minX, place), to: Point(frame.maxX, place), faint, dash: [2, 2])
    }
    sketch.path(.rect(frame), line)
    sketch.arrow(from: frame.origin, to: axisEnds.x, line)
    sketch.arrow(from: frame.origin, to: axisEnds.y, line)
    return sketch.layer
  }

  /// Draws the lines' labels, for over the effect. They keep a little away from the outline, where strokes end.
  func makeLabelLayer(isOnDark: Bool) throws(EffectError) -> Layer {
    var sketch = try Sketch(textSize: textSize)
    sketch.ink = isOnDark ? Color(hex: 0xE0E0E0) : Color(hex: 0x707070)
    let halo: Color = isOnDark ? .black : .white
    let gap = textSize * 0.35, above = frame.minY - min(gap + textSize, frame.height * 0.12) - gap
    for (x, label) in zip(columns, columnLabels) where x > 0 && !label.isEmpty {
      sketch.haloedText(label, at: Point(frame.minX + x, above), .above, halo: halo)
    }
    for (y, label) in zip(rows, rowLabels) where y > 0 && !label.isEmpty {
      sketch.haloedText(label, at: Point(frame.minX - gap, frame.minY + y), .left, halo: halo)
    }
    if let label = columnLabels.first {
      sketch.haloedText(label, at: frame.origin + Vector(-gap, -gap), .left, halo: halo)
    }
    sketch.haloedText("x", at: axisEnds.x + Vector(gap, 0), .right, halo: halo)
    sketch.haloedText("y", at: axisEnds.y + Vector(gap, 0), .right, halo: halo)
    return sketch.layer
  }

  /// The picture's size that has room for the grid and its labels around an effect of a size, which stays in the middle.
  func paddedSize(_ size: Size) -> Size {
    let left = 3 * textSize - frame.minX, right = axisEnds.x.x + 1.5 * textSize - size.width
    let above = 3.5 * textSize - frame.minY, below = axisEnds.y.y + textSize - size.height
    return Size(
      size.width + 2 * max(0, left, right).rounded(.up), size.height + 2 * max(0, above, below).rounded(.up))
  }

  /// Where the axes end.
  private var axisEnds: (x: Point, y: Point) {
    let reach = min(24, frame.width * 0.18)
    return (Point(frame.maxX + reach, frame.minY), Point(frame.minX, frame.maxY + reach))
  }

  /// The em of the labels, points.
  var textSize: Double { max(5, min(14, min(frame.width, frame.height) * 0.07)) }
}

extension EffectScene {
  /// Draws the landmarks that have something to stand at.
  func makeLandmarkLayer(isShown: (String) -> Bool, isOnDark: Bool) throws(EffectError) -> Layer {
    let holder = Layer()
    for landmark in landmarks where landmark.layer.map(isShown) ?? true {
      var sketch = try Sketch(textSize: (grid ?? CoordinateGrid(frame: Rect(origin: .zero, size: size))).textSize)
      sketch.ink = isOnDark ? .white : Color(hex: 0x202020)
      let radius = sketch.textSize * 0.22
      if landmark.hasDot {
        sketch.dot(landmark.point, radius: radius * 1.7, isOnDark ? .black : .white)
        sketch.dot(landmark.point, radius: radius, sketch.ink)
      }
      let away = max(radius, landmark.distance) + sketch.textSize * 0.3
      let offset =
        switch landmark.side {
        case .left: Vector(-away, 0)
        case .right: Vector(away, 0)
        case .lowerRight: Vector(away, sketch.textSize)
        case .above: Vector(0, -away)
        case .below: Vector(0, away)
        }
      let text = [landmark.name, landmark.text].filter { !$0.isEmpty }.joined(separator: " ")
      sketch.haloedText(text, at: landmark.point + offset, landmark.side, halo: isOnDark ? .black : .white)
      if let window = landmark.window {
        if window.lowerBound > 0 {
          sketch.layer.opacity = 0
          sketch.layer.switchOpacity(to: 1, at: window.lowerBound)
        }
        sketch.layer.switchOpacity(to: 0, at: window.upperBound)
      }
      holder.addSublayer(sketch.layer)
    }
    return holder
  }
}
