// Measuring: the smallest rectangle around the drawn curves, found from the zeros of each coordinate's derivative.

extension Path {
  /// The smallest rectangle around the curve itself, as a fill sees it; nil for an empty path. Control points that the curve does
  /// not reach don't count; lone moves do. O(points).
  public var boundingBox: Rect? {
    guard let first = points.first else { return nil }
    var x = Interval(first.x), y = Interval(first.y)
    var current = first
    var index = 0
    for verb in verbs {
      switch verb {
      case .move, .line:
        x.add(points[index].x)
        y.add(points[index].y)
      case .quad:
        let control = points[index], end = points[index + 1]
        x.addQuad(current.x, control.x, end.x)
        y.addQuad(current.y, control.y, end.y)
      case .cubic:
        let control1 = points[index], control2 = points[index + 1], end = points[index + 2]
        x.addCubic(current.x, control1.x, control2.x, end.x)
        y.addCubic(current.y, control1.y, control2.y, end.y)
      case .close: continue
      }
      index += verb.pointCount
      current = points[index - 1]
    }
    return Rect(minX: x.low, minY: y.low, maxX: x.high, maxY: y.high)
  }
}

/// The values that one coordinate takes on the way.
private struct Interval {
  var low: Double
  var high: Double

  init(_ value: Double) {
    low = value
    high = value
  }

  mutating func add(_ value: Double) {
    low = min(low, value)
    high = max(high, value)
  }

  mutating func addQuad(_ p0: Double, _ p1: Double, _ p2: Double) {
    add(p2)
    guard p1 < low || p1 > high else { return }
    let t = (p0 - p1) / (p0 - 2 * p1 + p2)
    guard t > 0, t < 1 else { return }
    let u = 1 - t
    add(u * u * p0 + 2 * u * t * p1 + t * t * p2)
  }

  mutating func addCubic(_ p0: Double, _ p1: Double, _ p2: Double, _ p3: Double) {
    add(p3)
    guard min(p1, p2) < low || max(p1, p2) > high else { return }
    // B'(t)/3 = a·t² + 2·b·t + c
    let c = p1 - p0, b = p2 - 2 * p1 + p0, a = p3 - p0 - 3 * (p2 - p1)
    let root = max(0, b * b - a * c).squareRoot()
    // The larger root in magnitude first, the other one from their product, so that nothing cancels.
    let q = -(b + (b < 0 ? -root : root))
    for t in [q / a, c / q] where t > 0 && t < 1 {
      let u = 1 - t
      add(u * u * u * p0 + 3 * u * u * t * p1 + 3 * u * t * t * p2 + t * t * t * p3)
    }
  }
}
