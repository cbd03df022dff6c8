// PNG's chunks, with those of animations (PNG specification, third edition, 5.3 and 11.3.5).

extension AnimationFile {
  private static func problem(_ reason: String) -> ImageReadingError { .malformed(format: "PNG", reason: reason) }

  mutating func parsePNG() throws(ImageReadingError) {
    let file = bytes
    let header = try PNGHeader(of: file.span)
    (width, height) = (header.width, header.height)
    try limits.check(width: width, height: height)
    pixelFormat = ContiguousArray(file[24..<29])
    colorType = header.description

    var reader = ByteReader(format: "PNG", place: 8, end: file.count)
    var still = Frame(width: width, height: height)
    still.isInterlaced = header.isInterlaced
    still.isOver = false
    var current: Frame?
    var hasData = false
    var number = 0
    while true {
      let length = try reader.word(file.span)
      let start = reader.place
      let type = String(decoding: file[try reader.skip(4)], as: UTF8.self)
      let payload = try reader.skip(length)
      let checksum = try reader.word(file.span)
      guard Int(crc32(file.span.extracting(start..<payload.upperBound))) == checksum else {
        throw Self.problem("the checksum of \(type) at byte \(start) is wrong")
      }
      switch type {
      case "IHDR": break
      case "acTL" where !hasData:
        guard length == 8 else { throw Self.problem("acTL has \(length) bytes") }
        isAnimated = true
        plays = (4..<8).reduce(0) { $0 << 8 | Int(file[payload.lowerBound + $1]) }
      case "fcTL" where isAnimated:
        if let current { try add(current) }
        let frame = try control(payload, file, &number)
        if !hasData && (frame.x, frame.y, frame.width, frame.height) != (0, 0, width, height) {
          throw Self.problem("its first frame does not cover the canvas")
        }
        current = frame
      case "IDAT":
        hasData = true
        if current == nil { still.pieces.append(payload) } else { current?.pieces.append(payload) }
      case "fdAT" where isAnimated:
        guard length > 4, current != nil else { throw Self.problem("misplaced fdAT") }
        try check(payload, file, &number)
        current?.pieces.append(payload.lowerBound + 4..<payload.upperBound)
      case "PLTE", "tRNS", "gAMA", "cHRM", "sRGB", "sBIT":
        if type == "PLTE" { globalColorCount = length / 3 }
        if !hasData { sharedChunks.append(start - 4..<reader.place) }
      case "tEXt", "iTXt": comment = comment ?? Self.comment(file[payload])
      case "IEND":
        if let current { try add(current) }
        hasPoster = isAnimated && !still.pieces.isEmpty
        if !isAnimated || frames.isEmpty {
          guard hasData else { throw Self.problem("it has no pixels") }
          (isAnimated, hasPoster) = (false, false)
          try add(still)
          plays = 1
        }
        return
      default: break
      }
    }
  }

  private mutating func add(_ frame: Frame) throws(ImageReadingError) {
    var frame = frame
    guard !frame.pieces.isEmpty else { throw Self.problem("frame \(frames.count) has no pixels") }
    frame.byteCount = frame.pieces.reduce(0) { $0 + $1.count }
    // Nothing was there before the first frame.
    if frames.isEmpty && frame.disposal == .previous { frame.disposal = .background }
    frames.append(frame)
  }

  private func check(
    _ payload: Range<Int>, _ file: ContiguousArray<UInt8>, _ number: inout Int
  ) throws(ImageReadingError) {
    let stored = (0..<4).reduce(0) { $0 << 8 | Int(file[payload.lowerBound + $1]) }
    guard stored == number else { throw Self.problem("chunk number \(stored) instead of \(number)") }
    number += 1
  }

  private func control(
    _ payload: Range<Int>, _ file: ContiguousArray<UInt8>, _ number: inout Int
  ) throws(ImageReadingError) -> Frame {
    guard payload.count == 26 else { throw Self.problem("fcTL has \(payload.count) bytes") }
    try check(payload, file, &number)
    func value(_ range: Range<Int>) -> Int { range.reduce(0) { $0 << 8 | Int(file[payload.lowerBound + $1]) } }
    var frame = Frame(width: value(4..<8), height: value(8..<12))
    (frame.x, frame.y) = (value(12..<16), value(16..<20))
    guard frame.width > 0, frame.height > 0, frame.x + frame.width <= width, frame.y + frame.height <= height else {
      throw Self.problem("frame \(frames.count) lies outside the canvas")
    }
    let denominator = value(22..<24)
    frame.delay = Rational(value(20..<22), denominator == 0 ? 100 : denominator)
    frame.isInterlaced = pixelFormat[4] == 1
    frame.isOver = value(25..<26) == 1
    switch value(24..<25) {
    case 0: frame.disposal = .none
    case 1: frame.disposal = .background
    case 2: frame.disposal = .previous
    case let other: throw Self.problem("frame \(frames.count) has the disposal \(other)")
    }
    return frame
  }

  /// The text of a `Comment` chunk that is not compressed.
  private static func comment(_ payload: ArraySlice<UInt8>) -> String? {
    let parts = payload.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].elementsEqual("Comment".utf8) else { return nil }
    let rest = parts[1]
    // iTXt: two bytes about compression, then language and translated keyword, each ended by a zero.
    if rest.count >= 4, rest.prefix(2).allSatisfy({ $0 == 0 }) {
      let fields = rest.dropFirst(2).split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
      if fields.count == 3 { return String(decoding: fields[2], as: UTF8.self) }
    }
    return String(decoding: rest, as: UTF8.self)
  }

  /// A frame of a PNG as a file of its own.
  func standalonePNG(_ frame: Frame) -> ContiguousArray<UInt8> {
    var chunks = PNGChunkWriter()
    chunks.putSignature()
    chunks.put("IHDR") {
      $0.put(UInt32(frame.width))
      $0.put(UInt32(frame.height))
      $0.bytes.append(contentsOf: pixelFormat)
    }
    for range in sharedChunks { chunks.bytes.append(contentsOf: bytes[range]) }
    for piece in frame.pieces { chunks.put("IDAT") { $0.bytes.append(contentsOf: bytes[piece]) } }
    chunks.put("IEND", [])
    return chunks.bytes
  }
}

extension PNGHeader: CustomStringConvertible {
  /// How pixels are stored, in words, such as `RGB with alpha of 8 bits`.
  public var description: String {
    let name =
      switch colorType {
      case 0: "grey"
      case 2: "RGB"
      case 3: "palette"
      case 4: "grey with alpha"
      default: "RGB with alpha"
      }
    return "\(name) of \(bitDepth) \(bitDepth == 1 ? "bit" : "bits")"
  }
}
