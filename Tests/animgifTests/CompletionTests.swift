import EffectGallery
import Foundation
import Testing
import animgif

/// What shells offer: the words themselves, and the scripts in the real shells.
@Suite struct CompletionTests {
  private func words(_ line: String...) -> [String] { Completion(line).candidates.map(\.word) }

  @Test func `a first word is an effect or a command`() {
    #expect(words("wa") == ["wave"])
    #expect(words("fig") == ["figure"])
    #expect(Set(words("")).isSuperset(of: Catalog.entries.map(\.name) + ["encode", "batch", "help"]))
    #expect(words("--") == ["--help", "--version"])
    #expect(words("unknown", "") == [])
  }

  @Test func `options and their values come from the command's table`() {
    #expect(words("wave", "--pre") == ["--preset"])
    #expect(words("wave", "--preset", "slack") == ["slack-emoji"])
    #expect(words("wave", "--format", "g") == ["gif"])
    #expect(words("wave", "--format=a") == ["--format=apng"])
    #expect(words("play", "--direction", "f").contains("forward"))
    #expect(words("wave", "--stage", "t") == ["tick"])
    #expect(words("wave", "--poster", "l") == ["last"])
    #expect(words("wave", "--bg", "li") == ["lightGray"])
    #expect(words("wave", "--fps", "") == [])
    #expect(words("encode", "--place", "t") == ["top-left"])
    #expect(words("help", "figures") == ["figures"])
    #expect(words("completions", "z") == ["zsh"])
  }

  @Test func `a list goes on behind its comma without the words it has`() {
    #expect(words("play", "--only", "li") == ["lines"])
    #expect(words("play", "--only", "lines,t") == ["lines,triangle"])
    #expect(words("play", "--only", "lines,li") == [])
    #expect(words("play", "--only=lines,t") == ["--only=lines,triangle"])
  }

  @Test func `figures come with their ids and what they show`() {
    let completion = Completion(["figure", "002-1"])
    #expect(completion.candidates.map(\.word) == ["002-1"] + (10...15).map { "002-\($0)" })
    #expect(completion.candidates.first?.meaning == "the button both ways")
    #expect(words("figure", "al") == ["all"])
  }

  @Test func `names of files fit where files are`() {
    #expect(Completion(["wave", "-o", ""]).wantsFiles && Completion(["wave", "--output=", "x"]).candidates == [])
    #expect(Completion(["wave", "--output=x"]).wantsFiles)
    #expect(Completion(["ring", "--image", ""]).wantsFiles)
    #expect(Completion(["info", ""]).wantsFiles && Completion(["batch", ""]).wantsFiles)
    #expect(!Completion(["wave", "--fps", ""]).wantsFiles && !Completion(["wave", ""]).wantsFiles)
  }

  // MARK: - In the shells

  /// Runs a script in a shell, with the program found as `animgif`, and returns the lines it prints.
  private func lines(_ shell: String, _ arguments: [String], _ script: String) throws -> [String] {
    let scratch = try Scratch()
    try Data().write(to: scratch.file("notes.txt"))
    let folder = Program.url.deletingLastPathComponent().path
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let outcome = try Program.execute(
      URL(fileURLWithPath: "/usr/bin/env"),
      ["PATH=\(folder):\(path)", "HOME=\(scratch.folder.path)", shell] + arguments + ["-c", script], in: scratch.folder)
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(shell): \(outcome.errors)")
    return String(decoding: outcome.output, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  @Test func `bash completes commands, options, values behind = and files`() throws {
    let script = """
      set -eu
      source <(animgif completions bash)
      complete -p animgif >/dev/null
      try() { COMP_WORDS=("$@"); COMP_CWORD=$(($#-1)); _animgif; echo "${COMPREPLY[*]-}"; }
      try animgif wav
      try animgif wave --format = g
      try animgif wave --preset sl
      try animgif figure 003-1
      try animgif info no
      try animgif play --only lines,tr
      try animgif wave --fps ''
      """
    #expect(
      try lines("bash", ["--norc"], script)
        == ["wave", "gif", "slack-emoji", "003-1", "notes.txt", "lines,triangle"])
  }

  @Test func `zsh completes the same with what each word means`() throws {
    let script = """
      autoload -Uz compinit && compinit -D -u
      source <(animgif completions zsh)
      print -r -- ${_comps[animgif]}
      _describe() { print -rl -- ${(P)3} }
      _files() { print files }
      compset() { }
      try() { words=("$@"); CURRENT=$#words; _animgif }
      try animgif wav
      try animgif wave --format=g
      try animgif figure 003-1
      try animgif info ''
      """
    #expect(
      try lines("zsh", ["-f"], script) == [
        "_animgif", "wave:A sine wave that runs on without a seam.", "--format=gif:",
        "003-1:the ring, then the picture",
        "files",
      ])
  }

  @Test func `fish completes the same`() throws {
    let script = """
      animgif completions fish | source
      complete -C 'animgif wav'
      complete -C 'animgif wave --format=g'
      complete -C 'animgif figure 003-1'
      complete -C 'animgif info no'
      complete -C 'animgif wave -o no'
      """
    #expect(
      try lines("fish", ["--no-config"], script) == [
        "wave\tA sine wave that runs on without a seam.", "--format=gif", "003-1\tthe ring, then the picture",
        "notes.txt", "notes.txt",
      ])
  }
}
