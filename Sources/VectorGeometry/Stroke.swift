/// How the open ends of a stroke look.
public enum Cap: String, Hashable, Sendable, CaseIterable {
  /// Cut off at the end point.
  case butt
  /// A half disc around the end point.
  case round
  /// Half a square beyond the end point.
  case square
}

/// How a stroke looks where two segments meet.
public enum Join: String, Hashable, Sendable, CaseIterable {
  /// A tip, as long as `Stroke.miterLimit` allows; else a bevel.
  case miter
  /// A disc around the corner.
  case round
  /// A straight cut.
  case bevel
}

/// The pattern of a dashed stroke.
public struct Dash: Hashable, Sendable {
  /// Lengths of dash, gap, dash, … in user space units. An odd count is repeated once.
  public var lengths: [Double]
  /// Where in the pattern the stroke begins, in user space units; may be negative.
  public var phase: Double

  /// Makes a pattern.
  public init(_ lengths: [Double], phase: Double = 0) {
    self.lengths = lengths
    self.phase = phase
  }
}

/// How a path is stroked.
public struct Stroke: Hashable, Sendable {
  /// Thickness in user space units. 0 or less draws nothing.
  public var width: Double
  /// Look of open ends.
  public var cap: Cap
  /// Look of corners.
  public var join: Join
  /// Longest allowed miter, as a multiple of the width: a miter of 1 / sin(θ/2) beyond it becomes a bevel.
  public var miterLimit: Double
  /// Dash pattern; nil for a solid line.
  public var dash: Dash?

  /// Makes a stroke. The defaults are Core Animation's.
  public init(width: Double = 1, cap: Cap = .butt, join: Join = .miter, miterLimit: Double = 10, dash: Dash? = nil) {
    self.width = width
    self.cap = cap
    self.join = join
    self.miterLimit = miterLimit
    self.dash = dash
  }
}
