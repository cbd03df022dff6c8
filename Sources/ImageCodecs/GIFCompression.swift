/// How the frames of a clip are cut into pieces of work, and the work: planning and compression.
///
///     exact clips, and inexact ones in general    a frame a piece; a changed pixel near enough to its plan is held
///     opaque clips with little that is inexact    a stretch of frames a piece, in which nothing is guessed
///
/// The way depends on the clip alone, so that the bytes do not depend on the number of threads.
struct GIFCompression: Sendable {
  /// A compressed frame.
  struct Output: Sendable {
    var image: GIFImage
    /// Whether it shows nothing new.
    var isEmpty: Bool
  }

  let pieceCount: Int
  let isChunked: Bool
  private let clip: GIFClip
  private let palette: GIFPalette
  private let effort: Effort
  private let chunkLength: Int
  private let method: LZWMethod
  /// What plans frames one by one; nil where all go in chunks.
  private let planner: Turns<GIFPlanner>?
  /// The colour numbers of the screen before the next chunk.
  private let numbers: Turns<ContiguousArray<UInt32>>

  /// Whether so little of what is seen is inexact that chunks pay: flat art has some 3 %, gradients half and more.
  static func isMostlyExact(_ inexactShare: Double) -> Bool { inexactShare <= 0.25 }

  /// The greatest error that is allowed in a pixel, in D. This bound and the next were found on the three sequences with
  /// which the encoders are compared, such that the whole error stays below that of a median-cut table without any choice.
  static func greatestError(_ inexactShare: Double) -> Float { isMostlyExact(inexactShare) ? 9 : 24 }

  /// What an error of D in a pixel that is seen for a second weighs, in bits. The slow search finds more uses for a wrong
  /// entry, so that wrong ones must cost more.
  static func bitsPerError(_ effort: Effort) -> Float { effort == .max ? 4.75 : 3.75 }

  /// Frames in a chunk, about.
  private static let usualChunkLength = 24

  init(_ clip: GIFClip, _ palette: GIFPalette, _ effort: Effort) {
    self.clip = clip
    self.palette = palette
    self.effort = effort
    let count = clip.frames.count
    isChunked =
      !palette.isSingle && Self.isMostlyExact(palette.inexactShare) && !clip.hasClear
      && clip.changes.count == count && palette.table.transparentIndex != nil
    let chunks = max(1, (count + Self.usualChunkLength / 2) / Self.usualChunkLength)
    chunkLength = (count + chunks - 1) / chunks
    pieceCount = isChunked ? (count + chunkLength - 1) / chunkLength : count
    method = LZWMethod(isExact: palette.isSingle, effort: effort)
    planner =
      isChunked
      ? nil
      : Turns(
        GIFPlanner(
          width: clip.width, height: clip.height, choices: palette.choices, isExact: palette.isSingle,
          dither: palette.dither, transparent: palette.table.transparentIndex))
    numbers = Turns([])
  }

  /// Lets no piece wait any longer.
  func fail() { planner?.fail() }

  /// Plans and compresses one frame.
  func compressFrame(_ index: Int, _ change: FrameChange, _ encoder: inout LZWEncoder) throws(GIFError) -> [Output] {
    let next = index + 1 < clip.frames.count ? clip.frames[index + 1].vanishing : nil
    guard let plan = planner?.take(index, { $0.plan(change, vanishing: next) }) else {
      throw .frameFailed(index: clip.frames[index].frame, reason: "a frame before it failed")
    }
    var sent: ContiguousArray<UInt8>?
    let data = encoder.compress(plan.frame, palette.choices, method, sent: &sent)
    let image = GIFImage(
      box: plan.box, disposal: plan.disposal, delay: clip.frames[index].delay, table: nil, data: data)
    return [Output(image: image, isEmpty: plan.isEmpty)]
  }

  /// Plans and compresses one chunk.
  func compressChunk(_ index: Int, _ encoder: inout LZWEncoder) -> [Output] {
    let frames = index * chunkLength..<min((index + 1) * chunkLength, clip.frames.count)
    let start = numbers.take(index) { numbers in
      let start = numbers
      if numbers.isEmpty { numbers = ContiguousArray(repeating: ColorCount.clear, count: clip.width * clip.height) }
      for frame in frames { clip.changes[frame].apply(to: &numbers) }
      return start
    }
    var chunk = GIFChunk(
      screen: GIFScreen(
        width: clip.width, height: clip.height, transparent: palette.table.transparentIndex),
      choices: palette.choices, values: start ?? [], changes: clip.changes[frames], isLast: index + 1 == pieceCount)
    return frames.map { frame in
      let (box, data, isEmpty) = chunk.encode(
        clip.changes[frame], index: frame - frames.lowerBound, &encoder, method)
      return Output(
        image: GIFImage(box: box, disposal: .keep, delay: clip.frames[frame].delay, table: nil, data: data),
        isEmpty: isEmpty)
    }
  }
}
