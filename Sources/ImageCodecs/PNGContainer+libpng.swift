// The file around a still's compressed pixels, made by libpng: signature, IHDR, PLTE, tRNS, IDAT, IEND.

import CPNGContainer

package enum PNGContainer {
  /// Returns the file, or libpng's message.
  /// - Parameters:
  ///   - header: bits per sample and colour type, as in IHDR.
  ///   - palette: the colours, straight, those that are not opaque first; empty for other types.
  ///   - key: the colour that stands for clear, if one does.
  ///   - data: the filtered rows as a zlib stream.
  package static func file(
    width: Int, height: Int, header: (bits: UInt8, type: UInt8), palette: ContiguousArray<UInt32>, key: UInt32?,
    data: ContiguousArray<UInt8>
  ) throws(PNGError) -> [UInt8] {
    let colors = palette.flatMap { color in [0, 8, 16].map { UInt8(truncatingIfNeeded: color >> $0) } }
    let alphas = palette.map { UInt8(truncatingIfNeeded: $0 >> 24) }
    let alphaCount = (alphas.lastIndex { $0 != 255 }).map { $0 + 1 } ?? 0
    var output = unsafe png_container_output()
    let isWritten = unsafe colors.withUnsafeBufferPointer { colors in
      unsafe alphas.withUnsafeBufferPointer { alphas in
        unsafe data.withUnsafeBufferPointer { data in
          var input = unsafe png_container_input()
          unsafe input.width = UInt32(width)
          unsafe input.height = UInt32(height)
          unsafe input.bit_depth = Int32(header.bits)
          unsafe input.color_type = Int32(header.type)
          unsafe input.palette = colors.baseAddress
          unsafe input.palette_count = Int32(colors.count / 3)
          unsafe input.alphas = alphas.baseAddress
          unsafe input.alpha_count = Int32(alphaCount)
          if let key {
            unsafe input.has_key = 1
            unsafe input.key = (UInt16(key & 255), UInt16(key >> 8 & 255), UInt16(key >> 16 & 255))
          }
          unsafe input.data = data.baseAddress
          unsafe input.data_count = data.count
          return unsafe png_container_write(&input, &output) == 1
        }
      }
    }
    defer { unsafe png_container_free(&output) }
    guard isWritten else {
      let message = unsafe withUnsafeBytes(of: output.message) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      throw .library(message)
    }
    return unsafe Array(UnsafeBufferPointer(start: output.bytes, count: output.count))
  }
}
