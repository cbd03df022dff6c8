// `animgif show FILE|EFFECT`: plays on the terminal, or prints one frame.
import AnimGIF
internal import EffectGallery

enum ShowCommand {
  static let command = Command(
    name: "show", summary: "Play a file or an effect on the terminal.", usage: ["FILE|EFFECT [OPTION…]"],
    details: [
      """
      Plays a GIF, an APNG or an effect, made smaller to fit, or shows a PNG or a JPEG. Space holds it, q or Ctrl-C ends it. Effects take \
      their own options, which animgif show EFFECT --help tells.
      """,
      "With --at, or where standard output is no terminal with --protocol, it prints one frame.",
    ],
    example: "show play --slow 2", operand: .files, options: own, optionsOf: table, action: .perform(run))

  private static let title = "animgif show"

  /// What showing has besides the options of an effect.
  private static let own: [CommandOption] = [
    CommandOption("at", .duration(0...1e6), .time, "one still, so many seconds after the first frame"),
    CommandOption("loop", .integer(0...65535), default: "0", .output, "how often it plays; 0 until q or Ctrl-C"),
    CommandOption(
      "protocol", .choice(PictureProtocol.allCases.map(\.rawValue)), default: "what the terminal knows", .output,
      "how pictures are shown: kitty's or iTerm2's graphics, sixels, or blocks of two pixels a character"),
    CommandOption(
      "cells", .counts(1...1000), default: "the terminal's", .output, "columns and rows that a still may take"),
    CommandOption("help", letter: "h", .flag, .general, "show this help"),
  ]

  /// The options for one effect, or for files.
  @Sendable private static func table(_ entry: CatalogEntry) -> [CommandOption] {
    let known = Set(own.map(\.name)).union(OutputArguments.table.map(\.name))
    return EffectCommand(entry).table.filter { !known.contains($0.name) } + own
  }

  private static func run(_ values: OptionValues) throws {
    guard let what = values.operands.first else {
      throw UsageError.missingOption("a file or an effect", command: title, example: "\(title) play")
    }
    if values.operands.count > 1 { throw UsageError.unexpectedOperand(values.operands[1], command: "\(title) \(what)") }
    let terminal = TerminalSize.current
    let isStill = values.has("at") || terminal == nil
    if terminal == nil, !values.has("at"), !values.has("protocol") {
      throw UsageError.conflict(
        "\(title) plays on a terminal and standard output is none; --at TIME or --protocol blocks prints one frame")
    }
    let kind =
      values.text("protocol").flatMap(PictureProtocol.init(rawValue:)) ?? PictureProtocol(Terminal.environment)
    let source = try source(what, values, isStill: isStill)
    guard isStill || source.frameCount == 1 else {
      let plays = values.integer("loop").flatMap { $0 == 0 ? nil : $0 }
      return try TerminalPlayer(source: source, kind: kind, plays: plays).run()
    }
    var size = terminal ?? TerminalSize(columns: 80, rows: 24, width: 0, height: 0)
    if let cells = values.size("cells") {
      let cell = size.cell
      size = TerminalSize(
        columns: Int(cells.width), rows: Int(cells.height), width: Int(cells.width) * cell.width,
        height: Int(cells.height) * cell.height)
    }
    // The prompt needs a line, too.
    let rows = values.has("cells") ? size.rows : max(1, size.rows - 1)
    try print(source, try frame(source, values, what), PictureBox(size, rows: rows, kind), kind)
  }

  /// What the word stands for: an effect, else a file.
  private static func source(_ what: String, _ values: OptionValues, isStill: Bool) throws -> any FrameSource {
    if let entry = Catalog.entries.first(where: { $0.name == what }) {
      let effect = EffectCommand(entry)
      try effect.check(values)
      return try effect.source(values, isStill: isStill)
    }
    let bytes: ContiguousArray<UInt8>
    do throws(ImageReadingError) { bytes = try ImageFile(what).bytes() } catch {
      if case .cannotRead(_, .notFound) = error,
        !what.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ".") })
      {
        throw UsageError.unknownShow(what, known: Catalog.entries.map(\.name))
      }
      throw error
    }
    if ImageFormat(of: bytes.span) == .jpeg { return try ImageFile(what).decode().clip }
    let file = try AnimationFile(path: what)
    return file.isAnimated && file.frames.count > 1 ? AnimationFrames(file) : try ImageFile(what).decode().clip
  }

  /// The frame to be printed: the one at a time of a file, the only one of an effect's still.
  private static func frame(_ source: some FrameSource, _ values: OptionValues, _ what: String) throws -> Int {
    guard let time = values.number("at"), source.frameCount > 1 else { return 0 }
    let total = source.timing.total.value
    guard time <= total + 1e-9 else {
      throw UsageError.conflict(
        "--at takes a time from 0 to \(ParameterKind.seconds(total)) seconds, the length of \(what.singleLine); got "
          + ParameterKind.seconds(time))
    }
    return FrameSchedule(source.timing).frame(at: min(time, max(0, total - 1e-6)))
  }

  private static func print(_ source: some FrameSource, _ index: Int, _ box: PictureBox, _ kind: PictureProtocol) throws
  {
    let scale = box.scale(width: source.width, height: source.height)
    let picture = scale < 1 ? try source.scaled(by: scale).still(index) : try source.still(index)
    switch kind {
    case .blocks: Terminal.print(BlockPicture(picture).lines)
    case .kitty: Terminal.print("\(try KittyPicture.sequence(picture, id: 1, movesCursor: true))\n")
    case .iterm: Terminal.print("\(try ITermPicture.sequence(picture))\n")
    case .sixel: Terminal.print("\(SixelPicture.sequence(picture))\n")
    }
  }
}
