import Bitmaps
import ImageCodecs
import TestSupport
import Testing

/// Squared error per channel and pixel between what is shown and what was meant.
func meanSquaredError(_ shown: [Bitmap], _ meant: [Bitmap]) -> Double {
  var sum = 0.0
  var count = 0
  for (a, b) in zip(shown, meant) {
    for y in 0..<b.height {
      for x in 0..<b.width {
        for (p, q) in [(a[x, y].red, b[x, y].red), (a[x, y].green, b[x, y].green), (a[x, y].blue, b[x, y].blue)] {
          sum += Double((Int(p) - Int(q)) * (Int(p) - Int(q)))
        }
        count += 3
      }
    }
  }
  return sum / Double(count)
}

/// Clips of more than 255 colours, and alpha: known faults G20, G27, G30, G34 and G36.
@Suite struct `GIF colors` {
  /// What the file shows in every frame of a clip at 25 frames a second.
  func screens(_ clip: [Bitmap], _ configure: (inout GIFOptions) -> Void = { _ in }) throws -> [Bitmap] {
    let shown = shownScreens(try GIFReader(encode(clip, nil, configure).bytes))
    #expect(shown.count == 4 * clip.count)
    return stride(from: 0, to: shown.count, by: 4).map { shown[$0] }
  }

  @Test(arguments: [false, true], Effort.allCases)
  func `G30, a pixel whose source stands still does not change`(isFlat: Bool, effort: Effort) throws {
    let clip = richClip(60, isFlat: isFlat)
    let shown = try screens(clip) { $0.effort = effort }
    for k in 1..<clip.count {
      for y in 0..<50 {
        for x in 0..<60 where clip[k][x, y] == clip[k - 1][x, y] {
          #expect(shown[k][x, y] == shown[k - 1][x, y], "frame \(k) pixel \(x) \(y)")
        }
      }
    }
  }

  @Test func `G30, equal colors are shown equally in all frames, whichever comes first`() throws {
    // gifenc 13: a cache of nearest entries by the upper bits of a colour made its answer depend on who asked first.
    let greens = (0..<24).map { Pixel(red: UInt8($0 % 3), green: UInt8(200 + $0 / 3), blue: 4) }
    let clip = richClip(24).enumerated().map { k, frame in
      var frame = frame
      for place in 0..<24 { for y in 0..<2 { frame[(place * 7 + k * 5) % 24 * 2, 2 * k + y] = greens[place] } }
      return frame
    }
    var entries: [UInt32: UInt32] = [:]
    for (shown, meant) in zip(try screens(clip, { ($0.effort, $0.colors) = (.fast, 64) }), clip) {
      for y in 0..<50 {
        for x in 0..<60 {
          let entry = entries[meant[x, y].bits] ?? shown[x, y].bits
          entries[meant[x, y].bits] = entry
          #expect(entry == shown[x, y].bits, "\(meant[x, y])")
        }
      }
    }
    #expect(Set(greens.compactMap { entries[$0.bits] }).count < greens.count, "the table must be too small")
  }

  @Test func `G36, what a table cannot show does not pile up and spill over`() throws {
    // gif-h 3: a blue beyond the table's adds its error to every pixel, and all of it comes out where the blue ends.
    let picture = bitmap(60, 100) { x, _ in Pixel(red: 0, green: 0, blue: x < 40 ? 255 : 41) }
    let shown = try screens([picture]) {
      ($0.dither, $0.colors, $0.fixedColors) = (.errorDiffusion, 2, [.black, Color(hex: 0x000080)])
    }[0]
    let blue = (42..<60).reduce(0) { count, x in count + (0..<100).count { shown[x, $0].blue == 128 } }
    // 41 of 128 of these 1800 pixels would be right; 1464 become blue if nothing bounds the error.
    #expect((500...680).contains(blue), "\(blue)")
  }

  @Test(arguments: [false, true]) func `the error stays small and is bounded in every pixel`(isFlat: Bool) throws {
    let clip = richClip(60, isFlat: isFlat)
    let plain = try screens(clip) { $0.effort = .fast }, shown = try screens(clip)
    let bare = meanSquaredError(plain, clip)
    #expect(bare < 16)
    #expect(meanSquaredError(shown, clip) <= 1.7 * bare)
    for (a, b) in zip(shown, clip) {
      for y in 0..<50 {
        for x in 0..<60 {
          #expect(abs(Int(a[x, y].red) - Int(b[x, y].red)) < 64)
          #expect(abs(Int(a[x, y].green) - Int(b[x, y].green)) < 64)
        }
      }
    }
  }

  @Test func `choosing entries inside the match makes the file smaller`() throws {
    for isFlat in [false, true] {
      let clip = richClip(60, width: 120, height: 100, isFlat: isFlat)
      let fast = try encode(clip) { $0.effort = .fast }.bytes.count
      let usual = try encode(clip).bytes.count
      let lossy = try encode(clip) { $0.lossy = 60 }.bytes.count
      #expect(usual < fast)
      #expect(isFlat ? lossy <= usual : lossy < usual)
    }
  }

