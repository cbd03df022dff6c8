// The picture that `ring` uncovers where the user gives none: a desk from above with notebook, pencil, cup and glasses, in flat colours.
import AnimGIF

/// Draws the desk.
struct DeskPicture {
  /// The drawing's own extent; the important things lie in its middle.
  static let extent = Size(400, 400)

  private var canvas: Canvas

  /// Returns the picture, as large as needed to cover so many pixels without being stretched.
  static func bitmap(width: Int, height: Int) throws(RasterError) -> Bitmap {
    var picture = DeskPicture(canvas: Canvas(width: width, height: height, background: desk))
    let scale = max(Double(width) / extent.width, Double(height) / extent.height)
    picture.canvas.concatenate(
      AffineTransform(
        a: scale, b: 0, c: 0, d: scale, tx: (Double(width) - scale * extent.width) / 2,
        ty: (Double(height) - scale * extent.height) / 2))
    try picture.drawBoards()
    try picture.drawNotebook()
    try picture.drawCup()
    try picture.drawPencil()
    try picture.drawGlasses()
    return picture.canvas.bitmap
  }

  private static let desk = Color(hex: 0xC98F5B)
  private static let groove = Color(hex: 0xAE7747)
  private static let shade = Color(hex: 0xA36C3F)
  private static let paper = Color(hex: 0xFBF6E9)
  private static let dark = Color(hex: 0x2B2D42)

  private mutating func drawBoards() throws(RasterError) {
    for (y, joint) in [(52.0, 300.0), (152, 60), (252, 350), (352, 120)] {
      try canvas.fill(.rect(Rect(-400, y, 1200, 3)), .solid(Self.groove))
      try canvas.fill(.rect(Rect(joint, y - 100, 3, 100)), .solid(Self.groove))
    }
  }

  private mutating func drawNotebook() throws(RasterError) {
    try turned(at: Point(176, 168), byDegrees: -9) { (picture) throws(RasterError) in
      let cover = Rect(-92, -118, 190, 240)
      try picture.fill(.roundedRect(Rect(-83, -106, 190, 240), radius: 10), Self.shade)
      try picture.fill(.roundedRect(cover, radius: 10), Color(hex: 0x1F6F78))
      try picture.fill(.roundedRect(Rect(-84, -112, 176, 226), radius: 5), Self.paper)
      for line in 0..<9 {
        try picture.fill(.rect(Rect(-60, -78 + 21 * Double(line), 142, 1.6)), Color(hex: 0xBFD7DE))
      }
      try picture.fill(.rect(Rect(-44, -112, 1.6, 226)), Color(hex: 0xE4786B))
      // Something is written on it: the download button's wave, and a line of words.
      let wave = WaveShapes(amplitude: 6, omega: 0.3)[1].applying(
        AffineTransform(a: 1.4, b: 0, c: 0, d: 1, tx: -70, ty: -128))
      try picture.stroke(wave, Stroke(width: 3.5, cap: .round, join: .round), Self.dark)
      for (x, width, line) in [(-34.0, 46.0, 2.0), (20, 34, 2), (-34, 30, 3), (4, 60, 3)] {
        let y = -84 + 21 * line
        try picture.stroke(
          .line(from: Point(x, y), to: Point(x + width, y)), Stroke(width: 3.5, cap: .round), Self.dark)
      }
      for ring in 0..<11 {
        let y = -100 + 20 * Double(ring)
        try picture.fill(.circle(center: Point(-72, y), radius: 4), Self.dark)
        try picture.stroke(
          .line(from: Point(-98, y), to: Point(-72, y)), Stroke(width: 4.5, cap: .round), Color(hex: 0xD9DEE4))
      }
    }
  }

