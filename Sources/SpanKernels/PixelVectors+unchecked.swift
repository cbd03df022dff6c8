import ProcessorFeatures

// Pixels eight at a time. This file loads and stores without a bounds check of its own: each function here demands of its caller, which
// has compared the whole span's bounds with the row's once, that index … index + 7 lie inside; `assert` checks it in debug builds.

extension MutableSpan where Element == UInt32 {
  /// The pixels `index` to `index + 7`.
  @inline(__always)
  func eight(at index: Int) -> SIMD8<UInt32> {
    assert(index >= 0 && index + 8 <= count)
    return unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index &<< 2, as: SIMD8<UInt32>.self)
  }

  /// Replaces the pixels `index` to `index + 7`.
  @inline(__always) @_lifetime(self: copy self)
  mutating func setEight(_ pixels: SIMD8<UInt32>, at index: Int) {
    assert(index >= 0 && index + 8 <= count)
    var raw = unsafe mutableBytes
    unsafe raw.storeBytes(of: pixels, toUncheckedByteOffset: index &<< 2, as: SIMD8<UInt32>.self)
  }

  /// The pixels `index` to `index + 3`.
  @inline(__always)
  func four(at index: Int) -> SIMD4<UInt32> {
    assert(index >= 0 && index + 4 <= count)
    return unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index &<< 2, as: SIMD4<UInt32>.self)
  }

  /// Replaces the pixels `index` to `index + 3`.
  @inline(__always) @_lifetime(self: copy self)
  mutating func setFour(_ pixels: SIMD4<UInt32>, at index: Int) {
    assert(index >= 0 && index + 4 <= count)
    var raw = unsafe mutableBytes
    unsafe raw.storeBytes(of: pixels, toUncheckedByteOffset: index &<< 2, as: SIMD4<UInt32>.self)
  }

  /// Replaces the pixels index + first ..< index + last, with 0 ≤ first ≤ last ≤ 8, which are checked. (Handed over in memory, the vector
  /// stays whole in the caller's registers.)
  @inline(never) @_lifetime(self: copy self)
  mutating func setPart(_ pixels: inout SIMD8<UInt32>, lanes first: Int, _ last: Int, at index: Int) {
    if index >= 0 && index <= count &- 8 {
      let isBefore = below(laneNumbers, SIMD8(repeating: UInt32(truncatingIfNeeded: first)))
      let isInside = below(laneNumbers, SIMD8(repeating: UInt32(truncatingIfNeeded: last)))
      setEight(select(isInside & ~isBefore, pixels, eight(at: index)), at: index)
    } else {
      for lane in first..<last { self[index &+ lane] = pixels[lane] }
    }
  }

  /// How many pixels lie between an index and the next one at which eight pixels are aligned in memory.
  @inline(__always)
  func distanceToAlignment(_ index: Int) -> Int {
    unsafe bytes.withUnsafeBytes { bytes in -(Int(bitPattern: bytes.baseAddress) &>> 2 &+ index) & 7 }
  }

  /// Asks for the pixels around an index, which may be anything, to be written to soon.
  @inline(__always)
  func prefetch(_ index: Int) {
    unsafe bytes.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      unsafe processor_prefetch(base + index &* 4)
    }
  }
}

extension Span where Element == UInt32 {
  /// The pixels `index` to `index + 7`.
  @inline(__always)
  func eight(at index: Int) -> SIMD8<UInt32> {
    assert(index >= 0 && index + 8 <= count)
    return unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index &<< 2, as: SIMD8<UInt32>.self)
  }
}

extension Span where Element == UInt8 {
  /// The bytes `index` to `index + 7`, the first one lowest.
  @inline(__always)
  func eight(at index: Int) -> UInt64 {
    assert(index >= 0 && index + 8 <= count)
    return unsafe UInt64(
      littleEndian: bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self))
  }
}

// Vectors of equal size seen as other lanes.

/// Each lane's two halves.
@inline(__always)
func halves(_ lanes: SIMD8<UInt32>) -> SIMD16<UInt16> { unsafe unsafeBitCast(lanes, to: SIMD16<UInt16>.self) }

/// Pairs of lanes as one.
@inline(__always)
func pairs(_ lanes: SIMD16<UInt16>) -> SIMD8<UInt32> { unsafe unsafeBitCast(lanes, to: SIMD8<UInt32>.self) }

/// The eight bytes of a word, each in a lane, the lowest first.
@inline(__always)
func bytes(of word: UInt64) -> SIMD8<UInt32> {
  SIMD8<UInt32>(truncatingIfNeeded: unsafe unsafeBitCast(word, to: SIMD8<UInt8>.self))
}

/// The bits of each lane.
@inline(__always)
func bitPattern(_ lanes: SIMD8<Float>) -> SIMD8<UInt32> { unsafe unsafeBitCast(lanes, to: SIMD8<UInt32>.self) }

/// The numbers with the given bits.
@inline(__always)
func floats(_ bits: SIMD8<UInt32>) -> SIMD8<Float> { unsafe unsafeBitCast(bits, to: SIMD8<Float>.self) }

/// As for eight numbers.
@inline(__always)
func bitPattern(_ lanes: SIMD4<Float>) -> SIMD4<UInt32> { unsafe unsafeBitCast(lanes, to: SIMD4<UInt32>.self) }

/// Numbers of up to 65 408, to which 128 was added, divided by 255 and so rounded to nearest: (t + t / 256) / 256.
@inline(__always)
func dividedBy255(_ numbers: SIMD16<UInt16>) -> SIMD16<UInt16> { processor_scale_by_257(numbers) }

/// As `dividedBy255`, in the upper bytes.
@inline(__always)
func upperBytes(_ numbers: SIMD16<UInt16>) -> SIMD16<UInt16> { (numbers &+ numbers &>> 8) & 0xFF00 }

// Masks: lanes of 0 or of ones. (The standard library's own masks, selections and reductions of eight lanes become loops and calls.)

/// Ones where the left number is below the right one. A difference of finite numbers has the sign of their order.
@inline(__always)
func below(_ left: SIMD8<Float>, _ right: SIMD8<Float>) -> SIMD8<UInt32> { signs(bitPattern(left - right)) }

/// Ones where the left number, less than 2³¹, is below the right one.
@inline(__always)
func below(_ left: SIMD8<UInt32>, _ right: SIMD8<UInt32>) -> SIMD8<UInt32> { signs(left &- right) }

/// The highest bit of each lane, in all its bits.
@inline(__always)
private func signs(_ lanes: SIMD8<UInt32>) -> SIMD8<UInt32> {
  unsafe unsafeBitCast(unsafeBitCast(lanes, to: SIMD8<Int32>.self) &>> 31, to: SIMD8<UInt32>.self)
}

/// `yes` where the mask is ones, else `no`.
@inline(__always)
func select(_ mask: SIMD8<UInt32>, _ yes: SIMD8<UInt32>, _ no: SIMD8<UInt32>) -> SIMD8<UInt32> {
  processor_select(mask, yes, no)
}

/// As for bits.
@inline(__always)
func select(_ mask: SIMD8<UInt32>, _ yes: SIMD8<Float>, _ no: SIMD8<Float>) -> SIMD8<Float> {
  floats(select(mask, bitPattern(yes), bitPattern(no)))
}

/// Whether a bit of the mask is set.
@inline(__always)
func isAny(_ mask: SIMD8<UInt32>) -> Bool {
  let words = unsafe unsafeBitCast(mask, to: SIMD4<UInt64>.self)
  return words[0] | words[1] | words[2] | words[3] != 0
}
