// What a JPEG file says about itself before its pixels: the frame header (ITU-T T.81, B.2.2) and the orientation in its Exif data (Exif 2.32,
// 4.6.4), read without trust.

/// A JPEG file's size, components and orientation.
public struct JPEGHeader: Equatable, Sendable {
  /// Columns as stored, 1…65535.
  public let storedWidth: Int
  /// Rows as stored, 1…65535.
  public let storedHeight: Int
  /// Bits per sample; 8 in nearly all files.
  public let bitDepth: Int
  /// 1 grey, 3 colour, 4 four-colour.
  public let componentCount: Int
  /// Exif's orientation, 1…8; 1 is upright.
  public let orientation: Int
  /// Whether an Adobe marker says that inks are stored inverted.
  public let isAdobe: Bool

  /// Columns of the upright picture.
  public var width: Int { orientation >= 5 ? storedHeight : storedWidth }
  /// Rows of the upright picture.
  public var height: Int { orientation >= 5 ? storedWidth : storedHeight }

  /// Reads the markers up to the frame header.
  public init(of bytes: Span<UInt8>) throws(ImageReadingError) {
    guard bytes.count >= 2, bytes[0] == 0xFF, bytes[1] == 0xD8 else { throw .unknownFormat }
    func short(_ place: Int) -> Int { Int(bytes[place]) << 8 | Int(bytes[place + 1]) }
    var orientation = 1
    var isAdobe = false
    var place = 2
    while true {
      // Markers may be preceded by any number of fill bytes.
      while place < bytes.count && bytes[place] != 0xFF { place += 1 }
      while place < bytes.count && bytes[place] == 0xFF { place += 1 }
      guard place + 3 <= bytes.count else {
        throw .malformed(format: "JPEG", reason: "it ends before its frame header")
      }
      let marker = bytes[place]
      place += 1
      if marker == 0 || marker == 1 || (0xD0...0xD8).contains(marker) { continue }
      let end = place + short(place)
      guard end >= place + 2, end <= bytes.count, marker != 0xD9, marker != 0xDA else {
        throw .malformed(format: "JPEG", reason: "it ends before its frame header")
      }
      switch marker {
      case 0xE1: orientation = exifOrientation(bytes.extracting(place + 2..<end)) ?? orientation
      case 0xEE:
        if end >= place + 7, (0..<5).allSatisfy({ bytes[place + 2 + $0] == Array("Adobe".utf8)[$0] }) { isAdobe = true }
      case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
        guard end >= place + 8 else { throw .malformed(format: "JPEG", reason: "its frame header is cut short") }
        bitDepth = Int(bytes[place + 2])
        (storedHeight, storedWidth) = (short(place + 3), short(place + 5))
        componentCount = Int(bytes[place + 7])
        (self.orientation, self.isAdobe) = (orientation, isAdobe)
        guard storedWidth > 0, storedHeight > 0 else {
          throw .malformed(format: "JPEG", reason: "its size is \(storedWidth) by \(storedHeight)")
        }
        return
      default: break
      }
      place = end
    }
  }
}

/// The orientation in an APP1 segment; nil when it is none of Exif or says nothing.
private func exifOrientation(_ segment: Span<UInt8>) -> Int? {
  let name = Array("Exif\0\0".utf8)
  guard segment.count >= 14, name.indices.allSatisfy({ segment[$0] == name[$0] }) else { return nil }
  let tiff = segment.extracting(6..<segment.count)
  let isLittle = tiff[0] == 0x49
  func short(_ place: Int) -> Int? {
    guard place >= 0, place + 2 <= tiff.count else { return nil }
    let (a, b) = (Int(tiff[place]), Int(tiff[place + 1]))
    return isLittle ? b << 8 | a : a << 8 | b
  }
  func long(_ place: Int) -> Int? {
    guard let a = short(place), let b = short(place + 2) else { return nil }
    return isLittle ? b << 16 | a : a << 16 | b
  }
  guard short(2) == 42, let directory = long(4), let count = short(directory) else { return nil }
  for entry in 0..<count {
    let place = directory + 2 + 12 * entry
    guard let tag = short(place) else { return nil }
    if tag == 0x0112, let value = short(place + 8), (1...8).contains(value) { return value }
  }
  return nil
}
