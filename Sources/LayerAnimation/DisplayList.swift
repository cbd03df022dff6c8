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
