// What a PNG file says about itself before its pixels (PNG specification 11.2.1), read without trust.

/// The fields of IHDR.
public struct PNGHeader: Equatable, Sendable {
  /// Columns, 1…2³¹−1.
  public let width: Int
  /// Rows, 1…2³¹−1.
  public let height: Int
  /// Bits per sample or palette number: 1, 2, 4, 8 or 16.
  public let bitDepth: Int
  /// 0 grey, 2 RGB, 3 palette, 4 grey and alpha, 6 RGB and alpha.
  public let colorType: Int
  /// Whether the rows come in Adam7's seven passes.
  public let isInterlaced: Bool
  /// Whether the file has a tRNS chunk before its pixels.
  public let hasTransparency: Bool

  /// Whether some pixel may not be opaque.
  var mayHaveAlpha: Bool { colorType >= 4 || hasTransparency }

  /// Reads the header and looks through the chunks before the pixels.
  public init(of bytes: Span<UInt8>) throws(ImageReadingError) {
    let signature = PNGChunkWriter.signature
    guard bytes.count >= 8, signature.indices.allSatisfy({ bytes[$0] == signature[$0] }) else { throw .unknownFormat }
    guard bytes.count >= 33 else { throw .malformed(format: "PNG", reason: "it ends after \(bytes.count) bytes") }
    func word(_ place: Int) -> Int {
      Int(bytes[place]) << 24 | Int(bytes[place + 1]) << 16 | Int(bytes[place + 2]) << 8 | Int(bytes[place + 3])
    }
    func type(_ place: Int) -> UInt32 { UInt32(word(place)) }
    guard word(8) == 13, type(12) == 0x4948_4452 else {
      throw .malformed(format: "PNG", reason: "it does not begin with IHDR")
    }
    (width, height) = (word(16), word(20))
    guard width > 0, height > 0, width < 1 << 31, height < 1 << 31 else {
      throw .malformed(format: "PNG", reason: "its size is \(width) by \(height)")
    }
    (bitDepth, colorType) = (Int(bytes[24]), Int(bytes[25]))
    let depths: [Int] =
      switch colorType {
      case 0: [1, 2, 4, 8, 16]
      case 3: [1, 2, 4, 8]
      case 2, 4, 6: [8, 16]
      default: []
      }
    guard depths.contains(bitDepth) else {
      throw .malformed(format: "PNG", reason: "colour type \(colorType) with \(bitDepth) bits")
    }
    guard bytes[26] == 0, bytes[27] == 0, bytes[28] <= 1 else {
      throw .malformed(format: "PNG", reason: "an unknown compression, filter or interlace method")
    }
    isInterlaced = bytes[28] == 1
    var place = 33
    var hasTransparency = false
    while place <= bytes.count - 12, type(place + 4) != 0x4944_4154 {  // IDAT
      if type(place + 4) == 0x7452_4E53 { hasTransparency = true }  // tRNS
      place += 12 + word(place)
    }
    self.hasTransparency = hasTransparency
  }
}
