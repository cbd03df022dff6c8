import Foundation
import TestSupport
import Testing

/// `animgif show`, run in a terminal and out of it.
@Suite struct ShowCommandTests {
  private func text(_ outcome: Program.Outcome) -> String { String(decoding: outcome.output, as: UTF8.self) }

  @Test func `out of a terminal it prints one frame when it is told how`() throws {
    let blocks = try Program.run(["show", "wave", "--protocol", "blocks"])
    #expect(blocks.status == 0 && blocks.errors.isEmpty)
    #expect(text(blocks).contains("▀") && text(blocks).split(separator: "\n").count <= 23)
    let small = try Program.run(["show", "wave", "--at", "0.3", "--cells", "20x4"])
    #expect(small.status == 0 && text(small).split(separator: "\n").count == 4)
    #expect(text(try Program.run(["show", "dots", "--protocol", "kitty"])).hasPrefix("\u{1B}_Ga=T,f=100,"))
    #expect(text(try Program.run(["show", "dots", "--protocol", "iterm"])).hasPrefix("\u{1B}]1337;File=inline=1;"))
    #expect(text(try Program.run(["show", "dots", "--protocol", "sixel"])).hasPrefix("\u{1B}P0;1q\"1;1;"))
  }

  @Test func `files of every kind are shown, and a time chooses their frame`() throws {
    let scratch = try Scratch()
    for name in ["a.gif", "a.apng", "a.png"] {
      let words = ["wave", "--color", "#FF0000", "--bg", "#FFFFFF", "--size", "20", "-q", "-o", name]
      #expect(try Program.run(words, in: scratch.folder).status == 0)
    }
    let photograph = Fixtures.path("images/photo.jpg")
    if FileManager.default.fileExists(atPath: photograph) {
      #expect(try Program.run(["show", photograph, "--protocol", "blocks"]).status == 0)
    }
    var pictures: [String] = []
    for name in ["a.gif", "a.apng", "a.png"] {
      let outcome = try Program.run(["show", name, "--at", "0"], in: scratch.folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      pictures.append(text(outcome))
    }
    #expect(pictures[0] == pictures[1] && pictures[0] == pictures[2])
    let later = try Program.run(["show", "a.gif", "--at", "0.6"], in: scratch.folder)
    #expect(later.status == 0 && text(later) != pictures[0])
  }

  @Test(arguments: [
    (["show"], "animgif show needs a file or an effect, for example animgif show play"),
    (
      ["show", "wave"],
      "animgif show plays on a terminal and standard output is none; --at TIME or --protocol blocks prints one frame"
    ),
    (["show", "wvae", "--at", "0"], "no file or effect wvae (did you mean wave?)"),
    (["show", "wave", "x", "--at", "0"], "animgif show wave takes options only; got x"),
    (["show", "wave", "--protocol", "gif"], "--protocol knows kitty, iterm, sixel, blocks; got gif"),
    (["show", "wave", "--at", "3"], "--at takes a time from 0 to 1.2 seconds, the length of this clip; got 3"),
  ]) func `mistakes are told in one line`(arguments: [String], message: String) throws {
    let outcome = try Program.run(arguments)
    #expect(outcome.status == 2 && outcome.output.isEmpty)
    #expect(outcome.errors.hasPrefix("error: \(message)") && outcome.errors.split(separator: "\n").count == 1)
  }

  @Test func `a file that is none is an error`() throws {
    let outcome = try Program.run(["show", "missing.gif", "--at", "0"])
    #expect(outcome.status == 1 && outcome.errors == "error: cannot read missing.gif: No such file or directory\n")
  }
}

/// The player in a terminal of tmux's.
@Suite(.serialized) struct ShowTerminalTests {
  /// A terminal of 60 by 20 characters that runs a shell command.
  private final class Pane {
    let name = "animgif-\(UUID().uuidString)"

    init(_ command: String) throws {
      let outcome = try tmux(
        ["-f", "/dev/null", "new-session", "-d", "-x", "60", "-y", "20", "/bin/sh", "-c", command])
      try #require(outcome.status == 0, "\(outcome.errors)")
    }

    deinit { _ = try? tmux(["kill-server"]) }

    @discardableResult
    func tmux(_ arguments: [String]) throws -> Program.Outcome {
      // The server outlives the call; with a descriptor of the process runner's open in it, the runner would wait for ever.
      let script = "for f in /dev/fd/*; do n=${f##*/}; [ \"$n\" -gt 2 ] && eval \"exec $n>&-\"; done; exec \"$@\""
      return try Program.execute(
        URL(fileURLWithPath: "/usr/bin/env"), ["bash", "-c", script, "tmux", "tmux", "-L", name] + arguments)
    }

    func text(_ arguments: [String]) throws -> String { String(decoding: try tmux(arguments).output, as: UTF8.self) }

    /// Waits until the pane shows what is wanted and returns it.
    func waiting(for condition: (String) -> Bool) throws -> String {
      var shown = ""
      for _ in 0..<100 {
        shown = try text(["capture-pane", "-p", "-e"])
        if condition(shown) { return shown }
        usleep(50_000)
      }
      Issue.record("the pane never showed what was waited for, but:\n\(shown)")
      return shown
    }
  }

  private func command(_ arguments: String) -> String {
    // The shell outlives Ctrl-C and tells how the program ended and whether keys are echoed again.
    "trap : INT; echo before; '\(Program.url.path)' show \(arguments); echo status $?; stty -a | tr ' ;' '\\n\\n' | grep -x -- '-*echo'; read x"
  }

  @Test func `it plays, and Ctrl-C gives the terminal back`() throws {
    let pane = try Pane(command("wave"))
    let first = try pane.waiting { $0.contains("▀") || $0.contains("▄") }
    #expect(first.contains("48;2;60;149;224") || first.contains("38;2;60;149;224"), "the wave's blue ground")
    #expect(!first.contains("before"))
    #expect(try pane.text(["display-message", "-p", "#{cursor_flag}#{alternate_on}"]) == "01\n")
    _ = try pane.waiting { $0 != first }
    try pane.tmux(["send-keys", "C-c"])
    let last = try pane.waiting { $0.contains("status") && $0.contains("echo") }
    #expect(last.contains("before") && last.contains("status 130") && !last.contains("▀"))
    #expect(last.split(separator: "\n").contains("echo"), "keys are echoed again")
    #expect(try pane.text(["display-message", "-p", "#{cursor_flag}#{alternate_on}"]) == "10\n")
  }

  @Test func `it ends after as many times as it was told, and by q`() throws {
    let pane = try Pane(command("wave --phase 0.1 --loop 2"))
    #expect(try pane.waiting { $0.contains("status") }.contains("status 0"))
    let other = try Pane(command("download"))
    _ = try other.waiting { $0.contains("▀") || $0.contains("▄") }
    try other.tmux(["send-keys", "q"])
    #expect(try other.waiting { $0.contains("status") }.contains("status 0"))
  }

  @Test func `a still stays on the screen, and a smaller window gets a smaller picture`() throws {
    let pane = try Pane(command("play --at 0 --cells 30x8"))
    let shown = try pane.waiting { $0.contains("status") }
    #expect(shown.contains("before") && shown.contains("status 0") && shown.contains("▀"))

    let film = try Pane(command("play"))
    _ = try film.waiting { $0.contains("▀") }
    try film.tmux(["resize-window", "-x", "30", "-y", "8"])
    _ = try film.waiting { $0.split(separator: "\n").count <= 8 && $0.contains("▀") }
    try film.tmux(["send-keys", "q"])
    #expect(try film.waiting { $0.contains("status") }.contains("status 0"))
  }
}
