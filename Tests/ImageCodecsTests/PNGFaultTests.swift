import Bitmaps
import Foundation
import ImageCodecs
import TestSupport
import Testing

/// What goes wrong where libpng is called: known faults P01 to P04.
@Suite struct PNGFaultTests {
  /// A call that libpng refuses, early or late: no size, and a palette that is too long once the file has been begun.
  private static let refused: [(width: Int, palette: Int, message: String)] = [
    (0, 1, "Invalid IHDR data"), (1, 300, "Invalid palette length"),
  ]

  private func container(_ call: (width: Int, palette: Int, message: String)) throws(PNGError) -> [UInt8] {
    try PNGContainer.file(
      width: call.width, height: 1, header: (8, 3),
      palette: ContiguousArray(repeating: 0xFF00_00FF, count: call.palette), key: nil, data: [1, 2, 3])
  }

  @Test(arguments: refused.indices) func `P01, what libpng refuses is an error of ours in its words`(index: Int) {
    // APNGKit 34: libpng's jump, without a frame of C to land in, ends the process.
    do {
      _ = try container(Self.refused[index])
      Issue.record("libpng took it")
    } catch {
      #expect("\(error)" == "libpng: \(Self.refused[index].message)")
    }
  }

  #if os(Linux)
    @Test(arguments: refused.indices) func `P02, what libpng refuses leaves no memory behind`(index: Int) throws {
      // libspng 183: locals that change after setjmp are lost in the jump, and what they point to with them. A loss would be over a
      // kilobyte a call. Other tests run beside this one, so the least growth of several rounds counts.
      func residentBytes() throws -> Int {
        let fields = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
        return try #require(Int(fields[1])) * 4096
      }
      var least = Int.max
      for _ in 0..<6 {
        let before = try residentBytes()
        for _ in 0..<20_000 { #expect(throws: PNGError.self) { try container(Self.refused[index]) } }
        least = min(least, try residentBytes() - before)
      }
      #expect(least < 8 << 20, "\(least) bytes in 20000 calls")
    }
  #endif

  @Test(arguments: PictureKind.allCases, Effort.allCases)
  func `P03, nothing behind the last pixel is read`(kind: PictureKind, effort: Effort) throws {
    // libpng 687: the simplified writer, told to convert bytes that are bytes already, reads past the end. What lies behind our
    // pixels is room for kernels to overshoot: it must not count among the colours nor get into the file.
    for (width, height) in [(1, 1), (7, 3), (40, 30)] {
      let picture = kind.picture(width: width, height: height, seed: 11)
      var padded = picture
      for place in picture.pixelCount..<picture.storage.count { padded.storage[place] = 0x7F12_3456 &* UInt32(place) }
      let bytes = try PNGEncoder(effort: effort).encode(picture)
      #expect(try PNGEncoder(effort: effort).encode(padded) == bytes, "\(width) by \(height)")
      let (clip, paddedClip) = (StoredFrames([picture, padded]), StoredFrames([padded, picture]))
      var options = APNGOptions()
      options.effort = effort
      let (one, other) = (MemorySink(), MemorySink())
      try APNGEncoder(options: options).encode(clip, to: one)
      try APNGEncoder(options: options).encode(paddedClip, to: other)
      #expect(one.bytes == other.bytes, "\(width) by \(height)")
    }
  }

  @Test func `P03, P04, the simplified writer is not used at all`() throws {
    let sources = "\(Fixtures.root)/Sources"
    let files = try #require(FileManager.default.enumerator(atPath: sources)).compactMap { $0 as? String }
      .filter { $0.hasSuffix(".swift") || $0.hasSuffix(".c") || $0.hasSuffix(".h") }
    #expect(files.contains("CPNGContainer/png_container.c"))
    for file in files {
      let text = try String(contentsOfFile: "\(sources)/\(file)", encoding: .utf8)
      #expect(!text.contains("png_image_write"), "\(file)")
    }
  }

  @Test(arguments: [
    PictureKind.twoGrays, .colors16, .colors200, .grays256, .grayAlpha, .photoWithHoles, .photoWithAlpha,
  ])
  func `P04, rows wider than 16 bits can count come back, to libpng too`(kind: PictureKind) throws {
    // CVE-2026-22801: a row's length in bytes or pixels cut to a smaller integer.
    for (width, height) in [(16383, 3), (16385, 3), (65535, 2), (65537, 2), (131_073, 2), (3, 65537)] {
      let picture = kind.picture(width: width, height: height, seed: 12)
      let bytes = ContiguousArray(try PNGEncoder(effort: .fast).encode(picture))
      let isRead = try PNGDecoder().decode(bytes) == picture
      #expect(isRead, "\(width) by \(height)")
      var other = Bitmap(width: width, height: height)
      #expect(PNGDecoder.readByLibrary(bytes, into: &other) == nil)
      for place in 0..<other.pixelCount { other.storage[place] = Pixel(bits: other.storage[place]).premultiplied.bits }
      let isReadByLibrary = other == picture
      #expect(isReadByLibrary, "\(width) by \(height)")
    }
  }

  @Test func `P04, a small part of a very wide picture is cut out where it lies`() throws {
    let first = PictureKind.colors200.picture(width: 70_001, height: 4, seed: 13)
    let frames = [0, 32_767, 65_534, 65_536, 69_998].map { left in
      var frame = first
      for y in 1...2 { for x in left..<left + 3 { frame[x, y] = Pixel(red: 1, green: UInt8(y), blue: UInt8(x & 255)) } }
      return frame
    }
    let sink = MemorySink()
    try APNGEncoder(options: APNGOptions()).encode(StoredFrames([first] + frames), to: sink)
    let file = try AnimationFile(sink.bytes)
    var player = AnimationPlayer(file)
    for (index, frame) in ([first] + frames).enumerated() {
      let isShown = try player.frame(index) == frame
      #expect(isShown, "frame \(index)")
      #expect(index < 2 || file.frames[index].height == 2)
    }
  }
}
