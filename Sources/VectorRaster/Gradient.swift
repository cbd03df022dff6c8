import Bitmaps
import VectorGeometry

// The public gradient types: what colour lies where, before any pixel is made. What a gradient means exactly is defined by
// `Gradient+Reference.swift`; faster kernels are tested against it.
//
// Colours are interpolated as HTML canvas and Core Graphics do it: in gamma-encoded sRGB, not premultiplied, and premultiplied
// afterwards. A gradient is sampled at pixel centres.

/// A colour at a place of a gradient.
public struct GradientStop: Hashable, Sendable {
  /// Where the colour is reached: 0 at the gradient's start, 1 at its end. Clamped to 0…1; a stop at NaN is left out.
  public var offset: Double
  /// The colour there.
  public var color: Color

  /// Makes a stop.
  public init(_ offset: Double, _ color: Color) {
    self.offset = offset
    self.color = color
  }
}

/// The stops of a gradient, in order of their offsets.
///
/// Stops with equal offsets keep the order in which they were given: the first one ends what lies before the offset, the last
/// one begins what lies at it and beyond; those between are never seen. No stop: nothing is drawn. One stop: its colour
/// everywhere.
public struct GradientStops: Hashable, Sendable, ExpressibleByArrayLiteral {
  /// Sorted by offset, all offsets within 0…1.
  package let sorted: ContiguousArray<GradientStop>

  /// Takes over stops in any order.
  public init(_ stops: some Sequence<GradientStop>) {
    var kept = ContiguousArray<GradientStop>()
    for stop in stops where !stop.offset.isNaN {
      let clamped = GradientStop(min(1, max(0, stop.offset)), stop.color)
      let place = kept.lastIndex { $0.offset <= clamped.offset }.map { $0 + 1 } ?? 0
      kept.insert(clamped, at: place)
    }
    sorted = kept
  }

  /// Takes over stops in any order.
  public init(arrayLiteral elements: GradientStop...) { self.init(elements) }

  /// Spreads colours evenly from 0 to 1.
  public init(evenly colors: [Color]) {
    let last = Double(max(1, colors.count - 1))
    self.init(colors.enumerated().map { GradientStop(Double($0.offset) / last, $0.element) })
  }
}

/// What a gradient does before its start and after its end.
public enum GradientSpread: String, Hashable, Sendable, CaseIterable {
  /// The first and the last colour go on for ever.
  case pad
  /// Nothing is drawn there: pixels whose centres lie outside stay clear.
  case clear
  /// The gradient begins anew.
  case `repeat`
  /// The gradient runs back and forth.
  case reflect
}

/// A gradient along a line; colours are constant across it.
public struct LinearGradient: Hashable, Sendable {
  /// Where offset 0 lies. User space, before `transform`.
  public var start: Point
  /// Where offset 1 lies. With `end` equal to `start` nothing is drawn, as in HTML canvas.
  public var end: Point
  /// The colours.
  public var stops: GradientStops
  /// What happens outside offsets 0…1.
  public var spread: GradientSpread
  /// Maps the gradient's own space to user space. Where it can't be inverted, nothing is drawn.
  public var transform: AffineTransform

  /// Makes a gradient from `start` to `end`.
  public init(
    from start: Point, to end: Point, stops: GradientStops, spread: GradientSpread = .pad,
    transform: AffineTransform = .identity
  ) {
    self.start = start
    self.end = end
    self.stops = stops
    self.spread = spread
    self.transform = transform
  }
}

/// A gradient between two circles, as in HTML canvas: the circles between them (and beyond, by `spread`) are drawn one over the
/// other, those of higher offset on top; points on none of them stay clear.
public struct RadialGradient: Hashable, Sendable {
  /// Centre of the circle of offset 0. User space, before `transform`.
  public var startCenter: Point
  /// Radius of the circle of offset 0. A negative radius draws nothing.
  public var startRadius: Double
  /// Centre of the circle of offset 1.
  public var endCenter: Point
  /// Radius of the circle of offset 1. With both circles equal nothing is drawn.
  public var endRadius: Double
  /// The colours.
  public var stops: GradientStops
  /// What happens outside offsets 0…1.
  public var spread: GradientSpread
  /// Maps the gradient's own space to user space: makes ellipses of the circles. Where it can't be inverted, nothing is drawn.
  public var transform: AffineTransform

  /// Makes a gradient between two circles.
  public init(
    startCenter: Point, startRadius: Double, endCenter: Point, endRadius: Double, stops: GradientStops,
    spread: GradientSpread = .pad, transform: AffineTransform = .identity
  ) {
    self.startCenter = startCenter
    self.startRadius = startRadius
    self.endCenter = endCenter
    self.endRadius = endRadius
    self.stops = stops
    self.spread = spread
    self.transform = transform
  }

  /// Makes a gradient from a centre outward.
  public init(
    center: Point, radius: Double, stops: GradientStops, spread: GradientSpread = .pad,
    transform: AffineTransform = .identity
  ) {
    self.init(
      startCenter: center, startRadius: 0, endCenter: center, endRadius: radius, stops: stops, spread: spread,
      transform: transform)
  }
}

/// A gradient around a point, by angle: offset 0 lies at the start angle, offsets grow clockwise on screen, 1 is a full turn.
public struct ConicGradient: Hashable, Sendable {
  /// The point around which the gradient turns. User space, before `transform`.
  public var center: Point
  /// The angle of offset 0, in radians; 0 points right, π/2 down.
  public var startAngle: Double
  /// The colours.
  public var stops: GradientStops
  /// Maps the gradient's own space to user space. Where it can't be inverted, nothing is drawn.
  public var transform: AffineTransform

  /// Makes a gradient around `center`.
  public init(
    center: Point, startAngle: Double = 0, stops: GradientStops, transform: AffineTransform = .identity
  ) {
    self.center = center
    self.startAngle = startAngle
    self.stops = stops
    self.transform = transform
  }
}
