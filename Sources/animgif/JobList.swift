// A list of jobs: one command line per line, read and checked before anything is begun.
import AnimGIF
internal import EffectGallery

/// Which part of a list one process takes: the jobs whose place in the list leaves the remainder `index` when divided by `count`.
package struct Shard: Equatable, Sendable {
  /// 0 to `count` - 1.
  package var index: Int
  /// How many processes share the list.
  package var count: Int

  /// Reads `I/N`.
  package init?(_ text: String) {
    let numbers = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let index = numbers[0], let count = numbers[1], (1...1_000_000).contains(count),
      (0..<count).contains(index)
    else { return nil }
    (self.index, self.count) = (index, count)
  }
}

/// The lines of a list.
struct JobList {
  /// A line that holds a job, or a mistaken one.
  struct Entry: Sendable {
    /// The line's number in the file, from 1.
    var line: Int
    /// The command line in words, or what is wrong with it.
    var words: Result<[String], JobMistake>
    /// The job's output, in a form in which equal outputs have equal names; nil where there is none.
    var outputKey: String?

    /// The command line as one would write it.
    var command: String { (try? words.get())?.map(quoted).joined(separator: " ") ?? "" }
  }

  /// What is wrong with a line.
  struct JobMistake: Error, CustomStringConvertible {
    let description: String
  }

  /// How the list is called in messages.
  let name: String
  /// The jobs in order.
  private(set) var entries: [Entry] = []

  /// Reads a list. A mistaken line is an entry; two jobs that write the same output are an error.
  /// - Parameter name: how the list is called in messages.
  init(_ text: String, name: String) throws(UsageError) {
    self.name = name
    var number = 0
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: { $0 == "\n" || $0 == "\r\n" }) {
      number += 1
      var line = line
      while let last = line.last, last.isWhitespace { line.removeLast() }
      line = line.drop { $0 == " " || $0 == "\t" }
      if line.isEmpty || line.hasPrefix("#") { continue }
      entries.append(Self.entry(line, number))
    }
    var first: [String: Int] = [:]
    for entry in entries {
      guard let key = entry.outputKey else { continue }
      if let earlier = first[key] {
        throw .conflict("\(name): lines \(earlier) and \(entry.line) write the same output, \(key.singleLine)")
      }
      first[key] = entry.line
    }
  }

  private static func entry(_ line: Substring, _ number: Int) -> Entry {
    do {
      let words = try shellWords(line)
      let job = try job(words)
      return Entry(line: number, words: .success(words), outputKey: Files.canonicalPath(job.output))
    } catch {
      return Entry(line: number, words: .failure(JobMistake(description: "\(error)")))
    }
  }

  /// Reads and checks a job's command line.
  static func job(_ words: [String]) throws -> Job {
    guard let name = words.first else { throw JobMistake(description: "there is no command") }
    if name == "animgif" { throw JobMistake(description: "a job is written without the leading animgif") }
    let command = try Command.named(name)
    let values = try command.values(Array(words.dropFirst()))
    if values.has("help") { throw JobMistake(description: "a job makes a file; it does not go with --help") }
    guard case .make(let prepare) = command.action else {
      throw JobMistake(description: "animgif \(name) makes no file; a job is an effect, encode, figure or timeline")
    }
    let job = try prepare(values)
    if job.output == "-" {
      throw JobMistake(description: "a job writes a file; standard output is shared by all; give another name with -o")
    }
    if job.output.hasPrefix("/dev/") {
      throw JobMistake(description: "a job writes a file or folder of its own; got the device \(job.output.singleLine)")
    }
    if values.has("raw"), job.inputs.isEmpty || job.inputs == ["-"] {
      throw JobMistake(description: "a job reads files; standard input is shared by all; name the file")
    }
    return job
  }
}

/// A word as it has to be written for a shell.
private func quoted(_ word: String) -> String {
  let isPlain = word.unicodeScalars.allSatisfy { scalar in
    scalar.value > 127 || scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
      || "-_./,:=@%+".unicodeScalars.contains(scalar)
  }
  return isPlain && !word.isEmpty
    ? word : "'\(word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''"))'"
}
