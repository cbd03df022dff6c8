// Stills from files as the frames of an animation. A file is read when its frame is drawn, so that memory does not grow with their number.

public import Bitmaps

/// Names of files that are frames.
public enum FrameFiles {
  /// Returns the files that arguments of a command line stand for, in order.
  ///
  /// A folder stands for the PNG and JPEG files in it in natural order, `@list` for the paths in a file, one a line, taken as if they stood
  /// on the command line themselves; everything else for itself.
  public static func expanding(_ arguments: [String]) throws(ImageReadingError) -> [String] {
    var paths: [String] = []
    for argument in arguments {
      if argument.utf8.first == UInt8(ascii: "@") {
        let list = ImageFile(String(argument.dropFirst()))
        let text = String(decoding: try list.bytes(), as: UTF8.self)
        let lines = text.split(whereSeparator: \.isNewline).map(String.init)
        for line in lines {
          if FileSystem.kind(of: line) == .folder { paths += try files(in: line) } else { paths.append(line) }
        }
      } else if FileSystem.kind(of: argument) == .folder {
        paths += try files(in: argument)
      } else {
        paths.append(argument)
      }
    }
    if paths.isEmpty { throw .noFrames }
    return paths
  }

  private static func files(in folder: String) throws(ImageReadingError) -> [String] {
    let names: [String]
    do throws(SystemError) { names = try FileSystem.names(in: folder) } catch {
      throw .cannotRead(path: folder, error)
    }
    let endings = [".png", ".apng", ".jpg", ".jpeg"]
    let pictures = names.filter { name in
      name.utf8.first != UInt8(ascii: ".") && endings.contains { name.lowercased().hasSuffix($0) }
    }
    if pictures.isEmpty { throw .inFile(folder, .noFrames) }
    let prefix = folder.utf8.last == UInt8(ascii: "/") ? folder : folder + "/"
    return pictures.sorted(by: naturallyPrecedes).map { prefix + $0 }
  }
}

/// Stills from files, one per frame, on one canvas.
public struct ImageSequence: FrameSource {
  /// Where a still goes that has another size than the canvas: what does not fit is cut off, what is left free is clear.
  public enum Placement: String, Sendable, CaseIterable {
    /// In the middle; an odd pixel more is left free on the right or at the bottom.
    case center
    /// At the top left.
    case topLeft = "top-left"
  }

  /// The files.
  public let paths: [String]
  /// Columns of the canvas.
  public let width: Int
  /// Rows of the canvas.
  public let height: Int
  /// How long each still is shown.
  public let timing: FrameTiming
  private let placement: Placement
  private let limits: ReadingLimits

  /// Looks at the size of every file.
  /// - Parameters:
  ///   - paths: PNG and JPEG files, in order.
  ///   - timing: as many durations as there are paths.
  ///   - canvas: the size of all frames; nil for the greatest width and the greatest height of all files, so that nothing is cut off.
  ///   - placement: where a picture of another size lies on the canvas.
  ///   - limits: how large pictures may be.
  /// - Throws: when a file cannot be read, is no picture, or the canvas has more pixels than allowed.
  public init(
    paths: [String], timing: FrameTiming, canvas: (width: Int, height: Int)? = nil, placement: Placement = .center,
    limits: ReadingLimits = ReadingLimits()
  ) throws(ImageReadingError) {
    precondition(paths.count == timing.count, "\(paths.count) frames need as many durations; got \(timing.count)")
    if paths.isEmpty { throw .noFrames }
    var (width, height) = (0, 0)
    for path in paths {
      let size = try ImageFile(path, limits: limits).size()
      (width, height) = (max(width, size.width), max(height, size.height))
    }
    if let canvas { (width, height) = canvas }
    precondition(width > 0 && height > 0, "a canvas has at least one pixel")
    try limits.check(width: width, height: height)
    (self.paths, self.width, self.height, self.timing) = (paths, width, height, timing)
    (self.placement, self.limits) = (placement, limits)
  }

  /// Decodes stills.
  public struct Renderer: FrameRenderer {
    fileprivate let source: ImageSequence
    private var scratch = PNGScratch()
    /// What is decoded into.
    private var still: Bitmap?

    fileprivate init(_ source: ImageSequence) { self.source = source }

    /// Reads and decodes the file of a frame.
    public mutating func render(_ index: Int, into bitmap: inout Bitmap) throws {
      try ImageFile(source.paths[index], limits: source.limits).decode(into: &still, &scratch)
      guard let decoded = still.take() else { preconditionFailure("a decoded file has a bitmap") }
      if decoded.width == bitmap.width && decoded.height == bitmap.height {
        // The bitmap is changed for the one at hand, whose memory the next still takes.
        still = bitmap
        bitmap = decoded
      } else {
        let isCentered = source.placement == .center
        bitmap.fill(.clear)
        bitmap.put(
          decoded, x: isCentered ? (bitmap.width - decoded.width) >> 1 : 0,
          y: isCentered ? (bitmap.height - decoded.height) >> 1 : 0)
        still = decoded
      }
    }
  }

  /// Makes a decoder for one thread.
  public func makeRenderer() -> Renderer { Renderer(self) }
}

extension Bitmap {
  /// Copies a picture to a place that may lie partly or wholly outside.
  mutating func put(_ other: Bitmap, x: Int, y: Int) {
    let columns = max(0, x)..<max(max(0, x), min(width, x + other.width))
    for row in max(0, y)..<max(max(0, y), min(height, y + other.height)) {
      for column in columns {
        storage[row * width + column] = other.storage[(row - y) * other.width + column - x]
      }
    }
  }
}
