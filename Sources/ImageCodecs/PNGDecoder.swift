// Reading of PNG stills: chunks, inflate (libdeflate), filters undone, samples to 8-bit RGBA. A file that asks for another gamma than sRGB's goes
// through libpng, which converts it (PNGDecoder+libpng); all others are read here, in memory-safe code.

public import Bitmaps

/// Reads PNG files of every colour type, depth and interlacing into 8-bit pixels.
///
/// 16-bit samples are rounded, a gamma or a key colour in the file is applied, other colour profiles are not.
public struct PNGDecoder: Sendable {
  /// What may be used for one file.
  public var limits: ReadingLimits

  /// Makes a decoder.
  public init(limits: ReadingLimits = ReadingLimits()) { self.limits = limits }

  /// Decodes a PNG file; of an APNG the default image.
  public func decode(_ bytes: ContiguousArray<UInt8>) throws(ImageReadingError) -> Bitmap {
    var bitmap: Bitmap?
    var scratch = PNGScratch()
    try decode(bytes, into: &bitmap, &scratch)
    guard let bitmap else { preconditionFailure("a decoded file has a bitmap") }
    return bitmap
  }

  /// Decodes a PNG file into a bitmap, which is replaced unless it has the right size.
  /// - Parameter scratch: memory kept from one file to the next.
  func decode(
    _ bytes: ContiguousArray<UInt8>, into bitmap: inout Bitmap?, _ scratch: inout PNGScratch
  ) throws(ImageReadingError) {
    let header = try PNGHeader(of: bytes.span)
    try limits.check(width: header.width, height: header.height)
    let chunks = try PNGStillChunks(bytes)
    var target = bitmap.take() ?? Bitmap(width: header.width, height: header.height)
    if target.width != header.width || target.height != header.height {
      target = Bitmap(width: header.width, height: header.height)
    }
    if chunks.needsGamma {
      if let problem = Self.readByLibrary(bytes, into: &target) { throw .malformed(format: "PNG", reason: problem) }
      if header.mayHaveAlpha { target.premultiply() }
    } else {
      var reader = try PNGPixelReader(header, chunks, bytes)
      try reader.read(chunks, bytes, into: &target, &scratch)
    }
    bitmap = target
  }
}

/// Memory that reading one still after another needs.
struct PNGScratch {
  /// The compressed pixels in one piece, and the rows they expand to.
  private var stream: ContiguousArray<UInt8> = []
  fileprivate var rows: ContiguousArray<UInt8> = []
  private let inflater = Inflater()

  /// Makes the rows so many bytes long.
  fileprivate mutating func setRowBytes(_ count: Int) {
    if rows.count > count { rows.removeLast(rows.count - count) }
    if rows.count < count { rows.append(contentsOf: repeatElement(0, count: count - rows.count)) }
  }

  /// Expands a file's pieces into the rows; false when they are damaged or end early.
  fileprivate mutating func expand(_ pieces: [Range<Int>], of bytes: ContiguousArray<UInt8>) -> Bool {
    let inflater = inflater
    if pieces.count == 1 { return inflater.expand(bytes.span.extracting(pieces[0]), into: &rows) }
    stream.removeAll(keepingCapacity: true)
    for piece in pieces { stream.append(contentsOf: bytes[piece]) }
    let whole = stream
    return inflater.expand(whole.span, into: &rows)
  }
}

extension Bitmap {
  /// Turns straight pixels into premultiplied ones.
  mutating func premultiply() {
    for index in 0..<pixelCount where storage[index] >> 24 != 255 {
      storage[index] = storage[index] >> 24 == 0 ? 0 : Pixel(bits: storage[index]).premultiplied.bits
    }
  }
}

/// The chunks that a still consists of, with correct checksums.
struct PNGStillChunks {
  private(set) var palette = 0..<0
  private(set) var transparency = 0..<0
  private(set) var data: [Range<Int>] = []
  /// Whether a gAMA chunk asks for another gamma than 1/2.2 and no sRGB chunk overrides it.
  private(set) var needsGamma = false

  init(_ bytes: ContiguousArray<UInt8>) throws(ImageReadingError) {
    var reader = ByteReader(format: "PNG", place: 8, end: bytes.count)
    var isStandard = false
    while true {
      let length = try reader.word(bytes.span)
      let type = try reader.skip(4)
      let payload = try reader.skip(length)
      let checksum = try reader.word(bytes.span)
      let letters = bytes[type]
      guard Int(crc32(bytes.span.extracting(type.lowerBound..<payload.upperBound))) == checksum else {
        // Chunks that need not be understood may be damaged.
        if letters[type.lowerBound] & 0x20 != 0 { continue }
        throw .malformed(format: "PNG", reason: "a checksum at byte \(type.lowerBound) is wrong")
      }
      if letters.elementsEqual("IDAT".utf8) {
        data.append(payload)
      } else if letters.elementsEqual("PLTE".utf8) {
        palette = payload
      } else if letters.elementsEqual("tRNS".utf8) {
        transparency = payload
      } else if letters.elementsEqual("sRGB".utf8) {
        isStandard = true
      } else if letters.elementsEqual("gAMA".utf8), length == 4 {
        let gamma = payload.reduce(0) { $0 << 8 | Int(bytes[$1]) }
        needsGamma = abs(gamma - 45455) > 1000
      } else if letters.elementsEqual("IEND".utf8) {
        break
      }
    }
    if isStandard { needsGamma = false }
    if data.isEmpty { throw .malformed(format: "PNG", reason: "it has no pixels") }
  }
}

