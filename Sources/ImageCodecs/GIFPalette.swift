import Bitmaps

/// The colour table of a clip or scene and what each of its colours becomes.
struct GIFPalette: Sendable {
  /// The table.
  let table: ColorTable
  /// Which entries may stand for each of the colours.
  let choices: ColorChoices
  /// Whether every colour has an entry of its own.
  let isExact: Bool
  /// Whether every colour may be shown by one entry only.
  let isSingle: Bool
  /// What mixes entries, if colours are dithered and any needs it.
  let dither: Dither?
  /// How much of what is seen (pixels times time) has no entry of its own, 0…1.
  let inexactShare: Double
  /// The squared error of all pixels, times hundredths of a second, when each is shown by its nearest entry.
  let totalError: Double

  /// Whether a clip needs an index for transparency.
  private static func needsTransparent(_ clip: GIFClip) -> Bool {
    clip.hasClear || clip.frames.count > 1 || clip.duration > 65535
  }

  /// How many colours a table of the clip may hold.
  static func limit(for clip: GIFClip, _ options: GIFOptions) -> Int {
    options.colors - (needsTransparent(clip) ? 1 : 0)
  }

  /// The fixed colours, each once.
  static func fixedColors(_ options: GIFOptions) -> [UInt32] {
    var fixed: [UInt32] = []
    for color in options.fixedColors {
      let bits = Pixel(color.withAlpha(1)).bits
      if !fixed.contains(bits) { fixed.append(bits) }
    }
    return fixed
  }

  /// Chooses the table: the colours themselves when they fit, else by the quantizer.
  /// - Parameters:
  ///   - clip: what the table is for, or a part of it.
  ///   - count: the colours of that.
  ///   - lowness: how much it matters for every colour that its index is low.
  init(
    _ clip: GIFClip, _ count: ColorCount, lowness: ContiguousArray<Double>, _ options: GIFOptions, threads: Int
  ) throws(GIFError) {
    let needsTransparent = Self.needsTransparent(clip), limit = Self.limit(for: clip, options)
    let fixed = Self.fixedColors(options)
    guard fixed.count <= limit else { throw .tooManyFixedColors(count: fixed.count, limit: limit) }

    let others = fixed.isEmpty ? count.opaqueCount : count.colors.dropFirst().count { !fixed.contains($0) }
    let fits = fixed.count + others <= limit
    isExact = fits && count.isExact
    var colors: [UInt32]
    let coordinates = ColorCoordinates(options.colorSpace)
    if fits {
      colors = fixed + count.colors.dropFirst().filter { !fixed.contains($0) }.sorted()
      if colors.isEmpty { colors = [0xFF00_0000] }
    } else {
      colors = Quantizer(coordinates: coordinates).table(for: count, fixed: fixed, limit: limit)
    }
    let held = Set(colors)
    var (inexact, all) = (0.0, 0.0)
    for number in 1..<count.colors.count {
      all += Double(count.weights[number])
      if !held.contains(count.colors[number]) { inexact += Double(count.weights[number]) }
    }
    inexactShare = all > 0 ? inexact / all : 0
    isSingle = options.dither != .none || (options.lossy == 0 && (isExact || options.effort == .fast))
    var choices = ColorChoices(
      count, colors: colors, transparent: needsTransparent ? colors.count : 0, coordinates: coordinates,
      framesPerSecond: clip.framesPerSecond, greatestError: GIFCompression.greatestError(inexactShare),
      bitsPerError: GIFCompression.bitsPerError(options.effort),
      fixedCount: fixed.count, lossy: isSingle ? nil : options.lossy, threads: threads)
    let order = Self.order(of: colors.count, lowness, choices)
    choices.renumber(order.new)
    colors = order.old.map { colors[$0] }
    table = ColorTable(colors: colors, hasTransparent: needsTransparent)
    self.choices = choices
    totalError = Double(choices.meanError) * inexact
    dither =
      options.dither == .none || isExact
      ? nil
      : Dither(
        options.dither, width: clip.width, count: count, colors: colors, choices: choices, coordinates: coordinates)
  }

  /// The order of the table: entries that occur in frames of few colours first, so that these get by with low indices.
  /// - Returns: the old index of every new one, and the other way round.
  private static func order(
    of count: Int, _ lowness: ContiguousArray<Double>, _ choices: ColorChoices
  ) -> (old: [Int], new: [UInt8]) {
    var scores = [Double](repeating: 0, count: 256)
    for number in lowness.indices.dropFirst() { scores[Int(choices.nearest[number])] += lowness[number] }
    let old = (0..<count).sorted { (-scores[$0], $0) < (-scores[$1], $1) }
    var new = [UInt8](repeating: 0, count: 256)
    for index in 0..<256 { new[index] = UInt8(index) }
    for (index, entry) in old.enumerated() { new[entry] = UInt8(index) }
    return (old, new)
  }
}
