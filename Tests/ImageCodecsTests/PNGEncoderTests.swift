import Bitmaps
import Foundation
import ImageCodecs
import TestSupport
import Testing

/// Kinds of pictures that need different colour types.
enum PictureKind: String, CaseIterable, CustomTestStringConvertible {
  case oneColor, twoGrays, fourGrays, grays16, grays256, grayAlpha, blackOrClear, colors2, colors4, colors16, colors200,
    colorsAndPartialAlpha, opaquePhoto, photoWithHoles, photoWithAlpha, everythingClear

  var testDescription: String { rawValue }

  /// The type and depth that IHDR of a large picture must have.
  var expectedType: (colorType: Int, bits: Int) {
    switch self {
    case .oneColor: (3, 1)
    case .twoGrays: (0, 1)
    case .fourGrays: (0, 2)
    case .grays16: (0, 4)
    case .grays256: (0, 8)
    case .grayAlpha: (4, 8)
    case .blackOrClear, .everythingClear: (3, 1)
    case .colors2: (3, 1)
    case .colors4: (3, 2)
    case .colors16: (3, 4)
    case .colors200, .colorsAndPartialAlpha: (3, 8)
    case .opaquePhoto, .photoWithHoles: (2, 8)
    case .photoWithAlpha: (6, 8)
    }
  }

  func pixel(_ random: inout SeededRandom) -> Pixel {
    func gray(_ value: Int, _ alpha: Int = 255) -> Pixel {
      Pixel(red: UInt8(value), green: UInt8(value), blue: UInt8(value), alpha: UInt8(alpha)).premultiplied
    }
    func color(_ number: Int) -> Pixel {
      Pixel(red: UInt8(number * 37 & 255), green: UInt8(255 - number), blue: UInt8(number * 11 & 255))
    }
    func any(_ alpha: Int) -> Pixel {
      Pixel(bits: UInt32.random(in: 0..<1 << 24, using: &random) | UInt32(alpha) << 24).premultiplied
    }
    return switch self {
    case .oneColor: color(9)
    case .twoGrays: gray(random.int(in: 0...1) * 255)
    case .fourGrays: gray(random.int(in: 0...3) * 85)
    case .grays16: gray(random.int(in: 0...15) * 17)
    case .grays256: gray(random.int(in: 0...255))
    case .grayAlpha: gray(random.int(in: 0...255), random.int(in: 0...255))
    case .blackOrClear: random.int(in: 0...1) == 0 ? gray(0) : .clear
    case .everythingClear: .clear
    case .colors2: color(random.int(in: 0...1))
    case .colors4: color(random.int(in: 0...3))
    case .colors16: color(random.int(in: 0...15))
    case .colors200: color(random.int(in: 0...199))
    case .colorsAndPartialAlpha:
      Pixel(red: 200, green: 10, blue: 90, alpha: UInt8(random.int(in: 0...199))).premultiplied
    case .opaquePhoto: any(255)
    case .photoWithHoles: random.int(in: 0...3) == 0 ? .clear : any(255)
    case .photoWithAlpha: any(random.int(in: 0...255))
    }
  }

  func picture(width: Int, height: Int, seed: UInt64) -> Bitmap {
    var random = SeededRandom(seed: seed)
    var bitmap = Bitmap(width: width, height: height)
    for y in 0..<height { for x in 0..<width { bitmap[x, y] = pixel(&random) } }
    return bitmap
  }
}

@Suite struct PNGEncoderTests {
  @Test(arguments: PictureKind.allCases, Effort.allCases)
  func `a picture read back has the same pixels`(kind: PictureKind, effort: Effort) throws {
    let encoder = PNGEncoder(effort: effort)
    for (seed, size) in [(1, 1), (3, 2), (8, 5), (17, 9), (1, 40), (40, 1)].enumerated() {
      let picture = kind.picture(width: size.0, height: size.1, seed: UInt64(seed))
      let bytes = try encoder.encode(picture)
      #expect(try PNGDecoder().decode(ContiguousArray(bytes)) == picture, "\(size)")
    }
  }

  @Test(arguments: PictureKind.allCases)
  func `the smallest colour type that holds the picture is chosen`(kind: PictureKind) throws {
    let picture = kind.picture(width: 200, height: 150, seed: 5)
    let bytes = ContiguousArray(try PNGEncoder(effort: .fast).encode(picture))
    let header = try PNGHeader(of: bytes.span)
    #expect(header.colorType == kind.expectedType.colorType)
    #expect(header.bitDepth == kind.expectedType.bits)
    #expect((header.width, header.height) == (200, 150))
    #expect(try PNGDecoder().decode(bytes) == picture)
  }

