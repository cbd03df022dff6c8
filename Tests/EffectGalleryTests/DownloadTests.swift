import AnimGIF
import EffectGallery
import TestSupport
import Testing

/// Article 000, by the numbers: what each layer of the button shows when.
@Suite struct DownloadTests {
  private static let vectors = VectorValue.all["download"]
  /// The button's states begin here, counted from the tap.
  private static let loading = 1.6727003346780927, end = loading + 3.6, reset = end + 1.3

  private func joints(_ stage: EffectStage, _ layer: String, at time: Double) throws -> [Point] {
    try stage.shown(layer, at: time).shape.path.joints
  }

  @Test func `the stem becomes a dot`() throws {
    let stage = try EffectStage("download")
    let rows = Self.vectors["stemToDot"].list
    #expect(rows.count == 5)
    for row in rows {
      let points = try joints(stage, "stem", at: row[0].number)
      #expect(near(Array(points.prefix(2)), [row[1], row[2]]), "at \(row[0].number) s: \(points)")
    }
  }

  @Test func `the arrow dips and snaps into a line`() throws {
    let stage = try EffectStage("download")
    let rows = Self.vectors["arrowToLine"].list
    #expect(rows.count == 9)
    for row in rows {
      let arrow = try stage.shown("arrow", at: row[0].number)
      #expect(near(arrow.position.y, row[1].number), "at \(row[0].number) s: \(arrow.position.y)")
      let points = arrow.shape.path.joints.map { Point($0.x, $0.y + arrow.position.y) }
      // The vectors' times are rounded, and the spring passes 25 points in 33 ms.
      #expect(near(points, row[3].list, 1e-3), "at \(row[0].number) s: \(points)")
    }
  }

  @Test func `the dot jumps over its target and settles on the ring`() throws {
    let stage = try EffectStage("download")
    let rows = Self.vectors["dotJump"]["samples_t_positionY_dotCenterY"].list
    #expect(rows.count == 17)
    for row in rows {
      let y = try stage.shown("stem", at: row[0].number).position.y
      // Some times are rounded to 1e-6 s.
      #expect(near(y, row[1].number, 1e-5), "at \(row[0].number) s: \(y)")
    }
  }

  @Test func `the elastic arrow bows past the line`() throws {
    let stage = try EffectStage("download", ["arrow-spring": .text("elastic")])
    #expect(near(try joints(stage, "arrow", at: 0.562760)[1].y, 45.924, 1e-3))
    #expect(near(try joints(stage, "arrow", at: Self.loading)[1].y, 50, 0.05))
  }

  @Test func `the ring's head runs counter-clockwise from the top`() throws {
    let stage = try EffectStage("download")
    let rows = Self.vectors["ring"].list
    #expect(rows.count == 7)
    for row in rows {
      let progress = row["progress"].number
      let ring = try stage.shown("ring", at: Self.loading + 3.6 * progress).shape
      #expect(near(ring.strokeStart, 1 - progress, 1e-12))
      let head = try #require(PathMeasure(ring.path).point(atFraction: ring.strokeStart))
      // The circle is made of cubics; their length is 0.03 % off.
      #expect(near([head], [row["head"]], 0.02), "at \(progress): \(head)")
    }
  }

  @Test func `the wave goes through its shapes`() throws {
    let stage = try EffectStage("download")
    let wave = Self.vectors["wave"]
    let phase = wave["phaseDuration"].number
    for (shape, time) in [("k0", 0.0), ("k1", 1), ("middle", 1.5), ("k2", 2), ("k3", 3)] {
      let expected = (shape == "middle" ? wave["middleOf_k1_k2"] : wave["allY"][shape]).numbers
      let points = try joints(stage, "wave", at: Self.loading + time * phase)
      // Shape 0 begins twice.
      #expect(points.count == (shape == "k0" ? 51 : 50))
      #expect(expected.count == 50)
      #expect(zip(points.suffix(50), expected).allSatisfy { near($0.y, $1) }, "\(shape)")
      #expect(points.suffix(50).map(\.x) == (25...74).map(Double.init))
    }
    #expect(try joints(stage, "wave", at: Self.loading + 4 * phase).count == 51)
  }

