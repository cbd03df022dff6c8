/// Chooses a colour table for a clip that has more colours than entries.
///
/// Boxes of colours are split where that lowers the squared error most, over all three axes (after X. Wu, "Color
/// quantization by dynamic programming and principal analysis", 1992, with exact colours instead of a grid); four
/// rounds of k-means then move the entries to the means of what they stand for. An entry of which more than half is one
/// exact colour becomes that colour, so that flat areas stay exact.
package struct Quantizer {
  /// A colour, or the mean of a small cell of colours, with its weight in `w`.
  package typealias Point = SIMD4<Float>

  private let coordinates: ColorCoordinates
  private let rounds: Int
  /// Beyond so many colours the table is trained on cells of 4 levels a side.
  private static let exactTrainingLimit = 30_000

  /// Makes a quantizer.
  /// - Parameter rounds: rounds of k-means; 4 gain nearly all there is.
  package init(coordinates: ColorCoordinates, rounds: Int = 4) {
    self.coordinates = coordinates
    self.rounds = rounds
  }

  /// Returns at most `limit` distinct colours, the fixed ones first, then by falling weight.
  package func table(for count: ColorCount, fixed: [UInt32], limit: Int) -> [UInt32] {
    var points = trainingPoints(count)
    var fixedPoints: ContiguousArray<Point> = []
    for color in fixed { fixedPoints.append(coordinates(color)) }
    let room = limit - fixed.count
    guard room > 0, !points.isEmpty else { return Array(fixed.prefix(limit)) }
    // Heavy colours first, so that sums are the same however the clip was walked through.
    points.sort { ($0.w, $0.x, $0.y, $0.z) > ($1.w, $1.x, $1.y, $1.z) }
    var centers = split(&points, into: room)
    for _ in 0..<rounds { centers = improved(centers, fixed: fixedPoints, points: points) }
    return fixed + exactColors(centers, fixed: fixedPoints, count: count).filter { !fixed.contains($0) }
  }

  private func trainingPoints(_ count: ColorCount) -> ContiguousArray<Point> {
    var points: ContiguousArray<Point> = []
    if count.opaqueCount <= Self.exactTrainingLimit {
      points.reserveCapacity(count.opaqueCount)
      for number in 1..<count.colors.count where count.weights[number] > 0 {
        var point = coordinates(count.colors[number])
        point.w = Float(count.weights[number])
        points.append(point)
      }
      return points
    }
    // Cells of 6 bits a channel: the weighted mean of each.
    var sums = ContiguousArray<SIMD4<Double>>(repeating: .zero, count: 1 << 18)
    for number in 1..<count.colors.count where count.weights[number] > 0 {
      let color = count.colors[number]
      let red = Int(color >> 2 & 63), green = Int(color >> 10 & 63), blue = Int(color >> 18 & 63)
      let cell = (blue << 6 | green) << 6 | red
      let weight = Double(count.weights[number])
      let place = coordinates(color)
      sums[cell] += SIMD4(Double(place.x), Double(place.y), Double(place.z), 1) * weight
    }
    for sum in sums where sum.w > 0 {
      points.append(
        SIMD4(Float(sum.x / sum.w), Float(sum.y / sum.w), Float(sum.z / sum.w), Float(sum.w)))
    }
    return points
  }

  // MARK: Splitting

  /// A range of points, and the best cut through it.
  private struct Box {
    var start: Int, end: Int
    var sum: SIMD4<Double>
    /// By how much the cut lowers the squared error; 0 when nothing can be cut.
    var gain = 0.0
    var axis = 0
    /// Points whose coordinate's whole part is below this go left.
    var cut = 0
  }

  /// Returns the means of `count` boxes (fewer if there are fewer points); reorders the points.
  private func split(_ points: inout ContiguousArray<Point>, into count: Int) -> ContiguousArray<Point> {
    var boxes = [makeBox(points, 0, points.count)]
    while boxes.count < count {
      var widest = 0
      for index in 1..<max(1, boxes.count) where boxes[index].gain > boxes[widest].gain { widest = index }
      let box = boxes[widest]
      guard box.gain > 0 else { break }
      // Stable partition, so that the order (hence every sum) depends on the points alone.
      var left: ContiguousArray<Point> = [], right: ContiguousArray<Point> = []
      for index in box.start..<box.end {
        if Int(points[index][box.axis]) < box.cut { left.append(points[index]) } else { right.append(points[index]) }
      }
      for (offset, point) in left.enumerated() { points[box.start + offset] = point }
      for (offset, point) in right.enumerated() { points[box.start + left.count + offset] = point }
      boxes[widest] = makeBox(points, box.start, box.start + left.count)
      boxes.append(makeBox(points, box.start + left.count, box.end))
    }
    return ContiguousArray(
      boxes.map { box in
        SIMD4(
          Float(box.sum.x / box.sum.w), Float(box.sum.y / box.sum.w), Float(box.sum.z / box.sum.w), 0)
      })
  }

  private func makeBox(_ points: ContiguousArray<Point>, _ start: Int, _ end: Int) -> Box {
    var bins = ContiguousArray<SIMD4<Double>>(repeating: .zero, count: 3 * 256)
    var total = SIMD4<Double>.zero
    for index in start..<end {
      let point = points[index]
      let weight = Double(point.w)
      let moment = SIMD4(Double(point.x) * weight, Double(point.y) * weight, Double(point.z) * weight, weight)
      total += moment
      bins[min(255, Int(point.x))] += moment
      bins[256 + min(255, Int(point.y))] += moment
      bins[512 + min(255, Int(point.z))] += moment
    }
    var box = Box(start: start, end: end, sum: total)
    func energy(_ moment: SIMD4<Double>) -> Double {
      (moment.x * moment.x + moment.y * moment.y + moment.z * moment.z) / moment.w
    }
    let whole = energy(total)
    for axis in 0..<3 {
      var below = SIMD4<Double>.zero
      for bin in 0..<255 {
        let moment = bins[axis * 256 + bin]
        if moment.w == 0 { continue }
        below += moment
        let above = total - below
        // What is left must be points, not the rounding error of an empty rest.
        if above.w <= total.w * 1e-12 { break }
        let gain = energy(below) + energy(above) - whole
        if gain > box.gain { (box.gain, box.axis, box.cut) = (gain, axis, bin + 1) }
      }
    }
    // Gains within rounding error of the energies are none.
    if box.gain <= whole * 1e-13 { box.gain = 0 }
    return box
  }

  // MARK: k-means

  /// Returns the centers moved to the mean of the points nearest to them; fixed ones take their share and do not move.
  private func improved(
    _ centers: ContiguousArray<Point>, fixed: ContiguousArray<Point>, points: ContiguousArray<Point>
  ) -> ContiguousArray<Point> {
    var finder = NearestColor(fixed + centers)
    var sums = ContiguousArray<SIMD4<Double>>(repeating: .zero, count: fixed.count + centers.count)
    for point in points {
      let entry = finder.find(point).entry
      sums[entry] += SIMD4(Double(point.x), Double(point.y), Double(point.z), 1) * Double(point.w)
    }
    var result = centers
    for index in centers.indices {
      let sum = sums[fixed.count + index]
      if sum.w > 0 { result[index] = SIMD4(Float(sum.x / sum.w), Float(sum.y / sum.w), Float(sum.z / sum.w), 0) }
    }
    return result
  }

  // MARK: Colours

  /// Returns the colours of the centers: the exact colour that makes up more than half of one, else the nearest one.
  private func exactColors(
    _ centers: ContiguousArray<Point>, fixed: ContiguousArray<Point>, count: ColorCount
  ) -> [UInt32] {
    var finder = NearestColor(fixed + centers)
    var weights = ContiguousArray<Int>(repeating: 0, count: fixed.count + centers.count)
    var heaviest = ContiguousArray<(color: UInt32, weight: Int)>(repeating: (0, 0), count: weights.count)
    for number in 1..<count.colors.count {
      let weight = count.weights[number]
      guard weight > 0 else { continue }
      let entry = finder.find(coordinates(count.colors[number])).entry
      weights[entry] += weight
      let color = count.colors[number]
      if (weight, color) > (heaviest[entry].weight, heaviest[entry].color) { heaviest[entry] = (color, weight) }
    }
    var seen: Set<UInt32> = []
    var result: [(color: UInt32, weight: Int)] = []
    for index in centers.indices {
      let entry = fixed.count + index
      guard weights[entry] > 0 else { continue }
      let isMostlyOne = heaviest[entry].weight > weights[entry] / 2
      let color = isMostlyOne ? heaviest[entry].color : coordinates.color(centers[index])
      if seen.insert(color).inserted { result.append((color, weights[entry])) }
    }
    result.sort { ($0.weight, $0.color) > ($1.weight, $1.color) }
    return result.map(\.color)
  }
}
