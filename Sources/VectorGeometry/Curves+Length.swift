// Measuring one curve: arc length by adaptive Gauss–Legendre quadrature of the speed |B'|, and its inverse by a Newton iteration
// that a bracket keeps safe. The speed of a curve with a cusp has a corner there; halving closes in on it.

/// The nodes and weights of the eight-point rule on -1…1; the rule is symmetric.
/// Source: Abramowitz and Stegun, "Handbook of Mathematical Functions", table 25.4.
private let gaussLegendre: [(node: Double, weight: Double)] = [
  (0.1834346424956498, 0.3626837833783620), (0.5255324099163290, 0.3137066458778873),
  (0.7966664774136267, 0.2223810344533745), (0.9602898564975363, 0.1012285362903763),
]

extension CubicCurve {
  /// The length of the control polygon: an upper bound of the arc length.
  var polygonLength: Double { p0.distance(to: p1) + p1.distance(to: p2) + p2.distance(to: p3) }

  /// How exact lengths on this curve are: a millionth of its size, but 1e-5 at most and no finer than a Double allows.
  private var lengthTolerance: Double {
    let size = polygonLength
    return max(min(size * 1e-6, 1e-5), size * 1e-13)
  }

  /// Returns the arc length between two parameters.
  func length(from start: Double = 0, to end: Double = 1) -> Double {
    guard end > start else { return 0 }
    let whole = speedIntegral(start, end)
    return whole.isFinite ? refine(whole, start, end, lengthTolerance, depth: 20) : polygonLength
  }

  /// Returns the parameter at arc length `distance` behind `start`, at most 1.
  /// - Parameter length: the arc length from `start` to the curve's end.
  func parameter(atLength distance: Double, from start: Double, length: Double) -> Double {
    guard distance > 0 else { return start }
    guard distance < length else { return 1 }
    let tolerance = lengthTolerance
    var low = start, high = 1.0
    // The arc length from `start` to `low`.
    var lowLength = 0.0
    var t = start + (1 - start) * (distance / length)
    for _ in 0..<60 {
      let reached = lowLength + self.length(from: low, to: t)
      let error = reached - distance
      if abs(error) <= tolerance { break }
      if error < 0 {
        low = t
        lowLength = reached
      } else {
        high = t
      }
      let next = t - error / derivative(at: t).length
      t = next > low && next < high ? next : (low + high) / 2
    }
    return t
  }

  /// Returns the eight-point rule's integral of the speed.
  private func speedIntegral(_ start: Double, _ end: Double) -> Double {
    // B'/3 = a·t² + b·t + c
    let cx = p1.x - p0.x, cy = p1.y - p0.y
    let bx = 2 * (p2.x - 2 * p1.x + p0.x), by = 2 * (p2.y - 2 * p1.y + p0.y)
    let ax = p3.x - p0.x - 3 * (p2.x - p1.x), ay = p3.y - p0.y - 3 * (p2.y - p1.y)
    let middle = (start + end) / 2, half = (end - start) / 2
    var sum = 0.0
    for (node, weight) in gaussLegendre {
      let t0 = middle - half * node, t1 = middle + half * node
      let x0 = (ax * t0 + bx) * t0 + cx, y0 = (ay * t0 + by) * t0 + cy
      let x1 = (ax * t1 + bx) * t1 + cx, y1 = (ay * t1 + by) * t1 + cy
      sum += weight * ((x0 * x0 + y0 * y0).squareRoot() + (x1 * x1 + y1 * y1).squareRoot())
    }
    return 3 * half * sum
  }

  /// Returns the integral to within the tolerance: halves the interval until the halves agree with the whole.
  private func refine(
    _ whole: Double, _ start: Double, _ end: Double, _ tolerance: Double, depth: Int
  ) -> Double {
    let middle = (start + end) / 2
    let first = speedIntegral(start, middle), second = speedIntegral(middle, end)
    if depth == 0 || abs(first + second - whole) <= tolerance { return first + second }
    return refine(first, start, middle, tolerance, depth: depth - 1)
      + refine(second, middle, end, tolerance, depth: depth - 1)
  }
}

extension CubicCurve {
  /// Returns the part between two parameters, by blossoming.
  func part(from start: Double, to end: Double) -> CubicCurve {
    guard start > 0 || end < 1 else { return self }
    return CubicCurve(
      start <= 0 ? p0 : point(at: start), blossom(start, start, end), blossom(start, end, end),
      end >= 1 ? p3 : point(at: end))
  }

  private func blossom(_ r: Double, _ s: Double, _ t: Double) -> Point {
    let p01 = p0.lerp(to: p1, r), p12 = p1.lerp(to: p2, r), p23 = p2.lerp(to: p3, r)
    return p01.lerp(to: p12, s).lerp(to: p12.lerp(to: p23, s), t)
  }

  /// Returns the direction at a parameter as a unit vector; where the curve stands still, the direction of its next part, at
  /// the end of its last one. Zero for a curve without length.
  func direction(at t: Double) -> Vector {
    let size = polygonLength
    guard size > 0, size.isFinite else { return .zero }
    var way = derivative(at: t)
    if way.length <= 1e-9 * size {
      way = t < 1 ? point(at: min(1, t + 1e-4)) - point(at: t) : p3 - point(at: 1 - 1e-4)
    }
    let length = way.length
    return length > 0 ? way / length : .zero
  }
}
