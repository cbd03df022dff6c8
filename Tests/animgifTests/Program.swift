import Foundation
import TestSupport
import Testing

/// The built program, run as a user would run it.
enum Program {
  /// What a run said and how it ended.
  struct Outcome {
    var status: Int32
    var output: Data
    var errors: String
  }

  /// The program beside the test bundle.
  static let url: URL = {
    let folders = [
      URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent(), Bundle.main.bundleURL,
      URL(fileURLWithPath: "\(Fixtures.root)/.build/release"),
    ]
    return folders.map { $0.appendingPathComponent("animgif") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) } ?? folders[2].appendingPathComponent("animgif")
  }()

  /// Runs the program in a folder and waits for its end.
  static func run(_ arguments: [String], in folder: URL? = nil) throws -> Outcome {
    try execute(url, arguments, in: folder)
  }

  /// Runs any program and waits for its end. Output and errors go through files, so that neither can block the other.
  static func execute(_ program: URL, _ arguments: [String], in folder: URL? = nil) throws -> Outcome {
    let scratch = try Scratch()
    let outputURL = scratch.file("output"), errorURL = scratch.file("errors")
    for url in [outputURL, errorURL] { _ = FileManager.default.createFile(atPath: url.path, contents: nil) }
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.currentDirectoryURL = folder ?? scratch.folder
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: outputURL)
    process.standardError = try FileHandle(forWritingTo: errorURL)
    try process.run()
    process.waitUntilExit()
    return Outcome(
      status: process.terminationStatus, output: try Data(contentsOf: outputURL),
      errors: String(decoding: try Data(contentsOf: errorURL), as: UTF8.self))
  }
}

/// A folder for one test, removed with it.
final class Scratch: Sendable {
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("animgif-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func file(_ name: String) -> URL { folder.appendingPathComponent(name) }

  /// What the folder holds, sorted.
  var contents: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted() }
}

/// Runs a mistaken command: one line on standard error, the right exit status, and no file.
func expectMistake(
  _ arguments: [String], status: Int, message: String, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let scratch = try Scratch()
  let outcome = try Program.run(arguments, in: scratch.folder)
  #expect(Int(outcome.status) == status, sourceLocation: sourceLocation)
  #expect(outcome.errors == "error: \(message)\n", sourceLocation: sourceLocation)
  #expect(outcome.output.isEmpty && scratch.contents.isEmpty, sourceLocation: sourceLocation)
}
