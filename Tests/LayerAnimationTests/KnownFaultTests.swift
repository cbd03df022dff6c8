import Bitmaps
import LayerAnimation
import Testing
import VectorGeometry
import VectorRaster

/// Faults known from other programs that concern shapes and layers together: rows A11, A15, A22 and A23.
@Suite struct KnownFaultTests {
  private func draw(_ layer: Layer, at time: Double = 0, width: Int = 40, height: Int = 40) throws -> Bitmap {
    var canvas = Canvas(width: width, height: height)
    try Scene(layer).displayList(at: time).draw(into: &canvas)
    return canvas.bitmap
  }

  /// A11: a window that leaves 0…1 wraps round, and the start of a closed path inside it is no end.
  @Test func `a window over the start of a circle is one piece joined there`() {
    let circle = Path.circle(center: Point(0, 0), radius: 10)
    let part = circle.trimmed(from: 0.75, to: 1.25)
    let moves = part.elements.filter { if case .move = $0 { true } else { false } }
    #expect(moves.count == 1)
    #expect(abs(part.length - circle.length / 2) < 1e-3)
    let box = part.boundingBox ?? .zero
    // The right half: from the top over the start at 3 o'clock to the bottom.
    #expect(abs(box.minX) < 1e-2 && abs(box.maxX - 10) < 1e-2)
    #expect(abs(box.minY + 10) < 1e-2 && abs(box.maxY - 10) < 1e-2)
  }

  /// A15: a gradient seen through a trimmed stroke stays where it is while the visible part grows.
  @Test func `a gradient under a trimmed stroke does not move with its visible part`() throws {
    let gradient = GradientLayer()
    gradient.bounds = Rect(0, 0, 40, 40)
    gradient.position = Point(20, 20)
    gradient.colors = [.red, .blue]
    let stroke = ShapeLayer(path: .circle(center: Point(20, 20), radius: 14), stroke: Stroke(width: 8))
    gradient.mask = stroke
    let whole = try draw(gradient)
    for end in [0.3, 0.6, 0.9] {
      stroke.strokeEnd = end
      let part = try draw(gradient)
      var compared = 0
      for y in 0..<40 {
        for x in 0..<40 where part[x, y].alpha == 255 && whole[x, y].alpha == 255 {
          compared += 1
          #expect(part[x, y] == whole[x, y])
        }
      }
      #expect(compared > 60)
    }
  }

  /// A22: an arc whose ends lie on one angle is a full turn if it was asked for as one, in both directions; without a way it is nothing.
  @Test(arguments: [true, false]) func `a full turn is a circle either way, no turn is a point`(clockwise: Bool) {
    func length(_ start: Double, _ end: Double) -> Double {
      Path.arc(center: .zero, radius: 10, startAngle: start, endAngle: end, clockwise: clockwise).length
    }
    for (start, end) in [(-Double.pi / 2, 3 * Double.pi / 2), (0, 2 * .pi), (2 * .pi, 0)] {
      #expect(abs(length(start, end) - 20 * .pi) < 0.02)
    }
    #expect(length(0, 0) == 0)
  }

  /// A23: with y down, clockwise from 0 to a quarter is the bottom right.
  @Test func `a clockwise quarter is the bottom right one`() throws {
    var path = Path()
    path.move(to: Point(20, 20))
    path.addArc(center: Point(20, 20), radius: 15, startAngle: 0, endAngle: .pi / 2, clockwise: true)
    path.close()
    let picture = try draw(ShapeLayer(path: path))
    for y in 0..<40 {
      for x in 0..<40 where picture[x, y].alpha > 0 { #expect(x >= 20 && y >= 20) }
    }
    #expect(picture[27, 27].alpha == 255)
  }
}
