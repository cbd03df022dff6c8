// The one file of this module that reads and writes memory without a bounds check. Each use is a load or store of one element whose index
// its callers keep inside by the bounds proved here; `assert` checks them in debug builds.
//
// BandMemory. `CoverageAccumulator.fill` fixes `stride` ≥ width + 2, a multiple of 32, and `rows` · `stride` ≤ `cellCapacity`. All users
// compute an index as row · stride + column.
//   · The walk (`EdgeWalk.swift`) takes rows from 0 ..< rows: either all edges lie in the band, or it starts at max(first row of the edge, 0)
//     and stops at min(last row, rows − 1).
//     Its columns: an edge goes to the quick walk only if both its ends lie in 0 … width · 4096. The x at a row boundary is
//     boundaryX + k · slope with |error| ≤ 2¹⁸ · 2⁻¹ · 2⁻³² px < half a sub-unit, and half a sub-unit was added before the shift rounds down,
//     so it lies between the two ends. So columns are 0 … width, and what a run writes to is at most column width + 1 < stride. The
//     careful walk tests each column against 0 ..< width.
//   · The sweep takes rows 0 ..< rows, all eights of marks of a row, and columns 4 · mark; a mark is only set for a group of a column that
//     the walk wrote to. (That of `SpanKernels` checks the rows' place in `bytes` itself.)
// Links. Before an edge is walked the caller checks that width + 2 + 2 · rows more fit, and fit 20 bits. A run in one row visits
//   |last column − first column| + 1 cells; summed over rows that is at most (columns + rows) + rows.
// Records. The sweep of `SpanKernels` returns how many it has made; for those and their lanes 0 … 7 its caller asks.
//   Their pixels lie in rows of which the sweep has checked that they and 15 more are in the bitmap.
// Lanes. The pixel scanner writes four numbers at a time from a line on that is less than the number of lines, at most 64, into room for 68.
// Pixels. A group at (x, y) has y inside the clip and x < the clip's right border, so its four pixels end at most three behind the last
//   pixel of the bitmap: inside `Bitmap.slack`.

import ProcessorFeatures

#if HAS_AVX2_COPY
  import SpanKernelsAVX2
#endif
import VectorGeometry

/// The scratch of one band: the two halves of the cells and the groups' marks in one allocation, at fixed distances, so that one address
/// serves all three.
struct BandMemory: ~Copyable, ~Escapable {
  /// All of it, for kernels.
  var bytes: MutableRawSpan

  /// Cells that fit: 512 KB. Of those only what an outline visits is touched, and a path in one band is walked once.
  static let cellCapacity = 65_536
  /// Bytes from the first area to the first count, and on to the first mark: a little more than their size, so that what belongs together
  /// does not share places in the cache.
  static let countOffset = cellCapacity * 4 + 17 * 64
  static let markOffset = countOffset + cellCapacity * 4 + 17 * 64
  /// Bits of a count that hold a link.
  static let linkBits = 20
  /// Links that a band can have; 0 is none.
  static let maximumLinks = 1 << linkBits
  /// Size of the allocation in 64-bit words.
  static let wordCount = (markOffset + cellCapacity / 4) / 8

  /// Lends the storage. It must hold `wordCount` words; cells and marks must be 0.
  @_lifetime(&storage)
  init(_ storage: inout MutableSpan<UInt64>) {
    precondition(storage.count >= Self.wordCount)
    bytes = unsafe storage.mutableBytes
  }

  /// Clears all cells and marks.
  @_lifetime(self: copy self)
  mutating func clear() {
    for index in 0..<Self.wordCount {
      unsafe bytes.storeBytes(of: 0, toUncheckedByteOffset: index &<< 3, as: UInt64.self)
    }
  }

  /// Adds to a cell's area.
  @inline(__always) @_lifetime(self: copy self)
  mutating func add(_ area: Int, toCell index: Int) {
    assert(index >= 0 && index < Self.cellCapacity)
    let offset = index &<< 2
    let old = unsafe bytes.unsafeLoad(fromUncheckedByteOffset: offset, as: Int32.self)
    unsafe bytes.storeBytes(of: old &+ Int32(truncatingIfNeeded: area), toUncheckedByteOffset: offset, as: Int32.self)
  }

