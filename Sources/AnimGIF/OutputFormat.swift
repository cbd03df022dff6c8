// What kind of file a name stands for.

/// The kinds of output.
public enum OutputFormat: String, Hashable, Sendable, CaseIterable {
  /// An animated GIF.
  case gif
  /// An animated PNG.
  case apng
  /// One picture.
  case png
  /// A folder of numbered pictures.
  case frames
  /// Bare pixels, four bytes each: red, green, blue and straight alpha; frames one after the other.
  case rgba
  /// YUV4MPEG2, which video encoders read.
  case y4m

  /// Tells the kind of file from its name; nil for an ending that stands for none.
  ///
  /// `.gif`, `.png` and `.apng` in any case, a name that ends in `/` is a folder, `-` is a GIF on standard output. Bare pixels and
  /// YUV4MPEG2 must be asked for.
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
