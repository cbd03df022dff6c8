import Bitmaps
import VectorGeometry

// Images at their own size on whole pixels, source-over, straight from the sweep to the bitmap: a picture that a shape uncovers costs what
// is seen of it. The same pixels as through coverage and rows.

/// Draws an image source-over into a bitmap.
struct ImageSink: CoverageSink, ~Copyable, ~Escapable {
  private var pixels: MutableSpan<UInt32>
  private let width: Int
  private let image: Span<UInt32>
  private let imageWidth: Int
  /// The place in the image of the bitmap's pixel (0, 0); may lie outside it.
  private let origin: Int
  private let instructions: InstructionSet

  /// - Parameter shift: the place in the image of the bitmap's pixel (0, 0), columns and rows. The pixels of the clip all lie in it.
  @_lifetime(&pixels, copy image)
  init(
    _ pixels: inout MutableSpan<UInt32>, width: Int, image: Span<UInt32>, imageWidth: Int, shift: (x: Int, y: Int),
    instructions: InstructionSet
  ) {
    self.pixels = pixels._mutatingExtracting(0..<pixels.count)
    self.width = width
    self.image = image
    self.imageWidth = imageWidth
    origin = shift.y * imageWidth + shift.x
    self.instructions = instructions
  }

  @_lifetime(self: copy self)
  mutating func group(y: Int, x: Int, coverage: SIMD4<UInt32>) {
    let start = y &* width &+ x, from = origin &+ y &* imageWidth &+ x
    for lane in 0..<4 where coverage[lane] != 0 {
      pixels[start + lane] = blend(image[from + lane], pixels[start + lane], coverage[lane])
    }
  }

  @_lifetime(self: copy self)
  mutating func span(y: Int, x: Int, count: Int, coverage: UInt32) {
    let start = y &* width &+ x, from = origin &+ y &* imageWidth &+ x
    instructions.blend(image, from: from, into: &pixels, at: start, count: count, coverage: coverage)
  }
}

extension ImagePaint {
  /// How many columns and rows a pixel of `rect` is away from the image's pixel that covers it, if each is covered by one whole pixel
  /// of the region; nil otherwise.
  ///
  /// A place that is 1/8192 off counts as exact: the neighbour's share of the mean, 1/32 of a level at most, is below all rounding.
  func wholeShift(transform ctm: AffineTransform, over rect: PixelRect) -> (x: Int, y: Int)? {
    guard !rect.isEmpty, let inverse = transform.concatenating(ctm).inverted, inverse.b == 0, inverse.c == 0 else {
      return nil
    }
    func shift(_ scale: Double, _ offset: Double, _ range: Range<Int>, _ limits: Range<Int>) -> Int? {
      let whole = offset.rounded()
      guard abs(whole) < 1e9 else { return nil }
      for edge in [Double(range.lowerBound), Double(range.upperBound)] {
        guard abs(scale * edge + offset - (edge + whole)) < 1.0 / 8192 else { return nil }
      }
      let shift = Int(whole)
      return limits.lowerBound <= range.lowerBound + shift && range.upperBound + shift <= limits.upperBound
        ? shift : nil
    }
    guard let x = shift(inverse.a, inverse.tx, rect.minX..<rect.maxX, region.minX..<region.maxX),
      let y = shift(inverse.d, inverse.ty, rect.minY..<rect.maxY, region.minY..<region.maxY)
    else { return nil }
    return (x, y)
  }
}
