/// Threads and a lock with a condition, over POSIX threads: all the concurrency that the encoders need, without the
/// start-up cost of a task pool and without a minimum system version.

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// State that several threads share: one lock, and one condition that is signalled to all.
@safe package final class Monitor<State>: @unchecked Sendable {
  // The state and the two system objects live in one allocation of their own: they must not move.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let condition: UnsafeMutablePointer<pthread_cond_t>
  private var state: State

  /// Makes a monitor around a state.
  package init(_ state: sending State) {
    self.state = state
    unsafe mutex = .allocate(capacity: 1)
    unsafe condition = .allocate(capacity: 1)
    unsafe mutex.initialize(to: pthread_mutex_t())
    unsafe condition.initialize(to: pthread_cond_t())
    unsafe pthread_mutex_init(mutex, nil)
    unsafe pthread_cond_init(condition, nil)
  }

  deinit {
    unsafe pthread_cond_destroy(condition)
    unsafe pthread_mutex_destroy(mutex)
    unsafe condition.deallocate()
    unsafe mutex.deallocate()
  }

  /// Runs `body` with the state, alone.
  package func withLock<Result, Failure: Error>(_ body: (inout State) throws(Failure) -> Result) throws(Failure)
    -> Result
  {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return try body(&state)
  }

  /// Waits until `body` returns a result; it is tried again after every `broadcast()`.
  package func wait<Result>(_ body: (inout State) -> Result?) -> Result {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    while true {
      if let result = body(&state) { return result }
      unsafe pthread_cond_wait(condition, mutex)
    }
  }

  /// Wakes every thread that waits.
  package func broadcast() { unsafe pthread_cond_broadcast(condition) }
}

/// Runs `body` on `count` threads besides the calling one, runs `caller` on the calling one, and returns when all have
/// ended. Threads that the system does not grant are left out: the work must be such that the caller can do it alone.
package func withThreads<Result>(_ count: Int, body: @escaping @Sendable () -> Void, caller: () -> Result) -> Result {
  var threads: [pthread_t] = []
  for _ in 0..<max(0, count) {
    let context = unsafe Unmanaged.passRetained(ThreadBody(body))
    #if canImport(Darwin)
      var thread: pthread_t?
      let status = unsafe pthread_create(
        &thread, nil,
        { context in
          unsafe Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue().run()
          return nil
        }, context.toOpaque())
      if status == 0, let thread = unsafe thread { unsafe threads.append(thread) } else { unsafe context.release() }
    #else
      var thread = pthread_t()
      let status = unsafe pthread_create(
        &thread, nil,
        { context in
          if let context = unsafe context { unsafe Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue().run() }
          return nil
        }, context.toOpaque())
      if status == 0 { threads.append(thread) } else { unsafe context.release() }
    #endif
  }
  let result = caller()
  for thread in threads { pthread_join(thread, nil) }
  return result
}

/// What a thread is started with.
private final class ThreadBody {
  let run: @Sendable () -> Void
  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

/// The processors this process may use, at least 1.
package func availableProcessorCount() -> Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
