// `animgif-bench stages [-t seconds | -n rounds] [--baseline] [stage…]`: each stage of drawing by itself, on inputs that never change. A stage is named
// in full (`composite/layer`) or by its first part (`composite`).

import Bitmaps
import VectorGeometry
import VectorRaster

/// A piece of work that is measured by itself.
struct Stage {
  var name: String
  /// Makes the inputs and returns the work.
  var prepare: () -> () throws(RasterError) -> Void
}

enum StagesCommand {
  static func run(_ arguments: ArraySlice<String>) throws(CommandError) {
    let arguments = try MeasurementArguments(arguments)
    let all = geometryStages() + compositeStages(arguments.instructions)
    let chosen = all.filter { stage in
      arguments.names.isEmpty || arguments.names.contains { stage.name == $0 || stage.name.hasPrefix($0 + "/") }
    }
    if chosen.isEmpty { throw .usage("no such stage; there are \(all.map(\.name).joined(separator: ", "))") }
    for stage in chosen {
      let work = stage.prepare()
      do { try arguments.measurement.run(stage.name, work) } catch { throw .failed("\(stage.name): \(error)") }
    }
  }
}

/// From paths to coverage.
private func geometryStages() -> [Stage] {
  [
    Stage(name: "flatten") {
      let curves = randomCurves()
      var output = FlattenedPath()
      return { () throws(RasterError) in
        output.removeAll()
        for curve in curves { curve.flatten(tolerance: 0.05, into: &output) }
      }
    },
    Stage(name: "stroke") {
      let curves = randomCurves()
      var outliner = StrokeOutliner()
      var output = FlattenedPath()
      return { () throws(RasterError) in
        output.removeAll()
        for curve in curves {
          outliner.outline(curve, Stroke(width: 4, cap: .round, join: .round), tolerance: 0.05, into: &output)
        }
      }
    },
    coverageStage("coverage/curves", rule: .nonZero) {
      var output = FlattenedPath()
      for curve in randomCurves() { curve.flatten(tolerance: 0.05, into: &output) }
      return output
    },
    coverageStage("coverage/star", rule: .evenOdd) {
      var output = FlattenedPath()
      let points = (0..<101).map { Point(256, 256) + 250 * Vector(angle: Double($0) * 50 / 101 * 2 * .pi) }
      var path = Path.polyline(points)
      path.close()
      path.flatten(tolerance: 0.05, into: &output)
      return output
    },
  ]
}

private func coverageStage(_ name: String, rule: FillRule, _ makePath: @escaping () -> FlattenedPath) -> Stage {
  Stage(name: name) {
    let path = makePath()
    var rasterizer = Rasterizer()
    let bounds = PixelRect(minX: 0, minY: 0, maxX: 512, maxY: 512)
    var mask = CoverageMask(bounds: bounds)
    return { () throws(RasterError) in rasterizer.coverage(of: path, rule: rule, clip: bounds, into: &mask) }
  }
}

/// A hundred open cubics over 512x512 units, always the same.
private func randomCurves() -> [Path] {
  var state: UInt64 = 1
  func next() -> Double {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Double(state >> 11) / Double(1 << 53) * 512
  }
  func point() -> Point { Point(next(), next()) }
  return (0..<100).map { _ in
    var path = Path()
    path.move(to: point())
    path.addCubic(to: point(), control1: point(), control2: point())
    return path
  }
}
