// Files by their first bytes, never by their names.

public import Bitmaps

/// A format that is told by a file's first bytes.
public enum ImageFormat: String, Sendable {
  /// A PNG, animated or not.
  case png
  /// A JPEG.
  case jpeg
  /// A GIF.
  case gif

  /// Tells the format; nil for all others.
  public init?(of bytes: Span<UInt8>) {
    func begins(_ start: [UInt8]) -> Bool {
      bytes.count >= start.count && start.indices.allSatisfy { bytes[$0] == start[$0] }
    }
    if begins(PNGChunkWriter.signature) {
      self = .png
    } else if begins([0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if begins(Array("GIF87a".utf8)) || begins(Array("GIF89a".utf8)) {
      self = .gif
    } else {
      return nil
    }
  }
}

/// Reads stills of any format from files, with the file's name in every error.
public struct ImageFile: Sendable {
  /// Where the file lies.
  public let path: String
  /// What may be used for it.
  public var limits: ReadingLimits

  /// Makes a reader; nothing is opened yet.
  public init(_ path: String, limits: ReadingLimits = ReadingLimits()) {
    self.path = path
    self.limits = limits
  }

  /// Returns the file's bytes.
  public func bytes() throws(ImageReadingError) -> ContiguousArray<UInt8> {
    do throws(SystemError) {
      if let bytes = try FileSystem.contents(of: path, limit: limits.bytes) { return bytes }
    } catch {
      throw .cannotRead(path: path, error)
    }
    throw .inFile(path, .tooManyBytes(limit: limits.bytes))
  }

  /// Decodes the still: a PNG, a JPEG, the default image of an APNG or the first frame of a GIF.
  public func decode() throws(ImageReadingError) -> Bitmap {
    var bitmap: Bitmap?
    var scratch = PNGScratch()
    try decode(into: &bitmap, &scratch)
    guard let bitmap else { preconditionFailure("a decoded file has a bitmap") }
    return bitmap
  }

  /// Decodes the still into a bitmap, which is replaced unless it has the right size.
  /// - Parameter scratch: memory kept from one file to the next.
  func decode(into bitmap: inout Bitmap?, _ scratch: inout PNGScratch) throws(ImageReadingError) {
    let bytes = try bytes()
    do throws(ImageReadingError) {
      switch ImageFormat(of: bytes.span) {
      case .png: try PNGDecoder(limits: limits).decode(bytes, into: &bitmap, &scratch)
      case .jpeg: bitmap = try JPEGDecoder(limits: limits).decode(bytes)
      case .gif:
        var player = try AnimationPlayer(AnimationFile(bytes, limits: limits))
        bitmap = try player.frame(0)
      case nil: throw .unknownFormat
      }
    } catch {
      throw .inFile(path, error)
    }
  }

  /// Decodes a still that is going to be scaled to cover a size, in pixels: a JPEG no larger than that needs, others as they are.
  public func decode(toCover width: Int, _ height: Int) throws(ImageReadingError) -> Bitmap {
    let bytes = try bytes()
    guard ImageFormat(of: bytes.span) == .jpeg else { return try decode() }
    do throws(ImageReadingError) {
      return try JPEGDecoder(limits: limits).decode(bytes, toCover: (width, height))
    } catch {
      throw .inFile(path, error)
    }
  }

  /// Returns the still's size without decoding it.
  public func size() throws(ImageReadingError) -> (width: Int, height: Int) {
    var count = 1 << 12
    while true {
      let start: ContiguousArray<UInt8>
      do throws(SystemError) { start = try FileSystem.prefix(of: path, count: count) } catch {
        throw .cannotRead(path: path, error)
      }
      do throws(ImageReadingError) {
        let size = try Self.size(start.span)
        try limits.check(width: size.width, height: size.height)
        return size
      } catch {
        // A JPEG's size may lie behind large profiles and previews: look again with more of the file.
        guard case .malformed = error, start.count == count, count < limits.bytes else { throw .inFile(path, error) }
        count = min(16 * count, limits.bytes)
      }
    }
  }

  private static func size(_ bytes: Span<UInt8>) throws(ImageReadingError) -> (width: Int, height: Int) {
    switch ImageFormat(of: bytes) {
    case .png:
      let header = try PNGHeader(of: bytes)
      return (header.width, header.height)
    case .jpeg:
      let header = try JPEGHeader(of: bytes)
      return (header.width, header.height)
    case .gif:
      guard bytes.count >= 10 else { throw .malformed(format: "GIF", reason: "it ends in its header") }
      let (width, height) = (Int(bytes[6]) | Int(bytes[7]) << 8, Int(bytes[8]) | Int(bytes[9]) << 8)
      guard width > 0, height > 0 else {
        throw .malformed(format: "GIF", reason: "its size is \(width) by \(height)")
      }
      return (width, height)
    case nil: throw .unknownFormat
    }
  }
}
