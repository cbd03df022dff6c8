// The C libraries that text is made with, and their versions.

/// What finds fonts and shapes text underneath.
package enum TextLibraries {
  /// Names and versions.
  package static var versions: [(name: String, version: String)] {
    [
      ("FreeType", FreeType.version), ("HarfBuzz", HarfBuzz.version), ("Fontconfig", Fontconfig.version),
      ("FriBidi", FriBidi.version),
    ]
  }
}
