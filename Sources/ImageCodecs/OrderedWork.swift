/// The frame scheduler: independent pieces of work done side by side, their results taken in order.
///
///     threads    0  1  2  3  4  …     any order, at most `window` ahead of what was taken
///     caller     0, 1, 2, 3, …        in order, on the calling thread; works too while it waits
///
/// Memory holds at most `window` results, whatever the count. What is computed does not depend on the number of
/// threads; only who computes it does.

/// Does `work` for 0..<count on `threads` threads (the calling one included) and hands every result to `consume`, in
/// order, on the calling thread.
/// - Parameters:
///   - count: how many pieces of work there are.
///   - threads: at least 1; 1 does everything on the calling thread.
///   - window: how many results may wait or be under way, at least 1; nil for twice the number of threads.
///   - makeWorker: makes what one thread needs for its work; called on that thread.
///   - work: one piece of work. It may wait for the result of an earlier piece, since those are always begun before.
///   - consume: takes result `index`. An error from it or from `work` ends everything and is thrown; of several
///     errors from `work` the one of the lowest index is.
package func forEachInOrder<Worker, Output: Sendable, Failure: Error>(
  _ count: Int, threads: Int, window: Int? = nil,
  makeWorker: @escaping @Sendable () -> Worker,
  work: @escaping @Sendable (inout Worker, Int) throws(Failure) -> Output,
  consume: (Int, Output) throws(Failure) -> Void
) throws(Failure) {
  let threads = min(max(1, threads), max(1, count))
  if threads == 1 {
    var worker = makeWorker()
    for index in 0..<count { try consume(index, try work(&worker, index)) }
    return
  }

  let window = max(1, window ?? 2 * threads)
  let board = Monitor(WorkBoard<Output, Failure>(count: count, window: window))
  let result: Result<Void, Failure> = withThreads(
    threads - 1,
    body: {
      var worker = makeWorker()
      while let index = board.wait({ $0.nextPiece() }) {
        let output = outcome(&worker, index, work)
        board.withLock { $0.put(output, at: index) }
        board.broadcast()
      }
    },
    caller: {
      var worker: Worker?
      var next = 0
      while next < count {
        switch board.wait({ $0.nextStep(consuming: next) }) {
        case .consume(let output):
          let result = output.flatMap { (output) -> Result<Void, Failure> in
            do throws(Failure) { return .success(try consume(next, output)) } catch { return .failure(error) }
          }
          if case .failure = result {
            board.withLock { $0.stop() }
            board.broadcast()
            return result
          }
          next += 1
          board.withLock { $0.taken(next) }
          board.broadcast()
        case .work(let index):
          var mine = worker.take() ?? makeWorker()
          let output = outcome(&mine, index, work)
          worker = consume mine
          board.withLock { $0.put(output, at: index) }
          board.broadcast()
        }
      }
      board.withLock { $0.stop() }
      board.broadcast()
      return .success(())
    })
  try result.get()
}

private func outcome<Worker, Output, Failure: Error>(
  _ worker: inout Worker, _ index: Int, _ work: (inout Worker, Int) throws(Failure) -> Output
) -> Result<Output, Failure> {
  do throws(Failure) { return .success(try work(&worker, index)) } catch { return .failure(error) }
}

/// Which pieces are begun, finished and taken.
private struct WorkBoard<Output, Failure: Error> {
  enum Step {
    case consume(Result<Output, Failure>)
    case work(Int)
  }

  let count: Int
  let window: Int
  /// The piece that is begun next, and the first that is not yet taken.
  var begun = 0, taken = 0
  var isStopped = false
  /// Result of piece `index` at `index % window`.
  var results: [Result<Output, Failure>?]

  init(count: Int, window: Int) {
    self.count = count
    self.window = window
    results = Array(repeating: nil, count: window)
  }

  private var mayBegin: Bool { begun < count && begun < taken + window }

  /// The next piece for a thread; `.some(nil)` when there is none left, nil when it has to wait.
  mutating func nextPiece() -> Int?? {
    if isStopped || begun == count { return .some(nil) }
    guard mayBegin else { return nil }
    begun += 1
    return .some(begun - 1)
  }

  /// What the calling thread does: take result `next` if it is there, else work, else wait (nil).
  mutating func nextStep(consuming next: Int) -> Step? {
    if let result = results[next % window] {
      results[next % window] = nil
      return .consume(result)
    }
    guard mayBegin else { return nil }
    begun += 1
    return .work(begun - 1)
  }

  mutating func put(_ result: Result<Output, Failure>, at index: Int) { results[index % window] = result }

  mutating func taken(_ count: Int) { taken = count }

  mutating func stop() { isStopped = true }
}
