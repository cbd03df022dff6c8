import Bitmaps
import LayerAnimation
import Testing
import VectorGeometry
import VectorRaster

/// What a trimmed stroke shows at its edges: known faults A03 and A12.
@Suite struct TrimmedStrokeTests {
  private func ink(_ layer: Layer, at time: Double) throws -> Double {
    var canvas = Canvas(width: 40, height: 40)
    try Scene(layer).displayList(at: time).draw(into: &canvas)
    var sum = 0
    for y in 0..<40 { for x in 0..<40 { sum += Int(canvas.bitmap[x, y].alpha) } }
    return Double(sum) / 255
  }

  private func line(start: Double, end: Double, cap: Cap) -> ShapeLayer {
    let layer = ShapeLayer(path: .line(from: Point(10, 20), to: Point(30, 20)), stroke: Stroke(width: 6, cap: cap))
    layer.strokeStart = start
    layer.strokeEnd = end
    return layer
  }

  /// A12: an empty window below the end is a dot with a round cap and nothing with another.
  @Test(arguments: [0, 0.25, 0.75]) func `an empty window is a dot only with round caps`(place: Double) throws {
    #expect(abs(try ink(line(start: place, end: place, cap: .round), at: 0) - .pi * 9) < 0.2)
    #expect(try ink(line(start: place, end: place, cap: .butt), at: 0) == 0)
    #expect(try ink(line(start: place, end: place, cap: .square), at: 0) == 0)
  }

  @Test func `an empty window at the very end, or one that runs backwards, shows nothing`() throws {
    #expect(try ink(line(start: 1, end: 1, cap: .round), at: 0) == 0)
    #expect(try ink(line(start: 0.6, end: 0.5, cap: .round), at: 0) == 0)
  }

  /// A12: through equality the ink goes down to the dot and up again, without a gap between neighbouring frames.
  @Test func `a window that closes and opens does not flicker`() throws {
    let layer = line(start: 0, end: 0.5, cap: .round)
    layer.animate(
      \.strokeStart, from: 0, to: 0.5, timing: Timing(duration: 1, fillMode: .both, isRemovedOnCompletion: false))
    var last = try ink(layer, at: 0)
    for step in 1...40 {
      let now = try ink(layer, at: Double(step) / 40)
      #expect(now <= last + 1e-9 && last - now < 2 && now > 28)
      last = now
    }
  }

  /// A03: without a fill the model value shows from the end on; with one the last value stays.
  @Test func `after its end an animation shows only if it is filled`() throws {
    for (mode, expected) in [(FillMode.removed, 0.25), (.forwards, 1.0)] {
      let layer = ShapeLayer(path: .rect(Rect(0, 0, 10, 10)))
      layer.opacity = 0.25
      layer.animate(
        \.opacity, from: 0, to: 1, timing: Timing(duration: 1, fillMode: mode, isRemovedOnCompletion: false))
      #expect(layer.presentation(at: 0.5).opacity == 0.5)
      #expect(layer.presentation(at: 1).opacity == expected)
      #expect(layer.presentation(at: 2).opacity == expected)
    }
  }
}
