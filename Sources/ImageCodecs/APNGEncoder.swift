// Animated PNG: the source is drawn twice, once to learn its colours and changes (APNGClip), once to write it. Each frame is the rectangle
// that has changed; pixels in it that have not are made transparent where that can be and helps. Frames are compressed side by side and
// written in order. Source: PNG specification, third edition, 11.3.5 (acTL, fcTL, fdAT).
//
//   signature IHDR acTL PLTE? tRNS? tEXt? fcTL IDAT (fcTL fdAT)… IEND       frame 0 is also the still image
//   signature IHDR acTL PLTE? tRNS? tEXt? IDAT fcTL fdAT (fcTL fdAT)… IEND  with a poster, which is no part of the animation

public import Bitmaps

/// How an APNG is made.
public struct APNGOptions: Sendable {
  /// How often the animation is played; 0 for ever.
  public var plays = 0
  /// How hard to try.
  public var effort = Effort.default
  /// Stores every frame whole, for programs that cannot combine frames.
  public var usesFullFrames = false
  /// Stores a frame that equals the one before as a frame of its own, not as more time for that one.
  public var keepsEqualFrames = false
  /// A still for programs that do not play APNG; it is no part of the animation. Of the source's size.
  public var poster: Bitmap?
  /// A text for the file's readers, in a `Comment` chunk.
  public var comment: String?

  /// Makes the default options.
  public init() {}
}

/// What an encoder has written.
public struct APNGSummary: Equatable, Sendable {
  /// Frames of the source.
  public var frameCount = 0
  /// Frames in the file.
  public var storedFrameCount = 0
  /// Bytes of the file.
  public var byteCount = 0
  /// How pixels are stored, such as `RGB` or `palette of 37`.
  public var colorType = ""
}

/// Writes animated PNGs: exact pixels, exact delays.
///
/// The bytes depend on the frames, the options and the version of libdeflate, not on the number of threads.
public struct APNGEncoder: Sendable {
  /// How it is made.
  public var options: APNGOptions

  /// Makes an encoder.
  public init(options: APNGOptions = APNGOptions()) { self.options = options }

  /// Writes a clip and finishes the sink; on an error the sink is cancelled.
  /// - Parameters:
  ///   - source: the frames.
  ///   - sink: where the file goes.
  ///   - threads: how many threads draw and compress, at least 1; nil for all processors.
  ///   - progress: called on this thread with the number of frames that are done, and of how many; every frame counts twice, as it is drawn
  ///     twice.
  @discardableResult
  public func encode(
    _ source: some FrameSource, to sink: any ByteSink, threads: Int? = nil,
    progress: ((_ done: Int, _ total: Int) -> Void)? = nil
  ) throws(PNGError) -> APNGSummary {
    do throws(PNGError) {
      let summary = try write(
        source, to: sink, threads: threads ?? availableProcessorCount(), progress: progress ?? { _, _ in })
      do throws(SinkError) { try sink.finish() } catch { throw .sink(error) }
      return summary
    } catch {
      sink.cancel()
      throw error
    }
  }

