// GIF's blocks (GIF89a specification, CompuServe 1990, sections 17–27), and the loop block that Netscape added.
//
//   header, screen descriptor, global table?, (extension | image)…, trailer
//   image = descriptor, local table?, code size, data blocks of 1…255 bytes, block of 0 bytes

extension AnimationFile {
  private static func problem(_ reason: String) -> ImageReadingError { .malformed(format: "GIF", reason: reason) }

  mutating func parseGIF() throws(ImageReadingError) {
    let file = bytes
    let bytes = file.span
    var reader = ByteReader(format: "GIF", place: 6, end: bytes.count)
    version = String(decoding: file[..<6], as: UTF8.self)
    (width, height) = (try reader.short(bytes), try reader.short(bytes))
    guard width > 0, height > 0 else { throw Self.problem("its size is \(width) by \(height)") }
    try limits.check(width: width, height: height)
    let flags = try reader.byte(bytes)
    _ = try reader.skip(2)  // background index and aspect ratio: browsers heed neither
    var globalTable = 0..<0
    if flags & 0x80 != 0 {
      globalColorCount = 2 << (flags & 7)
      globalTable = try reader.skip(3 * globalColorCount)
    }
    colorType = globalColorCount > 0 ? "palette of \(globalColorCount)" : "a palette per frame"
    var control = Frame(width: 1, height: 1)
    while true {
      switch try reader.byte(bytes) {
      case 0x21: try parseExtension(&reader, file, &control)
      case 0x2C:
        frames.append(try image(&reader, file, control, globalTable))
        control = Frame(width: 1, height: 1)
      case 0x3B:
        if frames.isEmpty { throw .noFrames }
        isAnimated = frames.count > 1
        return
      case let other: throw Self.problem("an unknown block \(other) at byte \(reader.place - 1)")
      }
    }
  }

  /// Reads data blocks up to the empty one.
  private func dataBlocks(
    _ reader: inout ByteReader, _ bytes: ContiguousArray<UInt8>
  ) throws(ImageReadingError) -> [Range<Int>] {
    var blocks: [Range<Int>] = []
    while true {
      let count = try reader.byte(bytes.span)
      if count == 0 { return blocks }
      blocks.append(try reader.skip(count))
    }
  }

  private mutating func parseExtension(
    _ reader: inout ByteReader, _ bytes: ContiguousArray<UInt8>, _ control: inout Frame
  ) throws(ImageReadingError) {
    let label = try reader.byte(bytes.span)
    let blocks = try dataBlocks(&reader, bytes)
    switch label {
    case 0xF9:
      guard let block = blocks.first, block.count >= 4 else { throw Self.problem("a control block is cut short") }
      let start = block.lowerBound
      let flags = Int(bytes[start])
      control.disposal =
        switch flags >> 2 & 7 {
        case 2: .background
        case 3: .previous
        default: .none
        }
      control.delay = Rational(Int(bytes[start + 1]) | Int(bytes[start + 2]) << 8, 100)
      control.transparentIndex = flags & 1 != 0 ? Int(bytes[start + 3]) : nil
    case 0xFF:
      guard blocks.count >= 2, blocks[0].count == 11, blocks[1].count >= 3, bytes[blocks[1].lowerBound] == 1 else {
        return
      }
      let name = String(decoding: bytes[blocks[0]], as: UTF8.self)
      guard name == "NETSCAPE2.0" || name == "ANIMEXTS1.0" else { return }
      let repeats = Int(bytes[blocks[1].lowerBound + 1]) | Int(bytes[blocks[1].lowerBound + 2]) << 8
      plays = repeats == 0 ? 0 : repeats + 1
    case 0xFE where comment == nil:
      comment = String(decoding: blocks.flatMap { bytes[$0] }, as: UTF8.self)
    default: break
    }
  }

  private func image(
    _ reader: inout ByteReader, _ bytes: ContiguousArray<UInt8>, _ control: Frame, _ globalTable: Range<Int>
  ) throws(ImageReadingError) -> Frame {
    var frame = control
    frame.x = try reader.short(bytes.span)
    frame.y = try reader.short(bytes.span)
    frame.width = try reader.short(bytes.span)
    frame.height = try reader.short(bytes.span)
    guard frame.width > 0, frame.height > 0 else {
      throw Self.problem("frame \(frames.count) is \(frame.width) by \(frame.height)")
    }
    try limits.check(width: frame.width, height: frame.height)
    let flags = try reader.byte(bytes.span)
    frame.isInterlaced = flags & 0x40 != 0
    frame.colorTable = globalTable
    if flags & 0x80 != 0 {
      frame.localColorCount = 2 << (flags & 7)
      frame.colorTable = try reader.skip(3 * frame.localColorCount)
    }
    if frame.colorTable.isEmpty { throw Self.problem("frame \(frames.count) has no colour table") }
    frame.minimumCodeSize = try reader.byte(bytes.span)
    guard (1...8).contains(frame.minimumCodeSize) else {
      throw Self.problem("frame \(frames.count) has a code size of \(frame.minimumCodeSize)")
    }
    frame.pieces = try dataBlocks(&reader, bytes)
    frame.byteCount = frame.pieces.reduce(0) { $0 + $1.count }
    return frame
  }
}
