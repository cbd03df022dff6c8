// The checksum of PNG chunks, by zlib.

import CZlib

/// Returns the CRC-32 of PNG chunks over the bytes, going on from an earlier one.
func crc32(_ bytes: Span<UInt8>, from start: UInt32 = 0) -> UInt32 {
  let sum = unsafe bytes.withUnsafeBytes { bytes in
    unsafe crc32_z(UInt(start), bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count)
  }
  return UInt32(truncatingIfNeeded: sum)
}
