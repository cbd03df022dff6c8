// `animgif info` and `animgif compare`: what files hold, and whether they show the same.
import AnimGIF
internal import EffectGallery

enum InfoCommand {
  static let command = Command(
    name: "info", summary: "Tell what a GIF, APNG, PNG or JPEG file holds.", usage: ["[--json] FILE…"],
    details: ["Tells size, frames, delays, rate, total time, loop, colours, disposal and bytes of each file."],
    example: "info wave.gif", operand: .files, options: table, action: .perform(run))

  private static let table = [
    CommandOption("json", .flag, .output, "one JSON object per file"),
    CommandOption("help", letter: "h", .flag, .general, "show this help"),
  ]

  private static func run(_ values: OptionValues) throws {
    guard !values.operands.isEmpty else {
      throw UsageError.missingOption("a file", command: "animgif info", example: "animgif info wave.gif")
    }
    for path in values.operands {
      let report = try ImageReport(path: path)
      Terminal.print(
        values.has("json") ? "\(report.json)\n" : report.text.hasSuffix("\n") ? report.text : "\(report.text)\n")
    }
  }
}

enum CompareCommand {
  static let command = Command(
    name: "compare", summary: "Compare two pictures or animations pixel by pixel.", usage: ["[OPTION…] A B"],
    details: [
      """
      Compares two stills, two animations or two folders of stills. The exit status is 0 when they are equal, 1 when they differ.
      """
    ],
    example: "compare wave.gif wave.apng --diff difference.png", operand: .files, options: table, action: .perform(run))

  private static let table = [
    CommandOption(
      "threshold", .number(0...255, unit: "levels"), default: "0", .output,
      "largest difference of a channel that counts as equal"),
    CommandOption(
      "perceptual", .number(0...1, unit: ""), .output, "largest distance in Oklab instead; the eye sees 0.02"),
    CommandOption("ignore-times", .flag, .output, "compare pictures only, not when they are shown"),
    CommandOption("diff", .text(placeholder: "FILE.png"), .output, "write a picture of the largest difference"),
    CommandOption("quiet", letter: "q", .flag, .general, "tell the result by the exit status alone"),
    CommandOption("help", letter: "h", .flag, .general, "show this help"),
  ]

  private static func run(_ values: OptionValues) throws {
    let command = "animgif compare"
    guard values.operands.count == 2 else {
      throw UsageError.missingOption("two files", command: command, example: "animgif compare a.gif b.gif")
    }
    if values.has("threshold"), values.has("perceptual") {
      throw UsageError.conflict("give --threshold or --perceptual, not both")
    }
    let diff = values.text("diff")
    if let diff, OutputFormat(path: diff) != .png {
      throw UsageError.conflict("--diff takes a name that ends in .png; got \(diff.singleLine)")
    }
    let tolerance: ComparisonTolerance =
      if let distance = values.number("perceptual") {
        .perceptual(distance)
      } else if let levels = values.number("threshold"), levels >= 1 { .channel(Int(levels)) } else { .exact }
    let comparison = try FileComparison(
      values.operands[0], values.operands[1], tolerance: tolerance, comparesTiming: !values.has("ignore-times"))
    if let diff, let picture = comparison.differencePicture { try PNGEncoder().write(picture, to: diff) }
    if !values.has("quiet") {
      Terminal.print(comparison.text.hasSuffix("\n") ? comparison.text : "\(comparison.text)\n")
    }
    if !comparison.isEqual { Terminal.exit(1) }
  }
}
