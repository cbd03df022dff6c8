// PNG files with a gamma of their own, by libpng's simplified interface, which sets its own jump inside C and reports an error by value: no
// longjmp ever crosses a Swift frame. The header is checked by us before libpng sees the file.

import Bitmaps
import CPNG

extension PNGDecoder {
  /// Fills the bitmap with straight RGBA in sRGB; returns libpng's words when it fails.
  package static func readByLibrary(_ bytes: ContiguousArray<UInt8>, into bitmap: inout Bitmap) -> String? {
    var image = unsafe png_image()
    unsafe image.version = png_uint_32(PNG_IMAGE_VERSION)
    defer { unsafe png_image_free(&image) }
    let isRead = unsafe bytes.withUnsafeBytes { source -> Bool in
      guard unsafe png_image_begin_read_from_memory(&image, source.baseAddress, source.count) != 0 else { return false }
      guard unsafe Int(image.width) == bitmap.width && Int(image.height) == bitmap.height else { return false }
      unsafe image.format = png_uint_32(PNG_FORMAT_FLAG_ALPHA | PNG_FORMAT_FLAG_COLOR)
      unsafe image.flags |= png_uint_32(PNG_IMAGE_FLAG_16BIT_sRGB)
      return unsafe bitmap.storage.withUnsafeMutableBytes { pixels in
        // Row stride 0: packed rows. libpng's own check of the buffer has a 32-bit limit, ours is `ReadingLimits`.
        unsafe png_image_finish_read(&image, nil, pixels.baseAddress, 0, nil) != 0
      }
    }
    if isRead { return nil }
    return unsafe withUnsafeBytes(of: &image.message) { message in
      let text = unsafe String(decoding: message.prefix { $0 != 0 }, as: UTF8.self)
      return text.isEmpty ? "its header is contradictory" : text
    }
  }
}

/// The library itself.
enum LibPNG {
  /// Of the library that runs.
  static var version: String {
    unsafe png_get_libpng_ver(nil).map { unsafe String(cString: $0) } ?? PNG_LIBPNG_VER_STRING
  }
}
