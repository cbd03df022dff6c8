// Layers by the names that a user knows.
import AnimGIF

extension Layer {
  /// All layers of that name in this tree, masks included.
  func layers(named name: String) -> [Layer] {
    var found = self.name == name ? [self] : []
    for layer in sublayers { found += layer.layers(named: name) }
    if let mask { found += mask.layers(named: name) }
    return found
  }

  /// Gives the layer its debug colour: the stroke of a shape that has one, else its fill.
  func tint(_ color: Color) {
    guard let shape = self as? ShapeLayer else { return }
    if shape.strokeColor != nil { shape.strokeColor = color } else { shape.fillColor = color }
  }
}
