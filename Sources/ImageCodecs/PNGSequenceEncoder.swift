// A clip as a folder of numbered stills. They are written into a folder of another name beside it and moved at the end: until then
// nothing of it can be seen, and an error leaves all as it was.

import Bitmaps

/// Writes every frame of a clip as a PNG of its own.
public struct PNGSequenceEncoder: Sendable {
  /// How hard to try.
  public var effort: Effort
  /// What stands before the number in each name.
  public var prefix: String
  /// What stands behind it and before `.png`, such as `@2x`.
  public var suffix: String

  /// Makes an encoder of files such as `frame-000.png`.
  public init(effort: Effort = .default, prefix: String = "frame-", suffix: String = "") {
    (self.effort, self.prefix, self.suffix) = (effort, prefix, suffix)
  }

  /// The names of so many frames, from 0, with as many digits each that they sort in order, three at least.
  public func names(count: Int) -> [String] {
    let digits = max(3, String(max(0, count - 1)).utf8.count)
    return (0..<count).map { index in
      let number = String(index)
      return prefix + String(repeating: "0", count: digits - number.utf8.count) + number + suffix + ".png"
    }
  }

  /// Writes the frames into a folder, which is made if it is not there. Files of these names in it are replaced, others are left alone.
  /// A numbered frame that this clip does not have is refused, since it would be taken for a part of it.
  /// - Parameters:
  ///   - source: the frames.
  ///   - path: the folder.
  ///   - threads: how many threads draw and compress, at least 1; nil for all processors.
  ///   - progress: called on this thread with the number of frames that are done, and of how many.
  /// - Returns: the bytes of all files.
  @discardableResult
  public func encode<Source: FrameSource>(
    _ source: Source, toFolder path: String, threads: Int? = nil,
    progress: ((_ done: Int, _ total: Int) -> Void)? = nil
  ) throws(PNGError) -> Int {
    let count = source.frameCount
    if count == 0 { throw .noFrames }
    var target = path
    while target.utf8.count > 1 && target.utf8.last == UInt8(ascii: "/") { target.removeLast() }
    try refuseForeignFrames(in: target, count: count)
    let staging: String
    do throws(SystemError) {
      staging = try FileSystem.temporaryName(beside: target) { name throws(SystemError) in
        try FileSystem.makeFolder(name)
      }
    } catch {
      throw .sink(.cannotWrite(path: path, error))
    }
    let slot = TemporaryFiles.register(staging, isFolderOfFrames: true)
    defer {
      for index in 0..<count { FileSystem.remove("\(staging)/\(index).png") }
      FileSystem.removeFolder(staging)
      TemporaryFiles.unregister(slot)
    }

    var total = 0
    let encoder = PNGEncoder(effort: effort)
    try forEachInOrder(
      count, threads: threads ?? availableProcessorCount(),
      makeWorker: { (source.makeRenderer(), Bitmap(width: source.width, height: source.height)) },
      work: { (worker: inout (Source.Renderer, Bitmap), index: Int) throws(PNGError) -> [UInt8] in
        do { try worker.0.render(index, into: &worker.1) } catch { throw .frame(index, error) }
        return try encoder.encode(worker.1)
      },
      consume: { (index: Int, bytes: [UInt8]) throws(PNGError) in
        do throws(SinkError) {
          let sink = try FileSink(path: "\(staging)/\(index).png")
          try sink.write(bytes)
          try sink.finish()
        } catch {
          // The user knows nothing of the other folder.
          guard case .cannotWrite(_, let reason) = error else { throw .sink(error) }
          throw .sink(.cannotWrite(path: path, reason))
        }
        total += bytes.count
        progress?(index + 1, count)
      })
    do throws(SystemError) {
      if FileSystem.kind(of: target) == nil { try FileSystem.makeFolder(target) }
      for (index, name) in names(count: count).enumerated() {
        try FileSystem.rename("\(staging)/\(index).png", to: "\(target)/\(name)")
      }
    } catch {
      throw .sink(.cannotWrite(path: path, error))
    }
    return total
  }

  private func refuseForeignFrames(in folder: String, count: Int) throws(PNGError) {
    guard FileSystem.kind(of: folder) == .folder else { return }
    let present: [String]
    do throws(SystemError) { present = try FileSystem.names(in: folder) } catch {
      throw .sink(.cannotWrite(path: folder, error))
    }
    let (own, ending) = (Set(names(count: count)), "\(suffix).png")
    let foreign = present.filter { name in
      guard name.hasPrefix(prefix), name.hasSuffix(ending), !own.contains(name) else { return false }
      return name.dropFirst(prefix.count).dropLast(ending.count).allSatisfy(\.isNumber)
    }
    if let name = foreign.min() { throw .foreignFrame(folder: folder, name: name) }
  }
}
