// What gradient, text, replicator and drawn layers have in common: state of their own besides what every layer has.

/// A layer with a kind of content whose properties can be reached and animated like its own.
@dynamicMemberLookup
open class ContentLayer<Content: LayerContent>: Layer {
  /// Makes a layer with its content.
  public init(_ content: Content) {
    fallback = content
    super.init()
    properties.content = content
  }

  /// Answers where an action of someone's has replaced the content by one of another type.
  private let fallback: Content

  /// The model values of the content.
  var content: Content {
    get { properties[content: Content.self] ?? fallback }
    set {
      properties.content = newValue
      invalidate()
    }
  }

  /// A property of the content.
  public subscript<Value>(dynamicMember keyPath: PropertyPath<Content, Value>) -> Value {
    get { content[keyPath: keyPath] }
    set { content[keyPath: keyPath] = newValue }
  }

  /// A property of the content that can be animated. A `Drawing`'s jumps when it is set unless an action says otherwise.
  public subscript<Value: Interpolatable>(dynamicMember keyPath: PropertyPath<Content, Value>) -> Value {
    get { content[keyPath: keyPath] }
    set { change(Property(keyPath), to: newValue) }
  }

  /// Animates a property of the content, see `Layer.animate`.
  public func animate<Value: Interpolatable>(
    _ keyPath: PropertyPath<Content, Value>, from: Value? = nil, to: Value? = nil, by: Value? = nil, timing: Timing,
    key: AnimationKey? = nil
  ) {
    add(BasicAnimation(keyPath, from: from, to: to, by: by, timing: timing.kept), forKey: key)
  }

  /// Animates a property of the content with a spring.
  public func animate<Value: Interpolatable>(
    _ keyPath: PropertyPath<Content, Value>, from: Value? = nil, to: Value? = nil, by: Value? = nil, spring: Spring,
    timing: Timing = Timing(), key: AnimationKey? = nil
  ) {
    add(
      SpringAnimation(keyPath, from: from, to: to, by: by, spring: spring, timing: timing.kept.settling(spring)),
      forKey: key)
  }

  /// Animates a property of the content through several values.
  public func animate<Value: Interpolatable>(
    _ keyPath: PropertyPath<Content, Value>, through values: [Value], keyTimes: [Double]? = nil, timing: Timing,
    key: AnimationKey? = nil
  ) {
    add(KeyframeAnimation(keyPath, values: values, keyTimes: keyTimes, timing: timing.kept), forKey: key)
  }

  /// Moves a property's model value, see `Layer.drive`.
  public func drive<Value: Interpolatable>(
    _ keyPath: PropertyPath<Content, Value>, from: Value? = nil, to: Value, duration: Double = 0.4, delay: Double = 0,
    function: TimingFunction = .default, key: AnimationKey? = nil, completion: ((Bool) -> Void)? = nil
  ) {
    let timing = Timing(duration: duration, delay: delay, function: function)
    drive(BasicAnimation(keyPath, from: from, to: to, timing: timing), key, completion)
  }
}
