// `animgif gallery -o DIR/`: a web page of all effects and figures that needs nothing but its own folder.
import AnimGIF
internal import EffectGallery

enum GalleryCommand {
  static let command = Command(
    name: "gallery", summary: "Write a web page of all effects and figures.", usage: ["[OPTION…] -o FOLDER/"],
    details: [
      """
      Writes FOLDER/index.html with the pictures beside it: all effects, their timelines and all figures. The page needs nothing else and no \
      network, follows the system's light or dark mode, plays what is in view, steps through frames by slider, and tells the command of each \
      picture.
      """
    ],
    example: "gallery -o gallery/", options: table, action: .perform(run))

  private static let title = "animgif gallery"

  private static let table: [CommandOption] = [
    CommandOption(
      "output", letter: "o", .text(placeholder: "FOLDER/"), .output, "the folder; an older gallery is replaced"),
    CommandOption("threads", .integer(1...256), default: "one per processor", .general, "how many cores to use"),
    CommandOption("quiet", letter: "q", .flag, .general, "say nothing but errors"),
    CommandOption(
      "progress", .choice(["auto", "json", "none"]), default: "auto", .general, "a bar on a terminal, or JSON lines"),
    CommandOption("help", letter: "h", .flag, .general, "show this help"),
  ]

  private static func run(_ values: OptionValues) throws {
    guard let path = values.text("output"), path.hasSuffix("/") else {
      throw UsageError.missingOption("-o FOLDER/", command: title, example: "\(title) -o gallery/")
    }
    let folder = try GalleryFolder(path)
    let progress = ProgressReport(values)
    do {
      let painter = GalleryPainter(folder)
      try painter.run(threads: values.integer("threads") ?? availableProcessorCount(), update: progress.update)
      let page = painter.page.html
      let sink = try FileSink(path: folder.page)
      try sink.write(Array(page.utf8))
      try sink.finish()
      try folder.complete()
    } catch {
      progress.clear()
      folder.remove()
      throw error
    }
    progress.clear()
    if !values.has("quiet") {
      let figures = GallerySection.all.reduce(0) { $0 + $1.figures.count }
      Terminal.note("\(folder.path)/index.html: \(Catalog.entries.count) effects, \(figures) figures")
    }
  }
}
