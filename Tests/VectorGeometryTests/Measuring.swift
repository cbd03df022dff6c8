import TestSupport
import VectorGeometry

// An independent look at flattened paths: windings, areas and distances by the plain definitions.

/// Returns how often the contours, all closed, wind around a point that lies on none of them.
func winding(of path: FlattenedPath, around point: Point) -> Int {
  var sum = 0
  for contour in 0..<path.contourCount {
    let range = path.range(ofContour: contour)
    guard let last = range.last else { continue }
    var before = path.points[last]
    for index in range {
      let vertex = path.points[index]
      if (before.y <= point.y) != (vertex.y <= point.y) {
        let side = (vertex - before).cross(point - before)
        if before.y <= point.y { if side > 0 { sum += 1 } } else if side < 0 { sum -= 1 }
      }
      before = vertex
    }
  }
  return sum
}

/// Returns the signed area of all contours, closed; clockwise on screen is positive.
func area(of path: FlattenedPath) -> Double {
  var sum = 0.0
  for contour in 0..<path.contourCount {
    let range = path.range(ofContour: contour)
    guard let last = range.last else { continue }
    let origin = path.points[range.lowerBound]
    var before = path.points[last]
    for index in range {
      sum += (before - origin).cross(path.points[index] - origin)
      before = path.points[index]
    }
  }
  return sum / 2
}

/// Returns the area where the winding number is not 0, by scanlines `step` apart.
func inkArea(of path: FlattenedPath, step: Double) -> Double {
  let ys = path.points.map(\.y)
  guard let low = ys.min(), let high = ys.max() else { return 0 }
  var rows = [[(x: Double, direction: Int)]](repeating: [], count: Int((high - low) / step) + 1)
  for contour in 0..<path.contourCount {
    let range = path.range(ofContour: contour)
    guard let last = range.last else { continue }
    var before = path.points[last]
    for index in range {
      let vertex = path.points[index]
      let (upper, lower) = before.y < vertex.y ? (before, vertex) : (vertex, before)
      let first = ((upper.y - low) / step - 0.5).rounded(.up), end = ((lower.y - low) / step - 0.5).rounded(.up)
      for row in Int(first)..<Int(end) where row < rows.count {
        let y = low + (Double(row) + 0.5) * step
        let x = upper.x + (lower.x - upper.x) * (y - upper.y) / (lower.y - upper.y)
        rows[row].append((x, before.y < vertex.y ? 1 : -1))
      }
      before = vertex
    }
  }
  var sum = 0.0
  for row in rows {
    var winding = 0, start = 0.0
    for (x, direction) in row.sorted(by: { $0.x < $1.x }) {
      if winding == 0 { start = x }
      winding += direction
      if winding == 0 { sum += x - start }
    }
  }
  return sum * step
}

/// Returns a path's points, closely spaced, one list per subpath, closing lines included.
func samples(of path: Path, perCurve count: Int = 400) -> [[Point]] {
  var result: [[Point]] = []
  for element in path.elements {
    guard let start = result.last?.last else {
      if case .move(let point) = element { result.append([point]) }
      continue
    }
    let last = result.count - 1
    switch element {
    case .move(let point): result.append([point])
    case .line(let end): result[last].append(end)
    case .quad(let end, let control):
      for index in 1...count {
        let t = Double(index) / Double(count)
        result[last].append(start.lerp(to: control, t).lerp(to: control.lerp(to: end, t), t))
      }
    case .cubic(let end, let control1, let control2):
      for index in 1...count {
        let t = Double(index) / Double(count)
        let a = start.lerp(to: control1, t), b = control1.lerp(to: control2, t), c = control2.lerp(to: end, t)
        result[last].append(a.lerp(to: b, t).lerp(to: b.lerp(to: c, t), t))
      }
    case .close: result[last].append(result[last][0])
    }
  }
  return result
}

/// Returns the distance from a point to the nearest line of the chains. A lone point is no line.
func distance(from point: Point, to chains: [[Point]]) -> Double {
  var least = Double.infinity
  for chain in chains {
    for index in chain.indices.dropFirst() {
      let start = chain[index - 1], way = chain[index] - start
      let square = way.lengthSquared
      let t = square > 0 ? min(max((point - start).dot(way) / square, 0), 1) : 0
      least = min(least, point.distance(to: start + way * t))
    }
  }
  return least
}

/// Returns the outline of a stroke.
func outline(
  _ path: Path, _ stroke: Stroke, transform: AffineTransform = .identity, tolerance: Double = 0.05, clip: Rect? = nil
) -> FlattenedPath {
  var outliner = StrokeOutliner()
  var result = FlattenedPath()
  outliner.outline(path, stroke, transform: transform, tolerance: tolerance, clip: clip, into: &result)
  return result
}

/// Returns a path as lines.
func flattened(
  _ path: Path, transform: AffineTransform = .identity, tolerance: Double = 0.05, clip: Rect? = nil
) -> FlattenedPath {
  var result = FlattenedPath()
  path.flatten(transform: transform, tolerance: tolerance, clip: clip, into: &result)
  return result
}

/// Returns a path of random lines and curves.
func randomPath(_ random: inout SeededRandom, extent: Double = 100, steps: Int = 6) -> Path {
  var path = Path()
  func point() -> Point { Point(random.double(in: 0...extent), random.double(in: 0...extent)) }
  path.move(to: point())
  for _ in 0..<steps {
    switch random.int(in: 0...9) {
    case 0...2: path.addLine(to: point())
    case 3...4: path.addQuad(to: point(), control: point())
    case 5...8: path.addCubic(to: point(), control1: point(), control2: point())
    default:
      path.close()
      path.move(to: point())
    }
  }
  if random.int(in: 0...1) == 0 { path.close() }
  return path
}
