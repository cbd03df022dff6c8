import Bitmaps
import VectorGeometry

// Makes rows of an image paint: premultiplied pixels of the image seen through the inverse transform, before coverage.
//
// Upright transforms (the usual case) are separable: each column and each row of the picture has its list of image columns or rows
// with weights, the overlap of a box with the image's pixels. A box one image pixel wide is linear interpolation; a box as wide as a
// picture pixel is the exact average of what the pixel covers. A row of the picture adds up its image rows first, then its columns.
// Where every list holds one pixel of weight 1, pixels are copied.
//
// Turned transforms sample k × k points in each pixel, bilinearly, with k the image pixels per picture pixel along each axis.

/// The image columns (or rows) that make one column (row) of the picture.
private struct Taps: Sendable {
  /// Where each column's taps begin in `indices`; one entry more than columns.
  var starts: ContiguousArray<Int> = [0]
  var indices: ContiguousArray<Int> = []
  /// Weights of the taps; those of one column add up to 1, or to less where the spread is clear.
  var weights: ContiguousArray<Float> = []

  mutating func removeAll() {
    starts.removeAll(keepingCapacity: true)
    starts.append(0)
    indices.removeAll(keepingCapacity: true)
    weights.removeAll(keepingCapacity: true)
  }

  private mutating func add(_ index: Int, _ weight: Double) {
    guard weight > 0 else { return }
    if indices.count > starts[starts.count - 1], indices[indices.count - 1] == index {
      weights[weights.count - 1] += Float(weight)
    } else {
      indices.append(index)
      weights.append(Float(weight))
    }
  }

  /// Adds the taps of one column: a box of `width` image pixels around `center`, or the nearest pixel where `width` is 0.
  mutating func addColumn(center: Double, width: Double, range: Range<Int>, spread: ImageSpread) {
    let low = Double(range.lowerBound), high = Double(range.upperBound), count = high - low
    // Far outside, the place no longer matters, and near by all sums are exact enough. NaN ends up at `low`.
    var center = center
    if spread == .repeat {
      center -= ((center - low) / count).rounded(.down) * count
      if !(center >= low && center < high) { center = low }
    } else {
      let margin = width / 2 + 1
      center = center > low - margin ? (center < high + margin ? center : high + margin) : low - margin
    }
    if width == 0 {
      let clamped = min(max(center, low), high.nextDown)
      if spread == .pad || clamped == center { add(Int(clamped), 1) }
    } else {
      let extent = spread == .repeat ? min(width, count) : width
      let from = center - extent / 2, to = center + extent / 2
      switch spread {
      case .repeat:
        addBox(max(from, low), min(to, high), extent)
        if from < low { addBox(from + count, high, extent) }
        if to > high { addBox(low, to - count, extent) }
      case .clear: addBox(max(from, low), min(to, high), extent)
      case .pad:
        add(range.lowerBound, (min(to, low) - from) / extent)
        addBox(max(from, low), min(to, high), extent)
        add(range.upperBound - 1, (to - max(from, high)) / extent)
      }
    }
    starts.append(indices.count)
  }

  /// Adds the pixels under `from..<to`, which lies within the image, each with its share of `extent`.
  private mutating func addBox(_ from: Double, _ to: Double, _ extent: Double) {
    guard from < to else { return }
    var index = Int(from)
    while Double(index) < to {
      add(index, (min(to, Double(index + 1)) - max(from, Double(index))) / extent)
      index += 1
    }
  }

  /// The first index, if each one is followed by the next one.
  var consecutiveStart: Int? {
    guard let first = indices.first else { return nil }
    return indices.indices.allSatisfy { indices[$0] == first + $0 } ? first : nil
  }

  /// Whether every column is one whole pixel.
  var isCopy: Bool {
    weights.count == starts.count - 1 && weights.allSatisfy { $0 == 1 } && starts.last == indices.count
  }
}

