// Where an image lies in its layer, and the image as a paint.

import Bitmaps
import VectorGeometry
import VectorRaster

extension LayerProperties {
  /// The rectangle that the shown part of an image of `size` points covers.
  package func contentsFrame(for size: Size) -> Rect {
    let box = Rect(bounds.minX, bounds.minY, bounds.width, bounds.height)
    func fitted(_ choose: (Double, Double) -> Double) -> Rect {
      guard size.width > 0, size.height > 0 else { return box }
      let factor = choose(box.width / size.width, box.height / size.height)
      return Rect(center: box.center, size: Size(size.width * factor, size.height * factor))
    }
    /// `x` and `y` are 0 at the left and upper edge, 1 at the right and lower.
    func placed(_ x: Double, _ y: Double) -> Rect {
      Rect(box.minX + (box.width - size.width) * x, box.minY + (box.height - size.height) * y, size.width, size.height)
    }
    switch contentsGravity {
    case .resize: return box
    case .resizeAspect: return fitted(min)
    case .resizeAspectFill: return fitted(max)
    case .center: return placed(0.5, 0.5)
    case .top: return placed(0.5, 0)
    case .bottom: return placed(0.5, 1)
    case .left: return placed(0, 0.5)
    case .right: return placed(1, 0.5)
    case .topLeft: return placed(0, 0)
    case .topRight: return placed(1, 0)
    case .bottomLeft: return placed(0, 1)
    case .bottomRight: return placed(1, 1)
    }
  }

  /// The image's place and paint; nil when nothing shows.
  func contentsPaint(of bitmap: Bitmap, tint: Color?) -> (rect: Rect, paint: ImagePaint)? {
    let width = Double(bitmap.width), height = Double(bitmap.height)
    let part = Rect(
      contentsRect.minX * width, contentsRect.minY * height, contentsRect.width * width, contentsRect.height * height)
    guard part.width > 0, part.height > 0, part.origin.isFinite, part.width.isFinite, part.height.isFinite else {
      return nil
    }
    let scale = contentsScale > 0 ? contentsScale : 1
    let rect = contentsFrame(for: Size(part.width / scale, part.height / scale))
    guard !rect.isEmpty, rect.width.isFinite, rect.height.isFinite else { return nil }
    let scaleX = rect.width / part.width, scaleY = rect.height / part.height
    let transform = AffineTransform(
      a: scaleX, b: 0, c: 0, d: scaleY, tx: rect.minX - part.minX * scaleX, ty: rect.minY - part.minY * scaleY)
    let region = PixelRect(
      aroundMinX: part.minX, minY: part.minY, maxX: part.maxX, maxY: part.maxY, within: bitmap.bounds)
    return (
      rect,
      ImagePaint(
        tint.map(bitmap.multiplied) ?? bitmap, region: region, transform: transform, spread: .pad, quality: .filtered)
    )
  }
}

extension Bitmap {
  /// Returns the bitmap with every pixel multiplied by a colour of components within 0…1, rounded to nearest.
  func multiplied(by color: Color) -> Bitmap {
    var result = self
    let pixel = Pixel(Color(red: color.red, green: color.green, blue: color.blue))
    let alpha = Int(Pixel(Color.black.withAlpha(color.alpha)).alpha)
    func product(_ a: UInt8, _ b: UInt8) -> UInt8 { UInt8((Int(a) * Int(b) * alpha + 32_512) / 65_025) }
    for y in 0..<height {
      for x in 0..<width {
        let source = self[x, y]
        result[x, y] = Pixel(
          red: product(source.red, pixel.red), green: product(source.green, pixel.green),
          blue: product(source.blue, pixel.blue), alpha: UInt8((Int(source.alpha) * alpha + 127) / 255))
      }
    }
    return result
  }
}
