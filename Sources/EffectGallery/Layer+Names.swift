// Layers by the names that a user knows.
import AnimGIF

extension Layer {
  /// All layers of that name in this tree, masks included.
  package func layers(named name: String) -> [Layer] {
    var found = self.name == name ? [self] : []
    for layer in sublayers { found += layer.layers(named: name) }
    if let mask { found += mask.layers(named: name) }
    return found
  }

  /// Gives the layer its debug colour: the stroke of a shape that has one, else its fill; the glyphs of a text.
  func tint(_ color: Color) {
    switch self {
    case let shape as ShapeLayer:
      if shape.strokeColor != nil { shape.strokeColor = color } else { shape.fillColor = color }
    case let text as TextLayer: text.foregroundColor = color
    default: break
    }
  }
}
