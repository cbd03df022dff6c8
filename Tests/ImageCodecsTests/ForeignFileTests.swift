import Bitmaps
import Foundation
import ImageCodecs
import TestSupport
import Testing

/// Files that other programs made: `Fixtures/images`.
enum ForeignFiles {
  static func path(_ name: String) -> String { Fixtures.path("images/" + name) }

  static func bytes(_ name: String) throws -> ContiguousArray<UInt8> {
    ContiguousArray(try #require(FileManager.default.contents(atPath: path(name)), "no \(name)"))
  }

  static let types = [
    "gray-1", "gray-2", "gray-4", "gray-8", "gray-16", "rgb-8", "rgb-16", "rgba-8", "rgba-16", "gray-alpha-8",
    "gray-alpha-16", "palette-1", "palette-2", "palette-4", "palette-8",
  ]
  static let animations = [
    "disposals.gif", "still.gif", "disposals.apng", "poster.apng", "palette.apng", "gray-alpha.apng",
  ]
  static let small = animations + ["color.jpg", "progressive.jpg", "gray.jpg", "cmyk.jpg", "orientation-6.jpg"]
}

@Suite struct ForeignFileTests {
  @Test(arguments: ForeignFiles.types)
  func `a PNG of every colour type and depth is read exactly`(type: String) throws {
    let expected = try ImageFile(ForeignFiles.path("type-\(type).expected.png")).decode()
    #expect(try ImageFile(ForeignFiles.path("type-\(type).png")).decode() == expected)
  }

  @Test(arguments: ForeignFiles.animations)
  func `P06, every frame is shown as another decoder shows it`(name: String) throws {
    let expected = try ImageFile(ForeignFiles.path(name + ".png")).decode()
    let file = try AnimationFile(try ForeignFiles.bytes(name))
    #expect(expected.height == file.height * file.frames.count && expected.width == file.width)
    var player = AnimationPlayer(file)
    let order = Array(file.frames.indices) + [0, file.frames.count - 1, file.frames.count / 2]
    for index in order {
      var shown = Bitmap(width: file.width, height: file.height)
      for y in 0..<file.height {
        for x in 0..<file.width { shown[x, y] = expected[x, index * file.height + y] }
      }
      #expect(try player.frame(index) == shown, "frame \(index)")
    }
  }

  @Test func `delays, loops and disposals are read from a GIF`() throws {
    let file = try AnimationFile(path: ForeignFiles.path("disposals.gif"))
    #expect(file.frames.map(\.delay) == [4, 7, 0, 1, 300, 10].map { Rational($0, 100) })
    #expect((0..<6).map { file.shownDelay(of: $0) } == [4, 7, 10, 10, 300, 10].map { Rational($0, 100) })
    #expect(file.total == Rational(341, 100))
    #expect(file.plays == 5, "a stored 4 means four repeats")
    #expect(file.frames.map(\.disposal) == [.none, .background, .previous, .none, .background, .none])
    #expect(file.frames.map(\.localColorCount) == [0, 32, 0, 32, 0, 0])
    #expect(file.frames.map(\.isInterlaced) == [false, false, true, true, false, false])
    #expect(file.frames.map(\.transparentIndex) == [nil, 5, 3, 1, 0, 2])
    #expect((file.width, file.height, file.globalColorCount) == (24, 20, 16))
    #expect(file.comment == "hello" && file.version == "GIF89a" && file.isAnimated)
    #expect(try AnimationFile(path: ForeignFiles.path("still.gif")).plays == 1)
  }

