// Dashing: a path to its dashes, by arc length and before offsetting. Curves stay curves: a dash is a split-off part, so its ends
// have the curve's own directions and no dash is made of leftovers.

extension Path {
  /// Returns the dashes of the path as open subpaths.
  ///
  /// The pattern begins anew on every subpath. On a closed one a dash that runs over the start is one piece, so that it is joined
  /// there. A dash of length 0 has a millionth of the pattern's length, which gives square caps their direction. A gap of length
  /// 0 does not cut.
  ///
  /// The result is the path itself if the pattern says nothing: no entries, a sum of 0, an entry that is negative or not
  /// finite, only gaps of length 0. So it is, too, beyond 50 000 dashes and gaps: dashing takes then at most some 50 ms.
  public func dashed(_ dash: Dash) -> Path { dashed(dash, clip: nil) }

  /// Returns the dashes that may reach a rectangle.
  /// - Parameter clip: the places where a dash can matter; dashes on lines and curves outside are left out and don't count.
  func dashed(_ dash: Dash, clip: Rect?) -> Path {
    guard let pattern = DashPattern(dash) else { return self }
    let measure = PathMeasure(self)
    let entries = measure.segments.reduce(0.0) { sum, segment in
      let outside = segment.lengthsOutside(clip)
      return sum + (segment.length - outside.before - outside.after) / pattern.period * Double(pattern.lengths.count)
    }
    guard entries <= DashPattern.limit else { return self }
    var dasher = Dasher(pattern, clip: clip)
    for subpath in measure.subpaths { dasher.add(subpath, of: measure) }
    return dasher.result
  }
}

extension PathMeasure.Segment {
  /// Returns how much of the segment's length lies outside a rectangle, at its start and at its end. A curve counts as outside
  /// only as a whole.
  fileprivate func lengthsOutside(_ clip: Rect?) -> (before: Double, after: Double) {
    guard let clip else { return (0, 0) }
    if curve.isOutside(clip) { return (length, 0) }
    guard kind == .line else { return (0, 0) }
    var first = 0.0, last = 1.0
    for (start, end, low, high) in [
      (curve.p0.x, curve.p3.x, clip.minX, clip.maxX), (curve.p0.y, curve.p3.y, clip.minY, clip.maxY),
    ] where start != end {
      let atLow = (low - start) / (end - start), atHigh = (high - start) / (end - start)
      first = max(first, min(atLow, atHigh))
      last = min(last, max(atLow, atHigh))
    }
    return first < last ? (first * length, (1 - last) * length) : (length, 0)
  }
}

/// A dash pattern that cuts: dash, gap, dash, gap, …
private struct DashPattern {
  /// The most dashes and gaps of one path.
  static let limit = 50_000.0

  /// An even number of lengths.
  let lengths: [Double]
  let period: Double
  /// Where the pattern begins on each subpath: an index and what is left of that entry.
  let firstIndex: Int
  let firstRemainder: Double

  init?(_ dash: Dash) {
    lengths = dash.lengths.count.isMultiple(of: 2) ? dash.lengths : dash.lengths + dash.lengths
    period = lengths.reduce(0, +)
    guard period > 0, period.isFinite, lengths.allSatisfy({ $0 >= 0 }) else { return nil }
    guard stride(from: 1, to: lengths.count, by: 2).contains(where: { [lengths] in lengths[$0] > 0 }) else {
      return nil
    }
    var phase = dash.phase.isFinite ? dash.phase.truncatingRemainder(dividingBy: period) : 0
    if phase < 0 { phase += period }
    var index = 0
    // A dash of length 0 at phase 0 is still to come.
    while phase > 0, phase >= lengths[index], index < lengths.count - 1 {
      phase -= lengths[index]
      index += 1
    }
    firstIndex = index
    firstRemainder = max(0, lengths[index] - phase)
  }
}

/// Walks along subpaths and cuts out the dashes.
private struct Dasher {
  private(set) var result = Path()
  private let pattern: DashPattern
  private let clip: Rect?
  /// The first dash of a closed subpath: the last one may run into it.
  private var head = Path()
  private var index = 0
  /// Length left of the current dash or gap.
  private var remainder = 0.0
  /// Whether the current dash has no piece yet.
  private var isFresh = true
  /// Whether pieces go to `head`.
  private var isHead = false

  private var isOn: Bool { index.isMultiple(of: 2) }

  init(_ pattern: DashPattern, clip: Rect?) {
    self.pattern = pattern
    self.clip = clip
  }

