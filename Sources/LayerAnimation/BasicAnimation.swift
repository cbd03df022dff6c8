// An animation from one value to another, and its spring relative.

import VectorGeometry

/// An animation of a property between two values, as CABasicAnimation.
///
/// | from | to | by | runs from | to |
/// |---|---|---|---|---|
/// | x | x | | from | to |
/// | x | | x | from | from + by |
/// | | x | x | to - by | to |
/// | x | | | from | the model's value |
/// | | x | | what was on screen | to |
/// | | | x | what was on screen | that + by |
/// | | | | what was on screen | the model's value |
///
/// "On screen" is what the layer showed just before the animation was committed, other animations included.
public struct BasicAnimation<Value: Interpolatable>: ResolvableAnimation {
  let property: Property<Value>
  /// Where it starts; nil as the table says.
  public var fromValue: Value?
  /// Where it ends; nil as the table says.
  public var toValue: Value?
  /// The way it goes, for values that can be added; ignored when both others are set.
  public var byValue: Value?
  /// Whether the value is added to what is below.
  public var isAdditive = false
  /// Whether each repetition goes on from where the last one ended.
  public var isCumulative = false
  /// When it runs.
  public var timing: Timing
  /// What hears of its begin and end.
  public var events = AnimationEvents()

  package init(property: Property<Value>, from: Value?, to: Value?, by: Value?, timing: Timing) {
    self.property = property
    fromValue = from
    toValue = to
    byValue = by
    self.timing = timing
  }

  /// Animates a property that every layer has.
  public init(
    _ keyPath: PropertyPath<LayerProperties, Value>, from: Value? = nil, to: Value? = nil,
    by: Value? = nil, timing: Timing = Timing()
  ) {
    self.init(property: .layer(keyPath), from: from, to: to, by: by, timing: timing)
  }

  /// Animates a property of a shape layer.
  public init(
    _ keyPath: PropertyPath<ShapeProperties, Value>, from: Value? = nil, to: Value? = nil,
    by: Value? = nil, timing: Timing = Timing()
  ) {
    self.init(property: .shape(keyPath), from: from, to: to, by: by, timing: timing)
  }

  /// Animates a property of another kind of layer, as in `BasicAnimation(\GradientProperties.startPoint, …)`.
  public init<Content: LayerContent>(
    _ keyPath: PropertyPath<Content, Value>, from: Value? = nil, to: Value? = nil, by: Value? = nil,
    timing: Timing = Timing()
  ) {
    self.init(property: Property(keyPath), from: from, to: to, by: by, timing: timing)
  }

  package func resolved(at site: AnimationSite) -> any AnimationNode {
    resolved(at: site, spring: nil)
  }

  /// Fixes the ends by the table above.
  func resolved(at site: AnimationSite, spring: Spring?) -> any AnimationNode {
    var timing = timing
    if timing.duration == 0 { timing.duration = site.defaultDuration }
    guard let before = property.read(site.before), let model = property.read(site.model) else {
      return IdleNode(timing: timing)
    }
    let from: Value, to: Value
    switch (fromValue, toValue, byValue) {
    case (let start?, let end?, _): (from, to) = (start, end)
    case (let start?, nil, let way?): (from, to) = (start, start.plus(way, times: 1))
    case (nil, let end?, let way?): (from, to) = (end.plus(way, times: -1), end)
    case (let start?, nil, nil): (from, to) = (start, model)
    case (nil, let end?, nil): (from, to) = (before, end)
    case (nil, nil, let way?): (from, to) = (before, before.plus(way, times: 1))
    case (nil, nil, nil): (from, to) = (before, model)
    }
    let pace: PropertyNode<Value>.Pace =
      if let spring { .spring(spring) } else { .init(timing.function ?? site.defaultFunction) }
    return PropertyNode(
      timing: timing, property: property, curve: .basic(from: from, to: to), pace: pace, isAdditive: isAdditive,
      isCumulative: isCumulative
    ).specialized
  }

  package var warnings: [AnimationWarning] { [] }
}

extension PropertyNode.Pace {
  /// The pace of an optional curve.
  init(_ function: TimingFunction?) {
    if let function, !function.isLinear { self = .function(function) } else { self = .linear }
  }
}

/// A basic animation that moves like a spring, as CASpringAnimation. The spring takes the place of the timing function.
///
/// It runs for its timing's duration, which is 0.25 s unless set; `settlingDuration` is what it needs to come to rest.
public struct SpringAnimation<Value: Interpolatable>: ResolvableAnimation {
  private var basic: BasicAnimation<Value>
  /// The spring.
  public var spring: Spring

  package init(
    property: Property<Value>, from: Value?, to: Value?, by: Value?, spring: Spring, timing: Timing
  ) {
    basic = BasicAnimation(property: property, from: from, to: to, by: by, timing: timing)
    self.spring = spring
  }

  /// Animates a property that every layer has.
  public init(
    _ keyPath: PropertyPath<LayerProperties, Value>, from: Value? = nil, to: Value? = nil,
    by: Value? = nil, spring: Spring = Spring(), timing: Timing = Timing()
  ) {
    self.init(property: .layer(keyPath), from: from, to: to, by: by, spring: spring, timing: timing)
  }

  /// Animates a property of a shape layer.
  public init(
    _ keyPath: PropertyPath<ShapeProperties, Value>, from: Value? = nil, to: Value? = nil,
    by: Value? = nil, spring: Spring = Spring(), timing: Timing = Timing()
  ) {
    self.init(property: .shape(keyPath), from: from, to: to, by: by, spring: spring, timing: timing)
  }

  /// Animates a property of another kind of layer.
  public init<Content: LayerContent>(
    _ keyPath: PropertyPath<Content, Value>, from: Value? = nil, to: Value? = nil, by: Value? = nil,
    spring: Spring = Spring(), timing: Timing = Timing()
  ) {
    self.init(property: Property(keyPath), from: from, to: to, by: by, spring: spring, timing: timing)
  }

  /// Where it starts, see `BasicAnimation`.
  public var fromValue: Value? {
    get { basic.fromValue }
    set { basic.fromValue = newValue }
  }
  /// Where it settles.
  public var toValue: Value? {
    get { basic.toValue }
    set { basic.toValue = newValue }
  }
  /// The way it goes.
  public var byValue: Value? {
    get { basic.byValue }
    set { basic.byValue = newValue }
  }
  /// Whether the value is added to what is below.
  public var isAdditive: Bool {
    get { basic.isAdditive }
    set { basic.isAdditive = newValue }
  }
  /// Whether each repetition goes on from where the last one ended.
  public var isCumulative: Bool {
    get { basic.isCumulative }
    set { basic.isCumulative = newValue }
  }
  /// When it runs.
  public var timing: Timing {
    get { basic.timing }
    set { basic.timing = newValue }
  }
  /// What hears of its begin and end.
  public var events: AnimationEvents {
    get { basic.events }
    set { basic.events = newValue }
  }
  /// How long the spring needs to come to rest, seconds.
  public var settlingDuration: Double { spring.settlingDuration }

  package func resolved(at site: AnimationSite) -> any AnimationNode { basic.resolved(at: site, spring: spring) }

  package var warnings: [AnimationWarning] {
    let settling = spring.settlingDuration, duration = timing.duration
    guard duration > 0, duration < settling - 1e-9, settling < 1e30 else { return [] }
    return [.springCutOff(duration: duration, settlingDuration: settling)]
  }
}
