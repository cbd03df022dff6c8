import AnimGIF
import EffectGallery
import Foundation
import TestSupport
import Testing

/// Article 003, by the numbers: the ring, the growing mask, and the pictures it uncovers.
@Suite struct RingTests {
  @Test(arguments: [("ring_300", 300.0, 300.0), ("ring_400", 400, 400), ("ring_375x267", 375, 267)])
  func `the mask grows in and out`(name: String, width: Double, height: Double) throws {
    let stage = try EffectStage("ring", ["canvas": .size(Size(width, height))])
    let rows = VectorValue.all[name]["reveal"].list
    #expect(rows.count == 13)
    for row in rows {
      // At the end the mask is taken away; look just before.
      let time = row["t"].number, isLast = time == 1
      let mask = try stage.shown("mask", at: 2 + time - (isLast ? 1e-7 : 0)).shape
      let box = try #require(mask.path.boundingBox)
      #expect(near(box.width / 2, row["radius"].number, 1e-5), "at \(time) s")
      #expect(near(box.height / 2, row["radius"].number, 1e-5), "at \(time) s")
      #expect(near(mask.lineWidth, row["lineWidth"].number, 1e-5), "at \(time) s")
      #expect(near(box.width / 2 - mask.lineWidth / 2, row["inner"].number, 1e-5), "at \(time) s")
      #expect(near(box.width / 2 + mask.lineWidth / 2, row["outer"].number, 1e-5), "at \(time) s")
      #expect(near(box.midX, width / 2) && near(box.midY, height / 2))
    }
  }

  @Test func `the progress runs clockwise from the right`() throws {
    let stage = try EffectStage("ring")
    for row in VectorValue.all["ring_300"]["progress"].list where row["p"].number < 1 {
      let progress = row["p"].number
      let ring = try stage.shown("ring", at: 2 * progress).shape
      #expect(near(ring.strokeEnd, progress))
      let head = try #require(PathMeasure(ring.path).point(atFraction: ring.strokeEnd))
      #expect(near([head], [row["head"]], 1e-3), "at \(progress): \(head)")
    }
  }

