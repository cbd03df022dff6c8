import Bitmaps

/// Makes animated GIFs: exact where the clip has few enough colours, small always.
///
///     frames ─ draw ─ flatten alpha ─ changes ─┬─ colours and their times ─ colour tables
///                                              └─ plan (boxes, disposal) ─ LZW ─ giflib ─ sink
///
/// The clip is walked through twice, since the table must see every frame. What changes is kept from the first walk if
/// it fits `changeBudget`; else frames are drawn again, so memory does not grow with the length of the clip.
/// Frames are drawn, compared and compressed on several threads and written in order: the same bytes for any number.
public struct GIFEncoder: Sendable {
  /// How the file is made.
  public var options: GIFOptions
  /// Bytes of changes kept between the two walks.
  package var changeBudget = 40 << 20
  /// Whether a file made with `lossy` or `--effort max` is held against those without.
  var weighsSimpler = true

  /// Makes an encoder.
  public init(options: GIFOptions = GIFOptions()) { self.options = options }

  /// Encodes a clip into a sink, which is finished on success and cancelled on failure.
  /// - Parameters:
  ///   - source: the frames; drawn once, or twice where the clip does not fit the encoder's memory.
  ///   - sink: where the file goes.
  ///   - threads: how many threads work, at least 1; nil for all processors.
  ///   - progress: called on the calling thread after every step with the steps done and their total.
  /// - Returns: what the file holds.
  @discardableResult
  public func encode(
    _ source: some FrameSource, to sink: any ByteSink, threads: Int? = nil,
    progress: ((_ done: Int, _ total: Int) -> Void)? = nil
  ) throws(GIFError) -> GIFSummary {
    do throws(GIFError) {
      let summary = try write(source, sink, threads ?? availableProcessorCount(), progress ?? { _, _ in })
      do throws(SinkError) { try sink.finish() } catch { throw .output(error) }
      return summary
    } catch {
      sink.cancel()
      throw error
    }
  }

  /// Writes the file, by simpler settings where these make a smaller one: what an inexact frame gains, those after it may
  /// lose.
  private func write(
    _ source: some FrameSource, _ sink: any ByteSink, _ threads: Int, _ progress: (Int, Int) -> Void
  ) throws(GIFError) -> GIFSummary {
    guard weighsSimpler && (options.lossy > 0 || options.effort == .max) else {
      return try writeOnce(source, sink, threads, progress)
    }
    let file = MemorySink()
    let summary = try writeOnce(source, file, threads, progress)
    var best = (size: summary.byteCount, encoder: self)
    if options.lossy > 0 || !summary.isExact {
      for simpler in simpler {
        let size = try simpler.writeOnce(source, CountingSink(), threads, { _, _ in }).byteCount
        if size < best.size { best = (size, simpler) }
      }
    }
    if best.size < summary.byteCount { return try best.encoder.writeOnce(source, sink, threads, { _, _ in }) }
    do throws(SinkError) { try sink.write(file.bytes) } catch { throw .output(error) }
    return summary
  }

  /// The same encoder without `lossy`, without `--effort max`, and without both, as far as it has them.
  private var simpler: [GIFEncoder] {
    var result: [GIFEncoder] = []
    for lossy in Set([0, options.lossy]).sorted() {
      for effort in options.effort == .max ? [Effort.default, .max] : [options.effort]
      where lossy != options.lossy || effort != options.effort {
        var encoder = self
        (encoder.options.lossy, encoder.options.effort) = (lossy, effort)
        result.append(encoder)
      }
    }
    return result
  }

  private func writeOnce(
    _ source: some FrameSource, _ sink: any ByteSink, _ threads: Int, _ progress: (Int, Int) -> Void
  ) throws(GIFError) -> GIFSummary {
    let (width, height) = (source.width, source.height)
    guard (1...65535).contains(width), (1...65535).contains(height), width * height <= Bitmap.maximumPixelCount else {
      throw .sizeOutOfRange(width: width, height: height)
    }
    guard source.frameCount > 0 else { throw .noFrames }
    try options.check()

    var clip = try GIFClip(
      source, flattening: options.flattening, keepsEqualFrames: options.keepsEqualFrames, budget: changeBudget,
      threads: threads, progress: progress)
    let scenes = try clip.notingLives(threads: threads) { (clip) throws(GIFError) in
      try GIFScene.scenes(of: clip, options, threads: threads)
    }
    if scenes.count > 1 { clip.renumber(by: scenes) }
    let writer = try GIFWriter(
      width: width, height: height, table: scenes[0].palette.table,
      loop: clip.frames.count > 1 ? options.loop : .plays(1),
      comment: options.comment, sink: sink)
    var summary = GIFSummary(clip, scenes)
    try writeFrames(clip, scenes, source, writer, threads, &summary, progress)
    try writer.finish()
    summary.byteCount = writer.byteCount
    return summary
  }