  @Test func `a palette is left out of a tiny picture that is smaller without`() throws {
    let picture = PictureKind.opaquePhoto.picture(width: 4, height: 4, seed: 1)
    let bytes = try PNGEncoder().encode(picture)
    #expect(bytes[25] == 2, "16 colours of 3 bytes fit as they are, a palette would come on top")
  }

  @Test func `P13, edge pixels keep their colour undarkened and clear ones have none`() throws {
    // SuperPNG 11: premultiplied colours in a file give dark edges.
    var random = SeededRandom(seed: 3)
    var bitmap = Bitmap(width: 256, height: 80)
    for y in 0..<80 {
      for x in 0..<256 {
        bitmap[x, y] = Pixel(red: 255, green: 0, blue: 0, alpha: UInt8(random.int(in: 0...255))).premultiplied
        // Not legal as premultiplied, but clear.
        if bitmap[x, y].alpha == 0 { bitmap[x, y].bits = 0x0001_0101 &* UInt32(y) }
      }
    }
    let bytes = try PNGEncoder().encode(bitmap)
    #expect(bytes[25] == 3)
    let palette = try #require(Self.chunk("PLTE", in: bytes))
    let alphas = try #require(Self.chunk("tRNS", in: bytes))
    #expect(alphas.count == 255, "opaque colours come last and need no entry")
    for (index, alpha) in alphas.enumerated() {
      #expect(Array(palette[3 * index..<3 * index + 3]) == (alpha == 0 ? [0, 0, 0] : [255, 0, 0]))
    }
  }

  @Test func `two runs give the same bytes and nothing but the needed chunks`() throws {
    let picture = PictureKind.photoWithHoles.picture(width: 30, height: 20, seed: 2)
    let bytes = try PNGEncoder().encode(picture)
    #expect(try PNGEncoder().encode(picture) == bytes)
    #expect(Self.chunks(of: bytes).map(\.type) == ["IHDR", "tRNS", "IDAT", "IEND"])
  }

  @Test func `P17, a full disk and a missing folder are errors and leave no file`() {
    let picture = PictureKind.colors4.picture(width: 9, height: 9, seed: 1)
    #expect(throws: PNGError.self) { try PNGEncoder().write(picture, to: "/dev/full") }
    do {
      try PNGEncoder().write(picture, to: "/dev/full")
    } catch {
      #expect("\(error)" == "cannot write /dev/full: No space left on device")
    }
    let folder = ScratchFolder()
    #expect(throws: PNGError.self) { try PNGEncoder().write(picture, to: folder.path("missing/a.png")) }
    do {
      try PNGEncoder().write(picture, to: folder.path("missing/a.png"))
    } catch {
      #expect("\(error)" == "cannot write \(folder.path("missing/a.png")): No such file or directory")
    }
    #expect(folder.names.isEmpty)
  }

  @Test func `writing replaces a file whole`() throws {
    let folder = ScratchFolder()
    folder.put([1, 2, 3], "a.png")
    let picture = PictureKind.colors4.picture(width: 9, height: 9, seed: 1)
    try PNGEncoder().write(picture, to: folder.path("a.png"))
    #expect(folder.contents("a.png") == (try PNGEncoder().encode(picture)))
    #expect(folder.names == ["a.png"])
  }

  static func chunks(of bytes: [UInt8]) -> [(type: String, payload: [UInt8])] {
    var chunks: [(String, [UInt8])] = []
    var place = 8
    while place + 12 <= bytes.count {
      let length = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
      let type = String(decoding: bytes[place + 4..<place + 8], as: UTF8.self)
      chunks.append((type, Array(bytes[place + 8..<place + 8 + length])))
      place += length + 12
    }
    return chunks
  }

  static func chunk(_ type: String, in bytes: [UInt8]) -> [UInt8]? {
    chunks(of: bytes).first { $0.type == type }?.payload
  }
}

@Suite struct PNGDecoderTests {
  private func decode(_ bytes: some Sequence<UInt8>, limits: ReadingLimits = ReadingLimits()) throws -> Bitmap {
    try PNGDecoder(limits: limits).decode(ContiguousArray(bytes))
  }

  @Test(arguments: [PictureKind.grays16, .colorsAndPartialAlpha, .photoWithHoles, .photoWithAlpha])
  func `a file cut anywhere is an error`(kind: PictureKind) throws {
    let bytes = try PNGEncoder().encode(kind.picture(width: 7, height: 5, seed: 1))
    for count in 0..<bytes.count - 12 {  // the 12 bytes of IEND carry nothing
      #expect(throws: ImageReadingError.self, "\(count)") { try decode(bytes.prefix(count)) }
    }
  }

