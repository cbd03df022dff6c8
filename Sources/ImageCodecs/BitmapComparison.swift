// Pixel-by-pixel comparison of two pictures, exact or by how different the eye finds them.

public import Bitmaps

/// How much two pixels may differ and still count as equal.
public enum ComparisonTolerance: Equatable, Sendable {
  /// No channel of the premultiplied pixels differs.
  case exact
  /// Every channel of the premultiplied pixels differs by at most so much, 0…255.
  case channel(Int)
  /// The colours' distance in Oklab is at most so much, over black as over white; 0 is equal, 1 is black against white, and about 0.02
  /// is what the eye notices side by side. Source: Björn Ottosson, "A perceptual color space for image processing" (2020).
  case perceptual(Double)
}

/// The result of comparing two pictures of one size.
public struct BitmapComparison: Equatable, Sendable {
  /// How many pixels differ by more than the tolerance.
  public private(set) var differentPixels = 0
  /// How many pixels were compared.
  public private(set) var pixelCount = 0
  /// The greatest difference of a channel of the premultiplied pixels, 0…255, whatever the tolerance.
  public private(set) var greatestChannelDifference = 0
  /// The first pixel that differs by more than the tolerance, row by row.
  public private(set) var firstDifference: (x: Int, y: Int, left: Pixel, right: Pixel)?
  private var squareSum = 0.0

  /// Whether all pixels are equal within the tolerance.
  public var isEqual: Bool { differentPixels == 0 }

  /// The peak signal-to-noise ratio over the four channels in dB; infinite for equal pictures.
  public var peakSignalToNoise: Double {
    squareSum == 0 ? .infinity : 10 * logarithm10(255 * 255 * 4 * Double(pixelCount) / squareSum)
  }

  /// Compares two pictures.
  /// - Precondition: they have the same size.
  public init(_ left: Bitmap, _ right: Bitmap, tolerance: ComparisonTolerance = .exact) {
    precondition(left.width == right.width && left.height == right.height, "pictures of different sizes")
    pixelCount = left.pixelCount
    for y in 0..<left.height {
      for x in 0..<left.width {
        let (a, b) = (left[x, y], right[x, y])
        if a != b { add(x, y, a, b, tolerance) }
      }
    }
  }

  private mutating func add(_ x: Int, _ y: Int, _ a: Pixel, _ b: Pixel, _ tolerance: ComparisonTolerance) {
    var greatest = 0
    for difference in channelDifferences(a, b) {
      greatest = max(greatest, abs(difference))
      squareSum += Double(difference * difference)
    }
    greatestChannelDifference = max(greatestChannelDifference, greatest)
    let isDifferent =
      switch tolerance {
      case .exact: true
      case .channel(let limit): greatest > limit
      case .perceptual(let limit): perceptualDistance(a, b) > limit
      }
    if !isDifferent { return }
    differentPixels += 1
    if firstDifference == nil { firstDifference = (x, y, a, b) }
  }

  /// Whether two results say the same.
  public static func == (left: BitmapComparison, right: BitmapComparison) -> Bool {
    left.differentPixels == right.differentPixels && left.pixelCount == right.pixelCount
      && left.greatestChannelDifference == right.greatestChannelDifference && left.squareSum == right.squareSum
      && left.firstDifference?.x == right.firstDifference?.x && left.firstDifference?.y == right.firstDifference?.y
  }

  /// Returns a picture of the differences: equal pixels as a pale grey copy, others red, the stronger the more they differ.
  /// - Precondition: the pictures have the same size.
  public static func difference(_ left: Bitmap, _ right: Bitmap) -> Bitmap {
    precondition(left.width == right.width && left.height == right.height, "pictures of different sizes")
    var result = Bitmap(width: left.width, height: left.height)
    for y in 0..<left.height {
      for x in 0..<left.width {
        let (a, b) = (left[x, y], right[x, y])
        if a == b {
          let light = (Int(a.red) + 2 * Int(a.green) + Int(a.blue)) / 4 + 255 - Int(a.alpha)
          let pale = UInt8(191 + min(light, 255) / 4)
          result[x, y] = Pixel(red: pale, green: pale, blue: pale)
        } else {
          let greatest = channelDifferences(a, b).map(abs).max() ?? 0
          result[x, y] = Pixel(red: UInt8(127 + greatest / 2), green: 0, blue: 0)
        }
      }
    }
    return result
  }
}

private func channelDifferences(_ a: Pixel, _ b: Pixel) -> [Int] {
  [
    Int(a.red) - Int(b.red), Int(a.green) - Int(b.green), Int(a.blue) - Int(b.blue), Int(a.alpha) - Int(b.alpha),
  ]
}

/// The greater of the Oklab distances of two premultiplied pixels over black and over white.
func perceptualDistance(_ a: Pixel, _ b: Pixel) -> Double {
  let overBlack = oklab(a, background: 0).distance(to: oklab(b, background: 0))
  if a.alpha == 255 && b.alpha == 255 { return overBlack }
  return max(overBlack, oklab(a, background: 255).distance(to: oklab(b, background: 255)))
}

/// The premultiplied pixel over an opaque grey, in Oklab.
private func oklab(_ pixel: Pixel, background: Int) -> Oklab {
  let under = background * (255 - Int(pixel.alpha)) / 255
  func over(_ channel: UInt8) -> Int { min(255, Int(channel) + under) }
  return Oklab(red: over(pixel.red), green: over(pixel.green), blue: over(pixel.blue))
}
