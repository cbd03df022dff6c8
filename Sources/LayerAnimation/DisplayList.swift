// What there is to draw in one frame, as values in drawing order: the layer tree with time taken out.

import Bitmaps
import VectorGeometry
import VectorRaster

/// One step of drawing. Transforms map the step's own coordinates to the canvas's user space.
package enum DisplayItem: Sendable, Equatable {
  case fill(Path, Paint, FillRule, AffineTransform)
  case stroke(Path, Stroke, Paint, AffineTransform)
  /// A drawing of someone's own, in bounds that cut it off.
  case drawing(DrawingBox, bounds: Rect, alpha: Double, AffineTransform)
  /// The shadow of a path alone.
  case shadow(Path, Shadow, AffineTransform)
  /// Everything up to the matching end is drawn apart and then onto the canvas as one picture.
  case beginGroup(alpha: Double)
  case endGroup
  /// Everything up to the matching end is drawn with its shadow.
  case beginShadow(Shadow, AffineTransform)
  case endShadow
  /// Everything up to the matching end only leaves its alpha, by which the open group is multiplied.
  case beginMask
  case endMask
  /// Everything up to the matching end is cut off outside a path.
  case beginClip(Path, AffineTransform)
  case endClip
}

extension DisplayItem {
  /// Returns what draws this shape multiplied by the alpha of another, without a picture apart: one shape as a clip, in the other the
  /// paint. nil where there is no such thing.
  /// - Parameter alpha: opacity of the whole.
  func masked(by mask: DisplayItem, alpha: Double) -> [DisplayItem]? {
    guard case .fill(let path, var paint, let rule, let transform) = self else { return nil }
    let maskColor: Color
    switch mask {
    case .fill(_, .solid(let color), _, _), .stroke(_, _, .solid(let color), _): maskColor = color
    default: return nil
    }
    let opacity = maskColor.visibleAlpha * alpha
    var isSolid = false
    if case .solid(let color) = paint {
      isSolid = true
      paint = .solid(color.withAlpha(color.visibleAlpha * opacity))
    } else if opacity < 1 {
      return nil
    }
    // A paint other than a colour lies in its own shape's space.
    switch mask {
    case .fill(let outline, _, let maskRule, let maskTransform)
    where rule == .nonZero && (isSolid || transform == maskTransform):
      return [.beginClip(path, transform), .fill(outline, paint, maskRule, maskTransform), .endClip]
    case .fill(let outline, _, .nonZero, let maskTransform):
      return [.beginClip(outline, maskTransform), .fill(path, paint, rule, transform), .endClip]
    case .stroke(let outline, let stroke, _, let maskTransform)
    where rule == .nonZero && (isSolid || transform == maskTransform):
      return [.beginClip(path, transform), .stroke(outline, stroke, paint, maskTransform), .endClip]
    default: return nil
    }
  }
}

/// A drawing that can be compared.
package struct DrawingBox: Sendable, Equatable {
  let drawing: any Drawing

  package static func == (left: DrawingBox, right: DrawingBox) -> Bool {
    func equals<Left: Drawing>(_ drawing: Left) -> Bool { drawing == right.drawing as? Left }
    return equals(left.drawing)
  }
}

/// What a scene shows at one instant: values only, to be drawn on any thread.
///
/// Comparing two lists is cheap where they share their paths, as lists of the same scene do.
public struct DisplayList: Sendable, Equatable {
  package private(set) var items: ContiguousArray<DisplayItem> = []

  /// Makes an empty list.
  public init() {}

  init(items: ContiguousArray<DisplayItem>) { self.items = items }

  /// Whether nothing is drawn.
  public var isEmpty: Bool { items.isEmpty }

  /// Gives the storage away for reuse, emptied.
  mutating func takeItems() -> ContiguousArray<DisplayItem> {
    var result = ContiguousArray<DisplayItem>()
    swap(&result, &items)
    result.removeAll(keepingCapacity: true)
    return result
  }
}
