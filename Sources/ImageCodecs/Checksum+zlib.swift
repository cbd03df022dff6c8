// The checksum of PNG chunks, by zlib.

import CZlib

/// Returns the CRC-32 of PNG chunks over the bytes, going on from an earlier one.
package func crc32(_ bytes: Span<UInt8>, from start: UInt32 = 0) -> UInt32 {
  let sum = unsafe bytes.withUnsafeBytes { bytes in
    unsafe crc32_z(UInt(start), bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count)
  }
  return UInt32(truncatingIfNeeded: sum)
}

/// The library itself.
enum Zlib {
  /// Of the library that runs.
  static var version: String { unsafe zlibVersion().map { unsafe String(cString: $0) } ?? ZLIB_VERSION }
}
