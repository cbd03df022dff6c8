import Bitmaps
import VectorGeometry

// The front door of this module: a bitmap to draw on, with Core Graphics' vocabulary and the state that goes with it.
//
//   path ── flatten | stroke ── rasterizer ─┬─ solid, source-over, rectangular clip ──────────── bitmap
//                                           └─ coverage ─ × clip mask ─ paint rows ─ blend mode ─ bitmap
//
// Layers are in `Canvas+Layers.swift`, clips in `Canvas+Clip.swift`, everything that goes through coverage in
// `Canvas+Compositing.swift`, images in `Canvas+Images.swift`.

/// A bitmap to draw on. Points are in user space, which `transform` maps to pixels, y down; pixel (0, 0) covers 0…1 on both axes.
///
/// A shape's edge is anti-aliased by coverage. So two shapes that share a slanted edge, drawn one after the other, let a trace of
/// the background through along it (coverage c, then 1 - c of the rest: c·(1 - c) is missing); one path that holds both, or an edge
/// on pixel borders, has no seam.
///
/// Scratch memory is kept from call to call: drawing the like of what was drawn before does not allocate.
public struct Canvas: Sendable {
  /// What is drawn into: the picture, or the innermost open layer.
  var target: Bitmap
  /// The extent of an open layer in which nothing was drawn yet, in its parent's coordinates; `target` is a stand-in then. nil otherwise.
  var pendingBounds: PixelRect?
  /// Pixels of the target that may differ from its ground: from clear in a layer, from `ground` in the picture.
  var touched: PixelRect
  /// The colour of the picture's untouched pixels; nil where it is not known.
  var ground: Pixel?
  /// The target's upper left pixel, in the picture's coordinates; (0, 0) outside layers.
  var originX = 0, originY = 0
  /// What `save` saves.
  var state: DrawingState
  var savedStates: ContiguousArray<DrawingState> = []
  var layers: ContiguousArray<OpenLayer> = []

  // Scratch.
  var rasterizer = Rasterizer()
  var outliner = StrokeOutliner()
  /// What the frame before has flattened; nil until a frame is begun.
  var outlines: OutlineMemory?
  var flattened = FlattenedPath()
  var rectPath = Path()
  var coverage = CoverageMask()
  var paintRows = PaintRows()
  var rows = RowScratch()
  var spareMasks: ContiguousArray<CoverageMask> = []
  var spareStorages: ContiguousArray<ContiguousArray<UInt32>> = []
  var blur = GaussianBlur()
  var shadowAlpha = CoverageMask()
  var shadowBlurred = CoverageMask()
  /// Tells clip masks apart; counts up.
  var lastClipNumber = 0

  /// Largest distance between a curve and its polygon, in pixels, after the transform.
  package static let tolerance = 0.05

  /// Makes a canvas of `width` by `height` pixels.
  /// - Precondition: as for `Bitmap`: at least 1 by 1, at most `Bitmap.maximumPixelCount` pixels.
  public init(width: Int, height: Int, background: Color = .clear) {
    target = Bitmap(width: width, height: height, filledWith: Pixel(background))
    ground = Pixel(background)
    touched = .empty
    state = DrawingState(clip: Clip(rect: target.bounds))
  }

  /// Columns of the picture.
  public var width: Int { bitmap.width }
  /// Rows of the picture.
  public var height: Int { bitmap.height }

  /// The picture. Layers that are open are not in it yet. May be replaced by another one of any size while no layer is open; clip,
  /// transform and saved states then start anew.
  public var bitmap: Bitmap {
    get { layers.first?.target ?? target }
    set {
      var bitmap = newValue
      exchangeBitmap(with: &bitmap)
    }
  }

  /// Exchanges the picture with another one of any size, no pixel being copied, while no layer is open; clip, transform and saved
  /// states then start anew. So one canvas, with the scratch memory it has gathered, can draw on many bitmaps.
  public mutating func exchangeBitmap(with other: inout Bitmap) {
    precondition(layers.isEmpty, "a canvas's bitmap can't be replaced while a layer is open")
    swap(&target, &other)
    ground = nil
    touched = target.bounds
    savedStates.removeAll(keepingCapacity: true)
    state = DrawingState(clip: Clip(rect: target.bounds))
  }

  /// The pixels that may have changed since the last `clear(_: Color)`; all of them where the bitmap was replaced.
  public var drawnBounds: PixelRect { layers.first?.touched ?? touched }