  @Test func `G34, fixed colors are exact in all frames beside a photo-like ground`() throws {
    let brand = Pixel(red: 0x1D, green: 0xB9, blue: 0x54)
    let clip = richClip(20).map { frame in
      var frame = frame
      for y in 3..<9 { for x in 3..<13 { frame[x, y] = brand } }
      return frame
    }
    for lossy in [0.0, 80] {
      let shown = try screens(clip) {
        $0.fixedColors = [Color(hex: 0x1DB954)]
        $0.colors = 32
        $0.lossy = lossy
      }
      for frame in shown { for y in 3..<9 { for x in 3..<13 { #expect(frame[x, y] == brand) } } }
    }
  }

  @Test func `a small vivid area survives a large gradient`() throws {
    let clip = richClip(20).map { frame in
      var frame = frame
      for x in 20..<40 { frame[x, 46] = Pixel(red: 255, green: 0, blue: 255) }
      return frame
    }
    for frame in try screens(clip, { $0.colors = 64 }) {
      for x in 20..<40 {
        let pixel = frame[x, 46]
        #expect(pixel.red > 200 && pixel.green < 60 && pixel.blue > 200, "\(pixel)")
      }
    }
  }

  @Test(arguments: [2, 3, 16, 17, 128, 256]) func `at most the asked number of entries is used`(colors: Int) throws {
    let (bytes, summary) = try encode(richClip(8)) { $0.colors = colors }
    let reader = try GIFReader(bytes)
    #expect(!summary.isExact)
    #expect(Set(reader.images.flatMap { $0.indices }).count <= colors)
    #expect(reader.globalTable.count <= max(2, colors.nextPowerOfTwo))
  }

  @Test func `G27, alpha becomes drawn or clear, on a matte or with its own color`() throws {
    let circle = bitmap(40, 40) { x, y in
      let dx = Double(x) - 19.5, dy = Double(y) - 19.5
      let cover = min(max(15.5 - (dx * dx + dy * dy).squareRoot(), 0), 1)
      return Pixel(Color(red: 1, green: 0, blue: 0, alpha: cover))
    }
    let plain = try screens([circle])[0]
    let matted = try screens([circle]) { $0.matte = .blue }[0]
    for y in 0..<40 {
      for x in 0..<40 {
        let alpha = circle[x, y].alpha
        #expect(plain[x, y].bits == (alpha >= 128 ? 0xFF00_00FF : 0))
        #expect(matted[x, y].alpha == (alpha >= 128 ? 255 : 0))
        if alpha >= 128 { #expect(Int(matted[x, y].red) + Int(matted[x, y].blue) == 255) }
      }
    }
    let all = try screens([circle]) { $0.alphaThreshold = 1 }[0]
    for y in 0..<40 { for x in 0..<40 { #expect((all[x, y].alpha == 255) == (circle[x, y].alpha > 0)) } }
  }

  @Test(arguments: [GIFOptions.Dither.ordered, .errorDiffusion], [2, 8, 64])
  func `dithers keep what stands still and what is exact`(dither: GIFOptions.Dither, colors: Int) throws {
    let brand = Pixel(red: 0x1D, green: 0xB9, blue: 0x54)
    let clip = richClip(12).map { frame in
      var frame = frame
      for y in 30..<36 { for x in 3..<13 { frame[x, y] = brand } }
      return frame
    }
    let shown = try screens(clip) {
      $0.dither = dither
      $0.colors = colors
      $0.fixedColors = [Color(hex: 0x1DB954)].prefix(colors - 1).map { $0 }
    }
    for k in 0..<clip.count {
      for y in 0..<50 {
        for x in 0..<60 {
          if k > 0 && clip[k][x, y] == clip[k - 1][x, y] { #expect(shown[k][x, y] == shown[k - 1][x, y]) }
          if clip[k][x, y] == brand { #expect(shown[k][x, y] == brand) }
        }
      }
    }
  }

  @Test func `G36, a dithered grey ramp keeps its mean where the plain one has steps`() throws {
    let ramp = bitmap(256, 32) { x, _ in Pixel(red: UInt8(x), green: UInt8(x), blue: UInt8(x)) }
    func worst(_ dither: GIFOptions.Dither) throws -> Double {
      let shown = try screens([ramp]) {
        $0.dither = dither
        $0.fixedColors = [.black, .white]
        $0.colors = 5
      }[0]
      // Means over 16 by 32 pixels, away from the ends.
      return stride(from: 32, to: 224, by: 16).map { left in
        var (meant, seen) = (0.0, 0.0)
        for x in left..<left + 16 {
          for y in 0..<32 {
            meant += Double(x)
            seen += Double(shown[x, y].green)
          }
        }
        return abs(meant - seen) / 512
      }.max()!
    }
    let plain = try worst(.none)
    #expect(try worst(.errorDiffusion) < 3)
    #expect(try worst(.ordered) < 0.7 * plain)
    #expect(plain > 12)
  }

  @Test func `Oklab tables work and differ`() throws {
    let clip = richClip(10)
    let usual = try screens(clip), oklab = try screens(clip) { $0.colorSpace = .oklab }
    #expect(usual != oklab)
    #expect(meanSquaredError(oklab, clip) < 80)
  }
}

extension Int {
  fileprivate var nextPowerOfTwo: Int {
    var power = 1
    while power < self { power *= 2 }
    return power
  }
}
