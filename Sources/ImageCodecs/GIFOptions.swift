public import Bitmaps

/// How a GIF is made. The defaults are exact wherever the format can be exact, and otherwise the smallest file whose
/// error stays below what the colour table costs anyway.
public struct GIFOptions: Hashable, Sendable {
  /// How often the animation plays.
  public enum Loop: Hashable, Sendable {
    /// Without end.
    case forever
    /// So many times, 1…65536; once needs no loop block in the file.
    case plays(Int)
  }

  /// How a colour that the table does not hold is shown.
  public enum Dither: Hashable, Sendable {
    /// By the nearest entry: no noise, smallest file.
    case none
    /// By a fixed 8 by 8 pattern: equal source pixels stay equal from frame to frame.
    case ordered
    /// By handing each pixel's error on to its neighbours (Floyd–Steinberg), within what changes in a frame.
    case errorDiffusion
  }

  /// Where distances between colours are measured when the table is chosen.
  public enum ColorSpace: Hashable, Sendable {
    /// In sRGB values: the least squared error.
    case sRGB
    /// In Oklab: the least visible error.
    case oklab
  }

  /// Entries of a colour table, 2…256; one of them is the transparent one where a clip needs it.
  public var colors = 256
  /// Colours that must come out exactly, opaque. At most `colors` less the transparent entry.
  public var fixedColors: [Color] = []
  /// How colours outside the table are shown.
  public var dither = Dither.none
  /// Where the table is chosen when there are more colours than entries.
  public var colorSpace = ColorSpace.sRGB
  /// How much error may be added for a smaller file, 0…200. 0 adds nothing that the table's own error would not hide,
  /// and nothing at all to an exact clip; 10 allows about one level a channel, 100 about ten.
  public var lossy = 0.0
  /// The least alpha, 1…255, of a pixel that is drawn; below it a pixel is clear.
  public var alphaThreshold = 128
  /// What half-transparent pixels are blended on. Without it they take their own colour, opaque.
  public var matte: Color?
  /// How often the animation plays.
  public var loop = Loop.forever
  /// Whether a frame that equals the one before is stored nevertheless.
  public var keepsEqualFrames = false
  /// A comment in the file, UTF-8.
  public var comment: String?
  /// How hard the file is made small.
  public var effort = Effort.default

  /// Makes the default options.
  public init() {}
}

/// How much time an encoder may take for a smaller file. Never changes what an exact clip looks like.
public enum Effort: String, Hashable, Sendable, CaseIterable {
  /// The plain methods.
  case fast
  /// What pays for its time.
  case `default`
  /// Whatever makes the file smaller, some ten times slower.
  case max
}
