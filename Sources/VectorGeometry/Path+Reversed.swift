// Walking a path backwards.

extension Path {
  /// The same path drawn the other way round: subpaths in reverse order, each from its end to its start. A closed subpath stays
  /// closed and keeps its start. Areas change their sign.
  public var reversed: Path {
    var result = Path()
    var subpathEnd = verbs.count
    var pointEnd = points.count
    while subpathEnd > 0 {
      var first = subpathEnd - 1, pointStart = pointEnd - verbs[first].pointCount
      while verbs[first] != .move, first > 0 {
        first -= 1
        pointStart -= verbs[first].pointCount
      }
      result.appendReversed(self, verbs: first..<subpathEnd, points: pointStart..<pointEnd)
      subpathEnd = first
      pointEnd = pointStart
    }
    return result
  }

  /// Adds one subpath of `path` backwards.
  private mutating func appendReversed(_ path: Path, verbs range: Range<Int>, points: Range<Int>) {
    let isClosed = path.verbs[range.upperBound - 1] == .close
    let start = path.points[points.lowerBound], end = path.points[points.upperBound - 1]
    move(to: isClosed ? start : end)
    if isClosed, start != end { addLine(to: end) }
    var last = points.upperBound - 1
    for index in range.reversed() {
      let verb = path.verbs[index]
      // The step's start is the point before its own ones.
      let before = last - verb.pointCount
      switch verb {
      case .move, .close: break
      case .line:
        // A closed subpath's first line becomes its last, which closing draws.
        if !isClosed || index != range.lowerBound + 1 { addLine(to: path.points[before]) }
      case .quad: addQuad(to: path.points[before], control: path.points[last - 1])
      case .cubic:
        addCubic(to: path.points[before], control1: path.points[last - 1], control2: path.points[last - 2])
      }
      last = before
    }
    if isClosed { close() }
  }
}
