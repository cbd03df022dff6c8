// `animgif encode`: makes an animation of pictures, of another animation, or of bare pixels.
import AnimGIF
internal import EffectGallery
internal import ProcessMemory

enum EncodeCommand {
  static let command = Command(
    name: "encode", summary: "Make an animation of pictures, bare pixels or another animation.",
    usage: ["[OPTION…] FRAME… -o FILE"],
    details: [
      """
      Takes PNG and JPEG files in the order given, a folder's pictures in natural order (1, 2, … 10), the names in a list (@LIST), or a \
      GIF or APNG. With --raw WxH it reads bare RGBA pixels from a file, or from standard input for - or nothing.
      """
    ],
    example: "encode frames/ --fps 25 -o out.gif", operand: .files, options: table, action: .make(prepare))

  private static let table: [CommandOption] =
    [
      CommandOption(
        "fps", .rate(0.01...1000), default: "30", .time, "frames per second; of an animation, its own times"),
      CommandOption("delay", .duration(0.001...86_400), .time, "how long each frame is shown, instead of --fps"),
      CommandOption(
        "canvas", .size(1...65535, unit: "pixels"), .picture,
        "the whole picture; by default the largest width and height"),
      CommandOption(
        "place", .choice(ImageSequence.Placement.allCases.map(\.rawValue)), default: "center", .picture,
        "where smaller and larger pictures go"),
      CommandOption("raw", .size(1...65535, unit: "pixels"), .picture, "read bare RGBA pixels of frames of this size"),
    ] + OutputArguments.table

  private static func prepare(_ values: OptionValues) throws(UsageError) -> Job {
    let command = "animgif encode"
    let output = try OutputArguments.path(values, command: command)
    if values.has("fps"), values.has("delay") { throw UsageError.conflict("give --fps or --delay, not both") }
    if values.has("raw") {
      guard values.operands.count <= 1 else { throw UsageError.unexpectedOperand(values.operands[1], command: command) }
      if values.has("canvas") { throw UsageError.conflict("--raw tells the size; it does not go with --canvas") }
    } else if values.operands.isEmpty {
      throw UsageError.missingOption("FRAMES", command: command, example: "animgif encode frames/ -o out.gif")
    }
    return try OutputArguments.job(values, command: command, inputs: values.operands) {
      if output.format == .apng { process_memory_return_large_blocks() }
      return try source(values)
    }
  }

  private static func source(_ values: OptionValues) throws -> any FrameSource {
    let duration =
      values.number("delay").flatMap { Rational(approximating: $0) } ?? Rational(1) / (values.rate("fps") ?? 30)
    if let size = values.size("raw") {
      let path = values.operands.first.flatMap { $0 == "-" ? nil : $0 }
      return try RawFrames(path: path, width: Int(size.width), height: Int(size.height), frameDuration: duration)
    }
    let canvas = values.size("canvas").map { (width: Int($0.width), height: Int($0.height)) }
    let paths = try FrameFiles.expanding(values.operands)
    if paths.count == 1, canvas == nil, !values.has("fps"), !values.has("delay"),
      let file = try? AnimationFile(path: paths[0]), file.frames.count > 1
    {
      return AnimationFrames(file)
    }
    let placement = values.text("place").flatMap(ImageSequence.Placement.init(rawValue:)) ?? .center
    return try ImageSequence(
      paths: paths, timing: .uniform(duration, count: paths.count), canvas: canvas, placement: placement)
  }
}
