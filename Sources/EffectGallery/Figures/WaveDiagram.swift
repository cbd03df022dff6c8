// The diagram of the download button's article: what the parts of y = A·sin(ωx + φ) + C are.
import AnimGIF

enum WaveDiagram {
  /// The four shapes over each other, each a quarter of a turn further.
  @Sendable static func shapes() throws(EffectError) -> Diagram {
    let sketch = try Sketch(textSize: 13)
    let frame = Rect(60, 64, 340, 150), ink = Color(hex: 0x505050), faint = Color(hex: 0xB0B0B0)
    let amplitude = 60.0, omega = 0.3
    func place(_ x: Double, _ k: Int) -> Point {
      Point(
        frame.minX + x / 49 * frame.width, frame.midY + amplitude * Vector(angle: omega * x + Double(k) * .pi / 2).dy)
    }
    sketch.text("y = A·sin(ωx + φ) + C", at: Point(frame.minX, 28), .right, size: 19)
    sketch.line(
      from: Point(frame.minX, frame.midY), to: Point(frame.maxX + 24, frame.midY), faint, width: 1, dash: [4, 3])
    sketch.text("C", at: Point(frame.minX - 10, frame.midY), .left, size: 15)
    sketch.arrow(from: Point(frame.minX, frame.minY - 14), to: Point(frame.minX, frame.maxY + 14), ink)
    sketch.text("y", at: Point(frame.minX - 8, frame.maxY + 14), .left)
    let colors = [Color(hex: 0x2060D0), Color(hex: 0xE02020), Color(hex: 0x109040), .orange]
    for (k, (color, phase)) in zip(colors, ["0", "π/2", "π", "3π/2"]).enumerated() {
      sketch.path(
        .polyline((0...196).map { place(Double($0) / 4, k) }), color, width: k == 0 ? 3 : 1.8, cap: .round)
      sketch.text("φ = \(phase)", at: Point(416, frame.minY + 18 + Double(k) * 24), .right, color: color)
    }
    // The amplitude at the first shape's first trough, the wavelength between its troughs.
    let trough = Double.pi / 2 / omega, next = trough + 2 * .pi / omega
    let (first, second) = (place(trough, 0), place(next, 0))
    sketch.arrow(from: Point(first.x, frame.midY), to: first, ink, width: 1.5, head: 8)
    sketch.haloedText("A", at: Point(first.x + 7, frame.midY + amplitude / 2), .right, halo: .white)
    let below = frame.maxY + 18
    for point in [first, second] {
      sketch.line(from: point, to: Point(point.x, below + 5), faint)
    }
    sketch.arrow(from: Point((first.x + second.x) / 2, below), to: Point(first.x, below), ink, head: 7)
    sketch.arrow(from: Point((first.x + second.x) / 2, below), to: Point(second.x, below), ink, head: 7)
    sketch.text("2π/ω", at: Point((first.x + second.x) / 2, below + 8), .below)
    return Diagram(layer: sketch.layer, size: Size(500, 270))
  }
}
