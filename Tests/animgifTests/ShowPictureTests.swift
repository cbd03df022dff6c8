import Foundation
import ImageCodecs
import TestSupport
import Testing
import animgif

import struct Bitmaps.Bitmap
import struct Bitmaps.Pixel

/// Pictures for terminals, read back by somebody else or by the plainest reading of the protocol.
@Suite struct ShowPictureTests {
  /// A picture of rectangles, some of them clear.
  private func picture(_ seed: UInt64, width: Int, height: Int, colors: Int) -> Bitmap {
    var random = SeededRandom(seed: seed)
    let inks = (0..<colors).map { _ in
      Pixel(
        red: .random(in: 0...255, using: &random), green: .random(in: 0...255, using: &random),
        blue: .random(in: 0...255, using: &random), alpha: 255)
    }
    var bitmap = Bitmap(width: width, height: height)
    for _ in 0..<colors * 2 {
      let left = Int.random(in: 0..<width, using: &random), top = Int.random(in: 0..<height, using: &random)
      let ink = inks.randomElement(using: &random) ?? .clear
      for y in top..<min(height, top + Int.random(in: 1...height, using: &random)) {
        for x in left..<min(width, left + Int.random(in: 1...width, using: &random)) { bitmap[x, y] = ink }
      }
    }
    return bitmap
  }

  /// A picture that hardly compresses.
  private func noise(width: Int, height: Int) -> Bitmap {
    var random = SeededRandom(seed: 11)
    var bitmap = Bitmap(width: width, height: height)
    for y in 0..<height {
      for x in 0..<width { bitmap[x, y] = Pixel(bits: .random(in: 0...UInt32.max, using: &random) | 0xFF00_0000) }
    }
    return bitmap
  }

  // MARK: - Blocks

  /// A terminal that knows cursor places, colours and the three characters.
  private struct Screen {
    var pixels: [[UInt32?]]
    private var row = 0, column = 0
    private var ink: UInt32?, ground: UInt32?

    init(columns: Int, rows: Int) {
      pixels = Array(repeating: Array(repeating: nil, count: columns), count: rows * 2)
    }

    mutating func write(_ text: String) {
      var rest = Substring(text)
      while let character = rest.popFirst() {
        switch character {
        case "\u{1B}":
          #expect(rest.popFirst() == "[")
          let end = rest.firstIndex { $0.isLetter } ?? rest.endIndex
          let numbers = rest[..<end].split(separator: ";").compactMap { Int($0) }
          if rest[end] == "H" { (row, column) = (numbers[0] - 1, numbers[1] - 1) } else { paint(numbers) }
          rest = rest[rest.index(after: end)...]
        case "\n": (row, column) = (row + 1, 0)
        default:
          #expect(" ▀▄".contains(character))
          pixels[2 * row][column] = character == "▀" ? ink : ground
          pixels[2 * row + 1][column] = character == "▄" ? ink : ground
          column += 1
        }
      }
      #expect(ink == nil && ground == nil, "the colours are reset at the end")
    }

    private mutating func paint(_ numbers: [Int]) {
      var numbers = numbers[...]
      while let code = numbers.popFirst() {
        switch code {
        case 0: (ink, ground) = (nil, nil)
        case 49: ground = nil
        default:
          #expect(numbers.popFirst() == 2)
          let color = numbers.prefix(3).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
          numbers = numbers.dropFirst(3)
          if code == 38 { ink = color } else { ground = color }
        }
      }
    }
  }

  private func expect(_ screen: Screen, shows bitmap: Bitmap) {
    for y in 0..<bitmap.height {
      for x in 0..<bitmap.width {
        let pixel = bitmap[x, y]
        let color = UInt32(pixel.red) << 16 | UInt32(pixel.green) << 8 | UInt32(pixel.blue)
        #expect(screen.pixels[y][x] == (pixel.alpha == 0 ? nil : color), "\(x), \(y)")
      }
    }
  }

