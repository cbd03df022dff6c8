import Bitmaps
import Foundation
import TestSupport
import Testing
import VectorRaster

@Suite struct GaussianBlurTests {
  private let wide = PixelRect(minX: -4000, minY: -4000, maxX: 4000, maxY: 4000)

  private func blur(_ mask: CoverageMask, _ sigmaX: Double, _ sigmaY: Double, within limits: PixelRect) -> CoverageMask
  {
    var result = CoverageMask()
    var blur = GaussianBlur()
    blur.blur(mask, sigmaX: sigmaX, sigmaY: sigmaY, within: limits, into: &result)
    return result
  }

  /// A mask that is `value` in `inner` and 0 elsewhere.
  private func box(_ inner: PixelRect, value: UInt8 = 255) -> CoverageMask {
    CoverageMask(bounds: inner, coverage: value)
  }

  @Test(arguments: [0.3, 1, 2.5, 11.9, 12.1, 33, 70, 150])
  func `an edge becomes the normal distribution's integral`(_ sigma: Double) {
    // Of a half plane (a box far wider than the kernel): Φ(distance / σ).
    let mask = box(PixelRect(minX: 0, minY: 0, maxX: Int(sigma * 8) + 8, maxY: 1))
    let result = blur(mask, sigma, 0, within: wide)
    for x in -Int(sigma * 4) - 2...Int(sigma * 4) {
      let exact = 255 * 0.5 * (1 + erf((Double(x) + 0.5) / sigma / 2.0.squareRoot()))
      #expect(
        abs(Double(result[x, 0]) - exact) <= (sigma <= GaussianBlur.largestDirectSigma ? 0.65 : 0.9),
        "x \(x): \(result[x, 0]), exact \(exact)")
    }
  }

  @Test(arguments: [0, 0.4, 1.7, 6, 20, 40, 90])
  func `a blur keeps the sum and the symmetry`(_ sigma: Double) {
    let side = 65 + 4 * Int(sigma)
    let mask = box(PixelRect(minX: 10, minY: 3, maxX: 10 + side, maxY: 3 + side), value: 200)
    let result = blur(mask, sigma, sigma, within: wide)
    let sum = result.storage.dropLast(Bitmap.slack).reduce(0) { $0 + Double($1) }
    // Rounding is ±.5 a pixel, much less on average; pixels below half a level are lost.
    #expect(abs(sum / Double(side * side * 200) - 1) < 0.01)
    if sigma < 12 {
      for y in result.bounds.minY..<result.bounds.maxY {
        for x in result.bounds.minX..<result.bounds.maxX {
          #expect(result[x, y] == result[19 + side - x, y])
          #expect(result[x, y] == result[x, 5 + side - y])
          #expect(result[x, y] == result[y + 7, x - 7])
        }
      }
    }
  }

  @Test(arguments: [3.0, 50])
  func `limits cut the result and change nothing else`(_ sigma: Double) {
    var random = SeededRandom(seed: 3)
    var mask = box(PixelRect(minX: -7, minY: 5, maxX: 40, maxY: 61))
    for index in mask.storage.indices { mask.storage[index] = UInt8(random.int(in: 0...255)) }
    let all = blur(mask, sigma, sigma, within: wide)
    let limits = PixelRect(minX: 3, minY: -9, maxX: 30, maxY: 33)
    let part = blur(mask, sigma, sigma, within: limits)
    #expect(part.bounds == limits.intersection(all.bounds))
    for y in part.bounds.minY..<part.bounds.maxY {
      for x in part.bounds.minX..<part.bounds.maxX { #expect(part[x, y] == all[x, y]) }
    }
  }

  @Test func `no sigma means no blur, and none traps`() {
    let mask = box(PixelRect(minX: 2, minY: 2, maxX: 5, maxY: 4))
    for sigma in [0, -1, Double.nan, -Double.infinity] {
      let same = blur(mask, sigma, sigma, within: wide)
      #expect(same.bounds == mask.bounds && same.storage.prefix(6) == mask.storage.prefix(6))
    }
    for sigma in [1e-300, 1e9, Double.infinity] {
      _ = blur(mask, sigma, sigma, within: PixelRect(minX: 0, minY: 0, maxX: 20, maxY: 20))
    }
    #expect(blur(CoverageMask(), 3, 3, within: wide).bounds.isEmpty)
  }
}
