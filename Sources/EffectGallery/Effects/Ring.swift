// An image loader: a ring shows the progress, then grows in- and outwards as a mask and uncovers the picture.
import AnimGIF

/// A progress ring that opens onto a picture.
struct Ring: Effect {
  static let name = "ring"
  static let summary = "A progress ring that grows into a mask and uncovers a picture."
  static let example = "--image photo.jpg --canvas 400x300"
  static let layers = [
    EffectLayer("image", tint: nil), EffectLayer("cover", tint: nil), EffectLayer("ring", tint: .blue),
    EffectLayer("mask", tint: .red),
  ]
  static let stages = ["progress", "reveal"]
  static let states = ["empty", "loading", "revealing", "done"]
  static let parameters: [Parameter<Self>] = [
    .number("size", \.side, 20...2000, unit: "points", "side of the square picture"),
    .size("canvas", \.canvas, 20...4096, unit: "points", "width and height of the picture, instead of --size"),
    .number(
      "radius", \.radius, 2...500, unit: "points", default: "20, less in a view of less than 50", "radius of the ring"),
    .number("line", \.lineWidth, 0.5...100, unit: "points", "thickness of the ring"),
    .color("color", \.color, "colour of the ring"),
    .color("bg", \.background, "colour of the cover and around the ring"),
    .duration("download", \.download, 0...60, "time that the progress takes"),
    .duration("duration", \.reveal, 0.05...60, "time that the ring takes to uncover the picture"),
    .file("image", \.image, "a PNG, JPEG or GIF to be uncovered; by itself a drawn desk"),
    .holds(\.hold, "rest before the progress, rest of the whole picture"),
  ]

  var side = 300.0
  var canvas: Size?
  var radius: Double?
  var lineWidth = 2.0
  var color = Color.red
  var background = Color.white
  var download = 2.0
  var reveal = 1.0
  var image: String?
  var hold = Holds(opening: 0.5, closing: 1)

  init() {}

  func makeScene(_ request: SceneRequest) throws(EffectError) -> EffectScene {
    let view = Rect(origin: .zero, size: canvas ?? Size(side, side))
    let radius = radius ?? min(20, 0.4 * min(view.width, view.height))
    let root = Layer(frame: view)
    let picture = try PixelPicture(of: self.image, in: view.size, scale: request.scale)
    let image = Layer(frame: Rect(origin: .zero, size: picture.size))
    image.name = "image"
    let cover = Layer(frame: view)
    cover.name = "cover"
    // What is behind a cover that one can see through is behind the whole picture already.
    cover.backgroundColor = background.alpha == 1 ? background : nil
    let ring = ShapeLayer(
      path: circle(in: view, radius: radius), stroke: Stroke(width: lineWidth), color: color.withAlpha(1))
    ring.name = "ring"
    ring.opacity = color.alpha
    ring.strokeEnd = 0
    ring.animate(\.strokeEnd, from: 0, to: 1, timing: Timing(duration: download))
    let mask = ShapeLayer(path: circle(in: view, radius: radius), stroke: Stroke(width: lineWidth))
    mask.name = "mask"
    root.addSublayers(image, cover, ring)

    let edges = request.isTinted ? maskEdges(in: view, radius: radius) : nil
    var scene = EffectScene(
      root: root, size: view.size, background: background, window: 0...download + reveal, opening: hold.opening,
      closing: hold.closing, isLoop: false)
    scene.offstage = [mask] + (edges.map { [$0] } ?? [])
    scene.script = { timeline in
      // The download is over: there is an image, and instead of the ring and its cover a mask that grows.
      timeline.at(download) {
        // The layer of an image view has no actions: the picture is there at once.
        timeline.withoutActions { image.contents = picture.bitmap }
        cover.removeFromSuperlayer()
        ring.removeFromSuperlayer()
        if let edges { root.addSublayer(edges) }
        if !mask.isHidden { image.mask = mask }
        grow(mask, in: view) { image.mask = nil }
      }
    }
    scene.poster = hold.opening + download + 0.4 * reveal
    scene.moments = [
      KeyMoment("loading", at: 0), KeyMoment("revealing", at: download), KeyMoment("done", at: download + reveal),
    ]
    scene.landmarks = landmarks(in: view, radius: radius)
    switch request.stage {
    case "progress":
      scene.window = 0...max(0, download - 1e-8)
      scene.closing = 0
    case "reveal":
      scene.window = download...download + reveal
      scene.opening = 0
    default: break
    }
    return scene
  }

  /// The ring's head at each quarter of the progress, then the middle round which the mask grows.
  private func landmarks(in view: Rect, radius: Double) -> [Landmark] {
    let quarters: [(String, Landmark.Side)] = [("0 = 1", .right), (".25", .below), (".5", .left), (".75", .above)]
    let heads = quarters.enumerated().map { index, quarter in
      Landmark(
        quarter.0, at: view.center + Vector(angle: Double(index) * .pi / 2) * radius, quarter.1, layer: "ring",
        window: 0...download)
    }
    let middle = Landmark("", at: view.center, .below, text: "(midX, midY)", window: download...download + reveal)
    return heads + [middle]
  }

  /// The mask's circle grows until its middle is the circle around the view, and its stroke until it fills all of it: the outer edge
  /// leaves the view half-way, the hole closes only in the end.
  private func grow(_ mask: ShapeLayer, in view: Rect, whenDone: @escaping () -> Void) {
    let (path, lineWidth) = (mask.path, mask.lineWidth)
    mask.path = circle(in: view, radius: finalRadius(in: view))
    mask.lineWidth = 2 * finalRadius(in: view)
    var group = AnimationGroup(
      [BasicAnimation(\.path, from: path), BasicAnimation(\.lineWidth, from: lineWidth)],
      timing: Timing(duration: reveal, function: .easeInOut))
    group.events.onStop = { _ in whenDone() }
    mask.add(group)
  }

  /// Both edges of the growing mask as lines, since a mask itself has no colour.
  private func maskEdges(in view: Rect, radius: Double) -> ShapeLayer {
    func edges(_ inner: Double, _ outer: Double) -> Path {
      var path = circle(in: view, radius: max(0, inner))
      path.append(circle(in: view, radius: outer))
      return path
    }
    let layer = ShapeLayer(path: Path(), stroke: Stroke(width: 1), color: .red)
    layer.name = "mask"
    layer.animate(
      \.path, from: edges(radius - lineWidth / 2, radius + lineWidth / 2), to: edges(0, 2 * finalRadius(in: view)),
      timing: Timing(duration: reveal, beginTime: download, function: .easeInOut))
    return layer
  }

  private func circle(in view: Rect, radius: Double) -> Path { .circle(center: view.center, radius: radius) }

  private func finalRadius(in view: Rect) -> Double {
    (view.width * view.width + view.height * view.height).squareRoot() / 2
  }
}
