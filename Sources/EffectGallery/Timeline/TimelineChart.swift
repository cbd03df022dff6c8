// An effect's animations as a chart: layers down, time across. The effect is played on its timeline and what ran is read from the log, so
// the chart shows what the picture shows. This file holds the data; `TimelineDrawing.swift` and `TimelineChart+Text.swift` show it.
import AnimGIF

/// What an effect's layers do over one turn of its clip. Times are seconds from the clip's first frame.
public struct TimelineChart: Sendable {
  /// One animation of a property, or one run of it in a group.
  public struct Bar: Sendable {
    /// When it runs.
    public var time: ClosedRange<Double>
    /// When one of its values shows: the time in which it runs and what its fill adds.
    public var shown: ClosedRange<Double>
    /// When it was added, where that lies before it shows; it waits until then.
    public var added: Double?
    /// Whether the value jumps and stays, so that there is no curve to be drawn.
    public var isJump: Bool
    /// The curve: times, and heights from 0 to 1 over all that the property does.
    public internal(set) var curve: [Point]
    /// Whether the curve shows a number, and not how far the animation has come.
    public var isNumber: Bool
    /// When keyframes are reached.
    public var keys: [Double]
    /// When one run ends and the next begins.
    public var turns: [Double]
    /// The values at begin and end, if they can be told: `0 → 1`.
    public var values: String?
    /// The pace or shape: `linear`, `easeIn`, `spring`, `5 keyframes`.
    public var pace: String
    /// How often it runs: `×4`, `∞`, with `there and back`; empty for once.
    public var repeats: String
    /// How many layers of the same name do the same at the same time.
    public var count = 1
  }

  /// Animations of one property that do not overlap, in order.
  public struct Lane: Sendable {
    /// The property.
    public var property: String
    /// The animations.
    public internal(set) var bars: [Bar]
  }

  /// A layer, or several of one name.
  public struct Row: Sendable {
    /// The layer's name.
    public var name: String
    /// Its colour in the chart.
    public var color: Color
    /// When it is in the tree.
    public var stays: [ClosedRange<Double>]
    /// What is animated.
    public internal(set) var lanes: [Lane]
  }

  /// The effect's name.
  public var title: String
  /// What the effect is, one sentence.
  public var summary: String
  /// How long the clip is.
  public var duration: Double
  /// The part between the rests at both ends.
  public var motion: ClosedRange<Double>
  /// Begins of states and stages.
  public var moments: [KeyMoment]
  /// The layers.
  public var rows: [Row]

  /// Plays an effect and notes what its layers do.
  /// - Parameters:
  ///   - values: the effect's parameters that were given, by name.
  ///   - options: its stage, pace, and which layers are shown; the rest does not matter.
  public init(
    _ entry: CatalogEntry, _ values: [String: ParameterValue] = [:], _ options: ClipOptions = ClipOptions()
  ) throws(EffectError) {
    let scene = try entry.makeScene(values, SceneRequest(stage: options.stage, slow: options.slow))
    let only = try options.only.map { names throws(EffectError) in try entry.layers(named: names) }
    let hidden = try entry.layers(named: options.hide ?? [])
    let log = scene.played()
    let scale = TimeScale(scene, slow: options.slow)
    title = entry.name
    summary = entry.summary
    duration = scale.duration
    guard duration <= Clip.maximumDuration else {
      throw .clip("a clip is at most \(Clip.maximumDuration.shortText) s long; got \(duration.shortText) s")
    }
    motion = scale.motion
    moments = scene.moments.filter { scene.window.contains($0.time) }
      .map { KeyMoment($0.name, at: scale.clipTime($0.time)) }.sorted { $0.time < $1.time }

    var builder = RowBuilder(scale: scale, known: entry.layers)
    builder.add(log.stays)
    for played in log.entries {
      for span in played.spans(until: scene.window.upperBound) { builder.add(span, played) }
    }
    builder.normalize()
    let isKnown = Set(entry.layers.map(\.name))
    rows = builder.rows.filter { row in
      guard isKnown.contains(row.name) else { return !row.lanes.isEmpty && only == nil }
      if row.lanes.isEmpty && row.stays.isEmpty { return false }
      return only?.contains(row.name) ?? true && !hidden.contains(row.name)
    }
  }
}

/// From the motion's time to the clip's, one turn of it.
struct TimeScale {
  let window: ClosedRange<Double>
  let opening, closing, slow: Double

  init(_ scene: EffectScene, slow: Double) {
    window = scene.window
    opening = scene.opening
    closing = scene.closing
    self.slow = slow
  }

  var motion: ClosedRange<Double> { opening...opening + (window.upperBound - window.lowerBound) * slow }
  var duration: Double { motion.upperBound + closing }

  /// The clip's time; times before and after the window are moved to its ends.
  func clipTime(_ time: Double) -> Double {
    opening + (min(max(time, window.lowerBound), window.upperBound) - window.lowerBound) * slow
  }
}

