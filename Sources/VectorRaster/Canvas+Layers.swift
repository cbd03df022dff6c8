import Bitmaps
import VectorGeometry

// Transparency layers: what is drawn between begin and end is composited as one picture, with one opacity, blend mode, shadow and
// clip. A mask is a layer that is composited by `destinationIn`.
//
// A layer has its own bitmap, as large as the part of the clip that it may touch; only its touched rectangle is composited and cleared
// for the next layer, so a layer costs what is drawn in it. It gets the bitmap when it is drawn in for the first time: in a chain of
// layers that hold nothing but each other only two have one at a time.

/// A layer that is open: what it was begun with, and what is drawn on when it ends.
struct OpenLayer: Sendable {
  var target: Bitmap
  var pendingBounds: PixelRect?
  var touched: PixelRect
  var originX: Int
  var originY: Int
  var state: DrawingState
  var savedStateCount: Int
  var opacity: Double
  var blendMode: BlendMode
  var shadow: DeviceShadow?
  var drawsShadowOnly: Bool
}

extension Canvas {
  /// Begins a layer. Until `endLayer` everything is drawn into it, with alpha 1, blend mode normal, no shadow and no clip but the
  /// layer's extent; `endLayer` brings the state of now back.
  /// - Parameters:
  ///   - bounds: in user space, all that will be drawn in the layer, its shadow excepted; drawing outside may be lost. Saves memory on
  ///     a large canvas. nil: anything.
  ///   - alpha: opacity of the whole, 0…1; multiplied with the canvas's own.
  ///   - blendMode: nil: the canvas's own.
  ///   - shadow: thrown by everything in the layer as one shape, drawn under it and made translucent with it; nil: the canvas's own.
  public mutating func beginLayer(
    bounds: Rect? = nil, alpha: Double = 1, blendMode: BlendMode? = nil, shadow: Shadow? = nil
  ) {
    let mode = blendMode ?? state.blendMode
    openLayer(
      bounds: mode.clearSourceChangesDestination ? nil : bounds,
      opacity: state.opacity * (alpha > 0 ? min(1, alpha) : 0),
      blendMode: mode, shadow: shadow ?? state.shadow)
  }

  /// Ends the innermost layer and composites it. Does nothing where none is open.
  public mutating func endLayer() {
    guard var layer = layers.popLast() else { return }
    while savedStates.count > layer.savedStateCount, let saved = savedStates.popLast() {
      dropClip(for: saved.clip)
      state = saved
    }
    dropClip(for: layer.state.clip)
    let shiftX = layer.originX - originX, shiftY = layer.originY - originY
    let clip = layer.state.clip.rect
    if pendingBounds != nil {
      // Nothing was drawn in it, but some modes make clear what a layer leaves clear.
      if layer.blendMode.clearSourceChangesDestination, !clip.isEmpty { materializeLayer() }
    } else if let shadow = layer.shadow {
      cast(shadow, within: clip.offset(x: shiftX, y: shiftY), alone: layer.drawsShadowOnly)
    }
    let hasDrawn = pendingBounds == nil
    // Exchanged, not assigned: a second reference to the target's storage would make the next drawing copy it.
    swap(&layer.target, &target)
    swap(&layer.touched, &touched)
    pendingBounds = layer.pendingBounds
    originX = layer.originX
    originY = layer.originY
    state = layer.state
    guard hasDrawn else { return }
    var rect = layer.touched.offset(x: -shiftX, y: -shiftY).intersection(clip)
    if layer.blendMode.clearSourceChangesDestination {
      // Where the target is clear it stays so; else all of the clip changes.
      let isClearOutside = !layers.isEmpty || ground == .clear
      rect = rect.union(isClearOutside ? clip.intersection(touched) : clip)
    }
    if !rect.isEmpty {
      materializeLayer()
      compositeLayer(
        layer.target, shiftX: shiftX, shiftY: shiftY, opacity: layer.opacity, clip: state.clip.mask,
        mode: layer.blendMode,
        rect: rect, rows: &rows, into: &target)
      touched = touched.union(rect)
    }
    rows.instructions.fill(layer.touched, of: &layer.target, with: .clear)
    spareStorages.append(layer.target.takeStorage())
  }

  /// How many layers are open and states saved.
  public struct Depth: Hashable, Sendable {
    var layerCount: Int
    var savedStateCount: Int
  }

  /// How many layers are open and states saved at this moment.
  public var depth: Depth { Depth(layerCount: layers.count, savedStateCount: savedStates.count) }

  /// Goes back to a depth: layers that were begun since are dropped with all they hold, states that were saved are restored. For
  /// drawing that fails half way.
  public mutating func unwind(to depth: Depth) {
    while layers.count > depth.layerCount {
      if pendingBounds == nil {
        rows.instructions.fill(touched, of: &target, with: .clear)
        touched = .empty
      }
      layers[layers.count - 1].blendMode = .normal
      layers[layers.count - 1].shadow = nil
      endLayer()
    }
    while savedStates.count > max(depth.savedStateCount, layers.last?.savedStateCount ?? 0) { restore() }
  }

