// What kind of file a name stands for.

/// The kinds of output, chosen by the ending of the name.
public enum OutputFormat: Hashable, Sendable {
  /// An animated GIF.
  case gif
  /// One picture.
  case png
  /// An animated PNG.
  case apng
  /// A folder of numbered pictures.
  case frames

  /// Tells the kind of file from its name; nil for an ending that stands for none.
  ///
  /// `.gif`, `.png` and `.apng` in any case, a name that ends in `/` is a folder, `-` is a GIF on standard output.
  public init?(path: String) {
    if path == "-" {
      self = .gif
    } else if path.hasSuffix("/") {
      self = .frames
    } else {
      let name = path.split(separator: "/").last.map(String.init) ?? ""
      switch name.lastIndex(of: ".").map({ name[name.index(after: $0)...].lowercased() }) {
      case "gif": self = .gif
      case "png": self = .png
      case "apng": self = .apng
      default: return nil
      }
    }
  }

  /// The endings and what each makes, for messages.
  public static let endings = ".gif, .apng, .png, a folder's name with / at its end, or - for standard output"
}
