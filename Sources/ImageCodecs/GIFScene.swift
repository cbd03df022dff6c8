/// A part of a clip with a colour table of its own: local tables where they pay.
///
/// A table for the whole clip leaves what stands still as it is and costs nothing per frame, so it is the rule. After a
/// hard cut nothing stands still. A clip that has more colours than a table holds is therefore taken apart at its cuts
/// (`SceneCensus`):
///
///     every scene fits into a table           a table each; all is exact
///     else, if that lowers the error visibly  a table each, where they cost next to nothing
///
/// The first scene has the global table. Every frame of a later one brings its table along, or where it is exact those
/// entries only that it sends.
struct GIFScene: Sendable {
  /// The stored frames.
  let frames: Range<Int>
  /// Its colours, numbered for itself.
  let colors: ColorCount
  /// Its table.
  let palette: GIFPalette

  /// Neighbouring parts of which so much looks alike are one scene: a slow zoom changes every pixel too.
  private static let commonShare: Float = 0.5
  /// In an inexact clip tables must lower the mean squared error to this part of it: 2 dB.
  private static let worthwhileError = 0.63
  /// Below this mean squared error of a pixel, some 50 dB, nobody sees a gain.
  private static let visibleError = 2.0
  /// In an inexact clip tables may take one byte in so many, when a changed pixel takes half a byte.
  private static let bytesPerTableByte = 10

  /// Chooses the tables of a clip. With more than one scene its changes must get the numbers of the scenes.
  static func scenes(
    of clip: GIFClip, _ options: GIFOptions, threads: Int
  ) throws(GIFError) -> ContiguousArray<GIFScene> {
    let fixed = GIFPalette.fixedColors(options)
    let room = GIFPalette.limit(for: clip, options) - fixed.count
    guard clip.parts.count > 1, clip.colors.colors.dropFirst().count(where: { !fixed.contains($0) }) > room else {
      return [try whole(clip, options, threads)]
    }
    var groups = merged(clip.parts.map { Group($0, clip.colors, fixed) }) {
      $0.isExact && $1.isExact && max($0.otherCount, $1.otherCount) <= room && $0.otherCount(with: $1) <= room
    }
    if groups.allSatisfy({ $0.isExact && $0.otherCount <= room }) {
      return try scenes(groups, of: clip, options, threads)
    }
    groups = merged(groups) { $0.commonShare(with: $1) >= commonShare }
    let one = try whole(clip, options, threads)
    guard groups.count > 1,
      one.palette.totalError >= visibleError * Double(clip.width * clip.height) * Double(clip.duration),
      (clip.frames.count - groups[1].start) * 3 * 256 * bytesPerTableByte <= clip.changedPixelCount / 2
    else { return [one] }
    let scenes = try scenes(groups, of: clip, options, threads)
    let error = scenes.reduce(0) { $0 + $1.palette.totalError }
    return error <= worthwhileError * one.palette.totalError ? scenes : [one]
  }

  private static func whole(_ clip: GIFClip, _ options: GIFOptions, _ threads: Int) throws(GIFError) -> GIFScene {
    GIFScene(
      frames: 0..<clip.frames.count, colors: clip.colors,
      palette: try GIFPalette(clip, clip.colors, lowness: clip.lowness, options, threads: threads))
  }

  /// Puts neighbours together from the first on.
  private static func merged(
    _ groups: some Sequence<Group>, where belongTogether: (Group, Group) -> Bool
  ) -> ContiguousArray<Group> {
    var result: ContiguousArray<Group> = []
    for group in groups {
      if let last = result.last, belongTogether(last, group) {
        result[result.count - 1].append(group)
      } else {
        result.append(group)
      }
    }
    return result
  }

  /// Makes the scenes' tables.
  private static func scenes(
    _ groups: ContiguousArray<Group>, of clip: GIFClip, _ options: GIFOptions, _ threads: Int
  ) throws(GIFError) -> ContiguousArray<GIFScene> {
    let starts = groups.map(\.start) + [clip.frames.count]
    var result: ContiguousArray<GIFScene> = []
    try forEachInOrder(
      groups.count, threads: threads, makeWorker: {},
      work: { (_: inout Void, index) throws(GIFError) -> GIFScene in
        let colors = ColorCount(
          groups[index].colors.map { (clip.colors.colors[Int($0.number)], Int($0.weight)) },
          isExact: groups[index].isExact)
        return GIFScene(
          frames: starts[index]..<starts[index + 1], colors: colors,
          palette: try GIFPalette(
            clip, colors, lowness: [0] + groups[index].colors.map { clip.lowness[Int($0.number)] }, options, threads: 1)
        )
      },
      consume: { (_, scene) throws(GIFError) in result.append(scene) })
    return result
  }

  /// Parts of a clip that get one table.
  private struct Group: Sendable {
    let start: Int
    var colors: ContiguousArray<SceneCensus.Weight>
    /// Whether every number is one colour.
    var isExact: Bool
    /// Colours that are not among the fixed ones.
    var otherCount: Int
    private let fixed: Set<UInt32>
    /// How much of what is seen lies in each cell of 32 levels a side, and altogether.
    private var weights = ContiguousArray<Float>(repeating: 0, count: 1 << 9)
    private var weight: Float = 0

    init(_ part: SceneCensus.Part, _ count: ColorCount, _ fixedColors: [UInt32]) {
      start = part.start
      colors = part.colors
      isExact = Int(part.colors.last?.number ?? 0) <= ColorCount.exactLimit
      let fixed = Set(fixedColors.compactMap { count.number(of: $0) })
      self.fixed = fixed
      otherCount = part.colors.count { !fixed.contains($0.number) }
      for (number, weight) in part.colors {
        let color = count.colors[Int(number)]
        let (red, green, blue) = (color >> 5 & 7, color >> 13 & 7, color >> 21 & 7)
        weights[Int(red | green << 3 | blue << 6)] += weight
        self.weight += weight
      }
    }

    /// Colours of both together that are not among the fixed ones.
    func otherCount(with other: Group) -> Int { union(other).count { !fixed.contains($0.number) } }

    /// How much of what is seen looks alike, 0…1.
    func commonShare(with other: Group) -> Float {
      guard weight > 0, other.weight > 0 else { return 0 }
      return zip(weights, other.weights).reduce(0) { $0 + min($1.0 / weight, $1.1 / other.weight) }
    }

    mutating func append(_ other: Group) {
      colors = union(other)
      isExact = isExact && other.isExact
      otherCount = colors.count { !fixed.contains($0.number) }
      for cell in weights.indices { weights[cell] += other.weights[cell] }
      weight += other.weight
    }

    private func union(_ other: Group) -> ContiguousArray<SceneCensus.Weight> {
      var result: ContiguousArray<SceneCensus.Weight> = []
      result.reserveCapacity(colors.count + other.colors.count)
      var place = 0
      for color in colors {
        while place < other.colors.count && other.colors[place].number < color.number {
          result.append(other.colors[place])
          place += 1
        }
        if place < other.colors.count && other.colors[place].number == color.number {
          result.append((color.number, color.weight + other.colors[place].weight))
          place += 1
        } else {
          result.append(color)
        }
      }
      result.append(contentsOf: other.colors[place...])
      return result
    }
  }
}
