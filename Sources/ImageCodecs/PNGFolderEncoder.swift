// A clip as a folder of numbered pictures. They are written into a folder of another name beside or inside the wanted one and moved at
// the end, so that a failure leaves neither half a clip nor a mixture of two.

import Bitmaps

/// Writes each frame of a clip as a PNG of its own: `frame-0000.png`, `frame-0001.png`, … with as many digits as sort in order, at
/// least four.
public struct PNGFolderEncoder: Sendable {
  /// How each picture is made.
  public var png: PNGEncoder

  /// Makes an encoder.
  public init(png: PNGEncoder = PNGEncoder()) { self.png = png }

  /// Writes a clip into a folder, which is made if it is missing; its parent must exist. Frames of an earlier clip that is as long or
  /// shorter are replaced.
  /// - Parameters:
  ///   - threads: how many frames are drawn and compressed at a time, at least 1.
  ///   - progress: called on this thread with the number of frames that are done, and of how many.
  /// - Throws: `PNGError.foreignFile` where the folder holds a numbered frame that this clip does not have.
  public func encode<Source: FrameSource>(
    _ source: Source, toFolder path: String, threads: Int = 1,
    progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) throws(PNGError) {
    let count = source.frameCount
    if count == 0 { throw .noFrames }
    let digits = max(4, "\(count - 1)".utf8.count)
    let names = (0..<count).map { index in
      let number = "\(index)"
      return "frame-\(String(repeating: "0", count: digits - number.utf8.count))\(number).png"
    }
    var folder = path
    while folder.utf8.count > 1, folder.utf8.last == UInt8(ascii: "/") { folder.removeLast() }
    let isNew = FileSystem.kind(of: folder) == nil
    if !isNew { try refuseForeignFrames(in: folder, besides: names) }
    let staging = "\(folder)\(isNew ? "" : "/").animgif-\(FileSystem.processNumber).tmp"
    do throws(SystemError) { try FileSystem.makeFolder(staging) } catch { throw .sink(.cannotWrite(path: path, error)) }
    defer {
      for name in names { FileSystem.remove("\(staging)/\(name)") }
      FileSystem.removeFolder(staging)
    }
    try forEachInOrder(
      count, threads: threads,
      makeWorker: { (renderer: source.makeRenderer(), bitmap: Bitmap(width: source.width, height: source.height)) },
      work: { [png] (worker: inout (renderer: Source.Renderer, bitmap: Bitmap), index) throws(PNGError) -> [UInt8] in
        do { try worker.renderer.render(index, into: &worker.bitmap) } catch { throw .frame(index, error) }
        return try png.encode(worker.bitmap)
      },
      consume: { (index, bytes) throws(PNGError) in
        do throws(SinkError) {
          let sink = try FileSink(path: "\(staging)/\(names[index])")
          try sink.write(bytes)
          try sink.finish()
        } catch {
          if case .cannotWrite(_, let reason) = error { throw .sink(.cannotWrite(path: path, reason)) }
          throw .sink(error)
        }
        progress(index + 1, count)
      })
    do throws(SystemError) {
      if isNew {
        try FileSystem.rename(staging, to: folder)
      } else {
        for name in names { try FileSystem.rename("\(staging)/\(name)", to: "\(folder)/\(name)") }
      }
    } catch {
      throw .sink(.cannotWrite(path: path, error))
    }
  }

  /// Frames of another clip would be taken for frames of this one.
  private func refuseForeignFrames(in folder: String, besides names: [String]) throws(PNGError) {
    let present: [String]
    do throws(SystemError) { present = try FileSystem.names(in: folder) } catch {
      throw .sink(.cannotWrite(path: folder, error))
    }
    let own = Set(names)
    let foreign = present.filter { name in
      let number = name.dropFirst(6).dropLast(4)
      return name.hasPrefix("frame-") && name.hasSuffix(".png") && number.allSatisfy(\.isNumber) && !own.contains(name)
    }
    if let name = foreign.min() { throw .foreignFrame(folder: folder, name: name) }
  }
}
