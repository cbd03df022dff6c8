import Bitmaps
import Testing
import VectorGeometry
import VectorRaster

/// Outlines kept from frame to frame: the same pixels, with less work.
@Suite struct OutlineMemoryTests {
  private func draw(_ canvas: inout Canvas, radius: Double, angle: Double) throws {
    canvas.clear(.white)
    canvas.save()
    try canvas.fill(.circle(center: Point(30, 30), radius: 20), .solid(.red))
    canvas.concatenate(AffineTransform(rotation: angle))
    try canvas.stroke(.circle(center: Point(30, 30), radius: radius), Stroke(width: 3), .solid(.blue))
    canvas.restore()
  }

  @Test func `frames that change in part are drawn as if nothing were kept`() throws {
    var keeping = Canvas(width: 64, height: 64)
    for (frame, (radius, angle)) in [(10.0, 0.0), (10, 0), (12, 0), (12, 0.1), (12, 0.1), (10, 0)].enumerated() {
      var plain = Canvas(width: 64, height: 64)
      try draw(&plain, radius: radius, angle: angle)
      keeping.beginFrame()
      try draw(&keeping, radius: radius, angle: angle)
      #expect(keeping.bitmap == plain.bitmap, "frame \(frame)")
    }
    // The fill is found in five frames, the stroke in the two that repeat the one before.
    #expect(keeping.reusedOutlineCount == 7)
  }

  @Test func `a frame with other calls takes nothing over from the one before`() throws {
    var keeping = Canvas(width: 64, height: 64)
    keeping.beginFrame()
    try draw(&keeping, radius: 10, angle: 0)
    keeping.beginFrame()
    keeping.clear(.white)
    try keeping.stroke(.circle(center: Point(30, 30), radius: 20), Stroke(width: 2), .solid(.red))
    var plain = Canvas(width: 64, height: 64)
    plain.clear(.white)
    try plain.stroke(.circle(center: Point(30, 30), radius: 20), Stroke(width: 2), .solid(.red))
    #expect(keeping.bitmap == plain.bitmap)
    #expect(keeping.reusedOutlineCount == 0)
  }
}
