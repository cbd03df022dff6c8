/// How what is drawn is mixed with what is there.
///
/// Drawing touches only the pixels it covers, as in Core Graphics: with coverage m the result is `d + (B(s, d) - d)·m`, where `s` is
/// the paint with its opacity and `d` the picture, both premultiplied. So `clear` and `copy` keep a shape's smooth edge. A layer
/// covers all of its clip, also where nothing was drawn in it.
///
/// Source: W3C Compositing and Blending Level 1; names as in Core Graphics.
public enum BlendMode: String, Hashable, Sendable, CaseIterable {
  /// The paint over the picture: s + d·(1 - sa). Known as source-over.
  case normal
  /// Nothing: 0.
  case clear
  /// The paint alone: s.
  case copy
  /// The paint where the picture is opaque: s·da.
  case sourceIn
  /// The paint where the picture is clear: s·(1 - da).
  case sourceOut
  /// The paint over the picture, within the picture: s·da + d·(1 - sa).
  case sourceAtop
  /// The paint under the picture: s·(1 - da) + d.
  case destinationOver
  /// The picture where the paint is opaque: d·sa.
  case destinationIn
  /// The picture where the paint is clear: d·(1 - sa).
  case destinationOut
  /// The picture over the paint, within the paint: s·(1 - da) + d·sa.
  case destinationAtop
  /// Each where the other is clear: s·(1 - da) + d·(1 - sa).
  case xor
  /// The sum, at most 1: s + d.
  case plusLighter
  /// The product of the colours.
  case multiply
  /// The product of the inverted colours, inverted.
  case screen
  /// `hardLight` with paint and picture exchanged.
  case overlay
  /// The darker colour of each channel.
  case darken
  /// The lighter colour of each channel.
  case lighten
  /// The picture made brighter by the paint.
  case colorDodge
  /// The picture made darker by the paint.
  case colorBurn
  /// Multiply where the paint is dark, screen where it is light.
  case hardLight
  /// A weaker `hardLight`.
  case softLight
  /// The distance between the colours.
  case difference
  /// A weaker `difference`.
  case exclusion
  /// The paint's hue with the picture's saturation and luminosity.
  case hue
  /// The paint's saturation with the picture's hue and luminosity.
  case saturation
  /// The paint's hue and saturation with the picture's luminosity.
  case color
  /// The paint's luminosity with the picture's hue and saturation.
  case luminosity

  /// Whether clear paint changes the picture: true for the modes that erase what the paint does not cover.
  package var clearSourceChangesDestination: Bool {
    switch self {
    case .clear, .copy, .sourceIn, .sourceOut, .destinationIn, .destinationAtop: true
    default: false
    }
  }
}
