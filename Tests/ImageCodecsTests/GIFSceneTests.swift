import Bitmaps
import ImageCodecs
import TestSupport
import Testing

/// Clips with hard cuts, each part in colours of its own.
enum Slides {
  /// A colour of a scene: far apart within it, and different from every colour of another.
  static func color(_ number: Int, scene: Int) -> Pixel {
    Pixel(bits: UInt32(number * 7919 + scene * 104_729) &* 0x9E37 & 0xFF_FFFF | 0xFF00_0000)
  }

  /// A picture of so many colours in a frame of a ground.
  static func slide(
    _ scene: Int, colors: Int = 200, ground: Pixel? = nil, width: Int = 48, height: Int = 40
  ) -> Bitmap {
    bitmap(width, height) { x, y in
      if let ground, x < 4 || x >= width - 4 || y < 4 || y >= height - 4 { return ground }
      return color((x * 3 + y * 41) % colors, scene: scene)
    }
  }

  /// Slides, each followed by frames in which a block of its colours moves.
  static func moving(scenes: Int = 3, frames: Int = 4, colors: Int = 200, ground: Pixel? = nil) -> [Bitmap] {
    (0..<scenes).flatMap { scene in
      let first = slide(scene, colors: colors, ground: ground)
      return (0..<frames).map { k in
        var frame = first
        if k > 0 {
          for y in 10..<16 { for x in 6 + 5 * k..<12 + 5 * k { frame[x, y] = color((x + y) % 9, scene: scene) } }
          if let ground, ground.alpha == 0 { frame[20, 20 + k] = .clear }
        }
        return frame
      }
    }
  }

  /// Pictures of some thousand colours, in colours unlike those of the others, with a strip that stays the same in all.
  static func photos(_ count: Int = 3, frames: Int = 1, strip: Int = 0) -> [Bitmap] {
    (0..<count).flatMap { scene in
      (0..<frames).map { k in
        bitmap(160, 120) { x, y in
          if x < strip { return Pixel(red: UInt8(y * 2), green: UInt8(255 - y), blue: UInt8(x * 20)) }
          let value = UInt8(60 + x + k), other = UInt8(15 + y * 2)
          return switch scene % 3 {
          case 0: Pixel(red: value, green: other, blue: 20)
          case 1: Pixel(red: 20, green: value, blue: other)
          default: Pixel(red: other, green: 20, blue: value)
          }
        }
      }
    }
  }

  /// A random clip of scenes: noise of few or many colours on a ground that they have in common, and changes in it.
  static func random(_ random: inout SeededRandom) -> [Bitmap] {
    let width = random.int(in: 12...40), height = random.int(in: 12...30)
    let ground: Pixel? = [nil, Pixel(.white), Pixel.clear][random.int(in: 0...2)]
    let hasClear = ground?.alpha == 0 || random.int(in: 0...3) == 0
    return (0..<random.int(in: 2...4)).flatMap { scene in
      let colors = [3, 100, 200, 254, 400][random.int(in: 0...4)]
      func any() -> Pixel {
        hasClear && random.int(in: 0...9) == 0 ? .clear : color(random.int(in: 0...colors - 1), scene: scene)
      }
      var frame = Bitmap(width: width, height: height, filledWith: ground ?? .clear)
      let margin = ground == nil ? 0 : random.int(in: 0...3)
      for y in margin..<height - margin { for x in margin..<width - margin { frame[x, y] = any() } }
      var frames = [frame]
      for _ in 0..<random.int(in: 0...3) {
        let left = random.int(in: 0...width - 1), top = random.int(in: 0...height - 1)
        let right = random.int(in: left...width - 1), bottom = random.int(in: top...height - 1)
        let (one, isNoise) = (any(), random.int(in: 0...1) == 0)
        for y in top...bottom { for x in left...right { frame[x, y] = isNoise ? any() : one } }
        frames.append(frame)
      }
      return frames
    }
  }
}

/// Local colour tables: where they pay, and what they must not break.
@Suite struct `GIF scenes` {
  private func screens(_ bytes: ContiguousArray<UInt8>) throws -> [Bitmap] {
    let shown = shownScreens(try GIFReader(bytes))
    return stride(from: 0, to: shown.count, by: 4).map { shown[$0] }
  }

