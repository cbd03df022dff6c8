public import Bitmaps

/// Another source's frames made smaller: every pixel is the mean of the area it covers, weighted by alpha.
public struct ScaledFrames<Base: FrameSource>: FrameSource {
  /// Draws a frame and makes it smaller.
  public struct Renderer: FrameRenderer {
    fileprivate var base: Base.Renderer
    fileprivate var full: Bitmap
    fileprivate let columns: ContiguousArray<Share>, rows: ContiguousArray<Share>
    /// One row of sums, four channels a pixel.
    fileprivate var sums: ContiguousArray<SIMD4<Float>>

    /// Draws frame `index`.
    public mutating func render(_ index: Int, into bitmap: inout Bitmap) throws {
      try base.render(index, into: &full)
      let width = columns.count
      for y in 0..<rows.count {
        for x in 0..<width { sums[x] = .zero }
        var weight: Float = 0
        for row in rows[y].first...rows[y].last {
          let rowShare = rows[y].share(of: row)
          weight += rowShare
          for x in 0..<width {
            for column in columns[x].first...columns[x].last {
              let pixel = full[column, row]
              let channels = SIMD4<UInt8>(pixel.red, pixel.green, pixel.blue, pixel.alpha)
              sums[x] += SIMD4<Float>(channels) * (columns[x].share(of: column) * rowShare)
            }
          }
        }
        for x in 0..<width {
          // Premultiplied channels keep their mean, so colours are weighted by alpha.
          let mean = sums[x] / (weight * columns[x].total) + 0.5
          bitmap[x, y] = Pixel(
            red: UInt8(min(255, mean.x)), green: UInt8(min(255, mean.y)), blue: UInt8(min(255, mean.z)),
            alpha: UInt8(min(255, mean.w)))
        }
      }
    }
  }

  /// Which old pixels a new one covers along one axis, and how much of the outer two.
  struct Share {
    var first: Int, last: Int
    var firstShare: Float, lastShare: Float
    /// The covered length, old pixels.
    var total: Float

    func share(of index: Int) -> Float { index == first ? firstShare : index == last ? lastShare : 1 }

    /// The shares of `count` new pixels over `length` old ones.
    static func shares(_ count: Int, over length: Int) -> ContiguousArray<Share> {
      ContiguousArray(
        (0..<count).map { index in
          let start = Double(index) * Double(length) / Double(count)
          let end = Double(index + 1) * Double(length) / Double(count)
          let first = Int(start)
          let last = max(first, min(length - 1, Int(end.rounded(.up)) - 1))
          if first == last {
            return Share(first: first, last: last, firstShare: 1, lastShare: 1, total: 1)
          }
          let firstShare = Float(Double(first + 1) - start), lastShare = Float(end - Double(last))
          return Share(
            first: first, last: last, firstShare: firstShare, lastShare: lastShare,
            total: firstShare + lastShare + Float(last - first - 1))
        })
    }
  }

  private let base: Base
  /// Columns of every frame.
  public let width: Int
  /// Rows of every frame.
  public let height: Int

  /// Makes a source of smaller frames.
  /// - Precondition: the new size is at least 1 by 1 and at most the old one.
  public init(_ base: Base, width: Int, height: Int) {
    precondition((1...base.width).contains(width) && (1...base.height).contains(height), "frames are made smaller only")
    self.base = base
    (self.width, self.height) = (width, height)
  }

  /// How long each frame is shown.
  public var timing: FrameTiming { base.timing }

  /// Makes a renderer.
  public func makeRenderer() -> Renderer {
    Renderer(
      base: base.makeRenderer(), full: Bitmap(width: base.width, height: base.height),
      columns: Share.shares(width, over: base.width), rows: Share.shares(height, over: base.height),
      sums: ContiguousArray(repeating: .zero, count: width))
  }
}

extension FrameSource {
  /// Returns the clip at a part of its size, at least 1 by 1 pixel.
  /// - Precondition: the scale is above 0 and at most 1.
  public func scaled(by scale: Double) -> ScaledFrames<Self> {
    precondition(scale > 0 && scale <= 1, "frames are made smaller by a factor of 0…1; got \(scale)")
    return ScaledFrames(
      self, width: max(1, Int((Double(width) * scale).rounded())),
      height: max(1, Int((Double(height) * scale).rounded())))
  }
}
