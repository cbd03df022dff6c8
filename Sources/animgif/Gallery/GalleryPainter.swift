// Draws the gallery's pictures on several threads, while the calling one waits for them or for Ctrl-C.
import AnimGIF
import Synchronization
internal import EffectGallery

final class GalleryPainter: Sendable {
  /// Something to be drawn.
  private enum Work: Sendable {
    case item(GalleryItem)
    case chart(CatalogEntry)
  }

  private struct State {
    var next = 0, done = 0, threads = 0
    var pictures: [String: GalleryPage.Picture] = [:]
    var charts: [String: Size] = [:]
    var failure: (any Error)?
  }

  /// The most pixels of a strip; a clip of more is made smaller. 12 million are 48 MB in a browser.
  private static let largestStrip = 12_000_000.0
  /// Pixels of a file for one of the page.
  private static let density = 2.0

  private let folder: GalleryFolder
  private let work: [Work]
  private let state = Monitor(State())

  init(_ folder: GalleryFolder) {
    self.folder = folder
    let items = GallerySection.all.flatMap { $0.effects + $0.figures }
    // Clips first, since they take longest.
    work =
      items.filter { !$0.isStill }.map(Work.item) + Catalog.entries.map(Work.chart)
      + items.filter(\.isStill).map(Work.item)
  }

  /// The page of what was drawn.
  var page: GalleryPage {
    state.withLock { GalleryPage(pictures: $0.pictures, charts: $0.charts) }
  }

  /// Draws everything.
  /// - Parameter update: is told the pictures done and their number, on the calling thread.
  func run(threads: Int, update: (Int, Int) -> Void) throws {
    let interruption = Interruption()
    withThreads(threads, body: { self.labor() }) {
      // Where the system grants no thread at all, this one does the work.
      for _ in 0..<100 where state.withLock({ $0.threads }) == 0 { interruption.wait(milliseconds: 10) }
      if state.withLock({ $0.threads }) == 0 { labor() }
      while true {
        let (done, isOver) = state.withLock { ($0.done, $0.done == work.count || $0.failure != nil) }
        update(done, work.count)
        if isOver { break }
        if let signal = interruption.wait(milliseconds: 20) {
          folder.remove()
          Terminal.note("animgif: interrupted; unfinished files were removed")
          Interruption.die(of: signal)
        }
      }
    }
    if let failure = state.withLock({ $0.failure }) { throw failure }
  }

  /// Takes work until there is none.
  private func labor() {
    state.withLock { $0.threads += 1 }
    while let index = state.withLock({ state -> Int? in
      guard state.failure == nil, state.next < work.count else { return nil }
      state.next += 1
      return state.next - 1
    }) {
      do {
        try draw(work[index])
        state.withLock { $0.done += 1 }
      } catch {
        state.withLock { $0.failure = $0.failure ?? error }
      }
    }
  }

  private func draw(_ work: Work) throws {
    switch work {
    case .item(let item):
      guard let picture = try draw(item, try item.source()) else { return }
      state.withLock { $0.pictures[item.name] = picture }
    case .chart(let entry):
      var style = TimelineStyle.light
      style.width = 840
      let chart = try TimelineChart(entry)
      let light = try chart.draw(style, scale: Self.density).still(0)
      try PNGEncoder().write(light, to: folder.picture("\(entry.name)-timeline"))
      style = .dark
      style.width = 840
      let dark = try chart.draw(style, scale: Self.density).still(0)
      try PNGEncoder().write(dark, to: folder.picture("\(entry.name)-timeline-dark"))
      let size = Size(Double(light.width) / Self.density, Double(light.height) / Self.density)
      state.withLock { $0.charts[entry.name] = size }
    }
  }

  private func draw(_ item: GalleryItem, _ source: some FrameSource) throws -> GalleryPage.Picture? {
    let poster = try item.poster(of: source)
    let still = try source.still(poster)
    try PNGEncoder().write(still, to: folder.picture(item.name))
    var picture = GalleryPage.Picture(
      width: Double(still.width) / Self.density, height: Double(still.height) / Self.density,
      paper: ((source as? ClipSequence)?.clips.first ?? source as? Animation)?.background, strip: nil)
    guard !item.isStill, source.frameCount > 1 else { return picture }

    let frames = Double(min(source.frameCount, FrameStrip.largestCount))
    let scale = min(1, (Self.largestStrip / (frames * Double(source.width * source.height))).squareRoot())
    func isCancelled() -> Bool { state.withLock { $0.failure != nil } }
    let strip =
      scale < 1
      ? try FrameStrip.draw(source.scaled(by: scale), isCancelled: isCancelled)
      : try FrameStrip.draw(source, isCancelled: isCancelled)
    guard let strip else { return nil }
    try PNGEncoder(effort: .fast).write(strip.bitmap, to: folder.picture("\(item.name)-frames"))
    let time = source.timing.start(of: poster).value
    picture.strip = GalleryPage.Strip(
      columns: strip.columns, width: strip.width, height: strip.height, starts: strip.starts, duration: strip.duration,
      poster: strip.starts.lastIndex { $0 <= time + 1e-9 } ?? 0)
    return picture
  }
}