  /// Replaces every pixel of the picture, or of the open layer; transform, clip, alpha and blend mode don't count. Where the picture
  /// was cleared to the same colour before, only what was drawn since is touched.
  public mutating func clear(_ color: Color) {
    let pixel = Pixel(color)
    if layers.isEmpty {
      fillPixels(ground == pixel ? touched : target.bounds, with: pixel)
      ground = pixel
      touched = .empty
    } else if pendingBounds.map({ pixel != .clear && !$0.isEmpty }) ?? true {
      materializeLayer()
      fillPixels(pixel == .clear ? touched : target.bounds, with: pixel)
      touched = pixel == .clear ? .empty : target.bounds
    }
  }

  private mutating func fillPixels(_ rect: PixelRect, with pixel: Pixel) {
    rows.instructions.fill(rect, of: &target, with: pixel)
  }

  /// What the kernels may use of the processor: for tests, which compare the choices. All make the same pixels.
  package var instructions: InstructionSet {
    get { rows.instructions }
    set {
      rows.instructions = newValue
      rasterizer.instructions = newValue
      paintRows.instructions = newValue
    }
  }

  // MARK: - State

  /// Maps user space to the picture's pixels. Paths, strokes and paints all go through it.
  public var transform: AffineTransform {
    get { state.transform }
    set { state.transform = newValue }
  }

  /// Multiplies the alpha of everything drawn, 0…1; clamped when drawing. Not a layer's: see `beginLayer`.
  public var alpha: Double {
    get { state.alpha }
    set { state.alpha = newValue }
  }

  /// How what is drawn is mixed with what is there.
  public var blendMode: BlendMode {
    get { state.blendMode }
    set { state.blendMode = newValue }
  }

  /// A shadow for each shape, image or layer drawn; nil for none.
  public var shadow: Shadow? {
    get { state.shadow }
    set { state.shadow = newValue }
  }

  /// Maps everything drawn from now on by `next` first, then by the transform so far.
  public mutating func concatenate(_ next: AffineTransform) { state.transform = next.concatenating(state.transform) }

  /// Saves transform, clip, alpha, blend mode and shadow.
  public mutating func save() { savedStates.append(state) }

  /// Brings back what the matching `save` saved. Does nothing without one, or where the one left was before the open layer's
  /// beginning.
  public mutating func restore() {
    guard savedStates.count > (layers.last?.savedStateCount ?? 0), let saved = savedStates.popLast() else { return }
    dropClip(for: saved.clip)
    state = saved
  }

  // MARK: - Shapes

  /// Fills the inside of a path; open subpaths count as closed.
  /// - Throws: `RasterError` where a coordinate or the transform is not finite. Where the transform flattens the plane nothing is
  ///   drawn.
  public mutating func fill(_ path: Path, _ paint: Paint, rule: FillRule = .nonZero) throws(RasterError) {
    if castsShadow {
      return try drawWithShadow { canvas throws(RasterError) in try canvas.fill(path, paint, rule: rule) }
    }
    let transform = deviceTransform
    let bounds = try deviceBounds(of: path, transform, within: state.clip.rect)
    if bounds.isEmpty || isInvisible { return }
    guard outlines == nil else {
      return drawRemembered(path, nil, paint, rule, transform, bounds)
    }
    flattened.removeAll()
    path.flatten(transform: transform, tolerance: Self.tolerance, clip: bounds.rect, into: &flattened)
    draw(paint, rule, transform, bounds)
  }

  /// Draws a path's outline. The stroke is one shape: where it crosses itself it is no darker. The pen goes through the transform, so
  /// it may become an ellipse. A width of 0 or less draws nothing. (For a part of the path stroke `Path.trimmed`.)
  /// - Throws: `RasterError` where a coordinate, the transform or the stroke is not finite or a dash length is negative. Where the
  ///   transform flattens the plane nothing is drawn.
  public mutating func stroke(_ path: Path, _ stroke: Stroke, _ paint: Paint) throws(RasterError) {
    if castsShadow {
      return try drawWithShadow { canvas throws(RasterError) in try canvas.stroke(path, stroke, paint) }
    }
    let reach = try Self.reach(of: stroke)
    let transform = deviceTransform
    let bounds = try deviceBounds(
      of: path, transform, grownBy: reach * transform.stretch.largest, within: state.clip.rect)
    if bounds.isEmpty || isInvisible || stroke.width <= 0 { return }
    guard outlines == nil else {
      return drawRemembered(path, stroke, paint, .nonZero, transform, bounds)
    }
    flattened.removeAll()
    outliner.outline(
      path, stroke, transform: transform, tolerance: Self.tolerance, clip: bounds.rect, into: &flattened)
    draw(paint, .nonZero, transform, bounds)
  }

