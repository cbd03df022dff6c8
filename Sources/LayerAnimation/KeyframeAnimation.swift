// An animation through several values, or along a path.

import VectorGeometry

/// How a layer turns while it moves along a path.
public enum RotationMode: String, Hashable, Sendable, CaseIterable {
  /// Not at all.
  case none
  /// Its x axis follows the path.
  case rotateAuto
  /// Its x axis points back along the path.
  case rotateAutoReverse
}

/// An animation through a list of values, as CAKeyframeAnimation.
public struct KeyframeAnimation<Value: Interpolatable>: ResolvableAnimation {
  let property: Property<Value>
  /// The values. One stands still, none does nothing.
  public var values: [Value]
  /// A path that points follow; it counts instead of the values.
  public internal(set) var path: Path?
  /// When each value is reached, as fractions of the duration that rise from 0 to 1: one per value, for `discrete` one more than
  /// values. Invalid ones are ignored; the values are then evenly spaced.
  public var keyTimes: [Double]?
  /// The pace of each segment, one less than values; missing ones are linear.
  public var timingFunctions: [TimingFunction] = []
  /// How the values between come about.
  public var calculationMode = CalculationMode.linear
  /// Kochanek-Bartels parameters by value for the cubic modes; missing ones are 0.
  public var tensionValues: [Double] = [], continuityValues: [Double] = [], biasValues: [Double] = []
  /// How the layer turns along a path.
  public var rotationMode = RotationMode.none
  /// Whether the value is added to what is below.
  public var isAdditive = false
  /// Whether each repetition goes on from where the last one ended.
  public var isCumulative = false
  /// When it runs.
  public var timing: Timing
  /// What hears of its begin and end.
  public var events = AnimationEvents()

  package init(property: Property<Value>, values: [Value], keyTimes: [Double]?, timing: Timing) {
    self.property = property
    self.values = values
    self.keyTimes = keyTimes
    self.timing = timing
  }

  /// Animates a property that every layer has.
  public init(
    _ keyPath: PropertyPath<LayerProperties, Value>, values: [Value], keyTimes: [Double]? = nil,
    timing: Timing = Timing()
  ) {
    self.init(property: .layer(keyPath), values: values, keyTimes: keyTimes, timing: timing)
  }

  /// Animates a property of a shape layer.
  public init(
    _ keyPath: PropertyPath<ShapeProperties, Value>, values: [Value], keyTimes: [Double]? = nil,
    timing: Timing = Timing()
  ) {
    self.init(property: .shape(keyPath), values: values, keyTimes: keyTimes, timing: timing)
  }

  /// Animates a property of another kind of layer.
  public init<Content: LayerContent>(
    _ keyPath: PropertyPath<Content, Value>, values: [Value], keyTimes: [Double]? = nil,
    timing: Timing = Timing()
  ) {
    self.init(property: Property(keyPath), values: values, keyTimes: keyTimes, timing: timing)
  }

  package func resolved(at site: AnimationSite) -> any AnimationNode {
    var timing = timing
    if timing.duration == 0 { timing.duration = site.defaultDuration }
    guard property.read(site.model) != nil else { return IdleNode(timing: timing) }
    let pace = PropertyNode<Value>.Pace(timing.function ?? site.defaultFunction)
    if let path, let property = property as? Property<Point> {
      let motion = PathMotion(path, mode: calculationMode, keyTimes: keyTimes, functions: timingFunctions)
      guard let motion else { return IdleNode(timing: timing) }
      return PathMotionNode(
        timing: timing, property: property, motion: motion, function: timing.function ?? site.defaultFunction,
        rotationMode: rotationMode, isAdditive: isAdditive)
    }
    guard !values.isEmpty else { return IdleNode(timing: timing) }
    let curve = KeyframeCurve(
      values, mode: calculationMode, keyTimes: keyTimes, functions: timingFunctions, tension: tensionValues,
      continuity: continuityValues, bias: biasValues)
    return PropertyNode(
      timing: timing, property: property, curve: .keyframes(curve), pace: pace, isAdditive: isAdditive,
      isCumulative: isCumulative
    ).specialized
  }

  package var warnings: [AnimationWarning] {
    guard let keyTimes, path == nil, !values.isEmpty, !calculationMode.isPaced else { return [] }
    let expected = calculationMode == .discrete ? values.count + 1 : values.count
    if KeyframeCurve<Value>.areValid(keyTimes, count: expected) { return [] }
    return [.invalidKeyTimes(count: keyTimes.count, expected: expected)]
  }
}

extension KeyframeAnimation where Value == Point {
  /// Moves a point, usually `\.position`, along a path. Without key times every segment takes equal time, whatever its length;
  /// `CalculationMode.paced` makes the speed constant. A move to another subpath takes no time.
  public init(
    _ keyPath: PropertyPath<LayerProperties, Point>, path: Path, rotationMode: RotationMode = .none,
    calculationMode: CalculationMode = .linear, timing: Timing = Timing()
  ) {
    self.init(property: .layer(keyPath), values: [], keyTimes: nil, timing: timing)
    self.path = path
    self.rotationMode = rotationMode
    self.calculationMode = calculationMode
  }
}
