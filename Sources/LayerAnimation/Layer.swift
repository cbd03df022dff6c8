// The front door of this module: a layer, as CALayer. It has an identity and a place in a tree; what it looks like is one value,
// `LayerProperties`, that its dynamic members reach (`layer.opacity`, `layer.position.x`).
//
// A layer is the model: what was set. What shows at a time is `presentation(at:)`: the model with the animations applied, a pure
// function of the time. `Layer+Animations.swift` adds and removes animations, `Layer+Tree.swift` builds the tree,
// `Layer+Commit.swift` freezes it into values for the renderer.

import Bitmaps
import VectorGeometry

/// A rectangle of the plane with contents, sublayers and animations.
@dynamicMemberLookup
open class Layer {
  /// The model: what was set last, no matter what is animated.
  public internal(set) var properties = LayerProperties()

  /// A name for messages and for whoever looks for the layer.
  public var name: String?

  // The tree; see Layer+Tree.swift.
  var children: [Layer] = []
  weak var container: Layer?
  var maskLayer: Layer?

  // Animations and actions; see Layer+Animations.swift.
  var records: [AnimationRecord] = []
  /// What changes of properties do, by key path (`\LayerProperties.opacity`), before the default.
  public var actions: [AnyKeyPath: LayerAction] = [:]
  /// Is asked first what a change of a property does; nil leaves it to `actions` and the default.
  public var actionProvider: ((_ layer: Layer, _ keyPath: AnyKeyPath) -> LayerAction?)?
  /// Whether changed properties animate by themselves while a timeline runs. A view's own layer in UIKit does not.
  public var animatesImplicitly = true

  /// When the layer's own time begins, in its superlayer's time, seconds.
  public var beginTime = 0.0 { didSet { invalidate() } }
  /// How fast the layer's own time runs, for itself and all sublayers; 0 pauses it at `timeOffset`.
  public var speed = 1.0 { didSet { invalidate() } }
  /// What the layer's own time is at its begin, seconds.
  public var timeOffset = 0.0 { didSet { invalidate() } }

  // Frozen values; see Layer+Commit.swift.
  var node: LayerNode?
  var lastNode: LayerNode?
  weak var ownTimeline: Timeline?

  /// Makes a layer without extent at the origin.
  public init() {}

  /// Takes a deep tree apart level by level, since letting go of it at once would nest as many calls.
  deinit {
    var loose = children
    if let maskLayer { loose.append(maskLayer) }
    children = []
    maskLayer = nil
    while var layer = loose.popLast() {
      guard isKnownUniquelyReferenced(&layer) else { continue }
      loose += layer.children
      layer.children = []
    }
  }

  /// Makes a layer whose frame is a rectangle of its superlayer.
  public convenience init(frame: Rect) {
    self.init()
    self.frame = frame
  }

  /// Which kind of layer the renderer sees.
  var kind: LayerKind { .plain }

  /// A property that every layer has.
  public subscript<Value>(dynamicMember keyPath: PropertyPath<LayerProperties, Value>) -> Value {
    get { properties[keyPath: keyPath] }
    set {
      properties[keyPath: keyPath] = newValue
      invalidate()
    }
  }

  /// A property that every layer has and that can be animated. While a timeline runs, setting it animates the change (see
  /// `Transaction`).
  public subscript<Value: Interpolatable>(
    dynamicMember keyPath: PropertyPath<LayerProperties, Value>
  ) -> Value {
    get { properties[keyPath: keyPath] }
    set { change(.layer(keyPath), to: newValue) }
  }

  /// The transform, if it is one of the plane.
  public var affineTransform: AffineTransform {
    get { properties.transform.flattened }
    set { change(.layer(\.transform), to: Transform3D(newValue)) }
  }

  /// The rectangle around the layer in its superlayer's coordinates. Setting it moves and resizes the layer without changing the
  /// transform, and is exact only when that is the identity.
  public var frame: Rect {
    get { properties.frame }
    set {
      let anchor = properties.anchorPoint
      var bounds = properties.bounds
      bounds.size = newValue.size
      change(.layer(\.bounds), to: bounds)
      change(
        .layer(\.position),
        to: Point(
          newValue.origin.x + anchor.x * newValue.size.width, newValue.origin.y + anchor.y * newValue.size.height))
    }
  }

  /// Returns the state that shows at a time of the outermost layer, without playing up to it.
  ///
  /// On a timeline this is what was committed last; changes of the running callback do not show yet.
  public func presentation(at time: Double) -> LayerProperties {
    let root = root
    if root.ownTimeline == nil { root.commit() }
    guard let lastNode else { return properties }
    return lastNode.presentation(at: localTime(at: time))
  }

  /// Returns the state that shows now.
  public func presentation() -> LayerProperties { presentation(at: timeline?.now ?? 0) }

  /// What the animations of this layer and all below it ignore, each once.
  public var warnings: Set<AnimationWarning> {
    var result: Set<AnimationWarning> = []
    visit { layer in
      for record in layer.records {
        result.formUnion((record.animation as? any ResolvableAnimation)?.warnings ?? [])
      }
    }
    return result
  }
}

extension LayerProperties {
  /// The map from the layer's coordinates to the superlayer's, the superlayer's `sublayerTransform` apart.
  package var toSuperlayer: Transform3D {
    let anchor = anchor
    return Transform3D.translation(-anchor.x, -anchor.y, -anchorPointZ).concatenating(transform)
      .concatenating(.translation(position.x, position.y, zPosition))
  }

  /// The rectangle around the layer in its superlayer's coordinates.
  public var frame: Rect {
    let map = toSuperlayer.flattened
    return Path([
      .move(to: map.apply(to: Point(bounds.minX, bounds.minY))),
      .line(to: map.apply(to: Point(bounds.maxX, bounds.minY))),
      .line(to: map.apply(to: Point(bounds.maxX, bounds.maxY))),
      .line(to: map.apply(to: Point(bounds.minX, bounds.maxY))),
    ]).controlBounds ?? bounds
  }
}
