// Adding and removing animations, and what a change of a property does.

import VectorGeometry

/// What an animation is known by on its layer: a name, or the property whose change made it.
public enum AnimationKey: Hashable, ExpressibleByStringLiteral {
  /// A name of the caller's.
  case name(String)
  /// The implicit animation of a property.
  case property(AnyKeyPath)

  /// Makes a name.
  public init(stringLiteral value: String) { self = .name(value) }
}

/// What happens when a property is changed while a timeline runs.
public enum LayerAction {
  /// Nothing: the value jumps.
  case none
  /// The default: an animation from what is on screen, 0.25 s, default curve, or as the transaction says.
  case standard
  /// An animation of the caller's, added under the property's key.
  case animation(any PlayableAnimation)
}

/// An animation on a layer.
final class AnimationRecord {
  let key: AnimationKey?
  let animation: any PlayableAnimation
  weak var layer: Layer?
  /// What a duration of 0 stands for, and the pace of an animation without one: from the transaction it was added in.
  var defaultDuration = Transaction.defaultDuration
  var defaultFunction: TimingFunction?
  /// The transactions that wait for it.
  var transactions: [Transaction] = []
  /// Place among events of equal time.
  var sequence = 0
  /// The fixed animation; nil until it is committed.
  var node: (any AnimationNode)?
  var hasStarted = false
  var hasStopped = false
  /// Whether it moves the model's value, see `Layer.drive`.
  let drivesModel: Bool

  init(_ animation: any PlayableAnimation, key: AnimationKey?, layer: Layer, drivesModel: Bool = false) {
    self.animation = animation
    self.key = key
    self.layer = layer
    self.drivesModel = drivesModel
  }
}

extension Layer {
  /// Adds a copy of an animation. One with the same key is removed first; those without a key pile up, the last one winning.
  public func add(_ animation: any PlayableAnimation, forKey key: AnimationKey? = nil) {
    if let key { removeAnimation(forKey: key) }
    addRecord(AnimationRecord(animation, key: key, layer: self))
  }

  func addRecord(_ record: AnimationRecord) {
    records.append(record)
    timeline?.register(record)
    invalidate()
  }

  /// Returns the animation with a key.
  public func animation(forKey key: AnimationKey) -> (any PlayableAnimation)? {
    records.last { $0.key == key }?.animation
  }

  /// The keys of the animations, in the order in which they were added.
  public var animationKeys: [AnimationKey] { records.compactMap(\.key) }

  /// Removes the animation with a key. If it hasn't ended its listeners hear that it stopped unfinished.
  public func removeAnimation(forKey key: AnimationKey) { removeRecords { $0.key == key } }

  /// Removes all animations.
  public func removeAllAnimations() { removeRecords { _ in true } }

  func removeRecords(where condition: (AnimationRecord) -> Bool) {
    let removed = records.filter(condition)
    guard !removed.isEmpty else { return }
    records.removeAll(where: condition)
    invalidate()
    let timeline = timeline
    for record in removed { timeline?.stop(record, finished: false) }
  }

  /// Sets an animatable property, with its action if a timeline plays this layer.
  func change<Value: Interpolatable>(_ property: Property<Value>, to value: Value) {
    defer { invalidate() }
    guard let lastNode, animatesImplicitly, let timeline, !timeline.disablesActions,
      !(Value.self is any SwitchedValue.Type),
      let old = property.read(properties), old != value
    else { return property.write(value, to: &properties) }
    let action = action(for: property)
    property.write(value, to: &properties)
    switch action {
    case .none: break
    case .animation(let animation): add(animation, forKey: .property(property.keyPath))
    case .standard:
      let shown = property.read(lastNode.presentation(at: localTime(at: timeline.now))) ?? old
      let timing = Timing(function: timeline.animationFunction ?? .default)
      add(
        BasicAnimation(property: property, from: shown, to: nil, by: nil, timing: timing),
        forKey: .property(property.keyPath))
    }
  }

  /// What a change of a property does: the provider's answer, that of `actions`, or the default. Paths and properties of one's own
  /// drawings do nothing by default.
  private func action<Value: Interpolatable>(for property: Property<Value>) -> LayerAction {
    if let action = actionProvider?(self, property.keyPath) ?? actions[property.keyPath] { return action }
    if Value.self == Path.self || Value.self == Path?.self { return .none }
    return isImplicit(property.keyPath) ? .standard : .none
  }

  private func isImplicit(_ keyPath: AnyKeyPath) -> Bool {
    !(type(of: keyPath).rootType is any Drawing.Type)
  }
}

// MARK: - In one call

extension Layer {
  /// Animates a property that every layer has.
  ///
  /// Without `from` and `to` it runs as `BasicAnimation` says. A forwards fill is kept after the end, unlike on an animation object
  /// whose `isRemovedOnCompletion` is set.
  public func animate<Value: Interpolatable>(
    _ keyPath: PropertyPath<LayerProperties, Value>, from: Value? = nil, to: Value? = nil,
    by: Value? = nil, timing: Timing, key: AnimationKey? = nil
  ) {
    add(BasicAnimation(keyPath, from: from, to: to, by: by, timing: timing.kept), forKey: key)
  }

  /// Animates a property with a spring, for as long as it takes to settle unless the timing has a duration.
  public func animate<Value: Interpolatable>(
    _ keyPath: PropertyPath<LayerProperties, Value>, from: Value? = nil, to: Value? = nil,
    by: Value? = nil, spring: Spring, timing: Timing = Timing(), key: AnimationKey? = nil
  ) {
    add(
      SpringAnimation(keyPath, from: from, to: to, by: by, spring: spring, timing: timing.kept.settling(spring)),
      forKey: key)
  }

  /// Animates a property through several values.
  public func animate<Value: Interpolatable>(
    _ keyPath: PropertyPath<LayerProperties, Value>, through values: [Value], keyTimes: [Double]? = nil,
    timing: Timing, key: AnimationKey? = nil
  ) {
    add(KeyframeAnimation(keyPath, values: values, keyTimes: keyTimes, timing: timing.kept), forKey: key)
  }
}

extension Timing {
  /// The timing of a call to `animate`: a forwards fill stays.
  var kept: Timing {
    var timing = self
    if fillMode.coversAfter { timing.isRemovedOnCompletion = false }
    return timing
  }

  /// With the duration that a spring needs, unless there is one.
  func settling(_ spring: Spring) -> Timing {
    var timing = self
    if duration == 0 { timing.duration = spring.settlingDuration }
    return timing
  }
}
