// A bar of the chart, made of what an animation did: its times in the clip, its curve between 0 and 1, and its values in words.
import AnimGIF

extension TimelineChart.Bar {
  /// - Parameters:
  ///   - whole: all of the animation.
  ///   - span: what of it is within the window.
  ///   - shortest: the length below which there is no curve, seconds of the motion.
  init(_ whole: AnimationSpan, _ span: AnimationSpan, _ entry: AnimationLog.Entry, _ scale: TimeScale, shortest: Double)
  {
    let window = scale.window
    let begin = scale.clipTime(span.begin), end = max(begin, scale.clipTime(span.end))
    time = begin...end
    // What shows at an end of the window shows in the rest beside it.
    let from = span.shownFrom <= window.lowerBound ? 0 : scale.clipTime(span.shownFrom)
    let until = whole.shownUntil > window.upperBound + 1e-9 ? scale.duration : scale.clipTime(span.shownUntil)
    shown = min(from, begin)...max(until, end)
    let start = max(entry.added, window.lowerBound)
    added = start < span.shownFrom - 1e-9 && start < span.begin - 1e-9 ? scale.clipTime(start) : nil
    keys = span.keys.map(scale.clipTime)
    turns = span.turns.map(scale.clipTime)
    isJump = whole.end - whole.begin < shortest && whole.begin >= window.lowerBound
    curve = span.curve.map { Point(scale.clipTime($0.time), $0.value) }
    isNumber = if case .number = span.first { true } else { false }
    values = Self.text(span)
    pace = span.shape.text
    let count = span.repeatCount
    repeats =
      (count == .infinity ? "∞" : count > 1 ? "×\(Self.number(count))" : "")
      + (span.autoreverses ? (count > 1 ? " " : "") + "there and back" : "")
  }

  /// The values between which the curve runs; one that shows progress runs at least from 0 to 1.
  var range: ClosedRange<Double> {
    let values = curve.map(\.y)
    let low = values.min() ?? 0, high = values.max() ?? 0
    return isNumber ? low...high : min(0, low)...max(1, high)
  }

  /// Gives the curve heights from 0 to 1 over a range of values.
  mutating func normalize(over range: ClosedRange<Double>) {
    let height = range.upperBound - range.lowerBound
    // What never changes lies at the bottom if it is nothing, else at the top.
    let level = range.lowerBound > 0 ? 1.0 : 0
    curve = curve.map { Point($0.x, height > 0 ? ($0.y - range.lowerBound) / height : level) }
  }

  private static func text(_ span: AnimationSpan) -> String? {
    guard let first = text(span.first, span), let last = text(span.last, span) else { return nil }
    return first == last ? first : "\(first) → \(last)"
  }

  private static func text(_ value: AnimationSpan.Value, _ span: AnimationSpan) -> String? {
    switch value {
    case .number(let number):
      if PropertyNames.name(of: span.keyPath).split(separator: ".").contains("rotation") {
        return "\(self.number(number * 180 / .pi))°"
      }
      if span.keyPath == \TextProperties.byteCount { return byteCountText(number < 1e18 ? Int(max(number, 0)) : 0) }
      return self.number(number)
    case .point(let point): return "(\(number(point.x)), \(number(point.y)))"
    case .color(let color): return color.text
    case .other: return nil
    }
  }

  /// A number with at most two decimals and a proper minus.
  static func number(_ value: Double) -> String {
    guard abs(value) < 1e15 else { return "\(value)" }
    let rounded = (value * 100).rounded() / 100
    return rounded == 0 ? "0" : rounded.signedText
  }
}

extension AnimationSpan.Shape {
  /// The pace as it is written in code.
  fileprivate var text: String {
    switch self {
    case .basic(nil), .basic(.linear): "linear"
    case .basic(.easeIn): "easeIn"
    case .basic(.easeOut): "easeOut"
    case .basic(.easeInOut): "easeInOut"
    case .basic(.default): "default"
    case .basic(let function?):
      "(" + [function.x1, function.y1, function.x2, function.y2].map(TimelineChart.Bar.number).joined(separator: ", ")
        + ")"
    case .spring: "spring"
    case .keyframes(let count): "\(count) keyframe\(count == 1 ? "" : "s")"
    }
  }
}
