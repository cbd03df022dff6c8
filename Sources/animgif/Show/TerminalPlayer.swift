// Plays frames on a terminal by the clock: the frame of the moment is shown, and one whose time is over before it could be is left out.
import AnimGIF

struct TerminalPlayer {
  /// What is played.
  let source: any FrameSource
  /// How.
  let kind: PictureProtocol
  /// How often; nil until the user stops it.
  let plays: Int?

  /// How a stretch of playing ended.
  private enum End {
    case finished, quit, resized
    case signal(Int32)
  }

  /// Plays on the terminal that standard output is, until the end, `q` or Ctrl-C. Space holds it.
  func run() throws {
    var number: Int32?
    do {
      let session = TerminalSession()
      var elapsed = 0.0
      while true {
        let size = TerminalSize.current ?? TerminalSize(columns: 80, rows: 24, width: 0, height: 0)
        let box = PictureBox(size, rows: size.rows, kind)
        let end = try play(source, box, size, session, &elapsed)
        if case .resized = end {
          Terminal.print("\u{1B}[2J")
          continue
        }
        if case .signal(let received) = end { number = received }
        break
      }
    }
    if let number { Interruption.die(of: number) }
  }

  private func play(
    _ source: some FrameSource, _ box: PictureBox, _ size: TerminalSize, _ session: borrowing TerminalSession,
    _ elapsed: inout Double
  ) throws -> End {
    let scale = box.scale(width: source.width, height: source.height)
    if scale < 1 { return try show(source.scaled(by: scale), size, session, &elapsed) }
    return try show(source, size, session, &elapsed)
  }

  /// - Parameter elapsed: how far the clip is, seconds; it goes on from there.
  private func show(
    _ frames: some FrameSource, _ size: TerminalSize, _ session: borrowing TerminalSession, _ elapsed: inout Double
  ) throws -> End {
    let schedule = FrameSchedule(frames.timing)
    let start = elapsed
    var begin = ContinuousClock.now, held: Double?
    var renderer = frames.makeRenderer()
    var bitmap = Bitmap(width: frames.width, height: frames.height)
    var screen = PictureScreen(kind)
    var shown: Int?
    defer { Terminal.print(screen.cleanup) }
    while true {
      elapsed = held ?? start + (ContinuousClock.now - begin) / .seconds(1)
      if let plays, elapsed >= schedule.total * Double(plays) { return .finished }
      let index = schedule.frame(at: elapsed)
      if index != shown {
        try renderer.render(index, into: &bitmap)
        // Between these the terminal draws nothing, if it knows them.
        guard Terminal.send("\u{1B}[?2026h\(try screen.update(bitmap))\u{1B}[?2026l") else { return .quit }
        shown = index
      }
      if TerminalSize.current != size { return .resized }
      switch session.wait(seconds: min(held == nil ? schedule.rest(at: elapsed) : 0.25, 0.25)) {
      case .timeout: break
      case .quit: return .quit
      case .signal(let number): return .signal(number)
      case .resumed: return .resized
      case .pause:
        if let time = held {
          begin = ContinuousClock.now - .seconds(time - start)
          held = nil
        } else {
          held = elapsed
        }
      }
    }
  }
}

/// Which frame shows when.
package struct FrameSchedule {
  /// When each frame begins, seconds, and behind them the end.
  private let starts: [Double]

  package init(_ timing: FrameTiming) {
    starts = (0..<timing.count).map { timing.start(of: $0).value } + [timing.total.value]
  }

  /// The clip's length, seconds; above 0.
  package var total: Double { max(starts[starts.count - 1], 1e-3) }

  /// The frame at a time from the start; the clip runs on and on.
  package func frame(at time: Double) -> Int {
    let moment = within(time)
    var low = 0, high = starts.count - 2
    while low < high {
      let middle = (low + high + 1) / 2
      if starts[middle] <= moment + 1e-9 { low = middle } else { high = middle - 1 }
    }
    return low
  }

  /// How long the frame of that time is still shown, seconds.
  package func rest(at time: Double) -> Double { starts[frame(at: time) + 1] - within(time) }

  private func within(_ time: Double) -> Double { max(0, time - (time / total).rounded(.down) * total) }
}

/// What is on the screen, to be replaced by the next picture.
struct PictureScreen {
  private let kind: PictureProtocol
  private var blocks: BlockPicture?
  private var id = 0

  init(_ kind: PictureProtocol) { self.kind = kind }

  /// What shows the picture at the upper left corner in place of the one before.
  mutating func update(_ bitmap: Bitmap) throws -> String {
    switch kind {
    case .blocks:
      let picture = BlockPicture(bitmap)
      defer { blocks = picture }
      return picture.changes(from: blocks)
    case .kitty:
      // The new picture is there before the old one goes, so that nothing flickers.
      let old = id
      id = old == 1 ? 2 : 1
      return "\u{1B}[H\(try KittyPicture.sequence(bitmap, id: id))\(old == 0 ? "" : KittyPicture.deletion(id: old))"
    case .iterm: return "\u{1B}[H\(try ITermPicture.sequence(bitmap))"
    case .sixel: return "\u{1B}[H\(SixelPicture.sequence(bitmap))"
    }
  }

  /// What takes the picture away.
  var cleanup: String { kind == .kitty && id > 0 ? KittyPicture.deletion(id: id) : "" }
}
