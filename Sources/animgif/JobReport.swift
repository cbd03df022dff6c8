// The report of a list of jobs: a line of JSON for every job that was done, failed or skipped, written when that happens. A later run
// reads it to know what is done.

/// One line of a report.
struct JobRecord {
  enum Status: String { case done, failed, skipped }

  /// The job's line in the list, from 1.
  var line: Int
  /// The command line, quoted as for a shell.
  var command: String
  var status: Status
  /// The output as the command line names it; empty for a mistaken line.
  var output = ""
  /// What the output holds; nil where there is none.
  var stamp: Stamp?
  /// Frames and seconds of the clip.
  var frameCount: Int?
  var duration: Double?
  /// How long the job took, in seconds.
  var elapsed = 0.0
  /// What went wrong.
  var error: String?
  /// What the user was told besides.
  var notes: [String] = []
  /// What made the output.
  var program: String

  /// The record as one line of JSON.
  var json: String {
    var members: [(String, JSONValue)] = [
      ("line", .number(Double(line))), ("command", .string(command)), ("status", .string(status.rawValue)),
    ]
    if !output.isEmpty { members.append(("output", .string(output))) }
    if let stamp {
      members += [("bytes", .number(Double(stamp.byteCount))), ("crc32", .string(stamp.checksumText))]
    }
    if let frameCount { members.append(("frames", .number(Double(frameCount)))) }
    if let duration { members.append(("duration", .number((duration * 1000).rounded() / 1000))) }
    members.append(("seconds", .number((elapsed * 1000).rounded() / 1000)))
    if let error { members.append(("error", .string(error))) }
    if !notes.isEmpty { members.append(("notes", .array(notes.map(JSONValue.string)))) }
    members.append(("program", .string(program)))
    return JSONValue.object(members).line
  }
}

/// What an earlier report says is done.
struct EarlierReport {
  private var done: [String: (output: String, bytes: Int, checksum: String)] = [:]

  /// Reads a report. Lines that are none of a report, such as one that was cut short, count for nothing.
  /// - Parameter program: lines of another program are left out.
  init(_ text: String, program: String) {
    for line in text.split(separator: "\n") {
      guard let record = JSONValue(parsing: line), record["status"]?.string == "done",
        record["program"]?.string == program, let command = record["command"]?.string,
        let output = record["output"]?.string, let bytes = record["bytes"]?.number,
        let checksum = record["crc32"]?.string
      else { continue }
      done[command] = (output, Int(exactly: bytes) ?? -1, checksum)
    }
  }

  /// Whether this command line's output is there as it was made.
  /// - Parameter inputs: files that are read; one that is newer than the output makes it outdated.
  func isDone(_ command: String, output: String, inputs: [String]) -> Bool {
    guard let record = done[command], record.output == output, let made = Files.changeTime(of: output) else {
      return false
    }
    for input in inputs where Files.changeTime(of: input).map({ $0 > made }) ?? true { return false }
    guard let stamp = Stamp(of: output) else { return false }
    return stamp.byteCount == record.bytes && stamp.checksumText == record.checksum
  }
}
