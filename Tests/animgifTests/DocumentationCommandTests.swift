import Foundation
import TestSupport
import Testing

/// Every command that the README and the documentation show is run, in the order of its page, in a folder that holds the files it names.
@Suite struct DocumentationCommandTests {
  /// A command of a page and the lines that the page says it prints.
  struct Command {
    var text: String
    var output: [String] = []
  }

  static let pages =
    ["README.md"]
    + ((try? FileManager.default.contentsOfDirectory(atPath: "\(Fixtures.root)/\(catalogue)")) ?? [])
    .filter { $0.hasSuffix(".md") }.sorted().map { "\(catalogue)/\($0)" }
  private static let catalogue = "Sources/AnimGIF/AnimGIF.docc"

  /// The commands in a page's `console` blocks: a line that begins with `$ ` is one, what follows is what it prints.
  private func commands(of page: String) throws -> [Command] {
    let text = try String(contentsOfFile: "\(Fixtures.root)/\(page)", encoding: .utf8)
    var commands: [Command] = []
    for block in text.components(separatedBy: "```console\n").dropFirst() {
      for line in block.components(separatedBy: "```")[0].split(separator: "\n") {
        if line.hasPrefix("$ ") {
          commands.append(Command(text: String(line.dropFirst(2))))
        } else if !commands.isEmpty {
          commands[commands.count - 1].output.append(String(line))
        }
      }
    }
    return commands
  }

  /// Runs a line as a shell does, with the built program first on the path.
  private func shell(_ line: String, in folder: URL) throws -> Program.Outcome {
    let path = Program.url.deletingLastPathComponent().path
    return try Program.execute(
      URL(fileURLWithPath: "/bin/sh"), ["-c", "PATH=\"\(path):$PATH\"\n(\(line)\n) 2>&1"], in: folder)
  }

  /// The files that the pages name and do not make.
  private static let preparation = """
    animgif wave --scale 1 --fps 10 -o frames/
    animgif wave --at 0.1 -o 1.png && animgif wave --at 0.4 -o 2.png && animgif wave --at 0.7 -o 3.png
    printf '1.png\\n2.png\\n3.png\\n' > names.txt
    printf 'wave --fps 10 -o a.gif\\nplay --at 1 -o b.png\\n' > jobs.txt
    animgif arc --at 1 -o golden.png
    animgif arc --canvas 64x48 --scale 1 --fps 25 -o - --format y4m | ffmpeg -v error -y -i - clip.mp4
    animgif encode frames/ --fps 25 -o clip.apng
    """

  @Test(arguments: pages) func `the commands of a page work as it says`(page: String) throws {
    let commands = try commands(of: page)
    if commands.isEmpty { return }
    let scratch = try Scratch()
    let prepared = try shell("set -e\n\(Self.preparation)", in: scratch.folder)
    try #require(prepared.status == 0, "\(String(decoding: prepared.output, as: UTF8.self))")
    for command in commands {
      let outcome = try shell(command.text, in: scratch.folder)
      let output = String(decoding: outcome.output, as: UTF8.self)
      let fails = command.output.contains { $0.hasPrefix("error: ") }
      #expect((outcome.status != 0) == fails, "\(command.text): \(outcome.status), \(output)")
      for line in command.output { #expect(output.contains(line), "\(command.text) prints \(output)") }
    }
  }

  @Test func `the pages show commands and name only scripts that exist`() throws {
    #expect(try commands(of: "README.md").count >= 6)
    #expect(try commands(of: "\(Self.catalogue)/HowTo.md").count >= 20)
    for page in Self.pages + ["CONTRIBUTING.md"] {
      let text = try String(contentsOfFile: "\(Fixtures.root)/\(page)", encoding: .utf8)
      for match in text.matches(of: /`?(scripts\/[A-Za-z0-9.\/_-]+)/) {
        let name = String(match.1)
        #expect(FileManager.default.fileExists(atPath: "\(Fixtures.root)/\(name)"), "\(page) names \(name)")
      }
    }
  }
}
