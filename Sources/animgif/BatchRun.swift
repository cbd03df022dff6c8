// The jobs of a list, done on several threads. Each thread takes the next job when it has ended one; memory holds one job a thread.
import AnimGIF
internal import EffectGallery

/// A run through a list.
struct BatchRun {
  private let entries: [JobList.Entry]
  private let name: String
  private let earlier: EarlierReport?
  private let program: String
  private let board: Monitor<Board>

  /// What the threads share.
  private struct Board {
    var next = 0
    var counts: [JobRecord.Status: Int] = [:]
    var report: LineFile?
    var progress: ProgressReport
    var isQuiet: Bool
    /// The report could not be written; nothing more is begun.
    var failure: FileError?
  }

  init(
    _ entries: [JobList.Entry], of name: String, earlier: EarlierReport?, report: sending LineFile?, program: String,
    progress: sending ProgressReport, isQuiet: Bool
  ) {
    (self.entries, self.name, self.earlier, self.program) = (entries, name, earlier, program)
    board = Monitor(Board(report: report, progress: progress, isQuiet: isQuiet))
  }

  /// Does the jobs; returns how many failed.
  /// - Parameter limit: how many are done at the same time.
  func perform(atOnce limit: Int) throws(FileError) -> Int {
    let start = ContinuousClock.now
    let width = max(1, min(limit, entries.count))
    // Fewer jobs than processors: the processors that are left draw frames.
    let threads = max(1, availableProcessorCount() / width)
    let work: @Sendable () -> Void = { [self] in
      while let index = takeNext() { finish(perform(entries[index], threads: threads)) }
    }
    withThreads(width - 1, body: work, caller: work)
    let (counts, failure) = board.withLock { board in
      board.progress.clear()
      return (board.counts, board.failure)
    }
    if let failure { throw failure }
    let failed = counts[.failed] ?? 0
    if !board.withLock({ $0.isQuiet }) || failed > 0 {
      let skipped = counts[.skipped].map { ", \($0) skipped" } ?? ""
      Terminal.note(
        "\(name): \(counts[.done] ?? 0) done, \(failed) failed\(skipped), \(ParameterKind.seconds(seconds(since: start))) s"
      )
    }
    return failed
  }

  private func takeNext() -> Int? {
    board.withLock { board in
      guard board.next < entries.count, board.failure == nil else { return nil }
      board.next += 1
      return board.next - 1
    }
  }

  private func perform(_ entry: JobList.Entry, threads: Int) -> (record: JobRecord, lines: [String]) {
    let start = ContinuousClock.now
    var record = JobRecord(line: entry.line, command: entry.command, status: .failed, program: program)
    let listener = JobListener(threads: threads)
    var lines: [String] = []
    do {
      let job = try JobList.job(entry.words.get())
      record.output = job.output
      let inputs = (try? job.inputs.isEmpty ? [] : FrameFiles.expanding(job.inputs)) ?? job.inputs
      if let earlier, earlier.isDone(record.command, output: job.output, inputs: inputs + job.inputs) {
        record.status = .skipped
      } else {
        let result = try job.perform(listener)
        lines = result.lines
        (record.frameCount, record.duration, record.status) = (result.frameCount, result.duration, .done)
        if !program.isEmpty { record.stamp = Stamp(of: job.output) }
      }
    } catch {
      record.error = "\(error)"
    }
    record.notes = listener.notes
    record.elapsed = seconds(since: start)
    return (record, lines)
  }

  /// Tells what became of a job.
  private func finish(_ end: (record: JobRecord, lines: [String])) {
    let record = end.record
    board.withLock { board in
      board.counts[record.status, default: 0] += 1
      var messages = record.notes
      if let error = record.error { messages.append("error: \(error)") }
      if !board.isQuiet, record.status == .done {
        let time = ParameterKind.seconds(record.elapsed)
        messages += end.lines.count == 1 ? ["\(end.lines[0]), took \(time) s"] : ["\(record.output): took \(time) s"]
      }
      if !messages.isEmpty { board.progress.clear() }
      for message in messages { Terminal.note("\(name):\(record.line): \(message.withoutControls)") }
      do throws(FileError) { try board.report?.append(record.json) } catch { board.failure = error }
      board.progress.update(done: board.counts.values.reduce(0, +), total: entries.count)
    }
  }

  private func seconds(since start: ContinuousClock.Instant) -> Double {
    Double((ContinuousClock.now - start) / .milliseconds(1)) / 1000
  }
}

/// Keeps what a job has to say until it has ended.
private final class JobListener: JobReporter {
  private(set) var notes: [String] = []
  let threads: Int?

  init(threads: Int) { self.threads = threads }

  func update(done: Int, total: Int) {}
  func note(_ line: String) { notes.append(line) }
}
