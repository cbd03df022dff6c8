// Making a file, or a few, as a piece of work: read and checked from a command line, then done on any thread, with what it has to say
// handed to whoever started it.
import AnimGIF

/// A piece of work that a command line asks for.
struct Job: Sendable {
  /// The file or folder that is made, as it was given; `-` for standard output.
  let output: String
  /// The files and folders that are read, as they were given.
  var inputs: [String] = []
  /// Does the work.
  let perform: @Sendable (any JobReporter) throws -> Result

  /// What was made.
  struct Result: Sendable {
    /// What the user is told, one line a file.
    var lines: [String]
    /// Frames in the file, where there is one.
    var frameCount: Int?
    /// Seconds that the clip lasts, where there is one.
    var duration: Double?
  }
}

/// Who hears from a job while it runs.
protocol JobReporter: AnyObject {
  /// The steps done and their number.
  func update(done: Int, total: Int)
  /// Something that the user should know: one line.
  func note(_ line: String)
  /// How many threads the job may use where its command line does not tell; nil for all processors.
  var threads: Int? { get }
}

/// The reporter of a process that does one job: progress and notes go to standard error.
final class TerminalReporter: JobReporter {
  private let progress: ProgressReport
  let threads: Int? = nil

  init(_ values: OptionValues) { progress = ProgressReport(values) }

  func update(done: Int, total: Int) { progress.update(done: done, total: total) }

  func note(_ line: String) {
    progress.clear()
    Terminal.note(line)
  }

  /// Takes the bar away.
  func clear() { progress.clear() }
}
