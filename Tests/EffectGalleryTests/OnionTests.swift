import AnimGIF
import EffectGallery
import ImageCodecs
import TestSupport
import Testing

@Suite struct OnionTests {
  private func moments(_ onion: OnionOptions, _ moment: Double, isStill: Bool, isLoop: Bool) -> [Double] {
    onion.ghosts(of: moment, isStill: isStill, duration: 4, isLoop: isLoop).map(\.moment)
  }

  @Test func `a still's ghosts are spread over the time before it`() {
    #expect(moments(OnionOptions(count: 4), 2, isStill: true, isLoop: false) == [0, 0.5, 1, 1.5])
    #expect(moments(OnionOptions(count: 4), 0, isStill: true, isLoop: true).isEmpty)
    #expect(moments(OnionOptions(count: 3, step: 0.75), 2, isStill: true, isLoop: false) == [0.5, 1.25])
  }

  @Test func `a clip's ghosts are spread over the whole, in a loop beyond its start`() {
    #expect(moments(OnionOptions(count: 3), 3.5, isStill: false, isLoop: false) == [0.5, 1.5, 2.5])
    #expect(moments(OnionOptions(count: 3), 1.5, isStill: false, isLoop: false) == [0.5])
    #expect(moments(OnionOptions(count: 3), 1.5, isStill: false, isLoop: true) == [2.5, 3.5, 0.5])
  }

  @Test func `older ghosts are paler`() {
    let onion = OnionOptions(count: 4)
    #expect((1...4).map(onion.opacity(age:)) == [0.5, 0.375, 0.25, 0.125])
  }

  @Test func `a dot leaves itself behind at half its strength`() throws {
    let dots = try Catalog.entry(named: "dots")
    let values: [String: ParameterValue] = ["points": .integer(1), "diameter": .number(20), "size": .number(300)]
    var options = ClipOptions()
    options.scale = 1
    options.isStill = true
    options.instant = 1
    let plain = try Clip.make(dots, values, options).still(0)
    options.instant = 0.8
    let before = try Clip.make(dots, values, options).still(0)
    options.instant = 1
    let skin = try OnionSkin(dots, values, options, OnionOptions(count: 1, step: 0.2)).still(0)
    var ghostly = 0
    for y in 0..<plain.height {
      for x in 0..<plain.width {
        if plain[x, y] == Pixel(.black) {
          #expect(skin[x, y] == Pixel(.black))
        } else if plain[x, y] == Pixel(.white) && before[x, y] == Pixel(.black) {
          #expect(abs(Int(skin[x, y].red) - 128) <= 1)
          ghostly += 1
        } else if plain[x, y] == Pixel(.white) && before[x, y] == Pixel(.white) {
          #expect(skin[x, y] == Pixel(.white))
        }
      }
    }
    #expect(ghostly > 200)
  }

  @Test(arguments: Catalog.entries.map(\.name)) func `without ghosts the picture is the plain one`(name: String) throws
  {
    let entry = try Catalog.entry(named: name)
    var options = ClipOptions()
    options.scale = 1
    options.showsGrid = true
    options.showsLabels = true
    // A step that is longer than the clip leaves none.
    let clip = try Clip.make(entry, [:], options)
    var still = options
    still.instant = 0
    still.isStill = true
    let skin = try OnionSkin(entry, [:], still, OnionOptions(count: 2)).still(0)
    // Layers that are put over each other in 8 bits may round otherwise than paint on the ground itself.
    let comparison = BitmapComparison(try clip.still(0), skin, tolerance: .channel(2))
    #expect(comparison.isEqual, "\(comparison.greatestChannelDifference)")
  }

  @Test func `a clip of ghosts has the clip's frames and times`() throws {
    let play = try Catalog.entry(named: "play")
    var options = ClipOptions()
    options.scale = 0.5
    options.background = .clear
    let clip = try Clip.make(play, [:], options)
    let skin = try OnionSkin(play, [:], options, OnionOptions(count: 5))
    #expect(skin.frameCount == clip.frameCount && skin.timing.total == clip.timing.total)
    #expect(try !skin.still(30).equals(try clip.still(30)))
    #expect(try skin.still(30)[0, 0] == .clear)
  }
}
