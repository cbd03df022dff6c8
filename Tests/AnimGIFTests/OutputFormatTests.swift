import AnimGIF
import Testing

@Suite struct OutputFormatTests {
  @Test(arguments: [
    ("wave.gif", OutputFormat.gif), ("WAVE.GIF", .gif), ("a/b.c/wave.png", .png), ("wave.apng", .apng),
    ("frames/", .frames),
    ("-", .gif), (".gif", .gif),
  ])
  func `the ending tells the kind`(path: String, format: OutputFormat) {
    #expect(OutputFormat(path: path) == format)
  }

  @Test(arguments: ["", "wave", "wave.mp4", "gif", "a.gif/b", "wave.gif.", "a.b/c"])
  func `any other ending is none`(path: String) {
    #expect(OutputFormat(path: path) == nil)
  }
}
