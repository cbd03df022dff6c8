// A layer filled with a gradient, as CAGradientLayer.

import Bitmaps
import VectorGeometry
import VectorRaster

/// How a gradient layer's colours run.
public enum GradientKind: String, Hashable, Sendable, CaseIterable {
  /// From the start point to the end point.
  case axial
  /// From the start point outward; the end point is a corner of the box around the last ellipse.
  case radial
  /// Around the start point, clockwise, beginning in the direction of the end point.
  case conic
}

extension GradientKind: SwitchedValue {}

/// The state of a gradient layer.
public struct GradientProperties: LayerContent {
  /// The colours. None draws nothing, one fills.
  public var colors: [Color] = []
  /// Where the colours lie, 0…1; nil, or another number of them than of colours, is evenly.
  public var locations: [Double]?
  /// Where the gradient begins, in fractions of the bounds.
  public var startPoint = Point(0.5, 0)
  /// Where the gradient ends, in fractions of the bounds.
  public var endPoint = Point(0.5, 1)
  /// How the colours run.
  public var gradientKind = GradientKind.axial

  /// Makes the state of a new gradient layer.
  public init() {}

  /// The gradient over the bounds; nil when there is nothing to draw.
  func paint(over bounds: Rect, tint: (Color) -> Color) -> Paint? {
    guard let first = colors.first else { return nil }
    if colors.count == 1 { return .solid(tint(first)) }
    let stops: GradientStops
    if let locations, locations.count == colors.count {
      stops = GradientStops(zip(locations, colors).map { GradientStop($0, tint($1)) })
    } else {
      stops = GradientStops(evenly: colors.map(tint))
    }
    func place(_ point: Point) -> Point {
      Point(bounds.origin.x + point.x * bounds.size.width, bounds.origin.y + point.y * bounds.size.height)
    }
    let start = place(startPoint), end = place(endPoint)
    switch gradientKind {
    case .axial: return .linear(LinearGradient(from: start, to: end, stops: stops))
    case .radial:
      let reach = end - start
      guard reach.dx != 0, reach.dy != 0 else { return nil }
      let ellipse = AffineTransform(a: abs(reach.dx), b: 0, c: 0, d: abs(reach.dy), tx: start.x, ty: start.y)
      return .radial(RadialGradient(center: .zero, radius: 1, stops: stops, transform: ellipse))
    case .conic:
      let direction = end - start
      return .conic(
        ConicGradient(center: start, startAngle: arcTangent(direction.dy, direction.dx), stops: stops))
    }
  }
}

/// A layer whose bounds, rounded by `cornerRadius`, are filled with a gradient.
public final class GradientLayer: ContentLayer<GradientProperties> {
  /// Makes a layer without colours.
  public init() { super.init(GradientProperties()) }

  /// Makes a layer with its gradient.
  public convenience init(
    colors: [Color], locations: [Double]? = nil, from start: Point = Point(0.5, 0), to end: Point = Point(0.5, 1),
    kind: GradientKind = .axial, frame: Rect
  ) {
    self.init()
    var gradient = GradientProperties()
    gradient.colors = colors
    gradient.locations = locations
    gradient.startPoint = start
    gradient.endPoint = end
    gradient.gradientKind = kind
    properties.content = gradient
    self.frame = frame
  }

  override var kind: LayerKind { .gradient }
}
