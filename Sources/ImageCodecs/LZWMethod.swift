/// How frames are compressed: in which forms, by which matcher.
///
/// What an unchanged pixel is sent as changes what the decoder learns, and no form is always the best:
///
///     settled    transparent wherever possible: long runs, the best where pictures move over pictures
///     freed      transparent, or what it shows near changed pixels, whichever matches longer: smooth edges
///     drawn      what it shows: small art on a plain ground, rows that repeat
///
/// A plain match of each, the last only where it may pay, tells which is worth the better matcher.
struct LZWMethod: Sendable {
  /// Whether frames have no lists.
  var isExact: Bool
  /// How near to a changed pixel unchanged ones are freed; 0 for none.
  var distance: Int
  /// The search of the best form; nil for none.
  var search: LZWBeam.Effort?
  /// The slow search of all forms; nil for none.
  var slowSearch: LZWBeam.Effort?

  /// Nodes kept in a match with costs.
  static let setWidth = 4

  /// Chooses the method of an effort.
  init(_ effort: Effort, isExact: Bool) {
    self.isExact = isExact
    distance = effort == .fast ? 0 : 4
    search = effort != .fast && isExact ? LZWBeam.Effort(width: 3, ends: 4, nodes: 4) : nil
    slowSearch = effort == .max ? LZWBeam.Effort(width: 12, ends: 4, nodes: 6) : nil
  }

  /// How near to a changed pixel the search of all forms frees unchanged ones.
  static let farDistance = 64
}

extension LZWEncoder {
  /// Compresses a frame in the ways that are worth their time and returns the shortest data.
  /// - Parameters:
  ///   - choices: the lists of cells of kind `list`.
  ///   - sent: receives the index sent for every pixel of the rectangle; nil if nobody asks.
  mutating func compress(
    _ frame: LZWFrame, _ choices: ColorChoices, _ method: LZWMethod, sent: inout ContiguousArray<UInt8>?
  ) -> LZWData {
    let freed = frame.freed(within: method.distance, transparent: table.transparent)
    let drawn = frame.drawn(transparent: table.transparent)
    // Where lists give the match enough to choose from, the settled form gains nothing.
    var forms = method.isExact || freed == nil ? [frame] : []
    if let freed { forms.append(freed) }
    if let drawn { forms.append(drawn) }
    var best = (data: LZWData(alphabet: table, blocks: [], cost: .max / 2), form: frame)
    func keep(_ data: LZWData, _ indices: ContiguousArray<UInt8>?, _ form: LZWFrame) {
      guard data.weight < best.data.weight else { return }
      best = (data, form)
      if indices != nil { sent = indices }
    }
    for form in forms {
      let (narrowed, alphabet) = form.narrowed(to: table, choices)
      if method.isExact {
        keep(encode(narrowed, alphabet, lookAhead: 0), nil, form)
      } else {
        var indices = sent
        keep(encode(narrowed, alphabet, choices, width: LZWMethod.setWidth, sent: &indices), indices, form)
      }
    }
    func searchWays(through form: LZWFrame, _ effort: LZWBeam.Effort) {
      let (narrowed, alphabet) = form.narrowed(to: table, choices)
      var indices = sent
      keep(encode(narrowed, alphabet, choices, effort, sent: &indices), indices, form)
    }
    if let search = method.search { searchWays(through: best.form, search) }
    if let search = method.slowSearch {
      searchWays(through: frame, search)
      if let drawn { searchWays(through: drawn, search) }
      if let far = frame.freed(within: LZWMethod.farDistance, transparent: table.transparent) {
        searchWays(through: far, search)
      }
    }
    return best.data
  }
}
