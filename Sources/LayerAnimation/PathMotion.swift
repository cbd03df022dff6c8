// A point that moves along a path: every line and curve of the path is one segment between two key times.

import VectorGeometry

/// A path to move along.
package struct PathMotion: Sendable {
  /// A line or curve as a cubic.
  struct Segment: Sendable {
    var start: Point, control1: Point, control2: Point, end: Point

    func point(at t: Double) -> Point {
      let u = 1 - t
      let a = u * u * u, b = 3 * u * u * t, c = 3 * u * t * t, d = t * t * t
      return Point(
        a * start.x + b * control1.x + c * control2.x + d * end.x,
        a * start.y + b * control1.y + c * control2.y + d * end.y)
    }

    /// The direction of travel; where the curve stands still the chord to the next distinct point.
    func direction(at t: Double) -> Vector {
      let u = 1 - t
      let tangent =
        (control1 - start) * (u * u) + (control2 - control1) * (2 * u * t) + (end - control2) * (t * t)
      if tangent.lengthSquared > 1e-18 { return tangent }
      for candidate in t < 0.5 ? [control2, end] : [control1, start] where candidate.distance(to: point(at: t)) > 1e-9 {
        return t < 0.5 ? candidate - point(at: t) : point(at: t) - candidate
      }
      return end - start
    }

    /// Arc length up to a parameter, by Gauss-Legendre quadrature with 16 pieces of 4 points.
    func length(upTo t: Double = 1) -> Double {
      let nodes = [0.06943184420297371, 0.33000947820757187, 0.6699905217924281, 0.9305681557970263]
      let weights = [0.17392742256872692, 0.3260725774312731, 0.3260725774312731, 0.17392742256872692]
      var sum = 0.0
      for piece in 0..<16 {
        for (node, weight) in zip(nodes, weights) {
          let s = (Double(piece) + node) / 16 * t, u = 1 - s
          let speed = (control1 - start) * (u * u) + (control2 - control1) * (2 * u * s) + (end - control2) * (s * s)
          sum += weight * 3 * speed.length
        }
      }
      return sum * t / 16
    }

    /// The parameter at an arc length from the start, by bisection.
    func parameter(atLength length: Double, of total: Double) -> Double {
      var low = 0.0, high = 1.0
      for _ in 0..<40 {
        let middle = (low + high) / 2
        if self.length(upTo: middle) < length { low = middle } else { high = middle }
      }
      return total > 0 ? (low + high) / 2 : 0
    }
  }

  let segments: [Segment]
  let lengths: [Double]
  let times: [Double]
  let mode: CalculationMode
  let functions: [TimingFunction]

  /// Takes a path apart; nil when it has no point.
  package init?(_ path: Path, mode: CalculationMode, keyTimes: [Double]?, functions: [TimingFunction]) {
    var segments: [Segment] = [], current = Point.zero, start = Point.zero
    func line(to end: Point) -> Segment {
      Segment(start: current, control1: current.lerp(to: end, 1 / 3), control2: current.lerp(to: end, 2 / 3), end: end)
    }
    for element in path.elements {
      switch element {
      case .move(let point):
        start = point
        current = point
      case .line(let point):
        segments.append(line(to: point))
        current = point
      case .quad(let point, let control):
        segments.append(
          Segment(
            start: current, control1: current.lerp(to: control, 2 / 3), control2: point.lerp(to: control, 2 / 3),
            end: point))
        current = point
      case .cubic(let point, let control1, let control2):
        segments.append(Segment(start: current, control1: control1, control2: control2, end: point))
        current = point
      case .close:
        if current.distance(to: start) > 1e-9 { segments.append(line(to: start)) }
        current = start
      }
    }
    if segments.isEmpty {
      guard !path.isEmpty else { return nil }
      segments = [Segment(start: current, control1: current, control2: current, end: current)]
    }
    self.segments = segments
    self.mode = mode
    self.functions = mode.isPaced ? [] : functions
    lengths = segments.map { $0.length() }
    let total = lengths.reduce(0, +), count = segments.count
    let even = (0...count).map { Double($0) / Double(count) }
    if mode.isPaced, total > 0, total.isFinite {
      var sum = 0.0
      times =
        [0]
        + lengths.map {
          sum += $0; return sum / total
        }
    } else if !mode.isPaced, let keyTimes, KeyframeCurve<Double>.areValid(keyTimes, count: count + 1) {
      times = keyTimes
    } else {
      times = even
    }
  }

  /// The place and the direction of travel at a progress.
  package func position(at progress: Double) -> (point: Point, direction: Vector) {
    var index = 0
    while index + 1 < segments.count, times[index + 1] <= progress { index += 1 }
    let width = times[index + 1] - times[index], segment = segments[index]
    var local = width > 0 ? (progress - times[index]) / width : 1
    if mode == .discrete {
      let atEnd = progress >= 1
      return (atEnd ? segment.end : segment.start, segment.direction(at: atEnd ? 1 : 0))
    }
    if index < functions.count { local = functions[index](local) }
    if mode.isPaced, local > 0, local < 1 {
      local = segment.parameter(atLength: lengths[index] * local, of: lengths[index])
    }
    return (segment.point(at: local), segment.direction(at: local))
  }
}

/// An animation along a path.
package struct PathMotionNode: AnimationNode {
  package var timing: Timing
  let property: Property<Point>
  let motion: PathMotion
  let function: TimingFunction?
  let rotationMode: RotationMode
  let isAdditive: Bool

  package func apply(at parentTime: Double, isLimitFromLeft left: Bool, to properties: inout LayerProperties) {
    guard let sample = timing.sample(at: parentTime, isLimitFromLeft: left) else { return }
    let fraction = timing.duration > 0 ? sample.time / timing.duration : 1
    var (point, direction) = motion.position(at: function?(fraction) ?? fraction)
    if isAdditive, let below = property.read(properties) { point = below.plus(point, times: 1) }
    property.write(point, to: &properties)
    guard rotationMode != .none, direction != .zero else { return }
    let angle = arcTangent(direction.dy, direction.dx) + (rotationMode == .rotateAutoReverse ? .pi : 0)
    properties.transform = Transform3D.rotation(angle).concatenating(properties.transform)
  }
  package func affects(_ keyPath: AnyKeyPath) -> Bool {
    keyPath == property.keyPath || (rotationMode != .none && keyPath == \LayerProperties.transform)
  }
}
