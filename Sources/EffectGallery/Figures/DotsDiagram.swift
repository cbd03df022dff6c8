// The diagram of the dots' article: the place of each dot at each key time.
import AnimGIF

enum DotsDiagram {
  /// A column per key; upward grows the place along the width, of which the view shows the part up to 320.
  @Sendable static func keys() throws(EffectError) -> Diagram {
    let sketch = try Sketch(textSize: 11)
    let ink = Color(hex: 0x505050), faint = Color(hex: 0xD0D0D0)
    let dots = Dots()
    let tracks = (0..<5).map { dots.places(ofDot: $0) }
    let count = tracks[0].count, limit = 550.0
    let frame = Rect(56, 24, 600, 330), table = frame.maxY + 46
    func column(_ key: Int) -> Double { frame.minX + (Double(key) + 0.5) * frame.width / Double(count) }
    func row(_ x: Double) -> Double { frame.maxY - (x + 1) / (limit + 1) * frame.height }
    sketch.fill(
      .rect(Rect(minX: frame.minX, minY: row(320), maxX: frame.maxX, maxY: row(0))), Color(hex: 0xF1F4F8))
    for x in stride(from: 0.0, through: limit, by: 50) {
      sketch.line(from: Point(frame.minX, row(x)), to: Point(frame.maxX, row(x)), faint)
      sketch.text(x.shortText, at: Point(frame.minX - 6, row(x)), .left)
    }
    sketch.line(from: Point(frame.minX, row(320)), to: Point(frame.maxX, row(320)), ink, width: 1.2, dash: [5, 3])
    sketch.text("320", at: Point(frame.maxX + 6, row(320)), .right)
    sketch.arrow(
      from: Point(frame.minX, frame.maxY), to: Point(frame.minX, frame.minY - 14), ink, head: 8)
    sketch.text("x", at: Point(frame.minX + 7, frame.minY - 12), .right)
    for key in 0..<count {
      sketch.line(from: Point(column(key), frame.minY), to: Point(column(key), frame.maxY), faint, dash: [2, 3])
      sketch.text("\(key + 1)", at: Point(column(key), frame.maxY + 14))
    }
    sketch.text("key", at: Point(frame.minX - 6, frame.maxY + 14), .left)
    for (index, (track, layer)) in zip(tracks, Dots.layers).enumerated() {
      let color = layer.tint ?? ink
      sketch.path(.polyline(track.enumerated().map { Point(column($0), row($1)) }), color.withAlpha(0.5), width: 1.2)
      for (key, x) in track.enumerated() {
        sketch.dot(Point(column(key), row(x)), radius: 4, color)
        sketch.text(
          x.signedText, at: Point(column(key), table + Double(index) * 19), color: color)
      }
      sketch.text("\(index + 1)", at: Point(frame.minX - 6, table + Double(index) * 19), .left, color: color)
    }
    return Diagram(layer: sketch.layer, size: Size(700, table + 100))
  }
}
