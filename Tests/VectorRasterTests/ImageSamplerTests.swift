import Bitmaps
import TestSupport
import Testing
import VectorGeometry
import VectorRaster

@Suite struct ImageSamplerTests {
  @Test func `an image on whole pixels is the same pixels with and without a clip mask`() throws {
    var random = SeededRandom(seed: 11)
    for isOpaque in [true, false] {
      var image = Bitmap(width: 40, height: 30)
      for y in 0..<30 {
        for x in 0..<40 {
          let alpha = isOpaque ? 255 : random.int(in: 0...255)
          func channel() -> UInt8 { UInt8(random.int(in: 0...alpha)) }
          image[x, y] = Pixel(red: channel(), green: channel(), blue: channel(), alpha: UInt8(alpha))
        }
      }
      for step in 0..<30 {
        let (dx, dy) = (random.int(in: -12...12), random.int(in: -12...12))
        // A scale that is not quite 1, as three pixels for each of three points make it.
        let scale = 1 + random.double(in: -1e-9...1e-9)
        let paint = Paint.image(
          ImagePaint(
            image, transform: AffineTransform(a: scale, b: 0, c: 0, d: scale, tx: Double(dx), ty: Double(dy)),
            spread: step % 2 == 0 ? .clear : .pad))
        let shape = Path.circle(
          center: Point(random.double(in: 10...30), random.double(in: 10...20)), radius: random.double(in: 1...16))
        var plain = Canvas(width: 40, height: 30, background: Color(red: 0.3, green: 0.5, blue: 0.7))
        var masked = plain
        // All of the picture, but no rectangle.
        try masked.clip(to: .circle(center: Point(20, 15), radius: 900))
        try plain.fill(shape, paint)
        try masked.fill(shape, paint)
        #expect(plain.bitmap == masked.bitmap, "step \(step)")
      }
    }
  }

  /// Draws a paint alone, in a picture of the given size.
  private func picture(_ paint: ImagePaint, width: Int, height: Int) -> Bitmap {
    var result = Bitmap(width: width, height: height)
    var sampler = ImageSampler()
    guard sampler.prepare(paint, transform: .identity, x: 0, count: width) else { return result }
    var row = ContiguousArray<UInt32>(repeating: 0, count: width)
    for y in 0..<height {
      var span = row.mutableSpan
      sampler.writeRow(y: y, of: paint.bitmap, into: &span)
      for x in 0..<width { result[x, y] = Pixel(bits: row[x]) }
    }
    return result
  }

  private func noise(_ width: Int, _ height: Int, seed: UInt64 = 1) -> Bitmap {
    var random = SeededRandom(seed: seed)
    var bitmap = Bitmap(width: width, height: height)
    for y in 0..<height {
      for x in 0..<width {
        let alpha = random.int(in: 0...255)
        func channel() -> UInt8 { UInt8(random.int(in: 0...alpha)) }
        bitmap[x, y] = Pixel(red: channel(), green: channel(), blue: channel(), alpha: UInt8(alpha))
      }
    }
    return bitmap
  }

