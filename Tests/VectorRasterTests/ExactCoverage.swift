import VectorGeometry

/// The true coverage of every pixel by a polygon, by cutting each pixel into slabs between all heights at which anything happens: ends of
/// edges, crossings of two edges, crossings with the pixel's sides. Within a slab every border is straight and nothing crosses, so the
/// length along its middle line times its height is its area. Slow and plain on purpose: this is what the kernels are measured against.
struct ExactCoverage {
  private struct Line { var x0: Double, y0: Double, x1: Double, y1: Double, direction: Int }
  private var lines: [Line] = []

  /// Takes the contours, snapped to 1/4096 pixel as the kernels do.
  init(_ contours: [[Point]]) {
    func snap(_ value: Double) -> Double { (value * 4096).rounded(.toNearestOrEven) / 4096 }
    for contour in contours {
      for index in contour.indices {
        let a = contour[index], b = contour[(index + 1) % contour.count]
        let (x0, y0, x1, y1) = (snap(a.x), snap(a.y), snap(b.x), snap(b.y))
        if y0 < y1 { lines.append(Line(x0: x0, y0: y0, x1: x1, y1: y1, direction: 1)) }
        if y0 > y1 { lines.append(Line(x0: x1, y0: y1, x1: x0, y1: y0, direction: -1)) }
      }
    }
  }

  /// The covered share of the pixel in column `x` and row `y`, 0…1.
  func share(x: Int, y: Int, rule: FillRule) -> Double {
    let left = Double(x), top = Double(y)
    let near = lines.filter { $0.y0 < top + 1 && $0.y1 > top && min($0.x0, $0.x1) < left + 1 }
    var heights = [top, top + 1]
    func note(_ y: Double) { if y > top && y < top + 1 { heights.append(y) } }
    for (index, line) in near.enumerated() {
      note(line.y0)
      note(line.y1)
      let slope = (line.x1 - line.x0) / (line.y1 - line.y0)
      if slope != 0 {
        note(line.y0 + (left - line.x0) / slope)
        note(line.y0 + (left + 1 - line.x0) / slope)
      }
      for other in near[..<index] {
        let otherSlope = (other.x1 - other.x0) / (other.y1 - other.y0)
        if slope != otherSlope {
          note((other.x0 - otherSlope * other.y0 - line.x0 + slope * line.y0) / (slope - otherSlope))
        }
      }
    }
    heights.sort()
    var area = 0.0
    for (y0, y1) in zip(heights, heights.dropFirst()) where y1 > y0 {
      let middle = (y0 + y1) / 2
      var crossings: [(x: Double, direction: Int)] = []
      for line in near where line.y0 < middle && line.y1 > middle {
        let x = line.x0 + (line.x1 - line.x0) * (middle - line.y0) / (line.y1 - line.y0)
        crossings.append((min(max(x - left, 0), 1), line.direction))
      }
      crossings.sort { $0.x < $1.x }
      var winding = 0, previous = 0.0
      for (x, direction) in crossings + [(1, 0)] {
        if rule == .nonZero ? winding != 0 : winding & 1 != 0 { area += (x - previous) * (y1 - y0) }
        previous = x
        winding += direction
      }
    }
    return area
  }
}
