import AnimGIF
import EffectGallery
import TestSupport
import Testing

@Suite struct TimelineChartTests {
  private static let names = Catalog.entries.map(\.name)

  private func chart(
    _ name: String, _ values: [String: ParameterValue] = [:], _ change: (inout ClipOptions) -> Void = { _ in }
  ) throws -> TimelineChart {
    var options = ClipOptions()
    change(&options)
    return try TimelineChart(try Catalog.entry(named: name), values, options)
  }

  private func lane(_ chart: TimelineChart, _ layer: String, _ property: String) throws -> TimelineChart.Lane {
    let row = try #require(chart.rows.first { $0.name == layer }, "no layer \(layer)")
    return try #require(row.lanes.first { $0.property == property }, "no \(layer).\(property)")
  }

  @Test(arguments: names) func `bars lie in the clip, in order, and do not overlap`(name: String) throws {
    let entry = try Catalog.entry(named: name), chart = try chart(name)
    let clip = try Clip.make(entry, [:], ClipOptions())
    // A clip that ends at rest shows its last frame a frame longer.
    #expect(abs(chart.duration - clip.timing.total.value) < 0.04)
    #expect(chart.rows.contains { !$0.lanes.isEmpty })
    for row in chart.rows {
      #expect(row.name != "layer", "a layer without a name")
      for lane in row.lanes {
        #expect(lane.property != "value" && !lane.bars.isEmpty)
        for bar in lane.bars {
          #expect(bar.time.lowerBound >= 0 && bar.time.upperBound <= chart.duration + 1e-9)
          #expect(bar.shown.lowerBound <= bar.time.lowerBound && bar.shown.upperBound >= bar.time.upperBound)
          #expect(bar.curve.allSatisfy { $0.y >= -1e-9 && $0.y <= 1 + 1e-9 }, "\(row.name).\(lane.property)")
          #expect(zip(bar.curve, bar.curve.dropFirst()).allSatisfy { $0.x <= $1.x + 1e-9 })
        }
        for (bar, next) in zip(lane.bars, lane.bars.dropFirst()) {
          #expect(bar.time.upperBound <= next.time.lowerBound + 1e-6, "\(row.name).\(lane.property)")
        }
      }
    }
  }

  @Test(arguments: names) func `marked moments are states or stages of the effect`(name: String) throws {
    let entry = try Catalog.entry(named: name), chart = try chart(name)
    for moment in chart.moments {
      #expect(entry.states.contains(moment.name) || entry.stages.contains(moment.name), "\(moment)")
      #expect(moment.time >= 0 && moment.time <= chart.duration)
    }
    #expect(chart.moments.count > 1 || name == "dots")
  }

  @Test func `the play button's triangle is drawn during the link and taken away during the way back`() throws {
    let chart = try chart("play")
    let stroke = try lane(chart, "triangle", "strokeEnd")
    #expect(stroke.bars.map(\.values) == ["0 → 1", "1 → 0"])
    for (bar, time) in zip(stroke.bars, [0.8...1.3, 1.8...2.3]) {
      #expect(bar.time.lowerBound.isNear(time.lowerBound, 1e-9) && bar.time.upperBound.isNear(time.upperBound, 1e-9))
    }
    #expect(stroke.bars[0].shown.upperBound.isNear(1.8, 1e-9), "it holds until the next one")
    let opacity = try lane(chart, "triangle", "opacity")
    #expect(opacity.bars.map(\.isJump) == [true, true] && opacity.bars.map(\.values) == ["1", "0"])
    #expect(chart.moments.map(\.name) == ["prep", "link", "play", "link", "prep", "pause"])
  }

  @Test func `slow motion stretches bars and not rests`() throws {
    let chart = try chart("play", ["direction": .text("forward")]) { $0.slow = 2 }
    #expect(chart.motion.lowerBound == 0.5 && chart.motion.upperBound.isNear(2.1, 1e-9))
    #expect(chart.duration.isNear(2.6, 1e-9))
    let bar = try lane(chart, "triangle", "strokeEnd").bars[0]
    #expect(bar.time.lowerBound.isNear(1.1, 1e-9) && bar.time.upperBound.isNear(2.1, 1e-9))
    #expect(bar.shown.upperBound.isNear(2.6, 1e-9), "it holds during the rest")
  }

