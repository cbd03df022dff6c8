// One face of a font, loaded once per process and shared by all sizes and threads: what shapes text, and a cache of outlines.

import Synchronization
import VectorGeometry

/// A loaded face.
package final class FontFace: Sendable {
  /// The family's name.
  let family: String
  /// Where the file is.
  let path: String
  /// The part that shapes; free of locks.
  let shaping: ShapingFont
  private let outlines: Mutex<OutlineCache>

  /// Opens a face of a file.
  init(path: String, faceIndex: Int, instance: Int, family: String) throws(TextError) {
    guard let bytes = FontFileBytes(path: path) else { throw .unreadableFontFile(path: path) }
    guard let shaping = ShapingFont(bytes, faceIndex: faceIndex, instance: instance),
      let outlines = OutlineFace(bytes, faceIndex: faceIndex, instance: instance)
    else { throw .unsupportedFontFile(path: path, faceIndex: faceIndex) }
    self.family = family
    self.path = path
    self.shaping = shaping
    self.outlines = Mutex(OutlineCache(outlines))
  }

  /// Whether the face has glyphs for all these characters, invisible ones left aside.
  func covers(_ scalars: some Sequence<UInt32>) -> Bool {
    scalars.allSatisfy { shaping.glyph(for: $0) != nil || TextCharacter.isInvisible($0) }
  }

  /// Returns the glyphs' outlines in font units, y down, origin on the baseline; one lock for all of them.
  func outlines(of glyphs: [UInt32]) -> [Path] {
    outlines.withLock { cache in glyphs.map { cache.outline(of: $0) } }
  }
}

/// A face's outlines as they were asked for.
private struct OutlineCache: ~Copyable {
  private var face: OutlineFace
  private var paths: [UInt32: Path] = [:]

  /// How many outlines are kept: about 4 MB of them in a font of usual complexity. A text with more different glyphs than this
  /// starts over.
  private static let capacity = 4096

  init(_ face: consuming OutlineFace) { self.face = face }

  mutating func outline(of glyph: UInt32) -> Path {
    if let path = paths[glyph] { return path }
    let path = face.outline(of: glyph)
    if paths.count >= Self.capacity { paths.removeAll() }
    paths[glyph] = path
    return path
  }
}
