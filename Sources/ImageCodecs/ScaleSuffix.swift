/// The end of a picture's name that tells its pixels per point: `icon@2x.png`, `icon@3x.png`; folders of frames have it too.
public struct ScaleSuffix: Hashable, Sendable {
  /// Pixels per point, 1…8.
  public let scale: Int

  /// The suffix itself, such as `@2x`.
  public var text: String { "@\(scale)x" }

  /// Finds the suffix in the last part of a path, before the ending of a file's name; nil when there is none.
  public init?(of path: String) {
    var name = path.utf8[...]
    if name.last == UInt8(ascii: "/") {
      name = name.dropLast()
    } else if let dot = name.lastIndex(of: UInt8(ascii: ".")) {
      name = name[..<dot]
    }
    let end = Array(name.suffix(4))
    // A name that is nothing but the suffix is a name.
    guard end.count == 4, end[0] != UInt8(ascii: "/"), end[1] == UInt8(ascii: "@"), end[3] == UInt8(ascii: "x"),
      (UInt8(ascii: "1")...UInt8(ascii: "8")).contains(end[2])
    else { return nil }
    scale = Int(end[2] - UInt8(ascii: "0"))
  }
}
