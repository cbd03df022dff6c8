// What an output was made of and by, so that a later run can tell whether making it again would make the same.
import AnimGIF

/// The checksum and size of an output.
struct Stamp: Equatable, Sendable {
  /// Bytes in the file, or in all files of the folder.
  var byteCount = 0
  /// CRC-32 of them; of a folder, of its names and files in order.
  var checksum: UInt32 = 0

  /// Reads a file or folder; nil where it is missing or cannot be read.
  init?(of path: String) {
    if let names = try? FileSystem.names(in: path) {
      for name in names {
        guard let bytes = try? Files.bytes(of: "\(path)/\(name)") else { return nil }
        add(ContiguousArray("\(name)\n".utf8), counts: false)
        add(bytes)
      }
    } else {
      guard let bytes = try? Files.bytes(of: path) else { return nil }
      add(bytes)
    }
  }

  private mutating func add(_ bytes: ContiguousArray<UInt8>, counts: Bool = true) {
    checksum = crc32(bytes.span, from: checksum)
    if counts { byteCount += bytes.count }
  }

  /// The checksum as eight hexadecimal digits.
  var checksumText: String { Self.text(checksum) }

  private static func text(_ checksum: UInt32) -> String {
    let digits = String(checksum, radix: 16)
    return String(repeating: "0", count: 8 - digits.utf8.count) + digits
  }

  /// The program that makes outputs: its version, the checksum of its file, and the versions of the libraries that run with it.
  static func program() -> String {
    let file = Files.program.flatMap { Stamp(of: $0) }?.checksumText ?? "unknown"
    let libraries = (CodecLibraries.versions + TextLibraries.versions).map { "\($0.name) \($0.version)" }
    return "animgif \(Version.number) \(file), \(libraries.joined(separator: ", "))"
  }
}
