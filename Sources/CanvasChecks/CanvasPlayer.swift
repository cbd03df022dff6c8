import Bitmaps
import VectorGeometry
import VectorRaster

// HTML canvas calls on our canvas. What differs between the two is done here: HTML transforms a path's points as they are added, and
// keeps one path for all; its gradients can still be changed after they were set.
// Source: HTML standard, "The 2D rendering context".

/// An HTML canvas context, as far as the tests use it.
struct CanvasPlayer {
  /// Why a call can't be played.
  enum PlayError: Error {
    case unknownCall, badArguments, raster(RasterError)
  }

  /// What `save` saves beside the canvas's own state.
  private struct State {
    var fill = Style.color(.black)
    var stroke = Style.color(.black)
    var pen = Stroke()
  }

  private enum Style {
    case color(Color)
    /// An index in `gradients`.
    case gradient(Int)
  }

  private struct Gradient {
    enum Shape {
      case linear(Point, Point)
      case radial(Point, Double, Point, Double)
    }
    var shape: Shape
    var stops: [GradientStop] = []
  }

  private var canvas: Canvas
  private var state = State()
  private var saved: [State] = []
  private var gradients: [Gradient] = []
  /// In device space.
  private var path = Path()
  private var transform = AffineTransform.identity
  private var savedTransforms: [AffineTransform] = []

  init(width: Int, height: Int) { canvas = Canvas(width: width, height: height) }

  var bitmap: Bitmap { canvas.bitmap }

  mutating func play(_ call: [JSONValue]) throws(PlayError) {
    guard let name = call.first?.text else { throw .badArguments }
    if name == "set" {
      guard call.count == 3, let property = call[1].text else { throw .badArguments }
      return try set(property, call[2])
    }
    let arguments = call.dropFirst().map { $0.number ?? .nan }
    do {
      switch name {
      case "save", "restore", "translate", "scale", "rotate", "transform", "setTransform":
        try changeState(name, arguments)
      case "fillRect", "strokeRect", "fill", "stroke", "clip": try draw(name, arguments)
      case "createLinearGradient", "createRadialGradient", "addColorStop": try changeGradient(name, arguments, call)
      case "roundRect": try addRoundRect(arguments, call.count > 5 ? call[5] : .number(0))
      case "arc": try addArc(arguments, counterclockwise: call.count > 6 && call[6].isTrue)
      default: try addToPath(name, arguments)
      }
    } catch let error as RasterError {
      throw .raster(error)
    } catch let error as PlayError {
      throw error
    } catch {
      throw .badArguments
    }
  }

  // MARK: - State

  private mutating func set(_ property: String, _ value: JSONValue) throws(PlayError) {
    switch property {
    case "fillStyle": state.fill = style(value) ?? state.fill
    case "strokeStyle": state.stroke = style(value) ?? state.stroke
    case "lineWidth": if let width = value.number, width > 0 { state.pen.width = width }
    case "miterLimit": if let limit = value.number, limit > 0 { state.pen.miterLimit = limit }
    case "lineCap": state.pen.cap = value.text.flatMap(Cap.init(rawValue:)) ?? state.pen.cap
    case "lineJoin": state.pen.join = value.text.flatMap(Join.init(rawValue:)) ?? state.pen.join
    default: throw .unknownCall
    }
  }

  /// A colour, or for an object the gradient made last; nil for anything else, which HTML ignores.
  private func style(_ value: JSONValue) -> Style? {
    switch value {
    case .text(let text): Self.color(text).map(Style.color)
    case .object: gradients.isEmpty ? nil : .gradient(gradients.count - 1)
    default: nil
    }
  }

  /// Reads `#rgb`, `#rrggbb` and `rgba(r, g, b, a)`.
  private static func color(_ text: String) -> Color? {
    if text.hasPrefix("#"), let bits = UInt32(text.dropFirst(), radix: 16) {
      if text.count == 7 { return Color(hex: bits) }
      return Color(hex: (bits >> 8 & 15) * 0x11_0000 | (bits >> 4 & 15) * 0x1100 | (bits & 15) * 0x11)
    }
    guard text.hasPrefix("rgba("), text.hasSuffix(")") else { return nil }
    let parts = text.dropFirst(5).dropLast().split(separator: ",").compactMap { part in
      Double(String(part.filter { $0 != " " }))
    }
    guard parts.count == 4 else { return nil }
    return Color(red: parts[0] / 255, green: parts[1] / 255, blue: parts[2] / 255, alpha: parts[3])
  }

