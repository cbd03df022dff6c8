import TestSupport
import Testing
import VectorGeometry

@Suite struct PathTests {
  /// Steps in any order: before the first move, closed twice, going on behind a close.
  private static func steps(_ random: inout SeededRandom) -> ContiguousArray<PathElement> {
    func point() -> Point { Point(Double.random(in: 0..<9, using: &random), Double.random(in: 0..<9, using: &random)) }
    return ContiguousArray(
      (0..<Int.random(in: 0..<9, using: &random)).map { _ in
        switch Int.random(in: 0..<6, using: &random) {
        case 0: PathElement.move(to: point())
        case 1: .line(to: point())
        case 2: .quad(to: point(), control: point())
        case 3: .cubic(to: point(), control1: point(), control2: point())
        default: .close
        }
      })
  }

  @Test func `steps added together make the path of steps added one by one`() {
    for seed in 1...500 {
      var random = SeededRandom(seed: UInt64(seed))
      var together = Path(), singly = Path()
      for _ in 0..<3 {
        let steps = Self.steps(&random)
        together.append(steps.span)
        for step in steps { singly.append(step) }
        #expect(together == singly && together.currentPoint == singly.currentPoint, "seed \(seed)")
      }
      together.addLine(to: Point(10, 10))
      singly.addLine(to: Point(10, 10))
      #expect(together == singly, "seed \(seed)")
    }
  }

  @Test func `a flattened path that is emptied holds the next path alone`() {
    var lines = FlattenedPath()
    Path.polyline([Point(0, 0), Point(1, 0), Point(1, 1), Point(0, 1)]).flatten(tolerance: 0.05, into: &lines)
    let before = lines
    lines.removeAll()
    #expect(lines.points.isEmpty && lines.contourCount == 0)
    Path.polyline([Point(5, 5), Point(6, 7)]).flatten(tolerance: 0.05, into: &lines)
    #expect(Array(lines.points) == [Point(5, 5), Point(6, 7)] && lines.range(ofContour: 0) == 0..<2)
    #expect(before.points.count == 4 && before.points[3] == Point(0, 1))
  }
}