  /// The time of the reveal at which the easing has come to `eased`.
  private func time(ofEased eased: Double) -> Double {
    var low = 0.0, high = 1.0
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if TimingFunction.easeInOut(middle) < eased { low = middle } else { high = middle }
    }
    return low
  }

  @Test func `the corners are uncovered half-way, the centre only at the end`() throws {
    let eased = VectorValue.all["ring_300"]["cornersCoveredAtEased"].number
    // The diagonal of a pixel of half a point, as a part of the outer edge's way.
    let slack = 0.71 / (424.264069 - 21)
    func corners(_ instant: Double) throws -> [Bool] {
      let bitmap = try still("ring", at: 2.5 + instant), side = bitmap.width - 1
      return [(0, 0), (side, 0), (0, side), (side, side)].map { bitmap[$0.0, $0.1] != Pixel(.white) }
    }
    #expect(try corners(time(ofEased: eased - slack)) == [false, false, false, false])
    #expect(try corners(time(ofEased: eased + slack)) == [true, true, true, true])
    let whole = try still("ring", at: 4.5)
    for instant in [0.2, 0.5, 0.8] {
      let bitmap = try still("ring", at: 2.5 + instant)
      #expect(bitmap[299, 299] == Pixel(.white) && bitmap[300, 300] == Pixel(.white), "at \(instant) s")
    }
    #expect(try still("ring", at: 2.5 + 0.93)[300, 300] != whole[300, 300])
    #expect(whole[300, 300] != Pixel(.white))
    #expect(try still("ring", at: 3.5) == whole)
  }

  @Test func `the picture is there, and has its size, from the first moment`() throws {
    let size = ["size": ParameterValue.number(100)], whole = try still("ring", size, at: 4.5)
    for instant in [0, 0.02, 0.05, 0.2, 0.4, 0.7] {
      let bitmap = try still("ring", size, at: 2.5 + instant)
      let mask = try EffectStage("ring", size).shown("mask", at: 2 + instant).shape
      let radius = try #require(mask.path.boundingBox).width / 2
      var (seen, wrong) = (0, 0)
      for y in 0..<200 {
        for x in 0..<200 {
          let away = (Point(Double(x) / 2 + 0.25, Double(y) / 2 + 0.25) - Point(50, 50)).length
          guard abs(away - radius) < mask.lineWidth / 2 - 0.5 else { continue }
          seen += 1
          wrong += bitmap[x, y] == whole[x, y] ? 0 : 1
        }
      }
      #expect(seen > 100 && wrong == 0, "\(wrong) of \(seen) pixels at \(instant) s")
    }
  }

  @Test func `nothing of the picture shows before the reveal, whatever is behind it`() throws {
    for background in [Color.white, .clear, Color.black.withAlpha(0.5)] {
      let bitmap = try still("ring", ["bg": .color(background)], at: 2.4) { $0.background = background }
      var others: Set<UInt32> = []
      for y in 0..<bitmap.height {
        for x in 0..<bitmap.width where abs(x - 300) > 44 || abs(y - 300) > 44 { others.insert(bitmap[x, y].bits) }
      }
      #expect(others == [Pixel(background).bits])
    }
  }

  @Test func `hidden layers leave the others as they are`() throws {
    let whole = try still("ring", at: 4.5)
    #expect(try still("ring", at: 3) { $0.hide = ["mask"] } == whole)
    #expect(try still("ring", at: 2) { $0.hide = ["ring"] } == still("ring", at: 0))
    #expect(try still("ring", at: 3) { $0.only = ["ring"] } == still("ring", at: 0))
    #expect(try still("ring", at: 3) { $0.isTinted = true } != still("ring", at: 3))
  }

  @Test func `a photograph fills the view upright, in any orientation`() throws {
    let reference = try still(
      "ring", ["image": .text(Fixtures.path("images/orientation-1.jpg")), "canvas": .size(Size(60, 40))], at: 4.5)
    for orientation in 2...8 {
      let bitmap = try still(
        "ring",
        ["image": .text(Fixtures.path("images/orientation-\(orientation).jpg")), "canvas": .size(Size(60, 40))], at: 4.5
      )
      let comparison = BitmapComparison(reference, bitmap, tolerance: .channel(24))
      #expect(comparison.differentPixels < comparison.pixelCount / 50, "orientation \(orientation)")
    }
  }

  @Test func `a picture is cut to the view, never stretched`() throws {
    // Left half red, right half blue, twice as wide as high: a square view shows the middle, half and half.
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("ring-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var image = Bitmap(width: 800, height: 400)
    for y in 0..<400 { for x in 0..<800 { image[x, y] = Pixel(x < 400 ? Color.red : .blue) } }
    let path = folder.appendingPathComponent("halves.png").path
    try PNGEncoder().write(image, to: path)
    let bitmap = try still("ring", ["image": .text(path), "canvas": .size(Size(100, 100))], at: 4.5)
    for y in [0, 100, 199] {
      #expect(bitmap[0, y] == Pixel(.red) && bitmap[99, y] == Pixel(.red))
      #expect(bitmap[100, y] == Pixel(.blue) && bitmap[199, y] == Pixel(.blue))
    }
  }

  @Test func `a picture that cannot be read is refused in one line`() throws {
    for (file, reason) in [
      ("no/such.png", "cannot read no/such.png: No such file or directory"),
      (Fixtures.path("images/README.md"), "\(Fixtures.path("images/README.md")): not a PNG, APNG, JPEG or GIF file"),
    ] {
      let error = #expect(throws: EffectError.self) { try EffectStage("ring", ["image": .text(file)]) }
      #expect(error?.description == reason.singleLine)
    }
  }

  @Test func `the ring fits the smallest view`() throws {
    let mask = try EffectStage("ring", ["size": .number(32)]).layer("mask") as? ShapeLayer
    let box = try #require(mask?.path.boundingBox)
    #expect(near(box.width, 2 * 0.4 * 32))
  }
}
