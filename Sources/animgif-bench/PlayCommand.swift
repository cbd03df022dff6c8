// `animgif-bench play [-t seconds] [-o folder] scene…`
//
// Draws each scene over and over on one canvas and prints `animgif<TAB>scene<TAB>median_ns<TAB>min_ns<TAB>frames`: the thread's CPU time for
// one frame, from the first call to finished pixels, path objects built afresh. With -o the picture is written to
// `folder/<scene>.animgif.png`.

import Bitmaps
import ImageCodecs
import VectorGeometry
import VectorRaster

enum PlayCommand {
  static func run(_ arguments: ArraySlice<String>) throws(CommandError) {
    var seconds = 0.7
    var folder: String?
    var files: [String] = []
    var rest = arguments
    while let argument = rest.popFirst() {
      switch argument {
      case "-t":
        guard let value = rest.popFirst().flatMap(Double.init), value >= 0 else {
          throw .usage("-t needs a number of seconds")
        }
        seconds = value
      case "-o":
        guard let value = rest.popFirst() else { throw .usage("-o needs a folder") }
        folder = value
      default:
        if argument.hasPrefix("-") { throw .usage("unknown option \(argument)") }
        files.append(argument)
      }
    }
    if files.isEmpty { throw .usage("play needs at least one scene file") }
    for file in files { try play(file, seconds: seconds, folder: folder) }
  }

  private static func play(_ file: String, seconds: Double, folder: String?) throws(CommandError) {
    guard let bytes = readFile(file) else { throw .failed("cannot read \(file)") }
    do {
      let scene = try SceneFile(text: String(decoding: bytes, as: UTF8.self))
      var canvas = Canvas(width: scene.width, height: scene.height)
      var path = Path()
      let warm = Clock.wall + (seconds > 0 ? 0.15e9 : 0)
      repeat { try scene.draw(into: &canvas, path: &path) } while Clock.wall < warm
      var times: [Double] = []
      let end = Clock.wall + seconds * 1e9
      while times.count < 200_000 && (seconds > 0 || times.isEmpty) && (Clock.wall < end || times.count < 9) {
        // A canvas that is told of a new bitmap forgets what it has cleared: CLEAR then replaces every pixel, as the scene says.
        canvas.bitmap = canvas.bitmap
        let start = Clock.thread
        try scene.draw(into: &canvas, path: &path)
        times.append(Clock.thread - start)
      }
      times.sort()
      print("animgif\t\(scene.name)\t\(Int(times[times.count / 2]))\t\(Int(times[0]))\t\(times.count)")
      if let folder {
        let sink = try FileSink(path: "\(folder)/\(scene.name).animgif.png")
        try sink.write(PNGEncoder(effort: .fast).encode(canvas.bitmap))
        try sink.finish()
      }
    } catch { throw .failed("\(file): \(error)") }
  }
}