  @Test(arguments: ImageQuality.allCases)
  func `an image at its own size is copied exactly, also moved, mirrored and turned`(_ quality: ImageQuality) {
    let image = noise(7, 5)
    let same = picture(ImagePaint(image, quality: quality), width: 7, height: 5)
    #expect(same == image)
    let mirrored = AffineTransform(a: -1, b: 0, c: 0, d: 1, tx: 7, ty: 0)
    let mirror = picture(ImagePaint(image, transform: mirrored, quality: quality), width: 7, height: 5)
    let turned = AffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 5, ty: 0)
    let turn = picture(ImagePaint(image, transform: turned, quality: quality), width: 5, height: 7)
    for y in 0..<5 {
      for x in 0..<7 {
        #expect(mirror[6 - x, y] == image[x, y])
        #expect(turn[4 - y, x] == image[x, y])
      }
    }
    let moved = AffineTransform(translationX: 2, y: 1)
    let far = picture(ImagePaint(image, transform: moved, quality: quality), width: 10, height: 7)
    #expect(far[1, 3] == .clear && far[9, 3] == .clear && far[2, 1] == image[0, 0] && far[8, 5] == image[6, 4])
  }

  @Test(arguments: [2, 3, 8])
  func `a shrunk image is the average of what each pixel covers`(_ factor: Int) {
    let image = noise(factor * 4, factor * 3)
    let small = picture(
      ImagePaint(image, transform: AffineTransform(scaleX: 1 / Double(factor), y: 1 / Double(factor))),
      width: 4, height: 3)
    for y in 0..<3 {
      for x in 0..<4 {
        for channel: (Pixel) -> UInt8 in [{ $0.red }, { $0.green }, { $0.blue }, { $0.alpha }] {
          var sum = 0
          for j in 0..<factor {
            for i in 0..<factor { sum += Int(channel(image[x * factor + i, y * factor + j])) }
          }
          #expect(abs(Double(channel(small[x, y])) - Double(sum) / Double(factor * factor)) < 0.501)
        }
      }
    }
  }

  @Test func `enlarging gives squares or straight ramps`() {
    var image = Bitmap(width: 2, height: 1, filledWith: Pixel(.black))
    image[1, 0] = Pixel(.white)
    let scale = AffineTransform(scaleX: 4, y: 4)
    let nearest = picture(ImagePaint(image, transform: scale, spread: .pad, quality: .nearest), width: 8, height: 1)
    #expect((0..<8).map { nearest[$0, 0].red } == [0, 0, 0, 0, 255, 255, 255, 255])
    for quality in [ImageQuality.bilinear, .filtered] {
      let smooth = picture(ImagePaint(image, transform: scale, spread: .pad, quality: quality), width: 8, height: 1)
      #expect((0..<8).map { smooth[$0, 0].red } == [0, 0, 32, 96, 159, 223, 255, 255])
    }
  }

  @Test func `outside its bounds an image is clear, padded or repeated`() {
    var image = Bitmap(width: 3, height: 1, filledWith: Pixel(.red))
    image[0, 0] = Pixel(.green)
    image[2, 0] = Pixel(.blue)
    let moved = AffineTransform(translationX: 4, y: 0)
    func row(_ spread: ImageSpread, _ quality: ImageQuality) -> String {
      let drawn = picture(ImagePaint(image, transform: moved, spread: spread, quality: quality), width: 11, height: 1)
      return (0..<11).map { x in
        [Pixel(.red): "r", Pixel(.green): "g", Pixel(.blue): "b", .clear: "-"][drawn[x, 0]] ?? "?"
      }.joined()
    }
    for quality in ImageQuality.allCases {
      #expect(row(.clear, quality) == "----grb----")
      #expect(row(.pad, quality) == "gggggrbbbbb")
      #expect(row(.repeat, quality) == "bgrbgrbgrbg")
    }
  }

  @Test func `a region keeps its neighbours out`() {
    var image = Bitmap(width: 4, height: 4, filledWith: Pixel(.red))
    for y in 1..<3 { for x in 1..<3 { image[x, y] = Pixel(.blue) } }
    let region = PixelRect(minX: 1, minY: 1, maxX: 3, maxY: 3)
    for angle in [0, 0.4] {
      let transform = AffineTransform(translationX: -2, y: -2)
        .concatenating(AffineTransform(scaleX: 9, y: 3.7)).concatenating(AffineTransform(rotation: angle))
        .concatenating(AffineTransform(translationX: 10, y: 10))
      let drawn = picture(
        ImagePaint(image, region: region, transform: transform, spread: .pad), width: 20, height: 20)
      #expect(drawn == Bitmap(width: 20, height: 20, filledWith: Pixel(.blue)))
    }
  }

  @Test func `a turned, shrunk image keeps its mean`() {
    let image = noise(64, 64, seed: 5)
    let transform = AffineTransform(translationX: -32, y: -32).concatenating(AffineTransform(scaleX: 0.125, y: 0.125))
      .concatenating(AffineTransform(rotation: 0.6)).concatenating(AffineTransform(translationX: 8, y: 8))
    let drawn = picture(ImagePaint(image, transform: transform), width: 16, height: 16)
    func sum(_ bitmap: Bitmap) -> Double {
      bitmap.pixels.indices.reduce(0) { $0 + Double(bitmap.pixels[$1] >> 24) }
    }
    #expect(abs(sum(drawn) * 64 / sum(image) - 1) < 0.02)
  }

  @Test func `no transform of finite numbers traps`() {
    let image = noise(5, 4)
    var random = SeededRandom(seed: 11)
    for _ in 0..<3000 {
      func number() -> Double {
        [0, 1, 1e-300, 1e300, 1e15, 3e-9, random.double(in: -5...5)][random.int(in: 0...6)]
          * [-1, 1][random.int(in: 0...1)]
      }
      let upright = Bool.random(using: &random)
      let transform = AffineTransform(
        a: number(), b: upright ? 0 : number(), c: upright ? 0 : number(), d: number(), tx: number(), ty: number())
      for spread in ImageSpread.allCases {
        for quality in ImageQuality.allCases {
          _ = picture(ImagePaint(image, transform: transform, spread: spread, quality: quality), width: 3, height: 2)
        }
      }
    }
  }
}
