// Several clips as one.
import AnimGIF

/// Clips of one size, one after the other.
public struct ClipSequence: FrameSource {
  /// The clips.
  public let clips: [Animation]
  /// Columns of a frame.
  public let width: Int
  /// Rows of a frame.
  public let height: Int
  /// The clips' durations in a row.
  public let timing: FrameTiming

  /// Joins clips.
  /// - Throws: `EffectError.clip` where there are none, or where their sizes differ.
  public init(_ clips: [Animation]) throws(EffectError) {
    guard let first = clips.first else { throw .clip("a sequence has at least one clip") }
    for clip in clips where (clip.width, clip.height) != (first.width, first.height) {
      throw .clip(
        "the clips of a sequence have one size; got \(first.width)x\(first.height) and \(clip.width)x\(clip.height)")
    }
    self.clips = clips
    width = first.width
    height = first.height
    timing = FrameTiming(durations: clips.flatMap { clip in (0..<clip.frameCount).map(clip.timing.duration(of:)) })
  }

  /// Whether nothing moves from one frame to another of the same clip.
  public func isStill(from first: Int, through last: Int) -> Bool {
    var start = 0
    for clip in clips {
      if first < start + clip.frameCount {
        return last < start + clip.frameCount && clip.isStill(from: first - start, through: last - start)
      }
      start += clip.frameCount
    }
    return first == last
  }

  /// Makes what draws frames on one thread.
  public func makeRenderer() -> Renderer { Renderer(clips: clips) }

  /// Draws frames of one clip after the other.
  public struct Renderer: FrameRenderer {
    let clips: [Animation]
    private var open: (clip: Int, renderer: Animation.Renderer)?

    init(clips: [Animation]) { self.clips = clips }

    /// Draws frame `index` of the whole.
    public mutating func render(_ index: Int, into bitmap: inout Bitmap) throws {
      var clip = 0, index = index
      while index >= clips[clip].frameCount {
        index -= clips[clip].frameCount
        clip += 1
      }
      if open?.clip != clip { open = (clip, clips[clip].makeRenderer()) }
      try open?.renderer.render(index, into: &bitmap)
    }
  }
}
