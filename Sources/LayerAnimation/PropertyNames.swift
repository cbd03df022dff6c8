// The names of animatable properties, for charts and messages. A key path knows no name of a computed property, so those of the library
// stand in a table; a stored property of somebody's own drawing is named by its key path.

import VectorGeometry

/// Names by key path.
package enum PropertyNames {
  /// A property's key path and name.
  package typealias Entry = (keyPath: any AnyKeyPath & Sendable, name: String)

  /// Returns a property's name as it is written in code: `strokeEnd`, `position.x`, `transform.scale`.
  /// - Parameter others: properties outside this module.
  package static func name(of keyPath: AnyKeyPath, others: [Entry] = []) -> String {
    if let entry = (table + others).first(where: { $0.keyPath == keyPath }) { return entry.name }
    // A stored property prints as `\Root.name.name`.
    let text = keyPath.debugDescription
    guard let dot = text.firstIndex(of: "."), !text.utf8.contains(UInt8(ascii: "<")) else { return "value" }
    return String(text[text.index(after: dot)...])
  }

  private static let table = geometry + transforms + looks + shapes + contents

  private static let geometry: [Entry] = [
    (\LayerProperties.position, "position"), (\LayerProperties.position.x, "position.x"),
    (\LayerProperties.position.y, "position.y"), (\LayerProperties.bounds, "bounds"),
    (\LayerProperties.bounds.size, "bounds.size"), (\LayerProperties.bounds.origin, "bounds.origin"),
    (\LayerProperties.bounds.size.width, "bounds.size.width"),
    (\LayerProperties.bounds.size.height, "bounds.size.height"), (\LayerProperties.anchorPoint, "anchorPoint"),
    (\LayerProperties.anchorPointZ, "anchorPointZ"), (\LayerProperties.zPosition, "zPosition"),
  ]

  private static let transforms: [Entry] = [
    (\LayerProperties.transform, "transform"), (\LayerProperties.sublayerTransform, "sublayerTransform"),
    (\LayerProperties.transform.scale, "transform.scale"), (\LayerProperties.transform.scaleX, "transform.scale.x"),
    (\LayerProperties.transform.scaleY, "transform.scale.y"), (\LayerProperties.transform.scaleZ, "transform.scale.z"),
    (\LayerProperties.transform.rotation, "transform.rotation"),
    (\LayerProperties.transform.rotationX, "transform.rotation.x"),
    (\LayerProperties.transform.rotationY, "transform.rotation.y"),
    (\LayerProperties.transform.rotationZ, "transform.rotation.z"),
    (\LayerProperties.transform.translation, "transform.translation"),
    (\LayerProperties.transform.translationX, "transform.translation.x"),
    (\LayerProperties.transform.translationY, "transform.translation.y"),
    (\LayerProperties.transform.translationZ, "transform.translation.z"),
  ]

  private static let looks: [Entry] = [
    (\LayerProperties.opacity, "opacity"), (\LayerProperties.backgroundColor, "backgroundColor"),
    (\LayerProperties.cornerRadius, "cornerRadius"), (\LayerProperties.borderWidth, "borderWidth"),
    (\LayerProperties.borderColor, "borderColor"), (\LayerProperties.contents, "contents"),
    (\LayerProperties.contentsRect, "contentsRect"), (\LayerProperties.shadowOpacity, "shadowOpacity"),
    (\LayerProperties.shadowColor, "shadowColor"), (\LayerProperties.shadowOffset, "shadowOffset"),
    (\LayerProperties.shadowRadius, "shadowRadius"), (\LayerProperties.shadowPath, "shadowPath"),
  ]

  private static let shapes: [Entry] = [
    (\ShapeProperties.path, "path"), (\ShapeProperties.fillColor, "fillColor"),
    (\ShapeProperties.strokeColor, "strokeColor"), (\ShapeProperties.lineWidth, "lineWidth"),
    (\ShapeProperties.miterLimit, "miterLimit"), (\ShapeProperties.lineDashPhase, "lineDashPhase"),
    (\ShapeProperties.strokeStart, "strokeStart"), (\ShapeProperties.strokeEnd, "strokeEnd"),
  ]

  private static let contents: [Entry] = [
    (\GradientProperties.colors, "colors"), (\GradientProperties.locations, "locations"),
    (\GradientProperties.startPoint, "startPoint"), (\GradientProperties.endPoint, "endPoint"),
    (\TextProperties.string, "string"), (\TextProperties.fontSize, "fontSize"),
    (\TextProperties.foregroundColor, "foregroundColor"),
  ]
}
