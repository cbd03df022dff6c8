// The layer tree: sublayers and masks, and time on the way through it.

extension Layer {
  /// The layer above; nil for the outermost layer and for a mask.
  public var superlayer: Layer? { container?.maskLayer === self ? nil : container }

  /// The layers inside this one, the lowest first.
  public var sublayers: [Layer] { children }

  /// A tree whose alpha multiplies this layer's, placed in this layer's own coordinates; outside it nothing shows. Its colours do
  /// not matter. A layer that is somewhere else is taken away from there.
  public var mask: Layer? {
    get { maskLayer }
    set {
      guard newValue !== maskLayer else { return }
      maskLayer?.leaveTree()
      maskLayer?.container = nil
      maskLayer = nil
      if let newValue {
        newValue.removeFromSuperlayer()
        newValue.container = self
        maskLayer = newValue
      }
      invalidate()
    }
  }

  /// Adds a layer on top of the others.
  public func addSublayer(_ layer: Layer) { insertSublayer(layer, at: children.count) }

  /// Adds layers on top of the others, the last one uppermost.
  public func addSublayers(_ layers: Layer...) { for layer in layers { addSublayer(layer) } }

  /// Inserts a layer at a place in `sublayers`, which is held within 0…count.
  public func insertSublayer(_ layer: Layer, at index: Int) {
    precondition(!layer.contains(self), "a layer can't be put into itself")
    layer.removeFromSuperlayer()
    layer.container = self
    children.insert(layer, at: min(max(index, 0), children.count))
    invalidate()
  }

  /// Inserts a layer directly below a sublayer; on top if that is none.
  public func insertSublayer(_ layer: Layer, below sibling: Layer) {
    layer.removeFromSuperlayer()
    insertSublayer(layer, at: children.firstIndex { $0 === sibling } ?? children.count)
  }

  /// Inserts a layer directly above a sublayer; on top if that is none.
  public func insertSublayer(_ layer: Layer, above sibling: Layer) {
    layer.removeFromSuperlayer()
    insertSublayer(layer, at: children.firstIndex { $0 === sibling }.map { $0 + 1 } ?? children.count)
  }

  /// Takes the layer out of its superlayer, or off the layer it masks. Its running animations stop, not finished.
  public func removeFromSuperlayer() {
    guard let container else { return }
    if container.maskLayer === self {
      container.mask = nil
      return
    }
    container.children.removeAll { $0 === self }
    leaveTree()
    self.container = nil
    container.invalidate()
  }

  /// Whether a layer is this one or lies below it.
  func contains(_ layer: Layer) -> Bool {
    if children.isEmpty && maskLayer == nil { return layer === self }
    var next: Layer? = layer
    while let current = next {
      if current === self { return true }
      next = current.container
    }
    return false
  }

  /// The outermost layer.
  var root: Layer {
    var layer = self
    while let next = layer.container { layer = next }
    return layer
  }

  /// The timeline that plays the tree, if any.
  public var timeline: Timeline? {
    var next: Layer? = self
    while let layer = next {
      if let timeline = layer.ownTimeline { return timeline }
      next = layer.container
    }
    return nil
  }

  /// Stops the committed animations of a tree that goes away from a timeline, and forgets what it showed.
  private func leaveTree() {
    guard let timeline else { return }
    visit { layer in
      for record in layer.records where record.node != nil { timeline.stop(record, finished: false) }
      layer.records.removeAll { $0.node != nil }
      layer.node = nil
      layer.lastNode = nil
    }
  }

  /// Calls a closure for this layer and all below it, masks included.
  func visit(_ body: (Layer) -> Void) {
    var waiting = [self]
    while let layer = waiting.popLast() {
      body(layer)
      if let mask = layer.maskLayer { waiting.append(mask) }
      waiting += layer.children.reversed()
    }
  }
}

// MARK: - Time

extension Layer {
  /// The layer's own time at a time of its superlayer. Before `beginTime` it goes on falling, so that nothing starts early.
  func localTime(ofParent time: Double) -> Double { (time - beginTime) * speed + timeOffset }

  /// The layer's own time at a time of the outermost layer's surroundings.
  func localTime(at time: Double) -> Double {
    localTime(ofParent: container.map { $0.localTime(at: time) } ?? time)
  }

  /// Converts a time of another layer, or of the clock for nil, to this layer's own time. Core Animation's answers at the edges:
  /// a time before a layer's begin is that layer's 0, and leaving a layer of speed 0 gives 0.
  public func convertTime(_ time: Double, from layer: Layer?) -> Double {
    enter(layer?.leave(time) ?? time)
  }

  /// Converts a time of this layer to another layer's, or to the clock's for nil.
  public func convertTime(_ time: Double, to layer: Layer?) -> Double {
    let global = leave(time)
    return layer?.enter(global) ?? global
  }

  private func enter(_ time: Double) -> Double {
    let time = container?.enter(time) ?? time
    return time < beginTime ? 0 : localTime(ofParent: time)
  }

  private func leave(_ time: Double) -> Double {
    let time = speed == 0 ? 0 : (time - timeOffset) / speed + beginTime
    return container?.leave(time) ?? time
  }

  /// The clock's time at which this layer's time is reached; infinite where time stands still on the way.
  func globalTime(ofLocal time: Double) -> Double {
    guard speed != 0, time.isFinite else { return .infinity }
    let time = (time - timeOffset) / speed + beginTime
    return container?.globalTime(ofLocal: time) ?? time
  }
}