  @Test func `a stage shows its part, with what still holds from before`() throws {
    let chart = try chart("ring") { $0.stage = "reveal" }
    #expect(chart.duration.isNear(2, 1e-9) && chart.rows.first { $0.name == "cover" } == nil)
    #expect(try lane(chart, "mask", "lineWidth").bars[0].time.lowerBound == 0)
    let load = try self.chart("download") { $0.stage = "load" }
    let stem = try lane(load, "stem", "position.y").bars[0]
    #expect(stem.time.upperBound == 0 && stem.shown.upperBound.isNear(load.duration, 1e-9))
  }

  @Test func `layers can be chosen, and an animation of two layers of one name is one bar`() throws {
    let some = try chart("play") { $0.only = ["lines"] }
    #expect(some.rows.map(\.name) == ["left", "right"])
    let turning = try chart("play", ["style": .text("youku")])
    #expect(try lane(turning, "arc", "strokeEnd").bars.allSatisfy { $0.count == 2 })
    #expect(try lane(turning, "turning", "transform.rotation.z").bars[0].values == "0° → −90°")
  }

  @Test func `a spring that its layer holds within its way does not overshoot`() throws {
    let curve = try lane(chart("download"), "arrow", "path").bars[0].curve
    #expect(curve.last?.y == 1)
    let swinging = try lane(chart("download", ["arrow-spring": .text("elastic")]), "arrow", "path").bars[0].curve
    #expect(try #require(swinging.last?.y) < 0.95)
  }

  @Test(arguments: names) func `no text of the chart lies on another or outside`(name: String) throws {
    for width in [480.0, 960, 1600] {
      for slow in [0.3, 1.0] {
        var style = TimelineStyle.light
        style.width = width
        let page = try chart(name) { $0.slow = slow }.page(style)
        #expect(page.texts.count > 3)
        for (place, text) in page.texts.enumerated() {
          #expect(text.minX >= 0 && text.maxX <= page.size.width && text.minY >= 0 && text.maxY <= page.size.height)
          for other in page.texts[(place + 1)...] {
            let overlaps =
              text.minX < other.maxX && other.minX < text.maxX && text.minY < other.maxY && other.minY < text.maxY
            #expect(!overlaps, "\(name), \(width) points, slow \(slow): \(text) and \(other)")
          }
        }
      }
    }
  }

  @Test func `the picture has its paper's colour, its width and its scale`() throws {
    var style = TimelineStyle.dark
    style.width = 600
    let picture = try chart("wave").draw(style, scale: 1.5)
    let bitmap = try picture.still(0)
    #expect(abs(bitmap.width - 900) <= 1 && bitmap[2, 2] == Pixel(Color(hex: 0x0D1117)))
    let clear = try chart("wave").draw(TimelineStyle(background: .clear), scale: 1).still(0)
    #expect(clear[2, 2].alpha == 0)
    #expect(throws: EffectError.self) {
      style.width = 60_000
      _ = try chart("wave").draw(style, scale: 8)
    }
  }

  @Test func `the text shows curves, marks and values that hold`() throws {
    let lines = try chart("play") { $0.only = ["triangle"] }.text(columns: 60).split(separator: "\n").map(String.init)
    #expect(
      lines == [
        "play: 2.6 s",
        "                      │prep         │play    │link    │prep",
        "                           │link                      │pause",
        "             0 s      0.5 s    1 s      1.5 s    2 s",
        "triangle",
        "  opacity                  ◆──────────────────────────◆─────",
        "  strokeEnd                ▁▁▂▃▄▅▆▇██────────██▇▆▅▄▃▂▁▁─────",
        "▁▂▃▄▅▆▇█ runs   ─ holds its value   ◆ jumps   · is there",
      ])
    for width in [40, 80, 200] {
      #expect(
        try chart("loading").text(columns: width).split(separator: "\n").allSatisfy { $0.count <= max(width, 60) })
    }
  }
}
