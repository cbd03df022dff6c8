// The chart for a terminal or a pipe: block characters of eight heights are the curves.
import AnimGIF

extension TimelineChart {
  /// The chart as lines of text.
  /// - Parameter columns: how many characters a line may have; at least 40.
  public func text(columns: Int) -> String {
    let names = rows.flatMap { row in [row.name.count] + row.lanes.map { $0.property.count + 2 } }
    let gutter = min((names.max() ?? 0) + 2, max(columns, 40) / 2)
    let width = max(columns, 40) - gutter
    func column(_ time: Double) -> Int {
      duration > 0 ? min(width - 1, max(0, Int((time / duration * Double(width)).rounded(.down)))) : 0
    }
    func padded(_ name: String) -> String {
      let name = name.count < gutter ? name : "\(name.prefix(gutter - 2))…"
      return name + String(repeating: " ", count: gutter - name.count)
    }
    var text = "\(title): \(ParameterKind.seconds(duration)) s\n"
    for line in momentLines(width, column) { text += padded("") + line + "\n" }
    text += padded("") + axis(width, column) + "\n"
    for row in rows {
      guard !row.lanes.isEmpty else {
        var line = Array(repeating: Character(" "), count: width)
        for stay in row.stays {
          for place in column(stay.lowerBound)...column(stay.upperBound) { line[place] = "·" }
        }
        text += padded(row.name) + trimmed(line) + "\n"
        continue
      }
      text += "\(row.name)\n"
      for lane in row.lanes { text += padded("  \(lane.property)") + trimmed(cells(lane, width, column)) + "\n" }
    }
    return text + "▁▂▃▄▅▆▇█ runs   ─ holds its value   ◆ jumps   · is there\n"
  }

  private func trimmed(_ line: [Character]) -> String {
    String(line[..<((line.lastIndex { $0 != " " } ?? -1) + 1)])
  }

  private func cells(_ lane: Lane, _ width: Int, _ column: (Double) -> Int) -> [Character] {
    var line = Array(repeating: Character(" "), count: width)
    let heights = Array("▁▂▃▄▅▆▇█")
    for bar in lane.bars {
      for hold in [bar.shown.lowerBound...bar.time.lowerBound, bar.time.upperBound...bar.shown.upperBound]
      where hold.upperBound > hold.lowerBound {
        for place in column(hold.lowerBound)...column(hold.upperBound) { line[place] = "─" }
      }
    }
    for bar in lane.bars where !bar.isJump && bar.time.upperBound > bar.time.lowerBound {
      let first = column(bar.time.lowerBound), last = max(first, column(bar.time.upperBound - 1e-9))
      for place in first...last {
        let time = duration * (Double(place) + 0.5) / Double(width)
        line[place] = heights[min(7, max(0, Int((bar.height(at: time) * 8).rounded(.down))))]
      }
    }
    for bar in lane.bars where bar.isJump { line[column(bar.time.lowerBound)] = "◆" }
    return line
  }

  /// The names of moments above their marks, on as many lines as they need.
  private func momentLines(_ width: Int, _ column: (Double) -> Int) -> [String] {
    var lines: [[Character]] = []
    for moment in moments {
      let start = min(column(moment.time), max(0, width - moment.name.count - 1))
      let word = Array("│\(moment.name)")
      let place = lines.firstIndex { line in
        line[max(0, start - 1)..<min(width, start + word.count)].allSatisfy { $0 == " " }
      }
      if place == nil { lines.append(Array(repeating: " ", count: width)) }
      let line = place ?? lines.count - 1
      for (offset, character) in word.enumerated() where start + offset < width {
        lines[line][start + offset] = character
      }
    }
    return lines.map(trimmed)
  }

  private func axis(_ width: Int, _ column: (Double) -> Int) -> String {
    var line = Array(repeating: Character(" "), count: width)
    let least = duration * 9 / Double(width)
    var unit = 0.01
    while unit * 10 <= least { unit *= 10 }
    let step = [1, 2, 5, 10].map { $0 * unit }.first { $0 >= least } ?? 1
    for number in 0...Int((duration / step + 1e-6).rounded(.down)) {
      let label = Array("\(Bar.number(Double(number) * step)) s"), start = column(Double(number) * step)
      guard start + label.count <= width else { continue }
      for (offset, character) in label.enumerated() { line[start + offset] = character }
    }
    return trimmed(line)
  }
}

extension TimelineChart.Bar {
  /// The curve's height at a time, 0…1; that of the nearer end outside.
  func height(at time: Double) -> Double {
    guard let first = curve.first, let last = curve.last else { return 0 }
    if time <= first.x { return first.y }
    guard let next = curve.firstIndex(where: { $0.x >= time }), next > 0 else { return last.y }
    let left = curve[next - 1], right = curve[next]
    return right.x > left.x ? left.y + (right.y - left.y) * (time - left.x) / (right.x - left.x) : right.y
  }
}
