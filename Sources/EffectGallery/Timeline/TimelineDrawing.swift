// The chart as a picture: names on the left, a lane per property, bars with their curves, rests as bands, states and stages as lines that
// come down from their names. Every text is placed where no other text, and no curve, is.
import AnimGIF

extension TimelineChart {
  /// Draws the chart.
  /// - Parameter scale: pixels per point.
  /// - Throws: `EffectError` where no font is installed or the picture would be too large.
  public func draw(_ style: TimelineStyle = .light, scale: Double = 2) throws(EffectError) -> Animation {
    let page = try page(style), size = page.size
    let pixels = Size((size.width * scale).rounded(), (size.height * scale).rounded())
    guard pixels.width >= 1, pixels.height >= 1, pixels.width <= 65535, pixels.height <= 65535,
      pixels.width * pixels.height <= Double(Clip.maximumPixelCount)
    else {
      throw .clip(
        "a chart has at most \(Clip.maximumPixelCount) pixels and 65535 a side; got \(pixels.width.shortText) by "
          + "\(pixels.height.shortText); lower --scale or --width")
    }
    return Animation(
      Scene(page.layer), size: size, scale: scale, background: style.background, times: [0],
      timing: .uniform(Rational(1), count: 1))
  }
}

extension TimelineChart {
  /// A drawn chart.
  package struct Page {
    /// Everything.
    package let layer: Layer
    /// Points.
    package let size: Size
    /// Where texts are, points.
    package let texts: [Rect]
  }

  /// Draws the chart as layers.
  package func page(_ style: TimelineStyle) throws(EffectError) -> Page {
    var drawing = try TimelineDrawing(self, style)
    let size = drawing.draw()
    return Page(layer: drawing.page, size: size, texts: drawing.texts)
  }
}

/// The pen and the places. Points.
struct TimelineDrawing {
  let chart: TimelineChart
  let style: TimelineStyle
  /// Everything.
  let page = Layer()
  let back, bars, marks, front: Sketch
  private let bold: Sketch
  /// Where texts are.
  private(set) var texts: [Rect] = []

  private let margin = 24.0, rowGap = 9.0, textSize = 11.0, smallSize = 9.5
  /// The size of text in bars and beside them.
  let valueSize = 8.5
  /// A lane; few lanes are higher, so that their curves can be read.
  let laneHeight: Double
  var barHeight: Double { laneHeight - 6 }
  /// Where names and properties begin, and between which x the time runs.
  private var nameX = 0.0, propertyX = 0.0, plot = 0.0...1.0
  var y = 0.0
  /// The x and the lane's width of each moment's label, by row of labels.
  private var momentRows: [Int] = []
  var hasWaits = false

  init(_ chart: TimelineChart, _ style: TimelineStyle) throws(EffectError) {
    self.chart = chart
    self.style = style
    laneHeight = min(56, max(24, 260 / Double(max(1, chart.rows.reduce(0) { $0 + max(1, $1.lanes.count) })))).rounded()
    func sketch(_ weight: Font.Weight = .regular) throws(EffectError) -> Sketch {
      var sketch = try Sketch(textSize: 11, weight: weight)
      sketch.ink = style.ink
      return sketch
    }
    back = try sketch()
    bars = try sketch()
    marks = try sketch()
    front = try sketch()
    bold = try sketch(.bold)
    page.addSublayers(back.layer, bars.layer, marks.layer, front.layer, bold.layer)
  }

  /// Draws everything and returns the picture's size.
  mutating func draw() -> Size {
    let names = chart.rows.map { bold.width(of: $0.name, size: textSize) }.max() ?? 0
    let properties =
      chart.rows.flatMap(\.lanes).map { front.width(of: $0.property, size: textSize) }.max() ?? 0
    nameX = margin + 14
    propertyX = nameX + max(names, 30) + 18
    let plotLeft = propertyX + max(properties, 20) + 14
    plot = plotLeft...max(plotLeft + 120, style.width - margin - rightMargin)

    y = margin
    write(chart.title, at: Point(margin, y + 8), size: 15, isBold: true)
    let length = "\(TimelineChart.Bar.number(chart.duration)) s",
      left = margin + bold.width(of: chart.title, size: 15) + 12
    let long = "\(chart.summary)  \(length)"
    let isShort = left + front.width(of: long, size: textSize) > plot.upperBound + rightMargin
    write(isShort ? length : long, at: Point(left, y + 8.5), size: textSize, color: style.mutedInk)
    y += 32
    drawMomentNames()
    let top = y
    for (index, row) in chart.rows.enumerated() { drawRow(row, isFirst: index == 0) }
    y += 2
    drawVerticals(from: top, to: y)
    drawAxis()
    y += 12
    drawLegend()
    return Size(plot.upperBound + rightMargin + margin, y + margin - 6)
  }

