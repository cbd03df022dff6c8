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
  private let eitherDistance: Int
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

  /// Nodes kept in a match with costs.
  private static let setWidth = 4
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
    eitherDistance = effort == .fast ? 0 : effort == .max ? 64 : 4
    planner =
      isChunked
      ? nil
      : Turns(
        GIFPlanner(
          width: clip.width, height: clip.height, choices: palette.choices, isExact: palette.isSingle,
          dither: palette.dither, transparent: palette.table.transparentIndex, eitherDistance: eitherDistance))
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
    let blocks: ContiguousArray<UInt8>
    var sent: ContiguousArray<UInt8>?
    if palette.isSingle {
      blocks = compressExactly(plan.frame, &encoder)
    } else if let search {
      blocks = encoder.encode(plan.frame, palette.choices, search, sent: &sent)
    } else {
      blocks = encoder.encode(plan.frame, palette.choices, width: Self.setWidth, sent: &sent)
    }
    let image = GIFImage(
      box: plan.box, disposal: plan.disposal, delay: clip.frames[index].delay, table: nil, blocks: blocks)
    return [Output(image: image, isEmpty: plan.isEmpty)]
  }

  /// Compresses a frame without lists in the ways that are worth their time and returns the shortest data.
  ///
  /// No way is always the best: leaving unchanged pixels free to be either index gains some per cent on smooth edges and
  /// loses as much on rows that repeat, where it spoils what has been learnt.
  private func compressExactly(_ frame: LZWFrame, _ encoder: inout LZWEncoder) -> ContiguousArray<UInt8> {
    var best = encoder.encode(frame, lookAhead: lookAhead)
    guard let search else { return best }
    var forms = [frame]
    if let settled = frame.settled {
      let blocks = encoder.encode(settled, lookAhead: lookAhead)
      let isBetter = blocks.count < best.count
      if isBetter { best = blocks }
      if effort == .max { forms.append(settled) } else if isBetter { forms = [settled] }
    }
    for form in forms {
      var sent: ContiguousArray<UInt8>?
      let blocks = encoder.encode(form, palette.choices, search, sent: &sent)
      if blocks.count < best.count { best = blocks }
    }
    return best
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
        width: clip.width, height: clip.height, transparent: palette.table.transparentIndex,
        eitherDistance: eitherDistance),
      choices: palette.choices, values: start ?? [], changes: clip.changes[frames], isLast: index + 1 == pieceCount)
    return frames.map { frame in
      let (box, blocks, isEmpty) = chunk.encode(
        clip.changes[frame], index: frame - frames.lowerBound, &encoder, setWidth: Self.setWidth, search: search)
      return Output(
        image: GIFImage(box: box, disposal: .keep, delay: clip.frames[frame].delay, table: nil, blocks: blocks),
        isEmpty: isEmpty)
    }
  }

  /// How many pixels early a match may end.
  private var lookAhead: Int { effort == .fast ? 0 : effort == .max ? 64 : 2 }

  /// The slow search, where it pays: on exact clips it is worth up to 4 % in its cheapest form already.
  private var search: LZWBeam.Effort? {
    switch effort {
    case .fast: nil
    case .default: palette.isExact || palette.isSingle ? LZWBeam.Effort(width: 3, ends: 4, nodes: 4) : nil
    case .max: LZWBeam.Effort(width: 12, ends: 4, nodes: 6)
    }
  }
}
