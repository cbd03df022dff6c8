import AnimGIF
import EffectGallery
import TestSupport
import Testing

/// The stages' numbers are the article's, for a centre at (150, 150); the effect draws around the origin.
@Suite struct LoadingTests {
  private let vectors = EffectVectors.part("arc")
  private let center = Vector(150, 150)

  private func player(_ result: String) throws -> EffectStage { try EffectStage("loading", ["result": .text(result)]) }

  @Test func `stage 1 is the arc in a second`() throws {
    let player = try player("success")
    for row in vectors.rows("rows") {
      let shown = try player.arc("ring", at: row.number("progress"))
      #expect(shown.origin.isNear(row.number("O_rad")))
      #expect(shown.destination.isNear(row.number("D_rad")))
    }
  }

  @Test func `stage 2 throws the arc's piece along the table`() throws {
    let player = try player("success"), stage = vectors.part("stage2")
    let measure = PathMeasure(try player.shape("moveArc", at: 1).path)
    #expect(stage.rows("samples").count == 5)
    for row in stage.rows("samples") {
      // Just before its end, where the piece goes.
      let shape = try player.shape("moveArc", at: min(1.4999999, 1 + row.number("time") / 2))
      #expect(shape.strokeStart.isNear(row.number("strokeStart")))
      #expect(shape.strokeEnd.isNear(row.number("strokeEnd")))
      for (fraction, key) in [(shape.strokeStart, "tail"), (shape.strokeEnd, "head")] {
        let point = try #require(measure.point(atFraction: fraction)) + center
        #expect(point.isNear(row.point(key), 0.01), "\(key) at \(row.number("time"))")
      }
    }
  }

  @Test func `stages 3 to 5 pass the table's places`() throws {
    let player = try player("success")
    let fall = vectors.part("stage3")
    for (time, key) in [(1.5, "yFrom"), (1.6499999, "yTo")] {
      let place = (fall[key] as? [Double] ?? []).map { $0 - 150 }
      let shown = try player.shown("bar", at: time)
      #expect(shown.opacity == 1)
      #expect((shown.position.y - 7.5).isNear(place[0], 1e-4) && (shown.position.y + 7.5).isNear(place[1], 1e-4))
    }
    #expect(try player.shown("bar", at: 1.65).opacity == 0)

    // The ring squeezed: its outer top, its outer half width and its foot.
    let ring = try player.layer("ring"), squeeze = vectors.part("stage4")
    func outline(at time: Double) -> Rect {
      let rim = player.shown(ring, at: time)
      let margin = ArcDrawing.margin
      var path = Path.ellipse(in: rim.bounds.insetBy(dx: margin, dy: margin))
      let anchor = Point(rim.bounds.width * rim.anchorPoint.x, rim.bounds.height * rim.anchorPoint.y)
      path = path.applying(
        AffineTransform(translationX: -anchor.x, y: -anchor.y).concatenating(rim.transform.flattened)
          .concatenating(AffineTransform(translationX: rim.position.x + 150, y: rim.position.y + 150)))
      return path.boundingBox ?? .zero
    }
    let squeezed = outline(at: 1.8999999)
    #expect(squeezed.minY.isNear(squeeze.number("ringTopOuter"), 1e-4))
    #expect((squeezed.width / 2).isNear(squeeze.number("ringHalfWidthOuter"), 1e-4))
    #expect(squeezed.maxY.isNear(squeeze.number("ringAnchorY"), 1e-4))
    // The width jumps back, the height springs back.
    #expect((outline(at: 1.9).width / 2).isNear(43, 1e-4))
    #expect(outline(at: 1.9).minY.isNear(124.2, 1e-4))
    #expect(outline(at: 2.45).minY.isNear(107, 1e-4))

    let thin = try player.shape("thin", at: 1.65), thick = try player.shape("thick", at: 1.8999999)
    #expect(thin.strokeEnd.isNear(squeeze.part("thin").number("strokeEndFrom")))
    #expect(
      thin.path.boundingBox.map { Point($0.minY + 150, $0.maxY + 150) }
        == Point(squeeze.part("thin").number("y0"), squeeze.part("thin").number("y1")))
    let visible = squeeze.part("thick")["visibleAtEnd"] as? [Double] ?? []
    #expect((110 + 80 * thick.strokeStart).isNear(visible[0], 1e-4))
    #expect((110 + 80 * thick.strokeEnd).isNear(visible[1], 1e-4))

