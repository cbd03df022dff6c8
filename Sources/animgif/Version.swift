// The program's version, and those of the libraries that it runs with.
import AnimGIF

enum Version {
  /// The program's own.
  static let number = "0.1.0"
  /// When this version was made; the date of the manual page.
  static let date = "2026-11-30"

  /// What `animgif --version` prints.
  static var text: String {
    let libraries = (CodecLibraries.versions + TextLibraries.versions).map { "\($0.name) \($0.version)" }
    return "animgif \(number)\nwith \(libraries.joined(separator: ", "))\n"
  }
}
