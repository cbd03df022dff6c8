import Foundation
import Testing

/// `animgif batch` from the outside.
@Suite struct BatchCommandTests {
  private func batch(_ jobs: String, _ arguments: [String] = [], in scratch: Scratch) throws -> Program.Outcome {
    try Data(jobs.utf8).write(to: scratch.file("jobs.txt"))
    return try Program.run(["batch", "jobs.txt"] + arguments, in: scratch.folder)
  }

  /// The lines of a report.
  private func report(_ name: String, _ scratch: Scratch) throws -> [[String: Any]] {
    try String(contentsOf: scratch.file(name), encoding: .utf8).split(separator: "\n").map {
      try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  private func files(_ scratch: Scratch, _ ending: String = ".gif") throws -> [String: Data] {
    var files: [String: Data] = [:]
    for name in scratch.contents where name.hasSuffix(ending) { files[name] = try Data(contentsOf: scratch.file(name)) }
    return files
  }

  @Test func `every line makes what the command alone makes`() throws {
    let scratch = try Scratch(), single = try Scratch()
    let outcome = try batch(
      """
      # Two effects, a figure and a still, with quotes and comments.
      wave --fps 10 --bg #FFF -o 'a b.gif'

         dots --fps 10 -o "dots.gif"\r
      figure 002-7 -o figure.png
      play --at 0.5 -o still.png
      """, in: scratch)
    #expect(outcome.status == 0 && outcome.output.isEmpty, "\(outcome.errors)")
    #expect(outcome.errors.contains("jobs.txt:2: a b.gif: 200x100, 12 frames, 1.2 s, "))
    #expect(outcome.errors.contains("jobs.txt: 4 done, 0 failed, "))
    #expect(scratch.contents == ["a b.gif", "dots.gif", "figure.png", "jobs.txt", "still.png"])
    for arguments in [
      ["wave", "--fps", "10", "--bg", "#FFF", "-o", "a b.gif"], ["dots", "--fps", "10", "-o", "dots.gif"],
      ["figure", "002-7", "-o", "figure.png"], ["play", "--at", "0.5", "-o", "still.png"],
    ] {
      #expect(try Program.run(arguments, in: single.folder).status == 0)
      let name = try #require(arguments.last)
      #expect(try Data(contentsOf: scratch.file(name)) == Data(contentsOf: single.file(name)), "\(name)")
    }
  }

  @Test func `the shards together make the whole, with the same bytes`() throws {
    let jobs = (1...10).map { "wave --fps \($0) --size \(50 + $0) -o w\($0).gif" }.joined(separator: "\n")
    let whole = try Scratch(), parts = try Scratch()
    #expect(try batch(jobs, in: whole).status == 0)
    var total = 0
    for shard in 0..<3 {
      #expect(try batch(jobs, ["--shard", "\(shard)/3", "--report", "r\(shard).jsonl", "-q"], in: parts).status == 0)
      let lines = try report("r\(shard).jsonl", parts)
      #expect(lines.allSatisfy { ($0["line"] as? Int ?? 0) % 3 == (shard + 1) % 3 })
      total += lines.count
    }
    #expect(total == 10)
    #expect(try files(whole).count == 10)
    #expect(try files(whole) == files(parts))
  }

  @Test func `a mistaken or failing job is named by its line and stops no other`() throws {
    let scratch = try Scratch()
    let outcome = try batch(
      """
      waev -o x.gif
      wave --fps 0 -o y.gif
      encode missing.png -o z.gif
      wave -o -
      wave
      info a.gif
      animgif wave -o b.gif
      wave -o 'c.gif
      wave --help
      encode --raw 8x8 -o d.gif
      wave --fps 5 -o good.gif
      wave -o /dev/full
      """, ["--report", "r.jsonl"], in: scratch)
    #expect(outcome.status == 1 && outcome.output.isEmpty)
    for (line, message) in [
      (1, "no command or effect waev (did you mean wave?); known: "),
      (2, "--fps takes a number from 0.01 to 1000, such as 30, 23.976 or 30000/1001; got 0"),
      (3, "cannot read missing.png: No such file or directory"),
      (4, "a job writes a file; standard output is shared by all; give another name with -o"),
      (5, "animgif wave needs -o FILE, for example animgif wave -o out.gif"),
      (6, "animgif info makes no file; a job is an effect, encode, figure or timeline"),
      (7, "a job is written without the leading animgif"), (8, "a quote ' is opened and not closed"),
      (9, "a job makes a file; it does not go with --help"),
      (10, "a job reads files; standard input is shared by all; name the file"),
      (12, "the name of the output tells its kind; /dev/full is none of "),
    ] {
      #expect(outcome.errors.contains("jobs.txt:\(line): error: \(message)"), "\(line): \(outcome.errors)")
    }
    #expect(outcome.errors.contains("jobs.txt: 1 done, 11 failed, "))
    #expect(scratch.contents == ["good.gif", "jobs.txt", "r.jsonl"])
    let lines = try report("r.jsonl", scratch)
    #expect(lines.count == 12)
    #expect(lines.filter { $0["status"] as? String == "failed" && $0["error"] is String }.count == 11)
    let done = try #require(lines.first { $0["status"] as? String == "done" })
    #expect(done["command"] as? String == "wave --fps 5 -o good.gif" && done["frames"] as? Int == 6)
    #expect(done["bytes"] as? Int == (try Data(contentsOf: scratch.file("good.gif"))).count)
  }

  @Test func `resuming skips what is done and makes what is missing, changed or asked for otherwise`() throws {
    let scratch = try Scratch()
    let jobs = """
      wave --fps 5 -o a.gif
      wave --fps 5 -o b.gif
      wave --fps 5 -o c.gif
      wave --fps 5 -o d/
      encode d-in/ --fps 5 -o e.gif
      """
    #expect(try Program.run(["wave", "--fps", "5", "-o", "d-in/"], in: scratch.folder).status == 0)
    let again = ["--report", "r.jsonl", "--resume"]
    #expect(try batch(jobs, again, in: scratch).errors.contains("5 done, 0 failed, "))
    let all = try files(scratch)
    #expect(try batch(jobs, again, in: scratch).errors.contains("0 done, 0 failed, 5 skipped, "))
    // Another quoting is the same command line; another option is not. A missing, a damaged and an outdated output are made anew.
    try FileManager.default.removeItem(at: scratch.file("a.gif"))
    try Data("damaged".utf8).write(to: scratch.file("b.gif"))
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: 3600)], ofItemAtPath: scratch.file("d-in/frame-000.png").path)
    let changed = jobs.replacingOccurrences(of: "5 -o c.gif", with: "'5' -o \"c.gif\"")
    #expect(try batch(changed, again, in: scratch).errors.contains("3 done, 0 failed, 2 skipped, "))
    #expect(try files(scratch) == all)
    let faster = jobs.replacingOccurrences(of: "5 -o c.gif", with: "6 -o c.gif")
    #expect(try batch(faster, again, in: scratch).errors.contains("c.gif: 200x100, 7 frames"))
    // A report that was cut short in the middle of a line counts up to there.
    let cut = try Data(contentsOf: scratch.file("r.jsonl")).dropLast(20)
    try cut.write(to: scratch.file("r.jsonl"))
    #expect(try batch(jobs, again, in: scratch).status == 0)
  }

  @Test(arguments: [
    ["wave -o a.gif", "play -o ./a.gif"], ["wave -o sub/a.gif", "play -o sub/../sub//a.gif"],
    ["wave -o link/a.gif", "play -o sub/a.gif"], ["wave -o frames/", "play -o ./frames//"],
  ])
  func `two jobs that write the same output are refused before anything is begun`(lines: [String]) throws {
    let scratch = try Scratch()
    try FileManager.default.createDirectory(at: scratch.file("sub"), withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(at: scratch.file("link"), withDestinationURL: scratch.file("sub"))
    let outcome = try batch("dots -o b.gif\n\n\(lines.joined(separator: "\n"))", ["--shard", "0/2"], in: scratch)
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("error: jobs.txt: lines 3 and 4 write the same output, /"), "\(outcome.errors)")
    #expect(scratch.contents == ["jobs.txt", "link", "sub"])
  }

  @Test func `an empty list is done`() throws {
    let scratch = try Scratch()
    let outcome = try batch("# nothing\n\n", in: scratch)
    #expect(outcome.status == 0 && outcome.errors.hasPrefix("jobs.txt: 0 done, 0 failed, "))
    #expect(try Program.run(["batch", "-", "-q"], in: scratch.folder).errors.isEmpty)
  }

  // swift-format-ignore
  @Test(arguments: [
    (["batch"], 2, "animgif batch needs a file of jobs, for example animgif batch jobs.txt"),
    (["batch", "missing.txt"], 1, "cannot read missing.txt: No such file or directory"),
    (["batch", "."], 1, "cannot read .: Is a directory"),
    (["batch", "a", "b"], 2, "animgif batch JOBS takes options only; got b"),
    (["batch", "a", "--shard", "8/8"], 2, "--shard takes I/N, I from 0 to N-1, such as 0/8 for the first of eight; got 8/8"),
    (["batch", "a", "--shard", "nan"], 2, "--shard takes I/N, I from 0 to N-1, such as 0/8 for the first of eight; got nan"),
    (["batch", "a", "--resume"], 2, "animgif batch needs --report with --resume, for example animgif batch jobs.txt --report r.jsonl --resume"),
    (["batch", "a", "--jobs", "0"], 2, "--jobs takes a whole number from 1 to 256; got 0"),
    (["batch", "-", "--report", "missing/r.jsonl"], 1, "cannot write missing/r.jsonl: No such file or directory"),
    (["batch", "-", "--shrad", "0/2"], 2, "animgif batch has no option --shrad (did you mean --shard?); see animgif batch --help"),
  ])
  func `a mistake is one line`(arguments: [String], status: Int, message: String) throws {
    try expectMistake(arguments, status: status, message: message)
  }
}
