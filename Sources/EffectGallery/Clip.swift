// From an effect's scene to frames: holds, turns, slow motion, canvas, shown and hidden layers.
import AnimGIF

/// How an effect is shown.
public struct ClipOptions: Sendable {
  /// Frames per second.
  public var rate = Rational(30)
  /// Pixels per point.
  public var scale = 2.0
  /// By how much the motion is stretched; the rests are not.
  public var slow = 1.0
  /// How many times the whole is shown in a row.
  public var turns = 1
  /// Whether the motion runs back to its start after it has run.
  public var autoreverses = false
  /// The part of the timeline; nil for all of it.
  public var stage: String?
  /// The picture's size in points, the effect in its middle; nil for the effect's own.
  public var canvas: Size?
  /// The colour behind the layers; nil for the effect's own.
  public var background: Color?
  /// The layers to be drawn; nil for all.
  public var only: [String]?
  /// The layers to be left out.
  public var hide: [String]?
  /// Whether each layer gets its debug colour.
  public var isTinted = false
  /// Whether the coordinate system is drawn under the effect.
  public var showsGrid = false
  /// Whether the effect's points are named.
  public var showsLabels = false
  /// Whether one frame is wanted.
  public var isStill = false
  /// The time of that frame in seconds from the first one; nil for the effect's poster.
  public var instant: Double?

  /// The defaults.
  public init() {}
}

/// Turns effects into animations.
public enum Clip {
  /// The most pixels a frame may have: 64 million, such as 8192 by 8192.
  public static let maximumPixelCount = 1 << 26
  /// The longest clip, in seconds: a day.
  public static let maximumDuration = 86_400.0

  /// Builds an effect's clip.
  /// - Parameter values: the effect's parameters that were given, by name.
  public static func make(_ entry: CatalogEntry, _ values: [String: ParameterValue], _ options: ClipOptions)
    throws(EffectError) -> Animation
  {
    let stage = try ClipStage(entry, values, options), frames = try stage.frames()
    return stage.animation(frames.moments, frames.timing)
  }

  /// The moment of an effect's clip that a still of it shows, seconds.
  public static func posterTime(of entry: CatalogEntry) throws(EffectError) -> Double {
    try ClipStage(entry, [:], ClipOptions()).map.poster
  }
}

/// An effect on its canvas, ready to be shown at any moment of its clip.
struct ClipStage {
  /// What of the picture is drawn.
  enum Part {
    /// Everything.
    case all
    /// What lies behind the effect: the background and the grid.
    case ground
    /// The effect alone, on nothing.
    case effect
    /// The effect and the names of its points, on nothing.
    case front
  }

  /// How the clip's moments lie in the motion.
  let map: MotionMap
  private let options: ClipOptions
  private let frozen: Scene
  private let size: Size
  private let background: Color

  init(
    _ entry: CatalogEntry, _ values: [String: ParameterValue], _ options: ClipOptions, part: Part = .all
  ) throws(EffectError) {
    let scene = try entry.makeScene(
      values,
      SceneRequest(stage: options.stage, slow: options.slow, scale: options.scale, isTinted: options.isTinted))
    let only = try options.only.map { names throws(EffectError) in try entry.layers(named: names) }
    let hidden = try entry.layers(named: options.hide ?? [])
    func isShown(_ name: String) -> Bool { only?.contains(name) ?? true && !hidden.contains(name) }
    for layer in entry.layers {
      for found in ([scene.root] + scene.offstage).flatMap({ $0.layers(named: layer.name) }) {
        if !isShown(layer.name) { found.isHidden = true }
        if options.isTinted, let tint = layer.tint { found.tint(tint) }
      }
    }

    let grid = scene.grid ?? CoordinateGrid(frame: Rect(origin: .zero, size: scene.size))
    let size = options.canvas ?? (options.showsGrid ? grid.paddedSize(scene.size) : scene.size)
    let pixels = Size((size.width * options.scale).rounded(), (size.height * options.scale).rounded())
    guard pixels.width >= 1, pixels.height >= 1, pixels.width <= 65535, pixels.height <= 65535,
      pixels.width * pixels.height <= Double(Clip.maximumPixelCount)
    else {
      throw .clip(
        "a picture is 1 to 65535 pixels wide and high and has at most \(Clip.maximumPixelCount) in all; got "
          + "\(pixels.width.shortText) by \(pixels.height.shortText); change --size, --canvas or --scale")
    }
    let holder = Layer()
    holder.position = Point((size.width - scene.size.width) / 2, (size.height - scene.size.height) / 2)
    let paper = options.background ?? scene.background
    let showsGround = part == .all || part == .ground, showsEffect = part != .ground
    if options.showsGrid, showsGround { holder.addSublayer(try grid.makeLayer(isOnDark: paper.isDark)) }
    if showsEffect { holder.addSublayer(scene.root) }
    if options.showsGrid, part == .all || part == .front {
      holder.addSublayer(try grid.makeLabelLayer(isOnDark: paper.isDark))
    }
    if options.showsLabels, part == .all || part == .front {
      holder.addSublayer(try scene.makeLandmarkLayer(isShown: isShown, isOnDark: paper.isDark))
    }

    map = MotionMap(scene, options)
    guard map.total <= Clip.maximumDuration else {
      throw .clip("a clip is at most \(Clip.maximumDuration.shortText) s long; got \(map.total.shortText) s")
    }
    frozen = showsEffect ? scene.played(in: holder) : Scene(holder)
    background = showsGround ? paper : .clear
    self.options = options
    self.size = size
  }

