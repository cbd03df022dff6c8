// The gallery's page: one HTML document with its style and its script in it; only pictures are files beside it.
import AnimGIF
internal import EffectGallery

/// The page, made of what was drawn.
struct GalleryPage {
  /// A drawn item.
  struct Picture: Sendable {
    /// The still that is there at once: its size on the page, CSS pixels.
    var width: Double, height: Double
    /// The colour around it, if it has one.
    var paper: Color?
    /// The frames, for what moves.
    var strip: Strip?
  }

  /// What the script needs to know of a strip.
  struct Strip: Sendable {
    var columns: Int, width: Int, height: Int
    var starts: [Double]
    var duration: Double
    /// The frame of the still.
    var poster: Int
  }

  /// The folder of the pictures, beside the page.
  static let pictureFolder = "pictures"
  /// What tells a gallery of ours from other people's files.
  static let mark = "<meta name=\"generator\" content=\"animgif gallery\">"

  /// What was drawn, by the items' names.
  let pictures: [String: Picture]
  /// The sizes of the effects' charts, CSS pixels, by their names.
  let charts: [String: Size]

  /// The document.
  var html: String {
    let figures = GallerySection.all.reduce(0) { $0 + $1.figures.count }
    let links = GallerySection.all.map { "<a href=\"#\(Self.anchor($0))\">\(Self.escaped($0.title))</a>" }
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      \(Self.mark)
      <title>animgif: effects and figures</title>
      <link rel="icon" href="data:,">
      <style>
      \(Self.style)
      </style>
      <script>document.documentElement.className = "script";</script>
      </head>
      <body>
      <header>
      <h1>animgif</h1>
      <p>\(Catalog.entries.count) effects and \(figures) figures, drawn by Core Animation's rules without an Apple device. \
      Under each picture stands the command that makes it.</p>
      <div class="bar">
      <nav aria-label="Sections">\(links.joined(separator: " "))</nav>
      <button type="button" id="all" class="controls" aria-pressed="false">Pause all</button>
      </div>
      <noscript><p>Without JavaScript every clip shows one frame.</p></noscript>
      </header>
      <main>
      \(GallerySection.all.map(section).joined(separator: "\n"))
      </main>
      <footer><p>Made by <code>animgif gallery</code>.</p></footer>
      <div id="said" role="status" aria-live="polite"></div>
      <script>
      \(Self.script)
      </script>
      </body>
      </html>

      """
  }

  private static func anchor(_ section: GallerySection) -> String {
    "section-\(section.effects.first?.name ?? "figures")"
  }

  private func section(_ section: GallerySection) -> String {
    let id = Self.anchor(section)
    var text = "<section id=\"\(id)\" aria-labelledby=\"\(id)-title\">\n"
    text += "<h2 id=\"\(id)-title\">\(Self.escaped(section.title))</h2>\n"
    for effect in section.effects {
      text += "<div class=\"effect\">\n\(card(effect, level: 3))\(chart(effect))</div>\n"
    }
    if !section.figures.isEmpty {
      text += "<div class=\"figures\">\n\(section.figures.map { card($0, level: 3) }.joined())</div>\n"
    }
    return text + "</section>"
  }

  /// A picture with its controls, its text and its command.
  private func card(_ item: GalleryItem, level: Int) -> String {
    guard let picture = pictures[item.name] else { return "" }
    let source = "\(Self.pictureFolder)/\(item.name).png", alternative = Self.escaped("\(item.title): \(item.summary)")
    let paper = picture.paper.map { " style=\"background:\(Self.css($0))\"" } ?? ""
    let image =
      "<img src=\"\(source)\" width=\"\(Self.number(picture.width))\" height=\"\(Self.number(picture.height))\" "
      + "alt=\"\(alternative)\" loading=\"lazy\" decoding=\"async\">"
    var text = "<figure class=\"card\" id=\"\(item.name)\""
    if let strip = picture.strip { text += " data-clip=\"\(Self.escaped(json(strip, item)))\"" }
    text += ">\n"
    if let strip = picture.strip {
      text += "<div class=\"stage\"\(paper)><div class=\"picture\">\(image)"
      text +=
        "<canvas width=\"\(strip.width)\" height=\"\(strip.height)\" hidden aria-hidden=\"true\"></canvas></div></div>\n"
      text += """
        <div class="controls" role="group" aria-label="\(Self.escaped(item.title))">\
        <button type="button" class="play" aria-label="Play \(Self.escaped(item.title))">\
        <svg viewBox="0 0 16 16" aria-hidden="true"><path class="to-play" d="M4 2.5v11l9-5.5z"/>\
        <path class="to-pause" d="M4 3h3v10H4zM9 3h3v10H9z"/></svg></button>\
        <input type="range" min="0" max="\(strip.starts.count - 1)" step="1" value="\(strip.poster)" \
        aria-label="Frame of \(Self.escaped(item.title))"><output>\(Self.time(strip.starts[strip.poster]))</output></div>

        """
    } else {
      text += "<a class=\"stage\"\(paper) href=\"\(source)\" title=\"Show the whole picture\">"
      text += "<span class=\"picture\">\(image)</span></a>\n"
    }
    text += """
      <figcaption><h\(level)>\(Self.escaped(item.title))</h\(level)><p>\(Self.escaped(item.summary))</p>\
      <div class="command"><code>\(Self.words(item.command))</code>\
      <button type="button" class="copy controls" aria-label="Copy the command of \(Self.escaped(item.title))">Copy</button></div>\
      </figcaption>
      </figure>

      """
    return text
  }

  /// The effect's timeline, light or dark as the page is.
  private func chart(_ item: GalleryItem) -> String {
    guard let size = charts[item.name] else { return "" }
    let base = "\(Self.pictureFolder)/\(item.name)-timeline"
    return """
      <figure class="chart" id="\(item.name)-timeline">
      <div class="scroll" tabindex="0" role="group" aria-label="Timeline of \(item.name), scrolls sideways">\
      <picture><source srcset="\(base)-dark.png" media="(prefers-color-scheme: dark)">\
      <img src="\(base).png" width="\(Self.number(size.width))" height="\(Self.number(size.height))" \
      alt="Timeline of \(item.name): its layers and when each of their animations runs" loading="lazy" decoding="async">\
      </picture></div>
      <figcaption><div class="command"><code>\(Self.words("animgif timeline \(item.name) -o \(item.name)-timeline.png"))</code>\
      <button type="button" class="copy controls" aria-label="Copy the command of the timeline of \(item.name)">Copy</button>\
      </div></figcaption>
      </figure>

      """
  }

  private func json(_ strip: Strip, _ item: GalleryItem) -> String {
    let starts = strip.starts.map { Self.number(($0 * 1000).rounded()) }.joined(separator: ",")
    return
      "{\"src\":\"\(Self.pictureFolder)/\(item.name)-frames.png\",\"columns\":\(strip.columns),\"width\":\(strip.width),"
      + "\"height\":\(strip.height),\"starts\":[\(starts)],\"duration\":\(Self.number((strip.duration * 1000).rounded()))}"
  }

  private static func number(_ value: Double) -> String { ((value * 100).rounded() / 100).shortText }

  private static func time(_ seconds: Double) -> String {
    let hundredths = Int(min(max(seconds * 100, 0), 1e9).rounded()), rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest) s"
  }

  private static func css(_ color: Color) -> String { color.alpha == 0 ? "transparent" : color.withAlpha(1).text }

  /// A command line that breaks between its words only.
  private static func words(_ command: String) -> String {
    command.split(separator: " ").map { "<span>\(escaped(String($0)))</span>" }.joined(separator: " ")
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      default: result.append(character)
      }
    }
    return result
  }
}
