// Scene files: one picture as drawing calls, one a line, fields separated by blanks, `#` begins a comment line.
//
//   SCENE name width height
//   CLEAR r g b a                                       colours are 0…255, straight
//   TRANSFORM a b c d tx ty                             before a path's first M: for that path alone, points and pen
//   M x y | L x y | C x1 y1 x2 y2 x y | Z               an M behind a paint line begins a new path
//   DASH phase d1 d2 …                                  for the next STROKE
//   TRIM start end                                      for the next STROKE, in parts of the path's length
//   FILL r g b a nz|eo                                  the path is kept: FILL and then STROKE paint it twice
//   STROKE r g b a width butt|round|square miter|round|bevel miterlimit
//   FILLLIN x0 y0 x1 y1 nz|eo n (offset r g b a)·n      gradients with pad
//   FILLRAD cx cy radius nz|eo n (offset r g b a)·n

import AnimGIF
import Bitmaps
import VectorGeometry
import VectorRaster

/// Why a scene file cannot be played.
struct SceneError: Error, CustomStringConvertible {
  var description: String
}

/// A picture to draw.
struct SceneFile: Sendable {
  /// One drawing call. A path is kept as its steps, since building it is part of what is timed.
  enum Call: Sendable {
    case clear(Color)
    case fill(steps: Range<Int>, AffineTransform, Paint, FillRule)
    case stroke(steps: Range<Int>, AffineTransform, Stroke, trim: (start: Double, end: Double)?, Color)
  }

  var name = ""
  var width = 0, height = 0
  var steps: ContiguousArray<PathElement> = []
  var calls: ContiguousArray<Call> = []

  /// Reads a scene.
  init(text: String) throws(SceneError) {
    var reader = SceneReader()
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      do { try reader.read(line) } catch { throw SceneError(description: "line \(index + 1): \(error)") }
    }
    if reader.scene.width == 0 { throw SceneError(description: "no SCENE line") }
    self = reader.scene
  }

  fileprivate init() {}

  /// Builds the path of a call afresh.
  func build(_ range: Range<Int>, into path: inout Path) {
    path.removeAll()
    path.append(steps.span.extracting(range))
  }

  /// Draws the scene. What a frame costs, apart from the canvas's own memory.
  func draw(into canvas: inout Canvas, path: inout Path) throws(RasterError) {
    for index in calls.indices {
      switch calls[index] {
      case .clear(let color): canvas.clear(color)
      case .fill(let range, let transform, let paint, let rule):
        build(range, into: &path)
        try drawTransformed(transform, &canvas) { (canvas) throws(RasterError) in
          try canvas.fill(path, paint, rule: rule)
        }
      case .stroke(let range, let transform, let stroke, let trim, let color):
        build(range, into: &path)
        if let trim { path = path.trimmed(from: trim.start, to: trim.end) }
        try drawTransformed(transform, &canvas) { (canvas) throws(RasterError) in
          try canvas.stroke(path, stroke, .solid(color))
        }
      }
    }
  }

  private func drawTransformed(
    _ transform: AffineTransform, _ canvas: inout Canvas, _ body: (inout Canvas) throws(RasterError) -> Void
  ) throws(RasterError) {
    if transform == .identity { return try body(&canvas) }
    canvas.save()
    canvas.concatenate(transform)
    defer { canvas.restore() }
    try body(&canvas)
  }
}

/// Reads a scene line by line.
private struct SceneReader {
  var scene = SceneFile()
  private var pathStart = 0
  private var isPainted = false
  private var transform = AffineTransform.identity
  private var dash: Dash?
  private var trim: (start: Double, end: Double)?

  init() {}

