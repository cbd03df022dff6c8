import Foundation

/// Programs of others that judge our files.
public enum OutsideProgram {
  /// How a run ended and what it said, errors among the rest.
  public struct Outcome {
    /// The exit status.
    public var status: Int32
    /// All that it wrote.
    public var text: String
  }

  /// Runs a program that is found by its name and waits for its end.
  public static func run(_ name: String, _ arguments: [String]) throws -> Outcome {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [name] + arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return Outcome(status: process.terminationStatus, text: text)
  }

  /// Runs a program of `scripts/decode` by the Python that `ANIMGIF_PYTHON` names, else the system's, which
  /// `scripts/setup --tests` gives what they need.
  public static func decode(_ script: String, _ arguments: [String]) throws -> Outcome {
    let python = ProcessInfo.processInfo.environment["ANIMGIF_PYTHON"] ?? "/usr/bin/python3"
    return try run(python, ["\(Fixtures.root)/scripts/decode/\(script)"] + arguments)
  }
}
