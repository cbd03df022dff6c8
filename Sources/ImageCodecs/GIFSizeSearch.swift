/// Finding settings with which a GIF stays within a number of bytes.
///
/// What is given up, in this order, each stage only when the one before did not suffice at its hardest: colours, exactness
/// (`lossy`), rate, size of the picture. Within a stage the mildest step that fits is found by halving, as files shrink
/// with every step; a stage that did not suffice keeps a step short of its hardest for the next one to go on from.
extension GIFEncoder {
  /// Settings on the way down.
  private struct Step {
    var colors: Int
    var lossy: Double
    var everyFrame = 1
    var scale = 1.0
  }

  private static let colorSteps = [192, 128, 96, 64, 48, 32]
  private static let lossySteps = [10.0, 20, 35, 60, 100]
  private static let rateSteps = [2, 3, 4]
  private static let scaleSteps = [0.8, 0.65, 0.5, 0.4, 0.3, 0.2]

  /// Encodes a clip into a file of at most `limit` bytes.
  /// - Returns: what the file holds; its `concessions` say what was given up, none if all fits as it is.
  /// - Throws: `GIFError.overBudget` with the smallest size reached if no settings suffice.
  @discardableResult
  public func encode(
    _ source: some FrameSource, within limit: Int, to sink: any ByteSink, threads: Int? = nil,
    progress: ((_ done: Int, _ total: Int) -> Void)? = nil
  ) throws(GIFError) -> GIFSummary {
    do throws(GIFError) {
      guard limit > 0 else { throw .optionOutOfRange(name: "the byte limit", value: "\(limit)", range: "at least 1") }
      let (bytes, summary) = try smallest(source, limit, threads, progress)
      do throws(SinkError) {
        try sink.write(bytes)
        try sink.finish()
      } catch { throw .output(error) }
      return summary
    } catch {
      sink.cancel()
      throw error
    }
  }

  private func smallest(
    _ source: some FrameSource, _ limit: Int, _ threads: Int?, _ progress: ((Int, Int) -> Void)?
  ) throws(GIFError) -> (ContiguousArray<UInt8>, GIFSummary) {
    let asked = Step(colors: options.colors, lossy: options.lossy)
    var best = try attempt(source, asked, threads, progress)
    if best.bytes.count <= limit { return best }

    // Fixed colours and a transparent entry must still fit.
    let leastColors = max(2, options.fixedColors.count + 2)
    var base = asked
    func stages() -> [[Step]] {
      [
        Self.colorSteps.filter { $0 < asked.colors && $0 >= leastColors }.map { Step(colors: $0, lossy: asked.lossy) },
        Self.lossySteps.filter { $0 > asked.lossy }.map { Step(colors: base.colors, lossy: $0) },
        Self.rateSteps.filter { $0 < source.frameCount }.map {
          Step(colors: base.colors, lossy: base.lossy, everyFrame: $0)
        },
        Self.scaleSteps.map {
          Step(colors: base.colors, lossy: base.lossy, everyFrame: base.everyFrame, scale: $0)
        },
      ]
    }
    for stage in 0..<4 {
      let steps = stages()[stage]
      guard let hardest = steps.last else { continue }
      let last = try attempt(source, hardest, threads, progress)
      if last.bytes.count < best.bytes.count { best = last }
      guard last.bytes.count <= limit else {
        base = steps[steps.count * 3 / 4]
        continue
      }
      var fitting = last
      var (low, high) = (0, steps.count - 1)
      while low < high {
        let middle = (low + high) / 2
        let tried = try attempt(source, steps[middle], threads, progress)
        if tried.bytes.count <= limit { (fitting, high) = (tried, middle) } else { low = middle + 1 }
      }
      return fitting
    }
    throw .overBudget(
      limit: limit, best: best.bytes.count, gaveUp: best.summary.concessions.joined(separator: ", "))
  }

  private func attempt(
    _ source: some FrameSource, _ step: Step, _ threads: Int?, _ progress: ((Int, Int) -> Void)?
  ) throws(GIFError) -> (bytes: ContiguousArray<UInt8>, summary: GIFSummary) {
    var encoder = self
    encoder.options.colors = step.colors
    encoder.options.lossy = step.lossy
    encoder.weighsSimpler = false
    let sink = MemorySink()
    let slower = step.everyFrame > 1 ? source.everyFrame(by: step.everyFrame) : nil
    var summary: GIFSummary
    if step.scale < 1 {
      summary =
        if let slower {
          try encoder.encode(slower.scaled(by: step.scale), to: sink, threads: threads, progress: progress)
        } else { try encoder.encode(source.scaled(by: step.scale), to: sink, threads: threads, progress: progress) }
    } else if let slower {
      summary = try encoder.encode(slower, to: sink, threads: threads, progress: progress)
    } else {
      summary = try encoder.encode(source, to: sink, threads: threads, progress: progress)
    }
    if step.colors < options.colors { summary.concessions.append("\(step.colors) colors") }
    if step.lossy > options.lossy { summary.concessions.append("lossy \(Int(step.lossy))") }
    if step.everyFrame > 1 { summary.concessions.append("every frame in \(step.everyFrame)") }
    if step.scale < 1 { summary.concessions.append("\(Int(step.scale * 100 + 0.5)) % of the size") }
    return (sink.bytes, summary)
  }
}
