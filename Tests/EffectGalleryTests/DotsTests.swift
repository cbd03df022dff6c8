import AnimGIF
import EffectGallery
import TestSupport
import Testing

/// Article 004, by the numbers: where each dot is when.
@Suite struct DotsTests {
  @Test(arguments: ["w320_n5_m50", "w375_n5_m50", "w300_n5_m50", "w320_n4_m50", "w320_n1_m50", "w320_n5_m50_repoMin5"])
  func `the dots go through the table`(name: String) throws {
    let vectors = VectorValue.all["dots"]["cases"][name]
    var values: [String: ParameterValue] = [
      "size": .number(vectors["width"].number), "points": .integer(Int(vectors["ptCount"].number)),
      "max-distance": .integer(Int(vectors["maxDistance"].number)),
    ]
    if name.hasSuffix("Min5") { values["min-distance"] = .integer(5) }
    let stage = try EffectStage("dots", values)
    let keyTimes = vectors["keyTimes"].numbers, rows = vectors["values"].list.map(\.numbers)
    #expect(Double(keyTimes.count) == vectors["posCount"].number && Double(rows.count) == vectors["ptCount"].number)
    let step = 3 / Double(keyTimes.count - 1)
    #expect(near(step, vectors["segmentSeconds"].number))
    // At 3 s the next turn begins, so the last places are looked at just before.
    for key in 0..<keyTimes.count {
      let isLast = key == keyTimes.count - 1
      for (index, row) in rows.enumerated() {
        let x = try stage.shown("dot\(index + 1)", at: Double(key) * step - (isLast ? 1e-8 : 0)).position.x
        #expect(near(x, row[key], 1e-5), "dot \(index + 1) at key \(key + 1): \(x)")
      }
    }
  }

  @Test func `between keys the dots move evenly`() throws {
    let stage = try EffectStage("dots")
    let rows = VectorValue.all["dots"]["samples_w320_n5_m50"].list
    #expect(rows.count == 12)
    for row in rows {
      for (index, x) in row[1].numbers.enumerated() {
        let shown = try stage.shown("dot\(index + 1)", at: row[0].number).position.x
        #expect(near(shown, x), "dot \(index + 1) at \(row[0].number) s: \(shown)")
      }
    }
  }

  @Test func `a waiting dot shows half a point at the left edge, and nothing shows outside the way`() throws {
    let bitmap = try still("dots", at: 0) { $0.canvas = Size(400, 60) }
    let inked = (0..<bitmap.height).flatMap { y in (0..<bitmap.width).map { (x: $0, y: y) } }
      .filter { bitmap[$0.x, $0.y] != Pixel(.white) }
    // The way begins 40 points from the left of this canvas: 80 pixels; the dot's middle is a point outside.
    #expect(Set(inked.map(\.x)) == [80])
    #expect(inked.map(\.y).min() == 57 && inked.map(\.y).max() == 62)
  }

  @Test func `a large dot is not cut off`() throws {
    let scene = try EffectStage("dots", ["diameter": .number(50)]).scene
    #expect(scene.size == Size(320, 50))
  }
}