  /// Fills a rectangle.
  /// - Throws: `RasterError` where an edge or the transform is not finite.
  public mutating func fill(_ rect: Rect, _ paint: Paint) throws(RasterError) {
    var path = Path()
    swap(&path, &rectPath)
    defer { swap(&path, &rectPath) }
    path.removeAll()
    path.addRect(rect)
    try fill(path, paint)
  }

  /// Fills all of the clip: what Core Graphics' gradient drawing calls do.
  /// - Throws: `RasterError` where the transform is not finite.
  public mutating func fill(_ paint: Paint) throws(RasterError) {
    guard state.transform.isFinite else { throw .nonFiniteTransform }
    if castsShadow { return try drawWithShadow { canvas throws(RasterError) in try canvas.fill(paint) } }
    if state.clip.rect.isEmpty || isInvisible { return }
    composite(paint, shape: nil, deviceTransform, state.clip.rect)
  }

  /// Makes a rectangle's pixels clear; its edges are anti-aliased where they don't lie on pixel borders. Alpha, blend mode and
  /// shadow don't count; transform and clip do.
  /// - Throws: `RasterError` where the rectangle or the transform is not finite.
  public mutating func clear(_ rect: Rect) throws(RasterError) {
    let (alpha, blendMode, shadow) = (state.alpha, state.blendMode, state.shadow)
    state.alpha = 1
    state.blendMode = .clear
    state.shadow = nil
    defer {
      state.alpha = alpha
      state.blendMode = blendMode
      state.shadow = shadow
    }
    try fill(rect, .solid(.clear))
  }

  // MARK: - Private

  /// Fills or strokes with the outline that this call had in the frame before, if nothing has changed since.
  private mutating func drawRemembered(
    _ path: Path, _ stroke: Stroke?, _ paint: Paint, _ rule: FillRule, _ transform: AffineTransform, _ bounds: PixelRect
  ) {
    var outliner = StrokeOutliner()
    swap(&outliner, &self.outliner)
    let entry = outlines?.take(path, stroke, transform, bounds, into: &flattened) { outline in
      if let stroke {
        outliner.outline(
          path, stroke, transform: transform, tolerance: Self.tolerance, clip: bounds.rect, into: &outline)
      } else {
        path.flatten(transform: transform, tolerance: Self.tolerance, clip: bounds.rect, into: &outline)
      }
    }
    swap(&outliner, &self.outliner)
    draw(paint, rule, transform, bounds)
    outlines?.giveBack(&flattened, to: entry ?? nil)
  }

  /// Begins a frame of a clip: from now on the outlines of drawing calls are kept, and a call that equals the one in its place in the
  /// frame before is not flattened again.
  public mutating func beginFrame() {
    if outlines == nil { outlines = OutlineMemory() }
    outlines?.beginFrame()
  }

  /// How many drawing calls have found their outline, for tests.
  package var reusedOutlineCount: Int { outlines?.reuseCount ?? 0 }

  /// User space to the target's pixels.
  @inline(__always)
  var deviceTransform: AffineTransform {
    var transform = state.transform
    transform.tx -= Double(originX)
    transform.ty -= Double(originY)
    return transform
  }

  /// Whether no paint can change a pixel, for its opacity.
  @inline(__always)
  private var isInvisible: Bool { !(state.alpha > 0) && !state.blendMode.clearSourceChangesDestination }

  /// How far a stroke reaches beyond its path, in user space: half the width, times what a cap or a miter may add.
  private static func reach(of stroke: Stroke) throws(RasterError) -> Double {
    guard stroke.width.isFinite, stroke.miterLimit.isFinite, stroke.dash?.phase.isFinite ?? true
    else { throw .nonFiniteStroke }
    if let bad = stroke.dash?.lengths.first(where: { !($0 >= 0 && $0.isFinite) }) { throw .invalidDash(bad) }
    return max(0, stroke.width) / 2 * (stroke.join == .miter ? max(1.5, stroke.miterLimit) : 1.5)
  }
}

/// What `Canvas.save` saves.
struct DrawingState: Sendable {
  var transform = AffineTransform.identity
  var clip: Clip
  var alpha = 1.0
  var blendMode = BlendMode.normal
  var shadow: Shadow?

  /// The opacity within 0…1; NaN counts as 0.
  var opacity: Double { alpha > 0 ? min(1, alpha) : 0 }
}