  @Test func `the wave becomes the tick`() throws {
    let stage = try EffectStage("download")
    let rows = Self.vectors["waveToTick_points_0_1_2_3_26_50"].members
    #expect(rows.count == 6)
    for key in ["0", "0.25", "0.5", "0.62", "0.75"] {
      let points = try joints(stage, "wave", at: Self.end + 0.3 * (Double(key) ?? 0))
      #expect(points.count == 51)
      #expect(near([0, 1, 2, 3, 26, 50].map { points[$0] }, rows[key]?.list ?? []), "at \(key): \(points)")
    }
    // In the end the path is the tick's own, and stays.
    #expect(near(try joints(stage, "wave", at: Self.end + 0.3), Self.vectors["tick"].list))
    #expect(near(try joints(stage, "wave", at: Self.reset - 1e-6), Self.vectors["tick"].list))
  }

  @Test func `the label says how much has come`() throws {
    for row in Self.vectors["labelFormat"].list { #expect(byteCountText(Int(row[0].number)) == row[1].text) }
    let others: [(Int, String)] = [
      (1, "1 byte"), (999, "999 bytes"), (1000, "1 KB"), (999_499, "999 KB"), (999_500, "1 MB"), (1_049_999, "1 MB"),
      (1_050_000, "1.1 MB"), (999_949_999, "999.9 MB"), (999_950_000, "1 GB"), (1_005_000_000, "1.01 GB"),
      (1_000_000_000_000_000, "1000000 GB"), (-1, "Zero KB"),
    ]
    for (count, text) in others { #expect(byteCountText(count) == text) }
    let stage = try EffectStage("download")
    let shown: [(Double, String)] = [
      (0, "Zero KB"), (0.02, "460 KB"), (0.5, "11.5 MB"), (0.999, "23 MB"), (1, "23 MB"),
    ]
    for (progress, text) in shown {
      let label = try stage.shown("label", at: Self.loading + 3.6 * progress)
      #expect(label[content: TextProperties.self]?.string == text)
    }
  }

  @Test func `the label comes, goes, and flashes at the reset`() throws {
    let stage = try EffectStage("download")
    let half = TimingFunction.default(0.5), loading = Self.loading, end = Self.end, reset = Self.reset
    let shown: [(Double, Double)] = [
      (loading - 0.01, 0), (loading + 0.15, half), (loading + 0.3, 1), (end, 1), (end + 0.15, 1 - half), (end + 0.3, 0),
      (reset - 0.01, 0), (reset, 1), (reset + 0.15, 1 - half), (reset + 0.3, 0),
    ]
    for (time, progress) in shown {
      let label = try stage.shown("label", at: time)
      #expect(near(label.opacity, progress), "at \(time) s")
      if time >= loading { #expect(near(label.transform.scale, 0.1 + 0.9 * progress), "at \(time) s") }
      if time >= reset { #expect(label[content: TextProperties.self]?.string == "23 MB") }
    }
  }

  @Test func `a pause stops the progress and shows the line instead of the wave`() throws {
    let stage = try EffectStage("download", ["pause": .numbers([1, 2.5])])
    let shown: [(time: Double, downloaded: Double, lineOpacity: Double)] = [
      (0.5, 0.5, 0), (1, 1, 0), (1.05, 1, TimingFunction.default(0.05 / 0.3)), (1.3, 1, 1), (2.5, 1, 1), (2.8, 1.3, 0),
      (4.6, 3.1, 0), (5.1, 3.6, 0),
    ]
    for (time, downloaded, opacity) in shown {
      let ring = try stage.shown("ring", at: Self.loading + time).shape
      #expect(near(ring.strokeStart, 1 - downloaded / 3.6, 1e-9), "at \(time) s")
      #expect(near(try stage.shown("arrow", at: Self.loading + time).opacity, opacity), "at \(time) s")
      #expect(near(try stage.shown("wave", at: Self.loading + time).opacity, 1 - opacity), "at \(time) s")
      let text = try stage.shown("label", at: Self.loading + time)[content: TextProperties.self]?.string
      #expect(text == byteCountText(Int(downloaded / 3.6 * 23_000_000)), "at \(time) s")
    }
    // The download ends after 5.1 s, so the tick comes with the end of the fifth cycle.
    #expect(near(stage.scene.window.upperBound, Self.loading + 6 + 0.3 + 1 + 0.3))
    #expect(try joints(stage, "wave", at: Self.loading + 6).count == 51)
    #expect(try joints(stage, "wave", at: Self.loading + 6.3).count == 3)
  }

  @Test func `a pause ends after its begin and begins within the download`() throws {
    for pause in [[1.0, 1], [2, 1], [3.6, 4]] {
      let error = #expect(throws: EffectError.self) { try EffectStage("download", ["pause": .numbers(pause)]) }
      let got = pause.map { $0 == $0.rounded() ? "\(Int($0))" : "\($0)" }.joined(separator: ",")
      #expect(
        error?.description
          == "--pause takes two times A,B with A before B and before the end of the download at 3.6 s; got \(got)")
    }
  }

  @Test func `a download of no time ticks at once`() throws {
    let stage = try EffectStage("download", ["download": .number(0)])
    #expect(near(stage.scene.window.upperBound, Self.loading + 0.3 + 1 + 0.3))
    #expect(try stage.shown("ring", at: Self.loading + 1e-6).shape.strokeStart == 0)
    #expect(try joints(stage, "wave", at: Self.loading + 0.3 + 1e-6).count == 3)
  }

  @Test func `the ring opens and thins away at the reset`() throws {
    let stage = try EffectStage("download")
    #expect(try stage.shown("ring", at: Self.reset - 1e-6).shape.strokeStart == 0)
    let ring = try stage.shown("ring", at: Self.reset + 0.125).shape
    #expect(near(ring.strokeStart, TimingFunction.default(0.5)))
    #expect(near(ring.lineWidth, 6 * (1 - TimingFunction.default(0.125 / 0.3))))
    #expect(try stage.shown("ring", at: Self.reset + 0.25).shape.strokeStart == 1)
    #expect(try stage.shown("stem", at: Self.reset + 0.25).position.y == 0)
    #expect(try joints(stage, "stem", at: Self.reset + 0.25) == [Point(50, 25), Point(50, 72)])
  }

  @Test func `the stages are the parts of the timeline`() throws {
    let windows = try ["jump", "load", "end", "reset"].map { try EffectStage("download", stage: $0).scene.window }
    let phases = ["tap", "loading", "end", "resetStart", "resetEnd"].map { Self.vectors["phases"][$0].number }
    for (index, window) in windows.enumerated() {
      #expect(near(window.lowerBound, phases[index]) && near(window.upperBound, phases[index + 1]), "\(window)")
    }
    #expect(try EffectStage("download", stage: "idle").scene.window == 0...0)
  }

  @Test func `after the reset the button is idle again`() throws {
    let clip = try Clip.make(try Catalog.entry(named: "download"), [:], ClipOptions())
    #expect(clip.frameCount == 236)
    let idle = try still("download", at: 0) { $0.stage = "idle" }
    for index in [0, 14, 222, 235] { #expect(try clip.still(index) == idle, "frame \(index)") }
    #expect(try clip.still(100) != idle)
  }

  @Test func `slow motion leaves the rests alone`() throws {
    func duration(slow: Double) throws -> Double {
      var options = ClipOptions()
      options.slow = slow
      options.rate = 100
      return try Clip.make(try Catalog.entry(named: "download"), [:], options).timing.total.value
    }
    // Half a second before the tap and after the whole, and one of the tick.
    let motion = Self.reset - 1 + 0.3
    #expect(abs(try duration(slow: 1) - (motion + 2)) < 0.01)
    #expect(abs(try duration(slow: 3) - (3 * motion + 2)) < 0.01)
  }

  @Test func `the whole ring is closed`() throws {
    // On the ring's middle line there is ink all around, and nothing of the track shows through.
    let bitmap = try still("download", at: 6.2) { $0.scale = 4 }
    let ink = Pixel(Color(hex: 0xEDF1F2))
    let gaps = (0..<720).filter { step in
      let angle = Double(step) * .pi / 360
      return bitmap[Int(4 * (70 + 50 * cosine(angle))), Int(4 * (70 + 50 * sine(angle)))] != ink
    }
    #expect(gaps.isEmpty)
  }

  @Test(arguments: [(20.0, 0.5), (100, 2), (1000, 2)])
  func `everything shows that flies out of the ring`(side: Double, scale: Double) throws {
    // The dot at its highest.
    let bitmap = try still("download", ["size": .number(side)], at: 0.5 + 0.56276) { $0.scale = scale }
    let background = Pixel(Color(hex: 0x3C95E0)), middle = bitmap.width / 2
    let top = try #require((0..<bitmap.height).first { bitmap[middle, $0] != background })
    #expect(abs(Double(top) - (20 - 8.31471 - 2.5) / 100 * side * scale) <= 1)
  }
}