/// An image paint made ready for a rectangle of the picture. Keeps its scratch for the next one.
package struct ImageSampler: Sendable {
  private var inverse = AffineTransform.identity
  private var region = PixelRect.empty
  private var spread = ImageSpread.clear
  private var quality = ImageQuality.filtered
  private var isUpright = false
  private var columnsAreCopies = false
  /// The first of the image's columns, where they are copied one after the other.
  private var firstCopied: Int?
  private var columns = Taps()
  private var line = Taps()
  private var sums: ContiguousArray<SIMD4<Float>> = []
  private var firstX = 0
  /// What the kernels may use.
  var instructions = InstructionSet.best

  package init() {}

  /// Takes over a paint for the picture's columns `x..<x + count`; false where it draws nothing.
  /// - Parameter ctm: user space to device space.
  package mutating func prepare(_ paint: ImagePaint, transform ctm: AffineTransform, x: Int, count: Int) -> Bool {
    guard !paint.region.isEmpty, let inverse = paint.transform.concatenating(ctm).inverted, inverse.isFinite
    else { return false }
    self.inverse = inverse
    region = paint.region
    spread = paint.spread
    quality = paint.quality
    isUpright = inverse.b == 0 && inverse.c == 0
    firstX = x
    guard isUpright else { return true }
    columns.removeAll()
    for column in x..<x + count {
      columns.addColumn(
        center: inverse.a * (Double(column) + 0.5) + inverse.tx, width: boxWidth(inverse.a),
        range: region.minX..<region.maxX, spread: spread)
    }
    columnsAreCopies = columns.isCopy
    firstCopied = columnsAreCopies ? columns.consecutiveStart : nil
    return true
  }

  /// Writes the pixels of row `y`, from the first prepared column on.
  package mutating func writeRow(y: Int, of bitmap: Bitmap, into row: inout MutableSpan<UInt32>) {
    guard isUpright else {
      writeTurnedRow(y: y, of: bitmap, into: &row)
      return
    }
    line.removeAll()
    line.addColumn(
      center: inverse.d * (Double(y) + 0.5) + inverse.ty, width: boxWidth(inverse.d), range: region.minY..<region.maxY,
      spread: spread)
    let pixels = bitmap.pixels, width = bitmap.width
    if columnsAreCopies, line.isCopy {
      let start = line.indices[0] * width
      if let firstCopied {
        instructions.copy(pixels, from: start + firstCopied, into: &row, at: 0, count: row.count)
        return
      }
      for index in row.indices { row[index] = pixels[start + columns.indices[index]] }
      return
    }
    if sums.count < region.width { sums = ContiguousArray(repeating: .zero, count: region.width) }
    Self.sumLines(pixels, width, line, columns, first: region.minX, into: &sums)
    for index in row.indices {
      var total = SIMD4<Float>.zero
      for tap in columns.starts[index]..<columns.starts[index + 1] {
        total += sums[columns.indices[tap] - region.minX] * columns.weights[tap]
      }
      row[index] = pack(total)
    }
  }

  private func boxWidth(_ scale: Double) -> Double {
    switch quality {
    case .nearest: 0
    case .bilinear: 1
    case .filtered: max(1, abs(scale))
    }
  }

  /// Adds up the image rows of `line`, all columns of the region that the prepared columns ask for.
  private static func sumLines(
    _ pixels: Span<UInt32>, _ width: Int, _ line: Taps, _ columns: Taps, first: Int,
    into storage: inout ContiguousArray<SIMD4<Float>>
  ) {
    guard let low = columns.indices.min(), let high = columns.indices.max() else { return }
    var sums = storage.mutableSpan
    for column in low...high { sums[column - first] = .zero }
    for tap in line.indices.indices {
      let start = line.indices[tap] * width, weight = line.weights[tap]
      for column in low...high { sums[column - first] += unpack(pixels[start + column]) * weight }
    }
  }

  private func writeTurnedRow(y: Int, of bitmap: Bitmap, into row: inout MutableSpan<UInt32>) {
    let pixels = bitmap.pixels, width = bitmap.width
    /// Points per axis: as many as image pixels, so that none is left out; 32 is beyond what can be seen.
    func points(_ along: Vector) -> Int { quality == .filtered ? Int(min(32, max(1, along.length.rounded(.up)))) : 1 }
    let right = Vector(inverse.a, inverse.b), down = Vector(inverse.c, inverse.d)
    let across = points(right), below = points(down), share = 1 / Float(across * below)
    for index in row.indices {
      let corner = inverse.apply(to: Point(Double(firstX + index), Double(y)))
      var total = SIMD4<Float>.zero
      for j in 0..<below {
        for i in 0..<across {
          let place =
            corner + right * ((Double(i) + 0.5) / Double(across)) + down * ((Double(j) + 0.5) / Double(below))
          total += sample(place, pixels, width)
        }
      }
      row[index] = pack(total * share)
    }
  }

  private func sample(_ place: Point, _ pixels: Span<UInt32>, _ width: Int) -> SIMD4<Float> {
    guard abs(place.x) < 1e15, abs(place.y) < 1e15 else { return .zero }
    if quality == .nearest {
      guard let x = Self.index(place.x.rounded(.down), region.minX..<region.maxX, spread),
        let y = Self.index(place.y.rounded(.down), region.minY..<region.maxY, spread)
      else { return .zero }
      return unpack(pixels[y * width + x])
    }
    let left = (place.x - 0.5).rounded(.down), top = (place.y - 0.5).rounded(.down)
    let fx = Float(place.x - 0.5 - left), fy = Float(place.y - 0.5 - top)
    func line(_ y: Double) -> SIMD4<Float> {
      guard let y = Self.index(y, region.minY..<region.maxY, spread) else { return .zero }
      func at(_ x: Double) -> SIMD4<Float> {
        guard let x = Self.index(x, region.minX..<region.maxX, spread) else { return .zero }
        return unpack(pixels[y * width + x])
      }
      let first = at(left)
      return fx == 0 ? first : first * (1 - fx) + at(left + 1) * fx
    }
    let first = line(top)
    return fy == 0 ? first : first * (1 - fy) + line(top + 1) * fy
  }

  /// Returns the index within `range` that stands for a whole number; nil where the spread leaves it clear.
  private static func index(_ value: Double, _ range: Range<Int>, _ spread: ImageSpread) -> Int? {
    let low = Double(range.lowerBound), last = Double(range.upperBound - 1)
    switch spread {
    case .clear: return value >= low && value <= last ? Int(value) : nil
    case .pad: return value > low ? (value < last ? Int(value) : range.upperBound - 1) : range.lowerBound
    case .repeat:
      let count = Double(range.count)
      let folded = value - ((value - low) / count).rounded(.down) * count
      return folded >= low && folded <= last ? Int(folded) : range.lowerBound
    }
  }
}