  @Test(arguments: [(1, 1), (7, 5), (40, 24), (23, 31)]) func `two pixels a cell show every pixel`(
    size: (width: Int, height: Int)
  ) {
    let bitmap = picture(UInt64(size.width), width: size.width, height: size.height, colors: 5)
    var screen = Screen(columns: size.width, rows: (size.height + 1) / 2)
    let text = BlockPicture(bitmap).lines
    screen.write(text)
    expect(screen, shows: bitmap)
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count == (size.height + 1) / 2 + 1)
  }

  @Test func `changes turn one picture into the next, and are nothing where nothing changes`() {
    var screen = Screen(columns: 30, rows: 10), previous: BlockPicture?
    for seed in 0..<8 {
      let bitmap = picture(UInt64(seed), width: 30, height: 20, colors: seed < 4 ? 1 : 4)
      let blocks = BlockPicture(bitmap)
      screen.write(blocks.changes(from: previous))
      expect(screen, shows: bitmap)
      #expect(blocks.changes(from: blocks).isEmpty)
      previous = blocks
    }
  }

  @Test func `half-clear pixels show their own colour or nothing`() {
    var bitmap = Bitmap(width: 2, height: 2)
    bitmap[0, 0] = Pixel(red: 100, green: 50, blue: 0, alpha: 128)
    bitmap[1, 1] = Pixel(red: 10, green: 10, blue: 10, alpha: 127)
    let rows = BlockPicture(bitmap).rows
    #expect(rows[0][0].upper == 0xC76400 && rows[0][0].lower == nil && rows[0][1].lower == nil)
  }

  // MARK: - Files between escapes

  @Test func `kitty gets a PNG in pieces of at most 4096 characters`() throws {
    let bitmap = noise(width: 90, height: 60)
    let text = try KittyPicture.sequence(bitmap, id: 7)
    let pieces = text.components(separatedBy: "\u{1B}\\").dropLast()
    #expect(pieces.count > 1 && text.hasSuffix("\u{1B}\\"))
    var data = ""
    for (number, piece) in pieces.enumerated() {
      #expect(piece.hasPrefix("\u{1B}_G"))
      let parts = piece.dropFirst(3).split(separator: ";", maxSplits: 1)
      let keys = parts[0].split(separator: ",")
      #expect(keys.contains("a=T") == (number == 0) && keys.contains("m=\(number < pieces.count - 1 ? 1 : 0)"))
      if number == 0 { #expect(keys.contains("f=100") && keys.contains("i=7") && keys.contains("q=2")) }
      #expect(parts[1].count <= 4096 && (number == pieces.count - 1 || parts[1].count % 4 == 0))
      data += parts[1]
    }
    let file = try #require(Data(base64Encoded: data))
    #expect(try PNGDecoder().decode(ContiguousArray(file)) == bitmap)
  }

  @Test func `iTerm2 gets a PNG with its size`() throws {
    let bitmap = picture(4, width: 33, height: 20, colors: 3)
    let text = try ITermPicture.sequence(bitmap)
    #expect(text.hasPrefix("\u{1B}]1337;File=") && text.hasSuffix("\u{07}"))
    let parts = text.dropFirst(12).dropLast().split(separator: ":", maxSplits: 1)
    let file = try #require(Data(base64Encoded: String(parts[1])))
    #expect(parts[0].contains("inline=1;size=\(file.count);width=33px;height=20px"))
    #expect(try PNGDecoder().decode(ContiguousArray(file)) == bitmap)
  }

  @Test func `base 64 is the one that others read`() {
    var random = SeededRandom(seed: 5)
    for count in 0..<70 {
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
      #expect(base64(bytes) == Array(Data(bytes).base64EncodedData()))
    }
  }

  // MARK: - Sixels

  @Test(arguments: [3, 200, 2000]) func `libsixel reads our sixels`(colors: Int) throws {
    var bitmap = picture(UInt64(colors), width: 120, height: 65, colors: colors)
    // An opaque ground, since the decoder has none.
    for y in 0..<65 { for x in 0..<120 where bitmap[x, y].alpha == 0 { bitmap[x, y] = Pixel(.white) } }
    let scratch = try Scratch()
    try Data(SixelPicture.sequence(bitmap).utf8).write(to: scratch.file("a.six"))
    let outcome = try Program.execute(
      URL(fileURLWithPath: "/usr/bin/env"), ["sixel2png", "-i", "a.six", "-o", "a.png"], in: scratch.folder)
    try #require(outcome.status == 0, "\(outcome.errors)")
    let read = try PNGDecoder().decode(ContiguousArray(Data(contentsOf: scratch.file("a.png"))))
    try #require(read.width >= 120 && read.height >= 65)
    var worst = 0, sum = 0
    for y in 0..<65 {
      for x in 0..<120 {
        let (a, b) = (bitmap[x, y], read[x, y])
        let error = max(
          abs(Int(a.red) - Int(b.red)), abs(Int(a.green) - Int(b.green)), abs(Int(a.blue) - Int(b.blue)))
        worst = max(worst, error)
        sum += error
      }
    }
    // A percent is 2.55 levels; of more than 256 colours those are shown that are near.
    #expect(colors <= 200 ? worst <= 2 : sum < 30 * 120 * 65, "\(worst), \(sum)")
  }

  @Test func `clear pixels are not drawn by sixels`() {
    var bitmap = Bitmap(width: 5, height: 1)
    bitmap[2, 0] = Pixel(.red)
    #expect(SixelPicture.sequence(bitmap) == "\u{1B}P0;1q\"1;1;5;1#0;2;100;0;0#0??@\u{1B}\\")
  }

  // MARK: - Choosing, timing

  @Test(arguments: [
    ([:], PictureProtocol.blocks),
    (["TERM": "xterm-256color"], .blocks),
    (["TERM": "xterm-kitty", "KITTY_WINDOW_ID": "1"], .kitty),
    (["TERM": "xterm-ghostty"], .kitty),
    (["TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"], .iterm),
    (["TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm"], .iterm),
    (["TERM": "foot"], .sixel),
    (["TERM": "xterm-256color", "WT_SESSION": "x"], .sixel),
    (["TERM": "tmux-256color", "TERM_PROGRAM": "tmux", "KITTY_WINDOW_ID": "1", "TMUX": "x"], .blocks),
    (["TERM": "xterm-kitty", "STY": "x"], .blocks),
  ]) func `the terminal is told by the environment`(environment: [String: String], expected: PictureProtocol) {
    #expect(PictureProtocol { environment[$0] } == expected)
  }

  @Test func `the frame of a moment is the one that began last`() {
    let schedule = FrameSchedule(FrameTiming(durations: [Rational(1, 10), Rational(1, 2), Rational(2, 5)]))
    #expect(schedule.total == 1)
    #expect([0, 0.05, 0.1, 0.59, 0.6, 0.99, 1, 1.1, 7.65].map(schedule.frame(at:)) == [0, 0, 1, 1, 2, 2, 0, 1, 2])
    #expect(abs(schedule.rest(at: 2.2) - 0.4) < 1e-9)
  }
}
