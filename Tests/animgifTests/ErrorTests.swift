import Foundation
import Testing

/// Mistakes of a user: one line that names the value and the limit, the right exit status, and no file.
@Suite struct ErrorTests {
  // swift-format-ignore
  @Test(arguments: [
    (["wave", "--fps", "0", "-o", "x.gif"], "--fps takes a number from 0.01 to 1000, such as 30, 23.976 or 30000/1001; got 0"),
    (["wave", "--fps", "abc", "-o", "x.gif"], "--fps takes a number from 0.01 to 1000, such as 30, 23.976 or 30000/1001; got abc"),
    (["wave", "--size", "-3", "-o", "x.gif"], "--size takes a number from 20 to 1000 points; got -3"),
    (["wave", "--sise", "3", "-o", "x.gif"], "animgif wave has no option --sise (did you mean --size?); see animgif wave --help"),
    (["wave", "-x", "-o", "x.gif"], "animgif wave has no option -x; see animgif wave --help"),
    (["wave", "--si", "50", "-o", "x.gif", "--s", "1"], "animgif wave: --s could be --size, --scale, --sheet, --slow, --speed, --stage"),
    (["wave", "--fps"], "animgif wave: --fps needs a value; see animgif wave --help"),
    (["wave", "--autoreverse=3", "-o", "x.gif"], "animgif wave: --autoreverse takes no value"),
    (["wave", "x.gif"], "animgif wave takes options only; got x.gif"),
    (["wave"], "animgif wave needs -o FILE, for example animgif wave -o out.gif"),
    (["wvae", "-o", "x.gif"], "no command or effect wvae (did you mean wave?); known: "),
    (["wave", "-o", "x.mp4"], "the name of the output tells its kind; x.mp4 is none of .gif, .apng, .png, "),
    (["wave", "-o", ""], "the name of the output tells its kind; an empty name is none of .gif, .apng, .png, "),
    (["wave", "--stage", "9", "-o", "x.gif"], "--stage knows cycle, tick, 0, 1, 2, 3, 4; got 9"),
    (["wave", "--only", "ring", "-o", "x.gif"], "--only knows wave; got ring"),
    (["wave", "--slow", "2", "--speed", "2", "-o", "x.gif"], "give --slow or --speed, not both"),
    (["wave", "--at", "1.3", "-o", "x.png"], "--at takes a time from 0 to 1.2 seconds, the length of this clip; got 1.3"),
    (["wave", "--repeat", "1000", "--slow", "100", "--fps", "1000", "-o", "x.gif"], "a clip is at most 86400 s long; got 120000 s"),
    (["wave", "--repeat", "1000", "--fps", "100", "-o", "x.gif"], "a clip has at most 100000 frames; 1200 s at 100 frames per second has 120000"),
    (["wave", "--canvas", "4096x4096", "--scale", "8", "-o", "x.gif"], "a picture is 1 to 65535 pixels wide and high and has at most 67108864"),
    (["--frobnicate"], "animgif has no option --frobnicate; see animgif --help"),
  ])
  func `a wrong command line is one line and exit status 2`(arguments: [String], message: String) throws {
    let scratch = try Scratch()
    let outcome = try Program.run(arguments, in: scratch.folder)
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("error: \(message)"), "\(outcome.errors)")
    #expect(outcome.errors.split(separator: "\n").count == 1)
    #expect(outcome.output.isEmpty)
    #expect(scratch.contents.isEmpty)
  }

  // swift-format-ignore
  @Test(arguments: [
    (["wave", "-o", "missing/x.gif"], "cannot write missing/x.gif: No such file or directory"),
    (["wave", "-o", "missing/x.png"], "cannot write missing/x.png: No such file or directory"),
    (["wave", "-o", "missing/x.apng"], "cannot write missing/x.apng: No such file or directory"),
    (["wave", "-o", "missing/x/"], "cannot write missing/x/: No such file or directory"),
  ])
  func `a folder that does not exist is a failure that is named`(arguments: [String], message: String) throws {
    let scratch = try Scratch()
    let outcome = try Program.run(arguments, in: scratch.folder)
    #expect(outcome.status == 1)
    #expect(outcome.errors == "error: \(message)\n")
    #expect(scratch.contents.isEmpty)
  }

  #if os(Linux)
    @Test(arguments: ["gif", "apng", "png"]) func `a full disk is a failure that is named`(ending: String) throws {
      let scratch = try Scratch()
      let link = scratch.file("x.\(ending)")
      try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: "/dev/full")
      let outcome = try Program.run(["wave", "-o", "x.\(ending)"], in: scratch.folder)
      #expect(outcome.status == 1)
      #expect(outcome.errors == "error: cannot write x.\(ending): No space left on device\n")
      #expect(scratch.contents == ["x.\(ending)"])
    }
  #endif

  @Test(arguments: [["wave", "--fps", "0", "-o", "x.gif"], ["wave", "--at", "9", "-o", "x.gif"]])
  func `an existing file survives a mistake`(arguments: [String]) throws {
    let scratch = try Scratch()
    try Data("mine".utf8).write(to: scratch.file("x.gif"))
    #expect(try Program.run(arguments, in: scratch.folder).status == 2)
    #expect(try Data(contentsOf: scratch.file("x.gif")) == Data("mine".utf8))
    #expect(scratch.contents == ["x.gif"])
  }
}
