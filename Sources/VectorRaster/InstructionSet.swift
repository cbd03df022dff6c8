import Bitmaps
import ProcessorFeatures
import SpanKernels

#if HAS_AVX2_COPY
  import SpanKernelsAVX2
#endif

// The span kernels exist twice, compiled from the same source: `SpanKernels` for every processor, `SpanKernelsAVX2` for x86-64 with AVX2.
// Both make the same pixels. Here one of them is chosen.

/// The instructions that the span kernels may use.
package enum InstructionSet: Sendable, CaseIterable {
  /// Those that every processor of the architecture has.
  case baseline
  /// Those of Intel's Haswell, AVX2 among them. As `baseline` where the program was built without that copy.
  case avx2

  /// The best that this processor has.
  package static let best: InstructionSet = processor_has_haswell_instructions() != 0 ? .avx2 : .baseline

  /// Sets `count` pixels from index `start` on.
  @inline(__always)
  func fill(_ pixels: inout MutableSpan<UInt32>, from start: Int, count: Int, with bits: UInt32, stride: Int = 0) {
    #if HAS_AVX2_COPY
      if self == .avx2 {
        return SpanKernelsAVX2.fillSpan(&pixels, from: start, count: count, with: bits, stride: stride)
      }
    #endif
    SpanKernels.fillSpan(&pixels, from: start, count: count, with: bits, stride: stride)
  }

  /// Sets the pixels of a rectangle, as far as it lies within the bitmap.
  func fill(_ rect: PixelRect, of bitmap: inout Bitmap, with pixel: Pixel) {
    let rect = rect.intersection(bitmap.bounds), width = bitmap.width
    if rect.isEmpty { return }
    var pixels = bitmap.storage.mutableSpan
    if rect.width == width {
      return fill(&pixels, from: rect.minY * width, count: rect.height * width, with: pixel.bits)
    }
    for y in rect.minY..<rect.maxY {
      fill(&pixels, from: y * width + rect.minX, count: rect.width, with: pixel.bits)
    }
  }

  /// Blends one premultiplied colour into `count` pixels from index `start` on, source-over, with one coverage of 0…255.
  @inline(__always)
  func blend(
    _ pixels: inout MutableSpan<UInt32>, from start: Int, count: Int, source: UInt32, coverage: UInt32, stride: Int
  ) {
    #if HAS_AVX2_COPY
      if self == .avx2 {
        return SpanKernelsAVX2.blendSpan(
          &pixels, from: start, count: count, source: source, coverage: coverage, stride: stride)
      }
    #endif
    SpanKernels.blendSpan(&pixels, from: start, count: count, source: source, coverage: coverage, stride: stride)
  }

  /// Blends `count` pixels of a row source-over into `pixels`, with one coverage of 0…255.
  @inline(__always)
  func blend(
    _ source: Span<UInt32>, from sourceStart: Int, into pixels: inout MutableSpan<UInt32>, at start: Int, count: Int,
    coverage: UInt32
  ) {
    #if HAS_AVX2_COPY
      if self == .avx2 {
        return SpanKernelsAVX2.blendRow(
          source, from: sourceStart, into: &pixels, at: start, count: count, coverage: coverage)
      }
    #endif
    SpanKernels.blendRow(source, from: sourceStart, into: &pixels, at: start, count: count, coverage: coverage)
  }

  /// Blends a row source-over into another one, each pixel with its coverage of 0…255.
  @inline(__always)
  func blend(_ source: Span<UInt32>, coverage: Span<UInt8>, into pixels: inout MutableSpan<UInt32>) {
    #if HAS_AVX2_COPY
      if self == .avx2 { return SpanKernelsAVX2.blendRow(source, coverage: coverage, into: &pixels) }
    #endif
    SpanKernels.blendRow(source, coverage: coverage, into: &pixels)
  }

  /// Copies `count` pixels.
  @inline(__always)
  func copy(
    _ source: Span<UInt32>, from sourceStart: Int, into pixels: inout MutableSpan<UInt32>, at start: Int, count: Int
  ) {
    #if HAS_AVX2_COPY
      if self == .avx2 {
        return SpanKernelsAVX2.copyRow(source, from: sourceStart, into: &pixels, at: start, count: count)
      }
    #endif
    SpanKernels.copyRow(source, from: sourceStart, into: &pixels, at: start, count: count)
  }

  /// Writes a linear gradient of flat alpha.
  @inline(__always)
  func writeLinearRuns(
    _ pixels: inout MutableSpan<UInt32>, from start: Int, count: Int, x: Int, at0: Double, slope: Double,
    table: Span<SIMD4<Float>>
  ) {
    #if HAS_AVX2_COPY
      if self == .avx2 {
        return SpanKernelsAVX2.writeLinearRuns(
          &pixels, from: start, count: count, x: x, at0: at0, slope: slope, table: table, one: 1)
      }
    #endif
    SpanKernels.writeLinearRuns(&pixels, from: start, count: count, x: x, at0: at0, slope: slope, table: table, one: 1)
  }

  /// Writes a linear gradient.
  @inline(__always)
  func writeLinearBlocks(
    _ pixels: inout MutableSpan<UInt32>, from start: Int, count: Int, x: Int, at0: Double, slope: Double,
    table: Span<SIMD4<Float>>
  ) {
    #if HAS_AVX2_COPY
      if self == .avx2 {
        return SpanKernelsAVX2.writeLinearBlocks(
          &pixels, from: start, count: count, x: x, at0: at0, slope: slope, table: table)
      }
    #endif
    SpanKernels.writeLinearBlocks(&pixels, from: start, count: count, x: x, at0: at0, slope: slope, table: table)
  }

  /// Writes a conic gradient.
  @inline(__always)
  func writeConicBlocks(
    _ pixels: inout MutableSpan<UInt32>, from start: Int, count: Int, x: Int, line: SIMD4<Double>,
    table: Span<SIMD4<Float>>
  ) {
    #if HAS_AVX2_COPY
      if self == .avx2 {
        return SpanKernelsAVX2.writeConicBlocks(
          &pixels, from: start, count: count, x: x, line: line, table: table)
      }
    #endif
    SpanKernels.writeConicBlocks(&pixels, from: start, count: count, x: x, line: line, table: table)
  }

  /// Writes a radial gradient of concentric circles.
  @inline(__always)
  func writeRadialBlocks(
    _ pixels: inout MutableSpan<UInt32>, from start: Int, count: Int, x: Int, line: SIMD4<Double>, r0: Double,
    scale: Double,
    table: Span<SIMD4<Float>>, steepest: Double, isFlat: Bool
  ) {
    #if HAS_AVX2_COPY
      if self == .avx2 {
        return SpanKernelsAVX2.writeRadialBlocks(
          &pixels, from: start, count: count, x: x, line: line, r0: r0, scale: scale, table: table,
          steepest: steepest, isFlat: isFlat, one: 1)
      }
    #endif
    SpanKernels.writeRadialBlocks(
      &pixels, from: start, count: count, x: x, line: line, r0: r0, scale: scale, table: table, steepest: steepest,
      isFlat: isFlat, one: 1)
  }
}
