import AnimGIF
import Foundation
import TestSupport
import Testing

/// The README's example compiles, makes its file, and is the code that stands here.
@Suite struct ReadmeTests {
  private func example() throws {
    let circle = Path.circle(center: Point(100, 100), radius: 60)
    let ring = ShapeLayer(path: circle, stroke: Stroke(width: 8, cap: .round), color: .red)
    ring.animate(\.strokeEnd, from: 0, to: 1, timing: Timing(duration: 1, function: .easeInOut))

    let clip = Animation(ring, size: Size(200, 200), background: .white, duration: 1, framesPerSecond: 30)
    try clip.write(to: "ring.gif")
  }

  @Test func `the example in the README is the one that is tested`() throws {
    let readme = try String(contentsOfFile: "\(Fixtures.root)/README.md", encoding: .utf8)
    let block = try #require(
      readme.components(separatedBy: "```swift\n").dropFirst().first?.components(separatedBy: "```").first)
    let source = try String(contentsOfFile: #filePath, encoding: .utf8)
    for line in block.split(separator: "\n") { #expect(source.contains(line), "\(line)") }
    #expect(block.split(separator: "\n").count <= 8)
  }

  @Test func `the example draws 30 frames of a growing ring`() throws {
    let name = "ring.gif"
    defer { try? FileManager.default.removeItem(atPath: name) }
    try example()
    let file = try AnimationFile(path: name)
    #expect(file.width == 200 && file.frames.count == 30)
  }

  @Test func `every picture of the README is there`() throws {
    let readme = try String(contentsOfFile: "\(Fixtures.root)/README.md", encoding: .utf8)
    let names = readme.components(separatedBy: "](").dropFirst().compactMap { $0.components(separatedBy: ")").first }
    #expect(names.count >= 3)
    for name in names where !name.hasPrefix("http") {
      #expect(FileManager.default.fileExists(atPath: "\(Fixtures.root)/\(name)"), "\(name)")
    }
  }
}