  @Test func `delays, loops and disposals are read from an APNG`() throws {
    let file = try AnimationFile(path: ForeignFiles.path("disposals.apng"))
    #expect(
      file.frames.map(\.delay) == [
        Rational(1, 30), Rational(3, 100), Rational(1001, 30000), .zero, Rational(1, 2), Rational(5), Rational(5),
      ])
    #expect(file.plays == 3 && !file.hasPoster && file.isAnimated)
    #expect(file.frames.map(\.disposal) == [.none, .background, .previous, .previous, .none, .background, .none])
    #expect(file.colorType == "RGB with alpha of 8 bits")
    let poster = try AnimationFile(path: ForeignFiles.path("poster.apng"))
    #expect(poster.hasPoster && poster.frames.count == 7 && poster.plays == 0)
    let still = try AnimationFile(path: ForeignFiles.path("type-rgb-8.png"))
    #expect(!still.isAnimated && still.frames.count == 1)
  }

  @Test(arguments: ["color", "progressive", "gray", "cmyk"])
  func `a JPEG is read as another decoder reads it`(name: String) throws {
    let picture = try ImageFile(ForeignFiles.path("\(name).jpg")).decode()
    let expected = try ImageFile(ForeignFiles.path("\(name).jpg.png")).decode()
    let comparison = BitmapComparison(picture, expected, tolerance: .channel(2))
    #expect(comparison.isEqual, "\(comparison.greatestChannelDifference)")
  }

  @Test(arguments: 1...8)
  func `a JPEG is turned upright`(orientation: Int) throws {
    let file = ImageFile(ForeignFiles.path("orientation-\(orientation).jpg"))
    let picture = try file.decode()
    #expect(try file.size() == (24, 16))
    let upright = try ImageFile(ForeignFiles.path("orientation-1.jpg")).decode()
    #expect(BitmapComparison(picture, upright, tolerance: .channel(40)).isEqual)
    #expect(picture[5, 3].red > 230 && picture[5, 3].green < 30)
    #expect(picture[20, 13].green > 230 && picture[20, 13].red < 30)
  }

  @Test(arguments: ["color", "progressive", "gray", "cmyk", "orientation-6"])
  func `a JPEG that will be scaled down is decoded smaller, to the same picture`(name: String) throws {
    let file = ImageFile(ForeignFiles.path("\(name).jpg")), whole = try file.decode()
    #expect(try file.decode(toCover: whole.width, 1) == whole)
    for divisor in [2, 4, 8] {
      // A quarter more than is needed has to be left.
      let cover = (whole.width * 4 / (5 * divisor), whole.height * 4 / (5 * divisor))
      guard cover.0 > 0, cover.1 > 0 else { continue }
      let small = try file.decode(toCover: cover.0, cover.1)
      #expect(small.width == (whole.width + divisor - 1) / divisor)
      #expect(small.height == (whole.height + divisor - 1) / divisor)
      func mean(_ bitmap: Bitmap, _ part: KeyPath<Pixel, UInt8>) -> Double {
        var sum = 0.0
        for y in 0..<bitmap.height { for x in 0..<bitmap.width { sum += Double(bitmap[x, y][keyPath: part]) } }
        return sum / Double(bitmap.pixelCount)
      }
      for part in [\Pixel.red, \.green, \.blue] { #expect(abs(mean(small, part) - mean(whole, part)) < 6) }
    }
  }

  @Test func `a 35-byte GIF that claims 65535 by 32767 pixels is refused`() throws {
    // scrimage 893, gifsicle 179
    let bytes = try #require(Data(base64Encoded: "R0lGODn//3//gAAAACH5BAAAAAAALAAAAAD///9/AAA="))
    #expect(throws: ImageReadingError.self) { try AnimationFile(ContiguousArray(bytes)) }
    var corrected = ContiguousArray(bytes)
    corrected.insert(UInt8(ascii: "a"), at: 5)
    corrected.replaceSubrange(6..<10, with: [0xFF, 0xFF, 0xFF, 0x7F])
    #expect(throws: ImageReadingError.tooManyPixels(width: 65535, height: 32767, limit: 1 << 26)) {
      try AnimationFile(corrected)
    }
  }

