// PNG stills: the smallest colour type that holds the picture exactly, then filters and compression levels by trial. The chunks are written
// by us and the pixels compressed by libdeflate, so that nothing here can jump out of C code.

public import Bitmaps

/// Why a PNG or APNG cannot be made.
public enum PNGError: Error, CustomStringConvertible {
  /// The output failed.
  case sink(SinkError)
  /// There is no frame to write.
  case noFrames
  /// The compressed pixels of one frame are more than a chunk can hold.
  case tooLarge(width: Int, height: Int)
  /// The source could not draw a frame.
  case frame(Int, any Error)

  /// The message.
  public var description: String {
    switch self {
    case .sink(let error): "\(error)"
    case .noFrames: "an animation needs at least one frame; got none"
    case .tooLarge(let width, let height):
      "a frame of \(width) by \(height) pixels takes 2^31 bytes or more, which is too much for a PNG; use a smaller size"
    case .frame(_, let error): "\(error)"
    }
  }
}

/// Writes stills.
///
/// The pixels are stored exactly, with straight alpha, and nothing is stored of the colour under a fully transparent pixel. The bytes
/// depend on the pixels, the effort and the version of libdeflate alone.
public struct PNGEncoder: Sendable {
  /// How hard to try.
  public var effort: EncodingEffort

  /// Makes an encoder.
  public init(effort: EncodingEffort = .default) { self.effort = effort }

  /// Returns the picture as a PNG file.
  public func encode(_ bitmap: Bitmap) throws(PNGError) -> [UInt8] {
    var worker = PNGFrameCompressor(effort: effort)
    var census = ColorCensus()
    census.add(bitmap)
    var candidates = PNGLayout.candidates(for: census, needsClear: false)
    // A palette costs up to a kilobyte, which pays except in pictures of few pixels.
    if bitmap.pixelCount > 1 << 14 { candidates.removeSubrange(1...) }
    var best: ContiguousArray<UInt8>?
    for layout in candidates {
      let data = worker.compress(bitmap.pixels, width: bitmap.width, layout: layout)
      if data.count >= 1 << 31 { throw .tooLarge(width: bitmap.width, height: bitmap.height) }
      var chunks = PNGChunkWriter()
      chunks.putSignature()
      layout.putHeader(width: bitmap.width, height: bitmap.height, into: &chunks)
      layout.putColors(into: &chunks)
      chunks.put("IDAT", data)
      chunks.put("IEND", [])
      if best.map({ chunks.bytes.count < $0.count }) ?? true { best = chunks.bytes }
    }
    return Array(best ?? [])
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

/// Turns rectangles of pixels into the zlib streams of IDAT and fdAT; keeps its memory between frames. One per thread.
struct PNGFrameCompressor {
  private let effort: EncodingEffort
  private let deflater = Deflater()
  private var filter = PNGFilter()
  private var packed: ContiguousArray<UInt8> = []
  private var filtered: ContiguousArray<UInt8> = []

  init(effort: EncodingEffort) { self.effort = effort }

  /// Returns the smallest stream found for premultiplied pixels in rows of `width`.
  mutating func compress(_ pixels: Span<UInt32>, width: Int, layout: PNGLayout) -> ContiguousArray<UInt8> {
    layout.pack(pixels, width: width, into: &packed)
    let strategies: [PNGFilter.Strategy] =
      switch (effort, layout.isFilterable) {
      case (.fast, false), (.default, false): [.none]
      case (.max, false): [.none, .up, .minimumSum]
      case (.fast, true): [.minimumSum]
      case (.default, true): [.none, .sub, .up, .paeth, .minimumSum]
      case (.max, true): PNGFilter.Strategy.allCases
      }
    let (trialLevel, level) = effort.deflateLevels
    var best: (strategy: PNGFilter.Strategy, stream: ContiguousArray<UInt8>)?
    for strategy in strategies {
      applyFilter(strategy, width: width, layout: layout)
      let stream = deflater.compress(filtered.span, level: strategies.count == 1 ? level : trialLevel)
      if best.map({ stream.count < $0.stream.count }) ?? true { best = (strategy, stream) }
    }
    guard let best else { return [] }
    if strategies.count == 1 || trialLevel == level { return best.stream }
    applyFilter(best.strategy, width: width, layout: layout)
    return deflater.compress(filtered.span, level: level)
  }

  private mutating func applyFilter(_ strategy: PNGFilter.Strategy, width: Int, layout: PNGLayout) {
    filter.apply(
      strategy, to: packed, rowBytes: layout.rowBytes(width), distance: layout.filterDistance, into: &filtered)
  }
}

extension EncodingEffort {
  /// libdeflate's levels for comparing attempts and for the bytes that are kept.
  fileprivate var deflateLevels: (trial: Int, final: Int) {
    switch self {
    case .fast: (1, 1)
    case .default: (3, 10)
    case .max: (12, 12)
    }
  }
}