/// Turns a still's compressed rows into pixels.
struct PNGPixelReader {
  private let header: PNGHeader
  private let bitsPerPixel: Int
  /// Premultiplied pixels by palette number.
  private var palette = ContiguousArray<UInt32>(repeating: 0xFF00_0000, count: 256)
  /// The samples of the key colour, as stored.
  private var key: (Int, Int, Int)?
  /// A row in whole, and the one before, behind as many zeros as a pixel has bytes.
  private var row: ContiguousArray<UInt8> = []
  private var previous: ContiguousArray<UInt8> = []

  init(_ header: PNGHeader, _ chunks: PNGStillChunks, _ bytes: ContiguousArray<UInt8>) throws(ImageReadingError) {
    self.header = header
    bitsPerPixel = [1, 0, 3, 1, 2, 0, 4][header.colorType] * header.bitDepth
    let transparency = Array(bytes[chunks.transparency])
    switch header.colorType {
    case 3:
      let colors = Array(bytes[chunks.palette])
      guard colors.count >= 3, colors.count % 3 == 0, colors.count <= 768 else {
        throw .malformed(format: "PNG", reason: "a palette of \(colors.count) bytes")
      }
      for index in 0..<colors.count / 3 {
        let alpha = index < transparency.count ? transparency[index] : 255
        palette[index] =
          alpha == 0
          ? 0
          : Pixel(red: colors[3 * index], green: colors[3 * index + 1], blue: colors[3 * index + 2], alpha: alpha)
            .premultiplied.bits
      }
    case 0 where transparency.count >= 2:
      let gray = Int(transparency[0]) << 8 | Int(transparency[1])
      key = (gray, gray, gray)
    case 2 where transparency.count >= 6:
      func sample(_ place: Int) -> Int { Int(transparency[place]) << 8 | Int(transparency[place + 1]) }
      key = (sample(0), sample(2), sample(4))
    default: break
    }
  }

  /// The passes: the first column and row, and the steps to the next (PNG specification 8.2).
  private static let adam7 = [
    (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2),
  ]

  /// Fills the bitmap, which has the header's size.
  mutating func read(
    _ chunks: PNGStillChunks, _ bytes: ContiguousArray<UInt8>, into bitmap: inout Bitmap, _ scratch: inout PNGScratch
  ) throws(ImageReadingError) {
    let passes = (header.isInterlaced ? Self.adam7 : [(0, 0, 1, 1)]).compactMap { x, y, dx, dy in
      let (width, height) = ((header.width - x + dx - 1) / dx, (header.height - y + dy - 1) / dy)
      return width > 0 && height > 0 ? (x: x, y: y, dx: dx, dy: dy, width: width, height: height) : nil
    }
    func rowBytes(_ width: Int) -> Int { (width * bitsPerPixel + 7) / 8 }
    let total = passes.reduce(0) { $0 + $1.height * (1 + rowBytes($1.width)) }
    scratch.setRowBytes(total)
    guard scratch.expand(chunks.data, of: bytes) else {
      throw .malformed(format: "PNG", reason: "its compressed pixels are damaged or end early")
    }
    let distance = max(1, bitsPerPixel / 8)
    var place = 0
    for pass in passes {
      let count = rowBytes(pass.width)
      row = ContiguousArray(repeating: 0, count: distance + count)
      previous = row
      for y in 0..<pass.height {
        swap(&row, &previous)
        let filter = scratch.rows[place]
        guard Self.unfilter(filter, scratch.rows, place + 1, count, distance, above: previous, into: &row) else {
          throw .malformed(format: "PNG", reason: "an unknown filter \(filter)")
        }
        place += 1 + count
        let target = (pass.y + y * pass.dy) * header.width + pass.x
        put(distance, pass.width, into: &bitmap, target, pass.dx)
      }
    }
  }

