import Foundation
import TestSupport
import Testing

/// The lines of scene files that only our own player knows: each must draw what the same shape written out draws.
@Suite struct ScenePlayerTests {
  /// The picture of a scene of 120 by 60 pixels, as the bytes of its PNG file.
  func picture(_ lines: String...) throws -> Data {
    let scratch = try Scratch()
    let scene = scratch.file("scene.txt")
    try (["SCENE s 120 60", "CLEAR 255 255 255 255"] + lines).joined(separator: "\n").write(
      to: scene, atomically: true, encoding: .utf8)
    let outcome = try Program.execute(
      Program.url.deletingLastPathComponent().appendingPathComponent("animgif-bench"),
      ["play", "-t", "0", "-o", scratch.folder.path, scene.path])
    #expect(outcome.status == 0, "\(outcome.errors)")
    let fields = String(decoding: outcome.output, as: UTF8.self).split(separator: "\t")
    #expect(fields.count == 5 && fields.first == "animgif" && fields.dropFirst().first == "s")
    return try Data(contentsOf: scratch.file("s.animgif.png"))
  }

  @Test func `DASH holds for the next stroke alone`() throws {
    let dashed = try picture(
      "M 10 20", "L 110 20", "DASH 5 30 10", "STROKE 0 0 0 255 8 butt miter 10", "M 10 40", "L 110 40",
      "STROKE 0 0 0 255 8 butt miter 10")
    let written = try picture(
      "M 10 20", "L 35 20", "M 45 20", "L 75 20", "M 85 20", "L 110 20", "STROKE 0 0 0 255 8 butt miter 10", "M 10 40",
      "L 110 40", "STROKE 0 0 0 255 8 butt miter 10")
    #expect(dashed == written)
  }

  @Test func `TRIM holds for the next stroke alone and wraps round the start of a closed path`() throws {
    let trimmed = try picture(
      "M 10 10", "L 110 10", "TRIM .25 .5", "STROKE 0 0 0 255 8 round miter 10", "M 20 20", "L 60 20", "L 60 50",
      "L 20 50",
      "Z", "TRIM .75 1.25", "STROKE 255 0 0 255 4 butt miter 10")
    // 140 units round: from 105, 5 before the lower left corner, over the start to 35.
    let written = try picture(
      "M 35 10", "L 60 10", "STROKE 0 0 0 255 8 round miter 10", "M 25 50", "L 20 50", "L 20 20", "L 55 20",
      "STROKE 255 0 0 255 4 butt miter 10")
    #expect(trimmed == written)
  }

  @Test func `TRANSFORM holds for the next path alone, its points and its pen`() throws {
    let transformed = try picture(
      "TRANSFORM 2 0 0 2 10 4", "M 5 5", "L 40 5", "L 40 20", "STROKE 0 0 0 255 4 square bevel 10",
      "FILL 0 0 255 128 nz",
      "M 5 45", "L 100 45", "STROKE 0 0 0 255 4 butt miter 10")
    let written = try picture(
      "M 20 14", "L 90 14", "L 90 44", "STROKE 0 0 0 255 8 square bevel 10", "FILL 0 0 255 128 nz", "M 5 45",
      "L 100 45",
      "STROKE 0 0 0 255 4 butt miter 10")
    #expect(transformed == written)
    let stretched = try picture("TRANSFORM 2 0 0 1 0 0", "M 30 10", "L 30 50", "STROKE 0 0 0 255 10 butt miter 10")
    let bar = try picture("M 50 10", "L 70 10", "L 70 50", "L 50 50", "Z", "FILL 0 0 0 255 nz")
    #expect(stretched == bar)
  }
}
