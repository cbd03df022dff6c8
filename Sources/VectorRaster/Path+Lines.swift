import VectorGeometry

extension Path {
  /// Appends the path's lines and, as a fixed number of lines each, its curves.
  func appendLines(transform: AffineTransform, to result: inout FlattenedPath) {
    var current = Point(0, 0)
    for element in elements {
      switch element {
      case .move(let point):
        current = transform.apply(to: point)
        result.beginContour(at: current)
      case .line(let point):
        current = transform.apply(to: point)
        result.addLine(to: current)
      case .quad(let point, let control):
        let a = current, b = transform.apply(to: control), c = transform.apply(to: point)
        for step in 1...64 {
          let t = Double(step) / 64, u = 1 - t
          result.addLine(
            to: Point(u * u * a.x + 2 * u * t * b.x + t * t * c.x, u * u * a.y + 2 * u * t * b.y + t * t * c.y))
        }
        current = c
      case .cubic(let point, let control1, let control2):
        let a = current, b = transform.apply(to: control1), c = transform.apply(to: control2)
        let d = transform.apply(to: point)
        for step in 1...64 {
          let t = Double(step) / 64, u = 1 - t
          let p = u * u * u, q = 3 * u * u * t, r = 3 * u * t * t, s = t * t * t
          result.addLine(
            to: Point(p * a.x + q * b.x + r * c.x + s * d.x, p * a.y + q * b.y + r * c.y + s * d.y))
        }
        current = d
      case .close: result.closeContour()
      }
    }
  }
}
