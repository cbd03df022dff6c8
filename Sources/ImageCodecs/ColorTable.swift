/// A GIF's colour table: up to 256 opaque colours, and at most one index that means "leave what is there".
///
/// Colours are whole pixels with alpha 255 throughout; transparency is an index from the start and never a colour, so
/// no colour of the art can be taken for it.
package struct ColorTable: Hashable, Sendable {
  /// The opaque colours, as `Pixel.bits`.
  package var colors: [UInt32]
  /// The index behind the colours that means transparent, if there is one.
  package var transparentIndex: Int?

  /// Makes a table; the transparent entry comes behind the colours.
  /// - Precondition: at most 256 entries altogether.
  package init(colors: [UInt32], hasTransparent: Bool) {
    precondition(colors.count + (hasTransparent ? 1 : 0) <= 256, "a color table has at most 256 entries")
    self.colors = colors
    transparentIndex = hasTransparent ? colors.count : nil
  }

  /// Entries in use.
  package var count: Int { colors.count + (transparentIndex == nil ? 0 : 1) }

  /// Bits of an index: the file's table has `1 << bits` entries. 1…8.
  package var bits: Int {
    var bits = 1
    while 1 << bits < count { bits += 1 }
    return bits
  }

  /// The code size of images with this table. A one-bit image still uses 2.
  package var minimumCodeSize: Int { max(2, bits) }
}
