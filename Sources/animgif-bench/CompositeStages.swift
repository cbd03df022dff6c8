// The stages behind coverage: blend modes, layers, masks, shadows, gradients and images, on a canvas of 400 by 400.

import Bitmaps
import VectorGeometry
import VectorRaster

/// Compositing, stage by stage.
func compositeStages(_ instructions: InstructionSet) -> [Stage] {
  let side = 400
  let disc = Path.circle(center: Point(200, 200), radius: 180)
  let stops: GradientStops = [GradientStop(0, .red), GradientStop(0.5, .white), GradientStop(1, .blue)]
  let translucent = Paint.solid(Color.red.withAlpha(0.5))

  func stage(_ name: String, _ draw: @escaping (inout Canvas) throws(RasterError) -> Void) -> Stage {
    Stage(name: name) {
      var canvas = Canvas(width: side, height: side, background: .white)
      canvas.instructions = instructions
      return { () throws(RasterError) in try draw(&canvas) }
    }
  }
  func gradient(_ name: String, _ paint: Paint) -> Stage {
    stage("gradient/\(name)") { (canvas) throws(RasterError) in try canvas.fill(paint) }
  }
  func image(_ name: String, side imageSide: Int, _ draw: @escaping (inout Canvas, Bitmap) throws(RasterError) -> Void)
    -> Stage
  {
    Stage(name: "image/\(name)") {
      let bitmap = Bitmap(width: imageSide, height: imageSide, filledWith: Pixel(.orange))
      var canvas = Canvas(width: side, height: side, background: .white)
      canvas.instructions = instructions
      return { () throws(RasterError) in try draw(&canvas, bitmap) }
    }
  }

  var stages = BlendMode.allCases.map { mode in
    stage("composite/\(mode.rawValue)") { (canvas) throws(RasterError) in
      canvas.blendMode = mode
      try canvas.fill(disc, translucent)
    }
  }
  stages += [
    stage("composite/clip") { (canvas) throws(RasterError) in
      canvas.save()
      try canvas.clip(to: disc)
      try canvas.fill(translucent)
      canvas.restore()
    },
    stage("composite/layer") { (canvas) throws(RasterError) in
      canvas.beginLayer(alpha: 0.5)
      try canvas.fill(disc, translucent)
      canvas.endLayer()
    },
    stage("composite/mask") { (canvas) throws(RasterError) in
      canvas.beginLayer()
      try canvas.fill(disc, translucent)
      canvas.beginMask()
      try canvas.fill(disc, translucent)
      canvas.endMask()
      canvas.endLayer()
    },
  ]
  stages += [1.0, 3, 10, 30].map { sigma in
    stage("composite/shadow-\(Int(sigma))") { (canvas) throws(RasterError) in
      try canvas.drawShadow(of: disc, Shadow(offset: Vector(0, 3), sigma: sigma))
    }
  }
  stages += [
    gradient("linear", .linear(LinearGradient(from: .zero, to: Point(400, 300), stops: stops))),
    gradient("radial", .radial(RadialGradient(center: Point(200, 200), radius: 250, stops: stops))),
    gradient("conic", .conic(ConicGradient(center: Point(200, 200), stops: stops))),
    image("whole-pixel", side: side) { (canvas, bitmap) throws(RasterError) in
      try canvas.drawImage(bitmap, at: .zero)
    },
    image("half-pixel", side: side) { (canvas, bitmap) throws(RasterError) in
      try canvas.drawImage(bitmap, at: Point(0.5, 0.5))
    },
    image("quarter-size", side: 4 * side) { (canvas, bitmap) throws(RasterError) in
      try canvas.drawImage(bitmap, in: Rect(0, 0, 400, 400))
    },
    image("turned", side: side) { (canvas, bitmap) throws(RasterError) in
      canvas.transform = AffineTransform(rotation: 0.3)
      try canvas.drawImage(bitmap, at: .zero)
    },
  ]
  return stages
}
