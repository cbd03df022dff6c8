import AnimGIF
import Foundation
import TestSupport
import Testing

/// The Swift code in the documentation compiles and runs, and is the code that stands here.
@Suite struct DocumentationCodeTests {
  private static let folder = "\(Fixtures.root)/Sources/AnimGIF/AnimGIF.docc"

  /// The blocks of Swift of a page that are ours: one that begins with `// iOS` is another's.
  private func blocks(of page: String) throws -> [String] {
    try String(contentsOfFile: "\(Self.folder)/\(page)", encoding: .utf8).components(separatedBy: "```swift\n")
      .dropFirst()
      .map { $0.components(separatedBy: "```")[0] }.filter { !$0.hasPrefix("// iOS") }
  }

  /// The lines without the blanks around them, so that indentation does not count.
  private func lines(_ text: String) -> String {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: "\n")
  }

  @Test func `every block of Swift in the documentation stands in this file`() throws {
    let source = lines(try String(contentsOfFile: #filePath, encoding: .utf8))
    let pages = try FileManager.default.contentsOfDirectory(atPath: Self.folder).filter { $0.hasSuffix(".md") }
    var count = 0
    for page in pages {
      for block in try blocks(of: page) {
        #expect(source.contains(lines(block)), "\(page): \(block)")
        count += 1
      }
    }
    #expect(count >= 7)
  }

  @Test func `the front page's example makes a GIF`() throws {
    defer { try? FileManager.default.removeItem(atPath: "ring.gif") }
    let ring = ShapeLayer(path: .circle(center: Point(100, 100), radius: 60), stroke: Stroke(width: 8, cap: .round))
    ring.animate(\.strokeEnd, from: 0, to: 1, timing: Timing(duration: 1))
    try Animation(ring, size: Size(200, 200), background: .white, duration: 1).write(to: "ring.gif")
    #expect(try AnimationFile(path: "ring.gif").frames.count == 30)
  }

  @Test func `the tutorial's steps work`() throws {
    defer { for name in ["spin.gif", "spin.apng", "moment.png"] { try? FileManager.default.removeItem(atPath: name) } }
    let circle = Path.arc(
      center: Point(60, 60), radius: 40, startAngle: -.pi / 2, endAngle: 3 * .pi / 2, clockwise: true)
    let arc = ShapeLayer(path: circle, stroke: Stroke(width: 8, cap: .round), color: .blue)

    let head = BasicAnimation(\.strokeEnd, from: 0, to: 1, timing: Timing(duration: 1, function: .easeOut))
    let tail = BasicAnimation(
      \.strokeStart, from: 0, to: 1, timing: Timing(duration: 1, beginTime: 0.5, fillMode: .both))
    arc.add(AnimationGroup([head, tail], timing: Timing(duration: 1.5, repeatCount: .infinity)), forKey: "spin")

    let clip = Animation(arc, size: Size(120, 120), scale: 2, background: .white, duration: 1.5, framesPerSecond: 30)
    try clip.write(to: "spin.gif")
    try clip.write(to: "spin.apng")
    let file = try AnimationFile(path: "spin.gif")
    #expect(file.width == 240 && file.frames.count == 45)

    let shown = arc.presentation(at: 0.75).shape
    print(shown.strokeStart, shown.strokeEnd)
    try PNGEncoder().write(clip.still(22), to: "moment.png")
    #expect(abs(shown.strokeStart - 0.25) < 1e-9 && shown.strokeEnd > 0.8)

    let dot = ShapeLayer(path: .circle(center: .zero, radius: 6), fill: .orange)
    dot.position = Point(60, 60)
    let spring = Spring(stiffness: 200, damping: 8)
    dot.add(
      SpringAnimation(\.position.y, from: 20, to: 60, spring: spring, timing: Timing(duration: 1.5)), forKey: "drop")
    dot.add(
      KeyframeAnimation(\.transform.scale, values: [1, 1.4, 1], keyTimes: [0, 0.3, 1], timing: Timing(duration: 1.5)),
      forKey: "pulse")
    arc.addSublayer(dot)
    #expect(dot.presentation(at: 0).position.y == 20)

    let gauge = DrawnLayer(Gauge(), bounds: Rect(0, 0, 120, 120))
    gauge.position = Point(60, 60)
    gauge.animate(\.progress, from: 0, to: 1, timing: Timing(duration: 1.5, autoreverses: true))
    let still = try Animation(gauge, size: Size(120, 120), duration: 3).still(45)
    #expect(still[60, 10].alpha == 255 && still[60, 60].alpha == 0)
  }

  struct Gauge: Drawing {
    var progress = 0.0

    func draw(into canvas: inout Canvas, bounds: Rect) throws(RasterError) {
      let sweep = Path.arc(
        center: bounds.center, radius: 50, startAngle: .pi, endAngle: .pi + .pi * progress, clockwise: true)
      try canvas.stroke(sweep, Stroke(width: 12), .solid(.red))
    }
  }
}
