// The cells of a band and their marks, as `SolidSweep` takes them. This file loads and stores without a bounds check of its own: its caller
// has compared the rows' cells and marks with the size of the memory once, and takes only cells of those rows; `assert` checks it in debug
// builds. Cells stand at the beginning of the memory, eight bytes each; the marks are bytes, one for four cells, `marks` bytes behind it.

#if AVX2_COPY
  import ProcessorFeatures

  extension MutableRawSpan {
    /// Returns eight cells, low halves in the even lanes, and clears them. `index` is the first one, a multiple of eight.
    @inline(__always) @_lifetime(self: copy self)
    mutating func takeEight(_ index: Int) -> SIMD16<Int32> {
      assert(index >= 0 && index &* 8 + 64 <= byteCount && index & 7 == 0)
      let offset = index &<< 3
      let eight = unsafe unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: SIMD16<Int32>.self)
      unsafe storeBytes(of: SIMD16<Int32>(), toUncheckedByteOffset: offset, as: SIMD16<Int32>.self)
      return eight
    }

    /// Returns the marks of 32 cells from `index` on, a byte for each four, and clears them. `index` is a multiple of 32.
    @inline(__always) @_lifetime(self: copy self)
    mutating func takeMarks(_ index: Int, marks: Int) -> UInt64 {
      let offset = marks &+ index &>> 2
      assert(index >= 0 && offset + 8 <= byteCount && index & 31 == 0)
      let word = unsafe unsafeLoad(fromUncheckedByteOffset: offset, as: UInt64.self)
      unsafe storeBytes(of: 0, toUncheckedByteOffset: offset, as: UInt64.self)
      return UInt64(littleEndian: word)
    }

    /// The marks of 32 cells from `index` on, a multiple of 32.
    @inline(__always)
    func marks(_ index: Int, marks: Int) -> UInt64 {
      let offset = marks &+ index &>> 2
      assert(index >= 0 && offset + 8 <= byteCount && index & 31 == 0)
      return UInt64(littleEndian: unsafe unsafeLoad(fromUncheckedByteOffset: offset, as: UInt64.self))
    }

    /// Asks for a cell to be at hand soon.
    @inline(__always)
    func prefetch(_ index: Int) {
      unsafe withUnsafeBytes { bytes in
        guard let base = bytes.baseAddress else { return }
        unsafe processor_prefetch(base + index &* 8)
      }
    }

    /// Returns the first of the 32 cells that have a mark among them, from `index` to `end`, multiples of 32; `end` if none has.
    @inline(__always)
    func nextMarked(_ index: Int, _ end: Int, marks: Int) -> Int {
      assert(index >= 0 && marks + end &>> 2 <= byteCount && index & 31 == 0 && end & 31 == 0)
      var index = index
      while index < end {
        let word = unsafe unsafeLoad(fromUncheckedByteOffset: marks &+ index &>> 2, as: UInt64.self)
        if word != 0 { break }
        index = index &+ 32
      }
      return index
    }
  }

  // Vectors' operations that the standard library's vectors make loops of.

  /// The halves of eight words.
  @inline(__always)
  func lowHalves(_ words: SIMD16<Int32>) -> SIMD8<Int32> { processor_even_lanes(words) }

  /// The halves of eight words.
  @inline(__always)
  func highHalves(_ words: SIMD16<Int32>) -> SIMD8<Int32> { processor_odd_lanes(words) }

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

  /// Whether a lane is not 0.
  @inline(__always)
  func isAny(_ lanes: SIMD8<Int32>) -> Bool { processor_is_any_lane_set(lanes) != 0 }

  /// The lanes' bits without their sign.
  @inline(__always)
  func bitPattern(_ lanes: SIMD8<Int32>) -> SIMD8<UInt32> { unsafe unsafeBitCast(lanes, to: SIMD8<UInt32>.self) }
#endif
