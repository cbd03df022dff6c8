// Many frames on one page, each with its time.
import AnimGIF

/// Lays pictures out in rows.
public enum ContactSheet {
  /// Draws evenly spaced frames of a clip with their times, from the first to the last. A clip of fewer frames than there are places
  /// leaves places empty.
  /// - Throws: `EffectError` where the page would be too large or no font is installed, or what drawing a frame throws.
  public static func draw(_ clip: some FrameSource, columns: Int, rows: Int) throws -> Bitmap {
    let count = max(1, min(columns * rows, clip.frameCount))
    let indices = (0..<count).map { count == 1 ? 0 : ($0 * (clip.frameCount - 1) + (count - 1) / 2) / (count - 1) }
    var page = try Page(width: clip.width, height: clip.height, columns: columns, rows: rows)
    var renderer = clip.makeRenderer()
    var bitmap = Bitmap(width: clip.width, height: clip.height)
    for (place, index) in indices.enumerated() {
      try renderer.render(index, into: &bitmap)
      try page.add(bitmap, at: place, caption: caption(clip.timing.start(of: index).value))
    }
    return page.canvas.bitmap
  }

  /// Draws pictures of one size side by side, each with a caption.
  public static func row(_ pictures: [(bitmap: Bitmap, time: Double)]) throws -> Bitmap {
    guard let first = pictures.first?.bitmap else { throw EffectError.clip("a row has at least one picture") }
    var page = try Page(width: first.width, height: first.height, columns: pictures.count, rows: 1)
    for (place, picture) in pictures.enumerated() {
      try page.add(picture.bitmap, at: place, caption: caption(picture.time))
    }
    return page.canvas.bitmap
  }

  private static func caption(_ seconds: Double) -> String {
    let hundredths = Int(min(max(seconds * 100, 0), 1e12).rounded())
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest) s"
  }

  /// The page that is being drawn. Pixels.
  private struct Page {
    var canvas: Canvas
    let width, height, columns: Int
    let gap, band: Int
    let font: Font

    init(width: Int, height: Int, columns: Int, rows: Int) throws {
      self.width = width
      self.height = height
      self.columns = columns
      let size = max(9, min(28, Double(width) / 12))
      font = try Font(size: size)
      gap = Int(size * 0.5) + 1
      band = Int(size * 1.6)
      let (total, lines) = (columns * (width + gap) + gap, rows * (height + band + gap) + gap)
      guard total <= 65535, lines <= 65535, total * lines <= Clip.maximumPixelCount else {
        throw EffectError.clip(
          "a sheet has at most \(Clip.maximumPixelCount) pixels; got \(total) by \(lines); lower --scale, --size or --sheet"
        )
      }
      canvas = Canvas(width: total, height: lines, background: Color(hex: 0xD8D8D8))
    }

    mutating func add(_ bitmap: Bitmap, at place: Int, caption: String) throws {
      let left = gap + place % columns * (width + gap), top = gap + place / columns * (height + band + gap)
      let frame = Rect(Double(left), Double(top), Double(width), Double(height))
      try canvas.fill(frame, .solid(.white))
      try canvas.drawImage(bitmap, in: frame)
      let line = TextLine(caption, font: font)
      try canvas.fill(
        line.path(centeredAt: Point(frame.midX, frame.maxY + Double(band) / 2)), .solid(Color(hex: 0x303030)))
    }
  }
}

extension Bitmap {
  /// The picture as a clip of one frame.
  public var clip: BitmapFrames { BitmapFrames([self], timing: .uniform(Rational(1), count: 1)) }
}
