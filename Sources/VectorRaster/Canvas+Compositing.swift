import Bitmaps
import VectorGeometry

// From a flattened path to pixels: the kernel for the plain case, coverage and rows for everything else.

extension Canvas {
  /// Draws what `flattened` holds. `bounds` lies within the clip and holds all of it that can be seen.
  mutating func draw(_ paint: Paint, _ rule: FillRule, _ transform: AffineTransform, _ bounds: PixelRect) {
    if case .solid(let color) = paint, state.blendMode == .normal, state.clip.mask == nil {
      let pixel = Pixel(color, opacity: state.opacity)
      if pixel.alpha == 0 { return }
      // A background of the ground's own colour changes nothing.
      if pixel.alpha == 255, layers.isEmpty, ground == pixel, touched.intersection(bounds).isEmpty { return }
      materializeLayer()
      touched = touched.union(bounds)
      rasterizer.fill(flattened, rule: rule, solid: pixel, into: &target, clip: bounds)
      return
    }
    if state.blendMode == .normal, state.clip.mask == nil, paint.isGradient {
      guard paintRows.prepare(paint, transform: transform, opacity: state.opacity, rect: bounds) else { return }
      if let gradient = paintRows.gradient {
        materializeLayer()
        touched = touched.union(bounds)
        fillGradient(flattened, rule, gradient, bounds, &rasterizer, rows: &rows, into: &target)
      }
      return
    }
    if state.blendMode == .normal, state.clip.mask == nil, state.opacity == 1, case .image(let image) = paint,
      let shift = image.wholeShift(transform: transform, over: bounds)
    {
      materializeLayer()
      touched = touched.union(bounds)
      fillImage(flattened, rule, image.bitmap, shift, bounds, &rasterizer, into: &target)
      return
    }
    coverage.reset(bounds: bounds)
    rasterizer.coverage(of: flattened, rule: rule, clip: bounds, into: &coverage)
    composite(paint, shape: coverage, transform, bounds)
  }

  /// Draws a paint with a shape's coverage (nil: everywhere) on the pixels of `rect`, which lies within the clip and the shape's mask.
  mutating func composite(_ paint: Paint, shape: CoverageMask?, _ transform: AffineTransform, _ rect: PixelRect) {
    guard paintRows.prepare(paint, transform: transform, opacity: state.opacity, rect: rect) else { return }
    materializeLayer()
    touched = touched.union(rect)
    compositePaint(
      &paintRows, shape: shape, clip: state.clip.mask, mode: state.blendMode, rect: rect, rows: &rows, into: &target)
    paintRows.finish()
  }

  /// Whether shapes are drawn with a shadow. The modes that erase where the paint is clear draw none.
  @inline(__always)
  var castsShadow: Bool {
    guard let shadow = state.shadow else { return false }
    return !shadow.isInvisible && !state.blendMode.clearSourceChangesDestination
  }

  /// Draws in a layer of its own, which throws the state's shadow.
  mutating func drawWithShadow(_ body: (inout Canvas) throws(RasterError) -> Void) throws(RasterError) {
    let alpha = state.alpha
    guard state.transform.isFinite else { throw .nonFiniteTransform }
    openLayer(opacity: 1, blendMode: state.blendMode, shadow: state.shadow)
    state.alpha = alpha
    defer { endLayer() }
    try body(&self)
  }
}

/// Draws a gradient source-over where a path covers the pixels of `clip`.
private func fillGradient(
  _ path: borrowing FlattenedPath, _ rule: FillRule, _ gradient: GradientRows, _ clip: PixelRect,
  _ rasterizer: inout Rasterizer, rows: inout RowScratch, into target: inout Bitmap
) {
  rows.reserve(256)
  let width = target.width
  var pixels = target.storage.mutableSpan
  var scratch = rows.source.mutableSpan
  var sink = GradientSink(&pixels, width: width, rows: gradient, scratch: &scratch)
  rasterizer.rasterize(path, rule: rule, clip: clip, into: &sink)
}

