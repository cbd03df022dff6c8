// What a layer looks like: its animatable state as one value. A layer holds one of these as its model, animations change a copy.

import Bitmaps
import VectorGeometry

/// How an image lies in its layer's bounds.
public enum ContentsGravity: String, Hashable, Sendable, CaseIterable {
  /// Stretched to the bounds.
  case resize
  /// As large as fits, proportions kept, centred.
  case resizeAspect
  /// As small as covers, proportions kept, centred; it reaches over the bounds.
  case resizeAspectFill
  /// In its own size (pixels / `contentsScale`), in the middle, at an edge or at a corner.
  case center, top, bottom, left, right, topLeft, topRight, bottomLeft, bottomRight
}

extension ContentsGravity: SwitchedValue {}
extension Corners: SwitchedValue {}

/// The state that every layer has. Lengths are points of the superlayer or of the layer itself; the defaults are Core Animation's.
public struct LayerProperties: Sendable {
  /// Where the anchor point lies, in the superlayer's coordinates.
  public var position = Point.zero
  /// The layer's own coordinates: the origin scrolls its sublayers, the size is its extent.
  public var bounds = Rect.zero
  /// The point that `position` places and about which the transform works, in fractions of the bounds.
  public var anchorPoint = Point(0.5, 0.5)
  /// The anchor's depth.
  public var anchorPointZ = 0.0
  /// Depth; siblings are drawn in its order, those of equal depth in the order of the tree.
  public var zPosition = 0.0
  /// Applied about the anchor point.
  public var transform = Transform3D.identity
  /// Applied to all sublayers, about this layer's anchor point.
  public var sublayerTransform = Transform3D.identity

  /// Opacity of the layer with its sublayers as one picture, clamped to 0…1 when drawn.
  public var opacity = 1.0
  /// Whether the layer and its sublayers are left out.
  public var isHidden = false
  /// Whether everything outside the bounds, rounded by `cornerRadius`, is cut off; there is no shadow then.
  public var masksToBounds = false
  /// Fills the bounds, rounded by `cornerRadius`.
  public var backgroundColor: Color?
  /// Radius of the bounds' corners for background, border and `masksToBounds`.
  public var cornerRadius = 0.0
  /// Which corners are round.
  public var maskedCorners = Corners.all
  /// Width of the border, which lies inside the bounds and over the sublayers.
  public var borderWidth = 0.0
  /// Colour of the border.
  public var borderColor: Color? = .black

  /// An image, drawn over the background.
  public var contents: Bitmap?
  /// How the image lies in the bounds.
  public var contentsGravity = ContentsGravity.resize
  /// The part of the image that is shown, in fractions of its size.
  public var contentsRect = Rect(0, 0, 1, 1)
  /// Pixels of the image per point, for gravities that keep its size.
  public var contentsScale = 1.0

  /// Opacity of the shadow; 0 means none.
  public var shadowOpacity = 0.0
  /// Colour of the shadow.
  public var shadowColor: Color? = .black
  /// How far the shadow lies from its layer.
  public var shadowOffset = Size(0, -3)
  /// Standard deviation of the shadow's blur.
  public var shadowRadius = 3.0
  /// The shape that casts the shadow; nil is what the layer shows.
  public var shadowPath: Path?

  /// The state of a shape layer; other layers leave it alone.
  public var shape = ShapeProperties()
  /// The state that layers of other kinds add.
  public var content: any LayerContent = NoContent()

  /// Makes the state of a new layer.
  public init() {}

  /// Where the anchor point lies in the layer's own coordinates.
  public var anchor: Point {
    Point(
      bounds.origin.x + anchorPoint.x * bounds.size.width, bounds.origin.y + anchorPoint.y * bounds.size.height)
  }

  /// The state of a kind of layer; nil on a layer of another kind.
  package subscript<Content: LayerContent>(content type: Content.Type) -> Content? {
    get { content as? Content }
    set { if let newValue { content = newValue } }
  }

  /// How this layer wants paths blended.
  package var interpolationRules: InterpolationRules {
    InterpolationRules(pathMorph: shape.pathMorph, clampsPathProgress: shape.clampsPathProgress)
  }
}

/// State that a kind of layer adds to `LayerProperties`: a gradient, a text, or a drawing of one's own.
public protocol LayerContent: Sendable, Equatable {}

/// The state of a layer that adds none.
public struct NoContent: LayerContent {
  /// Makes it.
  public init() {}
}

/// The state of a shape layer. The path is in the layer's own coordinates and is not clipped by its bounds.
public struct ShapeProperties: Sendable, Equatable {
  /// What is filled and stroked.
  public var path = Path()
  /// Fill; nil fills nothing. Open subpaths are closed for filling.
  public var fillColor: Color? = .black
  /// What counts as inside.
  public var fillRule = FillRule.nonZero
  /// Stroke; nil strokes nothing.
  public var strokeColor: Color?
  /// Thickness of the stroke; it scales with the layer's transform. 0 or less strokes nothing.
  public var lineWidth = 1.0
  /// Look of open ends, also of those that `strokeStart` and `strokeEnd` make.
  public var lineCap = Cap.butt
  /// Look of corners.
  public var lineJoin = Join.miter
  /// Longest miter, as a multiple of the width.
  public var miterLimit = 10.0
  /// Lengths of dash, gap, …; nil, a sum of 0 or an entry that is negative or not finite is a solid line.
  public var lineDashPattern: [Double]?
  /// Where in the pattern the stroke begins, counted from the trimmed start.
  public var lineDashPhase = 0.0
  /// Where the visible part of the stroke begins and ends, in fractions of the length of the whole path; clamped to 0…1 when drawn.
  /// A start beyond the end draws nothing; equal ones below 1 draw a dot if the cap is round.
  public var strokeStart = 0.0, strokeEnd = 1.0
  /// How paths of different make are matched when `path` is animated.
  public var pathMorph = PathMorph.pad
  /// Whether the progress of an animated `path` is held within 0…1, so that springs do not overshoot.
  public var clampsPathProgress = false

  /// Makes the state of a new shape layer.
  public init() {}
}
