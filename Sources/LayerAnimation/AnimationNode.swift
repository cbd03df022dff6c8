// Animations as the evaluator sees them: immutable values, every open end fixed, whose effect on a layer's state is a pure function
// of time. They may be read on several threads.

import VectorGeometry

/// An animation that is fixed on a layer or in a group.
package protocol AnimationNode: Sendable {
  /// When it runs, begin and duration settled.
  var timing: Timing { get set }
  /// Changes a layer's state as the animation does at a time of its parent.
  /// - Parameter left: whether the time is the limit of the ones before it.
  func apply(at parentTime: Double, isLimitFromLeft left: Bool, to properties: inout LayerProperties)
  /// Whether it may change a property.
  func affects(_ keyPath: AnyKeyPath) -> Bool
  /// What it does until a time of its parent, one span per property and run of a group.
  /// - Parameter rules: how the layer blends its paths.
  func spans(until horizon: Double, rules: InterpolationRules) -> [AnimationSpan]
}

extension AnimationNode {
  /// Whether the animation shows the same at both times and all between them. False may be wrong, true never is.
  package func isConstant(from start: Double, through end: Double) -> Bool {
    let (low, high) = (min(start, end), max(start, end))
    if low == high { return true }
    return high < timing.beginTime - Timing.epsilon || low > timing.end
      || (timing.speed == 0 && low >= timing.beginTime)
  }
}

/// An animation of one property.
package struct PropertyNode<Value: Interpolatable>: AnimationNode {
  /// How progress becomes a value.
  package enum Curve: Sendable {
    case basic(from: Value, to: Value)
    case keyframes(KeyframeCurve<Value>)
  }
  /// How time becomes progress.
  package enum Pace: Sendable {
    case linear
    case function(TimingFunction)
    case spring(Spring)
  }

  package var timing: Timing
  let property: Property<Value>
  let curve: Curve
  let pace: Pace
  let isAdditive: Bool
  let isCumulative: Bool

  package func apply(at parentTime: Double, isLimitFromLeft left: Bool, to properties: inout LayerProperties) {
    guard let sample = timing.sample(at: parentTime, isLimitFromLeft: left) else { return }
    let rules = properties.interpolationRules
    var value = value(at: sample.time, rules)
    if isCumulative, sample.completedCycles > 0 {
      value = value.plus(
        self.value(at: timing.autoreverses ? 0 : timing.duration, rules), times: sample.completedCycles)
    }
    if isAdditive {
      guard let below = property.read(properties) else { return }
      value = below.plus(value, times: 1)
    }
    property.write(value, to: &properties)
  }

  package func affects(_ keyPath: AnyKeyPath) -> Bool { property.keyPath == keyPath }

  /// The progress at a time within one run.
  func progress(at time: Double) -> Double {
    let fraction = timing.duration > 0 ? time / timing.duration : 1
    switch pace {
    case .linear: return fraction
    case .function(let function): return function(fraction)
    case .spring(let spring): return spring.progress(at: time)
    }
  }

  /// The value at a time within one run.
  func value(at time: Double, _ rules: InterpolationRules) -> Value {
    let progress = progress(at: time)
    switch curve {
    case .basic(let from, let to): return from.interpolated(to: to, progress: progress, rules: rules)
    case .keyframes(let keyframes): return keyframes.value(at: progress, rules: rules)
    }
  }
}

/// A number's animation: the same, in a type that is not generic, since a protocol's call into a generic type is slow.
package struct NumberNode: AnimationNode {
  private var node: PropertyNode<Double>

  init(_ node: PropertyNode<Double>) { self.node = node }

  package var timing: Timing {
    get { node.timing }
    set { node.timing = newValue }
  }
  package func apply(at parentTime: Double, isLimitFromLeft left: Bool, to properties: inout LayerProperties) {
    node.apply(at: parentTime, isLimitFromLeft: left, to: &properties)
  }
  package func affects(_ keyPath: AnyKeyPath) -> Bool { node.affects(keyPath) }
  package func spans(until horizon: Double, rules: InterpolationRules) -> [AnimationSpan] {
    node.spans(until: horizon, rules: rules)
  }
}

/// A point's animation, likewise.
package struct PointNode: AnimationNode {
  private var node: PropertyNode<Point>

  init(_ node: PropertyNode<Point>) { self.node = node }

  package var timing: Timing {
    get { node.timing }
    set { node.timing = newValue }
  }
  package func apply(at parentTime: Double, isLimitFromLeft left: Bool, to properties: inout LayerProperties) {
    node.apply(at: parentTime, isLimitFromLeft: left, to: &properties)
  }
  package func affects(_ keyPath: AnyKeyPath) -> Bool { node.affects(keyPath) }
  package func spans(until horizon: Double, rules: InterpolationRules) -> [AnimationSpan] {
    node.spans(until: horizon, rules: rules)
  }
}

extension PropertyNode {
  /// This node in its fastest form.
  var specialized: any AnimationNode {
    switch self {
    case let node as PropertyNode<Double>: NumberNode(node)
    case let node as PropertyNode<Point>: PointNode(node)
    default: self
    }
  }
}

/// Animations that share a time space.
package struct GroupNode: AnimationNode {
  package var timing: Timing
  let children: [any AnimationNode]

  package func apply(at parentTime: Double, isLimitFromLeft left: Bool, to properties: inout LayerProperties) {
    guard let sample = timing.sample(at: parentTime, isLimitFromLeft: left) else { return }
    var time = sample.time, left = sample.isLimitFromLeft
    if let function = timing.function, timing.duration > 0 {
      time = timing.duration * function(time / timing.duration)
      // A curve that arrives flat is at the end, as far as times are told apart, before the group is: its children are not over yet.
      if sample.time < timing.duration, abs(time - timing.duration) < Timing.epsilon { left = true }
    }
    for child in children { child.apply(at: time, isLimitFromLeft: left, to: &properties) }
  }
  package func affects(_ keyPath: AnyKeyPath) -> Bool { children.contains { $0.affects(keyPath) } }
}

/// An animation whose property the layer doesn't have.
package struct IdleNode: AnimationNode {
  package var timing: Timing

  package func apply(at parentTime: Double, isLimitFromLeft left: Bool, to properties: inout LayerProperties) {}
  package func affects(_ keyPath: AnyKeyPath) -> Bool { false }
  package func spans(until horizon: Double, rules: InterpolationRules) -> [AnimationSpan] { [] }
}