  private func write<Source: FrameSource>(
    _ source: Source, to sink: any ByteSink, threads: Int, progress: (Int, Int) -> Void
  ) throws(PNGError) -> APNGSummary {
    let count = source.frameCount
    if count == 0 { throw .noFrames }
    if let poster = options.poster {
      precondition(
        poster.width == source.width && poster.height == source.height, "the poster must have the animation's size")
    }
    var clip = try APNGClip(source, threads: threads) { progress($0, 2 * count) }
    if let poster = options.poster { clip.add(poster: poster) }
    let layout = PNGLayout.candidates(for: clip.census, isAnimation: true)[0]
    let frames = clip.storedFrames(source.timing, merging: !options.keepsEqualFrames)

    var output = APNGWriter(sink: sink)
    try output.putHead(source, layout: layout, frameCount: frames.count, options: options)
    if let poster = options.poster {
      var compressor = PNGCompressor(effort: options.effort)
      let pixels = ContiguousArray(poster.storage[..<poster.pixelCount])
      try output.putData(compressor.compress([pixels], width: poster.width, layout: layout).stream)
    }

    // Stored frames by the block of the source in which they are drawn.
    typealias Reader = APNGFrameReader<Source.Renderer>
    var blocks = [Range<Int>](repeating: 0..<0, count: (count + Reader.blockSize - 1) / Reader.blockSize)
    for (place, frame) in frames.enumerated() {
      let block = frame.index / Reader.blockSize
      blocks[block] = blocks[block].isEmpty ? place..<place + 1 : blocks[block].lowerBound..<place + 1
    }
    let (framesOfBlock, changes, options) = (blocks, clip.changes, options)
    try forEachInOrder(
      framesOfBlock.count, threads: threads,
      // Compressed blocks wait for their turn, and one of noise takes many megabytes.
      window: threads + 1,
      makeWorker: { (Reader(source), APNGFramePacker(layout: layout, options: options)) },
      work: { (worker: inout (Reader, APNGFramePacker), block: Int) throws(PNGError) -> [APNGPackedFrame] in
        var packed: [APNGPackedFrame] = []
        var place = framesOfBlock[block].lowerBound
        if framesOfBlock[block].isEmpty { return [] }
        try worker.0.forEachFrame(ofBlock: block, of: count) { index, previous, current in
          while place < framesOfBlock[block].upperBound && frames[place].index == index {
            packed.append(worker.1.pack(frames[place], changes[index], previous: previous, current: current))
            place += 1
          }
        }
        return packed
      },
      consume: { (block: Int, packed: [APNGPackedFrame]) throws(PNGError) in
        for frame in packed { try output.put(frame) }
        progress(count + Reader.frames(ofBlock: block, of: count).upperBound, 2 * count)
      })
    try output.putEnd()
    return APNGSummary(
      frameCount: count, storedFrameCount: frames.count, byteCount: output.byteCount, colorType: layout.description)
  }
}

/// A frame ready to be written.
struct APNGPackedFrame: Sendable {
  let frame: APNGStoredFrame
  let box: PixelBox
  /// Whether its pixels are drawn over the old ones instead of replacing them.
  let isOver: Bool
  let stream: ContiguousArray<UInt8>
}

/// Makes frames ready to be written; one per thread.
struct APNGFramePacker {
  private let layout: PNGLayout
  private let options: APNGOptions
  private var compressor: PNGCompressor

  init(layout: PNGLayout, options: APNGOptions) {
    self.layout = layout
    self.options = options
    compressor = PNGCompressor(effort: options.effort)
  }

  mutating func pack(
    _ frame: APNGStoredFrame, _ change: APNGChange, previous: Bitmap, current: Bitmap
  ) -> APNGPackedFrame {
    let whole = PixelBox(left: 0, top: 0, right: current.width, bottom: current.height)
    if options.usesFullFrames || frame.index == 0 && !frame.isRepeat {
      return compress(frame, whole, [pixels(of: current, in: whole)], isOver: [false])
    }
    guard !frame.isRepeat, let box = change.box else {
      let corner = PixelBox(left: 0, top: 0, right: 1, bottom: 1)
      return compress(frame, corner, [pixels(of: current, in: corner)], isOver: [false])
    }
    let real = pixels(of: current, in: box)
    guard layout.hasClear && change.isOpaque else { return compress(frame, box, [real], isOver: [false]) }
    let (everywhere, afterRuns) = transparentForms(previous: previous, current: current, in: box)
    switch options.effort {
    case .fast: return compress(frame, box, [everywhere], isOver: [true])
    case .default: return compress(frame, box, [everywhere, afterRuns], isOver: [true, true])
    case .max: return compress(frame, box, [everywhere, afterRuns, real], isOver: [true, true, false])
    }
  }

  private mutating func compress(
    _ frame: APNGStoredFrame, _ box: PixelBox, _ forms: [ContiguousArray<UInt32>], isOver: [Bool]
  ) -> APNGPackedFrame {
    let (form, stream) = compressor.compress(forms, width: box.width, layout: layout)
    return APNGPackedFrame(frame: frame, box: box, isOver: isOver[form], stream: stream)
  }

  private func pixels(of bitmap: Bitmap, in box: PixelBox) -> ContiguousArray<UInt32> {
    var pixels: ContiguousArray<UInt32> = []
    pixels.reserveCapacity(box.width * box.height)
    for y in box.top..<box.bottom {
      let row = y * bitmap.width
      pixels.append(contentsOf: bitmap.storage[row + box.left..<row + box.right])
    }
    return pixels
  }

