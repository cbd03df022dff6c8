// The virtual clock of a layer tree whose program runs while it plays: delayed blocks, animation ends, changes at given times.
//
// Events run in order of their own due times, not at frame times, so the result does not depend on the frame rate. After each event
// the tree is committed; the commits, each with its time, are the `Scene` that is rendered, in any order and on any thread.

/// Plays a layer tree's events on a clock of its own, which starts at 0 and reads no wall time.
public final class Timeline {
  /// The outermost layer.
  public let root: Layer
  /// The clock, seconds: the frame's time, or the due time of the event that runs.
  public private(set) var now = 0.0

  // Open transactions, the outermost first; never empty.
  var transactions = [Transaction()]

  private struct Block {
    let due: Double
    let sequence: Int
    let body: () -> Void
  }
  /// Sorted, the next one last.
  private var blocks: [Block] = []
  /// Animations whose begin or end someone waits for.
  private var observed: [AnimationRecord] = []
  private var sequence = 0
  private var commits: [Scene.Commit] = []
  /// Notes what is played, if someone wants to know.
  package var log: AnimationLog?

  /// The most events at one instant before the rest is taken for an endless chain and dropped.
  public static let largestEventCount = 100_000

  /// Makes a timeline for a tree. What is changed before the first `advance` is its opening state.
  public init(_ root: Layer) {
    self.root = root
    root.ownTimeline = self
  }

  // MARK: - Events

  /// Runs a block `delay` seconds from now. A negative delay counts as 0.
  public func after(_ delay: Double, _ body: @escaping () -> Void) { at(now + max(0, delay), body) }

  /// Runs a block at a time of the clock; at once, but after the running event, if that is over. A time that is not a number never
  /// comes.
  public func at(_ time: Double, _ body: @escaping () -> Void) {
    guard !time.isNaN else { return }
    sequence += 1
    let block = Block(due: max(time, now), sequence: sequence, body: body)
    // Behind (in time) all blocks that come later.
    let place = blocks.lastIndex { $0.due > block.due }.map { $0 + 1 } ?? 0
    blocks.insert(block, at: place)
  }

  /// Runs a block every `interval` seconds (above 0), first after one interval, until it returns false.
  public func every(_ interval: Double, _ body: @escaping () -> Bool) {
    guard interval > 0 else { return }
    let start = now
    func schedule(_ count: Int) {
      at(start + Double(count) * interval) { if body() { schedule(count + 1) } }
    }
    schedule(1)
  }

  // MARK: - Playing

  /// Runs every event that is due until `time`, then lets the clock stand there. A time before now changes nothing.
  public func advance(to time: Double) {
    commit()
    var count = 0, last = now
    while let event = nextEvent(), event.due <= time + Timing.epsilon {
      count = event.due > last + Timing.epsilon ? 0 : count + 1
      last = max(last, event.due)
      guard count <= Self.largestEventCount else {
        blocks.removeAll { $0.due <= last + Timing.epsilon }
        break
      }
      now = max(now, event.due)
      writeModels()
      event.run()
      commit()
    }
    if time > now { now = time }
  }

  /// Plays until `end` and returns all that was to be seen, as values. Playing can go on from there.
  public func scene(until end: Double) -> Scene {
    advance(to: end)
    return Scene(commits)
  }

  /// Makes all changes visible and begins the next implicit transaction.
  private func commit() {
    while transactions.count > 1 { commitTransaction() }
    let node = root.commit(at: now, for: self)
    log?.note(root, at: now)
    if let last = commits.last, last.time == now {
      commits[commits.count - 1] = Scene.Commit(time: now, node: node)
    } else if commits.last?.node !== node {
      commits.append(Scene.Commit(time: now, node: node))
    }
    close(transactions[0])
    transactions = [Transaction()]
  }

  private struct Event {
    let due: Double
    let run: () -> Void
  }

  /// The event that comes next: earliest due time, then order of creation.
  private func nextEvent() -> Event? {
    var due = Double.infinity, order = Int.max
    var event: (() -> Void)?
    func offer(_ time: Double, _ sequence: Int, _ run: @escaping () -> Void) {
      let time = max(time, now)
      guard time < .infinity, time < due - Timing.epsilon || (time <= due + Timing.epsilon && sequence < order) else {
        return
      }
      due = time
      order = sequence
      event = run
    }
    if let block = blocks.last {
      offer(block.due, block.sequence) { [self] in
        blocks.removeLast()
        block.body()
      }
    }
    for record in observed {
      guard let node = record.node, let layer = record.layer else { continue }
      if !record.hasStarted, record.listensToStart {
        offer(layer.globalTime(ofLocal: node.timing.beginTime), record.sequence) { record.start() }
      } else {
        offer(layer.globalTime(ofLocal: node.timing.end), record.sequence) { [self] in end(record) }
      }
    }
    return event.map { Event(due: due, run: $0) }
  }

  // MARK: - Animations

  /// Notes an animation that was added: its place in the order of events, and the transactions that wait for it.
  func register(_ record: AnimationRecord) {
    sequence += 1
    record.sequence = sequence
    record.defaultDuration = animationDuration ?? Transaction.defaultDuration
    record.defaultFunction = animationFunction
    record.transactions = transactions
    for transaction in transactions { transaction.outstanding += 1 }
  }

  /// Watches a committed animation for its begin and end.
  func observe(_ record: AnimationRecord) {
    if record.sequence == 0 { register(record) }
    log?.add(record, at: now)
    if record.listensToStart || record.node?.timing.end ?? .infinity < .infinity { observed.append(record) }
  }

  /// Ends an animation whose time is over.
  private func end(_ record: AnimationRecord) {
    if let layer = record.layer {
      if record.drivesModel { record.writeModel(at: .infinity) }
      if record.drivesModel || record.animation.timing.isRemovedOnCompletion {
        layer.records.removeAll { $0 === record }
        layer.invalidate()
      }
    }
    stop(record, finished: true)
  }

  /// Tells the listeners and transactions of an animation that it stopped, once.
  func stop(_ record: AnimationRecord, finished: Bool) {
    if !finished { log?.remove(record, at: now) }
    guard !record.hasStopped else { return }
    record.hasStopped = true
    observed.removeAll { $0 === record }
    record.animation.events.onStop?(finished)
    record.animation.events.delegate?.animationDidStop(record.animation, finished: finished)
    for transaction in record.transactions.reversed() {
      transaction.outstanding -= 1
      if let completion = transaction.takeCompletion() { after(0, completion) }
    }
    record.transactions = []
  }

  /// Lets animations that drive the model write what they show now, so that the event about to run reads it.
  private func writeModels() {
    for record in observed where record.drivesModel {
      if let layer = record.layer { record.writeModel(at: layer.localTime(at: now)) }
    }
  }
}

extension AnimationRecord {
  /// Whether anyone wants to hear of the begin.
  var listensToStart: Bool { animation.events.onStart != nil || animation.events.delegate != nil }

  /// Tells the listeners that the animation begins.
  func start() {
    hasStarted = true
    animation.events.onStart?()
    animation.events.delegate?.animationDidStart(animation)
  }
}
