// The figures of each article as data: what is drawn by a command is that command.
import AnimGIF

extension Figure {
  /// Article 000, the download button.
  static let downloadFigures: [Figure] = [
    Figure("000-1", "the whole button, with a pause while it loads", .clip("download --pause 2.6,4.0")),
    Figure("000-2", "the dot in flight over the flat line", .clip("download --at 0.9")),
    Figure("000-3", "loading: ring, wave and size", .clip("download --at 4.33")),
    Figure("000-4", "the full ring and the tick", .clip("download --at 6.2")),
    Figure("000-5E", "the button before it is tapped", .clip("download --at 0")),
    Figure("000-6E", "four sine shapes, each a quarter further", .diagram(WaveDiagram.shapes)),
    Figure("000-7E", "the wave alone", .clip("wave --repeat 3")),
    Figure("000-8E", "stem to dot, arrow to line, dot to ring", .clip("download --stage jump --slow 4 --tint")),
    Figure("000-9E", "the ring runs counter-clockwise", .clip("download --stage load --only track,ring")),
    Figure(
      "000-10E", "wave to tick, and back to the arrow",
      .sequence(["download --stage end --slow 3", "download --stage reset --slow 3"])),
  ]

  /// Article 001, the loading animation.
  static let arcFigures: [Figure] = [
    Figure("001-1", "the loading animation, success then failure", .clip("loading --result both --hold .6")),
    Figure("001-2", "the author's simpler version of it", .clip("loading --result both")),
    Figure("001-3", "a clip frame by frame", .clip("loading --result success --sheet 8x6")),
    Figure("001-4", "the first stage, slowed", .clip("arc")),
    Figure("001-5", "how angles are counted", .diagram(ArcDiagram.angles)),
    Figure("001-6", "the arc at its start and at its end", .diagram(ArcDiagram.ends)),
    Figure("001-7", "the ways of both ends", .diagram(ArcDiagram.ways)),
    Figure("001-8", "the ways with their angles", .diagram(ArcDiagram.waysWithAngles)),
    Figure("001-9", "start and end with their angles", .diagram(ArcDiagram.endsWithAngles)),
    Figure("001-10", "both ends as functions of the progress", .diagram(ArcDiagram.formulas)),
    Figure("001-11", "the arc there and back", .clip("arc --autoreverse")),
    Figure("001-12E", "the real arc at its start and just before its end", .row(["arc --at 0", "arc --at 4.78"])),
    Figure(
      "001-13E", "every stage, tinted and slowed",
      .sequence((1...7).map { "loading --stage \($0) --tint --slow 6" })),
  ]

  /// Article 002, the play button.
  static let playFigures: [Figure] = [
    Figure("002-1", "the button both ways", .clip("play")),
    Figure("002-2", "slowed", .clip("play --slow 4")),
    Figure("002-3", "each layer in a colour of its own", .clip("play --slow 4 --tint")),
    Figure("002-4", "the lines alone", .clip("play --slow 4 --tint --only lines")),
    Figure("002-5", "the triangle alone", .clip("play --slow 4 --tint --only triangle")),
    Figure("002-6", "the arc alone", .clip("play --slow 4 --tint --only arc")),
    Figure("002-7", "the coordinate system", .clip("play --grid --labels --at 0")),
    Figure(
      "002-8", "the preparation, a second before the rest",
      .clip("play --slow 4 --delay 1 --tint --grid --direction forward")),
    Figure(
      "002-9", "the lines at the start", .clip("play --stage prep --hold 0 --grid --labels --at 0 --only lines")),
    Figure(
      "002-10", "the lines after the first leg",
      .clip("play --stage prep --hold 0 --grid --labels --at 0.15 --only lines")),
    Figure(
      "002-11", "the lines after the second leg",
      .clip("play --stage prep --hold 0 --grid --labels --at 0.3 --only lines")),
    Figure("002-12", "the link, slowed once more", .clip("play --stage link --slow 8 --tint --grid")),
    Figure("002-13", "the triangle's way", .diagram(PlayDiagram.triangle)),
    Figure("002-14", "the arc", .diagram(PlayDiagram.arc)),
    Figure("002-15", "the finished link", .clip("play --stage link --slow 4 --tint")),
  ]

  /// Article 003, the image loader.
  static let ringFigures: [Figure] = [
    Figure("003-1", "the ring, then the picture", .clip("ring")),
    Figure("003-2", "where the ring's frame is", .diagram(RingDiagram.frame)),
    Figure("003-3E", "the ring grows inward and outward", .diagram(RingDiagram.growth)),
    Figure("003-4E", "the progress ring alone", .clip("ring --stage progress")),
    Figure("003-5E", "the reveal alone, the mask outlined", .clip("ring --stage reveal --slow 3 --tint")),
  ]

  /// Article 004, the dots.
  static let dotsFigures: [Figure] = [
    Figure("004-1", "five dots run in, gather and leave", .clip("dots")),
    Figure("004-2E", "where each dot is at each key", .diagram(DotsDiagram.keys)),
    Figure("004-3E", "the dots tinted and slowed, over their key positions", .clip("dots --tint --grid --slow 3")),
  ]
}
