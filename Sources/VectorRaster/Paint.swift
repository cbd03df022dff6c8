import Bitmaps

/// What a shape is filled with. Places are in user space: a paint is transformed like the path it fills.
public enum Paint: Equatable, Sendable {
  /// One colour.
  case solid(Color)
  /// Colours along a line.
  case linear(LinearGradient)
  /// Colours between two circles.
  case radial(RadialGradient)
  /// Colours around a point.
  case conic(ConicGradient)
  /// An image.
  case image(ImagePaint)

  /// Whether it is one of the three gradients.
  var isGradient: Bool {
    switch self {
    case .linear, .radial, .conic: true
    case .solid, .image: false
    }
  }
}