  mutating func add(_ subpath: PathMeasure.Subpath, of measure: PathMeasure) {
    index = pattern.firstIndex
    remainder = pattern.firstRemainder
    isFresh = true
    isHead = isOn && subpath.isClosed
    head.removeAll()
    guard let last = subpath.segments.last.map({ measure.segments[$0] }) else {
      // A dot stays one.
      if isOn { result.append(measure.path.subpath(verbs: subpath.verbs, points: subpath.points)) }
      return
    }
    let neverCut = isHead
    for index in subpath.segments { cut(measure.segments[index]) }
    if neverCut, isHead { return result.append(measure.path.subpath(verbs: subpath.verbs, points: subpath.points)) }
    if subpath.isClosed {
      if isOn, !isFresh { result.appendContinuing(head) } else { result.append(head) }
    } else if remainder <= pattern.period * 1e-9 {
      // A dot may lie exactly on the end.
      if isOn ? isFresh : pattern.lengths[(index + 1) % pattern.lengths.count] == 0 { addDot(last, at: 1) }
    }
  }

  /// Cuts one line or curve.
  private mutating func cut(_ segment: PathMeasure.Segment) {
    var position = 0.0, t = 0.0
    let outside = segment.lengthsOutside(clip)
    while segment.length - position > remainder {
      if !isOn, outside.before > position || outside.after > 0 {
        // Whole periods outside the clip are passed over: they leave the pattern's state as it is.
        let isBefore = position < outside.before
        let end = isBefore ? outside.before : segment.length
        let periods = ((end - position - remainder) / pattern.period).rounded(.down) - 1
        if periods > 0, isBefore || position > segment.length - outside.after {
          position += periods * pattern.period
          t = parameter(of: segment, at: position, after: t, advance: periods * pattern.period)
        }
      }
      position += remainder
      let next = remainder > 0 ? parameter(of: segment, at: position, after: t, advance: remainder) : t
      if isOn {
        add(segment, from: t, to: next)
        if isFresh, next == t { addDot(segment, at: next) }
      }
      t = next
      turnPage()
    }
    if isOn { add(segment, from: t, to: 1) }
    remainder -= segment.length - position
  }

  /// Goes on to the pattern's next entry, past gaps of length 0.
  private mutating func turnPage() {
    let count = pattern.lengths.count
    index = (index + 1) % count
    if !isOn, pattern.lengths[index] == 0 {
      index = (index + 1) % count
    } else if !isOn {
      isHead = false
    } else {
      isFresh = true
    }
    remainder = pattern.lengths[index]
  }

  private func parameter(
    of segment: PathMeasure.Segment, at position: Double, after t: Double, advance: Double
  ) -> Double {
    if segment.kind == .line { return position / segment.length }
    let rest = segment.length - position + advance
    return segment.curve.parameter(atLength: advance, from: t, length: rest)
  }

  private mutating func add(_ segment: PathMeasure.Segment, from: Double, to: Double) {
    guard to > from, !isOutside(segment, from: from, to: to) else { return }
    if isHead {
      head.append(segment, fromParameter: from, toParameter: to, begins: isFresh)
    } else {
      result.append(segment, fromParameter: from, toParameter: to, begins: isFresh)
    }
    isFresh = false
  }

  /// Whether a part lies on one side of the clip, so that neither its ink nor that of the caps at its ends matters.
  private func isOutside(_ segment: PathMeasure.Segment, from: Double, to: Double) -> Bool {
    guard let clip else { return false }
    guard segment.kind == .line else { return segment.curve.part(from: from, to: to).isOutside(clip) }
    let start = segment.curve.p0.lerp(to: segment.curve.p3, from), end = segment.curve.p0.lerp(to: segment.curve.p3, to)
    return CubicCurve(start, start, end, end).isOutside(clip)
  }

  /// Adds a dash without length.
  private mutating func addDot(_ segment: PathMeasure.Segment, at t: Double) {
    let isLine = segment.kind == .line
    let center = isLine ? segment.curve.p0.lerp(to: segment.curve.p3, t) : segment.curve.point(at: t)
    let direction =
      isLine ? (segment.curve.p3 - segment.curve.p0) / segment.length : segment.curve.direction(at: t)
    let half = direction * (pattern.period * 5e-7)
    let dot = Path.line(from: center - half, to: center + half)
    if isHead { head.append(dot) } else { result.append(dot) }
    isFresh = false
  }
}