  @Test(arguments: [PictureKind.grays16, .colorsAndPartialAlpha, .photoWithHoles, .photoWithAlpha])
  func `a file with any byte changed is an error or a picture`(kind: PictureKind) throws {
    let bytes = try PNGEncoder().encode(kind.picture(width: 7, height: 5, seed: 1))
    var (pictures, errors) = (0, 0)
    for place in bytes.indices {
      for change: UInt8 in [1, 0x80, 0xFF] {
        var damaged = bytes
        damaged[place] ^= change
        do {
          let picture = try decode(damaged)
          #expect(picture.pixelCount == 35)
          pictures += 1
        } catch is ImageReadingError { errors += 1 }
      }
    }
    #expect(errors > pictures, "checksums find nearly all changes")
  }

  @Test func `a size beyond the limit is refused before anything is decoded`() throws {
    var bytes = try PNGEncoder().encode(Bitmap(width: 1, height: 1))
    bytes.replaceSubrange(16..<24, with: [0x00, 0x00, 0xFF, 0xFF, 0x00, 0x00, 0x7F, 0xFF])
    #expect(throws: ImageReadingError.tooManyPixels(width: 65535, height: 32767, limit: 1 << 26)) { try decode(bytes) }
    bytes.replaceSubrange(16..<24, with: [0x7F, 0xFF, 0xFF, 0xFF, 0x7F, 0xFF, 0xFF, 0xFF])
    #expect(throws: ImageReadingError.self) { try decode(bytes, limits: ReadingLimits(pixels: 1 << 30)) }
    let large = try PNGEncoder().encode(Bitmap(width: 11, height: 10))
    #expect(try decode(large, limits: ReadingLimits(pixels: 110)).width == 11)
    #expect(throws: ImageReadingError.self) { try decode(large, limits: ReadingLimits(pixels: 109)) }
  }

  @Test func `other files are told apart`() {
    #expect(throws: ImageReadingError.unknownFormat) { try decode([]) }
    #expect(throws: ImageReadingError.unknownFormat) { try decode(Array("GIF89a and more".utf8)) }
    #expect("\(ImageReadingError.unknownFormat)" == "not a PNG, APNG, JPEG or GIF file")
  }
}

/// Our own reading beside libpng's, which reads the same files independently.
@Suite struct PNGDecoderAgreementTests {
  private func byLibrary(_ bytes: ContiguousArray<UInt8>) throws -> Bitmap {
    let header = try PNGHeader(of: bytes.span)
    var bitmap = Bitmap(width: header.width, height: header.height)
    #expect(PNGDecoder.readByLibrary(bytes, into: &bitmap) == nil)
    for y in 0..<bitmap.height { for x in 0..<bitmap.width { bitmap[x, y] = bitmap[x, y].premultiplied } }
    return bitmap
  }

  @Test(arguments: ForeignFiles.types)
  func `every colour type and depth is read as by libpng`(type: String) throws {
    let bytes = try ForeignFiles.bytes("type-\(type).png")
    let isSame = try PNGDecoder().decode(bytes) == byLibrary(bytes)
    #expect(isSame)
  }

  @Test(arguments: PictureKind.allCases)
  func `every filter is undone as by libpng`(kind: PictureKind) throws {
    for strategy in PNGFilter.Strategy.allCases {
      for (width, height) in [(1, 1), (7, 5), (64, 9)] {
        let picture = kind.picture(width: width, height: height, seed: 4)
        let bytes = ContiguousArray(try PNGEncoder().encode(picture, filteredBy: [strategy]))
        let (ours, theirs) = (try PNGDecoder().decode(bytes), try byLibrary(bytes))
        let areSame = ours == picture && theirs == picture
        #expect(areSame, "\(strategy) \(width)x\(height)")
      }
    }
  }

  @Test func `a gamma of its own is converted and sRGB's left alone`() throws {
    let gray = Bitmap(width: 2, height: 2, filledWith: Pixel(red: 128, green: 128, blue: 128))
    let plain = ContiguousArray(try PNGEncoder().encode(gray))
    func withGamma(_ value: UInt32, _ isStandard: Bool) -> ContiguousArray<UInt8> {
      var bytes = ContiguousArray(plain[..<33])
      bytes.append(contentsOf: [0, 0, 0, 4] + Array("gAMA".utf8))
      bytes.append(contentsOf: [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } + [0, 0, 0, 0])
      if isStandard { bytes.append(contentsOf: [0, 0, 0, 1] + Array("sRGB".utf8) + [0, 0, 0, 0, 0]) }
      bytes.append(contentsOf: plain[33...])
      ForeignFileTests.correctChecksums(&bytes)
      return bytes
    }
    #expect(try PNGDecoder().decode(withGamma(45455, false)) == gray)
    #expect(try PNGDecoder().decode(withGamma(100_000, true)) == gray)
    let linear = try PNGDecoder().decode(withGamma(100_000, false))
    #expect(abs(Int(linear[0, 0].red) - 186) <= 1, "half the light is 0.502^(1/2.2), libpng's sRGB")
  }
}
