#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

// The only file of this module that calls the C library: storage on large pages.

extension Bitmap {
  /// Pixels from which on Linux is asked for large pages: 4 MB hold at least one.
  private static let largeCount = 1 << 20

  /// Makes storage of equal pixels. Linux is asked to lay what is large onto pages of 2 MB where they fit: a 4K picture has 8100 of the
  /// usual pages, more than the processor keeps the addresses of.
  static func storage(_ bits: UInt32, count: Int) -> ContiguousArray<UInt32> {
    #if os(Linux)
      if count >= largeCount {
        return unsafe ContiguousArray(unsafeUninitializedCapacity: count) { buffer, initializedCount in
          // Whole pages. Where a page is larger than that the advice is refused, which does no harm.
          let page = 4096
          let start = (Int(bitPattern: buffer.baseAddress) + page - 1) & ~(page - 1)
          let end = (Int(bitPattern: buffer.baseAddress) + count * 4) & ~(page - 1)
          _ = unsafe madvise(UnsafeMutableRawPointer(bitPattern: start), end - start, MADV_HUGEPAGE)
          unsafe buffer.initialize(repeating: bits)
          initializedCount = count
        }
      }
    #endif
    return ContiguousArray(repeating: bits, count: count)
  }
}