  /// Adds to a cell's passes.
  @inline(__always) @_lifetime(self: copy self)
  mutating func addPasses(_ passes: Int32, toCell index: Int) {
    assert(index >= 0 && index < Self.cellCapacity)
    let offset = Self.countOffset &+ index &<< 2
    let old = unsafe bytes.unsafeLoad(fromUncheckedByteOffset: offset, as: Int32.self)
    let new = old &+ passes &<< Int32(Self.linkBits)
    unsafe bytes.storeBytes(of: new, toUncheckedByteOffset: offset, as: Int32.self)
  }

  /// Returns four cells' areas and counts, and clears them. `index` is a multiple of four.
  @inline(__always) @_lifetime(self: copy self)
  mutating func takeGroup(_ index: Int) -> (areas: SIMD4<Int32>, counts: SIMD4<Int32>) {
    assert(index >= 0 && index + 3 < Self.cellCapacity && index & 3 == 0)
    let offset = index &<< 2
    let areas = unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: SIMD4<Int32>.self)
    let counts = unsafe bytes.unsafeLoadUnaligned(
      fromUncheckedByteOffset: Self.countOffset &+ offset, as: SIMD4<Int32>.self)
    unsafe bytes.storeBytes(of: SIMD4<Int32>(), toUncheckedByteOffset: offset, as: SIMD4<Int32>.self)
    unsafe bytes.storeBytes(
      of: SIMD4<Int32>(), toUncheckedByteOffset: Self.countOffset &+ offset, as: SIMD4<Int32>.self)
    return (areas, counts)
  }

  /// Adds to a cell's area, counts a pass and makes `link` the newest of its list; returns the count before, with what was the newest.
  @inline(__always) @_lifetime(self: copy self)
  mutating func visit(_ index: Int, adding area: Int, link: Int) -> UInt32 {
    add(area, toCell: index)
    assert(link < Self.maximumLinks)
    let offset = Self.countOffset &+ index &<< 2
    let old = unsafe bytes.unsafeLoad(fromUncheckedByteOffset: offset, as: UInt32.self)
    let new = old & ~UInt32(Self.maximumLinks &- 1) &+ UInt32(truncatingIfNeeded: link &+ 1 << Self.linkBits)
    unsafe bytes.storeBytes(of: new, toUncheckedByteOffset: offset, as: UInt32.self)
    return old
  }

  /// Marks the group of four that a cell is in as written to.
  @inline(__always) @_lifetime(self: copy self)
  mutating func mark(cell index: Int) {
    assert(index >= 0 && index < Self.cellCapacity)
    unsafe bytes.storeBytes(of: 1, toUncheckedByteOffset: Self.markOffset &+ index &>> 2, as: UInt8.self)
  }

  /// Returns the first cell, from `index` on, whose group or one of the seven behind it has a mark; `end` if there is none. Both are
  /// multiples of 32.
  @inline(never)
  func firstMarked(from index: Int, to end: Int) -> Int {
    assert(index >= 0 && end <= Self.cellCapacity && index & 31 == 0 && end & 31 == 0)
    var offset = Self.markOffset &+ index &>> 2
    let last = Self.markOffset &+ end &>> 2
    while offset &+ 16 <= last {
      let first = unsafe bytes.unsafeLoad(fromUncheckedByteOffset: offset, as: UInt64.self)
      let second = unsafe bytes.unsafeLoad(fromUncheckedByteOffset: offset &+ 8, as: UInt64.self)
      if first | second != 0 { return (offset &- Self.markOffset &+ (first == 0 ? 8 : 0)) &<< 2 }
      offset = offset &+ 16
    }
    guard offset < last else { return end }
    let rest = unsafe bytes.unsafeLoad(fromUncheckedByteOffset: offset, as: UInt64.self)
    return rest != 0 ? (offset &- Self.markOffset) &<< 2 : end
  }

  /// Returns the marks of the eight groups from a cell on, one byte each, and clears them. `index` is a multiple of 32.
  @inline(__always) @_lifetime(self: copy self)
  mutating func takeMarks(_ index: Int) -> UInt64 {
    assert(index >= 0 && index + 31 < Self.cellCapacity && index & 31 == 0)
    let offset = Self.markOffset &+ index &>> 2
    let marks = unsafe bytes.unsafeLoad(fromUncheckedByteOffset: offset, as: UInt64.self)
    unsafe bytes.storeBytes(of: 0, toUncheckedByteOffset: offset, as: UInt64.self)
    return UInt64(littleEndian: marks)
  }
}