  /// Begins a mask: what is drawn until `endMask` only leaves its alpha, by which everything in the open layer (or, without one, in the
  /// picture) is multiplied; nothing is left outside it. The clip bounds what is changed. The canvas's alpha, blend mode and
  /// shadow don't count.
  public mutating func beginMask() { openLayer(opacity: 1, blendMode: .destinationIn, shadow: nil) }

  /// Ends the mask and applies it.
  public mutating func endMask() { endLayer() }

  /// Draws the shadow of a path, without the path.
  /// - Throws: `RasterError` as `fill`.
  public mutating func drawShadow(
    of path: Path, _ shadow: Shadow, rule: FillRule = .nonZero
  ) throws(RasterError) {
    guard state.transform.isFinite else { throw .nonFiniteTransform }
    if shadow.isInvisible { return }
    openLayer(opacity: state.opacity, blendMode: state.blendMode, shadow: shadow, drawsShadowOnly: true)
    defer { endLayer() }
    try fill(path, .solid(.black), rule: rule)
  }

  /// Begins a layer whose opacity, blend mode and shadow don't depend on the canvas's.
  mutating func openLayer(
    bounds: Rect? = nil, opacity: Double, blendMode: BlendMode, shadow: Shadow?, drawsShadowOnly: Bool = false
  ) {
    var rect = state.clip.rect
    let thrown = shadow.flatMap { $0.isInvisible || !state.transform.isFinite ? nil : $0.deviceForm(deviceTransform) }
    if opacity == 0, !blendMode.clearSourceChangesDestination { rect = .empty }
    if !rect.isEmpty, let thrown { rect = thrown.sources(of: rect) }
    if let bounds, !rect.isEmpty { rect = deviceRect(around: bounds, within: rect, shadow: thrown) }
    if blendMode == .destinationIn, !layers.isEmpty || ground == .clear { rect = rect.intersection(touched) }
    layers.append(
      OpenLayer(
        target: target, pendingBounds: pendingBounds, touched: touched, originX: originX, originY: originY,
        state: state,
        savedStateCount: savedStates.count, opacity: opacity, blendMode: blendMode, shadow: rect.isEmpty ? nil : thrown,
        drawsShadowOnly: drawsShadowOnly))
    let isEmpty = rect.isEmpty
    target = Self.placeholder
    pendingBounds = rect
    touched = .empty
    if !isEmpty {
      originX += rect.minX
      originY += rect.minY
    }
    state.alpha = 1
    state.blendMode = .normal
    state.shadow = nil
    state.clip = Clip(rect: PixelRect(minX: 0, minY: 0, maxX: rect.width, maxY: rect.height))
  }

  /// Gives the open layer its bitmap, at the first drawing in it: a layer in which nothing is drawn has none.
  mutating func materializeLayer() {
    guard let bounds = pendingBounds else { return }
    pendingBounds = nil
    target = Bitmap(
      width: max(1, bounds.width), height: max(1, bounds.height), clearedStorage: spareStorages.popLast() ?? [])
  }

  private static let placeholder = Bitmap(width: 1, height: 1)

  /// The pixels around a user space rectangle, and around what its shadow may reach.
  private func deviceRect(around bounds: Rect, within rect: PixelRect, shadow: DeviceShadow?) -> PixelRect {
    let transform = deviceTransform
    var box: Rect?
    for corner in [
      Point(bounds.minX, bounds.minY), Point(bounds.maxX, bounds.minY), Point(bounds.minX, bounds.maxY),
      Point(bounds.maxX, bounds.maxY),
    ] {
      let place = Rect(origin: transform.apply(to: corner), size: .zero)
      box = box?.union(place) ?? place
    }
    guard var box else { return rect }
    if let shadow {
      let reachX = Double(GaussianBlur.reach(sigma: shadow.sigmaX)) + 2
      let reachY = Double(GaussianBlur.reach(sigma: shadow.sigmaY)) + 2
      box = box.union(box.offset(by: shadow.offset).insetBy(dx: -reachX, dy: -reachY))
    }
    return PixelRect(aroundMinX: box.minX, minY: box.minY, maxX: box.maxX, maxY: box.maxY, within: rect)
  }

  /// Draws the shadow of what the target holds under it, or in its place.
  private mutating func cast(_ shadow: DeviceShadow, within limits: PixelRect, alone: Bool) {
    shadowAlpha.setAlpha(of: target, in: touched)
    if alone {
      rows.instructions.fill(touched, of: &target, with: .clear)
      touched = .empty
    }
    blur.blur(
      shadowAlpha, sigmaX: shadow.sigmaX, sigmaY: shadow.sigmaY, offset: shadow.offset,
      within: limits.intersection(target.bounds), into: &shadowBlurred)
    compositeMask(shadowBlurred, shadow.color, mode: alone ? .normal : .destinationOver, rows: &rows, into: &target)
    touched = touched.union(shadowBlurred.bounds)
  }
}
