// Bytes to a file or to standard output. A file is written under another name in the same folder and renamed at the end, so that under
// its own name there is at every moment either what was there before or the complete new file.

/// A sink that makes a file.
///
/// Devices, pipes and everything under `/dev/` are written directly, as renaming would replace them. A link is followed: the file it
/// points to is replaced, and keeps its access rights.
public final class FileSink: ByteSink {
  private let path: String
  private let target: String
  /// The file's name until it is complete; nil when it is written directly, complete or gone.
  private var temporary: String?
  private var slot: Int?
  private var descriptor: FileDescriptor?
  private var buffer = ContiguousArray<UInt8>()
  private var failure: SinkError?

  /// How many bytes are gathered before the system is called.
  private static let bufferSize = 1 << 16

  /// Opens the output.
  /// - Throws: `SinkError.cannotWrite` when the folder is missing or not writable, or the path names a folder.
  public init(path: String) throws(SinkError) {
    self.path = path
    buffer.reserveCapacity(Self.bufferSize)
    let kind = FileSystem.kind(of: path)
    let isDirect = kind == .special || path.hasPrefix("/dev/")
    target = kind == nil || isDirect ? path : FileSystem.resolvingLinks(path)
    do throws(SystemError) {
      if kind == .folder || path.utf8.last == UInt8(ascii: "/") { throw .isFolder }
      if isDirect {
        descriptor = try .writing(path)
      } else {
        try openTemporary()
        if case .file(let mode, _) = kind { descriptor?.setMode(mode) }
      }
    } catch {
      throw .cannotWrite(path: path, error)
    }
  }

  deinit { discard() }

  /// Appends bytes.
  public func write(_ bytes: Span<UInt8>) throws(SinkError) {
    if let failure { throw failure }
    if buffer.count + bytes.count > Self.bufferSize { try flush() }
    if bytes.count > Self.bufferSize {
      try writeNow(bytes)
    } else {
      for index in 0..<bytes.count { buffer.append(bytes[index]) }
    }
  }

  /// Writes what is left, closes the file and gives it its name.
  public func finish() throws(SinkError) {
    if let failure { throw failure }
    try flush()
    do throws(SystemError) {
      if let open = descriptor.take() { try open.finish() }
      if let temporary { try FileSystem.rename(temporary, to: target) }
    } catch {
      throw fail(error)
    }
    temporary = nil
    failure = .closed
    discard()
  }

  /// Closes and removes the temporary file.
  public func cancel() {
    if failure == nil { failure = .closed }
    discard()
  }

  private func flush() throws(SinkError) {
    if buffer.isEmpty { return }
    var full = ContiguousArray<UInt8>()
    swap(&full, &buffer)
    try writeNow(full.span)
    full.removeAll(keepingCapacity: true)
    swap(&full, &buffer)
  }

  private func writeNow(_ bytes: Span<UInt8>) throws(SinkError) {
    do throws(SystemError) { try descriptor?.write(bytes) } catch { throw fail(error) }
  }

  private func fail(_ error: SystemError) -> SinkError {
    let failure = SinkError.cannotWrite(path: path, error)
    self.failure = failure
    discard()
    return failure
  }

  private func discard() {
    descriptor = nil
    buffer = []
    if let temporary { FileSystem.remove(temporary) }
    temporary = nil
    TemporaryFiles.unregister(slot)
    slot = nil
  }

  /// Makes a new file in the target's folder. Its name is short, as the target's may already be as long as names can be.
  private func openTemporary() throws(SystemError) {
    temporary = try FileSystem.temporaryName(beside: target) { name throws(SystemError) in
      descriptor = try .creating(name, mode: 0o666)
      slot = TemporaryFiles.register(name)
    }
  }
}

/// A sink that writes to the process's standard output, which stays open for others.
///
/// The signal for a closed pipe is turned off for the whole process; a reader that goes away gives `SinkError.brokenPipe` instead.
public final class StandardOutputSink: ByteSink {
  private var descriptor: FileDescriptor?
  private var failure: SinkError?
  private var buffer = ContiguousArray<UInt8>()
  private static let bufferSize = 1 << 16

  /// Opens a second descriptor of the standard output.
  public init() throws(SinkError) {
    FileSystem.ignoreBrokenPipeSignal()
    do throws(SystemError) { descriptor = try .duplicating(1) } catch { throw Self.failure(error) }
  }

  /// Appends bytes.
  public func write(_ bytes: Span<UInt8>) throws(SinkError) {
    if let failure { throw failure }
    for index in 0..<bytes.count { buffer.append(bytes[index]) }
    if buffer.count >= Self.bufferSize { try flush() }
  }

  /// Writes what is left.
  public func finish() throws(SinkError) {
    if let failure { throw failure }
    try flush()
    failure = .closed
    do throws(SystemError) { if let open = descriptor.take() { try open.finish() } } catch { throw Self.failure(error) }
  }

  /// Drops what has not been passed on yet.
  public func cancel() {
    if failure == nil { failure = .closed }
    descriptor = nil
    buffer = []
  }

  private func flush() throws(SinkError) {
    var full = ContiguousArray<UInt8>()
    swap(&full, &buffer)
    do throws(SystemError) { try descriptor?.write(full.span) } catch {
      failure = Self.failure(error)
      throw Self.failure(error)
    }
    full.removeAll(keepingCapacity: true)
    swap(&full, &buffer)
  }

  private static func failure(_ error: SystemError) -> SinkError {
    error == .brokenPipe ? .brokenPipe : .cannotWrite(path: "standard output", error)
  }
}
