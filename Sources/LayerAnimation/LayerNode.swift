// A frozen layer: model, clock and animations as values. Rendering sees nothing else, on any thread.

import VectorGeometry

/// Which kind of layer it is, for the display list.
package enum LayerKind: Sendable {
  case plain, shape, gradient, text, replicator, transform, drawing
}

/// How a layer's time runs in its superlayer's.
package struct LayerClock: Hashable, Sendable {
  var beginTime: Double, speed: Double, timeOffset: Double

  /// The layer's time at a time of the superlayer.
  func localTime(ofParent time: Double) -> Double { (time - beginTime) * speed + timeOffset }
}

/// A frozen layer. Two nodes are the same picture at all times if they are the same object.
package final class LayerNode: Sendable {
  /// Layers nested deeper than this below the outermost one are left out, so that no tree exhausts the stack.
  static let deepestLevel = 512

  package let kind: LayerKind
  package let properties: LayerProperties
  let clock: LayerClock
  let animations: [any AnimationNode]
  let sublayers: [LayerNode]
  let mask: LayerNode?
  /// Whether anything here or below ever moves.
  package let isAnimated: Bool
  /// Whether any sublayer's depth may differ from 0, so that they need sorting.
  let hasDepth: Bool
  /// The path's arc length, if the stroke is trimmed and the path stays the same.
  let measure: PathMeasure?
  /// The outlines of the text in `properties`.
  private let textOutlines: Path?

  init(
    kind: LayerKind, properties: LayerProperties, clock: LayerClock, animations: [any AnimationNode],
    sublayers: [LayerNode], mask: LayerNode?
  ) {
    self.kind = kind
    self.properties = properties
    self.clock = clock
    self.animations = animations
    self.sublayers = sublayers
    self.mask = mask
    func moves(_ keyPath: AnyKeyPath) -> Bool { animations.contains { $0.affects(keyPath) } }
    let shape = properties.shape
    let isTrimmed =
      shape.strokeStart > 0 || shape.strokeEnd < 1 || moves(\ShapeProperties.strokeStart)
      || moves(\ShapeProperties.strokeEnd)
    measure = kind == .shape && isTrimmed && !moves(\ShapeProperties.path) ? PathMeasure(shape.path) : nil
    textOutlines = (properties.content as? TextProperties)?.outlines(in: properties.bounds)
    isAnimated = !animations.isEmpty || sublayers.contains(where: \.isAnimated) || mask?.isAnimated == true
    hasDepth = sublayers.contains { layer in
      layer.properties.zPosition != 0 || layer.animations.contains { $0.affects(\LayerProperties.zPosition) }
    }
  }

  /// The layer's state at a time of its own.
  package func presentation(at localTime: Double) -> LayerProperties {
    var state = properties
    for animation in animations { animation.apply(at: localTime, isLimitFromLeft: false, to: &state) }
    return state
  }

  /// The outlines of a text that this layer shows: those at hand unless an animation changes what they depend on.
  func outlines(of text: TextProperties, in bounds: Rect) -> Path {
    if let textOutlines, bounds == properties.bounds, let own = properties.content as? TextProperties,
      text.isSet(like: own)
    {
      return textOutlines
    }
    return text.outlines(in: bounds)
  }

  /// Whether the picture of this tree is the same at both times of the superlayer and all between them.
  package func isConstant(from start: Double, through end: Double) -> Bool {
    if !isAnimated { return true }
    let first = clock.localTime(ofParent: start), last = clock.localTime(ofParent: end)
    if first == last { return true }
    // The last copy of a replicator is the furthest away in time; what is moved itself is not looked into.
    var lag = 0.0
    if kind == .replicator, let replicator = properties.content as? ReplicatorProperties {
      lag =
        replicator.instanceDelay * Double(max(0, min(replicator.instanceCount, ReplicatorProperties.largestCount) - 1))
    }
    let low = min(first, last, first - lag, last - lag), high = max(first, last, first - lag, last - lag)
    return animations.allSatisfy { $0.isConstant(from: first, through: last) }
      && sublayers.allSatisfy { $0.isConstant(from: low, through: high) }
      && mask?.isConstant(from: first, through: last) ?? true
  }
}
