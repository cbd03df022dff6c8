// Which files an interrupted program must take away, and the signals that interrupt it.

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif
import Synchronization

/// The temporary files that exist at this moment, in a form that a signal handler may use.
///
/// A handler runs between any two instructions, so it must not take a lock, allocate or count references. The names lie in memory
/// that is made once and never freed: `capacity` slots of one flag byte and a C string. A slot's flag is set after the name is there and
/// cleared before it changes.
public enum TemporaryFiles {
  /// More than there are jobs at once, each of which has a file or two.
  private static let capacity = 1024
  private static let slotSize = 1 + 4096
  private static let slots = SlotMemory(size: capacity * slotSize)

  @safe private struct SlotMemory: @unchecked Sendable {
    let bytes: UnsafeMutablePointer<UInt8>
    let lock: UnsafeMutablePointer<pthread_mutex_t>

    init(size: Int) {
      // Zeroed pages that nobody touches cost nothing.
      guard let zeros = unsafe calloc(size, 1) else {
        preconditionFailure("no memory for the names of temporary files")
      }
      unsafe bytes = zeros.bindMemory(to: UInt8.self, capacity: size)
      unsafe lock = .allocate(capacity: 1)
      unsafe lock.initialize(to: pthread_mutex_t())
      _ = unsafe pthread_mutex_init(lock, nil)
    }
  }

  /// Notes a file for removal, or a folder of files `0.png`, `1.png` and so on; returns its slot, or nil when there is no room (it then
  /// outlives an interruption).
  package static func register(_ path: String, isFolderOfFrames: Bool = false) -> Int? {
    let name = ContiguousArray(path.utf8)
    if name.count >= slotSize - 1 { return nil }
    _ = unsafe pthread_mutex_lock(slots.lock)
    defer { _ = unsafe pthread_mutex_unlock(slots.lock) }
    for slot in 0..<capacity {
      let start = slot * slotSize
      if unsafe slots.bytes[start] != 0 { continue }
      for (index, byte) in name.enumerated() { unsafe slots.bytes[start + 1 + index] = byte }
      unsafe slots.bytes[start + 1 + name.count] = 0
      unsafe slots.bytes[start] = isFolderOfFrames ? 2 : 1
      // The handler may have passed this slot already; then the file is removed here, and nothing more is written.
      if isInterrupted.load(ordering: .sequentiallyConsistent) { removeFile(ofSlot: slot) }
      waitIfInterrupted()
      return slot
    }
    return nil
  }

  /// Forgets a file that has been renamed or removed.
  package static func unregister(_ slot: Int?) {
    guard let slot else { return }
    _ = unsafe pthread_mutex_lock(slots.lock)
    unsafe slots.bytes[slot * slotSize] = 0
    _ = unsafe pthread_mutex_unlock(slots.lock)
  }

  /// Removes every temporary file. Safe in a signal handler, provided that `removeOnInterruption` or a sink has been used before.
  public static func removeAll() {
    for slot in 0..<capacity { removeFile(ofSlot: slot) }
  }

  /// Removes the file of a slot if it has one.
  package static func removeFile(ofSlot slot: Int) {
    let start = slot * slotSize
    let kind = unsafe slots.bytes[start]
    if kind == 0 { return }
    let name = unsafe UnsafeRawPointer(slots.bytes + start + 1).assumingMemoryBound(to: CChar.self)
    if kind == 1 {
      _ = unsafe unlink(name)
    } else {
      // A thread that is not stopped yet may add a frame meanwhile.
      for _ in 0..<10 {
        unsafe removeFrames(slots.bytes + start + 1)
        if unsafe rmdir(name) == 0 || errno == ENOENT { return }
      }
    }
  }

