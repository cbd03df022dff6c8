// What a timeline played: every animation with the time at which it came and went, and when each layer was in the tree. Charts are made
// of it; a timeline keeps one only when it is asked to.

/// The animations and layers of a tree over time. Times are seconds of the timeline's clock.
package final class AnimationLog {
  /// An animation that was on a layer.
  package struct Entry {
    /// The layer.
    package let layer: Layer
    /// When it was added.
    package let added: Double
    /// When it was taken away before its end, or its layer was; nil if it stayed.
    package internal(set) var removed: Double?
    /// The layer's clock when the animation was added: the clock's time is `scale` times the layer's, plus `offset`.
    let scale: Double, offset: Double
    let node: any AnimationNode
    unowned let record: AnimationRecord

    /// What the animation does until a time, one span per animated property and run of a group.
    package func spans(until horizon: Double) -> [AnimationSpan] {
      let localHorizon = scale > 0 ? (horizon - offset) / scale : .infinity
      let life = added...max(added, removed ?? .infinity)
      return node.spans(until: min(localHorizon, 1e9), rules: layer.properties.interpolationRules).compactMap { span in
        span.mapped { scale * $0 + offset }.clipped(to: life)
      }
    }
  }

  /// A stretch of time in which a layer was in the tree and not hidden by itself.
  package struct Stay {
    /// The layer.
    package let layer: Layer
    /// When it came.
    package let begin: Double
    /// When it went; nil if it stayed.
    package internal(set) var end: Double?
  }

  /// Every animation, in the order in which they were added.
  package private(set) var entries: [Entry] = []
  /// Every stay of a layer, in the order in which they began, layers of one moment from below.
  package private(set) var stays: [Stay] = []
  private var open: [ObjectIdentifier: Int] = [:]
  /// Kept, so that an identity is never used twice.
  private var records: [AnimationRecord] = []

  /// Makes an empty log.
  package init() {}

  /// Notes an animation that was just committed.
  func add(_ record: AnimationRecord, at now: Double) {
    guard let layer = record.layer, let node = record.node else { return }
    let origin = layer.globalTime(ofLocal: 0), scale = layer.globalTime(ofLocal: 1) - origin
    guard origin.isFinite, scale.isFinite, scale != 0 else { return }
    records.append(record)
    entries.append(Entry(layer: layer, added: now, scale: scale, offset: origin, node: node, record: record))
  }

  /// Notes that an animation was taken away.
  func remove(_ record: AnimationRecord, at now: Double) {
    guard let index = entries.lastIndex(where: { $0.record === record }), entries[index].removed == nil else { return }
    entries[index].removed = now
  }

  /// Notes which layers are there.
  func note(_ root: Layer, at now: Double) {
    var present: Set<ObjectIdentifier> = []
    root.visit { layer in
      guard !layer.isHidden else { return }
      present.insert(ObjectIdentifier(layer))
      guard open[ObjectIdentifier(layer)] == nil else { return }
      open[ObjectIdentifier(layer)] = stays.count
      stays.append(Stay(layer: layer, begin: now))
    }
    for (layer, index) in open where !present.contains(layer) {
      stays[index].end = now
      open[layer] = nil
    }
  }
}
