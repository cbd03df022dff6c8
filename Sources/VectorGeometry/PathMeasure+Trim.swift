// Trimming: the part of a path between two fractions of its length. Curves stay curves: they are split, not flattened.

extension Path {
  /// Returns the part of the path between two fractions of its arc length, over all subpaths in order.
  ///
  /// A window that leaves 0…1 wraps round: from .75 to 1.25 is the last quarter and the first one, joined where the start of the
  /// path's only, closed subpath lies inside. A window of length 1 or more is the whole path; one that ends at or before its
  /// start is empty, and so is one that is not finite. A closed subpath that lies wholly inside stays closed.
  ///
  /// Drawn, a part looks like the whole path with its ends cut off: where one end moves from frame to frame, no pixel changes that is
  /// not near it.
  public func trimmed(from start: Double, to end: Double) -> Path {
    PathMeasure(self).trimmed(from: start, to: end)
  }
}

extension PathMeasure {
  /// Returns the part between two fractions of the length; see `Path.trimmed(from:to:)`.
  public func trimmed(from start: Double, to end: Double) -> Path {
    guard end > start, start.isFinite, end.isFinite else { return Path() }
    guard end - start < 1 else { return path }
    let turns = start.rounded(.down)
    let first = (start - turns) * length, last = (end - turns) * length
    var result = Path()
    if last <= length {
      append(from: first, to: last, to: &result, continuing: false)
    } else {
      append(from: first, to: length, to: &result, continuing: false)
      let isJoined = subpaths.count == 1 && subpaths[0].isClosed && !result.isEmpty
      append(from: 0, to: last - length, to: &result, continuing: isJoined)
    }
    return result
  }

  /// Adds the part between two arc lengths.
  /// - Parameter continuing: whether its first segment goes on where `result` ends.
  private func append(from start: Double, to end: Double, to result: inout Path, continuing: Bool) {
    // A piece shorter than rounding errors would have a direction of its own.
    let least = length * 1e-12
    for subpath in subpaths where !subpath.segments.isEmpty {
      let last = segments[subpath.segments.upperBound - 1]
      let subpathEnd = last.start + last.length
      guard subpath.start < end - least, subpathEnd > start + least else { continue }
      if subpath.isClosed, start <= subpath.start + least, end >= subpathEnd - least, !continuing {
        result.append(path.subpath(verbs: subpath.verbs, points: subpath.points))
        continue
      }
      var isBegun = continuing
      for index in subpath.segments {
        let segment = segments[index]
        let from = max(start - segment.start, 0), to = min(end - segment.start, segment.length)
        guard to - from > least else { continue }
        result.append(
          segment, from: from <= least ? 0 : from, to: to >= segment.length - least ? segment.length : to,
          begins: !isBegun)
        isBegun = true
      }
    }
  }
}

extension Path {
  /// Adds the part of a segment between two arc lengths from its start.
  mutating func append(_ segment: PathMeasure.Segment, from: Double, to: Double, begins: Bool) {
    append(
      segment, fromParameter: segment.parameter(at: from),
      toParameter: to >= segment.length ? 1 : segment.parameter(at: to),
      begins: begins)
  }
}

extension QuadCurve {
  /// Returns the part between two parameters, by blossoming.
  func part(from start: Double, to end: Double) -> QuadCurve {
    QuadCurve(
      start <= 0 ? p0 : blossom(start, start), blossom(start, end), end >= 1 ? p2 : blossom(end, end))
  }

  private func blossom(_ s: Double, _ t: Double) -> Point { p0.lerp(to: p1, s).lerp(to: p1.lerp(to: p2, s), t) }
}
