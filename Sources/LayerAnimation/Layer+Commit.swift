// Freezing: a layer tree becomes immutable nodes. Layers that haven't changed since keep their node, so a commit costs what changed,
// and equal node means equal picture at equal time.

extension Layer {
  /// Notes a change: this layer and those above need new nodes.
  func invalidate() {
    var next: Layer? = self
    // Every layer above one without a node has none either.
    while let layer = next, layer.node != nil {
      layer.node = nil
      next = layer.container
    }
  }

  /// Freezes the tree at the clock's time `now` and returns its node.
  @discardableResult
  func commit(at now: Double = 0, for timeline: Timeline? = nil) -> LayerNode {
    commit(atParentTime: now, for: timeline, level: 0)
  }

  private func commit(atParentTime parentTime: Double, for timeline: Timeline?, level: Int) -> LayerNode {
    if let node { return node }
    let now = localTime(ofParent: parentTime)
    if records.contains(where: { $0.node == nil }) {
      // Where the clock stands before the first frame nothing has been shown: the model stands for it.
      let before = lastNode?.presentation(at: now) ?? properties
      for record in records where record.node == nil {
        fix(record, before: before, now: now)
        timeline?.observe(record)
      }
    }
    let isTooDeep = level >= LayerNode.deepestLevel
    // What drives the model lies below all that animates over it.
    let animations = records.filter(\.drivesModel) + records.filter { !$0.drivesModel }
    let fresh = LayerNode(
      kind: kind, properties: properties, clock: LayerClock(beginTime: beginTime, speed: speed, timeOffset: timeOffset),
      animations: animations.compactMap(\.node),
      sublayers: isTooDeep ? [] : children.map { $0.commit(atParentTime: now, for: timeline, level: level + 1) },
      mask: isTooDeep ? nil : maskLayer?.commit(atParentTime: now, for: timeline, level: level + 1))
    node = fresh
    lastNode = fresh
    return fresh
  }

  /// Makes an animation's node: 0 as begin is now, and a fill that the removal at the end makes pointless is left out.
  private func fix(_ record: AnimationRecord, before: LayerProperties, now: Double) {
    guard let animation = record.animation as? any ResolvableAnimation else { return }
    var node = animation.resolved(
      at: AnimationSite(
        before: before, model: properties, defaultDuration: record.defaultDuration,
        defaultFunction: record.defaultFunction))
    if node.timing.beginTime == 0 { node.timing.beginTime = now }
    node.timing.beginTime += node.timing.delay
    if node.timing.isRemovedOnCompletion {
      switch node.timing.fillMode {
      case .forwards: node.timing.fillMode = .removed
      case .both: node.timing.fillMode = .backwards
      case .removed, .backwards: break
      }
    }
    record.node = node
  }
}
