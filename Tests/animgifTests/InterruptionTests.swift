import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Ctrl-C and its kin while a long piece of work runs.
@Suite(.serialized) struct InterruptionTests {
  /// Starts the program, waits until it has begun a file, sends a signal, and returns how it ended and after how long.
  private func interrupt(_ arguments: [String], _ number: Int32, in scratch: Scratch) throws -> (
    reason: Process.TerminationReason, status: Int32, seconds: Double, errors: String
  ) {
    let errors = scratch.folder.deletingLastPathComponent().appendingPathComponent("\(UUID().uuidString).txt")
    _ = FileManager.default.createFile(atPath: errors.path, contents: nil)
    defer { try? FileManager.default.removeItem(at: errors) }
    let process = Process()
    process.executableURL = Program.url
    process.arguments = arguments
    process.currentDirectoryURL = scratch.folder
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = try FileHandle(forWritingTo: errors)
    let before = scratch.contents.count
    // `swift test` ignores the signal, children inherit that, and a program must not undo it.
    _ = signal(number, SIG_DFL)
    try process.run()
    let deadline = Date(timeIntervalSinceNow: 30)
    while scratch.contents.count == before, process.isRunning, Date() < deadline { usleep(2000) }
    usleep(100_000)
    #expect(process.isRunning, "the work was too short to be interrupted")
    let start = ContinuousClock.now
    kill(process.processIdentifier, number)
    let given = Date(timeIntervalSinceNow: 10)
    while process.isRunning, Date() < given { usleep(2000) }
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
    let seconds = Double((ContinuousClock.now - start) / .milliseconds(1)) / 1000
    return (
      process.terminationReason, process.terminationStatus, seconds,
      try String(contentsOf: errors, encoding: .utf8)
    )
  }

  private static let long = ["loading", "--scale", "8", "--fps", "100", "--slow", "20"]

  @Test(arguments: [("long.gif", SIGINT), ("long.apng", SIGTERM), ("frames/", SIGINT)])
  func `a signal ends the work at once, leaves nothing behind and says so`(name: String, number: Int32) throws {
    var quickest = Double.infinity
    for _ in 0..<3 {
      let scratch = try Scratch()
      let end = try interrupt(Self.long + ["-o", name], number, in: scratch)
      #expect(end.reason == .uncaughtSignal && end.status == number)
      #expect(end.errors == "animgif: interrupted; unfinished files were removed\n")
      #expect(scratch.contents.isEmpty, "\(scratch.contents)")
      quickest = min(quickest, end.seconds)
      if quickest < 0.1 { break }
    }
    #expect(quickest < 0.1)
  }

  @Test func `a file that was there before stays`() throws {
    let scratch = try Scratch()
    try Data("mine".utf8).write(to: scratch.file("long.gif"))
    #expect(try interrupt(Self.long + ["-o", "long.gif"], SIGINT, in: scratch).status == SIGINT)
    #expect(try Data(contentsOf: scratch.file("long.gif")) == Data("mine".utf8))
    #expect(scratch.contents == ["long.gif"])
  }

  @Test func `an interrupted list keeps what is done and goes on from there`() throws {
    let scratch = try Scratch()
    let command = Self.long.joined(separator: " ")
    try Data("wave --fps 5 -o a.gif\n\(command) -o b.gif\n\(command) -o c/\n".utf8).write(to: scratch.file("jobs.txt"))
    _ = FileManager.default.createFile(atPath: scratch.file("r.jsonl").path, contents: nil)
    let arguments = ["batch", "jobs.txt", "--report", "r.jsonl", "--resume", "--jobs", "3"]
    #expect(try interrupt(arguments, SIGINT, in: scratch).status == SIGINT)
    #expect(scratch.contents == ["a.gif", "jobs.txt", "r.jsonl"], "\(scratch.contents)")
    try Data("wave --fps 5 -o a.gif\nwave --fps 6 -o b.gif\n".utf8).write(to: scratch.file("jobs.txt"))
    let again = try Program.run(arguments, in: scratch.folder)
    #expect(again.status == 0 && again.errors.contains("1 done, 0 failed, 1 skipped"), "\(again.errors)")
  }
}