  @Test func `empty data blocks end a frame and reading`() throws {
    // image-gif 101: a reader that waited for data among empty blocks never came back.
    let head: [UInt8] = Array("GIF89a".utf8) + [2, 0, 2, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
    let image: [UInt8] = [0x2C, 0, 0, 0, 0, 2, 0, 2, 0, 0, 2, 0]
    let file = try AnimationFile(ContiguousArray(head + image + [0x21, 0xFE, 0, 0x3B]))
    var player = AnimationPlayer(file)
    #expect(throws: ImageReadingError.malformed(format: "GIF", reason: "frame 0: it ends after 0 pixels")) {
      try player.frame(0)
    }
    #expect(throws: ImageReadingError.self) { try AnimationFile(ContiguousArray(head + image + [0, 0, 0])) }
    #expect(throws: ImageReadingError.noFrames) { try AnimationFile(ContiguousArray(head + [0x3B])) }
  }

  /// Reads all that there is to read, as `info` and `compare` do.
  private func readAll(_ bytes: ContiguousArray<UInt8>) throws -> Int {
    let limits = ReadingLimits(pixels: 1 << 16, bytes: 1 << 20)
    if ImageFormat(of: bytes.span) == .jpeg { return try JPEGDecoder(limits: limits).decode(bytes).pixelCount }
    var player = AnimationPlayer(try AnimationFile(bytes, limits: limits))
    var count = 0
    for index in player.file.frames.indices { count += try player.frame(index).pixelCount }
    return count
  }

  @Test(arguments: ForeignFiles.small)
  func `a file cut anywhere is an error`(name: String) throws {
    let bytes = try ForeignFiles.bytes(name)
    #expect(try readAll(bytes) > 0)
    for count in bytes.indices where !(name.hasSuffix("jpg") && count >= bytes.count - 2) {
      #expect(throws: ImageReadingError.self, "\(count)") { try readAll(ContiguousArray(bytes[..<count])) }
    }
  }

  @Test(arguments: ForeignFiles.small)
  func `a file with any byte changed is an error or a picture`(name: String) throws {
    let bytes = try ForeignFiles.bytes(name)
    var outcomes = 0
    for place in bytes.indices {
      for change: UInt8 in [1, 0x10, 0x80, 0xFF] {
        var damaged = bytes
        damaged[place] ^= change
        // Checksums would hide everything behind them in a PNG.
        if name.hasSuffix("png") { Self.correctChecksums(&damaged) }
        do { outcomes += try readAll(damaged) > 0 ? 1 : 0 } catch is ImageReadingError { outcomes += 1 }
      }
    }
    #expect(outcomes == 4 * bytes.count)
  }

  @Test(arguments: 0..<8)
  func `random bytes behind a good start are an error or a picture`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    for name in ForeignFiles.small {
      let bytes = try ForeignFiles.bytes(name)
      for _ in 0..<40 {
        var damaged = bytes
        for _ in 0..<random.int(in: 1...20) {
          damaged[random.int(in: 6...bytes.count - 1)] = UInt8.random(in: 0...255, using: &random)
        }
        if name.hasSuffix("png") { Self.correctChecksums(&damaged) }
        do { #expect(try readAll(damaged) > 0) } catch is ImageReadingError {}
      }
    }
  }

  /// Gives every chunk of a PNG the checksum that its bytes ask for, as far as chunks can be told.
  static func correctChecksums(_ bytes: inout ContiguousArray<UInt8>) {
    var place = 8
    while place + 12 <= bytes.count {
      let length = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
      let end = place + 8 + length
      guard length >= 0, end + 4 <= bytes.count else { return }
      var crc: UInt32 = 0xFFFF_FFFF
      for byte in bytes[place + 4..<end] {
        crc ^= UInt32(byte)
        for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
      }
      for (offset, shift) in [24, 16, 8, 0].enumerated() {
        bytes[end + offset] = UInt8(truncatingIfNeeded: ~crc >> shift)
      }
      place = end + 4
    }
  }
}