  private mutating func changeState(_ name: String, _ a: [Double]) throws(PlayError) {
    switch (name, a.count) {
    case ("save", 0):
      saved.append(state)
      savedTransforms.append(transform)
      canvas.save()
    case ("restore", 0):
      guard let before = saved.popLast(), let transformBefore = savedTransforms.popLast() else { return }
      state = before
      transform = transformBefore
      canvas.restore()
    case ("translate", 2): transform = transform.translatedBy(x: a[0], y: a[1])
    case ("scale", 2): transform = transform.scaledBy(x: a[0], y: a[1])
    case ("rotate", 1): transform = transform.rotated(by: a[0])
    case ("transform", 6):
      transform = AffineTransform(a: a[0], b: a[1], c: a[2], d: a[3], tx: a[4], ty: a[5]).concatenating(transform)
    case ("setTransform", 0): transform = .identity
    case ("setTransform", 6): transform = AffineTransform(a: a[0], b: a[1], c: a[2], d: a[3], tx: a[4], ty: a[5])
    default: throw .badArguments
    }
  }

  private mutating func changeGradient(_ name: String, _ a: [Double], _ call: [JSONValue]) throws(PlayError) {
    switch (name, a.count) {
    case ("createLinearGradient", 4):
      gradients.append(Gradient(shape: .linear(Point(a[0], a[1]), Point(a[2], a[3]))))
    case ("createRadialGradient", 6):
      gradients.append(Gradient(shape: .radial(Point(a[0], a[1]), a[2], Point(a[3], a[4]), a[5])))
    case ("addColorStop", 2):
      guard !gradients.isEmpty, let color = call[2].text.flatMap(Self.color) else { throw .badArguments }
      gradients[gradients.count - 1].stops.append(GradientStop(a[0], color))
    default: throw .badArguments
    }
  }

  // MARK: - Drawing

  /// The paint of a style; a gradient as it is now, in user space.
  private func paint(_ style: Style) -> Paint {
    switch style {
    case .color(let color): return .solid(color)
    case .gradient(let index):
      let stops = GradientStops(gradients[index].stops)
      switch gradients[index].shape {
      case .linear(let start, let end): return .linear(LinearGradient(from: start, to: end, stops: stops))
      case .radial(let start, let startRadius, let end, let endRadius):
        return .radial(
          RadialGradient(
            startCenter: start, startRadius: startRadius, endCenter: end, endRadius: endRadius, stops: stops))
      }
    }
  }

  private mutating func draw(_ name: String, _ a: [Double]) throws {
    guard let inverse = transform.inverted else { return }
    // Our canvas transforms path and paint together, so the path goes back to user space first.
    canvas.transform = transform
    switch name {
    case "fillRect" where a.count == 4: try canvas.fill(Self.rect(a), paint(state.fill))
    case "strokeRect" where a.count == 4:
      if a[2] != 0 || a[3] != 0 { try canvas.stroke(Self.rect(a), state.pen, paint(state.stroke)) }
    case "fill": try canvas.fill(path.applying(inverse), paint(state.fill))
    case "stroke": try canvas.stroke(Self.pruned(path).applying(inverse), state.pen, paint(state.stroke))
    case "clip": try canvas.clip(to: path.applying(inverse))
    default: throw PlayError.badArguments
    }
  }

  /// Returns a path without steps that have no length. HTML strokes leave them out, so that a subpath without length has no caps;
  /// ours, as SVG's and Core Animation's, has them.
  private static func pruned(_ path: Path) -> Path {
    var result = Path()
    var start: Point?
    /// Begins a subpath once there is something in it.
    func begin() {
      guard let place = start else { return }
      result.move(to: place)
      start = nil
    }
    var current = Point.zero
    for element in path.elements {
      switch element {
      case .move(let point): (start, current) = (point, point)
      case .line(let point) where point != current:
        begin()
        result.addLine(to: point)
        current = point
      case .quad(let point, let control) where point != current || control != current:
        begin()
        result.addQuad(to: point, control: control)
        current = point
      case .cubic(let point, let a, let b) where point != current || a != current || b != current:
        begin()
        result.addCubic(to: point, control1: a, control2: b)
        current = point
      case .close:
        if start == nil { result.close() }
        current = result.currentPoint ?? current
      default: break
      }
    }
    return result
  }

  /// A rectangle's path; negative sizes turn its direction, as HTML has it.
  private static func rect(_ a: [Double]) -> Path {
    var path = Path()
    path.move(to: Point(a[0], a[1]))
    path.addLine(to: Point(a[0] + a[2], a[1]))
    path.addLine(to: Point(a[0] + a[2], a[1] + a[3]))
    path.addLine(to: Point(a[0], a[1] + a[3]))
    path.close()
    return path
  }

  // MARK: - Path

