import Bitmaps
import Foundation
import ImageCodecs
import TestSupport
import Testing

@Suite struct BitmapComparisonTests {
  private func pair(_ a: Pixel, _ b: Pixel) -> (Bitmap, Bitmap) {
    var (left, right) = (Bitmap(width: 5, height: 4), Bitmap(width: 5, height: 4))
    left[3, 2] = a
    right[3, 2] = b
    return (left, right)
  }

  @Test(arguments: 0..<4)
  func `one step in any channel is found and tolerated`(channel: UInt32) {
    let (left, right) = pair(Pixel(bits: 0x8010_2030), Pixel(bits: 0x8010_2030 + 1 << (8 * channel)))
    let comparison = BitmapComparison(left, right)
    #expect(comparison.differentPixels == 1 && comparison.pixelCount == 20 && !comparison.isEqual)
    #expect(comparison.greatestChannelDifference == 1)
    #expect(comparison.firstDifference?.x == 3 && comparison.firstDifference?.y == 2)
    #expect(BitmapComparison(left, right, tolerance: .channel(1)).isEqual)
    #expect(!BitmapComparison(left, right, tolerance: .channel(0)).isEqual)
    #expect(BitmapComparison(left, right, tolerance: .perceptual(0.01)).isEqual)
    #expect(abs(comparison.peakSignalToNoise - (48.1308 + 10 * log10(80))) < 0.001)
    #expect(BitmapComparison(left, left).peakSignalToNoise == .infinity)
  }

  @Test func `the perceptual distance follows the eye`() {
    let (white, black) = (Pixel(red: 255, green: 255, blue: 255), Pixel(red: 0, green: 0, blue: 0))
    func isWithin(_ a: Pixel, _ b: Pixel, _ limit: Double) -> Bool {
      let (left, right) = pair(a, b)
      return BitmapComparison(left, right, tolerance: .perceptual(limit)).isEqual
    }
    #expect(!isWithin(white, black, 0.999) && isWithin(white, black, 1.001))
    #expect(!isWithin(.clear, white, 0.9), "equal over white, not over black")
    #expect(!isWithin(.clear, black, 0.9), "equal over black, not over white")
    // A step in dark grey is seen, the same step in the blue of bright yellow is not.
    #expect(!isWithin(Pixel(red: 10, green: 10, blue: 10), Pixel(red: 18, green: 18, blue: 18), 0.02))
    #expect(isWithin(Pixel(red: 255, green: 255, blue: 40), Pixel(red: 255, green: 255, blue: 48), 0.02))
  }

  @Test func `the picture of differences is red where there are some`() {
    let (left, right) = pair(Pixel(red: 255, green: 255, blue: 255), .clear)
    let picture = BitmapComparison.difference(left, right)
    #expect(picture[3, 2] == Pixel(red: 254, green: 0, blue: 0))
    #expect(picture[0, 0] == Pixel(red: 254, green: 254, blue: 254))
  }
}

@Suite struct FileComparisonTests {
  let folder = ScratchFolder()

  private func writeAPNG(_ source: StoredFrames, _ name: String, plays: Int = 0, keeps: Bool = false) throws -> String {
    var options = APNGOptions()
    (options.plays, options.keepsEqualFrames, options.effort) = (plays, keeps, .fast)
    try APNGEncoder(options: options).encode(source, to: FileSink(path: folder.path(name)))
    return folder.path(name)
  }

