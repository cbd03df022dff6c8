// From frozen layers and a time to a display list: geometry, drawing order, groups, masks, shadows.
//
// Order inside one layer: shadow; background; contents; shape fill, shape stroke, gradient, text or drawing; sublayers; border. A
// clip to the bounds covers all of it but the shadow; a mask and the opacity work on the whole.

import Bitmaps
import VectorGeometry
import VectorRaster

/// Builds a display list.
struct DisplayListBuilder {
  var items: ContiguousArray<DisplayItem>
  /// How many copies replicators may still show.
  private var copiesLeft = ReplicatorProperties.largestTotal

  init(items: ContiguousArray<DisplayItem>) { self.items = items }

  /// What a layer inherits on the way down.
  struct Surroundings {
    /// Maps the nearest flattened plane to the canvas.
    var plane: AffineTransform
    /// Maps the superlayer's space to that plane's; not the identity under transform layers and sublayer transforms.
    var space: Transform3D?
    /// Opacity that a transform layer, which has no picture of its own, leaves to its sublayers.
    var alpha = 1.0
    /// What a replicator multiplies colours by.
    var tint: Color?

    /// A colour multiplied by the tint.
    func tinted(_ color: Color) -> Color {
      guard let tint else { return color }
      return Color(
        red: color.red * tint.red, green: color.green * tint.green, blue: color.blue * tint.blue,
        alpha: color.alpha * tint.alpha)
    }

    /// A colour as it is to be drawn; nil if it can't be seen.
    func visible(_ color: Color?) -> Color? {
      guard let color = color.map(tinted), color.alpha > 0 else { return nil }
      return color
    }
  }

  /// Adds a tree at a time of its surroundings.
  mutating func add(_ node: LayerNode, at parentTime: Double, plane: AffineTransform) {
    add(node, at: parentTime, Surroundings(plane: plane))
  }

  private mutating func add(_ node: LayerNode, at parentTime: Double, _ surroundings: Surroundings) {
    let time = node.clock.localTime(ofParent: parentTime)
    if node.animations.isEmpty {
      add(node, node.properties, at: time, surroundings)
    } else {
      add(node, node.presentation(at: time), at: time, surroundings)
    }
  }

  /// Adds a layer in a given state; `time` is its own.
  private mutating func add(
    _ node: LayerNode, _ state: LayerProperties, at time: Double, _ surroundings: Surroundings
  ) {
    guard !state.isHidden, state.opacity > 0 else { return }
    let alpha = min(1, state.opacity) * surroundings.alpha
    if node.kind == .transform { return addTransformLayer(node, state, at: time, alpha, surroundings) }
    let transform = state.planeTransform(in: surroundings)
    guard transform.isFinite, transform.determinant != 0 else { return }
    var inner = surroundings
    inner.plane = transform
    inner.space = nil
    inner.alpha = 1

    let start = items.count
    let isGroup = node.mask != nil || alpha < 1
    if isGroup { items.append(.beginGroup(alpha: alpha)) }
    let shadow = state.shadow
    if let shadow, let path = state.shadowPath { items.append(.shadow(path, shadow, transform)) }
    let castsShadow = shadow != nil && state.shadowPath == nil
    if let shadow, castsShadow { items.append(.beginShadow(shadow, transform)) }
    if state.masksToBounds { items.append(.beginClip(state.outline(), transform)) }
    addContent(of: node, state, inner)
    addSublayers(of: node, state, at: time, inner)
    addBorder(state, inner)
    if state.masksToBounds { items.append(.endClip) }
    if castsShadow { items.append(.endShadow) }
    guard isGroup else { return }
    if let mask = node.mask {
      let maskStart = items.count
      items.append(.beginMask)
      var maskSurroundings = inner
      maskSurroundings.tint = nil
      add(mask, at: time, maskSurroundings)
      items.append(.endMask)
      closeMaskedGroup(from: start, maskStart: maskStart, alpha: alpha)
    } else {
      closeGroup(from: start, alpha: alpha)
    }
  }

