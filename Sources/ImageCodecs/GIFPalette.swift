import Bitmaps

/// The colour table of a clip and what each of the clip's colours becomes.
struct GIFPalette: Sendable {
  /// The global table.
  let table: ColorTable
  /// The table's index for every colour number; the transparent one for clear.
  let entries: ContiguousArray<UInt8>
  /// Whether every colour has an entry of its own.
  let isExact: Bool

  /// Chooses the table: the colours themselves when they fit, else by the quantizer.
  init(_ clip: GIFClip, _ options: GIFOptions) throws(GIFError) {
    let count = clip.colors
    let needsTransparent = clip.hasClear || clip.frames.count > 1 || clip.duration > 65535
    let limit = options.colors - (needsTransparent ? 1 : 0)
    var fixed: [UInt32] = []
    for color in options.fixedColors {
      let bits = Pixel(color.withAlpha(1)).bits
      if !fixed.contains(bits) { fixed.append(bits) }
    }
    guard fixed.count <= limit else { throw .tooManyFixedColors(count: fixed.count, limit: limit) }

    let others = fixed.isEmpty ? count.opaqueCount : count.colors.dropFirst().count { !fixed.contains($0) }
    isExact = fixed.count + others <= limit
    var colors: [UInt32]
    if isExact {
      colors = fixed + count.colors.dropFirst().filter { !fixed.contains($0) }.sorted()
      if colors.isEmpty { colors = [0xFF00_0000] }
      let indices = [UInt32: UInt8](uniqueKeysWithValues: colors.enumerated().map { ($1, UInt8($0)) })
      table = ColorTable(colors: colors, hasTransparent: needsTransparent)
      let clear = UInt8(table.transparentIndex ?? 0)
      entries = ContiguousArray(count.colors.map { $0 == 0 ? clear : indices[$0] ?? 0 })
      return
    }
    let coordinates = ColorCoordinates(options.colorSpace)
    colors = Quantizer(coordinates: coordinates).table(for: count, fixed: fixed, limit: limit)
    table = ColorTable(colors: colors, hasTransparent: needsTransparent)
    let clear = UInt8(table.transparentIndex ?? 0)
    var finder = NearestColor(ContiguousArray(colors.map { coordinates($0) }))
    var entries: ContiguousArray<UInt8> = [clear]
    entries.reserveCapacity(count.colors.count)
    for color in count.colors.dropFirst() { entries.append(UInt8(finder.find(coordinates(color)).entry)) }
    self.entries = entries
  }
}
