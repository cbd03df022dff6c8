// An animatable property: where in a layer's state a value lives, by key path.

/// A key path that may cross threads, as the literals that callers write (`\.opacity`) do.
public typealias PropertyPath<Root, Value> = any WritableKeyPath<Root, Value> & Sendable

/// A place in a layer's state. Wherever the layer has no such state (a gradient's colours on a text layer), reading answers nil and
/// writing does nothing.
package enum Property<Value: Sendable>: Sendable {
  /// A property that every layer has.
  case layer(PropertyPath<LayerProperties, Value>)
  /// A property of a shape layer.
  case shape(PropertyPath<ShapeProperties, Value>)
  /// A property of another kind of layer.
  case content(
    any AnyKeyPath & Sendable, read: @Sendable (LayerProperties) -> Value?,
    write: @Sendable (inout LayerProperties, Value) -> Void)

  /// Makes a property of a kind of layer.
  package init<Content: LayerContent>(_ keyPath: PropertyPath<Content, Value>) {
    self = .content(
      keyPath, read: { $0[content: Content.self]?[keyPath: keyPath] },
      write: { $0[content: Content.self]?[keyPath: keyPath] = $1 })
  }

  /// What tells this property from others.
  package var keyPath: any AnyKeyPath & Sendable {
    switch self {
    case .layer(let keyPath): keyPath
    case .shape(let keyPath): keyPath
    case .content(let keyPath, _, _): keyPath
    }
  }

  /// Returns the value.
  package func read(_ properties: LayerProperties) -> Value? {
    switch self {
    case .layer(let keyPath): properties[keyPath: keyPath]
    case .shape(let keyPath): properties.shape[keyPath: keyPath]
    case .content(_, let read, _): read(properties)
    }
  }

  /// Replaces the value.
  package func write(_ value: Value, to properties: inout LayerProperties) {
    switch self {
    case .layer(let keyPath): properties[keyPath: keyPath] = value
    case .shape(let keyPath): properties.shape[keyPath: keyPath] = value
    case .content(_, _, let write): write(&properties, value)
    }
  }
}
