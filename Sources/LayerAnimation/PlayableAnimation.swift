// What all animation types have in common. Animations are values: adding one to a layer copies it.

/// Hears of an animation's begin and end.
public protocol AnimationDelegate: AnyObject {
  /// Is called when the animation begins.
  func animationDidStart(_ animation: any PlayableAnimation)
  /// Is called once, when the animation has ended (`finished`) or was removed before.
  func animationDidStop(_ animation: any PlayableAnimation, finished: Bool)
}

extension AnimationDelegate {
  /// Does nothing.
  public func animationDidStart(_ animation: any PlayableAnimation) {}
  /// Does nothing.
  public func animationDidStop(_ animation: any PlayableAnimation, finished: Bool) {}
}

/// An animation that a layer can run: `BasicAnimation`, `SpringAnimation`, `KeyframeAnimation` or an `AnimationGroup` of them. The
/// parts of its timing can be reached directly, as in `animation.duration = 1`.
@dynamicMemberLookup
public protocol PlayableAnimation {
  /// When it runs.
  var timing: Timing { get set }
  /// What hears of its begin and end; only of an animation that is on a layer itself, not in a group.
  var events: AnimationEvents { get set }
}

/// The listeners of an animation and what they may want to know.
public struct AnimationEvents {
  /// Hears of begin and end. Kept alive until the end, as Core Animation does.
  public var delegate: (any AnimationDelegate)?
  /// Is called when the animation begins.
  public var onStart: (() -> Void)?
  /// Is called once, with true at the end and false when the animation was removed before.
  public var onStop: ((_ finished: Bool) -> Void)?
  /// Values by name for the delegate to find.
  public var values: [String: any Sendable] = [:]

  /// Makes an empty set.
  public init() {}

  /// Whether anyone listens.
  package var isEmpty: Bool { delegate == nil && onStart == nil && onStop == nil }
}

extension PlayableAnimation {
  /// A part of the timing.
  public subscript<Value>(dynamicMember keyPath: WritableKeyPath<Timing, Value>) -> Value {
    get { timing[keyPath: keyPath] }
    set { timing[keyPath: keyPath] = newValue }
  }
  /// The pace; nil is linear.
  public var timingFunction: TimingFunction? {
    get { timing.function }
    set { timing.function = newValue }
  }
  /// Hears of begin and end.
  public var delegate: (any AnimationDelegate)? {
    get { events.delegate }
    set { events.delegate = newValue }
  }
  /// Returns a value that was stored under a name.
  public func value(forKey key: String) -> (any Sendable)? { events.values[key] }
  /// Stores a value under a name, for the delegate to find.
  public mutating func setValue(_ value: (any Sendable)?, forKey key: String) { events.values[key] = value }
}

/// What an animation needs to know of its layer to become a node.
package struct AnimationSite {
  /// What the layer showed just before the animation was committed.
  package var before: LayerProperties
  /// The layer's model when it was committed.
  package var model: LayerProperties
  /// What a duration of 0 stands for.
  package var defaultDuration: Double
  /// The pace where an animation has none of its own, from a transaction.
  package var defaultFunction: TimingFunction?
}

/// An animation that can be fixed on a layer. All of the package's are; the protocol is apart so that it need not be public.
package protocol ResolvableAnimation: PlayableAnimation {
  /// Fixes every open end (missing from and to values, durations of 0).
  func resolved(at site: AnimationSite) -> any AnimationNode
  /// What is wrong with it.
  var warnings: [AnimationWarning] { get }
}

/// Something an animation ignores, as Core Animation does, and that its author surely wants to know.
public enum AnimationWarning: Hashable, Sendable, CustomStringConvertible {
  /// Key times that don't run from 0 to 1, fall, or are of the wrong number; the keyframes are evenly spaced instead.
  case invalidKeyTimes(count: Int, expected: Int)
  /// A spring whose duration ends before it has settled.
  case springCutOff(duration: Double, settlingDuration: Double)

  /// The warning in words.
  public var description: String {
    switch self {
    case .invalidKeyTimes(let count, let expected):
      "key times are ignored: they must be \(expected) numbers that rise from 0 to 1, as fractions of the duration; got \(count)"
    case .springCutOff(let duration, let settlingDuration):
      "a spring is cut off after \(duration) s; it settles after \(settlingDuration) s"
    }
  }
}