  mutating func read(_ line: Substring) throws(SceneError) {
    var fields = Fields(line)
    guard let kind = fields.word(), !kind.hasPrefix("#") else { return }
    switch kind {
    case "SCENE":
      scene.name = try fields.text()
      scene.width = try fields.count(upTo: 16_384)
      scene.height = try fields.count(upTo: 16_384)
    case "CLEAR": scene.calls.append(.clear(try fields.color()))
    case "TRANSFORM":
      transform = AffineTransform(
        a: try fields.number(), b: try fields.number(), c: try fields.number(), d: try fields.number(),
        tx: try fields.number(), ty: try fields.number())
      beginPath()
    case "M":
      if isPainted {
        beginPath()
        transform = .identity
      }
      scene.steps.append(.move(to: try fields.point()))
    case "L": scene.steps.append(.line(to: try fields.point()))
    case "C":
      let control1 = try fields.point(), control2 = try fields.point()
      scene.steps.append(.cubic(to: try fields.point(), control1: control1, control2: control2))
    case "Z": scene.steps.append(.close)
    case "DASH":
      let phase = try fields.number()
      dash = Dash(try fields.numbers(), phase: phase)
    case "TRIM": trim = (try fields.number(), try fields.number())
    case "FILL":
      let color = try fields.color()
      paint(.fill(steps: range, transform, .solid(color), try fields.rule()))
    case "STROKE":
      let color = try fields.color(), width = try fields.number()
      guard let cap = Cap(rawValue: try fields.text()) else { throw SceneError(description: "unknown cap") }
      guard let join = Join(rawValue: try fields.text()) else { throw SceneError(description: "unknown join") }
      let stroke = Stroke(width: width, cap: cap, join: join, miterLimit: try fields.number(), dash: dash)
      paint(.stroke(steps: range, transform, stroke, trim: trim, color))
      dash = nil
      trim = nil
    case "FILLLIN":
      let from = try fields.point(), to = try fields.point(), rule = try fields.rule()
      let gradient = LinearGradient(from: from, to: to, stops: try fields.stops())
      paint(.fill(steps: range, transform, .linear(gradient), rule))
    case "FILLRAD":
      let center = try fields.point(), radius = try fields.number(), rule = try fields.rule()
      let gradient = RadialGradient(center: center, radius: radius, stops: try fields.stops())
      paint(.fill(steps: range, transform, .radial(gradient), rule))
    default: throw SceneError(description: "unknown call \(kind)")
    }
  }

  private var range: Range<Int> { pathStart..<scene.steps.count }

  private mutating func beginPath() {
    pathStart = scene.steps.count
    isPainted = false
  }

  private mutating func paint(_ call: SceneFile.Call) {
    scene.calls.append(call)
    isPainted = true
  }
}

/// The fields of one line.
private struct Fields {
  private var words: ArraySlice<Substring>

  init(_ line: Substring) { words = line.split { $0 == " " || $0 == "\r" || $0 == "\t" }[...] }

  mutating func word() -> Substring? { words.popFirst() }

  mutating func text() throws(SceneError) -> String {
    guard let word = words.popFirst() else { throw SceneError(description: "a field is missing") }
    return String(word)
  }

  mutating func number() throws(SceneError) -> Double {
    let word = try text()
    guard let value = Double(word) else { throw SceneError(description: "not a number: \(word)") }
    return value
  }

  mutating func numbers() throws(SceneError) -> [Double] {
    var numbers: [Double] = []
    while !words.isEmpty { numbers.append(try number()) }
    return numbers
  }

  mutating func count(upTo limit: Int) throws(SceneError) -> Int {
    guard let count = Int(try text()), 1...limit ~= count else {
      throw SceneError(description: "a size from 1 to \(limit) is needed")
    }
    return count
  }

  mutating func point() throws(SceneError) -> Point { Point(try number(), try number()) }

  mutating func color() throws(SceneError) -> Color {
    Color(
      red: try number() / 255, green: try number() / 255, blue: try number() / 255, alpha: try number() / 255)
  }

  mutating func rule() throws(SceneError) -> FillRule {
    switch try text() {
    case "nz": .nonZero
    case "eo": .evenOdd
    case let other: throw SceneError(description: "unknown fill rule \(other): nz or eo")
    }
  }

  mutating func stops() throws(SceneError) -> GradientStops {
    var stops: [GradientStop] = []
    for _ in 0..<(try count(upTo: 10_000)) {
      let offset = try number()
      stops.append(GradientStop(offset, try color()))
    }
    return GradientStops(stops)
  }
}