  /// The rectangle with unchanged pixels transparent: all of them, or all but those which go on with the colour to their left, as a run that
  /// ends at its natural end is cheaper than one cut short.
  private func transparentForms(
    previous: Bitmap, current: Bitmap, in box: PixelBox
  ) -> (everywhere: ContiguousArray<UInt32>, afterRuns: ContiguousArray<UInt32>) {
    var everywhere = ContiguousArray<UInt32>(repeating: 0, count: box.width * box.height)
    var afterRuns = everywhere
    let (before, after) = (previous.pixels, current.pixels)
    for y in 0..<box.height {
      let start = (box.top + y) * current.width + box.left
      let (a, b) = (before.extracting(start..<start + box.width), after.extracting(start..<start + box.width))
      var run: UInt32 = 0
      for x in 0..<box.width {
        let pixel = b[x]
        if a[x] != pixel {
          everywhere[y * box.width + x] = pixel
          run = pixel
        } else if pixel != run {
          run = 0
        }
        afterRuns[y * box.width + x] = run
      }
    }
    return (everywhere, afterRuns)
  }
}

/// Writes the chunks in order and counts them.
struct APNGWriter {
  private let sink: any ByteSink
  private var sequence: UInt32 = 0
  private var hasData = false
  /// Bytes passed on.
  private(set) var byteCount = 0

  init(sink: any ByteSink) { self.sink = sink }

  mutating func putHead(
    _ source: some FrameSource, layout: PNGLayout, frameCount: Int, options: APNGOptions
  ) throws(PNGError) {
    var chunks = PNGChunkWriter()
    chunks.putSignature()
    layout.putHeader(width: source.width, height: source.height, into: &chunks)
    chunks.put("acTL") {
      $0.put(UInt32(frameCount))
      $0.put(UInt32(clamping: options.plays))
    }
    layout.putColors(into: &chunks)
    if let comment = options.comment {
      // International text: keyword, not compressed, no language, no translated keyword, UTF-8.
      chunks.put("iTXt") { $0.bytes.append(contentsOf: Array("Comment\0\0\0\0\0".utf8) + Array(comment.utf8)) }
    }
    try pass(chunks)
  }

  mutating func put(_ frame: APNGPackedFrame) throws(PNGError) {
    var chunks = PNGChunkWriter()
    chunks.put("fcTL") {
      $0.put(nextNumber())
      $0.put(UInt32(frame.box.width))
      $0.put(UInt32(frame.box.height))
      $0.put(UInt32(frame.box.left))
      $0.put(UInt32(frame.box.top))
      $0.put(frame.frame.numerator)
      $0.put(frame.frame.denominator)
      $0.bytes.append(contentsOf: [0, frame.isOver ? 1 : 0])  // disposal: none
    }
    try pass(chunks)
    try putData(frame.stream)
  }

  /// Writes a picture's compressed bytes, the file's first as IDAT, all others as fdAT.
  mutating func putData(_ stream: ContiguousArray<UInt8>) throws(PNGError) {
    // A chunk holds 2^31 - 1 bytes; a picture may span several.
    let limit = 1 << 30
    let isFirst = !hasData
    hasData = true
    for start in stride(from: 0, to: stream.count, by: limit) {
      let part = stream.count <= limit ? stream : ContiguousArray(stream[start..<min(start + limit, stream.count)])
      var chunks = PNGChunkWriter()
      if isFirst {
        chunks.put("IDAT", part)
      } else {
        chunks.put("fdAT") {
          $0.put(nextNumber())
          $0.bytes.append(contentsOf: part)
        }
      }
      try pass(chunks)
    }
  }

  mutating func putEnd() throws(PNGError) {
    var chunks = PNGChunkWriter()
    chunks.put("IEND", [])
    try pass(chunks)
  }

  private mutating func nextNumber() -> UInt32 {
    defer { sequence += 1 }
    return sequence
  }

  private mutating func pass(_ chunks: PNGChunkWriter) throws(PNGError) {
    byteCount += chunks.bytes.count
    do throws(SinkError) { try sink.write(chunks.bytes.span) } catch { throw .sink(error) }
  }
}

extension PNGLayout: CustomStringConvertible {
  /// How pixels are stored, in words.
  var description: String {
    switch colorType {
    case .gray(let bits): "grey of \(bits) bits"
    case .palette: "palette of \(palette.count)"
    case .rgb: "RGB"
    case .grayAlpha: "grey with alpha"
    case .rgba: "RGB with alpha"
    }
  }
}
