// Vectors of points and edges, for `SlopingEdges.swift`. This file loads and stores without a bounds check of its own: its caller has compared
// the number of points with the size of both memories once, and asks for places of whole groups of four only; `assert` checks it in debug
// builds.

#if AVX2_COPY
  import ProcessorFeatures

  extension RawSpan {
    /// Four numbers of 64 bits, from number `index` on.
    @inline(__always)
    func fourNumbers(at index: Int) -> SIMD4<Double> {
      assert(index >= 0 && index &* 8 + 32 <= byteCount)
      return unsafe unsafeLoadUnaligned(fromUncheckedByteOffset: index &<< 3, as: SIMD4<Double>.self)
    }

    /// As `fourNumbers`, of which only the first `count` of all there are lie in the memory: an even number, 2 at least. Each two behind them are
    /// the last two.
    @inline(__always)
    func fourNumbers(at index: Int, count: Int) -> SIMD4<Double> {
      assert(index >= 0 && count >= 2 && count &* 8 <= byteCount)
      let first = min(index, count &- 2), second = min(index &+ 2, count &- 2)
      return SIMD4(
        lowHalf: unsafe unsafeLoadUnaligned(fromUncheckedByteOffset: first &<< 3, as: SIMD2<Double>.self),
        highHalf: unsafe unsafeLoadUnaligned(fromUncheckedByteOffset: second &<< 3, as: SIMD2<Double>.self))
    }
  }

  extension MutableRawSpan {
    /// Sets edges `index` and `index` + 1, of 48 bytes each: the lower halves of the three vectors, then the upper ones.
    @inline(__always) @_lifetime(self: copy self)
    mutating func setEdges(_ index: Int, _ first: SIMD4<Int64>, _ second: SIMD4<Int64>, _ third: SIMD4<Int64>) {
      let offset = index &* 48
      assert(index >= 0 && offset + 96 <= byteCount)
      unsafe storeBytes(of: first.lowHalf, toUncheckedByteOffset: offset, as: SIMD2<Int64>.self)
      unsafe storeBytes(of: second.lowHalf, toUncheckedByteOffset: offset &+ 16, as: SIMD2<Int64>.self)
      unsafe storeBytes(of: third.lowHalf, toUncheckedByteOffset: offset &+ 32, as: SIMD2<Int64>.self)
      unsafe storeBytes(of: first.highHalf, toUncheckedByteOffset: offset &+ 48, as: SIMD2<Int64>.self)
      unsafe storeBytes(of: second.highHalf, toUncheckedByteOffset: offset &+ 64, as: SIMD2<Int64>.self)
      unsafe storeBytes(of: third.highHalf, toUncheckedByteOffset: offset &+ 80, as: SIMD2<Int64>.self)
    }
  }

  /// The upper half of one vector, then the lower half of another.
  @inline(__always)
  func middleHalves(_ left: SIMD4<Double>, _ right: SIMD4<Double>) -> SIMD4<Double> {
    processor_middle_halves(left, right)
  }

  /// Lanes 0 and 2 of both vectors in turn.
  @inline(__always)
  func interleavedLow(_ left: SIMD4<Double>, _ right: SIMD4<Double>) -> SIMD4<Double> {
    processor_interleaved_low_doubles(left, right)
  }

  /// Lanes 1 and 3 of both vectors in turn.
  @inline(__always)
  func interleavedHigh(_ left: SIMD4<Double>, _ right: SIMD4<Double>) -> SIMD4<Double> {
    processor_interleaved_high_doubles(left, right)
  }

  /// As for numbers.
  @inline(__always)
  func interleavedLow(_ left: SIMD4<Int64>, _ right: SIMD4<Int64>) -> SIMD4<Int64> {
    processor_interleaved_low_longs(left, right)
  }

  /// As for numbers.
  @inline(__always)
  func interleavedHigh(_ left: SIMD4<Int64>, _ right: SIMD4<Int64>) -> SIMD4<Int64> {
    processor_interleaved_high_longs(left, right)
  }

  /// The lower halves of the lanes of two vectors, in the order 0, 1 of the first, 0, 1 of the second, 2, 3 of the first, 2, 3 of the second.
  @inline(__always)
  func evenWords(_ left: SIMD4<Double>, _ right: SIMD4<Double>) -> SIMD8<Int32> { processor_even_words(left, right) }

  /// Lanes 1, 3, 5 and 7, twice each.
  @inline(__always)
  func oddLanesTwice(_ lanes: SIMD8<Int32>) -> SIMD8<Int32> { processor_odd_lanes_twice(lanes) }

  /// Each two lanes exchanged.
  @inline(__always)
  func exchanged(_ lanes: SIMD8<Int32>) -> SIMD8<Int32> { processor_exchanged(lanes) }

  /// Even lanes of one vector, odd ones of the other.
  @inline(__always)
  func alternating(_ evens: SIMD8<Int32>, _ odds: SIMD8<Int32>) -> SIMD8<Int32> { processor_alternating(evens, odds) }

  /// Ones where the lanes are equal.
  @inline(__always)
  func isEqual(_ left: SIMD8<Int32>, _ right: SIMD8<Int32>) -> SIMD8<Int32> { processor_is_equal(left, right) }

  /// Distances from 0.
  @inline(__always)
  func magnitudes(_ lanes: SIMD4<Double>) -> SIMD4<Double> { processor_double_magnitudes(lanes) }

  /// The smaller one of each pair.
  @inline(__always)
  func smaller(_ left: SIMD4<Int64>, _ right: SIMD4<Int64>) -> SIMD4<Int64> { processor_smaller_longs(left, right) }

  /// The bits of each lane.
  @inline(__always)
  func bitPattern(_ lanes: SIMD4<Double>) -> SIMD4<Int64> { unsafe unsafeBitCast(lanes, to: SIMD4<Int64>.self) }

  /// Each two lanes as one.
  @inline(__always)
  func words(_ lanes: SIMD8<Int32>) -> SIMD4<Int64> { unsafe unsafeBitCast(lanes, to: SIMD4<Int64>.self) }

  /// Each lane as two.
  @inline(__always)
  func wordHalves(_ words: SIMD4<Int64>) -> SIMD8<Int32> { unsafe unsafeBitCast(words, to: SIMD8<Int32>.self) }

  /// The same lanes. The compiler would take many of these vectors apart, lane by lane, and put them together again.
  @inline(__always)
  func opaque(_ lanes: SIMD8<Int32>) -> SIMD8<Int32> { processor_opaque(lanes) }

  /// The same lanes.
  @inline(__always)
  func opaque(_ lanes: SIMD4<Int64>) -> SIMD4<Int64> { words(processor_opaque(wordHalves(lanes))) }

  /// The same lanes.
  @inline(__always)
  func opaque(_ lanes: SIMD4<Double>) -> SIMD4<Double> {
    unsafe unsafeBitCast(opaque(bitPattern(lanes)), to: SIMD4<Double>.self)
  }
#endif
