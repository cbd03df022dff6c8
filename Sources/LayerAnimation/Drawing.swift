// Drawing by hand: a struct of animatable properties and a pure function that draws them.

import Bitmaps
import VectorGeometry
import VectorRaster

/// The content of a `DrawnLayer`: its stored properties can be animated, and whenever one changes the layer is drawn anew.
///
///     struct Pie: Drawing {
///       var progress = 0.0
///       func draw(into canvas: inout Canvas, bounds: Rect) throws(RasterError) { … }
///     }
///     let pie = DrawnLayer(Pie(), bounds: Rect(0, 0, 100, 100))
///     pie.animate(\.progress, from: 0, to: 1, timing: Timing(duration: 5))
public protocol Drawing: LayerContent {
  /// Draws. The same properties always give the same picture; what lies outside the bounds is cut off.
  /// - Parameters:
  ///   - canvas: its user space is the layer's, y down.
  ///   - bounds: the layer's bounds.
  func draw(into canvas: inout Canvas, bounds: Rect) throws(RasterError)
  /// Whether `draw` only ever paints over what is there, with the normal blend mode. Then it needs no bitmap of its own, which is
  /// faster. False unless a type says otherwise.
  static var paintsOver: Bool { get }
}

extension Drawing {
  /// False: a drawing may erase, so it gets a bitmap of its own.
  public static var paintsOver: Bool { false }
}

/// A layer whose content is drawn by a `Drawing`.
public final class DrawnLayer<Content: Drawing>: ContentLayer<Content> {
  /// Makes a layer; nothing shows outside its bounds.
  public init(_ drawing: Content, bounds: Rect = .zero) {
    super.init(drawing)
    properties.bounds = bounds
  }

  override var kind: LayerKind { .drawing }

  /// The drawing with its model values.
  public var drawing: Content {
    get { content }
    set { content = newValue }
  }
}
