import EffectGallery
import Foundation
import ImageCodecs
import TestSupport
import Testing

/// The page is drawn once and looked at from several sides; `scripts/gallery-check` opens it in a browser.
@Suite(.serialized) struct GalleryCommandTests {
  private static let scratch = try? Scratch()
  private static let page: Result<String, any Error> = Result {
    let scratch = try #require(Self.scratch)
    let outcome = try Program.run(["gallery", "-o", "page/"], in: scratch.folder)
    try #require(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors == "page/index.html: \(Catalog.entries.count) effects, \(Figure.all.count) figures\n")
    return try String(contentsOf: scratch.file("page/index.html"), encoding: .utf8)
  }

  private var folder: URL { get throws { try #require(Self.scratch).file("page") } }

  @Test func `the page tells every effect and figure with its command`() throws {
    // Every word of a command is an element of its own, so that lines break between words.
    let page = try Self.page.get().replacing("<span>", with: "").replacing("</span>", with: "")
    for entry in Catalog.entries {
      #expect(page.contains("<figure class=\"card\" id=\"\(entry.name)\""))
      #expect(page.contains("<code>animgif \(entry.name) -o \(entry.name).gif</code>"))
      #expect(page.contains("animgif timeline \(entry.name) -o \(entry.name)-timeline.png"))
    }
    for figure in Figure.all { #expect(page.contains("<figure class=\"card\" id=\"figure-\(figure.id)\"")) }
    #expect(
      page.components(separatedBy: "<figure class=\"card\"").count == Catalog.entries.count + Figure.all.count + 1)
  }

  @Test func `every picture of the page is there and none is left over`() throws {
    let page = try Self.page.get()
    var named: Set<String> = []
    for part in page.components(separatedBy: "pictures/").dropFirst() {
      named.insert(String(part.prefix { $0 != "\"" && $0 != "&" }))
    }
    let found = try FileManager.default.contentsOfDirectory(atPath: folder.appendingPathComponent("pictures").path)
    #expect(named == Set(found) && found.count > 80)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["index.html", "pictures"])
    #expect(try #require(Self.scratch).contents == ["page"])
  }

  @Test func `nothing is asked of the network`() throws {
    let page = try Self.page.get()
    for word in ["http:", "https:", "//cdn", "@import", "fetch(", "XMLHttpRequest", "src=\"/"] {
      #expect(!page.contains(word), "\(word)")
    }
  }

  @Test func `a strip holds the clip's frames at their times`() throws {
    let page = try Self.page.get()
    let card = try #require(page.components(separatedBy: "id=\"play\" data-clip=\"").last)
    let text = card.prefix { $0 != "\"" }.replacingOccurrences(of: "&quot;", with: "\"")
    struct Strip: Decodable {
      let src: String, columns: Int, width: Int, height: Int, starts: [Double], duration: Double
    }
    let strip = try JSONDecoder().decode(Strip.self, from: Data(text.utf8))
    let clip = try Clip.make(Catalog.entry(named: "play"), [:], ClipOptions())
    #expect(strip.starts.count == clip.frameCount && strip.duration == 2600)
    #expect(strip.starts[30] == 1000)
    let sheet = try PNGDecoder().decode(
      ContiguousArray(Data(contentsOf: folder.appendingPathComponent(strip.src))))
    #expect(sheet.width == strip.columns * strip.width)
    #expect(sheet.height == (strip.starts.count + strip.columns - 1) / strip.columns * strip.height)
    for index in [0, 40, 77] {
      let frame = try clip.scaled(by: Double(strip.width) / Double(clip.width)).still(index)
      try #require(frame.width == strip.width && frame.height == strip.height)
      let left = index % strip.columns * strip.width, top = index / strip.columns * strip.height
      var isEqual = true
      for y in 0..<frame.height {
        for x in 0..<frame.width where sheet[left + x, top + y] != frame[x, y] { isEqual = false }
      }
      #expect(isEqual, "frame \(index)")
    }
  }

  @Test func `an older gallery is replaced, other people's folders are not`() throws {
    _ = try Self.page.get()
    let scratch = try Scratch()
    try FileManager.default.createDirectory(at: scratch.file("mine"), withIntermediateDirectories: false)
    try Data("text".utf8).write(to: scratch.file("mine/notes.txt"))
    func message(_ words: [String]) throws -> String {
      let outcome = try Program.run(["gallery", "-q"] + words, in: scratch.folder)
      #expect(outcome.status != 0)
      return outcome.errors
    }
    #expect(
      try message(["-o", "mine/"])
        == "error: mine/ holds notes.txt, which is no part of a gallery; give a new or empty folder\n")
    #expect(try message(["-o", "mine/notes.txt/"]) == "error: a gallery is a folder; mine/notes.txt is a file\n")
    #expect(try message(["-o", "gallery"]).hasPrefix("error: animgif gallery needs -o FOLDER/"))
    #expect(try message(["-o", "none/page/"]) == "error: cannot write none/page/: No such file or directory\n")
    #expect(scratch.contents == ["mine"])
    // A page of somebody else's that is called index.html.
    try FileManager.default.removeItem(at: scratch.file("mine/notes.txt"))
    try Data("<html>".utf8).write(to: scratch.file("mine/index.html"))
    #expect(try message(["-o", "mine/"]).contains("mine/ holds index.html"))
    // Ours, with a file added.
    try FileManager.default.copyItem(at: folder, to: scratch.file("page"))
    try Data().write(to: scratch.file("page/pictures/holiday.jpg"))
    #expect(try message(["-o", "page/"]).contains("page/ holds pictures/holiday.jpg"))
  }

  @Test func `Ctrl-C ends it at once and leaves nothing`() throws {
    let scratch = try Scratch()
    let process = Process()
    process.executableURL = Program.url
    process.arguments = ["gallery", "-o", "page/"]
    process.currentDirectoryURL = scratch.folder
    process.standardError = FileHandle.nullDevice
    try process.run()
    for _ in 0..<200 {
      let folder = scratch.contents.first { $0.hasPrefix(".animgif-") }
      let pictures = folder.flatMap {
        try? FileManager.default.contentsOfDirectory(atPath: scratch.file($0).path + "/pictures")
      }
      if pictures?.isEmpty == false { break }
      usleep(20_000)
    }
    #expect(!scratch.contents.isEmpty)
    let start = ContinuousClock.now
    kill(process.processIdentifier, SIGINT)
    process.waitUntilExit()
    #expect(ContinuousClock.now - start < .seconds(1))
    #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGINT)
    #expect(scratch.contents.isEmpty, "\(scratch.contents)")
  }
}
