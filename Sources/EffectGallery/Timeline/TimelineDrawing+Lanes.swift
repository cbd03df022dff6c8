// A lane of the chart: bars with their curves, values that hold, waits and jumps, and a text beside or in each bar where there is room.
import AnimGIF

extension TimelineDrawing {
  mutating func drawLane(_ lane: TimelineChart.Lane, _ color: Color) {
    let top = y + (laneHeight - barHeight) / 2, middle = y + laneHeight / 2
    for bar in lane.bars {
      if let added = bar.added, x(bar.shown.lowerBound) - x(added) > 3 {
        let previous = lane.bars.map(\.shown.upperBound).filter { $0 <= bar.shown.lowerBound + 1e-9 }.max() ?? added
        let start = x(max(added, previous)), end = x(bar.shown.lowerBound)
        if end - start > 3 {
          hasWaits = true
          bars.line(
            from: Point(start, middle), to: Point(end, middle), style.curve(color).withAlpha(0.45), width: 1,
            dash: [1, 3])
        }
      }
      for hold in [bar.shown.lowerBound...bar.time.lowerBound, bar.time.upperBound...bar.shown.upperBound]
      where x(hold.upperBound) - x(hold.lowerBound) > 0.5 {
        drawHold(hold, at: hold.upperBound <= bar.time.lowerBound ? bar.curve.first : bar.curve.last, top, color)
      }
    }
    for bar in lane.bars {
      if bar.isJump {
        let place = x(bar.time.lowerBound)
        front.fill(
          .polyline(
            [Point(place, middle - 5), Point(place + 5, middle), Point(place, middle + 5), Point(place - 5, middle)]),
          style.curve(color))
        if let values = bar.values { drawBeside(bar, [values], lane, middle, gap: 8, halo: style.hold(color)) }
      } else if bar.time.upperBound > bar.time.lowerBound {
        drawBar(bar, lane, top, color)
      }
    }
  }

  /// A value that stays: a band with a line at the value's height.
  private func drawHold(_ time: ClosedRange<Double>, at point: Point?, _ top: Double, _ color: Color) {
    let left = x(time.lowerBound), width = x(time.upperBound) - left
    bars.fill(.rect(Rect(left, top, width, barHeight)), style.hold(color))
    guard let point else { return }
    let level = height(point.y, top)
    bars.line(from: Point(left, level), to: Point(left + width, level), style.curve(color).withAlpha(0.5), width: 1)
  }

  private func height(_ value: Double, _ top: Double) -> Double { top + barHeight - 2.5 - value * (barHeight - 5) }

  private mutating func drawBar(_ bar: TimelineChart.Bar, _ lane: TimelineChart.Lane, _ top: Double, _ color: Color) {
    let left = x(bar.time.lowerBound), width = max(x(bar.time.upperBound) - left, 1)
    let frame = Rect(left, top, width, barHeight)
    bars.fill(.roundedRect(frame, radius: min(2.5, width / 2)), style.bar(color))
    let points = bar.curve.map { Point(x($0.x), height($0.y, top)) }
    if let first = points.first, let last = points.last {
      bars.fill(
        .polyline([Point(first.x, frame.maxY - 1)] + points + [Point(last.x, frame.maxY - 1)]), style.area(color))
    }
    for turn in bar.turns {
      bars.line(from: Point(x(turn), top), to: Point(x(turn), frame.maxY), style.curve(color).withAlpha(0.6), width: 1)
    }
    bars.path(.polyline(points), style.curve(color), width: 1.4, cap: .round)
    if bar.keys.count <= Int(width / 5) {
      for key in bar.keys {
        bars.dot(Point(x(key), height(bar.height(at: key), top)), radius: 1.8, style.curve(color))
      }
    }
    drawText(of: bar, lane, in: frame, points, color)
  }

  /// Values, pace and repeats in a corner that the curve leaves free; less of it where there is less room, nothing where there is none.
  private mutating func drawText(
    of bar: TimelineChart.Bar, _ lane: TimelineChart.Lane, in frame: Rect, _ points: [Point], _ color: Color
  ) {
    let count = bar.count > 1 ? "\(bar.count) layers" : ""
    let pace = bar.pace == "linear" || bar.pace.hasSuffix("keyframes") ? "" : bar.pace
    let values = bar.values ?? ""
    func joined(_ parts: [String]) -> String { parts.filter { !$0.isEmpty }.joined(separator: "  ") }
    let candidates = [
      joined([values, pace, bar.repeats, count]), joined([values, bar.repeats, count]), joined([values, bar.repeats]),
      values, bar.repeats,
    ]
    for text in candidates where !text.isEmpty {
      let width = front.width(of: text, size: valueSize)
      guard width + 8 <= frame.width else { continue }
      for isUpper in [true, false] {
        for isLeft in [true, false] {
          let box = Rect(
            isLeft ? frame.minX + 4 : frame.maxX - 4 - width, isUpper ? frame.minY + 1.5 : frame.maxY - 10, width, 8.5)
          let isFree = points.allSatisfy { point in
            point.x < box.minX - 3 || point.x > box.maxX + 3 || point.y < box.minY - 0.5 || point.y > box.maxY + 0.5
          }
          guard isFree else { continue }
          write(text, at: Point(box.minX, box.midY), .right, size: valueSize)
          return
        }
      }
    }
    let halo = bar.shown.upperBound > bar.time.upperBound ? style.hold(color) : style.paper
    drawBeside(bar, candidates.filter { !$0.isEmpty }, lane, frame.midY, gap: 4, halo: halo)
  }

  /// Writes the first of some texts that has room right of a bar before the next one, or left of it after the one before.
  private mutating func drawBeside(
    _ bar: TimelineChart.Bar, _ texts: [String], _ lane: TimelineChart.Lane, _ middle: Double, gap: Double, halo: Color
  ) {
    let next = lane.bars.map(\.time.lowerBound).filter { $0 > bar.time.lowerBound + 1e-9 }.min() ?? chart.duration
    let previous = lane.bars.map(\.shown.upperBound).filter { $0 <= bar.shown.lowerBound + 1e-9 }.max() ?? 0
    let right = x(bar.time.upperBound) + gap, left = x(bar.shown.lowerBound) - gap
    // Beside the line that shows the value, not on it.
    let level = bar.curve.last.map { height($0.y, middle - barHeight / 2) } ?? middle
    let line = bar.shown.upperBound > bar.time.upperBound ? (level < middle ? middle + 2.5 : middle - 2.5) : middle
    for text in texts {
      let width = front.width(of: text, size: valueSize)
      if right + width + 4 <= x(next) {
        write(text, at: Point(right, line), .right, size: valueSize, halo: halo)
        return
      }
      // A wait is a dotted line in the middle of the lane.
      if left - width - 4 >= x(previous), !bar.isJump {
        write(text, at: Point(left, middle - (bar.added == nil ? 0 : 6)), .left, size: valueSize, halo: halo)
        return
      }
    }
  }
}
