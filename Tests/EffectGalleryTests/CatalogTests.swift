import AnimGIF
import EffectGallery
import Foundation
import TestSupport
import Testing

/// What holds for every effect, without a line of its own.
@Suite struct CatalogTests {
  /// The files that hold an effect; `Play+YouKu.swift` and types that effects share do not.
  private static let effectFiles: [(name: String, text: String)] = {
    let folder = "\(Fixtures.root)/Sources/EffectGallery/Effects"
    let files = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter { $0.hasSuffix(".swift") }
    return files.sorted().compactMap { file in
      guard let text = try? String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8) else { return nil }
      return text.contains(": Effect {") ? (String(file.dropLast(6)), text) : nil
    }
  }()

  @Test func `every effect's file has a line in the catalogue`() throws {
    let catalog = try String(contentsOfFile: "\(Fixtures.root)/Sources/EffectGallery/Catalog.swift", encoding: .utf8)
    #expect(Self.effectFiles.count == Catalog.entries.count)
    for file in Self.effectFiles {
      #expect(file.text.contains("struct \(file.name): Effect {"), "\(file.name).swift holds the effect of its name")
      #expect(
        catalog.contains("CatalogEntry(\(file.name).self)"),
        "add to Sources/EffectGallery/Catalog.swift: CatalogEntry(\(file.name).self),")
    }
  }

  @Test(arguments: Catalog.entries.map(\.name)) func `names are unique and what is named exists`(name: String) throws {
    let entry = try Catalog.entry(named: name)
    #expect(Set(entry.layerNames).count == entry.layerNames.count)
    #expect(Set(entry.parameters.map(\.name)).count == entry.parameters.count)
    #expect(Set(entry.stages).count == entry.stages.count)
    #expect(!entry.summary.isEmpty && entry.summary.hasSuffix("."))
    for group in entry.layerGroups {
      #expect(group.layers.allSatisfy { layer in entry.layers.contains { $0.name == layer } })
    }
    // A default is a value, unless it is said in words or is a list.
    for parameter in entry.parameters {
      guard let text = parameter.defaultText, !text.contains(where: { " ,".contains($0) }) else { continue }
      _ = try parameter.kind.parse(text, as: parameter.name)
    }
  }

  @Test(arguments: Catalog.entries.map(\.name)) func `a loop's frame after the last is its first`(name: String) throws {
    let entry = try Catalog.entry(named: name)
    let scene = try entry.makeScene()
    guard scene.isLoop else { return }
    var options = ClipOptions()
    options.scale = 1
    let clip = try Clip.make(entry, [:], options)
    let after = try ClipFrames.still(name, at: clip.timing.total.value, options)
    #expect(after.equals(try clip.still(0)))
  }

  @Test(arguments: Catalog.entries.map(\.name)) func `every stage and every layer draws something`(name: String) throws
  {
    let entry = try Catalog.entry(named: name)
    for stage in entry.stages {
      var options = ClipOptions()
      options.stage = stage
      options.scale = 0.5
      let clip = try Clip.make(entry, [:], options)
      let ground = clip.background
      let inked = try stride(from: 0, to: clip.frameCount, by: max(1, clip.frameCount / 8)).contains { index in
        try !clip.still(index).inked(on: ground).isEmpty
      }
      #expect(inked, "\(name) --stage \(stage)")
    }
  }

  @Test func `unknown names are answered with the known ones`() throws {
    let play = try Catalog.entry(named: "play")
    func message(_ body: () throws -> Void) -> String {
      do { try body() } catch { return "\(error)" }
      return ""
    }
    var options = ClipOptions()
    options.only = ["lefft"]
    #expect(
      message { _ = try Clip.make(play, [:], options) }
        == "play has no layer lefft (did you mean left?); known: triangle, left, right, arc, lines")
    options.only = nil
    options.stage = "lnk"
    #expect(
      message { _ = try Clip.make(play, [:], options) }
        == "play has no stage lnk (did you mean link?); known: prep, link")
    #expect(message { _ = try Catalog.entry(named: "paly") }.hasPrefix("no effect paly (did you mean play?); known: "))
    #expect(
      message { _ = try Figure.named("002-1x") }.hasPrefix(
        "no figure 002-1x (did you mean 002-1?); known: all, 000-1, "))
  }
}

@Suite struct DownloadLabelTests {
  @Test func `a paused download keeps its text`() throws {
    var options = ClipOptions()
    options.only = ["label"]
    let pause: [String: ParameterValue] = ["pause": .numbers([2.6, 4])]
    let first = try ClipFrames.still("download", pause, at: 0.5 + 1.6727 + 2.61, options)
    #expect(first.equals(try ClipFrames.still("download", pause, at: 0.5 + 1.6727 + 3.5, options)))
    #expect(!first.inked(on: Color(hex: 0x3C95E0)).isEmpty)
  }
}
