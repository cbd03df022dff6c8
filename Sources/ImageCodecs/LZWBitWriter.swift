/// Packs LZW codes, lowest bit first, into a GIF's data blocks: a length byte 1…255 and so many bytes, again and again.
/// The empty block that ends the data is left to the container.
package struct LZWBitWriter {
  /// The blocks so far.
  package private(set) var blocks: ContiguousArray<UInt8> = []
  private var bits: UInt64 = 0
  private var bitCount = 0
  /// Where the open block's length byte stands.
  private var lengthPlace = -1

  /// Makes an empty writer.
  package init() {}

  /// Appends the lowest `width` bits of a code, 1…12 of them.
  @inline(__always)
  package mutating func put(_ code: Int, width: Int) {
    bits |= UInt64(truncatingIfNeeded: code) << UInt64(truncatingIfNeeded: bitCount)
    bitCount += width
    while bitCount >= 8 {
      putByte(UInt8(truncatingIfNeeded: bits))
      bits >>= 8
      bitCount -= 8
    }
  }

  private mutating func putByte(_ byte: UInt8) {
    if lengthPlace < 0 || blocks[lengthPlace] == 255 {
      lengthPlace = blocks.count
      blocks.append(0)
    }
    blocks.append(byte)
    blocks[lengthPlace] += 1
  }

  /// Fills up the last byte and returns the blocks, leaving the writer empty.
  package mutating func finish() -> ContiguousArray<UInt8> {
    if bitCount > 0 { putByte(UInt8(truncatingIfNeeded: bits)) }
    let result = blocks
    self = LZWBitWriter()
    return result
  }
}
