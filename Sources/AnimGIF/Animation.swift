/// A layer tree with what makes it a clip: size, length and rate. It can be written to a file or drawn frame by frame.
///
///     let clip = Animation(ring, size: Size(200, 200), background: .white, duration: 1, framesPerSecond: 30)
///     try clip.write(to: "ring.gif")
///
/// The tree is frozen when the clip is made: what is changed in the layers later does not show. A clip is a value that may be used
/// on several threads.
public struct Animation: FrameSource {
  /// Columns of a frame, pixels.
  public let width: Int
  /// Rows of a frame, pixels.
  public let height: Int
  /// How long each frame is shown.
  public let timing: FrameTiming
  /// The colour behind the layers.
  public let background: Color
  private let scene: Scene
  private let toPixels: AffineTransform
  private let times: [Double]

  /// The most rows and columns of a frame.
  public static let maximumSide = 65535

  /// Makes a clip of a layer tree.
  /// - Parameters:
  ///   - layer: the outermost layer; it is placed in the picture as in a superlayer whose origin is the upper left corner.
  ///   - size: of the picture in points.
  ///   - scale: pixels per point.
  ///   - background: the colour behind the layers.
  ///   - duration: seconds.
  ///   - framesPerSecond: the rate, exact; a literal such as 30 or 23.976 will do.
  ///   - isLoop: whether the state at `duration` is that of the beginning, so that it is not stored again. Otherwise the last
  ///     frame shows the state at `duration`.
  /// - Precondition: the picture is 1 to `maximumSide` pixels wide and high.
  public init(
    _ layer: Layer, size: Size, scale: Double = 1, background: Color = .clear, duration: Double,
    framesPerSecond: Rational = 30, isLoop: Bool = true
  ) {
    let clock = FrameClock(rate: framesPerSecond, duration: duration, isLoop: isLoop)
    self.init(
      Scene(layer), size: size, scale: scale, background: background,
      times: (0..<clock.frameCount).map(clock.time(ofFrame:)), timing: clock.timing)
  }

  /// Makes a clip of any scene, sampled at any times.
  /// - Parameters:
  ///   - scene: the frozen layer tree.
  ///   - size: of the picture in points.
  ///   - scale: pixels per point.
  ///   - background: the colour behind the layers.
  ///   - times: the scene's time in each frame, seconds.
  ///   - timing: how long each frame is shown; as many as there are times.
  public init(
    _ scene: Scene, size: Size, scale: Double = 1, background: Color = .clear, times: [Double], timing: FrameTiming
  ) {
    let side = 1...Double(Self.maximumSide)
    let pixels = Size((size.width * scale).rounded(), (size.height * scale).rounded())
    precondition(
      side.contains(pixels.width) && side.contains(pixels.height),
      "a frame is 1 to \(Self.maximumSide) pixels wide and high; got \(pixels.width) by \(pixels.height)")
    precondition(times.count == timing.count, "\(times.count) times for \(timing.count) frames")
    self.scene = scene
    width = Int(pixels.width)
    height = Int(pixels.height)
    toPixels = AffineTransform(scaleX: scale, y: scale)
    self.background = background
    self.times = times
    self.timing = timing
  }

  /// Whether nothing moves from one frame to another. False may be too careful.
  public func isStill(from first: Int, through last: Int) -> Bool {
    // The times of a clip that runs back between two frames don't all lie between those frames' times.
    let times = times[first...last]
    guard let low = times.min(), let high = times.max() else { return true }
    return scene.isConstant(from: low, through: high)
  }

  /// Makes what draws frames on one thread.
  public func makeRenderer() -> Renderer { Renderer(self) }

  /// Draws frames of a clip, with scratch memory of its own.
  public struct Renderer: FrameRenderer {
    private let animation: Animation
    /// Has a picture only while it draws: the caller's.
    private var canvas = Canvas(width: 1, height: 1)
    private var list = DisplayList()

    fileprivate init(_ animation: Animation) { self.animation = animation }

    /// Draws frame `index`.
    /// - Throws: `RasterError` where a layer's path or transform is not finite.
    public mutating func render(_ index: Int, into bitmap: inout Bitmap) throws {
      precondition(
        bitmap.width == animation.width && bitmap.height == animation.height,
        "the bitmap is \(bitmap.width) by \(bitmap.height), the frame \(animation.width) by \(animation.height)")
      animation.scene.displayList(at: animation.times[index], transform: animation.toPixels, into: &list)
      canvas.exchangeBitmap(with: &bitmap)
      defer { canvas.exchangeBitmap(with: &bitmap) }
      canvas.clear(animation.background)
      canvas.beginFrame()
      try list.draw(into: &canvas)
    }
  }
}
