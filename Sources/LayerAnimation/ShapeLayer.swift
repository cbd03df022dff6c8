// A layer that fills and strokes a path, as CAShapeLayer.

import Bitmaps
import VectorGeometry

/// A layer that draws a path in its own coordinates. Fill and stroke lie between the contents and the sublayers.
///
///     let ring = ShapeLayer(path: .circle(center: Point(100, 100), radius: 60), stroke: Stroke(width: 8))
///     ring.animate(\.strokeEnd, from: 0, to: 1, timing: Timing(duration: 1, repeatCount: .infinity))
@dynamicMemberLookup
open class ShapeLayer: Layer {
  /// Makes a layer without a path; the fill is black and there is no stroke.
  public override init() { super.init() }

  /// Makes a layer that fills a path, black unless said otherwise.
  public convenience init(path: Path, fill: Color? = .black) {
    self.init()
    properties.shape.path = path
    properties.shape.fillColor = fill
  }

  /// Makes a layer that strokes a path, and fills it if a colour is given.
  public convenience init(path: Path, stroke: Stroke, color: Color? = .black, fill: Color? = nil) {
    self.init(path: path, fill: fill)
    properties.shape.strokeColor = color
    self.stroke = stroke
  }

  override var kind: LayerKind { .shape }

  /// Width, cap, join, miter limit and dash of the stroke in one.
  public var stroke: Stroke {
    get { properties.shape.stroke }
    set {
      change(.shape(\.lineWidth), to: newValue.width)
      change(.shape(\.miterLimit), to: newValue.miterLimit)
      change(.shape(\.lineDashPhase), to: newValue.dash?.phase ?? 0)
      properties.shape.lineCap = newValue.cap
      properties.shape.lineJoin = newValue.join
      properties.shape.lineDashPattern = newValue.dash?.lengths
    }
  }

  /// A property of shape layers.
  public subscript<Value>(dynamicMember keyPath: PropertyPath<ShapeProperties, Value>) -> Value {
    get { properties.shape[keyPath: keyPath] }
    set {
      properties.shape[keyPath: keyPath] = newValue
      invalidate()
    }
  }

  /// A property of shape layers that can be animated; `path` never animates by itself.
  public subscript<Value: Interpolatable>(
    dynamicMember keyPath: PropertyPath<ShapeProperties, Value>
  ) -> Value {
    get { properties.shape[keyPath: keyPath] }
    set { change(.shape(keyPath), to: newValue) }
  }

  /// Animates a property of shape layers, see `Layer.animate`.
  public func animate<Value: Interpolatable>(
    _ keyPath: PropertyPath<ShapeProperties, Value>, from: Value? = nil, to: Value? = nil,
    by: Value? = nil, timing: Timing, key: AnimationKey? = nil
  ) {
    add(BasicAnimation(keyPath, from: from, to: to, by: by, timing: timing.kept), forKey: key)
  }

  /// Animates a property of shape layers with a spring.
  public func animate<Value: Interpolatable>(
    _ keyPath: PropertyPath<ShapeProperties, Value>, from: Value? = nil, to: Value? = nil,
    by: Value? = nil, spring: Spring, timing: Timing = Timing(), key: AnimationKey? = nil
  ) {
    add(
      SpringAnimation(keyPath, from: from, to: to, by: by, spring: spring, timing: timing.kept.settling(spring)),
      forKey: key)
  }

  /// Animates a property of shape layers through several values.
  public func animate<Value: Interpolatable>(
    _ keyPath: PropertyPath<ShapeProperties, Value>, through values: [Value], keyTimes: [Double]? = nil,
    timing: Timing, key: AnimationKey? = nil
  ) {
    add(KeyframeAnimation(keyPath, values: values, keyTimes: keyTimes, timing: timing.kept), forKey: key)
  }

  /// Moves a property's model value, see `Layer.drive`.
  public func drive<Value: Interpolatable>(
    _ keyPath: PropertyPath<ShapeProperties, Value>, from: Value? = nil, to: Value, duration: Double = 0.4,
    delay: Double = 0, function: TimingFunction = .default, key: AnimationKey? = nil,
    completion: ((Bool) -> Void)? = nil
  ) {
    let timing = Timing(duration: duration, delay: delay, function: function)
    drive(BasicAnimation(keyPath, from: from, to: to, timing: timing), key, completion)
  }
}

extension ShapeProperties {
  /// The stroke as the raster wants it; a dash pattern that is no pattern is a solid line.
  package var stroke: Stroke {
    var dash: Dash?
    if let lengths = lineDashPattern, lengths.allSatisfy({ $0 >= 0 && $0.isFinite }),
      lengths.contains(where: { $0 > 0 })
    {
      dash = Dash(lengths, phase: lineDashPhase.isFinite ? lineDashPhase : 0)
    }
    return Stroke(width: lineWidth, cap: lineCap, join: lineJoin, miterLimit: miterLimit, dash: dash)
  }

  /// The visible part of the path for stroking; nil when there is none.
  /// - Parameter measure: the path's measure, if it is at hand.
  package func visiblePath(_ measure: PathMeasure? = nil) -> Path? {
    func unit(_ value: Double) -> Double { value > 0 ? (value < 1 ? value : 1) : 0 }
    let start = unit(strokeStart), end = unit(strokeEnd)
    if start == 0 && end == 1 { return path }
    if start < end { return (measure ?? PathMeasure(path)).trimmed(from: start, to: end) }
    guard start == end, end < 1, lineCap == .round,
      let point = (measure ?? PathMeasure(path)).point(atFraction: start)
    else { return nil }
    return .line(from: point, to: point)
  }
}
