import Bitmaps

// Gradients source-over, straight from the sweep to the bitmap: an opaque gradient's full spans are written in place, everything else
// goes through a few scratch pixels. The same pixels as through coverage and rows.

/// Draws a gradient source-over into a bitmap.
struct GradientSink: CoverageSink, ~Copyable, ~Escapable {
  private var pixels: MutableSpan<UInt32>
  private var scratch: MutableSpan<UInt32>
  private let rows: GradientRows
  private let width: Int

  /// - Parameters: `scratch`: at least 4 pixels; the more, the longer the runs of translucent spans.
  @_lifetime(&pixels, &scratch)
  init(
    _ pixels: inout MutableSpan<UInt32>, width: Int, rows: GradientRows, scratch: inout MutableSpan<UInt32>
  ) {
    self.pixels = pixels._mutatingExtracting(0..<pixels.count)
    self.scratch = scratch._mutatingExtracting(0..<scratch.count)
    self.rows = rows
    self.width = width
  }

  @_lifetime(self: copy self)
  mutating func group(y: Int, x: Int, coverage: SIMD4<UInt32>) {
    rows.write(x: x, y: y, to: &scratch, at: 0, count: 4)
    let start = y &* width &+ x
    for lane in 0..<4 where coverage[lane] != 0 {
      pixels[start + lane] = blend(scratch[lane], pixels[start + lane], coverage[lane])
    }
  }

  @_lifetime(self: copy self)
  mutating func span(y: Int, x: Int, count: Int, coverage: UInt32) {
    let start = y &* width &+ x
    if coverage == 255 && rows.isOpaque {
      rows.write(x: x, y: y, to: &pixels, at: start, count: count)
      return
    }
    var done = 0
    while done < count {
      let part = min(count - done, scratch.count)
      rows.write(x: x + done, y: y, to: &scratch, at: 0, count: part)
      blend(&scratch, into: &pixels, at: start + done, count: part, coverage: coverage, rows.instructions)
      done += part
    }
  }
}

/// Blends the first `count` pixels of the scratch row.
@inline(__always) @_lifetime(pixels: copy pixels)
private func blend(
  _ scratch: inout MutableSpan<UInt32>, into pixels: inout MutableSpan<UInt32>, at start: Int, count: Int,
  coverage: UInt32, _ instructions: InstructionSet
) {
  instructions.blend(scratch.span, from: 0, into: &pixels, at: start, count: count, coverage: coverage)
}