/// Draws an image's pixels source-over where a path covers the pixels of `clip`, each a whole number of columns and rows away.
private func fillImage(
  _ path: borrowing FlattenedPath, _ rule: FillRule, _ image: borrowing Bitmap, _ shift: (x: Int, y: Int),
  _ clip: PixelRect, _ rasterizer: inout Rasterizer, into target: inout Bitmap
) {
  let width = target.width
  var pixels = target.storage.mutableSpan
  var sink = ImageSink(
    &pixels, width: width, image: image.pixels, imageWidth: image.width, shift: shift,
    instructions: rasterizer.instructions)
  rasterizer.rasterize(path, rule: rule, clip: clip, into: &sink)
}

/// Composites a paint with a shape's and a clip's coverage (nil: full) into `rect` of the target.
private func compositePaint(
  _ paint: inout PaintRows, shape: CoverageMask?, clip: CoverageMask?, mode: BlendMode, rect: PixelRect,
  rows: inout RowScratch, into target: inout Bitmap
) {
  rows.reserve(rect.width)
  for y in rect.minY..<rect.maxY {
    rows.setCoverage(full: 255, shape: shape, clip: clip, rect: rect, y: y)
    var all = rows.source.mutableSpan
    var source = all._mutatingExtracting(0..<rect.width)
    paint.writeRow(y: y, isFirst: y == rect.minY, into: &source)
    let start = y * target.width + rect.minX
    var pixels = target.storage.mutableSpan
    var line = pixels._mutatingExtracting(start..<start + rect.width)
    compositeRow(
      rows.source.span.extracting(0..<rect.width), coverage: rows.coverage.span.extracting(0..<rect.width), mode: mode,
      into: &line, instructions: rows.instructions)
  }
}

/// Composites a layer's pixels into `rect` of the target, with the opacity and clip in the scratch rows' making.
/// - Parameter shift: the target's pixel (0, 0) in the layer's coordinates, as columns and rows.
func compositeLayer(
  _ layer: borrowing Bitmap, shiftX: Int, shiftY: Int, opacity: Double, clip: CoverageMask?, mode: BlendMode,
  rect: PixelRect, rows: inout RowScratch, into target: inout Bitmap
) {
  let full = UInt8(opacity * 255 + 0.5)
  rows.reserve(rect.width)
  for y in rect.minY..<rect.maxY {
    rows.setCoverage(full: full, shape: nil, clip: clip, rect: rect, y: y)
    let from = (y + shiftY) * layer.width + rect.minX + shiftX
    let start = y * target.width + rect.minX
    var pixels = target.storage.mutableSpan
    var line = pixels._mutatingExtracting(start..<start + rect.width)
    compositeRow(
      layer.pixels.extracting(from..<from + rect.width), coverage: rows.coverage.span.extracting(0..<rect.width),
      mode: mode, into: &line, instructions: rows.instructions)
  }
}

/// Composites one colour with a mask's coverage into the mask's rectangle, which lies within the target.
func compositeMask(
  _ mask: borrowing CoverageMask, _ color: Color, mode: BlendMode, rows: inout RowScratch, into target: inout Bitmap
) {
  let rect = mask.bounds, bits = Pixel(color).bits
  if rect.isEmpty { return }
  rows.reserve(rect.width)
  for index in 0..<rect.width { rows.source[index] = bits }
  for y in rect.minY..<rect.maxY {
    let from = mask.index(rect.minX, y), start = y * target.width + rect.minX
    var pixels = target.storage.mutableSpan
    var line = pixels._mutatingExtracting(start..<start + rect.width)
    compositeRow(
      rows.source.span.extracting(0..<rect.width), coverage: mask.storage.span.extracting(from..<from + rect.width),
      mode: mode, into: &line, instructions: rows.instructions)
  }
}
