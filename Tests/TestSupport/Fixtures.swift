/// Where the package keeps its test data.
public enum Fixtures {
  /// The package's root, found from this file's own place.
  public static let root: String = {
    var parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    parts.removeLast(3)
    return parts.joined(separator: "/")
  }()

  /// Returns the path of a file under `Fixtures/`.
  public static func path(_ name: String) -> String { "\(root)/Fixtures/\(name)" }
}
