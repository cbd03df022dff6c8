// The front door of this module: what an effect is. An effect is a value with a few parameters that builds a layer tree with its
// animations; sampling, drawing and writing are no business of its own.
import AnimGIF

/// An animation of the gallery.
///
/// A new effect is one file under `Effects` and one line in `Catalog.swift`.
public protocol Effect: Sendable {
  /// The name on the command line: lower case, words joined by a hyphen.
  static var name: String { get }
  /// One sentence for the list, with a full stop.
  static var summary: String { get }
  /// The options of one example call, shown in help: `--amplitude 6 --color #FF8000`.
  static var example: String { get }
  /// What can be set, in the order in which help shows it.
  static var parameters: [Parameter<Self>] { get }
  /// The layers that `--only`, `--hide` and `--tint` know, bottom to top. Each is the `name` of one or more layers of the tree.
  static var layers: [EffectLayer] { get }
  /// Names for several layers at once.
  static var layerGroups: [LayerGroup] { get }
  /// The states that the effect goes through, for the list.
  static var states: [String] { get }
  /// The parts of the timeline that `--stage` knows.
  static var stages: [String] { get }

  /// Makes the effect with its defaults.
  init()
  /// Builds the layers and their animations.
  func makeScene(_ request: SceneRequest) throws(EffectError) -> EffectScene
}

extension Effect {
  /// None.
  public static var layerGroups: [LayerGroup] { [] }
  /// None.
  public static var states: [String] { [] }
}

/// A layer that the user can name.
public struct EffectLayer: Hashable, Sendable {
  /// The `name` of the layers that belong to it.
  public var name: String
  /// Its colour under `--tint`; nil where the effect sees to it itself when `SceneRequest.isTinted` is set.
  public var tint: Color?

  /// Names a layer.
  public init(_ name: String, tint: Color? = nil) {
    self.name = name
    self.tint = tint
  }
}

/// A name for several layers.
public struct LayerGroup: Hashable, Sendable {
  /// The name.
  public var name: String
  /// The names of the layers.
  public var layers: [String]

  /// Names some layers.
  public init(_ name: String, _ layers: [String]) {
    self.name = name
    self.layers = layers
  }
}

/// What the user wants to see of an effect.
public struct SceneRequest: Hashable, Sendable {
  /// The part of the timeline; nil for all of it. Always one of the effect's `stages`.
  public var stage: String?
  /// By how much the motion is stretched: 2 takes twice as long. An effect needs it only for times that must not be stretched.
  public var slow: Double
  /// Pixels per point. An effect needs it only for pictures that it makes itself.
  public var scale: Double
  /// Whether each layer is to have its debug colour. An effect needs it only for layers without an `EffectLayer.tint`.
  public var isTinted: Bool

  /// Makes a request.
  public init(stage: String? = nil, slow: Double = 1, scale: Double = 2, isTinted: Bool = false) {
    self.stage = stage
    self.slow = slow
    self.scale = scale
    self.isTinted = isTinted
  }
}

/// An effect's layers with what a clip needs to know about their time.
public struct EffectScene {
  /// The layer tree, in points, as it is at the start of the motion.
  public var root: Layer
  /// What the article's program does while its animations run: taps, delayed blocks, what follows the end of an animation. Called
  /// once, before the motion; nil where all animations are on the layers from the start.
  public var script: ((Timeline) -> Void)?
  /// Layers that the script adds to the tree later, with what they hold.
  public var offstage: [Layer] = []
  /// The picture's size in points.
  public var size: Size
  /// What is behind the layers, unless the user says otherwise.
  public var background: Color
  /// The part of the motion's time that is shown, in seconds; a still where it has no length.
  public var window: ClosedRange<Double>
  /// How long the first and the last state are held, in seconds.
  public var opening: Double, closing: Double
  /// Whether the state at the end of the window is the one at its start, so that the clip can run on without a seam.
  public var isLoop: Bool
  /// The time that a still shows when nobody says which, in seconds from the first frame if the motion is not slowed.
  public var poster: Double
  /// What `--grid` draws; nil for the usual grid over the whole picture.
  public var grid: CoordinateGrid?
  /// What `--labels` names.
  public var landmarks: [Landmark] = []
  /// When its states and stages begin, in the motion's time; charts mark them.
  public var moments: [KeyMoment] = []

  /// Describes a scene.
  public init(
    root: Layer, size: Size, background: Color, window: ClosedRange<Double>, opening: Double = 0, closing: Double = 0,
    isLoop: Bool, poster: Double = 0
  ) {
    self.root = root
    self.size = size
    self.background = background
    self.window = window
    self.opening = opening
    self.closing = closing
    self.isLoop = isLoop
    self.poster = poster
  }
}

/// The begin of a state or a stage.
public struct KeyMoment: Hashable, Sendable {
  /// The name of the state or stage.
  public var name: String
  /// The motion's time, seconds.
  public var time: Double

  /// Names a moment.
  public init(_ name: String, at time: Double) {
    self.name = name
    self.time = time
  }
}

/// Why an effect could not be made. One line, for the user.
public enum EffectError: Error, Equatable, CustomStringConvertible {
  /// No effect of that name.
  case unknownEffect(String, known: [String])
  /// No figure of that id.
  case unknownFigure(String, known: [String])
  /// The effect has no stage of that name.
  case unknownStage(String, effect: String, known: [String])
  /// The effect has no layer of that name.
  case unknownLayer(String, effect: String, known: [String])
  /// The effect has no parameter of that name.
  case unknownParameter(String, effect: String, known: [String])
  /// A parameter's value does not fit.
  case parameter(ParameterError)
  /// A picture cannot be read.
  case picture(ImageReadingError)
  /// Values that are each right do not go together; the text says which and why.
  case conflict(String)
  /// The clip's size, length or time is outside what is possible; the text gives value and limit.
  case clip(String)
  /// No text can be drawn; the text says why.
  case font(String)

  /// One line: what is wrong and what would be right.
  public var description: String {
    switch self {
    case .unknownEffect(let name, let known):
      "no effect \(name.singleLine)\(suggestion(for: name, among: known)); known: \(known.joined(separator: ", "))"
    case .unknownFigure(let id, let known):
      "no figure \(id.singleLine)\(suggestion(for: id, among: known)); known: all, \(known.joined(separator: ", "))"
    case .unknownStage(let name, let effect, let known):
      "\(effect) has no stage \(name.singleLine)\(suggestion(for: name, among: known)); "
        + (known.isEmpty ? "it has none" : "known: \(known.joined(separator: ", "))")
    case .unknownLayer(let name, let effect, let known):
      "\(effect) has no layer \(name.singleLine)\(suggestion(for: name, among: known)); known: \(known.joined(separator: ", "))"
    case .unknownParameter(let name, let effect, let known):
      "\(effect) has no option --\(name.singleLine)\(suggestion(for: name, among: known)); "
        + "known: \(known.map { "--\($0)" }.joined(separator: ", "))"
    case .parameter(let error): error.description
    case .picture(let error): error.description.singleLine
    case .conflict(let text), .clip(let text), .font(let text): text
    }
  }
}
