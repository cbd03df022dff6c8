// The cells of a band and their marks, as `SolidSweep` takes them. This file loads and stores without a bounds check of its own: its caller
// has compared the rows' cells and marks with the size of the memory once, and takes only cells of those rows; `assert` checks it in debug
// builds. The cells' areas stand at the beginning of the memory, four bytes each; their counts, as large, `counts` bytes behind it; the marks
// are bytes, one for four cells, `marks` bytes behind it.

#if AVX2_COPY
  import ProcessorFeatures

  extension MutableRawSpan {
    /// Returns eight cells' areas or counts, which begin at byte `start`, and clears them. `index` is the first cell, a multiple of eight.
    @inline(__always) @_lifetime(self: copy self)
    mutating func takeEight(_ index: Int, start: Int) -> SIMD8<Int32> {
      let offset = start &+ index &<< 2
      assert(index >= 0 && offset + 32 <= byteCount && index & 7 == 0)
      let eight = unsafe unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: SIMD8<Int32>.self)
      unsafe storeBytes(of: SIMD8<Int32>(), toUncheckedByteOffset: offset, as: SIMD8<Int32>.self)
      return eight
    }

    /// The marks of 32 cells from `index` on, a byte for each four. `index` is a multiple of 32.
    @inline(__always)
    func marks(_ index: Int, marks: Int) -> UInt64 {
      let offset = marks &+ index &>> 2
      assert(index >= 0 && offset + 8 <= byteCount && index & 31 == 0)
      return UInt64(littleEndian: unsafe unsafeLoad(fromUncheckedByteOffset: offset, as: UInt64.self))
    }

    /// Clears the marks of 32 cells from `index` on, a multiple of 32.
    @inline(__always) @_lifetime(self: copy self)
    mutating func clearMarks(_ index: Int, marks: Int) {
      let offset = marks &+ index &>> 2
      assert(index >= 0 && offset + 8 <= byteCount && index & 31 == 0)
      unsafe storeBytes(of: 0, toUncheckedByteOffset: offset, as: UInt64.self)
    }

    /// A word of the lists.
    @inline(__always)
    func word(_ index: Int) -> UInt64 {
      assert(index >= 0 && index &* 8 + 8 <= byteCount)
      return unsafe unsafeLoad(fromUncheckedByteOffset: index &<< 3, as: UInt64.self)
    }

    /// Sets a word of the lists.
    @inline(__always) @_lifetime(self: copy self)
    mutating func setWord(_ index: Int, to word: UInt64) {
      assert(index >= 0 && index &* 8 + 8 <= byteCount)
      unsafe storeBytes(of: word, toUncheckedByteOffset: index &<< 3, as: UInt64.self)
    }

    /// Sets four words of the lists, two lanes each.
    @inline(__always) @_lifetime(self: copy self)
    mutating func setEight(_ index: Int, to lanes: SIMD8<Int32>) {
      assert(index >= 0 && index &* 8 + 32 <= byteCount)
      unsafe storeBytes(of: lanes, toUncheckedByteOffset: index &<< 3, as: SIMD8<Int32>.self)
    }
  }

  /// The bytes of a list of words.
  @inline(__always) @_lifetime(&words)
  func rawBytes(of words: inout MutableSpan<UInt64>) -> MutableRawSpan { unsafe words.mutableBytes }

  // Vectors' operations that the standard library's vectors make loops of.

  /// Each lane's sum with all lanes before it.
  @inline(__always)
  func runningSums(_ lanes: SIMD8<Int32>) -> SIMD8<Int32> { processor_running_sums(lanes) }

  /// The last lane in all.
  @inline(__always)
  func lastLane(_ lanes: SIMD8<Int32>) -> SIMD8<Int32> { processor_last_lane(lanes) }

  /// Distances from 0.
  @inline(__always)
  func magnitudes(_ lanes: SIMD8<Int32>) -> SIMD8<Int32> { processor_magnitudes(lanes) }

  /// The smaller one of each pair.
  @inline(__always)
  func smaller(_ left: SIMD8<Int32>, _ right: SIMD8<Int32>) -> SIMD8<Int32> { processor_smaller_lanes(left, right) }

  /// The larger one of each pair.
  @inline(__always)
  func larger(_ left: SIMD8<Int32>, _ right: SIMD8<Int32>) -> SIMD8<Int32> { processor_larger_lanes(left, right) }

  /// The numbers 0…3 of eights, of which bits 0, 2, 1 and 3 are set, in two lanes each.
  @inline(__always)
  func numbersOfEights(_ bits: UInt32) -> SIMD8<Int32> { processor_numbers_of_eights(bits) }

  /// A word in two lanes, four times.
  @inline(__always)
  func fourTimes(_ word: UInt64) -> SIMD8<Int32> {
    unsafe unsafeBitCast(SIMD4(repeating: word), to: SIMD8<Int32>.self)
  }

  /// Ones where the left lane is the larger one.
  @inline(__always)
  func isLarger(_ left: SIMD8<Int32>, _ right: SIMD8<Int32>) -> SIMD8<Int32> { processor_is_larger(left, right) }

  /// The highest byte of each lane, twice: in the lowest byte and in the third.
  @inline(__always)
  func highestByteTwice(_ lanes: SIMD8<Int32>) -> SIMD16<UInt16> {
    unsafe unsafeBitCast(processor_highest_byte_twice(lanes), to: SIMD16<UInt16>.self)
  }

  /// A bit for each lane below 0, the first one lowest.
  @inline(__always)
  func signBits(_ lanes: SIMD8<Int32>) -> UInt32 { processor_sign_bits(lanes) }

  /// The lanes' bits without their sign.
  @inline(__always)
  func bitPattern(_ lanes: SIMD8<Int32>) -> SIMD8<UInt32> { unsafe unsafeBitCast(lanes, to: SIMD8<UInt32>.self) }
#endif