  private func writeStills(_ frames: [Bitmap], _ name: String) throws -> String {
    try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: true)
    for (index, frame) in frames.enumerated() {
      try PNGEncoder(effort: .fast).write(frame, to: folder.path("\(name)/f\(index).png"))
    }
    return folder.path(name)
  }

  @Test func `an APNG, a GIF and a folder of the same frames are equal`() throws {
    let source = StoredFrames.wandering(.colors16, count: 12, seed: 1)
    let apng = try writeAPNG(source, "a.apng")
    let gif = folder.path("a.gif")
    try GIFEncoder().encode(source, to: FileSink(path: gif))
    let stills = try writeStills(source.frames, "stills")
    for (a, b) in [(apng, gif), (gif, apng), (apng, stills), (stills, gif), (apng, apng), (stills, stills)] {
      let comparison = try FileComparison(a, b)
      #expect(comparison.isEqual, "\(a) \(b): \(comparison.text)")
      #expect(comparison.text == "equal, 12 frames")
    }
  }

  @Test func `merged frames make no difference`() throws {
    var frames = StoredFrames.wandering(.colors16, count: 9, seed: 2).frames
    (frames[3], frames[4], frames[8]) = (frames[2], frames[2], frames[7])
    let merged = try writeAPNG(StoredFrames(frames), "merged.apng")
    let kept = try writeAPNG(StoredFrames(frames), "kept.apng", keeps: true)
    #expect(try AnimationFile(path: kept).frames.count == 9)
    #expect(try FileComparison(merged, kept).text == "equal, 6 frames")
  }

  @Test func `one pixel of one frame is found`() throws {
    let source = StoredFrames.wandering(.colors16, count: 9, seed: 3)
    var frames = source.frames
    let old = frames[5][7, 11]
    frames[5][7, 11] = Pixel(bits: old.bits ^ 1)
    let (a, b) = (try writeAPNG(source, "a.apng"), try writeAPNG(StoredFrames(frames), "b.apng"))
    let comparison = try FileComparison(a, b)
    #expect(comparison.differences.map(\.name) == ["frame 5"])
    #expect(comparison.text.hasPrefix("frame 5: 1 of 384 pixels differ, a channel by up to 1; first at (7, 11): ("))
    #expect(comparison.differencePicture?[7, 11].green == 0)
    #expect(try FileComparison(a, b, tolerance: .channel(1)).isEqual)
  }

  @Test func `times, loops and numbers of frames are compared`() throws {
    let source = StoredFrames.wandering(.colors16, count: 4, seed: 4)
    let a = try writeAPNG(source, "a.apng")
    let slower = try writeAPNG(StoredFrames(source.frames, .uniform(Rational(1, 20), count: 4)), "b.apng")
    #expect(try FileComparison(a, slower).text == "frame 1 begins at 0.033 s and 0.05 s")
    #expect(try FileComparison(a, slower, comparesTiming: false).isEqual)
    let once = try writeAPNG(source, "c.apng", plays: 1)
    #expect(try FileComparison(a, once).text == "they are played for ever and once")
    let shorter = try writeAPNG(StoredFrames(Array(source.frames.prefix(3))), "d.apng")
    #expect(
      try FileComparison(a, shorter).remarks == [
        "the numbers of different frames in a row are 4 and 3", "they last 0.133 s and 0.1 s",
      ])
  }

  @Test func `folders are compared by names`() throws {
    let frames = StoredFrames.wandering(.colors16, count: 3, seed: 5).frames
    let (a, b) = (try writeStills(frames, "a"), try writeStills(frames, "b"))
    #expect(try FileComparison(a, b).text == "equal, 3 frames")
    try FileManager.default.removeItem(atPath: b + "/f1.png")
    try PNGEncoder().write(Bitmap(width: 2, height: 2), to: b + "/f2.png")
    #expect(try FileComparison(a, b).text == "f1.png is in \(a) alone\nf2.png: the sizes are 24x16 and 2x2")
  }

  @Test func `what cannot be read is an error with its name`() throws {
    folder.put(Array("GIF89a".utf8), "broken.gif")
    let broken = folder.path("broken.gif")
    #expect(throws: ImageReadingError.self) { try FileComparison(broken, broken) }
    do { _ = try FileComparison(broken, broken) } catch {
      #expect("\(error)" == "\(broken): damaged GIF file: it ends after 6 bytes")
    }
  }
}

@Suite struct ImageReportTests {
  @Test func `a GIF is described`() throws {
    let report = try ImageReport(path: ForeignFiles.path("disposals.gif"))
    #expect(
      report.text == """
        \(ForeignFiles.path("disposals.gif")): GIF89a, 24x20, 884 bytes
          frames    6
          time      3.41 s, 1.76 frames per second
          delays    0 ms (1), 10 ms (1), 40 ms (1), 70 ms (1), 100 ms (1), 3000 ms (1)
          plays     5 times
          disposal  none (3), background (2), previous (1)
          area      37.2 % of the canvas per frame on average
          colours   \(report.colorCount) shown; stored as palette of 16, 2 frames with their own
          comment   hello
        """)
    let shown = try ImageFile(ForeignFiles.path("disposals.gif.png")).decode()
    var colors = Set<Pixel>()
    for y in 0..<shown.height { for x in 0..<shown.width { colors.insert(shown[x, y]) } }
    #expect(report.colorCount == colors.count)
  }

  @Test func `an APNG is described`() throws {
    let report = try ImageReport(path: ForeignFiles.path("poster.apng"))
    #expect(report.format == "APNG" && report.hasPoster && report.plays == 0 && report.frames.count == 7)
    #expect(report.text.contains("7, and a poster that is none of them"))
  }

  @Test(arguments: ["color.jpg", "type-palette-4.png", "disposals.gif", "disposals.apng"])
  func `the JSON is JSON and says the same`(name: String) throws {
    let report = try ImageReport(path: ForeignFiles.path(name))
    let object = try JSONSerialization.jsonObject(with: Data(report.json.utf8)) as? [String: Any]
    #expect(object?["width"] as? Int == report.width)
    #expect(object?["path"] as? String == report.path)
    #expect((object?["frames"] as? [[String: Any]])?.count == report.frames.count)
    #expect(object?["colors"] as? Int == report.colorCount)
    if report.isAnimated {
      let delays = (object?["frames"] as? [[String: Any]])?.map { $0["delay"] as? String }
      #expect(delays == report.frames.map(\.delay.description))
      #expect(abs((object?["totalSeconds"] as? Double ?? 0) - report.total.value) < 1e-6)
    }
  }
}
