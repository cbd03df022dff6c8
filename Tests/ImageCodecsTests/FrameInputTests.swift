import Bitmaps
import Foundation
import ImageCodecs
import TestSupport
import Testing

@Suite struct NaturalOrderTests {
  @Test func `numbers in names count as numbers`() {
    // gifmaker 2, wgif 14: 10.png came before 2.png.
    let names = (1...12).map { "\($0).png" }
    #expect(names.shuffled().sorted(by: naturallyPrecedes) == names)
    let mixed = ["a1b2", "a1b10", "a2", "a02", "a10", "b", "b1", "b01", "b1x", "b99999999999999999999999", "c"]
    #expect(mixed.reversed().sorted(by: naturallyPrecedes) == mixed)
  }

  @Test func `the order is total`() {
    let names = ["", "0", "00", "a", "A", "a0", "a00", "a0b", "é1", "é01", "1a", "01a", "10", "9"]
    for left in names {
      for right in names {
        let count = [naturallyPrecedes(left, right), naturallyPrecedes(right, left)].filter { $0 }.count
        #expect(count == (left == right ? 0 : 1), "\(left) \(right)")
      }
    }
  }
}

@Suite struct FrameInputTests {
  let folder = ScratchFolder()

  private func put(_ picture: Bitmap, _ name: String) throws {
    try PNGEncoder(effort: .fast).write(picture, to: folder.path(name))
  }

  @Test func `a folder stands for its pictures in natural order`() throws {
    for index in [2, 10, 1] { try put(Bitmap(width: 1, height: 1), "f\(index).PNG") }
    folder.put([1], "f3.txt")
    folder.put([1], ".f0.png")
    let expected = ["f1.PNG", "f2.PNG", "f10.PNG"].map(folder.path)
    #expect(try FrameFiles.expanding([folder.path]) == expected)
    #expect(try FrameFiles.expanding([folder.path + "/"]) == expected.map { $0.replacing("/f", with: "/f") })
    #expect(try FrameFiles.expanding(["b", "a"]) == ["b", "a"], "the given order is kept")
  }