  /// Undoes a row's filter; false when there is none of that number.
  private static func unfilter(
    _ filter: UInt8, _ rows: ContiguousArray<UInt8>, _ start: Int, _ count: Int, _ distance: Int,
    above previous: ContiguousArray<UInt8>, into row: inout ContiguousArray<UInt8>
  ) -> Bool {
    let source = rows.span.extracting(start..<start + count)
    let above = previous.span.extracting(distance..<distance + count)
    let aboveLeft = previous.span.extracting(0..<count)
    var output = row.mutableSpan
    switch filter {
    case 0: for index in 0..<count { output[distance + index] = source[index] }
    case 1: for index in 0..<count { output[distance + index] = source[index] &+ output[index] }
    case 2: for index in 0..<count { output[distance + index] = source[index] &+ above[index] }
    case 3:
      for index in 0..<count {
        let mean = UInt8(truncatingIfNeeded: (UInt16(output[index]) &+ UInt16(above[index])) >> 1)
        output[distance + index] = source[index] &+ mean
      }
    case 4 where distance == 3:
      // RGB by far most often: three channels side by side, the left neighbours kept in registers.
      var (a0, a1, a2, c0, c1, c2): (UInt8, UInt8, UInt8, UInt8, UInt8, UInt8) = (0, 0, 0, 0, 0, 0)
      for index in stride(from: 0, to: count - 2, by: 3) {
        let (b0, b1, b2) = (above[index], above[index + 1], above[index + 2])
        a0 = source[index] &+ PNGFilter.paeth(a0, b0, c0)
        a1 = source[index + 1] &+ PNGFilter.paeth(a1, b1, c1)
        a2 = source[index + 2] &+ PNGFilter.paeth(a2, b2, c2)
        (c0, c1, c2) = (b0, b1, b2)
        output[index + 3] = a0
        output[index + 4] = a1
        output[index + 5] = a2
      }
    case 4:
      for index in 0..<count {
        let predicted = PNGFilter.paeth(output[index], above[index], aboveLeft[index])
        output[distance + index] = source[index] &+ predicted
      }
    default: return false
    }
    return true
  }

  /// Turns the row into pixels, `step` apart.
  private func put(_ start: Int, _ width: Int, into bitmap: inout Bitmap, _ target: Int, _ step: Int) {
    let bytes = row.span.extracting(start..<row.count)
    switch (header.colorType, header.bitDepth) {
    case (2, 8) where key == nil && step == 1:
      var pixels = bitmap.storage.mutableSpan
      for x in 0..<width {
        let (red, green, blue) = (bytes[3 * x], bytes[3 * x + 1], bytes[3 * x + 2])
        pixels[target + x] = UInt32(red) | UInt32(green) << 8 | UInt32(blue) << 16 | 0xFF00_0000
      }
    case (6, 8):
      for x in 0..<width {
        let (red, green, blue, alpha) = (bytes[4 * x], bytes[4 * x + 1], bytes[4 * x + 2], bytes[4 * x + 3])
        bitmap.storage[target + x * step] = Self.pixel(red, green, blue, alpha)
      }
    case (3, _): for x in 0..<width { bitmap.storage[target + x * step] = palette[sample(bytes, x)] }
    case (0, _):
      for x in 0..<width {
        let value = sample(bytes, x)
        let gray = eightBits(value)
        bitmap.storage[target + x * step] = value == key?.0 ? 0 : Self.pixel(gray, gray, gray, 255)
      }
    case (4, _):
      for x in 0..<width {
        let gray = eightBits(sample(bytes, 2 * x))
        bitmap.storage[target + x * step] = Self.pixel(gray, gray, gray, eightBits(sample(bytes, 2 * x + 1)))
      }
    case (2, _):
      for x in 0..<width {
        let (red, green, blue) = (sample(bytes, 3 * x), sample(bytes, 3 * x + 1), sample(bytes, 3 * x + 2))
        let isKey = key.map { $0 == (red, green, blue) } ?? false
        bitmap.storage[target + x * step] =
          isKey ? 0 : Self.pixel(eightBits(red), eightBits(green), eightBits(blue), 255)
      }
    default:
      for x in 0..<width {
        let samples = (0..<4).map { eightBits(sample(bytes, 4 * x + $0)) }
        bitmap.storage[target + x * step] = Self.pixel(samples[0], samples[1], samples[2], samples[3])
      }
    }
  }

  @inline(__always)
  private static func pixel(_ red: UInt8, _ green: UInt8, _ blue: UInt8, _ alpha: UInt8) -> UInt32 {
    if alpha == 0 { return 0 }
    let pixel = Pixel(red: red, green: green, blue: blue, alpha: alpha)
    return alpha == 255 ? pixel.bits : pixel.premultiplied.bits
  }

  /// The sample or palette number at a place of the row.
  @inline(__always)
  private func sample(_ bytes: Span<UInt8>, _ index: Int) -> Int {
    switch header.bitDepth {
    case 8: return Int(bytes[index])
    case 16: return Int(bytes[2 * index]) << 8 | Int(bytes[2 * index + 1])
    default:
      let bit = index * header.bitDepth
      return Int(bytes[bit / 8]) >> (8 - header.bitDepth - bit % 8) & (1 << header.bitDepth - 1)
    }
  }

  /// A sample of the header's depth in 8 bits, rounded to nearest.
  @inline(__always)
  private func eightBits(_ sample: Int) -> UInt8 {
    switch header.bitDepth {
    case 8: UInt8(truncatingIfNeeded: sample)
    case 16: UInt8(truncatingIfNeeded: (sample * 255 + 32767) / 65535)
    default: UInt8(truncatingIfNeeded: sample * 255 / (1 << header.bitDepth - 1))
    }
  }
}
