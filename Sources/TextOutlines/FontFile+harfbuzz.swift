// The HarfBuzz side of a font: the mapped file, the immutable font that shapes, and the buffer that text passes through.
// Everything is in font units (`unitsPerEm` to the em), unhinted, so one shaping serves all sizes.
// Source: HarfBuzz manual, "Object model" (immutable objects may be used by several threads at once) and "Shaping".

import CHarfBuzz

/// A font file in memory, mapped and read only. HarfBuzz and FreeType read the same bytes.
@safe final class FontFileBytes: @unchecked Sendable {
  private let blob: OpaquePointer

  /// Maps the file; nil where it cannot be opened or is empty.
  init?(path: String) {
    guard let blob = unsafe hb_blob_create_from_file_or_fail(path) else { return nil }
    guard unsafe hb_blob_get_length(blob) > 0 else {
      unsafe hb_blob_destroy(blob)
      return nil
    }
    unsafe self.blob = blob
    unsafe hb_blob_make_immutable(blob)
  }

  deinit { unsafe hb_blob_destroy(blob) }

  /// Calls `body` with the bytes, which live as long as this object.
  @unsafe func withBytes<Result: ~Copyable>(_ body: (UnsafeBufferPointer<CChar>) -> Result) -> Result {
    var length: UInt32 = 0
    let start = unsafe hb_blob_get_data(blob, &length)
    return unsafe body(UnsafeBufferPointer(start: start, count: Int(length)))
  }

  fileprivate func makeFace(index: Int) -> OpaquePointer? { unsafe hb_face_create(blob, UInt32(index)) }
}

/// One glyph as HarfBuzz places it: font units, y up, advances along the line.
struct ShapedGlyph {
  /// The glyph's number in its font; 0 is the "missing" box.
  var id: UInt32
  /// Index of the first scalar that the glyph stands for.
  var cluster: Int
  /// How far the pen moves on.
  var advance: Int
  /// Where the glyph is drawn relative to the pen.
  var xOffset, yOffset: Int
}

/// A script as HarfBuzz numbers it (ISO 15924 tag).
typealias Script = hb_script_t

/// One face of a font file, ready to shape. Immutable, so threads share it freely.
@safe final class ShapingFont: @unchecked Sendable {
  private let font: OpaquePointer
  /// Font units in one em.
  let unitsPerEm: Int
  /// Font units, y up: above the baseline, below it (negative), and the extra between two lines.
  let ascender, descender, lineGap: Int
  /// Height of a flat capital and of a flat small letter; 0 if the font has none.
  let capHeight, xHeight: Int

  /// Opens a face; nil where there are no outlines or no such face.
  /// - Parameters:
  ///   - faceIndex: number of the face in the file, counted from 0.
  ///   - instance: 1-based number of a variable font's named instance; 0 for the default one.
  init?(_ bytes: FontFileBytes, faceIndex: Int, instance: Int) {
    guard let face = unsafe bytes.makeFace(index: faceIndex) else { return nil }
    defer { unsafe hb_face_destroy(face) }
    let unitsPerEm = unsafe Int(hb_face_get_upem(face))
    guard unsafe hb_face_get_glyph_count(face) > 0, (16...16384).contains(unitsPerEm),
      let font = unsafe hb_font_create(face)
    else { return nil }
    if instance > 0 { unsafe hb_font_set_var_named_instance(font, UInt32(instance - 1)) }
    self.unitsPerEm = unitsPerEm
    unsafe self.font = font

    var extents = hb_font_extents_t()
    let hasExtents = unsafe hb_font_get_h_extents(font, &extents) != 0
    // A font without usable line metrics gets the classic 4 : 1 split of its em.
    ascender = hasExtents ? Int(extents.ascender) : unitsPerEm * 4 / 5
    descender = hasExtents ? Int(extents.descender) : -unitsPerEm / 5
    lineGap = hasExtents ? max(0, Int(extents.line_gap)) : 0
    capHeight = unsafe Self.metric(HB_OT_METRICS_TAG_CAP_HEIGHT, font) ?? Self.top(of: "H", font) ?? 0
    xHeight = unsafe Self.metric(HB_OT_METRICS_TAG_X_HEIGHT, font) ?? Self.top(of: "x", font) ?? 0
    unsafe hb_font_make_immutable(font)
  }

  deinit { unsafe hb_font_destroy(font) }

  private static func metric(_ tag: hb_ot_metrics_tag_t, _ font: OpaquePointer) -> Int? {
    var position: Int32 = 0
    return unsafe hb_ot_metrics_get_position(font, tag, &position) != 0 && position > 0 ? Int(position) : nil
  }

