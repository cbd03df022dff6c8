// A picture at the size at which it is shown, so that no frame has to scale it.
import AnimGIF

/// A picture that fills a view, one of its pixels for each of the clip's.
struct PixelPicture {
  /// The pixels.
  var bitmap: Bitmap
  /// Their extent in points: the view's, up to the next whole pixel.
  var size: Size

  /// The most pixels of a file that is read: 128 million.
  static let limits = ReadingLimits(pixels: 1 << 27)

  /// Reads a picture, upright, and scales it until it covers the view; what reaches over the view is cut off. Without a file it is
  /// the drawn desk.
  /// - Parameters:
  ///   - view: points.
  ///   - scale: pixels per point.
  init(of file: String?, in view: Size, scale: Double) throws(EffectError) {
    let pixels = Size((view.width * scale).rounded(), (view.height * scale).rounded())
    guard pixels.width >= 1, pixels.height >= 1, pixels.width * pixels.height <= Double(Clip.maximumPixelCount) else {
      throw .clip("a picture of \(pixels.width.shortText) by \(pixels.height.shortText) pixels is out of reach")
    }
    size = Size(pixels.width / scale, pixels.height / scale)
    let width = Int(pixels.width), height = Int(pixels.height)
    do {
      if let file {
        let image = try ImageFile(file, limits: Self.limits).decode(toCover: width, height)
        bitmap = try Self.covering(image, width: width, height: height)
      } else {
        bitmap = try DeskPicture.bitmap(width: width, height: height)
      }
    } catch let error as ImageReadingError {
      throw .picture(error)
    } catch {
      throw .clip("\(error)")
    }
  }

  /// Scales an image, every pixel the exact mean of what it covers, and cuts its middle out.
  private static func covering(_ image: Bitmap, width: Int, height: Int) throws(RasterError) -> Bitmap {
    let factor = max(Double(width) / Double(image.width), Double(height) / Double(image.height))
    let scaled = Size(Double(image.width) * factor, Double(image.height) * factor)
    var canvas = Canvas(width: width, height: height)
    try canvas.drawImage(
      image,
      in: Rect(
        (Double(width) - scaled.width) / 2, (Double(height) - scaled.height) / 2, scaled.width, scaled.height))
    return canvas.bitmap
  }
}
