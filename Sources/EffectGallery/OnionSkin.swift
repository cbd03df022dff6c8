// Onion skin: under each frame its own past, paler the longer it is gone, as animators lay sheets of paper over each other.
import AnimGIF

/// How many ghosts a picture shows and how far apart in time they are.
public struct OnionOptions: Hashable, Sendable {
  /// How many ghosts there are at most.
  public var count: Int
  /// The time between them, seconds; nil spreads them evenly: those of a still over the time from the clip's start, those of a clip over
  /// the whole clip.
  public var step: Double?

  /// The most ghosts.
  public static let largestCount = 50

  /// - Precondition: the count is 1 to `largestCount`.
  public init(count: Int, step: Double? = nil) {
    precondition(
      (1...Self.largestCount).contains(count), "an onion skin has 1 to \(Self.largestCount) ghosts; got \(count)")
    self.count = count
    self.step = step
  }

  /// How opaque the ghost is that is `age` steps old: a half at most, the oldest one the palest.
  public func opacity(age: Int) -> Double { 0.5 * Double(count + 1 - age) / Double(count) }

  /// The moments of a frame's ghosts with their ages in steps, the oldest first. What lies before the clip's start is its end in a loop, and
  /// else left out, as is what is the frame itself.
  package func ghosts(of moment: Double, isStill: Bool, duration: Double, isLoop: Bool) -> [(moment: Double, age: Int)]
  {
    let step = step ?? (isStill ? moment / Double(count) : duration / Double(count + 1))
    guard step > 0 else { return [] }
    return (1...count).reversed().compactMap { age in
      let past = moment - Double(age) * step
      if past > -1e-9 { return (max(past, 0), age) }
      guard isLoop, !isStill || self.step != nil, duration > 0 else { return nil }
      return (past - (past / duration).rounded(.down) * duration, age)
    }
  }
}

/// The frames of an effect's clip with ghosts.
public struct OnionSkin: FrameSource {
  /// Columns of a frame.
  public var width: Int { front.width }
  /// Rows of a frame.
  public var height: Int { front.height }
  /// How long each frame is shown.
  public var timing: FrameTiming { front.timing }

  /// What is behind everything: one frame.
  private let ground: Animation
  /// All ghosts of all frames, each on nothing.
  private let past: Animation
  /// The frames as they are, on nothing.
  private let front: Animation
  /// Each frame's ghosts by their numbers in `past`, the oldest first.
  private let ghosts: [[(index: Int, opacity: Double)]]

  /// Draws an effect's clip with ghosts.
  public init(
    _ entry: CatalogEntry, _ values: [String: ParameterValue], _ options: ClipOptions, _ onion: OnionOptions
  ) throws(EffectError) {
    let stage = try ClipStage(entry, values, options, part: .front)
    let frames = try stage.frames()
    let ghosts = frames.moments.map { moment in
      onion.ghosts(
        of: moment, isStill: frames.moments.count == 1, duration: stage.map.total, isLoop: stage.map.isLoop)
    }
    var moments: [Double] = []
    self.ghosts = ghosts.map { ghosts in
      ghosts.map { ghost in
        moments.append(ghost.moment)
        return (moments.count - 1, onion.opacity(age: ghost.age))
      }
    }
    front = stage.animation(frames.moments, frames.timing)
    // A clip has at least one frame, ghosts or not.
    if moments.isEmpty { moments = [0] }
    past = try ClipStage(entry, values, options, part: .effect)
      .animation(moments, .uniform(Rational(1), count: moments.count))
    ground = try ClipStage(entry, values, options, part: .ground).animation([0], .uniform(Rational(1), count: 1))
  }

  /// Makes what draws frames on one thread.
  public func makeRenderer() -> Renderer { Renderer(self) }

  /// Draws frames over their ghosts.
  public struct Renderer: FrameRenderer {
    private let skin: OnionSkin
    private var past, front: Animation.Renderer
    private var canvas: Canvas
    private var sheet: Bitmap, frame: Bitmap
    private let ground: Result<Bitmap, any Error>

    fileprivate init(_ skin: OnionSkin) {
      self.skin = skin
      past = skin.past.makeRenderer()
      front = skin.front.makeRenderer()
      canvas = Canvas(width: skin.width, height: skin.height)
      sheet = Bitmap(width: skin.width, height: skin.height)
      frame = sheet
      ground = Result { try skin.ground.still(0) }
    }

    /// Draws frame `index`.
    public mutating func render(_ index: Int, into bitmap: inout Bitmap) throws {
      canvas.bitmap = try ground.get()
      try front.render(index, into: &frame)
      for ghost in skin.ghosts[index] {
        try past.render(ghost.index, into: &sheet)
        removeWhatStands()
        try lay(sheet, opacity: ghost.opacity)
      }
      try lay(frame, opacity: 1)
      bitmap.copyPixels(of: canvas.bitmap)
    }

    /// Clears what is the same in the frame itself, so that half-clear things that do not move do not pile up.
    private mutating func removeWhatStands() {
      for y in 0..<sheet.height {
        for x in 0..<sheet.width where sheet[x, y] == frame[x, y] { sheet[x, y] = .clear }
      }
    }

    private mutating func lay(_ picture: Bitmap, opacity: Double) throws {
      canvas.alpha = opacity
      try canvas.drawImage(picture, in: Rect(0, 0, Double(picture.width), Double(picture.height)))
    }
  }
}
