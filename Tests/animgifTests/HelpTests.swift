import EffectGallery
import Foundation
import Testing
import animgif

/// What the program says about itself: help, versions, lists and the manual page.
@Suite struct HelpTests {
  private func output(_ arguments: [String]) throws -> String {
    let outcome = try Program.run(arguments)
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(arguments): \(outcome.errors)")
    return String(decoding: outcome.output, as: UTF8.self)
  }

  /// The commands of the overview besides the effects.
  private func commands() throws -> [String] {
    let overview = try output([])
    let list = try #require(overview.components(separatedBy: "Commands:\n").last)
    return list.split(separator: "\n").filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }
      .compactMap { $0.split(separator: " ").first.map(String.init) }
  }

  @Test func `every command explains itself the same way whatever way it is asked`() throws {
    let names = Catalog.entries.map(\.name) + (try commands())
    #expect(names.count >= Catalog.entries.count + 9)
    for name in names {
      let help = try output(["help", name])
      #expect(try output([name, "--help"]) == help)
      #expect(help.contains("\nusage: animgif \(name)") && help.contains("\nexample: animgif \(name)"), "\(name)")
      let tooLong = help.split(separator: "\n").filter { $0.count > 100 && $0.contains("  ") }
      #expect(tooLong.isEmpty, "\(name)")
    }
  }

  @Test func `help of an effect groups its options and tells defaults and ranges`() throws {
    let help = try output(["help", "wave"])
    for heading in ["The effect:", "The picture:", "Time:", "Output:", "GIF only:", "APNG only:", "General:"] {
      #expect(help.contains("\n\(heading)\n"))
    }
    #expect(help.contains(/--fps RATE +frames per second \[0.01–1000; default 30\]/))
    #expect(help.contains("  -o, --output FILE"))
  }

  @Test func `help figures tells every figure and the command that draws it`() throws {
    let help = try output(["help", "figures"])
    for figure in Figure.all {
      #expect(help.contains("\n  \(figure.id) "), "\(figure.id)")
    }
    let unbroken = help.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    for command in Figure.all.flatMap(\.commands) { #expect(unbroken.contains("animgif \(command)"), "\(command)") }
  }

  @Test func `the version names the program and every library`() throws {
    let version = try output(["--version"])
    #expect(version.hasPrefix("animgif 0."))
    #expect(try output(["-V"]) == version)
    for library in [
      "libpng 1.", "giflib 5.", "zlib 1.", "libdeflate 1.", "libjpeg-turbo ", "FreeType 2.", "HarfBuzz ",
      "Fontconfig 2.",
      "FriBidi 1.",
    ] {
      #expect(version.contains(library), "\(library)")
    }
  }

  @Test func `the manual page has every option and no complaint of mandoc`() throws {
    let scratch = try Scratch()
    let page = try output(["man"])
    try Data(page.utf8).write(to: scratch.file("animgif.1"))
    let lint = try Program.execute(
      URL(fileURLWithPath: "/usr/bin/env"), ["mandoc", "-Tlint", "-Wstyle", "animgif.1"], in: scratch.folder)
    #expect(lint.status == 0, "\(String(decoding: lint.output, as: UTF8.self))\(lint.errors)")
    let text = try Program.execute(
      URL(fileURLWithPath: "/usr/bin/env"), ["mandoc", "-Tutf8", "-Owidth=100", "animgif.1"], in: scratch.folder)
    // Overstrikes are how bold looks in plain text.
    var plain = ""
    for character in String(decoding: text.output, as: UTF8.self).unicodeScalars {
      if character == "\u{8}" { plain.unicodeScalars.removeLast() } else { plain.unicodeScalars.append(character) }
    }
    let object = try #require(
      JSONSerialization.jsonObject(with: Program.run(["list", "--json"]).output) as? [String: Any])
    let effects = try #require(object["effects"] as? [[String: Any]])
    for effect in effects {
      for option in effect["options"] as? [[String: Any]] ?? [] {
        #expect(plain.contains("--\(option["name"] as? String ?? "?")"))
      }
    }
    for name in try commands() + Preset.all.map(\.name) { #expect(plain.contains(name), "\(name)") }
  }

  @Test func `the lists of programs hold effects, figures and presets, or one of them`() throws {
    func keys(_ arguments: [String]) throws -> [String] {
      let object = try JSONSerialization.jsonObject(with: Data(output(["list", "--json"] + arguments).utf8))
      return try #require(object as? [String: Any]).keys.sorted()
    }
    #expect(try keys([]) == ["effects", "figures", "presets"])
    for name in ["effects", "figures", "presets"] { #expect(try keys([name]) == [name]) }
    #expect(try output(["list", "presets"]).contains("slack-emoji"))
  }

  // swift-format-ignore
  @Test(arguments: [
    (["help", "wvae"], "no command or effect wvae (did you mean wave?); known: "),
    (["help", "presetz"], "no command or effect presetz (did you mean presets?); known: "),
    (["help", "wave", "play"], "animgif help NAME takes options only; got play"),
    (["list", "preset"], "animgif list knows effects, figures, presets; got preset (did you mean presets?)"),
    (["completions"], "animgif completions needs a shell, for example animgif completions bash"),
    (["completions", "bsh"], "animgif completions knows bash, zsh, fish; got bsh (did you mean bash?)"),
    (["man", "wave"], "animgif man takes options only; got wave"),
    (["--versoin"], "animgif has no option --versoin (did you mean --version?); see animgif --help"),
  ])
  func `a mistake names what is known`(arguments: [String], message: String) throws {
    let outcome = try Program.run(arguments)
    #expect(outcome.status == 2 && outcome.output.isEmpty)
    #expect(outcome.errors.hasPrefix("error: \(message)") && outcome.errors.split(separator: "\n").count == 1)
  }
}