  /// Ends a group. One that holds a single plain colour needs no picture of its own: its opacity goes into the colour.
  private mutating func closeGroup(from start: Int, alpha: Double) {
    switch items.count - start {
    case 1:
      items.removeLast()
      return
    case 2:
      switch items[start + 1] {
      case .fill(let path, .solid(let color), let rule, let transform):
        items[start] = .fill(path, .solid(color.withAlpha(color.visibleAlpha * alpha)), rule, transform)
        items.removeLast()
        return
      case .stroke(let path, let stroke, .solid(let color), let transform):
        items[start] = .stroke(path, stroke, .solid(color.withAlpha(color.visibleAlpha * alpha)), transform)
        items.removeLast()
        return
      case .drawing(let drawing, let bounds, let inner, let transform):
        items[start] = .drawing(drawing, bounds: bounds, alpha: inner * alpha, transform)
        items.removeLast()
        return
      default: break
      }
    default: break
    }
    items.append(.endGroup)
  }

  /// Ends a group with a mask. Where one shape masks one other, both are drawn as what they have in common, with a single rounding
  /// and without a picture of either; a group without content, or with a mask that shows nothing, is nothing at all.
  private mutating func closeMaskedGroup(from start: Int, maskStart: Int, alpha: Double) {
    guard maskStart > start + 1, items.count > maskStart + 2 else {
      items.removeSubrange(start...)
      return
    }
    if maskStart == start + 2, items.count == maskStart + 3,
      let common = items[start + 1].masked(by: items[maskStart + 1], alpha: alpha)
    {
      items.removeSubrange(start...)
      items.append(contentsOf: common)
    } else {
      items.append(.endGroup)
    }
  }

  /// Background, contents and what the layer's kind draws.
  private mutating func addContent(of node: LayerNode, _ state: LayerProperties, _ surroundings: Surroundings) {
    let transform = surroundings.plane
    if let color = surroundings.visible(state.backgroundColor), !state.bounds.isEmpty {
      items.append(.fill(state.outline(), .solid(color), .nonZero, transform))
    }
    addContents(state, surroundings)
    switch node.kind {
    case .shape: addShape(state.shape, node.measure, surroundings)
    case .drawing:
      if let drawing = state.content as? any Drawing, !state.bounds.isEmpty {
        items.append(.drawing(DrawingBox(drawing: drawing), bounds: state.bounds, alpha: 1, transform))
      }
    case .gradient:
      guard !state.bounds.isEmpty, let gradient = state.content as? GradientProperties,
        let paint = gradient.paint(over: state.bounds, tint: surroundings.tinted)
      else { return }
      items.append(.fill(state.outline(), paint, .nonZero, transform))
    case .text:
      guard let text = state.content as? TextProperties, let color = surroundings.visible(text.foregroundColor)
      else { return }
      let outlines = node.outlines(of: text, in: state.bounds)
      if !outlines.isEmpty { items.append(.fill(outlines, .solid(color), .nonZero, transform)) }
    case .plain, .replicator, .transform: break
    }
  }

  private mutating func addShape(_ shape: ShapeProperties, _ measure: PathMeasure?, _ surroundings: Surroundings) {
    guard !shape.path.isEmpty else { return }
    if let color = surroundings.visible(shape.fillColor) {
      items.append(.fill(shape.path, .solid(color), shape.fillRule, surroundings.plane))
    }
    if shape.lineWidth > 0, let color = surroundings.visible(shape.strokeColor), let path = shape.visiblePath(measure) {
      items.append(.stroke(path, shape.stroke, .solid(color), surroundings.plane))
    }
  }

  private mutating func addContents(_ state: LayerProperties, _ surroundings: Surroundings) {
    guard let bitmap = state.contents, let image = state.contentsPaint(of: bitmap, tint: surroundings.tint) else {
      return
    }
    items.append(.fill(.rect(image.rect), .image(image.paint), .nonZero, surroundings.plane))
  }

  /// The border: the ring between the bounds and the bounds moved inward, as one even-odd fill.
  private mutating func addBorder(_ state: LayerProperties, _ surroundings: Surroundings) {
    let width = state.borderWidth
    guard width > 0, let color = surroundings.visible(state.borderColor), !state.bounds.isEmpty else { return }
    var path = state.outline()
    if width * 2 < min(state.bounds.width, state.bounds.height) {
      path.append(state.outline(inset: width))
    }
    items.append(.fill(path, .solid(color), .evenOdd, surroundings.plane))
  }

