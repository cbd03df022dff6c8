/// How frames are compressed: in which forms, by which matchers.
///
/// What an unchanged pixel is sent as changes what the decoder learns, and no form is always the best:
///
///     settled    transparent wherever possible: long runs, the best where pictures move over pictures
///     freed      transparent, or what it shows near changed pixels, whichever matches longer: smooth edges
///     drawn      what it shows: small art on a plain ground, rows that repeat
///
/// Frames without lists are matched plainly as settled and drawn (the latter only where it may pay), and the shorter form
/// is searched for its best cut. Frames with lists, which give a match enough to choose from, are freed or drawn.
struct LZWMethod: Sendable {
  /// Whether frames have no lists.
  var isExact: Bool
  /// How hard the best form is tried.
  var effort: Effort

  /// How near to a changed pixel unchanged ones are freed, where there are lists and where time does not count.
  static let distance = 4, farDistance = 64
  /// Nodes kept in a match with costs.
  static let setWidth = 4
  /// How far the searches go.
  static let search = LZWExactSearch.Effort(width: 4, ends: 4)
  static let slowExactSearch = LZWExactSearch.Effort(width: 8, ends: 8)
  static let slowSearch = LZWBeam.Effort(width: 12, ends: 4, nodes: 6)
  static let slowLookAhead = 64
  /// Codes after which the table is cleared, for trial.
  static let earlyLimits = [3800, 3500, 3200, 2900, 2600, 2300, 2048]
  /// Pixels of a frame for which a plain match takes no time.
  static let smallCount = 1 << 14
}

extension LZWEncoder {
  /// The shortest data so far.
  private struct Best {
    var data: LZWData
    var form: LZWFrame
    var sent: ContiguousArray<UInt8>?

    mutating func keep(_ data: LZWData, _ form: LZWFrame, _ sent: ContiguousArray<UInt8>? = nil) {
      if data.weight < self.data.weight { self = Best(data: data, form: form, sent: sent) }
    }
  }

  /// Compresses a frame in the ways that are worth their time and returns the shortest data.
  /// - Parameters:
  ///   - choices: the lists of cells of kind `list`.
  ///   - sent: receives the index sent for every pixel of the rectangle; nil if nobody asks.
  mutating func compress(
    _ frame: LZWFrame, _ choices: ColorChoices, _ method: LZWMethod, sent: inout ContiguousArray<UInt8>?
  ) -> LZWData {
    let drawn = frame.drawn(transparent: table.transparent)
    if method.isExact { return compressExactly(frame, drawn, choices, method.effort) }
    let isSlow = method.effort == .max
    let distance = isSlow ? LZWMethod.farDistance : LZWMethod.distance
    let freed = frame.freed(within: distance, transparent: table.transparent) ?? frame
    var best = Best(data: LZWData(alphabet: table, blocks: [], cost: .max / 2), form: frame, sent: sent)
    for form in [freed, drawn].compactMap(\.self) {
      let (narrowed, alphabet) = form.narrowed(to: table, choices)
      var indices = sent
      let data =
        isSlow
        ? encode(narrowed, alphabet, choices, LZWMethod.slowSearch, sent: &indices)
        : encode(narrowed, alphabet, choices, width: LZWMethod.setWidth, sent: &indices)
      best.keep(data, form, indices)
    }
    sent = best.sent
    return best.data
  }

  /// Compresses a frame without lists.
  private mutating func compressExactly(
    _ frame: LZWFrame, _ drawn: LZWFrame?, _ choices: ColorChoices, _ effort: Effort
  ) -> LZWData {
    let (settled, alphabet) = frame.narrowed(to: table, choices)
    // In large frames of one form the search is never longer than a plain match.
    let isPlain = effort == .default && drawn == nil && frame.cells.count > LZWMethod.smallCount
    if isPlain { return encode(settled, alphabet, LZWMethod.search) }
    var best = Best(data: encode(settled, alphabet, lookAhead: 0), form: settled)
    if let drawn {
      let (narrowed, alphabet) = drawn.narrowed(to: table, choices)
      best.keep(encode(narrowed, alphabet, lookAhead: 0), narrowed)
    }
    if effort == .fast { return best.data }
    best.keep(encode(best.form, best.data.alphabet, LZWMethod.search), best.form)
    guard effort == .max else { return best.data }
    for form in [frame, drawn].compactMap(\.self) {
      let (narrowed, alphabet) = form.narrowed(to: table, choices)
      best.keep(encode(narrowed, alphabet, LZWMethod.slowExactSearch), narrowed)
    }
    // Where the table fills up, an earlier clear may suit the frame's end or a change in the picture better.
    for limit in LZWMethod.earlyLimits where best.data.blocks.count * 8 > limit * 11 {
      var search = LZWMethod.search
      search.limit = limit
      best.keep(encode(best.form, best.data.alphabet, search), best.form)
    }
    if let freed = frame.freed(within: LZWMethod.farDistance, transparent: table.transparent) {
      let (narrowed, alphabet) = freed.narrowed(to: table, choices)
      best.keep(encode(narrowed, alphabet, lookAhead: LZWMethod.slowLookAhead), freed)
      var sent: ContiguousArray<UInt8>?
      best.keep(encode(narrowed, alphabet, choices, LZWMethod.slowSearch, sent: &sent), freed)
    }
    return best.data
  }
}
