// `animgif-bench play [-t seconds | -n frames] [--baseline] [-o folder] scene…`
//
// Draws each scene over and over on one canvas: what is timed is one frame, from the first call to finished pixels, path objects built
// afresh. With -o the picture is written to `folder/<scene>.animgif.png`.

import Bitmaps
import ImageCodecs
import VectorGeometry
import VectorRaster

enum PlayCommand {
  static func run(_ arguments: ArraySlice<String>) throws(CommandError) {
    let arguments = try MeasurementArguments(arguments)
    if arguments.names.isEmpty { throw .usage("play needs at least one scene file") }
    for file in arguments.names { try play(file, arguments) }
  }

  private static func play(_ file: String, _ arguments: MeasurementArguments) throws(CommandError) {
    guard let bytes = readFile(file) else { throw .failed("cannot read \(file)") }
    do {
      let scene = try SceneFile(text: String(decoding: bytes, as: UTF8.self))
      var canvas = Canvas(width: scene.width, height: scene.height)
      canvas.instructions = arguments.instructions
      var path = Path()
      // A canvas that is told of a new bitmap forgets what it has cleared: CLEAR then replaces every pixel, as the scene says.
      try arguments.measurement.run(scene.name, prepare: { canvas.bitmap = canvas.bitmap }) {
        try scene.draw(into: &canvas, path: &path)
      }
      if let folder = arguments.folder {
        let sink = try FileSink(path: "\(folder)/\(scene.name).animgif.png")
        try sink.write(PNGEncoder(effort: .fast).encode(canvas.bitmap))
        try sink.finish()
      }
    } catch { throw .failed("\(file): \(error)") }
  }
}
