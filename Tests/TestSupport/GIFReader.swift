import Bitmaps

/// A reader of GIF files, written from the GIF89a text alone and with nothing in common with the encoder, so that the
/// two cannot share a mistake. It refuses whatever the text does not allow, and what common readers stumble over.
public struct GIFReader {
  /// One stored image with its control block.
  public struct Image {
    /// Position and size on the screen.
    public var left: Int, top: Int, width: Int, height: Int
    /// Hundredths of a second.
    public var delay: Int
    /// 0 none said, 1 keep, 2 clear the rectangle, 3 restore.
    public var disposal: Int
    /// The transparent index, if the control block has one.
    public var transparentIndex: Int?
    /// Whether a control block stood before it.
    public var hasControl: Bool
    /// Whether it brings its own table.
    public var hasLocalTable: Bool
    /// The code size byte.
    public var minimumCodeSize: Int
    /// The decoded indices.
    public var indices: [UInt8]
    /// What the screen shows when the image has been drawn.
    public var screen: Bitmap
  }

  /// Why a file was refused.
  public struct Malformed: Error, CustomStringConvertible {
    /// What was wrong, and where.
    public var description: String
  }

  /// `GIF87a` or `GIF89a`.
  public private(set) var version = ""
  /// Size of the screen.
  public private(set) var width = 0, height = 0
  /// The global table, as `Pixel.bits`.
  public private(set) var globalTable: [UInt32] = []
  /// The number stored in the loop block; nil without one.
  public private(set) var storedLoops: Int?
  /// The comments.
  public private(set) var comments: [String] = []
  /// The images in order.
  public private(set) var images: [Image] = []

  private let bytes: [UInt8]
  private var place = 0

  /// Reads a whole file.
  public init(_ bytes: some Sequence<UInt8>) throws {
    self.bytes = Array(bytes)
    try read()
  }

  private mutating func fail(_ text: String) -> Malformed { Malformed(description: "\(text) at byte \(place)") }

  private mutating func byte() throws -> Int {
    guard place < bytes.count else { throw fail("the file ends early") }
    place += 1
    return Int(bytes[place - 1])
  }

  private mutating func word() throws -> Int { try byte() | byte() << 8 }

  private mutating func table(_ count: Int) throws -> [UInt32] {
    var table: [UInt32] = []
    for _ in 0..<count {
      let (red, green, blue) = (try byte(), try byte(), try byte())
      table.append(UInt32(red | green << 8 | blue << 16) | 0xFF00_0000)
    }
    return table
  }

  private mutating func blocks() throws -> [[UInt8]] {
    var result: [[UInt8]] = []
    while true {
      let count = try byte()
      if count == 0 { return result }
      guard place + count <= bytes.count else { throw fail("a block reaches beyond the end") }
      result.append(Array(bytes[place..<place + count]))
      place += count
    }
  }

  private mutating func read() throws {
    guard bytes.count >= 6 else { throw fail("no header") }
    version = String(decoding: bytes[0..<6], as: UTF8.self)
    guard version == "GIF89a" || version == "GIF87a" else { throw fail("not a GIF") }
    place = 6
    width = try word()
    height = try word()
    let packed = try byte()
    _ = try (byte(), byte())
    if packed & 128 != 0 { globalTable = try table(2 << (packed & 7)) }
    var screen = Bitmap(width: max(1, width), height: max(1, height))
    var control: (disposal: Int, delay: Int, transparent: Int?)?
    var before: (disposal: Int, left: Int, top: Int, right: Int, bottom: Int)?
    while true {
      switch try byte() {
      case 0x3B:
        guard place == bytes.count else { throw fail("bytes after the trailer") }
        guard control == nil else { throw fail("a control block without an image") }
        return
      case 0x21:
        let kind = try byte()
        let parts = try blocks()
        switch kind {
        case 0xF9:
          guard control == nil, parts.count == 1, parts[0].count == 4 else { throw fail("a bad control block") }
          let block = parts[0].map(Int.init)
          control = (block[0] >> 2 & 7, block[1] | block[2] << 8, block[0] & 1 == 1 ? block[3] : nil)
        case 0xFF:
          guard parts.first.map({ String(decoding: $0, as: UTF8.self) }) == "NETSCAPE2.0", parts.count == 2,
            parts[1].count == 3, parts[1][0] == 1, images.isEmpty
          else { throw fail("a bad loop block") }
          storedLoops = Int(parts[1][1]) | Int(parts[1][2]) << 8
        case 0xFE: comments.append(String(decoding: parts.joined(), as: UTF8.self))
        default: throw fail("extension \(kind)")
        }
      case 0x2C:
        if let before, before.disposal == 2 {
          for y in before.top..<before.bottom { for x in before.left..<before.right { screen[x, y] = .clear } }
        }
        let image = try readImage(control, &screen)
        before = (
          image.disposal, image.left, image.top, image.left + image.width, image.top + image.height
        )
        images.append(image)
        control = nil
      case let other: throw fail("introducer \(other)")
      }
    }
  }

