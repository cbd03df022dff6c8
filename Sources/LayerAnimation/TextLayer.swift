// A layer that shows text, as CATextLayer.

import Bitmaps
import TextOutlines
import VectorGeometry

extension Font: SwitchedValue {}
extension TextAlignment: SwitchedValue {}
extension TextTruncation: SwitchedValue {}

/// The state of a text layer. The text begins at the upper edge of the bounds and is not cut off by them.
public struct TextProperties: LayerContent {
  /// The text; switches at half an animation.
  public var string = ""
  /// The face; nil is the default family. Its own size does not count.
  public var font: Font?
  /// The em, points.
  public var fontSize = 36.0
  /// The colour of the glyphs.
  public var foregroundColor: Color? = .white
  /// Where lines lie between the left and right edge of the bounds.
  public var alignmentMode = TextAlignment.natural
  /// Whether lines are broken at the width of the bounds.
  public var isWrapped = false
  /// What gives way to "…" where the text is wider, or wrapped higher, than the bounds.
  public var truncationMode = TextTruncation.none

  /// Makes the state of a new text layer.
  public init() {}

  /// The outlines of the text in given bounds. Without any installed font there are none.
  package func outlines(in bounds: Rect) -> Path {
    guard !string.isEmpty, fontSize > 0, let face = try? font ?? Font(size: 12) else { return Path() }
    var style = ParagraphStyle(alignment: alignmentMode, wraps: isWrapped, truncation: truncationMode)
    let sized = face.resized(to: fontSize)
    var layout = TextLayout(string, font: sized, width: bounds.width, style: style)
    if truncationMode != .none, isWrapped, layout.size.height > bounds.height {
      let fitting = layout.lines.prefix { $0.origin.y + $0.line.descent <= bounds.height + 1e-9 }.count
      style.maximumLines = max(1, fitting)
      layout = TextLayout(string, font: sized, width: bounds.width, style: style)
    }
    return layout.path(at: Point(bounds.minX, bounds.minY))
  }

  /// Whether the outlines are the same, in the same bounds: only the colour may differ.
  func isSet(like other: TextProperties) -> Bool {
    var other = other
    other.foregroundColor = foregroundColor
    return self == other
  }
}

/// A layer that shows text: its glyphs' outlines, filled.
public final class TextLayer: ContentLayer<TextProperties> {
  /// Makes a layer without text.
  public init() { super.init(TextProperties()) }

  /// Makes a layer with its text.
  public convenience init(
    _ string: String, font: Font? = nil, size: Double, color: Color = .white, alignment: TextAlignment = .natural,
    frame: Rect = .zero
  ) {
    self.init()
    var text = TextProperties()
    text.string = string
    text.font = font
    text.fontSize = size
    text.foregroundColor = color
    text.alignmentMode = alignment
    properties.content = text
    self.frame = frame
  }

  override var kind: LayerKind { .text }

  /// The size of the text as it is set now, points: the widest line's width and the height of all lines.
  public var preferredSize: Size {
    let text = content
    guard let face = try? text.font ?? Font(size: 12) else { return .zero }
    let style = ParagraphStyle(alignment: text.alignmentMode, wraps: text.isWrapped)
    let width = text.isWrapped ? properties.bounds.width : nil
    return TextLayout(text.string, font: face.resized(to: text.fontSize), width: width, style: style).size
  }
}
