// An animation that moves the model itself, as POPBasicAnimation: what it shows is what the layer's property reads, and at its end
// the value stays.

extension Layer {
  /// Moves a property's model value to `to`, as a POP basic animation: nothing springs back at the end, and no implicit animation
  /// answers the change. Events of the timeline see the value of their own due time.
  /// - Parameters:
  ///   - keyPath: the property.
  ///   - from: where it starts; nil is what the layer shows.
  ///   - to: where it ends.
  ///   - duration: seconds; 0.4 is POP's default.
  ///   - delay: seconds from now.
  ///   - function: the pace; the progress in time is held within 0…1.
  ///   - key: one animation runs under a key; a new one replaces it. nil stands for the property.
  ///   - completion: hears of the end, false when it was removed before.
  public func drive<Value: Interpolatable>(
    _ keyPath: PropertyPath<LayerProperties, Value>, from: Value? = nil, to: Value, duration: Double = 0.4,
    delay: Double = 0, function: TimingFunction = .default, key: AnimationKey? = nil,
    completion: ((Bool) -> Void)? = nil
  ) {
    let timing = Timing(duration: duration, delay: delay, function: function)
    drive(BasicAnimation(keyPath, from: from, to: to, timing: timing), key, completion)
  }

  func drive<Value: Interpolatable>(
    _ animation: BasicAnimation<Value>, _ key: AnimationKey?, _ completion: ((Bool) -> Void)?
  ) {
    if let key { removeAnimation(forKey: key) }
    var animation = animation
    animation.timing.fillMode = .forwards
    animation.timing.isRemovedOnCompletion = false
    animation.events.onStop = completion
    addRecord(AnimationRecord(animation, key: key, layer: self, drivesModel: true))
  }
}

extension AnimationRecord {
  /// Writes what the animation shows at a time of its layer to the model.
  func writeModel(at localTime: Double) {
    guard let node, let layer else { return }
    node.apply(at: localTime, isLimitFromLeft: false, to: &layer.properties)
    layer.invalidate()
  }
}
