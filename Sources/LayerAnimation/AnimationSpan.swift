// What an animation does over time, for charts: when it runs and holds, its curve as points, its keys and runs. Spans are read from the
// same nodes that are drawn, so a chart cannot tell another story than the picture.

import Bitmaps
import VectorGeometry

/// One animated property over time. Times are seconds of whoever holds the animation: its group, its layer, in the end the clock.
package struct AnimationSpan: Sendable {
  /// How its values come about.
  package enum Shape: Hashable, Sendable {
    /// From one value to another, at this pace; nil is linear.
    case basic(TimingFunction?)
    /// From one value to another, swinging.
    case spring(Spring)
    /// Through several values.
    case keyframes(count: Int)
  }

  /// A value, as far as it can be told in words.
  package enum Value: Hashable, Sendable {
    case number(Double), point(Point), color(Color), other
  }

  /// A point of the curve: the value of an animated number, else the progress from 0 to 1.
  package struct CurvePoint: Hashable, Sendable {
    package var time: Double, value: Double
  }

  /// Which property.
  package var keyPath: any AnyKeyPath & Sendable
  /// How its values come about.
  package var shape: Shape
  /// When it begins and is over.
  package var begin: Double, end: Double
  /// From when on its first value shows, and until when its last one; infinite where a fill has no end.
  package var shownFrom: Double, shownUntil: Double
  /// The first and the last value of a run.
  package var first: Value, last: Value
  /// How often it runs; infinite for ever.
  package var repeatCount: Double
  /// Whether every run is followed by one backwards.
  package var autoreverses: Bool
  /// Where one run ends and the next begins, without begin and end.
  package var turns: [Double]
  /// Where keyframes are reached, ends included; none for other shapes.
  package var keys: [Double]
  /// The curve, times rising.
  package var curve: [CurvePoint]

  /// The span with its times on another scale.
  /// - Parameter map: rises or falls all the way.
  func mapped(_ map: (Double) -> Double) -> AnimationSpan {
    func mapEnd(_ time: Double) -> Double { time.isFinite ? map(time) : time }
    var span = self
    span.begin = map(begin)
    span.end = map(end)
    span.shownFrom = mapEnd(shownFrom)
    span.shownUntil = mapEnd(shownUntil)
    span.turns = turns.map(map)
    span.keys = keys.map(map)
    span.curve = curve.map { CurvePoint(time: map($0.time), value: $0.value) }
    guard span.end < span.begin else { return span }
    (span.begin, span.end) = (span.end, span.begin)
    (span.shownFrom, span.shownUntil) = (
      shownUntil.isFinite ? span.shownUntil : -.infinity, shownFrom.isFinite ? span.shownFrom : .infinity
    )
    (span.first, span.last) = (last, first)
    span.turns.reverse()
    span.keys.reverse()
    span.curve.reverse()
    return span
  }

  /// The part within a range of time; nil where nothing of it runs or shows there.
  package func clipped(to range: ClosedRange<Double>) -> AnimationSpan? {
    guard shownFrom < range.upperBound, shownUntil > range.lowerBound else { return nil }
    var span = self
    span.begin = min(max(begin, range.lowerBound), range.upperBound)
    span.end = min(max(end, range.lowerBound), range.upperBound)
    span.shownFrom = max(shownFrom, range.lowerBound)
    span.shownUntil = min(shownUntil, range.upperBound)
    span.turns = turns.filter { $0 > span.begin && $0 < span.end }
    span.keys = keys.filter { $0 >= span.begin && $0 <= span.end }
    if span.begin > begin || span.end < end {
      let inner = curve.filter { $0.time > span.begin && $0.time < span.end }
      span.curve =
        [CurvePoint(time: span.begin, value: value(at: span.begin))] + inner
        + [CurvePoint(time: span.end, value: value(at: span.end))]
    }
    return span
  }

  /// The curve's value at a time; that of the nearer end outside of it.
  package func value(at time: Double) -> Double {
    guard let first = curve.first, let last = curve.last else { return 0 }
    if time <= first.time { return first.value }
    guard let next = curve.firstIndex(where: { $0.time >= time }), next > 0 else { return last.value }
    let (left, right) = (curve[next - 1], curve[next])
    let width = right.time - left.time
    return width > 0 ? left.value + (right.value - left.value) * (time - left.time) / width : right.value
  }
}
