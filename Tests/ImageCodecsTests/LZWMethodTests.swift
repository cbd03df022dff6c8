import Bitmaps
import ImageCodecs
import TestSupport
import Testing

/// Kinds of clips that are small in different ways.
enum ClipKind: CaseIterable {
  /// Rows of blocks that scroll over clear or plain ground.
  case scrolling
  /// Soft discs that move over plain ground: few exact colours.
  case soft
  /// Soft discs of many colours on clear ground: more colours than a table holds.
  case colorful
  /// A gradient that drifts.
  case gradient
  /// A thing that moves over noise.
  case noise

  /// A clip of this kind.
  func clip(_ random: inout SeededRandom) -> [Bitmap] {
    let width = random.int(in: 30...80), height = random.int(in: 30...60), count = random.int(in: 4...9)
    let speed = random.int(in: 1...5), ground = random.int(in: 0...1) == 0 ? Pixel.clear : Pixel(.white)
    switch self {
    case .scrolling:
      let block = random.int(in: 3...14)
      return (0..<count).map { k in
        bitmap(width, height) { x, y in
          let column = x + speed * k
          guard column < width, y >= 10, column / block % 2 == 0 else { return ground }
          return Pixel(bits: 0xFF20_4060 + UInt32(column / block * 0x0A_0500 + (y / 8) * 9))
        }
      }
    case .soft, .colorful:
      let radius = Double(random.int(in: 4...14))
      let base: Pixel = self == .soft ? Pixel(.white) : ground
      return (0..<count).map { k in
        bitmap(width, height) { x, y in
          let dx = Double(x - 10 - speed * k), dy = Double(y - height / 2)
          let edge = radius + 0.5 - (dx * dx + dy * dy).squareRoot()
          guard edge > 0 else { return base }
          let level = min(1, edge)
          if self == .soft { return Pixel(bits: 0xFF00_0000 | UInt32(255 - 240 * level) * 0x01_0101) }
          return Pixel(red: UInt8(255 * level), green: UInt8(y * 4 % 256), blue: UInt8(x * 3 % 256))
        }
      }
    case .gradient:
      return (0..<count).map { k in
        bitmap(width, height) { x, y in
          Pixel(red: UInt8((x * 3 + k) % 256), green: UInt8((y * 4 + x) % 256), blue: UInt8((x + y) * 2 % 256))
        }
      }
    case .noise:
      let picture = (0..<width * height).map { _ in UInt32.random(in: 0..<64, using: &random) }
      return (0..<count).map { k in
        bitmap(width, height) { x, y in
          let thing = UInt32(x - speed * k >= 5 && x - speed * k < 15 && y > 8 && y < 24 ? 90 : 0)
          let level = thing > 0 ? thing : picture[y * width + x]
          return Pixel(bits: 0xFF00_0000 | level * 0x02_0301)
        }
      }
    }
  }
}

@Suite struct LZWMethodTests {
  @Test(arguments: ClipKind.allCases, 0..<6) func `more effort never makes a larger file`(
    kind: ClipKind, seed: UInt64
  ) throws {
    var random = SeededRandom(seed: seed)
    let clip = kind.clip(&random)
    let fast = try encode(clip) { $0.effort = .fast }.bytes
    let usual = try encode(clip).bytes
    let slow = try encode(clip) { $0.effort = .max }.bytes
    #expect(usual.count <= fast.count && slow.count <= usual.count)
    #expect(try encode(clip, threads: 3) { $0.effort = .max }.bytes == slow)
  }

  @Test func `lossy and effort together are no larger than either of them`() throws {
    for seed: UInt64 in 0..<3 {
      var random = SeededRandom(seed: seed)
      let clip = ClipKind.gradient.clip(&random)
      func size(_ lossy: Double, _ effort: Effort) throws -> Int {
        try encode(clip) { ($0.lossy, $0.effort) = (lossy, effort) }.bytes.count
      }
      let both = try size(30, .max)
      #expect(try both <= size(0, .max) && both <= size(30, .default))
    }
  }