  private mutating func drawCup() throws(RasterError) {
    let center = Point(326, 94)
    try fill(.circle(center: Point(334, 106), radius: 60), Self.shade)
    try fill(.circle(center: center, radius: 60), Color(hex: 0xE8E4DA))
    try stroke(.circle(center: center, radius: 48), Stroke(width: 2), Color(hex: 0xCFC9BB))
    try stroke(.line(from: center, to: Point(366, 132)), Stroke(width: 13, cap: .round), .white)
    try fill(.circle(center: center, radius: 38), .white)
    try fill(.circle(center: center, radius: 31), Color(hex: 0x5B3A29))
    try stroke(
      .arc(center: center, radius: 23, startAngle: 3.4, endAngle: 4.6, clockwise: true),
      Stroke(width: 4, cap: .round), Color(hex: 0x8A5F44))
  }

  private mutating func drawPencil() throws(RasterError) {
    try turned(at: Point(346, 240), byDegrees: 110) { (picture) throws(RasterError) in
      try picture.fill(.rect(Rect(-72, 4, 146, 16)), Self.shade)
      try picture.fill(.roundedRect(Rect(-88, -8, 24, 16), radius: 4), Color(hex: 0xE4786B))
      try picture.fill(.rect(Rect(-72, -8, 12, 16)), Color(hex: 0xD9DEE4))
      try picture.fill(.rect(Rect(-60, -8, 114, 16)), Color(hex: 0xF2B705))
      try picture.fill(.rect(Rect(-60, -2.5, 114, 5)), Color(hex: 0xFFD65A))
      try picture.fill(.polyline([Point(54, -8), Point(86, 0), Point(54, 8)]), Color(hex: 0xF0D9B5))
      try picture.fill(.polyline([Point(73, -3.25), Point(86, 0), Point(73, 3.25)]), Self.dark)
    }
  }

  private mutating func drawGlasses() throws(RasterError) {
    try turned(at: Point(178, 318), byDegrees: 7) { (picture) throws(RasterError) in
      let frame = Stroke(width: 8, cap: .round, join: .round)
      for (dx, dy, color) in [(7.0, 10.0, Self.shade), (0, 0, Self.dark)] {
        let shift = AffineTransform(translationX: dx, y: dy)
        for side in [-1.0, 1] {
          let lens = Path.circle(center: Point(58 * side, 0), radius: 40).applying(shift)
          if color == Self.dark {
            try picture.canvas.fill(lens, .solid(Color(hex: 0xDCEFF2).withAlpha(0.55)))
          }
          try picture.stroke(lens, frame, color)
          let temple = Path([
            .move(to: Point(98 * side, -6)),
            .cubic(to: Point(92 * side, -74), control1: Point(122 * side, -18), control2: Point(112 * side, -62)),
          ])
          try picture.stroke(temple.applying(shift), frame, color)
        }
        let bridge = Path.arc(
          center: Point(0, 4), radius: 20, startAngle: .pi * 1.12, endAngle: .pi * 1.88, clockwise: true)
        try picture.stroke(bridge.applying(shift), frame, color)
      }
      for x in [-72.0, 44] {
        try picture.stroke(
          .line(from: Point(x, 8), to: Point(x + 24, -18)), Stroke(width: 5, cap: .round), .white)
      }
    }
  }

  private mutating func fill(_ path: Path, _ color: Color) throws(RasterError) {
    try canvas.fill(path, .solid(color))
  }

  private mutating func stroke(_ path: Path, _ stroke: Stroke, _ color: Color) throws(RasterError) {
    try canvas.stroke(path, stroke, .solid(color))
  }

  /// Draws something in coordinates of its own.
  private mutating func turned(
    at origin: Point, byDegrees degrees: Double, _ draw: (inout DeskPicture) throws(RasterError) -> Void
  ) throws(RasterError) {
    canvas.save()
    canvas.concatenate(
      AffineTransform(rotation: degrees * .pi / 180).concatenating(AffineTransform(translationX: origin.x, y: origin.y))
    )
    try draw(&self)
    canvas.restore()
  }
}
