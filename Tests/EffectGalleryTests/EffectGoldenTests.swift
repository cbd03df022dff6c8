import AnimGIF
import EffectGallery
import TestSupport
import Testing

/// Pictures of every effect of articles 000, 003 and 004, at two sizes each. Text is left out: it depends on the fonts that are there.
@Suite struct EffectGoldenTests {
  private static let download = [0, 0.6, 1.06, 2.6, 4.33, 5.9, 6.2, 7.2]
  private static let ring = [0.5, 1, 2.4, 2.75, 2.95, 3.3, 4]
  private static let wave = [0, 0.15, 0.45, 0.9]
  private static let dots = [0, 0.5, 1.4, 1.5, 2]

  @Test func `download looks as it should`() throws {
    golden(
      try strip("download", ["size": .number(60)], at: Self.download) {
        $0.scale = 1
        $0.hide = ["label"]
      }, "EffectGoldenTests/download-60")
    golden(
      try strip(
        "download", ["size": .number(90), "color": .color(Color(hex: 0xFFD60A).withAlpha(0.6))], at: Self.download
      ) {
        $0.scale = 1
        $0.hide = ["label"]
        $0.background = .clear
      }, "EffectGoldenTests/download-90-clear")
  }

  @Test func `wave looks as it should`() throws {
    golden(try strip("wave", ["size": .number(64)], at: Self.wave) { $0.scale = 1 }, "EffectGoldenTests/wave-64")
    golden(try strip("wave", ["size": .number(128)], at: Self.wave) { $0.scale = 1 }, "EffectGoldenTests/wave-128")
    golden(
      try strip("wave", ["size": .number(64)], at: [1.2, 1.25, 1.35, 1.5]) {
        $0.scale = 1
        $0.stage = "tick"
      }, "EffectGoldenTests/wave-tick")
  }

  @Test func `ring looks as it should`() throws {
    golden(try strip("ring", ["size": .number(64)], at: Self.ring) { $0.scale = 1 }, "EffectGoldenTests/ring-64")
    golden(
      try strip("ring", ["canvas": .size(Size(60, 40)), "line": .number(6)], at: Self.ring) {
        $0.isTinted = true
      }, "EffectGoldenTests/ring-60x40-tint")
  }

  @Test func `dots look as they should`() throws {
    golden(try strip("dots", ["size": .number(320)], at: Self.dots) { $0.scale = 0.4 }, "EffectGoldenTests/dots-320")
    golden(
      try strip("dots", ["size": .number(100), "points": .integer(3), "diameter": .number(8)], at: Self.dots) {
        $0.scale = 1
        $0.isTinted = true
      }, "EffectGoldenTests/dots-100-tint")
  }
}

/// What holds for every effect of the catalogue.
@Suite struct EffectRuleTests {
  @Test(arguments: Catalog.entries.map(\.name)) func `a loop ends as it begins`(name: String) throws {
    let entry = try Catalog.entry(named: name)
    let scene = try entry.makeScene()
    guard scene.isLoop else { return }
    let total = scene.opening + scene.window.upperBound - scene.window.lowerBound + scene.closing
    #expect(try still(name, at: total) == still(name, at: 0))
    #expect(try still(name, at: total * 0.4) != still(name, at: 0))
  }

  @Test(arguments: Catalog.entries.map(\.name)) func `every layer and stage can be asked for`(name: String) throws {
    let entry = try Catalog.entry(named: name)
    for stage in entry.stages {
      var options = ClipOptions()
      options.stage = stage
      options.scale = 0.5
      #expect(try Clip.make(entry, [:], options).frameCount >= 1)
    }
    for layer in entry.layers {
      var options = ClipOptions()
      options.only = [layer.name]
      options.isTinted = true
      #expect(try Clip.make(entry, [:], options).frameCount > 1)
    }
  }
}
