// What the gallery shows: every effect with its chart, and every figure, in sections by article.
import AnimGIF
internal import EffectGallery

/// A picture of the page and how it is made.
struct GalleryItem: Sendable {
  /// What is drawn.
  enum Content: Sendable {
    /// An effect as it comes.
    case effect(CatalogEntry)
    /// A figure.
    case figure(Figure)
  }

  let content: Content

  /// The name of its files and its place on the page: `play`, `figure-002-1`.
  var name: String {
    switch content {
    case .effect(let entry): entry.name
    case .figure(let figure): "figure-\(figure.id)"
    }
  }

  /// What stands over the picture.
  var title: String {
    switch content {
    case .effect(let entry): entry.name
    case .figure(let figure): figure.id
    }
  }

  /// One sentence, with a full stop.
  var summary: String {
    switch content {
    case .effect(let entry): return entry.summary
    case .figure(let figure):
      let text = figure.summary
      return "\(text.prefix(1).uppercased())\(text.dropFirst())."
    }
  }

  /// The command that draws it.
  var command: String {
    switch content {
    case .effect(let entry): return "animgif \(entry.name) -o \(entry.name).gif"
    case .figure(let figure):
      // A figure of one command is that command, which tells more.
      if case .clip(let command) = figure.content { return "animgif \(command) -o \(figure.fileName)" }
      return "animgif figure \(figure.id) -o \(figure.fileName)"
    }
  }

  /// Whether it moves.
  var isStill: Bool {
    switch content {
    case .effect: false
    case .figure(let figure): figure.isStill
    }
  }

  /// The frames.
  func source() throws -> any FrameSource {
    switch content {
    case .effect(let entry): try EffectCommand.source([entry.name], isStill: false)
    case .figure(let figure): try FigureCommand.source(of: figure, isStill: figure.isStill)
    }
  }

  /// The frame that says most: of an effect that of its own choice, of a figure one near the middle in which there is something.
  func poster(of source: some FrameSource) throws -> Int {
    if case .effect(let entry) = content,
      let time = try? Clip.posterTime(of: entry)
    {
      return FrameSchedule(source.timing).frame(at: min(time, max(0, source.timing.total.value - 1e-6)))
    }
    if source.frameCount == 1 { return 0 }
    let candidates = [55, 45, 65, 30, 80].map { source.frameCount * $0 / 100 }
    return try candidates.first { try !source.still($0).isPlain } ?? candidates[0]
  }
}

extension Bitmap {
  /// Whether all pixels are the same.
  fileprivate var isPlain: Bool {
    let first = self[0, 0]
    for y in 0..<height { for x in 0..<width where self[x, y] != first { return false } }
    return true
  }
}

/// Effects and figures that belong together.
struct GallerySection: Sendable {
  /// The names of its effects.
  let title: String
  /// The effects.
  let effects: [GalleryItem]
  /// The figures.
  let figures: [GalleryItem]

  /// Every effect and figure: a section per article, in the order of the figures, then effects that no figure shows.
  static let all: [GallerySection] = {
    var sections: [GallerySection] = [], left = Catalog.entries
    var articles: [String] = []
    for figure in Figure.all {
      let article = String(figure.id.prefix { $0 != "-" })
      if !articles.contains(article) { articles.append(article) }
    }
    for article in articles {
      let figures = Figure.all.filter { $0.id.prefix { $0 != "-" } == article }
      let names = Set(figures.flatMap(\.commands).compactMap { $0.split(separator: " ").first.map(String.init) })
      let effects = left.filter { names.contains($0.name) }
      left.removeAll { names.contains($0.name) }
      sections.append(GallerySection(effects, figures))
    }
    return sections + left.map { GallerySection([$0], []) }
  }()

  private init(_ effects: [CatalogEntry], _ figures: [Figure]) {
    title = effects.map { "\($0.name.prefix(1).uppercased())\($0.name.dropFirst())" }.joined(separator: ", ")
    self.effects = effects.map { GalleryItem(content: .effect($0)) }
    self.figures = figures.map { GalleryItem(content: .figure($0)) }
  }
}
