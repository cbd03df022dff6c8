// The colours and measures of the chart.
import AnimGIF

/// How a timeline chart looks.
public struct TimelineStyle: Hashable, Sendable {
  /// The colour behind everything.
  public var background: Color
  /// Whether the background is dark.
  public var isDark: Bool
  /// The chart's width, points.
  public var width = 960.0

  /// Dark ink on white, for an article.
  public static let light = TimelineStyle(background: .white)
  /// Light ink on a near black.
  public static let dark = TimelineStyle(background: Color(hex: 0x0D1117))

  /// Makes a style for a background; ink and lines follow from it.
  public init(background: Color) {
    self.background = background
    isDark = background.isDark
  }

  /// What the colours are mixed with: the background, or where that is clear the page that is likely behind it.
  var paper: Color { background.alpha < 0.5 ? .white : background.withAlpha(1) }

  var ink: Color { isDark ? Color(hex: 0xE6EDF3) : Color(hex: 0x1F2328) }
  var mutedInk: Color { isDark ? Color(hex: 0x9198A1) : Color(hex: 0x59636E) }
  var line: Color { ink.mixed(with: paper, share: 0.87) }
  var restBand: Color { ink.mixed(with: paper, share: 0.95) }
  var momentLine: Color { ink.mixed(with: paper, share: 0.55) }

  /// A layer's colour as a line on the paper: dark enough on light, light enough on dark.
  func curve(_ color: Color) -> Color {
    var color = color.withAlpha(1)
    let goal = isDark ? 0.5 : 0.45
    for _ in 0..<12 where isDark ? color.luminance < goal : color.luminance > goal {
      color = color.mixed(with: isDark ? .white : .black, share: 0.12)
    }
    return color
  }

  /// The ground of a bar.
  func bar(_ color: Color) -> Color { curve(color).mixed(with: paper, share: isDark ? 0.78 : 0.86) }
  /// The area under a curve.
  func area(_ color: Color) -> Color { curve(color).mixed(with: paper, share: isDark ? 0.58 : 0.68) }
  /// What a value holds.
  func hold(_ color: Color) -> Color { curve(color).mixed(with: paper, share: isDark ? 0.88 : 0.93) }
}

extension Color {
  /// The colour with a share of another one in it, component by component.
  func mixed(with other: Color, share: Double) -> Color {
    Color(
      red: red + (other.red - red) * share, green: green + (other.green - green) * share,
      blue: blue + (other.blue - blue) * share, alpha: alpha + (other.alpha - alpha) * share)
  }

  /// How light it looks, 0…1.
  fileprivate var luminance: Double { 0.299 * red + 0.587 * green + 0.114 * blue }
}
