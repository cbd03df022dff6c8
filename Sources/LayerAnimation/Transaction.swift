// What is changed together: how long implicit animations take, and who hears when all that was added has ended.

/// A stretch of changes that are committed together. Timelines open one around every event; `Timeline.transaction` nests more.
final class Transaction {
  /// The length of animations without one, seconds.
  static let defaultDuration = 0.25

  var duration: Double?
  var function: TimingFunction?
  var disablesActions: Bool?
  var completion: (() -> Void)?
  /// Animations added in it that have not ended.
  var outstanding = 0
  var isClosed = false

  init(
    duration: Double? = nil, function: TimingFunction? = nil, disablesActions: Bool? = nil,
    completion: (() -> Void)? = nil
  ) {
    self.duration = duration
    self.function = function
    self.disablesActions = disablesActions
    self.completion = completion
  }

  /// Takes the completion block if its time has come.
  func takeCompletion() -> (() -> Void)? {
    guard isClosed, outstanding == 0, let completion else { return nil }
    self.completion = nil
    return completion
  }
}

extension Timeline {
  /// Makes changes under settings of their own, as a nested CATransaction. What a setting leaves nil comes from the transaction
  /// around it; everything becomes visible when the outermost one ends, with the running event.
  /// - Parameters:
  ///   - duration: of implicit animations, and of explicit ones whose own is 0, seconds. 0.25 by default.
  ///   - function: the pace of implicit animations, and of explicit ones without their own.
  ///   - disablesActions: whether changed properties jump.
  ///   - completion: runs when all animations added in `body` have ended or been removed; at once if there are none.
  ///   - body: changes layers and adds animations; its result is returned.
  public func transaction<Result>(
    duration: Double? = nil, function: TimingFunction? = nil, disablesActions: Bool? = nil,
    completion: (() -> Void)? = nil, _ body: () throws -> Result
  ) rethrows -> Result {
    beginTransaction()
    let transaction = transactions[transactions.count - 1]
    transaction.duration = duration
    transaction.function = function
    transaction.disablesActions = disablesActions
    transaction.completion = completion
    defer { commitTransaction() }
    return try body()
  }

  /// Makes changes that jump.
  public func withoutActions<Result>(_ body: () throws -> Result) rethrows -> Result {
    try transaction(disablesActions: true, body)
  }

  /// Opens a transaction that `commitTransaction` closes.
  public func beginTransaction() { transactions.append(Transaction()) }

  /// Closes the innermost transaction that `beginTransaction` opened; does nothing without one.
  public func commitTransaction() {
    guard transactions.count > 1 else { return }
    close(transactions.removeLast())
  }

  /// Closes a transaction and, if nothing is left to wait for, lets its completion block run.
  func close(_ transaction: Transaction) {
    transaction.isClosed = true
    if let completion = transaction.takeCompletion() { after(0, completion) }
  }

  /// The length of implicit animations in the innermost transaction; nil leaves it to the one around.
  public var animationDuration: Double? {
    get { transactions.last { $0.duration != nil }?.duration }
    set { transactions.last?.duration = newValue }
  }
  /// The pace of implicit animations.
  public var animationFunction: TimingFunction? {
    get { transactions.last { $0.function != nil }?.function }
    set { transactions.last?.function = newValue }
  }
  /// Whether changed properties jump.
  public var disablesActions: Bool {
    get { transactions.last { $0.disablesActions != nil }?.disablesActions ?? false }
    set { transactions.last?.disablesActions = newValue }
  }
  /// Sets what runs when all animations added from now on in the innermost transaction have ended.
  public func setCompletion(_ completion: (() -> Void)?) { transactions.last?.completion = completion }
}
