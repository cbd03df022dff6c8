import Bitmaps
import VectorGeometry

// Stage before the compositor: a paint as rows of premultiplied pixels.

/// A paint made ready for a rectangle of the bitmap. Keeps its scratch for the next one.
struct PaintRows: Sendable {
  private enum Source: Sendable {
    case solid(UInt32)
    case gradient
    case image(Bitmap)
  }

  private var source = Source.solid(0)
  private var gradients = GradientRows()
  private var sampler = ImageSampler()
  private var opacity = 1.0
  private var x = 0
  /// What the kernels may use.
  var instructions: InstructionSet {
    get { gradients.instructions }
    set {
      gradients.instructions = newValue
      sampler.instructions = newValue
    }
  }

  /// Takes over a paint for the columns of `rect`; false where it draws nothing.
  /// - Parameters: `transform`: user space to the bitmap's pixels. `opacity`: 0…1, multiplies the paint's alpha.
  mutating func prepare(_ paint: Paint, transform: AffineTransform, opacity: Double, rect: PixelRect) -> Bool {
    self.opacity = opacity
    x = rect.minX
    switch paint {
    case .solid(let color): source = .solid(Pixel(color, opacity: opacity).bits)
    case .linear(let gradient):
      guard let field = gradient.field(transform: transform) else { return false }
      gradients.prepare(field, gradient.stops, gradient.spread, opacity: opacity)
      source = .gradient
    case .radial(let gradient):
      guard let field = gradient.field(transform: transform) else { return false }
      gradients.prepare(field, gradient.stops, gradient.spread, opacity: opacity)
      source = .gradient
    case .conic(let gradient):
      guard let field = gradient.field(transform: transform) else { return false }
      gradients.prepare(field, gradient.stops, .pad, opacity: opacity)
      source = .gradient
    case .image(let image):
      guard sampler.prepare(image, transform: transform, x: rect.minX, count: rect.width) else { return false }
      source = .image(image.bitmap)
    }
    return true
  }

  /// Writes row `y`. A solid paint's row is always the same: `isFirst` false leaves it as it is.
  mutating func writeRow(y: Int, isFirst: Bool, into row: inout MutableSpan<UInt32>) {
    switch source {
    case .solid(let bits):
      guard isFirst else { return }
      instructions.fill(&row, from: 0, count: row.count, with: bits)
    case .gradient: gradients.writeRow(x: x, y: y, into: &row)
    case .image(let bitmap):
      sampler.writeRow(y: y, of: bitmap, into: &row)
      guard opacity < 1 else { return }
      let m = UInt32(opacity * 255 + 0.5)
      for index in row.indices { row[index] = scale(row[index], m) }
    }
  }

  /// The gradient that was taken over; nil for other paints.
  var gradient: GradientRows? { if case .gradient = source { gradients } else { nil } }

  /// Lets go of the paint's image, so that its owner can change it without a copy.
  mutating func finish() { source = .solid(0) }
}

extension Pixel {
  /// Makes the premultiplied pixel of a colour whose alpha, clamped to 0…1, is multiplied by `opacity`.
  init(_ color: Color, opacity: Double) {
    self.init(opacity < 1 ? color.withAlpha(min(1, max(0, color.alpha)) * opacity) : color)
  }
}

/// Returns a premultiplied pixel times `m / 255`, each channel rounded to nearest.
@inline(__always) func scale(_ pixel: UInt32, _ m: UInt32) -> UInt32 {
  let even = (pixel & 0xFF_00FF) &* m &+ 0x80_0080, odd = (pixel >> 8 & 0xFF_00FF) &* m &+ 0x80_0080
  return (even &+ (even >> 8 & 0xFF_00FF)) >> 8 & 0xFF_00FF | (odd &+ (odd >> 8 & 0xFF_00FF)) & 0xFF00_FF00
}

/// Scratch rows of the compositor, as long as the widest rectangle so far.
struct RowScratch: Sendable {
  var source: ContiguousArray<UInt32> = []
  var coverage: ContiguousArray<UInt8> = []
  /// What the kernels may use.
  var instructions = InstructionSet.best

  /// Makes both rows at least `count` long.
  mutating func reserve(_ count: Int) {
    if source.count < count { source.append(contentsOf: repeatElement(0, count: count - source.count)) }
    if coverage.count < count { coverage.append(contentsOf: repeatElement(0, count: count - coverage.count)) }
  }

  /// Sets the coverage row to `full`, times a shape's coverage, times a clip's, of row `y` of `rect`.
  /// - Precondition: `rect` lies within the bounds of both masks.
  mutating func setCoverage(
    full: UInt8, shape: CoverageMask?, clip: CoverageMask?, rect: PixelRect, y: Int
  ) {
    let count = rect.width
    var row = coverage.mutableSpan
    for index in 0..<count { row[index] = full }
    if let shape { Self.multiply(&row, by: shape, rect: rect, y: y) }
    if let clip { Self.multiply(&row, by: clip, rect: rect, y: y) }
  }

  private static func multiply(
    _ row: inout MutableSpan<UInt8>, by mask: borrowing CoverageMask, rect: PixelRect, y: Int
  ) {
    let start = mask.index(rect.minX, y)
    let values = mask.storage.span.extracting(start..<start + rect.width)
    for index in values.indices {
      row[index] = UInt8(truncatingIfNeeded: divideBy255(UInt32(row[index]) &* UInt32(values[index])))
    }
  }
}