  func x(_ time: Double) -> Double {
    plot.lowerBound + (chart.duration > 0 ? time / chart.duration : 0) * (plot.upperBound - plot.lowerBound)
  }

  /// Writes a line of text and remembers where.
  mutating func write(
    _ text: String, at point: Point, _ side: Landmark.Side? = .right, size: Double, color: Color? = nil,
    halo: Color? = nil, isBold: Bool = false
  ) {
    let sketch = isBold ? bold : front, width = sketch.width(of: text, size: size)
    sketch.text(text, at: point, side, size: size, color: color ?? style.ink, halo: halo)
    let left = side == .right ? point.x : side == .left ? point.x - width : point.x - width / 2
    texts.append(Rect(left, point.y - size * 0.36, width, size * 0.72))
  }

  // MARK: - Time

  /// Room beside the plot for the name of a moment at its end.
  private var rightMargin: Double {
    chart.moments.filter { $0.time > 0.85 * chart.duration }
      .map { front.width(of: $0.name, size: smallSize) + 4 - (chart.duration - $0.time) / chart.duration * 400 }
      .reduce(14) { min(120, max($0, $1)) }
  }

  /// The names of states and stages, each right of its line. A name that would lie over another one's line goes below that one.
  private mutating func drawMomentNames() {
    var placed: [(range: ClosedRange<Double>, row: Int)] = []
    for moment in chart.moments {
      let left = x(moment.time)
      let covering = placed.filter { $0.range.contains(left) }.map(\.row).max() ?? -1
      momentRows.append(covering + 1)
      placed.append((left...left + front.width(of: moment.name, size: smallSize) + 10, covering + 1))
    }
    for (moment, row) in zip(chart.moments, momentRows) {
      write(
        moment.name, at: Point(x(moment.time) + 4, y + Double(row) * 13 + 6), .right, size: smallSize,
        color: style.ink)
    }
    y += Double((momentRows.max() ?? -1) + 1) * 13 + (momentRows.isEmpty ? 0 : 4)
  }

  private mutating func drawAxis() {
    let step = tickStep
    for number in 0...Int((chart.duration / step + 1e-6).rounded(.down)) {
      let time = Double(number) * step
      write(
        "\(TimelineChart.Bar.number(time)) s", at: Point(x(time), y + 11), nil, size: smallSize, color: style.mutedInk)
    }
    y += 22
  }

  /// The distance of the axis's marks: 1, 2 or 5 of a decimal place, at least 56 points wide.
  private var tickStep: Double {
    let least = chart.duration * 56 / (plot.upperBound - plot.lowerBound)
    guard least > 0 else { return 1 }
    var unit = 0.01
    while unit * 10 <= least { unit *= 10 }
    return [1, 2, 5, 10].map { $0 * unit }.first { $0 >= least } ?? least
  }

  /// Bands of rest, lines of the axis and of the moments.
  private func drawVerticals(from top: Double, to bottom: Double) {
    for rest in [0...chart.motion.lowerBound, chart.motion.upperBound...max(chart.motion.upperBound, chart.duration)]
    where rest.upperBound - rest.lowerBound > 1e-6 {
      back.fill(
        .rect(Rect(x(rest.lowerBound), top, x(rest.upperBound) - x(rest.lowerBound), bottom - top)), style.restBand)
    }
    let step = tickStep
    for number in 0...Int((chart.duration / step + 1e-6).rounded(.down)) {
      let place = x(Double(number) * step)
      back.line(from: Point(place, top), to: Point(place, bottom), style.line, width: 0.75)
    }
    let names = top - Double((momentRows.max() ?? 0) + 1) * 13 - 4
    for (moment, row) in zip(chart.moments, momentRows) {
      let place = x(moment.time)
      marks.line(
        from: Point(place, names + Double(row) * 13 + 1), to: Point(place, bottom), style.momentLine, width: 1,
        dash: [3, 2.5])
    }
  }

