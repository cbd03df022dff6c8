// When and how often an animation runs: Core Animation's media timing as one value. How a time is read from it is in
// `Timing+Evaluation.swift`.

/// What an animation shows before it begins and after it has ended.
public enum FillMode: String, Hashable, Sendable, CaseIterable {
  /// Nothing: the layer's own value shows.
  case removed
  /// Its first value before it begins.
  case backwards
  /// Its last value after it has ended.
  case forwards
  /// Both.
  case both

  package var coversBefore: Bool { self == .backwards || self == .both }
  package var coversAfter: Bool { self == .forwards || self == .both }
}

/// Begin, length, speed, repetition and pace of an animation. All times are seconds; the defaults are Core Animation's.
public struct Timing: Hashable, Sendable {
  /// When it begins, in the time of its layer or group. On a layer 0 means "now", in a group 0 is the group's begin.
  public var beginTime = 0.0
  /// Added to the begin, so that a delay from now can be said without asking for the time.
  public var delay = 0.0
  /// The length of one run without repetition. 0 takes the group's length, or 0.25 s (the transaction's) on a layer.
  public var duration = 0.0
  /// How fast the animation's own time runs; negative runs backwards, 0 stands still at `timeOffset`.
  public var speed = 1.0
  /// Where in its content it begins; what is left out at the front follows at the end.
  public var timeOffset = 0.0
  /// How often it runs, also in fractions; 0 means once. May be infinite.
  public var repeatCount = 0.0
  /// For how long it runs, in its own time; counts instead of `repeatCount` where it is above 0. May be infinite.
  public var repeatDuration = 0.0
  /// Whether each run is followed by one in the opposite direction.
  public var autoreverses = false
  /// What shows outside the active time.
  public var fillMode = FillMode.removed
  /// Whether the animation leaves its layer when it has ended; then a forwards fill has no effect.
  public var isRemovedOnCompletion = true
  /// The pace of each run; nil is linear.
  public var function: TimingFunction?

  /// Makes a timing; every part has Core Animation's default.
  public init(
    duration: Double = 0, beginTime: Double = 0, delay: Double = 0, speed: Double = 1, timeOffset: Double = 0,
    repeatCount: Double = 0, repeatDuration: Double = 0, autoreverses: Bool = false, fillMode: FillMode = .removed,
    isRemovedOnCompletion: Bool = true, function: TimingFunction? = nil
  ) {
    self.beginTime = beginTime
    self.delay = delay
    self.duration = duration
    self.speed = speed
    self.timeOffset = timeOffset
    self.repeatCount = repeatCount
    self.repeatDuration = repeatDuration
    self.autoreverses = autoreverses
    self.fillMode = fillMode
    self.isRemovedOnCompletion = isRemovedOnCompletion
    self.function = function
  }
}