/// The lists of edges that visited a cell: a link is the number of the next older link, 0 for none, in its lowest 20 bits and the edge's
/// number in its high half.
struct LinkMemory: ~Copyable, ~Escapable {
  private var bytes: MutableRawSpan
  /// Links that fit.
  let capacity: Int

  /// Lends the storage.
  @_lifetime(&storage)
  init(_ storage: inout MutableSpan<UInt64>) {
    capacity = storage.count
    bytes = unsafe storage.mutableBytes
  }

  /// Sets a link. The caller has made sure that it fits.
  @inline(__always) @_lifetime(self: copy self)
  mutating func set(_ index: Int, to link: UInt64) {
    assert(index >= 0 && index < capacity)
    unsafe bytes.storeBytes(of: link, toUncheckedByteOffset: index &<< 3, as: UInt64.self)
  }

  /// A link: the number of the next older one and the edge's. `index` comes from a list.
  @inline(__always)
  subscript(index: Int) -> (older: Int, edge: Int) {
    assert(index < capacity)
    let link = unsafe bytes.unsafeLoad(fromUncheckedByteOffset: index &<< 3, as: UInt64.self)
    return (
      Int(truncatingIfNeeded: link) & (BandMemory.maximumLinks &- 1), Int(truncatingIfNeeded: link &>> 32)
    )
  }
}

/// A bitmap's pixels, four at a time.
struct PixelMemory: ~Copyable, ~Escapable {
  /// All of them, slack included.
  var span: MutableSpan<UInt32>

  /// Lends the pixels, slack included.
  @_lifetime(&storage)
  init(_ storage: inout MutableSpan<UInt32>) { span = storage._mutatingExtracting(0..<storage.count) }

  /// The pixels `index` to `index + 3`.
  @inline(__always)
  func four(at index: Int) -> SIMD4<UInt32> {
    assert(index >= 0 && index + 4 <= span.count)
    return unsafe span.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index &<< 2, as: SIMD4<UInt32>.self)
  }

  /// Replaces the pixels `index` to `index + 3`.
  @inline(__always) @_lifetime(self: copy self)
  mutating func setFour(_ pixels: SIMD4<UInt32>, at index: Int) {
    assert(index >= 0 && index + 4 <= span.count)
    var bytes = unsafe span.mutableBytes
    unsafe bytes.storeBytes(of: pixels, toUncheckedByteOffset: index &<< 2, as: SIMD4<UInt32>.self)
  }

  /// One pixel.
  @inline(__always)
  subscript(index: Int) -> UInt32 {
    get {
      assert(index >= 0 && index < span.count)
      return unsafe span.bytes.unsafeLoad(fromUncheckedByteOffset: index &<< 2, as: UInt32.self)
    }
    @_lifetime(self: copy self)
    set {
      assert(index >= 0 && index < span.count)
      var bytes = unsafe span.mutableBytes
      unsafe bytes.storeBytes(of: newValue, toUncheckedByteOffset: index &<< 2, as: UInt32.self)
    }
  }

  /// Asks for the pixels around an index, which may be anything, to be written to soon.
  @inline(__always)
  func prefetch(_ index: Int) {
    unsafe span.bytes.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      unsafe processor_prefetch(base + index &* 4)
    }
  }
}

