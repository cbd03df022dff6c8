import Foundation
import ImageCodecs
import Testing

/// A folder of its own for each test, removed at the end.
final class ScratchFolder {
  let path: String

  init() {
    path = NSTemporaryDirectory() + "animgif-tests-" + UUID().uuidString
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func path(_ name: String) -> String { "\(path)/\(name)" }
  var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: path).sorted()) ?? [] }
  func contents(_ name: String) -> [UInt8]? { FileManager.default.contents(atPath: path(name)).map(Array.init) }
  func put(_ bytes: [UInt8], _ name: String) {
    _ = FileManager.default.createFile(atPath: path(name), contents: Data(bytes))
  }
}

@Suite struct FileSinkTests {
  let folder = ScratchFolder()

  @Test func `a finished file has its name and bytes and nothing lies beside it`() throws {
    let sink = try FileSink(path: folder.path("out.gif"))
    try sink.write([1, 2, 3])
    #expect(folder.contents("out.gif") == nil, "the name must not exist before the end")
    try sink.write([4])
    try sink.finish()
    #expect(folder.contents("out.gif") == [1, 2, 3, 4])
    #expect(folder.names == ["out.gif"])
  }

  @Test(arguments: [1, 1000, 65535, 65536, 65537, 1_000_003])
  func `bytes arrive in order whatever the size of the pieces`(size: Int) throws {
    let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 + $0 >> 8) }
    let sink = try FileSink(path: folder.path("out"))
    try sink.write([7])
    try sink.write(bytes)
    try sink.write([8, 9])
    try sink.finish()
    #expect(folder.contents("out") == [7] + bytes + [8, 9])
  }

  @Test func `a cancelled or abandoned output leaves an existing file as it was`() throws {
    folder.put([9, 9], "out.gif")
    let sink = try FileSink(path: folder.path("out.gif"))
    try sink.write([1])
    sink.cancel()
    do {
      let abandoned = try FileSink(path: folder.path("out.gif"))
      try abandoned.write([1])
    }
    #expect(folder.contents("out.gif") == [9, 9])
    #expect(folder.names == ["out.gif"])
    #expect(throws: SinkError.closed) { try sink.write([2]) }
    #expect(throws: SinkError.closed) { try sink.finish() }
  }

  @Test func `cancelling after the end keeps the file`() throws {
    let sink = try FileSink(path: folder.path("out.gif"))
    try sink.write([1])
    try sink.finish()
    sink.cancel()
    #expect(folder.contents("out.gif") == [1])
    #expect(throws: SinkError.closed) { try sink.finish() }
  }

  @Test func `a replaced file keeps its access rights and links stay links`() throws {
    folder.put([9], "real.gif")
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: folder.path("real.gif"))
    try FileManager.default.createSymbolicLink(atPath: folder.path("link.gif"), withDestinationPath: "real.gif")
    let sink = try FileSink(path: folder.path("link.gif"))
    try sink.write([5])
    try sink.finish()
    #expect(folder.contents("real.gif") == [5])
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("real.gif"))
    #expect(attributes[.posixPermissions] as? Int == 0o640)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.path("link.gif")) == "real.gif")
  }

  @Test func `a name as long as names can be still works`() throws {
    let name = String(repeating: "n", count: 255)
    let sink = try FileSink(path: folder.path(name))
    try sink.write([1])
    try sink.finish()
    #expect(folder.contents(name) == [1])
  }

  @Test func `two sinks for one name do not disturb each other`() throws {
    let first = try FileSink(path: folder.path("out"))
    let second = try FileSink(path: folder.path("out"))
    try first.write([1])
    try second.write([2])
    try first.finish()
    try second.finish()
    #expect(folder.contents("out") == [2])
    #expect(folder.names == ["out"])
  }

  @Test func `a missing folder is reported with the system's words`() {
    let path = folder.path("missing/out.gif")
    #expect(throws: SinkError.cannotWrite(path: path, .notFound)) { try FileSink(path: path) }
    #expect("\(SinkError.cannotWrite(path: "out.gif", .notFound))" == "cannot write out.gif: No such file or directory")
  }

  @Test(arguments: ["", "/"])
  func `a folder is no output file`(ending: String) {
    #expect(throws: SinkError.cannotWrite(path: folder.path + ending, .isFolder)) {
      try FileSink(path: folder.path + ending)
    }
  }

  @Test func `a full disk is an error at the latest at the end`() throws {
    let sink = try FileSink(path: "/dev/full")
    #expect(throws: SinkError.cannotWrite(path: "/dev/full", .noSpace)) {
      try sink.write([1, 2, 3])
      try sink.finish()
    }
    #expect("\(SinkError.cannotWrite(path: "out.gif", .noSpace))" == "cannot write out.gif: No space left on device")
    #expect(throws: SinkError.cannotWrite(path: "/dev/full", .noSpace), "the first error stays") { try sink.write([1]) }
  }

  @Test func `a device is written directly and stays a device`() throws {
    let sink = try FileSink(path: "/dev/null")
    try sink.write([1, 2, 3])
    try sink.finish()
    let attributes = try FileManager.default.attributesOfItem(atPath: "/dev/null")
    #expect(attributes[.type] as? FileAttributeType == .typeCharacterSpecial)
  }

  @Test func `a registered temporary file can be removed until it is forgotten`() throws {
    folder.put([1], "a")
    folder.put([1], "b")
    let (a, b) = (TemporaryFiles.register(folder.path("a")), TemporaryFiles.register(folder.path("b")))
    TemporaryFiles.unregister(b)
    for slot in [try #require(a), try #require(b)] { TemporaryFiles.removeFile(ofSlot: slot) }
    TemporaryFiles.unregister(a)
    #expect(folder.names == ["b"])
    #expect(TemporaryFiles.register(String(repeating: "x", count: 5000)) == nil, "no room for such a name")
  }

  @Test func `a memory sink is full after its capacity`() throws {
    let sink = MemorySink(capacity: 5)
    try sink.write([1, 2, 3])
    let full = SinkError.cannotWrite(path: "memory", .noSpace)
    #expect(throws: full) { try sink.write([4, 5, 6]) }
    #expect(sink.bytes == [1, 2, 3, 4, 5])
    #expect(throws: full) { try sink.finish() }
    #expect(!sink.isFinished)
    sink.cancel()
    #expect(sink.bytes.isEmpty)
  }
}
