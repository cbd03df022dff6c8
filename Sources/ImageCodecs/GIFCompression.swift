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
  private let scenes: ContiguousArray<GIFScene>
  /// The scene of every frame.
  private let sceneOfFrame: ContiguousArray<Int32>
  private let effort: Effort
  private let chunkLength: Int
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

  init(_ clip: GIFClip, _ scenes: ContiguousArray<GIFScene>, _ effort: Effort) {
    self.clip = clip
    self.scenes = scenes
    self.effort = effort
    sceneOfFrame = ContiguousArray(
      scenes.indices.flatMap { repeatElement(Int32($0), count: scenes[$0].frames.count) })
    let count = clip.frames.count
    let palette = scenes[0].palette
    isChunked =
      scenes.count == 1 && !palette.isSingle && Self.isMostlyExact(palette.inexactShare) && !clip.hasClear
      && clip.changes.count == count && palette.table.transparentIndex != nil
    let chunks = max(1, (count + Self.usualChunkLength / 2) / Self.usualChunkLength)
    chunkLength = (count + chunks - 1) / chunks
    pieceCount = isChunked ? (count + chunkLength - 1) / chunkLength : count
    planner =
      isChunked
      ? nil
      : Turns(
        GIFPlanner(
          width: clip.width, height: clip.height, palette: palette, changesTables: scenes.count > 1))
    numbers = Turns([])
  }

  /// Lets no piece wait any longer.
  func fail() { planner?.fail() }

  /// What numbers the colours of a frame.
  func colors(of index: Int) -> ColorCount { scenes[Int(sceneOfFrame[index])].colors }

  /// Makes an encoder for the global table.
  func makeEncoder() -> LZWEncoder {
    LZWEncoder(LZWAlphabet(scenes[0].palette.table))
  }

  /// Plans and compresses one frame.
  func compressFrame(_ index: Int, _ change: FrameChange, _ encoder: inout LZWEncoder) throws(GIFError) -> [Output] {
    let next = index + 1 < clip.frames.count ? clip.frames[index + 1].vanishing : nil
    let number = Int(sceneOfFrame[index])
    let scene = scenes[number], palette = scene.palette
    let plan = planner?.take(index) { (planner) -> GIFPlanner.Plan in
      if number > 0 && index == scene.frames.lowerBound { planner.begin(scene, after: scenes[number - 1]) }
      return planner.plan(change, vanishing: next)
    }
    guard let plan else {
      throw .frameFailed(index: clip.frames[index].frame, reason: "a frame before it failed")
    }
    var (frame, table) = (plan.frame, palette.table)
    if number > 0 && palette.isSingle { (frame, table) = frame.reduced(table) }
    var alphabet = LZWAlphabet(table)
    alphabet.keepsTransparent = clip.hasClear
    if encoder.table != alphabet { encoder = LZWEncoder(alphabet) }
    var sent: ContiguousArray<UInt8>?
    let data = encoder.compress(
      frame, palette.choices, LZWMethod(isExact: palette.isSingle, effort: effort), sent: &sent)
    let image = GIFImage(
      box: plan.box, disposal: plan.disposal, delay: clip.frames[index].delay, table: number > 0 ? table : nil,
      data: data)
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
    let palette = scenes[0].palette
    var chunk = GIFChunk(
      screen: GIFScreen(
        width: clip.width, height: clip.height, transparent: palette.table.transparentIndex),
      choices: palette.choices, values: start ?? [], changes: clip.changes[frames], isLast: index + 1 == pieceCount)
    return frames.map { frame in
      let (box, data, isEmpty) = chunk.encode(
        clip.changes[frame], index: frame - frames.lowerBound, &encoder,
        LZWMethod(isExact: palette.isSingle, effort: effort))
      return Output(
        image: GIFImage(box: box, disposal: .keep, delay: clip.frames[frame].delay, table: nil, data: data),
        isEmpty: isEmpty)
    }
  }
}