  @Test func `a list stands for its lines`() throws {
    try put(Bitmap(width: 1, height: 1), "x1.png")
    folder.put(Array("b.png\r\na b.png\n\n\(folder.path)\n".utf8), "list")
    #expect(
      try FrameFiles.expanding(["@" + folder.path("list"), "c"]) == ["b.png", "a b.png", folder.path("x1.png"), "c"])
  }

  @Test func `two thousand inputs come by a list`() throws {
    // gifski 316: too many arguments for a shell.
    folder.put(Array((0..<2000).map { "frame\($0).png\n" }.joined().utf8), "list")
    #expect(try FrameFiles.expanding(["@" + folder.path("list")]).count == 2000)
  }

  @Test func `nothing to read is an error that names it`() throws {
    #expect(throws: ImageReadingError.inFile(folder.path, .noFrames)) { try FrameFiles.expanding([folder.path]) }
    #expect(throws: ImageReadingError.noFrames) { try FrameFiles.expanding([]) }
    let missing = folder.path("missing.png")
    #expect(throws: ImageReadingError.cannotRead(path: missing, .notFound)) { try ImageFile(missing).decode() }
    #expect(throws: ImageReadingError.cannotRead(path: folder.path, .isFolder)) { try ImageFile(folder.path).decode() }
    folder.put(Array("hello".utf8), "hello.png")
    #expect(throws: ImageReadingError.inFile(folder.path("hello.png"), .unknownFormat)) {
      try ImageFile(folder.path("hello.png")).size()
    }
    #expect(
      "\(ImageReadingError.inFile("a.png", .tooManyPixels(width: 9, height: 8, limit: 70)))"
        == "a.png: 9 by 8 pixels are too many to read; the limit is 70 in all")
  }

  private func render(_ source: some FrameSource) throws -> [Bitmap] {
    var renderer = source.makeRenderer()
    return try (0..<source.frameCount).map { index in
      var bitmap = Bitmap(width: source.width, height: source.height, filledWith: Pixel(red: 9, green: 9, blue: 9))
      try renderer.render(index, into: &bitmap)
      return bitmap
    }
  }

  @Test func `stills of different sizes lie in the middle of one canvas`() throws {
    let white = Pixel(red: 255, green: 255, blue: 255)
    try put(Bitmap(width: 4, height: 2, filledWith: white), "a.png")
    try put(Bitmap(width: 1, height: 3, filledWith: white), "b.png")
    let paths = ["a.png", "b.png"].map(folder.path)
    let timing = FrameTiming.uniform(Rational(1, 10), count: 2)
    func rows(_ bitmap: Bitmap) -> [String] {
      (0..<bitmap.height).map { y in
        (0..<bitmap.width).map { bitmap[$0, y] == white ? "#" : bitmap[$0, y] == .clear ? "." : "?" }.joined()
      }
    }
    let centered = try render(ImageSequence(paths: paths, timing: timing)).map(rows)
    #expect(centered == [["####", "####", "...."], [".#..", ".#..", ".#.."]])
    let corner = try render(ImageSequence(paths: paths, timing: timing, placement: .topLeft)).map(rows)
    #expect(corner == [["####", "####", "...."], ["#...", "#...", "#..."]])
    let cut = try render(ImageSequence(paths: paths, timing: timing, canvas: (3, 1))).map(rows)
    #expect(cut == [["###"], [".#."]])
  }

  @Test func `an animation's frames keep their time`() throws {
    let source = AnimationFrames(try AnimationFile(path: ForeignFiles.path("disposals.gif")))
    #expect(source.timing.total == Rational(341, 100))
    #expect(try render(source).count == 6)
  }

  @Test(arguments: PictureKind.allCases, [1, 2])
  func `an APNG read back shows every frame for its time`(kind: PictureKind, threads: Int) throws {
    for seed in UInt64(0)..<3 {
      var random = SeededRandom(seed: seed)
      var frames = StoredFrames.wandering(kind, count: 11, seed: seed).frames
      frames[4] = frames[3]
      frames[8] = frames[7]
      let durations = frames.map { _ in Rational(random.int(in: 1...50), random.int(in: 1...60)) }
      let source = StoredFrames(frames, FrameTiming(durations: durations))
      for options in 0..<4 {
        var encoder = APNGEncoder()
        encoder.options.effort = Effort.allCases[Int(seed)]
        encoder.options.usesFullFrames = options & 1 == 1
        encoder.options.keepsEqualFrames = options & 2 == 2
        if seed == 1 { encoder.options.poster = kind.picture(width: 24, height: 16, seed: 99) }
        let sink = MemorySink()
        try encoder.encode(source, to: sink, threads: threads)
        let file = try AnimationFile(sink.bytes)
        let shown = try render(AnimationFrames(file))
        #expect(file.total == source.timing.total)
        if options & 2 == 2 { #expect(shown.count == frames.count) }
        // What is shown when each frame of the source begins.
        var (stored, start) = (0, Rational.zero)
        for (index, frame) in frames.enumerated() {
          while start + file.frames[stored].delay <= source.timing.start(of: index) {
            (start, stored) = (start + file.frames[stored].delay, stored + 1)
          }
          let isShown = shown[stored] == frame
          #expect(isShown, "frame \(index), options \(options)")
        }
      }
    }
  }

  // MARK: Raw frames

  @Test func `raw RGBA written and read is the same`() throws {
    let source = StoredFrames.wandering(.photoWithAlpha, count: 5, seed: 1)
    for threads in [1, 2] {
      let sink = try FileSink(path: folder.path("raw"))
      try RawEncoder(format: .rgba).encode(source, to: sink, threads: threads)
      let raw = try RawFrames(path: folder.path("raw"), width: 24, height: 16, frameDuration: Rational(1, 30))
      #expect(raw.frameCount == 5)
      let isSame = try render(raw) == source.frames
      #expect(isSame)
    }
    #expect(folder.contents("raw")?.count == 5 * 24 * 16 * 4)
  }

  @Test func `raw input that is empty or ends in a frame is an error`() {
    folder.put([], "empty")
    folder.put([UInt8](repeating: 1, count: 4 * 6 + 5), "part")
    let rate = Rational(1, 30)
    #expect(throws: ImageReadingError.inFile(folder.path("empty"), .noFrames)) {
      try RawFrames(path: folder.path("empty"), width: 2, height: 3, frameDuration: rate)
    }
    do {
      _ = try RawFrames(path: folder.path("part"), width: 2, height: 3, frameDuration: rate)
      Issue.record("no error")
    } catch {
      #expect(
        "\(error)" == folder.path("part") + ": damaged raw file: a frame of 2 by 3 takes 24 bytes; the last has 5")
    }
  }

  @Test func `y4m has its header, its planes and the colours of BT 601`() throws {
    let colors: [(Pixel, [UInt8])] = [
      (Pixel(red: 255, green: 255, blue: 255), [235, 128, 128]), (Pixel(red: 0, green: 0, blue: 0), [16, 128, 128]),
      (Pixel(red: 255, green: 0, blue: 0), [81, 90, 240]), (Pixel(red: 0, green: 255, blue: 0), [145, 54, 34]),
      (Pixel(red: 0, green: 0, blue: 255), [41, 240, 110]), (.clear, [235, 128, 128]),
    ]
    for (color, expected) in colors {
      let sink = MemorySink()
      let frames = [Bitmap(width: 4, height: 2, filledWith: color)]
      try RawEncoder(format: .y4m).encode(StoredFrames(frames, .uniform(Rational(1001, 30000), count: 1)), to: sink)
      let header = "YUV4MPEG2 W4 H2 F30000:1001 Ip A1:1 C420jpeg XCOLORRANGE=LIMITED\nFRAME\n"
      let planes = [UInt8](repeating: expected[0], count: 8) + [expected[1], expected[1], expected[2], expected[2]]
      #expect(Array(sink.bytes) == Array(header.utf8) + planes)
    }
    let odd = MemorySink()
    try RawEncoder(format: .y4m).encode(StoredFrames([Bitmap(width: 3, height: 2)]), to: odd)
    #expect(String(decoding: odd.bytes, as: UTF8.self).hasPrefix("YUV4MPEG2 W3 H2 F30:1 Ip A1:1 C444 "))
    #expect(odd.bytes.count == "YUV4MPEG2 W3 H2 F30:1 Ip A1:1 C444 XCOLORRANGE=LIMITED\nFRAME\n".utf8.count + 18)
  }

  @Test func `y4m needs one rate, and a full output is an error`() {
    let frames = StoredFrames.wandering(.colors4, count: 2, seed: 1).frames
    #expect(throws: RawError.self) {
      try RawEncoder(format: .y4m).encode(
        StoredFrames(frames, FrameTiming(durations: [Rational(1), Rational(2)])), to: MemorySink())
    }
    for capacity in [0, 10, 100, 1500] {
      let sink = MemorySink(capacity: capacity)
      #expect(throws: RawError.self) { try RawEncoder(format: .rgba).encode(StoredFrames(frames), to: sink) }
      #expect(!sink.isFinished && sink.bytes.isEmpty)
    }
  }
}
