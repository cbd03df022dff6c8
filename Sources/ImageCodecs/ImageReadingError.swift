/// Why a picture, an animation or a list of them cannot be read.
public enum ImageReadingError: Error, Equatable, CustomStringConvertible {
  /// The system refused to open or read.
  case cannotRead(path: String, SystemError)
  /// The first bytes are those of no format that is read.
  case unknownFormat
  /// The data breaks the rules of its format, or ends early.
  case malformed(format: String, reason: String)
  /// A size that would cost more memory than is allowed, found before anything is decoded.
  case tooManyPixels(width: Int, height: Int, limit: Int)
  /// A file of more bytes than are allowed.
  case tooManyBytes(limit: Int)
  /// A kind of file that is legal but not read.
  case unsupported(format: String, reason: String)
  /// There is nothing to read.
  case noFrames
  /// An error in one file of several, or in a file that has a name.
  indirect case inFile(String, ImageReadingError)

  /// The message.
  public var description: String {
    switch self {
    case .cannotRead(let path, let error): "cannot read \(path): \(error)"
    case .unknownFormat: "not a PNG, APNG, JPEG or GIF file"
    case .malformed(let format, let reason): "damaged \(format) file: \(reason)"
    case .tooManyPixels(let width, let height, let limit):
      "\(width) by \(height) pixels are too many to read; the limit is \(limit) in all"
    case .tooManyBytes(let limit): "the file is too large to read; the limit is \(limit) bytes"
    case .unsupported(let format, let reason): "cannot read this \(format) file: \(reason)"
    case .noFrames: "there are no frames to read"
    case .inFile(let path, let error): "\(path): \(error)"
    }
  }
}

/// How much a reader may use for data it cannot trust. All sizes are checked before memory is taken.
public struct ReadingLimits: Sendable {
  /// The most pixels of one picture. 2²⁶ by default: 8192 by 8192, 268 MB decoded.
  public var pixels: Int
  /// The most bytes of one file; 2³⁰ by default.
  public var bytes: Int

  /// Makes limits.
  /// - Precondition: `pixels` is at most what a bitmap may have.
  public init(pixels: Int = 1 << 26, bytes: Int = 1 << 30) {
    precondition(pixels <= 1 << 30, "a bitmap has at most 2^30 pixels")
    self.pixels = pixels
    self.bytes = bytes
  }

  /// Throws unless a picture of that size is allowed.
  func check(width: Int, height: Int) throws(ImageReadingError) {
    let (count, overflow) = width.multipliedReportingOverflow(by: height)
    if overflow || count > pixels { throw .tooManyPixels(width: width, height: height, limit: pixels) }
  }
}