  private static func top(of character: Unicode.Scalar, _ font: OpaquePointer) -> Int? {
    var glyph: UInt32 = 0
    var extents = hb_glyph_extents_t()
    guard unsafe hb_font_get_nominal_glyph(font, character.value, &glyph) != 0,
      unsafe hb_font_get_glyph_extents(font, glyph, &extents) != 0
    else { return nil }
    return Int(extents.y_bearing)
  }

  /// The glyph of a character; nil where the font has none.
  func glyph(for scalar: UInt32) -> UInt32? {
    var glyph: UInt32 = 0
    return unsafe hb_font_get_nominal_glyph(font, scalar, &glyph) != 0 ? glyph : nil
  }

  /// The advance of a glyph on its own, in font units.
  func advance(of glyph: UInt32) -> Int { unsafe Int(hb_font_get_glyph_h_advance(font, glyph)) }

  fileprivate func shape(in buffer: OpaquePointer) { unsafe hb_shape(font, buffer, nil, 0) }
}

/// The buffer that runs of text are shaped in, one after the other.
@safe final class ShapingBuffer {
  private let buffer: OpaquePointer

  /// Makes an empty buffer. HarfBuzz answers an out-of-memory with an inert one, which shapes to nothing.
  init() { unsafe buffer = hb_buffer_create() }

  deinit { unsafe hb_buffer_destroy(buffer) }

  /// Shapes a run; its neighbours in `scalars` are the context for joining scripts.
  /// - Parameters:
  ///   - range: the run; inside `scalars`.
  ///   - language: a BCP 47 tag, or nil for the script's default forms.
  /// - Returns: the glyphs from left to right, also of a right-to-left run.
  func shape(
    _ scalars: [UInt32], _ range: Range<Int>, font: ShapingFont, isRightToLeft: Bool, script: Script, language: String?
  ) -> [ShapedGlyph] {
    // HarfBuzz counts in Int32; the layout never makes a run that long (see `ShapedText.longestRun`).
    precondition(range.lowerBound >= 0 && range.upperBound <= scalars.count && range.count < 1 << 24)
    unsafe hb_buffer_clear_contents(buffer)
    // At most this much text on each side matters for joining; the whole paragraph would make many short runs quadratic.
    let context = max(0, range.lowerBound - 5)..<min(scalars.count, range.upperBound + 5)
    unsafe scalars.withUnsafeBufferPointer { all in
      let near = unsafe UnsafeBufferPointer(rebasing: all[context])
      unsafe hb_buffer_add_utf32(
        buffer, near.baseAddress, Int32(near.count), UInt32(range.lowerBound - context.lowerBound), Int32(range.count))
    }
    unsafe hb_buffer_set_direction(buffer, isRightToLeft ? HB_DIRECTION_RTL : HB_DIRECTION_LTR)
    unsafe hb_buffer_set_script(buffer, script)
    if let language { unsafe hb_buffer_set_language(buffer, hb_language_from_string(language, -1)) }
    unsafe hb_buffer_set_cluster_level(buffer, HB_BUFFER_CLUSTER_LEVEL_MONOTONE_GRAPHEMES)
    unsafe font.shape(in: buffer)

    var count: UInt32 = 0
    guard let infos = unsafe hb_buffer_get_glyph_infos(buffer, &count),
      let positions = unsafe hb_buffer_get_glyph_positions(buffer, nil)
    else { return [] }
    let offset = context.lowerBound
    return (0..<Int(count)).map { index in
      let info = unsafe infos[index], position = unsafe positions[index]
      return ShapedGlyph(
        id: info.codepoint, cluster: Int(info.cluster) + offset, advance: Int(position.x_advance),
        xOffset: Int(position.x_offset), yOffset: Int(position.y_offset))
    }
  }
}

extension hb_script_t {
  /// Digits, spaces and punctuation, which every script uses.
  static var common: Script { HB_SCRIPT_COMMON }
  /// Marks, which take the script of their base.
  static var inherited: Script { HB_SCRIPT_INHERITED }

  /// The script of a character.
  init(of scalar: UInt32) {
    if scalar < 0x80 {
      let letter = scalar | 0x20
      self = (0x61...0x7A).contains(letter) ? HB_SCRIPT_LATIN : HB_SCRIPT_COMMON
    } else {
      self = unsafe hb_unicode_script(hb_unicode_funcs_get_default(), scalar)
    }
  }

  /// Whether the character itself says which script it is.
  var isReal: Bool { self != HB_SCRIPT_COMMON && self != HB_SCRIPT_INHERITED && self != HB_SCRIPT_UNKNOWN }
}

/// The library itself.
enum HarfBuzz {
  /// Of the library that runs.
  static var version: String { unsafe hb_version_string().map { unsafe String(cString: $0) } ?? HB_VERSION_STRING }
}
