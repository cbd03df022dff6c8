// Where encoders put their bytes. A sink is used by one thread, front to back: `write` any number of times, then `finish` or `cancel`.

/// A destination of bytes.
///
/// After the first error every later `write` and `finish` throws that error again, so that an encoder may look at it late.
public protocol ByteSink: AnyObject {
  /// Appends bytes.
  func write(_ bytes: Span<UInt8>) throws(SinkError)
  /// Completes the output; only now is a file there under its name. Call it once.
  func finish() throws(SinkError)
  /// Gives the output up and removes what was written. Does nothing after `finish`.
  func cancel()
}

extension ByteSink {
  /// Appends bytes.
  public func write(_ bytes: [UInt8]) throws(SinkError) {
    let bytes = ContiguousArray(bytes)
    try write(bytes.span)
  }

  /// Appends bytes.
  public func write(_ bytes: ContiguousArray<UInt8>) throws(SinkError) { try write(bytes.span) }
}

/// Why bytes could not be put where they belong.
public enum SinkError: Error, Equatable, CustomStringConvertible {
  /// The system refused to make, write or rename the file.
  case cannotWrite(path: String, SystemError)
  /// The program that reads our standard output has gone away; there is nothing to tell the user.
  case brokenPipe
  /// The sink was finished or cancelled before.
  case closed

  /// The message, with the system's own text.
  public var description: String {
    switch self {
    case .cannotWrite(let path, let error): "cannot write \(path): \(error)"
    case .brokenPipe: "nobody reads the standard output any more"
    case .closed: "the output is complete; no more can be written to it"
    }
  }
}

/// A sink that keeps the bytes.
public final class MemorySink: ByteSink {
  /// What has been written so far; empty after `cancel`.
  public private(set) var bytes: ContiguousArray<UInt8> = []
  /// Whether `finish` has been called.
  public private(set) var isFinished = false
  private let capacity: Int
  private var failure: SinkError?

  /// Makes an empty sink.
  /// - Parameter capacity: after so many bytes the sink is full, as a disk would be.
  public init(capacity: Int = .max) { self.capacity = capacity }

  /// Appends bytes.
  public func write(_ bytes: Span<UInt8>) throws(SinkError) {
    if let failure { throw failure }
    let room = capacity - self.bytes.count
    for index in 0..<min(room, bytes.count) { self.bytes.append(bytes[index]) }
    if bytes.count > room { throw fail(.cannotWrite(path: "memory", .noSpace)) }
  }

  /// Completes the output.
  public func finish() throws(SinkError) {
    if let failure { throw failure }
    isFinished = true
    failure = .closed
  }

  /// Forgets the bytes.
  public func cancel() {
    if isFinished { return }
    bytes = []
    failure = failure ?? .closed
  }

  private func fail(_ error: SinkError) -> SinkError {
    failure = error
    return error
  }
}
