import Bitmaps
import TestSupport
import Testing
import VectorGeometry
import VectorRaster

@Suite struct RasterizerTests {
  /// A flattened polygon.
  static func polygon(_ contours: [[Point]]) -> FlattenedPath {
    var path = FlattenedPath()
    for contour in contours {
      path.beginContour(at: contour[0])
      for point in contour.dropFirst() { path.addLine(to: point) }
      path.closeContour()
    }
    return path
  }

  static func rectangle(_ x0: Double, _ y0: Double, _ x1: Double, _ y1: Double) -> [Point] {
    [Point(x0, y0), Point(x1, y0), Point(x1, y1), Point(x0, y1)]
  }

  /// Coverage of the contours on a canvas of the given size.
  static func coverage(
    _ contours: [[Point]], rule: FillRule = .nonZero, width: Int, height: Int
  ) -> CoverageMask {
    let bounds = PixelRect(minX: 0, minY: 0, maxX: width, maxY: height)
    var mask = CoverageMask(bounds: bounds)
    var rasterizer = Rasterizer()
    rasterizer.coverage(of: polygon(contours), rule: rule, clip: bounds, into: &mask)
    return mask
  }

  @Test func `a rectangle covers its pixels by their exact share`() {
    let mask = Self.coverage([Self.rectangle(1, 0.5, 2.25, 2)], width: 4, height: 3)
    let rows = (0..<3).map { y in (0..<4).map { x in mask[x, y] } }
    #expect(rows == [[0, 128, 32, 0], [0, 255, 64, 0], [0, 0, 0, 0]])
  }

  @Test func `a rectangle far larger than the canvas covers all of it`() {
    for size in [1e3, 1e6, 1e10, 1e100, 1e300] {
      let mask = Self.coverage([Self.rectangle(-size, -size, size, size)], width: 40, height: 9)
      #expect(mask.storage[..<360].allSatisfy { $0 == 255 }, "size \(size)")
    }
  }

  @Test func `what lies left of the canvas keeps its winding and what lies right of it has none`() {
    let mask = Self.coverage([Self.rectangle(-1e9, 1, 2, 3), Self.rectangle(5, -1e9, 1e9, 1e9)], width: 4, height: 4)
    let rows = (0..<4).map { y in (0..<4).map { x in mask[x, y] } }
    #expect(rows == [[0, 0, 0, 0], [255, 255, 0, 0], [255, 255, 0, 0], [0, 0, 0, 0]])
  }

  @Test func `solid colours are drawn source over`() throws {
    var canvas = Canvas(width: 3, height: 1, background: .white)
    let path = Path([.move(to: Point(1, 0)), .line(to: Point(2, 0)), .line(to: Point(2, 1)), .line(to: Point(1, 1))])
    try canvas.fill(path, .solid(Color.black.withAlpha(0.5)))
    #expect((0..<3).map { canvas.bitmap[$0, 0].green } == [255, 127, 255])
    #expect((0..<3).map { canvas.bitmap[$0, 0].alpha } == [255, 255, 255])
  }

  @Test func `a path with an infinite or undefined coordinate is refused`() {
    for bad in [Double.nan, .infinity, -.infinity] {
      var canvas = Canvas(width: 3, height: 3)
      let path = Path([.move(to: Point(0, 0)), .line(to: Point(bad, 1)), .line(to: Point(2, 2))])
      #expect(throws: RasterError.nonFinitePath) { try canvas.fill(path, .solid(.black)) }
    }
  }
}