  /// Removes `0.png`, `1.png` … from a folder until a hundred in a row are missing: several threads write them, so there may be gaps. The names
  /// are put together behind the folder's, in the slot itself.
  private static func removeFrames(_ folder: UnsafeMutablePointer<UInt8>) {
    let length = unsafe Int(strlen(UnsafeRawPointer(folder).assumingMemoryBound(to: CChar.self)))
    if length + 32 > slotSize { return }
    var (number, missing) = (0, 0)
    while missing < 100 {
      var digits = 1
      var rest = number
      while rest >= 10 { (rest, digits) = (rest / 10, digits + 1) }
      rest = number
      unsafe folder[length] = UInt8(ascii: "/")
      for place in 0..<digits {
        unsafe folder[length + digits - place] = UInt8(ascii: "0") + UInt8(rest % 10)
        rest /= 10
      }
      unsafe folder[length + digits + 1] = UInt8(ascii: ".")
      unsafe folder[length + digits + 2] = UInt8(ascii: "p")
      unsafe folder[length + digits + 3] = UInt8(ascii: "n")
      unsafe folder[length + digits + 4] = UInt8(ascii: "g")
      unsafe folder[length + digits + 5] = 0
      missing = unsafe unlink(UnsafeRawPointer(folder).assumingMemoryBound(to: CChar.self)) == 0 ? 0 : missing + 1
      number += 1
    }
    unsafe folder[length] = 0
  }

  /// Makes interruption (Ctrl-C), hang-up and termination remove the temporary files before the process dies of the signal as it would
  /// have without. A signal that is ignored, as that for hang-up under `nohup`, stays so; one that is blocked, as for the children of a
  /// thread that takes none, is let through. For programs; a library leaves signals alone.
  /// - Parameter message: is written to standard error when that happens; nil for nothing. It ends in a line break.
  public static func removeOnInterruption(saying message: String? = nil) {
    _ = slots
    let bytes = ContiguousArray((message ?? "").utf8)
    for (index, byte) in bytes.prefix(lastWords.capacity).enumerated() { unsafe lastWords.bytes[index] = byte }
    lastWords.count.store(min(bytes.count, lastWords.capacity), ordering: .sequentiallyConsistent)
    var handled = sigset_t()
    unsafe sigemptyset(&handled)
    defer { unsafe pthread_sigmask(SIG_UNBLOCK, &handled, nil) }
    for number in [SIGINT, SIGTERM, SIGHUP] where !isIgnored(number) {
      unsafe sigaddset(&handled, number)
      _ = signal(number) { number in
        // Of two signals at once the second one waits for the first to end the process.
        if TemporaryFiles.isInterrupted.exchange(true, ordering: .sequentiallyConsistent) { return }
        TemporaryFiles.removeAll()
        TemporaryFiles.lastWords.say()
        _ = signal(number, SIG_DFL)
        _ = raise(number)
      }
    }
  }

  /// Whether the process ignores a signal.
  package static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard unsafe sigaction(number, nil, &action) == 0 else { return false }
    // SIG_IGN is no function to be called but a number in a function's clothes.
    #if canImport(Darwin)
      let handler = unsafe unsafeBitCast(action.__sigaction_u.__sa_handler, to: Int.self)
    #else
      let handler = unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
    #endif
    return unsafe handler == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// Stops the calling thread for good while a signal ends the process, so that it begins no further file.
  static func waitIfInterrupted() { while isInterrupted.load(ordering: .sequentiallyConsistent) { _ = pause() } }

  /// Whether a signal is ending the process; a file that is begun now would stay.
  private static let isInterrupted = Atomic(false)

  private static let lastWords = LastWords()

  /// What the handler says, in memory that a handler may read.
  @safe private struct LastWords: @unchecked Sendable, ~Copyable {
    let capacity = 256
    let bytes: UnsafeMutablePointer<UInt8>
    let count = Atomic(0)

    init() {
      unsafe bytes = .allocate(capacity: 256)
      unsafe bytes.initialize(repeating: 0, count: 256)
    }

    func say() { _ = unsafe write(2, bytes, count.load(ordering: .sequentiallyConsistent)) }
  }
}