extension EffectScene {
  /// Plays the scene's window and returns what ran.
  fileprivate func played() -> AnimationLog {
    // The holder that a clip has, too.
    let holder = Layer()
    holder.addSublayer(root)
    let timeline = Timeline(holder), log = AnimationLog()
    timeline.log = log
    script?(timeline)
    timeline.advance(to: window.upperBound)
    return log
  }
}

/// Sorts spans into rows and lanes.
private struct RowBuilder {
  private(set) var rows: [TimelineChart.Row]
  private let scale: TimeScale
  /// What is shorter than this is a jump, seconds of the motion; the effects' switches take a thousandth.
  private static let shortest = 0.0015

  init(scale: TimeScale, known: [EffectLayer]) {
    self.scale = scale
    rows = known.enumerated().map { place, layer in
      TimelineChart.Row(
        name: layer.name, color: layer.tint ?? Self.palette[place % Self.palette.count], stays: [], lanes: [])
    }
  }

  /// Colours of layers that have no debug colour.
  private static let palette = [
    0x2F6FDE, 0xD9730D, 0x2E9E5B, 0x8250DF, 0xCF3A4A, 0x1B9AAA, 0x9A6B3F, 0xD6499A,
  ].map { Color(hex: $0) }

  /// The row of a layer, made if there is none.
  private mutating func row(of layer: Layer) -> Int {
    let name = layer.name ?? "layer"
    if let index = rows.firstIndex(where: { $0.name == name }) { return index }
    let color = Self.palette[rows.count % Self.palette.count]
    rows.append(TimelineChart.Row(name: name, color: color, stays: [], lanes: []))
    return rows.count - 1
  }

  mutating func add(_ stays: [AnimationLog.Stay]) {
    for stay in stays where stay.layer.name != nil {
      let begin = stay.begin <= scale.window.lowerBound ? 0 : scale.clipTime(stay.begin)
      let end = stay.end.map(scale.clipTime) ?? scale.duration
      let index = row(of: stay.layer)
      if end > begin { rows[index].stays = merged(rows[index].stays, begin...end) }
    }
  }

  /// The stays of several layers of a name as one, where they touch.
  private func merged(_ stays: [ClosedRange<Double>], _ new: ClosedRange<Double>) -> [ClosedRange<Double>] {
    var result: [ClosedRange<Double>] = [], new = new
    for stay in stays {
      if stay.upperBound < new.lowerBound - 1e-9 || stay.lowerBound > new.upperBound + 1e-9 {
        result.append(stay)
      } else {
        new = min(stay.lowerBound, new.lowerBound)...max(stay.upperBound, new.upperBound)
      }
    }
    return (result + [new]).sorted { $0.lowerBound < $1.lowerBound }
  }

  mutating func add(_ span: AnimationSpan, _ entry: AnimationLog.Entry) {
    // What was over when the window began shows only if it still holds its value; what begins after its end does not show.
    guard let visible = span.clipped(to: scale.window) else { return }
    let isLate = span.begin >= scale.window.upperBound && scale.window.upperBound > scale.window.lowerBound
    if isLate, span.shownFrom >= scale.window.upperBound { return }
    let index = row(of: entry.layer)
    let property = PropertyNames.name(of: span.keyPath, others: galleryPropertyNames)
    let bar = TimelineChart.Bar(span, visible, entry, scale, shortest: Self.shortest)
    for lane in rows[index].lanes.indices where rows[index].lanes[lane].property == property {
      let bars = rows[index].lanes[lane].bars, last = bars.count - 1
      if let twin = bars.firstIndex(where: { $0.time == bar.time && $0.curve == bar.curve }) {
        rows[index].lanes[lane].bars[twin].count += 1
        return
      }
      var previous = bars[last]
      guard previous.time.upperBound <= bar.time.lowerBound + 1e-6 else { continue }
      // The one that begins later counts from then on.
      let end = max(previous.time.upperBound, min(previous.shown.upperBound, bar.shown.lowerBound))
      previous.shown = previous.shown.lowerBound...max(previous.shown.lowerBound, end)
      rows[index].lanes[lane].bars[last] = previous
      rows[index].lanes[lane].bars.append(bar)
      return
    }
    rows[index].lanes.append(TimelineChart.Lane(property: property, bars: [bar]))
  }

  /// Gives the curves of one property of one layer a common scale.
  mutating func normalize() {
    for row in rows.indices {
      for property in Set(rows[row].lanes.map(\.property)) {
        let lanes = rows[row].lanes.indices.filter { rows[row].lanes[$0].property == property }
        let ranges = lanes.flatMap { rows[row].lanes[$0].bars.map(\.range) }
        guard let low = ranges.map(\.lowerBound).min(), let high = ranges.map(\.upperBound).max() else { continue }
        for lane in lanes {
          for bar in rows[row].lanes[lane].bars.indices { rows[row].lanes[lane].bars[bar].normalize(over: low...high) }
        }
      }
    }
  }
}

/// Names of animated properties that are the gallery's own.
let galleryPropertyNames: [PropertyNames.Entry] = [(\TextProperties.byteCount, "byteCount")]
