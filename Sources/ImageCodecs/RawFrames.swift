// Frames as bare bytes: four per pixel, red, green, blue and straight alpha, rows from the top, frames one after the other, as
// `ffmpeg -f rawvideo -pix_fmt rgba` writes them.

public import Bitmaps

/// Raw RGBA frames from standard input or a file as a source.
///
/// Encoders draw frames more than once, a pipe can be read only once: what comes is kept in a temporary file without a name.
public struct RawFrames: FrameSource {
  /// Columns of every frame.
  public let width: Int
  /// Rows of every frame.
  public let height: Int
  /// All frames last equally long.
  public let timing: FrameTiming
  private let store: Store

  /// The file that is read again and again; reading from a place of its own does not disturb other threads.
  private final class Store: Sendable {
    let descriptor: FileDescriptor
    init(_ descriptor: consuming FileDescriptor) { self.descriptor = descriptor }
  }

  /// Takes in all frames.
  /// - Parameters:
  ///   - path: the file, nil for standard input.
  ///   - width: of a frame, pixels, at least 1.
  ///   - height: of a frame, pixels, at least 1.
  ///   - frameDuration: how long each frame is shown, in seconds, above 0.
  ///   - limits: how many pixels may be read.
  /// - Throws: when nothing comes, or the last frame is incomplete.
  public init(
    path: String? = nil, width: Int, height: Int, frameDuration: Rational, limits: ReadingLimits = ReadingLimits()
  ) throws(ImageReadingError) {
    precondition(width > 0 && height > 0, "a frame has at least one pixel")
    try limits.check(width: width, height: height)
    (self.width, self.height) = (width, height)
    let name = path ?? "standard input"
    let frameBytes = 4 * width * height
    var total = 0
    do throws(SystemError) {
      let input = if let path { try FileDescriptor.reading(path) } else { try FileDescriptor.duplicating(0) }
      let file = try FileDescriptor.temporary()
      var buffer: ContiguousArray<UInt8> = []
      while true {
        buffer.removeAll(keepingCapacity: true)
        let count = try input.read(upTo: 1 << 18, into: &buffer)
        if count == 0 { break }
        try file.write(buffer.span)
        total += count
      }
      store = Store(file)
    } catch {
      throw .cannotRead(path: name, error)
    }
    if total == 0 { throw .inFile(name, .noFrames) }
    guard total % frameBytes == 0 else {
      throw .inFile(
        name,
        .malformed(
          format: "raw",
          reason: "a frame of \(width) by \(height) takes \(frameBytes) bytes; the last has \(total % frameBytes)"))
    }
    timing = .uniform(frameDuration, count: total / frameBytes)
  }

  /// Reads frames.
  public struct Renderer: FrameRenderer {
    private let source: RawFrames

    fileprivate init(_ source: RawFrames) { self.source = source }

    /// Reads a frame.
    public mutating func render(_ index: Int, into bitmap: inout Bitmap) throws {
      let isComplete: Bool
      do throws(SystemError) {
        isComplete = try source.store.descriptor.readAll(
          at: index * 4 * bitmap.pixelCount, into: &bitmap.storage, count: bitmap.pixelCount)
      } catch {
        throw ImageReadingError.cannotRead(path: "temporary file", error)
      }
      guard isComplete else {
        throw ImageReadingError.malformed(format: "raw", reason: "frame \(index) is incomplete")
      }
      bitmap.premultiply()
    }
  }

  /// Makes a reader for one thread.
  public func makeRenderer() -> Renderer { Renderer(self) }
}