  @Test(arguments: [nil, Pixel(.white), .clear], Effort.allCases)
  func `slides of 200 colors each come out exactly`(ground: Pixel?, effort: Effort) throws {
    let clip = (0..<3).map { Slides.slide($0, ground: ground) }
    let (bytes, summary) = try encode(clip) { $0.effort = effort }
    #expect(summary.isExact && summary.colorCount > 500)
    #expect(try screens(bytes) == clip)
    #expect(try GIFReader(bytes).images.map(\.hasLocalTable) == [false, true, true])
    #expect(try AnimationFile(bytes).frames.map(\.localColorCount) == [0, 256, 256])
  }

  @Test(arguments: [nil, Pixel(.white), .clear], Effort.allCases)
  func `frames after a cut stay exact, and bring only the entries along that they send`(
    ground: Pixel?, effort: Effort
  ) throws {
    let clip = Slides.moving(ground: ground)
    let (bytes, summary) = try encode(clip) { $0.effort = effort }
    #expect(summary.isExact)
    #expect(try screens(bytes) == clip)
    let counts = try AnimationFile(bytes).frames.map(\.localColorCount)
    #expect(counts.prefix(4) == [0, 0, 0, 0])
    #expect(counts[4] == 256 && counts[8] == 256)
    if ground?.alpha == 0 { return }  // what is cleared and drawn again may need any entry
    for k in [5, 6, 7, 9, 10, 11] { #expect((1...64).contains(counts[k]), "frame \(k): \(counts[k])") }
  }

  @Test(arguments: 0..<60) func `random scenes are read back exactly where they fit`(seed: UInt64) throws {
    var random = SeededRandom(seed: 0x7363_656E + seed)
    let clip = Slides.random(&random)
    let (budget, keeps) = ([0, 10_000, 1 << 20][random.int(in: 0...2)], random.int(in: 0...1) == 1)
    let effort = Effort.allCases[random.int(in: 0...2)]
    func make(_ threads: Int, _ budget: Int) throws -> (bytes: ContiguousArray<UInt8>, summary: GIFSummary) {
      try encode(clip, threads: threads, budget: budget) { ($0.keepsEqualFrames, $0.effort) = (keeps, effort) }
    }
    let (bytes, summary) = try make(1, budget)
    #expect(try make(3, budget).bytes == bytes)
    if summary.isExact {
      #expect(try screens(bytes) == clip)
      #expect(try make(2, 1 << 20).bytes == bytes)
    } else {
      let shown = try screens(bytes)
      for k in 0..<clip.count {
        for place in 0..<clip[k].pixelCount {
          let (x, y) = (place % clip[k].width, place / clip[k].width)
          #expect((shown[k][x, y].alpha == 0) == (clip[k][x, y].alpha == 0), "frame \(k) pixel \(x) \(y)")
        }
      }
    }
  }

  @Test func `every scene has the fixed colors, and as many entries as asked for`() throws {
    let brand = Pixel(red: 0x1D, green: 0xB9, blue: 0x54)
    let clip = Slides.moving(colors: 50).map { frame in
      var frame = frame
      for x in 30..<44 { frame[x, 35] = brand }
      return frame
    }
    let (bytes, summary) = try encode(clip) { ($0.colors, $0.fixedColors) = (64, [Color(hex: 0x1DB954)]) }
    #expect(summary.isExact)
    #expect(try screens(bytes) == clip)
    #expect(try AnimationFile(bytes).frames.allSatisfy { $0.localColorCount <= 64 })
    // One entry less for the clip is one too few for the scenes.
    let (tight, less) = try encode(clip) { ($0.colors, $0.fixedColors) = (50, [Color(hex: 0x1DB954)]) }
    #expect(!less.isExact)
    for frame in try screens(tight) { for x in 30..<44 { #expect(frame[x, 35] == brand) } }
  }

  @Test(arguments: Effort.allCases, [GIFOptions.Dither.none, .ordered, .errorDiffusion])
  func `photos in other colors get tables of their own, and what stands still stays`(
    effort: Effort, dither: GIFOptions.Dither
  ) throws {
    let clip = Slides.photos(frames: 2, strip: 10)
    let (bytes, summary) = try encode(clip) { ($0.effort, $0.dither) = (effort, dither) }
    #expect(!summary.isExact)
    // A second frame may be so near to the first that nothing of it is sent.
    let hasOwn = try GIFReader(bytes).images.map(\.hasLocalTable)
    #expect(!hasOwn[0] && hasOwn.count { $0 } >= 2 && hasOwn.count { !$0 } <= 2)
    let shown = try screens(bytes)
    for k in 1..<clip.count {
      for y in 0..<120 {
        for x in 0..<160 where clip[k][x, y] == clip[k - 1][x, y] {
          #expect(shown[k][x, y] == shown[k - 1][x, y], "frame \(k) pixel \(x) \(y)")
        }
      }
    }
    // Each alone, as a file of its own, is the measure of what a table can do.
    for scene in 0..<3 {
      let alone = try screens(encode([clip[2 * scene]]) { ($0.effort, $0.dither) = (effort, dither) }.bytes)
      let (error, least) = (
        meanSquaredError([shown[2 * scene]], [clip[2 * scene]]), meanSquaredError(alone, [clip[2 * scene]])
      )
      #expect(error < 1.5 * least + 0.5, "scene \(scene): \(error) instead of \(least)")
    }
  }

  @Test func `a slow change of all pixels, and one that the table hides, are no scenes`() throws {
    let zoom = (0..<12).map { k in
      bitmap(160, 120) { x, y in Pixel(red: UInt8(60 + x + k), green: UInt8(15 + y * 2), blue: UInt8(3 * k)) }
    }
    #expect(try GIFReader(encode(zoom).bytes).images.allSatisfy { !$0.hasLocalTable })
    // Neighbouring colours: nobody sees what the table misses.
    let near = (0..<3).map { k in
      bitmap(80, 120) { x, y in Pixel(red: UInt8(x + k * 80), green: UInt8(y / 30), blue: UInt8(k * 90)) }
    }
    #expect(try GIFReader(encode(near).bytes).images.allSatisfy { !$0.hasLocalTable })
    // Few colours altogether: one table.
    let few = (0..<3).map { Slides.slide($0, colors: 80) }
    #expect(try GIFReader(encode(few).bytes).images.allSatisfy { !$0.hasLocalTable })
  }

  @Test func `neighbouring scenes that fit together share a table`() throws {
    let clip = [0, 1, 2, 3, 4].map { Slides.slide($0, colors: $0 == 3 ? 200 : 80) }
    let (bytes, summary) = try encode(clip)
    #expect(summary.isExact)
    #expect(try screens(bytes) == clip)
    #expect(try GIFReader(bytes).images.map(\.hasLocalTable) == [false, false, false, true, true])
  }

  @Test func `a long hold after a cut is split and shows what it should`() throws {
    let clip = Slides.moving(scenes: 2, frames: 2, ground: .clear)
    let timing = FrameTiming(durations: [1, 700, 1400, 700].map { Rational($0) })
    let reader = try GIFReader(encode(clip, timing) { $0.keepsEqualFrames = true }.bytes)
    var (time, starts) = (0, [0, 100, 70_100, 210_100])
    for image in reader.images {
      while starts.count > 1 && time >= starts[1] { starts.removeFirst() }
      #expect(image.screen == clip[4 - starts.count], "at \(time)")
      time += image.delay
    }
    #expect(time == 280_100)
  }

  @Test func `lossy and a byte limit work across scenes`() throws {
    let clip = Slides.moving()
    let plain = try encode(clip).bytes.count
    let (bytes, _) = try encode(clip) { $0.lossy = 30 }
    #expect(bytes.count <= plain)
    for (a, b) in zip(try screens(bytes), clip) {
      for y in 0..<40 { for x in 0..<48 { #expect(abs(Int(a[x, y].green) - Int(b[x, y].green)) < 80) } }
    }
    let sink = MemorySink()
    let source = BitmapFrames(clip, timing: .uniform(Rational(1, 25), count: clip.count))
    let summary = try GIFEncoder().encode(source, within: plain * 3 / 4, to: sink, threads: 2)
    #expect(sink.bytes.count <= plain * 3 / 4 && !summary.concessions.isEmpty)
    #expect(try GIFReader(sink.bytes).images.count > 0)
  }
}
