/// Finding a rate at which an APNG stays within a number of bytes. Its pixels stay exact; frames are left out, evenly.
extension APNGEncoder {
  /// Encodes a clip into a file of at most `limit` bytes: all its frames, or every second, third, fourth …, the mildest that fits.
  /// - Returns: what the file holds, and the distance of its frames in the source.
  /// - Throws: `PNGError.overBudget` if one frame is too large already.
  public func encode(
    _ source: some FrameSource, within limit: Int, to sink: any ByteSink, threads: Int? = nil,
    progress: ((_ done: Int, _ total: Int) -> Void)? = nil
  ) throws(PNGError) -> (summary: APNGSummary, step: Int) {
    do throws(PNGError) {
      var step = 1
      while true {
        let memory = MemorySink(capacity: limit)
        if let summary = try attempt(source, step, to: memory, threads, progress) {
          do throws(SinkError) {
            try sink.write(memory.bytes)
            try sink.finish()
          } catch { throw .sink(error) }
          return (summary, step)
        }
        guard step < source.frameCount else { throw .overBudget(limit: limit) }
        // Above six the steps grow by a third, so that a long clip is not tried hundreds of times.
        step = min(source.frameCount, step < 6 ? step + 1 : step * 4 / 3)
      }
    } catch {
      sink.cancel()
      throw error
    }
  }

  /// Encodes every `step`-th frame; nil when the sink is full.
  private func attempt(
    _ source: some FrameSource, _ step: Int, to sink: MemorySink, _ threads: Int?, _ progress: ((Int, Int) -> Void)?
  ) throws(PNGError) -> APNGSummary? {
    do throws(PNGError) {
      return step == 1
        ? try encode(source, to: sink, threads: threads, progress: progress)
        : try encode(source.everyFrame(by: step), to: sink, threads: threads, progress: progress)
    } catch .sink(.cannotWrite(_, .noSpace)) {
      return nil
    }
  }
}
