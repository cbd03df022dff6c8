// What compositing costs, stage by stage, on a canvas of 400 by 400: each case is drawn until it took 50 ms, the fastest round counts.

import Bitmaps
import VectorGeometry
import VectorRaster

/// Prints `name  ns/pixel`, all pixels of the canvas counted, whether they are touched or not.
func benchComposite() throws(CommandError) {
  let side = 400
  let disc = Path.circle(center: Point(200, 200), radius: 180)
  let stops: GradientStops = [GradientStop(0, .red), GradientStop(0.5, .white), GradientStop(1, .blue)]
  let photo = Bitmap(width: side, height: side, filledWith: Pixel(.orange))
  let large = Bitmap(width: 4 * side, height: 4 * side, filledWith: Pixel(.orange))
  let translucent = Paint.solid(Color.red.withAlpha(0.5))

  func measure(_ name: String, _ body: (inout Canvas) throws(RasterError) -> Void) throws(CommandError) {
    var canvas = Canvas(width: side, height: side, background: .white)
    var best = Double.infinity, spent = 0.0
    while spent < 5e7 {
      let start = Clock.thread
      do { try body(&canvas) } catch { throw .failed("\(name): \(error)") }
      let time = Clock.thread - start
      best = min(best, time)
      spent += time
    }
    let hundredths = Int(best / Double(side * side) * 100 + 0.5)
    let padded = name + String(repeating: " ", count: max(1, 24 - name.count))
    print("\(padded)\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)  ns/pixel")
  }

  try measure("fill") { (canvas) throws(RasterError) in try canvas.fill(disc, translucent) }
  for mode in BlendMode.allCases {
    try measure("fill-\(mode.rawValue)") { (canvas) throws(RasterError) in
      canvas.blendMode = mode
      try canvas.fill(disc, translucent)
    }
  }
  try measure("clip-path") { (canvas) throws(RasterError) in
    canvas.save()
    try canvas.clip(to: disc)
    try canvas.fill(translucent)
    canvas.restore()
  }
  try measure("layer") { (canvas) throws(RasterError) in
    canvas.beginLayer(alpha: 0.5)
    try canvas.fill(disc, translucent)
    canvas.endLayer()
  }
  try measure("mask") { (canvas) throws(RasterError) in
    canvas.beginLayer()
    try canvas.fill(disc, translucent)
    canvas.beginMask()
    try canvas.fill(disc, translucent)
    canvas.endMask()
    canvas.endLayer()
  }
  for sigma in [1.0, 3, 10, 30] {
    try measure("shadow-\(Int(sigma))") { (canvas) throws(RasterError) in
      try canvas.drawShadow(of: disc, Shadow(offset: Vector(0, 3), sigma: sigma))
    }
  }
  try measure("linear") { (canvas) throws(RasterError) in
    try canvas.fill(.linear(LinearGradient(from: .zero, to: Point(400, 300), stops: stops)))
  }
  try measure("radial") { (canvas) throws(RasterError) in
    try canvas.fill(.radial(RadialGradient(center: Point(200, 200), radius: 250, stops: stops)))
  }
  try measure("conic") { (canvas) throws(RasterError) in
    try canvas.fill(.conic(ConicGradient(center: Point(200, 200), stops: stops)))
  }
  try measure("image") { (canvas) throws(RasterError) in try canvas.drawImage(photo, at: .zero) }
  try measure("image-half-pixel") { (canvas) throws(RasterError) in try canvas.drawImage(photo, at: Point(0.5, 0.5)) }
  try measure("image-quarter-size") { (canvas) throws(RasterError) in
    try canvas.drawImage(large, in: Rect(0, 0, 400, 400))
  }
  try measure("image-turned") { (canvas) throws(RasterError) in
    canvas.transform = AffineTransform(rotation: 0.3)
    try canvas.drawImage(photo, at: .zero)
  }
}
