import Bitmaps
import ImageCodecs
import TestSupport
import Testing

@Suite struct PNGSequenceEncoderTests {
  let folder = ScratchFolder()

  @Test(arguments: [
    ("icon@2x.png", 2), ("a/b@3x.gif", 3), ("frames@3x/", 3), ("icon@2x", 2), ("@2x.png", nil), ("a/@2x.png", nil),
    ("icon@9x.png", nil), ("icon@2X.png", nil), ("icon@2x.3.png", nil), ("", nil), ("/", nil), ("@2x/", nil),
  ]) func `a name tells its scale`(path: String, scale: Int?) {
    #expect(ScaleSuffix(of: path)?.scale == scale)
  }

  @Test func `names sort in the order of the frames`() {
    let encoder = PNGSequenceEncoder(suffix: "@2x")
    #expect(encoder.names(count: 2) == ["frame-000@2x.png", "frame-001@2x.png"])
    let names = PNGSequenceEncoder(prefix: "").names(count: 12_000)
    #expect(names.first == "00000.png" && names.last == "11999.png" && names == names.sorted())
  }

  @Test(arguments: [1, 2])
  func `a new folder holds every frame and nothing else`(threads: Int) throws {
    let source = StoredFrames.wandering(.colors16, count: 12, seed: 1)
    let total = try PNGSequenceEncoder().encode(source, toFolder: folder.path("out/"), threads: threads)
    #expect(folder.names == ["out"])
    let paths = try FrameFiles.expanding([folder.path("out")])
    #expect(paths.count == 12)
    var bytes = 0
    for (path, frame) in zip(paths, source.frames) {
      let isSame = try ImageFile(path).decode() == frame
      #expect(isSame)
      bytes += try ImageFile(path).bytes().count
    }
    #expect(bytes == total)
  }

  @Test func `a folder that is there keeps its other files, and all of them on an error`() throws {
    var source = StoredFrames.wandering(.colors16, count: 4, seed: 1)
    try PNGSequenceEncoder().encode(source, toFolder: folder.path("out"))
    folder.put([1], "out/other.txt")
    folder.put([2], "out/frame-002.png")
    source.failing = 3
    #expect(throws: PNGError.self) { try PNGSequenceEncoder().encode(source, toFolder: folder.path("out")) }
    #expect(folder.contents("out/frame-002.png") == [2])
    #expect(folder.names == ["out"])
    source.failing = nil
    try PNGSequenceEncoder().encode(source, toFolder: folder.path("out"))
    #expect(folder.contents("out/other.txt") == [1])
    #expect(folder.contents("out/frame-002.png") != [2])
  }

  @Test func `a folder that cannot be made is an error with its name`() {
    let path = folder.path("missing/out")
    do {
      try PNGSequenceEncoder().encode(StoredFrames.wandering(.colors4, count: 2, seed: 1), toFolder: path)
      Issue.record("no error")
    } catch {
      #expect("\(error)" == "cannot write \(path): No such file or directory")
    }
    folder.put([1], "file")
    #expect(throws: PNGError.self) {
      try PNGSequenceEncoder().encode(
        StoredFrames.wandering(.colors4, count: 2, seed: 1), toFolder: folder.path("file"))
    }
    #expect(folder.names == ["file"] && folder.contents("file") == [1])
  }

  @Test func `a registered folder of frames can be removed with all its files`() throws {
    try PNGSequenceEncoder().encode(
      StoredFrames.wandering(.colors4, count: 12, seed: 1), toFolder: folder.path("kept"))
    let stage = folder.path("stage")
    try PNGSequenceEncoder(prefix: "x").encode(StoredFrames.wandering(.colors4, count: 1, seed: 1), toFolder: stage)
    let slot = TemporaryFiles.register(stage, isFolderOfFrames: true)
    for number in [0, 7, 8, 9, 10, 99, 101] { folder.put([1], "stage/\(number).png") }
    TemporaryFiles.removeFile(ofSlot: try #require(slot))
    TemporaryFiles.unregister(slot)
    #expect(folder.names == ["kept", "stage"], "a file of another name keeps the folder")
    #expect(try FrameFiles.expanding([stage]).count == 1)
  }
}
