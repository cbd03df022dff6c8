// Reading of JPEG files by the TurboJPEG calls of libjpeg-turbo, which report errors by value. The frame header and the orientation are read
// by us first (JPEGHeader), so that nothing is decoded that is too large.

public import Bitmaps
import CTurboJPEG

/// Reads JPEG files: baseline and progressive, grey, colour and four-colour.
///
/// The orientation in the Exif data is applied. Colour profiles are not; four-colour files are converted without one.
public struct JPEGDecoder: Sendable {
  /// What may be used for one file.
  public var limits: ReadingLimits

  /// Makes a decoder.
  public init(limits: ReadingLimits = ReadingLimits()) { self.limits = limits }

  /// Decodes a JPEG file.
  /// - Parameters:
  ///   - bytes: the whole file.
  ///   - cover: a size, in pixels, that the upright picture is going to be scaled to cover; then it is decoded at a half, a quarter or
  ///     an eighth of its own size if a quarter more than is needed for that is left. nil: at its own size.
  /// - Throws: where the file is damaged, of a kind that is not read, or larger than the limits.
  public func decode(
    _ bytes: ContiguousArray<UInt8>, toCover cover: (width: Int, height: Int)? = nil
  ) throws(ImageReadingError) -> Bitmap {
    let header = try JPEGHeader(of: bytes.span)
    try limits.check(width: header.width, height: header.height)
    guard header.bitDepth == 8 else { throw .unsupported(format: "JPEG", reason: "samples of \(header.bitDepth) bits") }
    let divisor = cover.map { Self.divisor(header, toCover: $0) } ?? 1
    var bitmap = Bitmap(
      width: (header.storedWidth + divisor - 1) / divisor, height: (header.storedHeight + divisor - 1) / divisor)
    if let problem = Self.decompress(bytes, componentCount: header.componentCount, into: &bitmap) {
      throw .malformed(format: "JPEG", reason: problem)
    }
    if header.componentCount == 4 { bitmap.convertFromFourColors(isInverted: header.isAdobe) }
    return header.orientation == 1 ? bitmap : bitmap.oriented(header.orientation)
  }

  /// By how much a picture may be made smaller while it is decoded.
  private static func divisor(_ header: JPEGHeader, toCover cover: (width: Int, height: Int)) -> Int {
    let factor = max(
      Double(cover.width) / Double(header.width), Double(cover.height) / Double(header.height))
    return [8, 4, 2].first { 1 / Double($0) >= 1.25 * factor } ?? 1
  }

  /// Fills the bitmap, which may have a half, a quarter or an eighth of the stored size, with RGBA, or with cyan, magenta, yellow and black in this order; returns TurboJPEG's words when it fails.
  private static func decompress(
    _ bytes: ContiguousArray<UInt8>, componentCount: Int, into bitmap: inout Bitmap
  ) -> String? {
    guard let handle = unsafe tjInitDecompress() else { return "no memory" }
    defer { _ = unsafe tjDestroy(handle) }
    let (width, height) = (Int32(bitmap.width), Int32(bitmap.height))
    let format = componentCount == 4 ? TJPF_CMYK : TJPF_RGBA
    let result = unsafe bytes.withUnsafeBufferPointer { source in
      unsafe bitmap.storage.withUnsafeMutableBytes { pixels in
        unsafe tjDecompress2(
          handle, source.baseAddress, UInt(source.count),
          pixels.baseAddress?.assumingMemoryBound(to: UInt8.self), width, 4 * width, height, Int32(format.rawValue),
          TJFLAG_LIMITSCANS | TJFLAG_ACCURATEDCT)
      }
    }
    if result == 0 { return nil }
    let text = unsafe tjGetErrorStr2(handle).map { unsafe String(cString: $0) } ?? "unknown"
    // A few stray bytes between two markers, which some cameras leave, harm nothing.
    let isHarmless =
      unsafe tjGetErrorCode(handle) == Int32(TJERR_WARNING.rawValue)
      && text.split(separator: " ").contains("extraneous")
    return isHarmless ? nil : text
  }
}

extension Bitmap {
  /// Turns pixels of cyan, magenta, yellow and black, 0 for none of the ink unless inverted, into opaque RGB.
  mutating func convertFromFourColors(isInverted: Bool) {
    for index in 0..<pixelCount {
      let inks = isInverted ? storage[index] : ~storage[index]
      let light = inks >> 24
      func mix(_ ink: UInt32) -> UInt8 { UInt8(((ink & 255) * light + 127) / 255) }
      storage[index] = Pixel(red: mix(inks), green: mix(inks >> 8), blue: mix(inks >> 16)).bits
    }
  }

  /// Returns the picture turned and mirrored from how it is stored to how it is meant.
  /// - Parameter orientation: as in Exif, 1…8: where the stored first row and first column belong.
  func oriented(_ orientation: Int) -> Bitmap {
    let isTurned = orientation >= 5
    var result = isTurned ? Bitmap(width: height, height: width) : self
    for y in 0..<result.height {
      for x in 0..<result.width {
        let (right, bottom) = (width - 1, height - 1)
        let (sourceX, sourceY) =
          switch orientation {
          case 2: (right - x, y)
          case 3: (right - x, bottom - y)
          case 4: (x, bottom - y)
          case 5: (y, x)
          case 6: (y, bottom - x)
          case 7: (right - y, bottom - x)
          case 8: (right - y, x)
          default: (x, y)
          }
        result.storage[y * result.width + x] = storage[sourceY * width + sourceX]
      }
    }
    return result
  }
}

/// The library itself.
enum TurboJPEG {
  /// Of its headers where they are complete; TurboJPEG's own do not tell, and neither does the library.
  static var version: String { unsafe String(cString: animgif_turbojpeg_version) }
}