  /// The moments of the clip's frames, seconds from its start, and how long each is shown.
  func frames() throws(EffectError) -> (moments: [Double], timing: FrameTiming) {
    if options.isStill || map.total == 0 {
      let instant = options.instant ?? map.poster
      guard instant <= map.total + 1e-9 else {
        throw .clip(
          "--at takes a time from 0 to \(map.total.shortText) seconds, the length of this clip; got \(instant.shortText)"
        )
      }
      return ([instant], .uniform(Rational(1), count: 1))
    }
    let clock = FrameClock(rate: options.rate, duration: map.total, isLoop: map.isLoop)
    guard clock.idealFrameCount <= Double(FrameClock.maximumFrameCount) else {
      throw .clip(
        "a clip has at most \(FrameClock.maximumFrameCount) frames; \(map.total.shortText) s at "
          + "\(options.rate) frames per second has \(clock.idealFrameCount.shortText); lower --fps, --slow or --repeat")
    }
    return ((0..<clock.frameCount).map(clock.time(ofFrame:)), clock.timing)
  }

  /// The pictures at moments of the clip.
  func animation(_ moments: [Double], _ timing: FrameTiming) -> Animation {
    Animation(
      frozen, size: size, scale: options.scale, background: background, times: moments.map(map.motionTime),
      timing: timing)
  }
}

extension EffectScene {
  /// Runs the script and returns all that is to be seen.
  fileprivate func played(in holder: Layer) -> Scene {
    guard let script else { return Scene(holder) }
    let timeline = Timeline(holder)
    script(timeline)
    return timeline.scene(until: window.upperBound)
  }
}

/// Where each moment of a clip lies in the motion of its scene.
struct MotionMap {
  private let window: ClosedRange<Double>
  private let opening, closing, slow: Double
  private let autoreverses: Bool
  /// Whether the clip runs on without a seam.
  let isLoop: Bool
  private let turns: Int
  private let posterTime: Double

  init(_ scene: EffectScene, _ options: ClipOptions) {
    window = scene.window
    opening = scene.opening
    closing = scene.closing
    slow = options.slow
    autoreverses = options.autoreverses
    // A motion that runs back ends where it began.
    isLoop = scene.isLoop || (options.autoreverses && scene.closing == 0)
    turns = options.turns
    posterTime = scene.poster
  }

  private var length: Double { window.upperBound - window.lowerBound }
  private var motion: Double { length * slow * (autoreverses ? 2 : 1) }
  private var turn: Double { opening + motion + closing }
  /// The clip's length, seconds.
  var total: Double { turn * Double(turns) }

  /// The moment of the poster, within the clip.
  var poster: Double {
    let moment = posterTime > opening ? opening + (posterTime - opening) * slow : posterTime
    return min(moment, total)
  }

  /// The motion's time at a moment of the clip, both in seconds.
  func motionTime(_ moment: Double) -> Double {
    guard turn > 0 else { return window.lowerBound }
    let index = min(Double(turns - 1), ((moment + 1e-9) / turn).rounded(.down))
    let elapsed = min(max((moment - index * turn - opening) / slow, 0), motion / slow)
    return window.lowerBound + (autoreverses && elapsed > length ? 2 * length - elapsed : elapsed)
  }
}

extension Color {
  /// Whether light text is easier to read on it than dark text; a colour that lets half of what is behind through counts as light.
  var isDark: Bool { alpha > 0.5 && 0.299 * red + 0.587 * green + 0.114 * blue < 0.5 }
}