  private mutating func readImage(
    _ control: (disposal: Int, delay: Int, transparent: Int?)?, _ screen: inout Bitmap
  ) throws -> Image {
    let (left, top, width, height) = (try word(), try word(), try word(), try word())
    guard width > 0, height > 0, left + width <= self.width, top + height <= self.height else {
      throw fail("an image outside the screen")
    }
    let packed = try byte()
    guard packed & 64 == 0 else { throw fail("an interlaced image") }
    var table = globalTable
    if packed & 128 != 0 { table = try self.table(2 << (packed & 7)) }
    let size = try byte()
    guard (2...8).contains(size) else { throw fail("code size \(size)") }
    let indices = try decode(Array(try blocks().joined()), size, width * height)
    for (offset, index) in indices.enumerated() where Int(index) != control?.transparent {
      guard Int(index) < table.count else { throw fail("index \(index) beyond the table") }
      screen[left + offset % width, top + offset / width] = Pixel(bits: table[Int(index)])
    }
    return Image(
      left: left, top: top, width: width, height: height, delay: control?.delay ?? 0,
      disposal: control?.disposal ?? 0, transparentIndex: control?.transparent, hasControl: control != nil,
      hasLocalTable: packed & 128 != 0, minimumCodeSize: size, indices: indices, screen: screen)
  }

  /// LZW as in appendix F, with a table of plain strings. A code above 4095 or a table that goes on after it is full is
  /// refused.
  private mutating func decode(_ data: [UInt8], _ size: Int, _ count: Int) throws -> [UInt8] {
    let clear = 1 << size, end = clear + 1
    var strings: [[UInt8]] = []
    var width = size + 1
    var previous: [UInt8]?
    var output: [UInt8] = []
    var bit = 0
    var isFirst = true
    while true {
      guard bit + width <= data.count * 8 else { throw fail("no end code") }
      var code = 0
      for offset in 0..<width { code |= Int(data[(bit + offset) / 8] >> ((bit + offset) % 8) & 1) << offset }
      bit += width
      if isFirst && code != clear { throw fail("no clear code first") }
      isFirst = false
      if code == clear {
        strings = (0..<end + 1).map { $0 < clear ? [UInt8($0)] : [] }
        width = size + 1
        previous = nil
        continue
      }
      if code == end { break }
      let string: [UInt8]
      if code < strings.count {
        string = strings[code]
      } else if let previous, code == strings.count {
        string = previous + [previous[0]]
      } else {
        throw fail("code \(code) of \(strings.count)")
      }
      output += string
      if let previous {
        guard strings.count < 4096 else { throw fail("the table goes on after it is full") }
        strings.append(previous + [string[0]])
        if strings.count == 1 << width && width < 12 { width += 1 }
      }
      previous = string
    }
    guard (data.count * 8 - bit) < 8 else { throw fail("bytes behind the end code") }
    guard output.count == count else { throw fail("\(output.count) pixels instead of \(count)") }
    return output
  }
}