  private mutating func addSublayers(
    of node: LayerNode, _ state: LayerProperties, at time: Double, _ surroundings: Surroundings
  ) {
    guard !node.sublayers.isEmpty else { return }
    var inner = surroundings
    inner.space = state.sublayerSpace
    guard node.kind == .replicator, let replicator = state.content as? ReplicatorProperties else {
      return addSublayers(of: node, at: time, inner)
    }
    let anchor = state.anchor
    var copy = Transform3D.identity
    for index in 0..<max(0, min(replicator.instanceCount, ReplicatorProperties.largestCount)) {
      guard copiesLeft > 0 else { return }
      copiesLeft -= 1
      let placed = Transform3D.translation(-anchor.x, -anchor.y).concatenating(copy)
        .concatenating(.translation(anchor.x, anchor.y))
      inner.space = state.sublayerSpace?.concatenating(placed) ?? (index == 0 ? nil : placed)
      inner.tint = replicator.tint(index).map(surroundings.tinted) ?? surroundings.tint
      addSublayers(of: node, at: time - Double(index) * replicator.instanceDelay, inner)
      copy = replicator.instanceTransform.concatenating(copy)
    }
  }

  /// Adds sublayers in the order of their depths.
  private mutating func addSublayers(of node: LayerNode, at time: Double, _ surroundings: Surroundings) {
    guard node.hasDepth else {
      for layer in node.sublayers { add(layer, at: time, surroundings) }
      return
    }
    let depths = node.sublayers.map { layer in
      let depth = layer.presentation(at: layer.clock.localTime(ofParent: time)).zPosition
      return depth.isNaN ? 0 : depth
    }
    // Ties keep the tree's order.
    let order = depths.indices.sorted { (depths[$0], $0) < (depths[$1], $1) }
    for index in order { add(node.sublayers[index], at: time, surroundings) }
  }

  /// A transform layer has no picture: its sublayers are placed in its space and flattened one by one.
  private mutating func addTransformLayer(
    _ node: LayerNode, _ state: LayerProperties, at time: Double, _ alpha: Double, _ surroundings: Surroundings
  ) {
    var inner = surroundings
    let own = surroundings.space.map { state.toSuperlayer.concatenating($0) } ?? state.toSuperlayer
    inner.space = state.sublayerSpace.map { $0.concatenating(own) } ?? own
    inner.alpha = alpha
    addSublayers(of: node, at: time, inner)
  }
}

extension Color {
  /// The alpha that is drawn.
  var visibleAlpha: Double { min(1, max(0, alpha)) }
}

extension LayerProperties {
  /// The map from the layer's plane to the canvas.
  func planeTransform(in surroundings: DisplayListBuilder.Surroundings) -> AffineTransform {
    if let space = surroundings.space {
      return toSuperlayer.concatenating(space).flattened.concatenating(surroundings.plane)
    }
    let anchor = anchor
    if transform == .identity {
      return AffineTransform(translationX: position.x - anchor.x, y: position.y - anchor.y)
        .concatenating(surroundings.plane)
    }
    return toSuperlayer.flattened.concatenating(surroundings.plane)
  }

  /// What sublayers are put through before their superlayer's own transform; nil for nothing.
  var sublayerSpace: Transform3D? {
    guard sublayerTransform != .identity else { return nil }
    let anchor = anchor
    return Transform3D.translation(-anchor.x, -anchor.y, -anchorPointZ).concatenating(sublayerTransform)
      .concatenating(.translation(anchor.x, anchor.y, anchorPointZ))
  }

  /// The bounds with their rounded corners, moved inward by `inset`.
  func outline(inset: Double = 0) -> Path {
    let rect = inset == 0 ? bounds : bounds.insetBy(dx: inset, dy: inset)
    let radius = max(0, cornerRadius - inset)
    guard radius > 0, !maskedCorners.isEmpty else { return .rect(rect) }
    return .roundedRect(rect, radius: radius, corners: maskedCorners)
  }

  /// The shadow, if one is seen.
  var shadow: Shadow? {
    guard shadowOpacity > 0, !masksToBounds, let color = shadowColor, color.alpha > 0 else { return nil }
    return Shadow(
      color: color.withAlpha(color.visibleAlpha * min(1, shadowOpacity)),
      offset: Vector(shadowOffset.width, shadowOffset.height), sigma: max(0, shadowRadius))
  }
}
