// Many frames of a clip in one picture, in rows, for a page that steps through them.
import AnimGIF

/// A clip's frames side by side.
struct FrameStrip {
  /// The picture.
  let bitmap: Bitmap
  /// How many frames lie in a row.
  let columns: Int
  /// A frame's size, pixels.
  let width: Int, height: Int
  /// When each frame begins, seconds.
  let starts: [Double]
  /// The clip's length, seconds.
  let duration: Double

  /// The most frames; of longer clips every second frame is taken, or every third, and so on.
  static let largestCount = 150
  /// The widest and highest strip, pixels: what browsers can show.
  private static let largestSide = 8192

  /// Draws a clip's frames, evenly spaced.
  /// - Parameter isCancelled: is asked before each frame; true ends the work.
  /// - Returns: nil when it was cancelled.
  static func draw(_ clip: some FrameSource, isCancelled: () -> Bool) throws -> FrameStrip? {
    let stride = (clip.frameCount + largestCount - 1) / largestCount
    let indices = Array(Swift.stride(from: 0, to: clip.frameCount, by: max(1, stride)))
    let most = max(1, largestSide / clip.width)
    // About square, since browsers limit both sides.
    let even = (Double(indices.count) * Double(clip.height) / Double(clip.width)).squareRoot().rounded(.up)
    let columns = max(1, min(most, indices.count, Int(even)))
    let rows = (indices.count + columns - 1) / columns
    var page = Bitmap(width: columns * clip.width, height: rows * clip.height)
    var frame = Bitmap(width: clip.width, height: clip.height)
    var renderer = clip.makeRenderer()
    for (place, index) in indices.enumerated() {
      if isCancelled() { return nil }
      try renderer.render(index, into: &frame)
      let left = place % columns * clip.width, top = place / columns * clip.height
      for y in 0..<clip.height {
        for x in 0..<clip.width { page[left + x, top + y] = frame[x, y] }
      }
    }
    return FrameStrip(
      bitmap: page, columns: columns, width: clip.width, height: clip.height,
      starts: indices.map { clip.timing.start(of: $0).value }, duration: clip.timing.total.value)
  }
}
