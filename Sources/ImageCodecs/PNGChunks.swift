// The outer form of PNG and APNG files: a signature, then chunks of length, type, payload and CRC-32 (PNG specification, third edition, 5).

/// Puts chunks into a buffer.
struct PNGChunkWriter {
  /// The file's first eight bytes.
  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// What has been written.
  var bytes: ContiguousArray<UInt8> = []

  /// Appends the signature.
  mutating func putSignature() { bytes.append(contentsOf: Self.signature) }

  /// Appends a chunk.
  /// - Parameter type: four letters.
  mutating func put(_ type: String, _ payload: (inout PNGChunkWriter) -> Void) {
    let start = bytes.count
    put(UInt32(0))
    putType(type)
    payload(&self)
    let length = bytes.count - start - 8
    for (place, shift) in [24, 16, 8, 0].enumerated() {
      bytes[start + place] = UInt8(truncatingIfNeeded: length >> shift)
    }
    put(crc32(bytes.span.extracting((start + 4)...)))
  }

  /// Appends a chunk of given bytes.
  mutating func put(_ type: String, _ payload: ContiguousArray<UInt8>) {
    put(type) { $0.bytes.append(contentsOf: payload) }
  }

  /// Appends four bytes, highest first.
  mutating func put(_ value: UInt32) {
    for shift: UInt32 in [24, 16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: value >> shift)) }
  }

  /// Appends two bytes, highest first.
  mutating func put(_ value: UInt16) {
    bytes.append(UInt8(truncatingIfNeeded: value >> 8))
    bytes.append(UInt8(truncatingIfNeeded: value))
  }

  private mutating func putType(_ type: String) {
    bytes.append(contentsOf: type.utf8)
  }
}

/// One chunk of a file that is read.
struct PNGChunk {
  /// Four letters.
  let type: String
  /// Where its payload lies in the file.
  let payload: Range<Int>
}