    for name in ["left", "right"] {
      let end = try #require(PathMeasure(try player.shape(name, at: 2.4).path).point(atFraction: 1)) + center
      #expect(end.isNear(vectors.part("stage5").points(name)[1]))
    }
  }

  @Test func `stage 6 draws the sign, stage 7 shakes it`() throws {
    let good = try player("success")
    let tick = try good.shape("tick", at: 3)
    #expect(tick.strokeEnd.isNear(0.5))
    let measure = PathMeasure(tick.path)
    let expected = vectors.part("stage6success").points("tick")
    #expect(try #require(measure.point(atFraction: 0)) + center == expected[0])
    #expect(try #require(measure.point(atFraction: 25 / measure.length)) + center == expected[1])
    #expect(try #require(measure.point(atFraction: 1)) + center == expected[2])

    let bad = try player("fail"), sign = vectors.part("stage6fail")
    for (name, key) in [("top", "top"), ("bottom", "bottom")] {
      let shape = try bad.shape(name, at: 2.15)
      let visible = sign.part(key)["finalVisible"] as? [Double] ?? []
      let (y0, y1) = (sign.part(key).number("y0"), sign.part(key).number("y1"))
      let ends = [y0 + (y1 - y0) * shape.strokeStart, y0 + (y1 - y0) * shape.strokeEnd]
      #expect(zip(ends, visible).allSatisfy { $0.isNear($1) } && visible.count == 2)
    }
    let picture = try #require(try bad.layer("ring").superlayer)
    for (time, degrees) in [(2.1, 0.0), (2.15, -15), (2.2, 0), (2.25, 15), (2.35, -15), (2.85, 15), (2.95, 0)] {
      let angle = bad.shown(picture, at: time).transform.rotationZ * 180 / .pi
      #expect(angle.isNear(degrees, 1e-6), "\(time)")
    }
  }

  @Test func `each part shows only in its stages`() throws {
    let windows: [(String, String, Double, Double)] = [
      ("success", "moveArc", 1, 1.5), ("success", "bar", 1.5, 1.65), ("success", "thin", 1.65, 1.9),
      ("success", "thick", 1.65, 2.5), ("success", "left", 1.9, 2.5), ("success", "tick", 2.5, 9),
      ("fail", "bar", 1.5, 1.65), ("fail", "top", 1.65, 9), ("fail", "bottom", 1.65, 9), ("fail", "tick", 9, 9),
    ]
    for (result, name, start, end) in windows {
      let player = try player(result)
      for time in stride(from: 0.005, to: 3.5, by: 0.01) {
        #expect(try player.shown(name, at: time).opacity == (time >= start && time < end ? 1 : 0), "\(name) at \(time)")
      }
    }
  }

  @Test(arguments: [("success", 121), ("fail", 104), ("both", 224)])
  func `the lengths are 4, 3.45 and 7.45 s`(result: String, count: Int) throws {
    #expect(try ClipFrames("loading", ["result": .text(result)]).clip.frameCount == count)
  }

  @Test func `both is the one and then the other`() throws {
    let success: [String: ParameterValue] = ["result": .text("success")]
    let fail: [String: ParameterValue] = ["result": .text("fail")]
    for time in [0.4, 1.3, 1.6, 1.8, 2.2, 3, 3.9] {
      #expect(
        try ClipFrames.still("loading", at: time).equals(try ClipFrames.still("loading", success, at: time)), "\(time)")
    }
    for time in [0, 0.4, 1.3, 1.6, 1.8, 2.2, 2.5, 3.2] {
      #expect(
        try ClipFrames.still("loading", at: 4 + time).equals(try ClipFrames.still("loading", fail, at: time)), "\(time)"
      )
    }
    // Slower, each rest is as long as before.
    var options = ClipOptions()
    options.slow = 2
    #expect(try ClipFrames("loading", [:], options).clip.frameCount == 418)
    #expect(
      try ClipFrames.still("loading", at: 7.5 + 0.8, options).equals(try ClipFrames.still("loading", fail, at: 0.4)))
    // And a length of its own stretches every stage.
    #expect(
      try ClipFrames.still("loading", ["duration": .number(12.9)], at: 7.5 + 0.8).equals(
        try ClipFrames.still("loading", fail, at: 0.4)))
  }

  @Test func `a stage shows itself alone and rests on its own end`() throws {
    for (stage, values, count) in [
      ("1", [:], 46), ("2", [:], 31), ("3", [:], 20), ("4", [:], 23), ("5", [:], 34), ("6", [:], 46),
      ("6", ["result": ParameterValue.text("fail")], 31), ("7", [:], 40),
    ] {
      var options = ClipOptions()
      options.stage = stage
      let frames = try ClipFrames("loading", values, options)
      #expect(frames.clip.frameCount == count, "stage \(stage)")
      #expect(
        try frames.frame(count - 1).equals(
          try ClipFrames.still("loading", values, at: Double(count - 1) / 30 - 0.3, options)))
    }
    var options = ClipOptions()
    options.stage = "4"
    let error = #expect(throws: EffectError.self) {
      try ClipFrames("loading", ["result": .text("fail")], options)
    }
    #expect(error?.description == "--result fail has the stages 1, 2, 3, 6, 7; got --stage 4")
  }

  @Test func `tinted, the ring takes each stage's colour`() throws {
    let player = try EffectStage("loading", ["result": .text("success")], isTinted: true)
    for (time, color) in [
      (0.5, Color.blue), (1.2, .lightGray), (1.6, .lightGray), (1.7, .red), (2.2, .red), (3, .blue),
    ] {
      #expect(try player.arc("ring", at: time).color == color, "\(time)")
    }
    #expect(try player.shape("thick", at: 1.7).strokeColor == .blue)
    #expect(try player.shape("thick", at: 2).strokeColor == .green)
  }

  @Test func `golden strips`() throws {
    func strip(_ size: Double, _ scale: Double, _ times: [Double]) throws -> Bitmap {
      var options = ClipOptions()
      options.scale = scale
      return try Bitmap.row(times.map { try ClipFrames.still("loading", ["size": .number(size)], at: $0, options) })
    }
    golden(try strip(30, 1, [0.5, 1.8, 3.5, 7]), "LoadingTests/30")
    golden(try strip(42, 1, [1.3, 2.2, 6.4]), "LoadingTests/42")
  }
}
