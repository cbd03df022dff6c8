/// How long each frame of an animation is shown, in exact seconds.
public struct FrameTiming: Hashable, Sendable {
  private enum Storage: Hashable, Sendable {
    case uniform(Rational, count: Int)
    /// Start of every frame, and behind them the end of the last.
    case list([Rational])
  }
  private let storage: Storage

  private init(_ storage: Storage) { self.storage = storage }

  /// Makes a timing in which all frames last equally long: 1/30 s, or 1001/30000 s.
  /// - Precondition: the duration is above 0, the count not negative.
  public static func uniform(_ duration: Rational, count: Int) -> FrameTiming {
    precondition(duration > .zero, "a frame is shown for longer than 0 s; got \(duration)")
    precondition(count >= 0, "a clip has no negative number of frames; got \(count)")
    return FrameTiming(.uniform(duration, count: count))
  }

  /// Makes a timing from the duration of every frame, in seconds.
  /// - Precondition: every duration is above 0.
  public init(durations: [Rational]) {
    precondition(durations.allSatisfy { $0 > .zero }, "a frame is shown for longer than 0 s")
    var starts = [Rational.zero]
    starts.reserveCapacity(durations.count + 1)
    for duration in durations { starts.append(starts[starts.count - 1] + duration) }
    storage = .list(starts)
  }

  /// How many frames there are.
  public var count: Int {
    switch storage {
    case .uniform(_, let count): count
    case .list(let starts): starts.count - 1
    }
  }

  /// The duration all frames share, or nil when each has its own.
  public var uniformDuration: Rational? {
    switch storage {
    case .uniform(let duration, _): duration
    case .list: nil
    }
  }

  /// When a frame begins to be shown, in seconds after the first; `start(of: count)` is the total.
  /// - Precondition: the index is in 0…count.
  public func start(of index: Int) -> Rational {
    precondition(index >= 0 && index <= count, "no frame \(index) among \(count)")
    switch storage {
    case .uniform(let duration, _): return duration * Rational(index)
    case .list(let starts): return starts[index]
    }
  }

  /// How long a frame is shown, in seconds.
  public func duration(of index: Int) -> Rational {
    if let uniformDuration { return uniformDuration }
    return start(of: index + 1) - start(of: index)
  }

  /// How long all frames last together, in seconds.
  public var total: Rational { start(of: count) }
}
