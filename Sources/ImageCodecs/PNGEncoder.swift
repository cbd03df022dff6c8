// PNG stills: the smallest colour type that holds the picture exactly, then filters and compression levels by trial. The pixels are
// compressed by libdeflate, the file around them is made by libpng (PNGContainer+libpng).

public import Bitmaps

/// Why a PNG or APNG cannot be made.
public enum PNGError: Error, CustomStringConvertible {
  /// The output failed.
  case sink(SinkError)
  /// There is no frame to write.
  case noFrames
  /// The compressed pixels of one frame are more than a chunk can hold.
  case tooLarge(width: Int, height: Int)
  /// libpng refused; its own words.
  case library(String)
  /// The source could not draw a frame.
  case frame(Int, any Error)
  /// The folder for frames holds a numbered frame that the clip does not have.
  case foreignFrame(folder: String, name: String)
  /// An animation has more bytes than it may, even with a single frame.
  case overBudget(limit: Int)

  /// The message.
  public var description: String {
    switch self {
    case .sink(let error): "\(error)"
    case .noFrames: "an animation needs at least one frame; got none"
    case .tooLarge(let width, let height):
      "a frame of \(width) by \(height) pixels takes 2^31 bytes or more, which is too much for a PNG; use a smaller size"
    case .library(let message): "libpng: \(message)"
    case .frame(_, let error): "\(error)"
    case .foreignFrame(let folder, let name):
      "\(folder) holds \(name), which is no frame of this clip; empty the folder or choose another"
    case .overBudget(let limit):
      "cannot stay within \(limit) bytes, even with one frame; make the picture smaller"
    }
  }
}

/// Writes stills.
///
/// The pixels are stored exactly, with straight alpha, and nothing is stored of the colour under a fully transparent pixel. The bytes
/// depend on the pixels, the effort and the version of libdeflate alone.
public struct PNGEncoder: Sendable {
  /// How hard to try.
  public var effort: Effort

  /// Makes an encoder.
  public init(effort: Effort = .default) { self.effort = effort }

  /// Returns the picture as a PNG file.
  public func encode(_ bitmap: Bitmap) throws(PNGError) -> [UInt8] {
    try encode(bitmap, filteredBy: nil)
  }

  /// Returns the picture as a PNG file.
  /// - Parameter strategies: the filters to try, whether they can pay or not; nil for those that the effort names.
  package func encode(_ bitmap: Bitmap, filteredBy strategies: [PNGFilter.Strategy]?) throws(PNGError) -> [UInt8] {
    var compressor = PNGCompressor(effort: effort, strategies: strategies)
    let pixels = ContiguousArray(bitmap.storage[..<bitmap.pixelCount])
    var census = ColorCensus()
    census.add(bitmap)
    var candidates = PNGLayout.candidates(for: census, isAnimation: false)
    // A palette costs up to a kilobyte, which pays except in pictures of few pixels.
    if bitmap.pixelCount > 1 << 14 { candidates.removeSubrange(1...) }
    var best: [UInt8]?
    for layout in candidates {
      let data = compressor.compress([pixels], width: bitmap.width, layout: layout).stream
      if data.count >= 1 << 31 { throw .tooLarge(width: bitmap.width, height: bitmap.height) }
      let file = try PNGContainer.file(
        width: bitmap.width, height: bitmap.height, header: layout.header, palette: layout.palette, key: layout.key,
        data: data)
      if best.map({ file.count < $0.count }) ?? true { best = file }
    }
    return best ?? []
  }

  /// Writes the picture to a file, which is there completely or not at all.
  public func write(_ bitmap: Bitmap, to path: String) throws(PNGError) {
    let bytes = try encode(bitmap)
    do throws(SinkError) {
      let sink = try FileSink(path: path)
      try sink.write(bytes)
      try sink.finish()
    } catch {
      throw .sink(error)
    }
  }
}
