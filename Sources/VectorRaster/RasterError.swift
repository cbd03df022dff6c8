/// Why something cannot be drawn.
public enum RasterError: Error, Equatable {
  /// A coordinate of the path, or of the path after its transform, is infinite or not a number.
  case nonFinitePath
}

extension RasterError: CustomStringConvertible {
  /// The message for the user.
  public var description: String {
    switch self {
    case .nonFinitePath:
      "a path's coordinates must be finite numbers; this one has an infinite or undefined coordinate after its transform"
    }
  }
}
