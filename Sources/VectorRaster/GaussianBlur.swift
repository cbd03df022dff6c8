import Bitmaps
import VectorGeometry

// Gaussian blur of a mask, for shadows: columns and rows one after the other, in Float, rounded to 8 bits once at the end.
//
// What is computed: the mask as a picture of squares, blurred by the true Gaussian, at the pixels' centres. So a tap's weight is the
// Gaussian's integral over its pixel (a difference of error functions), an upright edge becomes the normal distribution exactly, and
// sigma may be as small as it likes. The kernel is cut at 3.5 sigma (tails of .05 %, a tenth of a level) and normalised, so sums are
// kept. Taps are added in pairs, so a symmetric mask stays exactly symmetric.
//
// Beyond `largestDirectSigma` blocks of pixels are averaged first, blurred, and interpolated linearly; these steps widen the picture
// by a known variance, which the kernel gives up. Their own error is below a fifth of a level at that width.

/// Blurs masks. Keeps its scratch for the next one.
package struct GaussianBlur: Sendable {
  /// The widest kernel that is applied pixel by pixel. Time grows with sigma below it and stays there above.
  package static let largestDirectSigma = 12.0
  /// Sigmas beyond it are taken as this.
  package static let largestSigma = 4096.0

  private var small: ContiguousArray<Float> = []
  private var wide: ContiguousArray<Float> = []
  private var blurred: ContiguousArray<Float> = []
  private var weightsX: ContiguousArray<Float> = []
  private var weightsY: ContiguousArray<Float> = []
  private var padded: ContiguousArray<Float> = []

  package init() {}

  /// How far a blur reaches beyond what is blurred, in pixels.
  package static func reach(sigma: Double) -> Int {
    guard sigma > 0 else { return 0 }
    let sigma = min(sigma, largestSigma)
    return Int((3.5 * sigma).rounded(.up)) + 2 * blockSize(sigma)
  }

  /// How many pixels are averaged along an axis before the blur: a power of 2.
  private static func blockSize(_ sigma: Double) -> Int {
    var size = 1
    while sigma / Double(size) > largestDirectSigma { size *= 2 }
    return size
  }

  /// Puts the blur of `mask` into `result`, as far as it lies within `limits`.
  /// - Parameters: `sigmaX`, `sigmaY`: standard deviations in pixels; 0, negative or NaN: no blur along that axis. `offset`: how far
  ///   the result is moved, in pixels, at most 1e9; parts of a pixel by linear interpolation.
  package mutating func blur(
    _ mask: CoverageMask, sigmaX: Double, sigmaY: Double, offset: Vector = .zero, within limits: PixelRect,
    into result: inout CoverageMask
  ) {
    let wholeX = offset.dx.rounded(.down), wholeY = offset.dy.rounded(.down)
    let shiftX = Int(wholeX), shiftY = Int(wholeY), partX = offset.dx - wholeX, partY = offset.dy - wholeY
    let sigmaX = sigmaX > 0 ? min(sigmaX, Self.largestSigma) : 0,
      sigmaY = sigmaY > 0 ? min(sigmaY, Self.largestSigma) : 0
    let reachX = Self.reach(sigma: sigmaX), reachY = Self.reach(sigma: sigmaY)
    let left = partX > 0 ? 1 : 0, above = partY > 0 ? 1 : 0
    let grown = PixelRect(
      minX: mask.bounds.minX - reachX + shiftX, minY: mask.bounds.minY - reachY + shiftY,
      maxX: mask.bounds.maxX + reachX + shiftX + left, maxY: mask.bounds.maxY + reachY + shiftY + above)
    let output = mask.bounds.isEmpty ? .empty : grown.intersection(limits)
    guard !output.isEmpty else {
      result.reset(bounds: .empty)
      return
    }
    // The blocks lie on multiples of their size, so that a blur does not depend on `limits`.
    let sizeX = Self.blockSize(sigmaX), sizeY = Self.blockSize(sigmaY)
    Self.setKernel(&weightsX, sigma: sigmaX, blockSize: sizeX)
    Self.setKernel(&weightsY, sigma: sigmaY, blockSize: sizeY)
    let input = Self.blocks(mask.bounds, sizeX, sizeY, margin: 0)
    var needed = output.offset(x: -shiftX, y: -shiftY)
    needed.minX -= left
    needed.minY -= above
    let target = Self.blocks(needed, sizeX, sizeY, margin: 1)
    average(mask, sizeX, sizeY, input)
    Self.blurRows(small, input, target, weightsX, &padded, into: &wide)
    Self.blurColumns(wide, input, target, weightsY, &padded, into: &blurred)
    result.reset(bounds: output)
    for y in output.minY..<output.maxY {
      let (row, fy) = Self.place(y - shiftY, partY, sizeY, target.minY)
      interpolate(row, fy, sizeX, shiftX, partX, target, y, &result)
    }
  }

  /// The blocks around a rectangle; where they are larger than a pixel, `margin` more on each side for interpolation.
  private static func blocks(_ rect: PixelRect, _ sizeX: Int, _ sizeY: Int, margin: Int) -> PixelRect {
    func below(_ value: Int, _ size: Int) -> Int { value >= 0 ? value / size : -((size - 1 - value) / size) }
    let x = sizeX > 1 ? margin : 0, y = sizeY > 1 ? margin : 0
    return PixelRect(
      minX: below(rect.minX, sizeX) - x, minY: below(rect.minY, sizeY) - y, maxX: below(rect.maxX - 1, sizeX) + 1 + x,
      maxY: below(rect.maxY - 1, sizeY) + 1 + y)
  }

  /// One side of the kernel: weight of the centre, then of the distances 1, 2, …
  private static func setKernel(_ weights: inout ContiguousArray<Float>, sigma: Double, blockSize: Int) {
    let size = Double(blockSize)
    // In blocks²: gathering a block 1/12, the kernel's integral over blocks 1/12, linear interpolation 1/6, less the same of a pixel.
    let variance = sigma * sigma / (size * size) - (1 - 1 / (size * size)) / 3
    weights.removeAll(keepingCapacity: true)
    guard variance > 0 else {
      weights.append(1)
      return
    }
    let scale = 1 / (2 * variance).squareRoot()
    let radius = max(1, Int((3.5 * variance.squareRoot()).rounded(.up)))
    /// The Gaussian's integral from 0 to half a pixel beyond a distance, doubled.
    func integral(_ distance: Int) -> Double { errorFunction((Double(distance) + 0.5) * scale) }
    let sum = integral(radius)
    weights.append(Float(integral(0) / sum))
    for distance in 1...radius {
      weights.append(Float((integral(distance) - integral(distance - 1)) / 2 / sum))
    }
  }

  private mutating func average(_ mask: CoverageMask, _ sizeX: Int, _ sizeY: Int, _ input: PixelRect) {
    Self.reset(&small, input)
    let share = 1 / Float(sizeX * sizeY), bounds = mask.bounds, width = bounds.width
    let values = mask.storage.span
    var all = small.mutableSpan
    for y in bounds.minY..<bounds.maxY {
      let from = mask.index(bounds.minX, y)
      let source = values.extracting(from..<from + width)
      let start = (y - input.minY * sizeY) / sizeY * input.width
      var line = all._mutatingExtracting(start..<start + input.width)
      if sizeX == 1 {
        for index in 0..<width { line[index] += Float(source[index]) * share }
      } else {
        var block = 0, inBlock = bounds.minX - input.minX * sizeX
        for index in 0..<width {
          line[block] += Float(source[index]) * share
          inBlock += 1
          if inBlock == sizeX { (block, inBlock) = (block + 1, 0) }
        }
      }
    }
  }

  private static func blurRows(
    _ small: ContiguousArray<Float>, _ input: PixelRect, _ target: PixelRect, _ weights: ContiguousArray<Float>,
    _ padded: inout ContiguousArray<Float>, into wide: inout ContiguousArray<Float>
  ) {
    let radius = weights.count - 1, width = target.width
    reset(&wide, PixelRect(minX: 0, minY: 0, maxX: width, maxY: input.height))
    // A row with the input's pixels at their places and zeros around them, `radius` beyond the target's ends.
    let paddedStart = target.minX - radius
    padded.removeAll(keepingCapacity: true)
    padded.append(contentsOf: repeatElement(0, count: width + 2 * radius))
    let low = max(input.minX, paddedStart), high = min(input.maxX, target.maxX + radius)
    guard low < high else { return }
    for row in 0..<input.height {
      for x in low..<high { padded[x - paddedStart] = small[row * input.width + x - input.minX] }
      let source = padded.span
      var all = wide.mutableSpan
      var line = all._mutatingExtracting(row * width..<(row + 1) * width)
      addScaled(source.extracting(radius..<radius + width), weights[0], to: &line)
      for distance in 1..<max(1, weights.count) {
        let before = source.extracting(radius - distance..<radius - distance + width)
        let behind = source.extracting(radius + distance..<radius + distance + width)
        addScaled(before, behind, weights[distance], to: &line)
      }
    }
  }

  private static func blurColumns(
    _ wide: ContiguousArray<Float>, _ input: PixelRect, _ target: PixelRect, _ weights: ContiguousArray<Float>,
    _ padded: inout ContiguousArray<Float>, into blurred: inout ContiguousArray<Float>
  ) {
    let width = target.width
    reset(&blurred, target)
    // Rows beyond the input are zero: a line of zeros stands for them.
    padded.removeAll(keepingCapacity: true)
    padded.append(contentsOf: repeatElement(0, count: width))
    let source = wide.span, zeros = padded.span
    var all = blurred.mutableSpan
    for y in target.minY..<target.maxY {
      let row = y - target.minY
      var line = all._mutatingExtracting(row * width..<(row + 1) * width)
      for distance in 0..<weights.count {
        let above = y - distance, below = y + distance
        let hasAbove = above >= input.minY && above < input.maxY, hasBelow = below >= input.minY && below < input.maxY
        guard hasAbove || hasBelow else { continue }
        let first =
          hasAbove ? source.extracting((above - input.minY) * width..<(above - input.minY + 1) * width) : zeros
        if distance == 0 {
          addScaled(first, weights[0], to: &line)
        } else {
          let second =
            hasBelow ? source.extracting((below - input.minY) * width..<(below - input.minY + 1) * width) : zeros
          addScaled(first, second, weights[distance], to: &line)
        }
      }
    }
  }

  /// The block at or before a place, counted from `first`, and how far the place lies towards the next one. The place is the centre of
  /// `pixel`, moved back by `part`.
  private static func place(_ pixel: Int, _ part: Double, _ size: Int, _ first: Int) -> (Int, Float) {
    if size == 1 { return part == 0 ? (pixel - first, 0) : (pixel - 1 - first, Float(1 - part)) }
    let position = (Double(pixel) + 0.5 - part) / Double(size) - 0.5 - Double(first)
    let whole = position.rounded(.down)
    return (Int(whole), Float(position - whole))
  }

  /// Rounds a row of the result to 8 bits, linearly between the blocks' centres; `row` and `fy` are its place among the blocks.
  private func interpolate(
    _ row: Int, _ fy: Float, _ sizeX: Int, _ shiftX: Int, _ partX: Double, _ target: PixelRect, _ y: Int,
    _ result: inout CoverageMask
  ) {
    let upper = row * target.width, lower = fy == 0 ? upper : upper + target.width
    let start = result.index(result.bounds.minX, y)
    if fy == 0, sizeX == 1, partX == 0 {
      let count = result.bounds.width, from = upper + result.bounds.minX - shiftX - target.minX
      let source = blurred.span.extracting(from..<from + count)
      var all = result.storage.mutableSpan
      var line = all._mutatingExtracting(start..<start + count)
      for index in line.indices {
        // Adding 2²³ leaves the rounded integer in the lowest bits. Sums of weights may pass 1 by a rounding error.
        let value = source[index] < 255 ? source[index] : 255
        line[index] = UInt8(truncatingIfNeeded: (value + 8_388_608).bitPattern)
      }
      return
    }
    for x in result.bounds.minX..<result.bounds.maxX {
      let (column, fx) = Self.place(x - shiftX, partX, sizeX, target.minX)
      let next = fx == 0 ? column : column + 1
      let top = blurred[upper + column] * (1 - fx) + blurred[upper + next] * fx
      let bottom = blurred[lower + column] * (1 - fx) + blurred[lower + next] * fx
      let value = top * (1 - fy) + bottom * fy + 0.5
      result.storage[start + x - result.bounds.minX] = value < 255 ? UInt8(value) : 255
    }
  }

  private static func reset(_ plane: inout ContiguousArray<Float>, _ bounds: PixelRect) {
    plane.removeAll(keepingCapacity: true)
    plane.append(contentsOf: repeatElement(0, count: bounds.width * bounds.height))
  }
}

private func addScaled(_ source: Span<Float>, _ weight: Float, to line: inout MutableSpan<Float>) {
  precondition(source.count == line.count)
  for index in line.indices { line[index] += source[index] * weight }
}

private func addScaled(_ first: Span<Float>, _ second: Span<Float>, _ weight: Float, to line: inout MutableSpan<Float>)
{
  precondition(first.count == line.count && second.count == line.count)
  for index in line.indices { line[index] += (first[index] + second[index]) * weight }
}