  @Test func `a frame of few colours has narrow codes, and any index for transparent`() throws {
    // All 200 colours at first, then a small square in two greys of its own.
    let clip = (0..<6).map { k in
      bitmap(40, 30) { x, y in
        if k > 0 && x >= 2 * k && x < 2 * k + 3 && y > 3 && y < 9 { return Pixel(bits: 0xFF80_8080 + UInt32(y % 2)) }
        return Pixel(bits: 0xFF00_0000 | UInt32((x + y * 40) % 198) << 8)
      }
    }
    let reader = try GIFReader(encode(clip).bytes)
    #expect(reader.images.map(\.screen) == clip)
    #expect(reader.images[0].minimumCodeSize == 8)
    #expect(reader.images[1].minimumCodeSize == 2)
    for image in reader.images.dropFirst() { #expect(image.minimumCodeSize < 8) }
  }

  /// 200 colours of noise, a part of which changes from frame to frame: tables fill up and are cleared.
  private static func noise(_ random: inout SeededRandom) -> [Bitmap] {
    var values = (0..<180 * 150).map { _ in random.int(in: 0...199) }
    return (0..<4).map { k in
      for _ in 0..<6000 { values[random.int(in: 0...values.count - 1)] = random.int(in: 0...199) }
      return bitmap(180, 150) { x, y in
        let value = UInt32(x / 9 % 4 == k ? (y / 5 + x / 9) % 200 : values[y * 180 + x])
        return Pixel(bits: 0xFF00_0000 | value * 0x01_0100 | 40)
      }
    }
  }

  @Test(arguments: Effort.allCases, 0..<3) func `frames that fill the table are read back exactly`(
    effort: Effort, seed: UInt64
  ) throws {
    var random = SeededRandom(seed: seed)
    let clip = Self.noise(&random)
    let (bytes, summary) = try encode(clip) { $0.effort = effort }
    #expect(summary.isExact)
    #expect(try GIFReader(bytes).images.map(\.screen) == clip)
    #expect(try effort == .fast || bytes.count <= encode(clip) { $0.effort = .fast }.bytes.count)
  }

  @Test func `the search is a good deal shorter than a plain match where runs and patches repeat`() throws {
    // Patches of noise that are the same in every row, at places that no run of a fixed length leads to.
    var random = SeededRandom(seed: 1)
    let patch = (0..<14).map { _ in UInt32.random(in: 0..<200, using: &random) }
    let shifts = (0..<60).map { _ in random.int(in: 0...40) }
    let clip = (0..<3).map { k in
      bitmap(200, 60) { x, y in
        let place = x - 60 - shifts[(y + 17 * k) % 60]
        if k > 0 && place >= 0 && place < 14 { return Pixel(bits: 0xFF00_0001 | (patch[place] + UInt32(k)) << 8) }
        return Pixel(bits: 0xFF00_0002 | UInt32((x * 7 + y * y) % 40) << 16)
      }
    }
    let fast = try encode(clip) { $0.effort = .fast }.bytes.count, usual = try encode(clip).bytes
    #expect(try GIFReader(usual).images.map(\.screen) == clip)
    #expect(Double(usual.count) < 0.92 * Double(fast), "\(usual.count) and \(fast) bytes")
  }

  @Test func `runs are cut such that inexact rows repeat, too`() throws {
    // Soft patches in more colours than a table holds, which come again in every row at another place.
    var random = SeededRandom(seed: 1)
    let patch = (0..<14).map { _ in (random.int(in: 0...255), random.int(in: 0...255), random.int(in: 0...255)) }
    let shifts = (0..<60).map { _ in random.int(in: 0...40) }
    let clip = (0..<4).map { k in
      bitmap(200, 60) { x, y in
        let place = x - 60 - shifts[(y + 17 * k) % 60]
        if k > 0 && place >= 0 && place < 14 {
          return Pixel(red: UInt8(patch[place].0), green: UInt8(patch[place].1), blue: UInt8(patch[place].2))
        }
        return Pixel(red: UInt8(x % 200), green: UInt8(y * 4), blue: UInt8((x + y) % 256))
      }
    }
    let fast = try encode(clip) { $0.effort = .fast }.bytes.count, usual = try encode(clip).bytes.count
    let slow = try encode(clip) { $0.effort = .max }.bytes.count
    #expect(usual <= fast && slow <= usual, "\(slow), \(usual) and \(fast) bytes")
  }
}
