/// Why something cannot be drawn.
public enum RasterError: Error, Equatable {
  /// A coordinate of the path, or of the path after its transform, is infinite or not a number.
  case nonFinitePath
  /// The transform has an infinite or undefined coefficient.
  case nonFiniteTransform
  /// A stroke's width, miter limit or dash phase is infinite or not a number.
  case nonFiniteStroke
  /// A dash length is negative, infinite or not a number.
  case invalidDash(Double)
}

extension RasterError: CustomStringConvertible {
  /// The message for the user.
  public var description: String {
    switch self {
    case .nonFinitePath:
      "a path's coordinates must be finite numbers; this one has an infinite or undefined coordinate after its transform"
    case .nonFiniteTransform: "a transform's coefficients must be finite numbers; one of this transform's is not"
    case .nonFiniteStroke:
      "a stroke's width, miter limit and dash phase must be finite numbers; one of this stroke's is not"
    case .invalidDash(let length): "a dash length must be a finite number of at least 0; got \(length)"
    }
  }
}