#if HAS_AVX2_COPY
  /// Records of crossed pixels that a sweep of `SpanKernels` has made.
  struct CrossedRecords: ~Copyable, ~Escapable {
    private let bytes: RawSpan
    /// Bytes of a record.
    private let stride: Int

    /// Lends the storage, which begins with them.
    @_lifetime(copy storage)
    init(_ storage: Span<UInt64>) {
      bytes = unsafe storage.bytes
      stride = sweepRecordWords &<< 3
    }

    /// The number of the first of eight pixels and of their first cell.
    @inline(__always)
    func place(_ record: Int) -> (pixel: Int, cell: Int) {
      let place = word(record, 8)
      return (Int(truncatingIfNeeded: place & 0xFFFF_FFFF), Int(truncatingIfNeeded: place &>> 32) & ~7)
    }

    /// A bit for each of the eight that is crossed.
    @inline(__always)
    func lanes(_ record: Int) -> UInt64 { word(record, 9) }

    /// The mean winding of one of the eight, 2²⁰ for one, and the newest of its links.
    @inline(__always)
    func pixel(_ record: Int, lane: Int) -> (mean: Int32, head: Int) {
      let offset = record &* stride &+ lane &<< 2
      assert(lane >= 0 && lane < 8 && offset >= 0 && offset + 36 <= bytes.byteCount)
      let count = unsafe bytes.unsafeLoad(fromUncheckedByteOffset: offset &+ 32, as: UInt32.self)
      return (
        unsafe bytes.unsafeLoad(fromUncheckedByteOffset: offset, as: Int32.self),
        Int(truncatingIfNeeded: count) & (BandMemory.maximumLinks &- 1)
      )
    }

    @inline(__always)
    private func word(_ record: Int, _ index: Int) -> UInt64 {
      let offset = record &* stride &+ index &<< 3
      assert(offset >= 0 && offset + 8 <= bytes.byteCount)
      return unsafe bytes.unsafeLoad(fromUncheckedByteOffset: offset, as: UInt64.self)
    }
  }
#endif

/// Vectors that are written at any lane.
struct LaneMemory: ~Copyable, ~Escapable {
  private var bytes: MutableRawSpan

  /// Lends the storage.
  @_lifetime(&storage)
  init(_ storage: inout MutableSpan<SIMD4<Float>>) { bytes = unsafe storage.mutableBytes }

  /// Replaces four lanes from one on, counted through all vectors.
  @inline(__always) @_lifetime(self: copy self)
  mutating func setFour(_ lanes: SIMD4<Float>, at index: Int) {
    assert(index >= 0 && 4 * (index + 4) <= bytes.byteCount)
    unsafe bytes.storeBytes(of: lanes, toUncheckedByteOffset: index &<< 2, as: SIMD4<Float>.self)
  }
}

// Memory of kernels that don't know the types of this module.

/// Points as pairs of numbers.
@inline(__always) @_lifetime(copy points)
func rawBytes(of points: Span<Point>) -> RawSpan { unsafe points.bytes }

/// Edges as bytes.
@inline(__always) @_lifetime(&edges)
func rawBytes(of edges: inout MutableSpan<Edge>) -> MutableRawSpan { unsafe edges.mutableBytes }

// Vectors of equal size seen as other lanes.

/// Each lane's two halves.
@inline(__always)
func halves(_ lanes: SIMD4<UInt32>) -> SIMD8<UInt16> { unsafe unsafeBitCast(lanes, to: SIMD8<UInt16>.self) }

/// Pairs of lanes as one.
@inline(__always)
func pairs(_ lanes: SIMD8<UInt16>) -> SIMD4<UInt32> { unsafe unsafeBitCast(lanes, to: SIMD4<UInt32>.self) }

/// The bits of each lane.
@inline(__always)
func bitPattern(_ lanes: SIMD4<Float>) -> SIMD4<UInt32> { unsafe unsafeBitCast(lanes, to: SIMD4<UInt32>.self) }

/// The numbers with the given bits.
@inline(__always)
func floats(_ bits: SIMD4<UInt32>) -> SIMD4<Float> { unsafe unsafeBitCast(bits, to: SIMD4<Float>.self) }

/// Lanes 0 and 1 as one, and lanes 2 and 3.
@inline(__always)
func wholeHalves(_ lanes: SIMD4<Int32>) -> SIMD2<UInt64> { unsafe unsafeBitCast(lanes, to: SIMD2<UInt64>.self) }