  /// Plans, compresses and writes all frames.
  private func writeFrames<Source: FrameSource>(
    _ clip: GIFClip, _ scenes: ContiguousArray<GIFScene>, _ source: Source, _ writer: GIFWriter, _ threads: Int,
    _ summary: inout GIFSummary, _ progress: (Int, Int) -> Void
  ) throws(GIFError) {
    let compression = GIFCompression(clip, scenes, options.effort)
    let chain = FrameChain(
      width: clip.width, height: clip.height, flattening: options.flattening,
      frames: ContiguousArray(clip.frames.map { Int32($0.frame) }))
    var held: GIFImage?
    var done = clip.stepCount - clip.frames.count
    try forEachInOrder(
      compression.pieceCount, threads: threads,
      // The first frame takes as long as many others, which are done meanwhile and wait for their turn.
      window: 8 * threads,
      makeWorker: { GIFWorker(encoder: compression.makeEncoder()) },
      work: { (worker: inout GIFWorker<Source.Renderer>, piece) throws(GIFError) -> [GIFCompression.Output] in
        if compression.isChunked { return compression.compressChunk(piece, &worker.encoder) }
        do throws(GIFError) {
          let change: FrameChange
          if piece < clip.changes.count {
            change = clip.changes[piece]
          } else {
            var renderer = worker.renderer.take() ?? source.makeRenderer()
            change = try clip.change(at: piece, chain, &renderer, numberedBy: compression.colors(of: piece))
            worker.renderer = renderer
          }
          return try compression.compressFrame(piece, change, &worker.encoder)
        } catch {
          compression.fail()
          throw error
        }
      },
      consume: { (_, outputs) throws(GIFError) in
        for output in outputs {
          done += 1
          progress(done, clip.stepCount)
          if output.isEmpty && !options.keepsEqualFrames, held != nil {
            held?.delay += output.image.delay
            continue
          }
          if let image = held { try writer.put(image) }
          held = output.image
          summary.storedFrames += 1
        }
      })
    if let image = held { try writer.put(image) }
  }
}

/// Forgets what it is given: for files of which only the size is asked.
private final class CountingSink: ByteSink {
  func write(_ bytes: Span<UInt8>) throws(SinkError) {}
  func finish() throws(SinkError) {}
  func cancel() {}
}

/// What one thread needs: it draws, where the changes are not in memory, and compresses.
private struct GIFWorker<Renderer: FrameRenderer> {
  var renderer: Renderer?
  var encoder: LZWEncoder
}

/// What a written GIF holds.
public struct GIFSummary: Hashable, Sendable {
  /// The file's size.
  public var byteCount = 0
  /// Frames of the source, and frames stored in the file after merging equal ones.
  public var sourceFrames = 0, storedFrames = 0
  /// Frames that were left out because they are shorter than the 2 hundredths of a second a GIF can show.
  public var droppedFrames = 0
  /// Distinct opaque colours of the clip, counted up to about 500 000.
  public var colorCount = 0
  /// Whether every shown pixel has exactly its colour.
  public var isExact = true
  /// Hundredths of a second from the first frame to the end.
  public var duration = 0
  /// What was given up to stay within a number of bytes: `64 colors`, `lossy 20`; empty if nothing was.
  public var concessions: [String] = []

  init(_ clip: GIFClip, _ scenes: ContiguousArray<GIFScene>) {
    sourceFrames = clip.sourceFrameCount
    droppedFrames = clip.droppedFrameCount
    colorCount = clip.colors.opaqueCount
    isExact = scenes.allSatisfy(\.palette.isExact)
    duration = clip.duration
  }
}
