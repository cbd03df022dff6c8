// What can go wrong before there is a font. Text itself never fails: a character that no font has is drawn as the font's
// "missing" box and reported through `TextDiagnostics`.

/// Why a font could not be had.
public enum TextError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Neither the family asked for nor any other scalable font is installed.
  case noFontInstalled(requested: String)
  /// The file cannot be opened, or is empty.
  case unreadableFontFile(path: String)
  /// The file is not an OpenType or TrueType font with outlines, or has no face of this index.
  case unsupportedFontFile(path: String, faceIndex: Int)
  /// The size is not a number from 0 to 1 000 000 points.
  case fontSizeOutOfRange(Double)

  /// The largest font size in points. Far above what a bitmap can show, far below where coordinates lose their precision.
  public static let largestFontSize = 1_000_000.0

  /// The message for the user.
  public var description: String {
    switch self {
    case .noFontInstalled(let family):
      "no font is installed that could stand in for '\(family)'; install one, for example fonts-dejavu-core"
    case .unreadableFontFile(let path):
      "cannot read the font file \(path)"
    case .unsupportedFontFile(let path, let index):
      "\(path) holds no OpenType or TrueType outlines (face \(index))"
    case .fontSizeOutOfRange(let size):
      "a font size is a number of points from 0 to 1000000; got \(size)"
    }
  }
}
