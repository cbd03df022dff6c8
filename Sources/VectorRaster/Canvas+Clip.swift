import Bitmaps
import VectorGeometry

// The clip: a rectangle of pixels, and a mask where a path that is no rectangle of pixels took part. Clips only shrink, until `restore`.

/// What drawing is bounded by.
struct Clip: Sendable {
  /// Nothing is drawn outside it. In the target's coordinates.
  var rect: PixelRect
  /// Coverage within the rectangle, which lies in the mask's bounds; nil: all of it.
  var mask: CoverageMask?
  /// Tells masks apart: equal where two saved states share one. 0: no mask.
  var number = 0

  init(rect: PixelRect) { self.rect = rect }
}

extension Canvas {
  /// Bounds drawing by the inside of a path, anti-aliased, in addition to the clip so far. A rectangle on pixel borders costs nothing. A
  /// path without area, and a transform that flattens the plane, leave nothing to draw on.
  /// - Throws: `RasterError` where a coordinate or the transform is not finite.
  public mutating func clip(to path: Path, rule: FillRule = .nonZero) throws(RasterError) {
    let transform = deviceTransform
    let bounds = try deviceBounds(of: path, transform, within: state.clip.rect)
    if bounds.isEmpty {
      state.clip.rect = .empty
      return
    }
    flattened.removeAll()
    path.flatten(transform: transform, tolerance: Self.tolerance, clip: bounds.rect, into: &flattened)
    if let rect = Self.pixelRect(flattened) {
      state.clip.rect = state.clip.rect.intersection(rect)
      return
    }
    var mask = spareMasks.popLast() ?? CoverageMask()
    mask.reset(bounds: bounds)
    rasterizer.coverage(of: flattened, rule: rule, clip: bounds, into: &mask)
    if let before = state.clip.mask {
      mask.multiply(by: before)
      if savedStates.last?.clip.number != state.clip.number { recycleClip() }
    }
    lastClipNumber += 1
    state.clip.rect = bounds
    state.clip.mask = mask
    state.clip.number = lastClipNumber
  }

  /// Bounds drawing by a rectangle.
  /// - Throws: `RasterError` where an edge or the transform is not finite.
  public mutating func clip(to rect: Rect) throws(RasterError) {
    var path = Path()
    swap(&path, &rectPath)
    defer { swap(&path, &rectPath) }
    path.removeAll()
    path.addRect(rect)
    try clip(to: path)
  }

  /// The smallest rectangle in user space around the clip: nothing outside it can be seen. nil where nothing can be drawn, or the
  /// transform can't be inverted.
  public var clipBounds: Rect? {
    guard !state.clip.rect.isEmpty, let inverse = deviceTransform.inverted, inverse.isFinite else { return nil }
    let rect = state.clip.rect
    let corners = [
      Point(Double(rect.minX), Double(rect.minY)), Point(Double(rect.maxX), Double(rect.minY)),
      Point(Double(rect.minX), Double(rect.maxY)), Point(Double(rect.maxX), Double(rect.maxY)),
    ].map { Rect(origin: inverse.apply(to: $0), size: .zero) }
    return corners.dropFirst().reduce(corners[0]) { $0.union($1) }
  }

  /// Gives the current clip's mask back to the pool, unless it is also that of `kept`.
  mutating func dropClip(for kept: Clip) {
    if state.clip.number != kept.number { recycleClip() }
  }

  private mutating func recycleClip() {
    guard let mask = state.clip.mask else { return }
    state.clip.mask = nil
    spareMasks.append(mask)
  }

  /// Returns the rectangle that a flattened path is, if its edges lie on pixel borders, as near as the rasterizer tells apart.
  private static func pixelRect(_ path: borrowing FlattenedPath) -> PixelRect? {
    var count = path.points.count
    guard path.contourCount == 1, count == 4 || count == 5 else { return nil }
    if count == 5 {
      guard path.points[4] == path.points[0] else { return nil }
      count = 4
    }
    let a = path.points[0], b = path.points[1], c = path.points[2], d = path.points[3]
    guard
      (a.x == b.x && b.y == c.y && c.x == d.x && d.y == a.y) || (a.y == b.y && b.x == c.x && c.y == d.y && d.x == a.x)
    else { return nil }
    func border(_ value: Double) -> Int? {
      let whole = value.rounded()
      return abs(value - whole) < 1.0 / 8192 && abs(whole) < 1e9 ? Int(whole) : nil
    }
    guard let x0 = border(min(a.x, c.x)), let x1 = border(max(a.x, c.x)), let y0 = border(min(a.y, c.y)),
      let y1 = border(max(a.y, c.y))
    else { return nil }
    return PixelRect(minX: x0, minY: y0, maxX: x1, maxY: y1)
  }
}
