// From a display list to pixels.

import VectorGeometry
import VectorRaster

extension DisplayList {
  /// Draws everything, over what is there; the list's coordinates are the canvas's user space. The canvas's state is as before
  /// afterwards.
  /// - Throws: `RasterError` where a path or a paint is not finite. What was drawn before then stays, but not what was to become part
  ///   of a group: that is dropped.
  public func draw(into canvas: inout Canvas) throws(RasterError) {
    let base = canvas.transform, depth = canvas.depth
    defer {
      canvas.unwind(to: depth)
      canvas.transform = base
    }
    for item in items {
      switch item {
      case .fill(let path, let paint, let rule, let transform):
        canvas.transform = transform.concatenating(base)
        try canvas.fill(path, paint, rule: rule)
      case .stroke(let path, let stroke, let paint, let transform):
        canvas.transform = transform.concatenating(base)
        try canvas.stroke(path, stroke, paint)
      case .drawing(let drawing, let bounds, let alpha, let transform):
        canvas.transform = transform.concatenating(base)
        try drawing.draw(into: &canvas, bounds: bounds, alpha: alpha)
      case .shadow(let path, let shadow, let transform):
        canvas.transform = transform.concatenating(base)
        try canvas.drawShadow(of: path, shadow)
      case .beginGroup(let alpha):
        canvas.beginLayer(alpha: alpha)
      case .beginShadow(let shadow, let transform):
        canvas.transform = transform.concatenating(base)
        canvas.beginLayer(shadow: shadow)
      case .endGroup, .endShadow:
        canvas.endLayer()
      case .beginMask:
        canvas.beginMask()
      case .endMask:
        canvas.endMask()
      case .beginClip(let path, let transform):
        canvas.save()
        canvas.transform = transform.concatenating(base)
        try canvas.clip(to: path)
      case .endClip:
        canvas.restore()
      }
    }
  }
}

extension DrawingBox {
  /// Draws within the bounds, in a bitmap apart unless the drawing only paints over what is there. Layers that it leaves open are
  /// dropped.
  func draw(into canvas: inout Canvas, bounds: Rect, alpha: Double) throws(RasterError) {
    func paintsOver<Content: Drawing>(_ drawing: Content) -> Bool { Content.paintsOver }
    let isApart = alpha < 1 || !paintsOver(drawing)
    canvas.save()
    try canvas.clip(to: bounds)
    if isApart { canvas.beginLayer(bounds: bounds, alpha: alpha) }
    let depth = canvas.depth
    try drawing.draw(into: &canvas, bounds: bounds)
    canvas.unwind(to: depth)
    if isApart { canvas.endLayer() }
    canvas.restore()
  }
}