  // MARK: - Layers

  private mutating func drawRow(_ row: TimelineChart.Row, isFirst: Bool) {
    if !isFirst {
      back.line(
        from: Point(margin, y + rowGap / 2), to: Point(plot.upperBound, y + rowGap / 2), style.line, width: 0.75)
      y += rowGap
    }
    let middle = y + laneHeight / 2
    front.dot(Point(margin + 4, middle), radius: 4, style.curve(row.color))
    write(row.name, at: Point(nameX, middle), size: textSize, isBold: true)
    if row.lanes.isEmpty {
      // A layer that only is there.
      for stay in row.stays {
        bars.fill(
          .roundedRect(Rect(x(stay.lowerBound), middle - 2, x(stay.upperBound) - x(stay.lowerBound), 4), radius: 2),
          style.hold(row.color).mixed(with: style.curve(row.color), share: 0.2))
      }
      y += laneHeight
    }
    for lane in row.lanes {
      write(lane.property, at: Point(propertyX, y + laneHeight / 2), .right, size: textSize, color: style.mutedInk)
      drawLane(lane, row.color)
      y += laneHeight
    }
  }

  // MARK: - Legend

  private mutating func drawLegend() {
    let color = Color(hex: 0x6E7781)
    var left = plot.lowerBound
    var middle = y + 6
    let lanes = chart.rows.flatMap(\.lanes)
    let bars = lanes.flatMap(\.bars)
    func entry(_ text: String, width: Double, _ draw: (Rect) -> Void) {
      if left + width + 6 + front.width(of: text, size: smallSize) > plot.upperBound + rightMargin {
        left = plot.lowerBound
        y += 18
        middle += 18
      }
      draw(Rect(left, middle - 6, width, 12))
      write(text, at: Point(left + width + 6, middle), .right, size: smallSize, color: style.mutedInk)
      left += width + 6 + front.width(of: text, size: smallSize) + 20
    }
    entry("runs", width: 22) { frame in
      front.fill(.roundedRect(frame, radius: 2.5), style.bar(color))
      front.path(
        .polyline([Point(frame.minX, frame.maxY - 2), Point(frame.maxX, frame.minY + 2)]), style.curve(color),
        width: 1.4)
    }
    if bars.contains(where: { $0.shown.upperBound > $0.time.upperBound || $0.shown.lowerBound < $0.time.lowerBound }) {
      entry("holds its value", width: 22) { frame in
        front.fill(.rect(frame), style.hold(color))
        front.line(
          from: Point(frame.minX, frame.minY + 3), to: Point(frame.maxX, frame.minY + 3),
          style.curve(color).withAlpha(0.5))
      }
    }
    if hasWaits {
      entry("waits", width: 22) { frame in
        front.line(
          from: Point(frame.minX, frame.midY), to: Point(frame.maxX, frame.midY), style.curve(color).withAlpha(0.45),
          width: 1, dash: [1, 3])
      }
    }
    if bars.contains(where: \.isJump) {
      entry("jumps", width: 10) { frame in
        let (x, y) = (frame.midX, frame.midY)
        front.fill(.polyline([Point(x, y - 5), Point(x + 5, y), Point(x, y + 5), Point(x - 5, y)]), style.curve(color))
      }
    }
    if bars.contains(where: { !$0.keys.isEmpty }) {
      entry("key", width: 6) { frame in front.dot(frame.center, radius: 2.2, style.curve(color)) }
    }
    if chart.motion.lowerBound > 0 || chart.motion.upperBound < chart.duration {
      entry("rest", width: 22) { frame in front.fill(.rect(frame), style.restBand) }
    }
    if !chart.moments.isEmpty {
      entry("state or stage", width: 4) { frame in
        front.line(
          from: Point(frame.midX, frame.minY), to: Point(frame.midX, frame.maxY), style.momentLine, dash: [3, 2.5])
      }
    }
    y += 12
  }
}