  private mutating func addToPath(_ name: String, _ a: [Double]) throws(PlayError) {
    func point(_ index: Int) -> Point { transform.apply(to: Point(a[index], a[index + 1])) }
    /// HTML begins a subpath where there is none.
    func ensureSubpath() { if path.currentPoint == nil { path.move(to: point(0)) } }
    switch (name, a.count) {
    case ("beginPath", 0): path.removeAll()
    case ("closePath", 0): path.close()
    case ("moveTo", 2): path.move(to: point(0))
    case ("lineTo", 2):
      if path.currentPoint == nil { path.move(to: point(0)) } else { path.addLine(to: point(0)) }
    case ("quadraticCurveTo", 4):
      ensureSubpath()
      path.addQuad(to: point(2), control: point(0))
    case ("bezierCurveTo", 6):
      ensureSubpath()
      path.addCubic(to: point(4), control1: point(0), control2: point(2))
    case ("rect", 4): append(Self.rect(a), joined: false)
    case ("arcTo", 5):
      ensureSubpath()
      guard let current = path.currentPoint, let inverse = transform.inverted else { return }
      var arc = Path()
      arc.move(to: inverse.apply(to: current))
      arc.addArc(tangent1: Point(a[0], a[1]), tangent2: Point(a[2], a[3]), radius: a[4])
      append(arc, joined: true)
    default: throw .unknownCall
    }
  }

  private mutating func addArc(_ a: [Double], counterclockwise: Bool) throws(PlayError) {
    guard a.count >= 5 else { throw .badArguments }
    // From 0 to 2π is a full circle in either direction, in browsers as in `Path`.
    var arc = Path()
    arc.addArc(
      center: Point(a[0], a[1]), radius: a[2], startAngle: a[3], endAngle: a[4], clockwise: !counterclockwise)
    append(arc, joined: path.currentPoint != nil)
  }

  private mutating func addRoundRect(_ a: [Double], _ radii: JSONValue) throws(PlayError) {
    guard a.count >= 4, var corners = Self.corners(radii) else { throw .badArguments }
    // Radii that don't fit are made smaller together. Negative sizes mirror the whole.
    let width = abs(a[2]), height = abs(a[3])
    var scale = 1.0
    for (sum, side) in [
      (corners[0].width + corners[1].width, width), (corners[1].height + corners[2].height, height),
      (corners[2].width + corners[3].width, width), (corners[3].height + corners[0].height, height),
    ] where sum > side { scale = min(scale, side / sum) }
    for index in 0..<4 { corners[index] = Size(corners[index].width * scale, corners[index].height * scale) }
    // The quarter before each corner's end: from the top side clockwise.
    let centers = [
      Point(width - corners[1].width, corners[1].height), Point(width - corners[2].width, height - corners[2].height),
      Point(corners[3].width, height - corners[3].height), Point(corners[0].width, corners[0].height),
    ]
    var round = Path()
    round.move(to: Point(corners[0].width, 0))
    for index in 0..<4 {
      let radius = corners[(index + 1) % 4]
      var quarter = Path()
      quarter.addArc(
        center: .zero, radius: 1, startAngle: Double(index - 1) * .pi / 2, endAngle: Double(index) * .pi / 2,
        clockwise: true)
      let placed = quarter.applying(
        AffineTransform(
          a: radius.width, b: 0, c: 0, d: radius.height, tx: centers[index].x, ty: centers[index].y))
      Self.append(placed, to: &round, joined: true)
    }
    round.close()
    let mirrored = AffineTransform(a: a[2] < 0 ? -1 : 1, b: 0, c: 0, d: a[3] < 0 ? -1 : 1, tx: a[0], ty: a[1])
    append(round.applying(mirrored), joined: false)
  }

  /// Radii of the corners from the upper left one clockwise; nil where they can't be read.
  private static func corners(_ radii: JSONValue) -> [Size]? {
    func size(_ value: JSONValue) -> Size? {
      switch value {
      case .number(let radius): Size(radius, radius)
      case .object(let point): Size(point["x"]?.number ?? 0, point["y"]?.number ?? 0)
      default: nil
      }
    }
    if case .list(let list) = radii {
      let sizes = list.compactMap(size)
      switch sizes.count {
      case 1: return [sizes[0], sizes[0], sizes[0], sizes[0]]
      case 2: return [sizes[0], sizes[1], sizes[0], sizes[1]]
      case 3: return [sizes[0], sizes[1], sizes[2], sizes[1]]
      case 4: return sizes
      default: return nil
      }
    }
    return size(radii).map { Array(repeating: $0, count: 4) }
  }

  /// Adds a user space path. Joined: its first move becomes a line.
  private mutating func append(_ added: Path, joined: Bool) {
    Self.append(added.applying(transform), to: &path, joined: joined)
  }

  private static func append(_ added: Path, to path: inout Path, joined: Bool) {
    var isFirst = joined
    for element in added.elements {
      switch element {
      case .move(let point):
        if !isFirst { path.move(to: point) } else if point != path.currentPoint { path.addLine(to: point) }
      case .line(let point): path.addLine(to: point)
      case .quad(let point, let control): path.addQuad(to: point, control: control)
      case .cubic(let point, let control1, let control2):
        path.addCubic(to: point, control1: control1, control2: control2)
      case .close: path.close()
      }
      isFirst = false
    }
  }
}
