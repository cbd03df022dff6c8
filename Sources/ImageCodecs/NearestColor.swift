/// Finds the table entry nearest to a colour, and those not much farther.
///
/// Space is cut into 32³ cubes of 8 units; a cube's list holds every entry that can be nearest to (or within `slack` of
/// the nearest of) any point in it. Lists are made when a cube is first asked for, so art of few colours pays for few
/// cubes. Coordinates are those of a `ColorCoordinates`, 0…255 on each axis; distances are squared.
package struct NearestColor {
  private let x: ContiguousArray<Float>, y: ContiguousArray<Float>, z: ContiguousArray<Float>
  /// The same coordinates eight at a time, infinitely far ones behind them.
  private let wide: ContiguousArray<(x: SIMD8<Float>, y: SIMD8<Float>, z: SIMD8<Float>)>
  private let slack: Float
  /// Where a cube's list begins in `entries`, its length first; −1 before it is made.
  private var starts = ContiguousArray<Int32>(repeating: -1, count: 32 * 32 * 32)
  private var entries: ContiguousArray<UInt8> = []
  /// Squared distance of every entry to the nearest point of the cube at hand.
  private var nearest: ContiguousArray<SIMD8<Float>>

  /// Makes a finder among 1…256 entries.
  package init(_ points: ContiguousArray<SIMD4<Float>>, slack: Float = 0) {
    precondition((1...256).contains(points.count))
    x = ContiguousArray(points.lazy.map(\.x))
    y = ContiguousArray(points.lazy.map(\.y))
    z = ContiguousArray(points.lazy.map(\.z))
    self.slack = slack
    func eight(_ start: Int, _ axis: KeyPath<SIMD4<Float>, Float>) -> SIMD8<Float> {
      var values = SIMD8<Float>(repeating: 1e9)
      for lane in 0..<min(8, points.count - start) { values[lane] = points[start + lane][keyPath: axis] }
      return values
    }
    wide = ContiguousArray(
      stride(from: 0, to: points.count, by: 8).map { (eight($0, \.x), eight($0, \.y), eight($0, \.z)) })
    nearest = ContiguousArray(repeating: .zero, count: wide.count)
  }

  /// Returns the range of `list` that holds the entries to be considered for a point.
  private mutating func candidates(_ point: SIMD4<Float>) -> (start: Int, count: Int) {
    func cell(_ value: Float) -> Int { value >= 255 ? 31 : value > 0 ? Int(value) >> 3 : 0 }
    let (a, b, c) = (cell(point.x), cell(point.y), cell(point.z))
    let cube = (a << 5 | b) << 5 | c
    if starts[cube] < 0 { makeList(cube, Float(a * 8), Float(b * 8), Float(c * 8)) }
    let start = Int(starts[cube])
    return (start + 1, Int(entries[start]) + 1)
  }

  private mutating func makeList(_ cube: Int, _ left: Float, _ top: Float, _ front: Float) {
    func squares(_ value: SIMD8<Float>, _ low: Float) -> (near: SIMD8<Float>, far: SIMD8<Float>) {
      let offset = value - (low + 4)
      let distance = offset.replacing(with: -offset, where: offset .< 0)
      let outside = (distance - 4).replacing(with: 0, where: distance .< 4)
      return (outside * outside, (distance + 4) * (distance + 4))
    }
    var bounds = SIMD8<Float>(repeating: .infinity)
    for group in wide.indices {
      let x = squares(wide[group].x, left), y = squares(wide[group].y, top), z = squares(wide[group].z, front)
      nearest[group] = x.near + y.near + z.near
      let farthest = x.far + y.far + z.far
      bounds.replace(with: farthest, where: farthest .< bounds)
    }
    let bound = bounds.min()
    starts[cube] = Int32(entries.count)
    let lengthPlace = entries.count
    entries.append(0)
    for entry in 0..<x.count where nearest[entry >> 3][entry & 7] <= bound + slack { entries.append(UInt8(entry)) }
    // At least one entry is within the bound; lengths 1…256 are stored less one.
    entries[lengthPlace] = UInt8(entries.count - lengthPlace - 2)
  }

  @inline(__always)
  private func distance(_ point: SIMD4<Float>, _ entry: Int) -> Float {
    let dx = point.x - x[entry], dy = point.y - y[entry], dz = point.z - z[entry]
    return dx * dx + dy * dy + dz * dz
  }

  /// Returns the entry nearest to a point, the lowest among equally near ones, and its squared distance.
  package mutating func find(_ point: SIMD4<Float>) -> (entry: Int, distance: Float) {
    let (start, count) = candidates(point)
    var best = 0
    var least = Float.infinity
    for place in start..<start + count {
      let entry = Int(entries[place])
      let distance = distance(point, entry)
      if distance < least { (best, least) = (entry, distance) }
    }
    return (best, least)
  }

  /// Calls `body` with every entry at most `slack` farther than the nearest, and its squared distance, in table order.
  package mutating func findAll(_ point: SIMD4<Float>, _ body: (Int, Float) -> Void) {
    let least = find(point).distance
    let (start, count) = candidates(point)
    for place in start..<start + count {
      let entry = Int(entries[place])
      let distance = distance(point, entry)
      if distance <= least + slack { body(entry, distance) }
    }
  }
}

/// Where a colour lies in the space in which distances are measured: three axes of 0…255.
package struct ColorCoordinates: Sendable {
  package let space: GIFOptions.ColorSpace

  /// Makes the map into a space.
  package init(_ space: GIFOptions.ColorSpace) { self.space = space }

  /// Returns the place of a colour given as `Pixel.bits`; the last component is 0.
  package func callAsFunction(_ color: UInt32) -> SIMD4<Float> {
    let (r, g, b) = (Int(color & 255), Int(color >> 8 & 255), Int(color >> 16 & 255))
    guard space == .oklab else { return SIMD4(Float(r), Float(g), Float(b), 0) }
    let place = Oklab(red: r, green: g, blue: b)
    // a and b lie within ±0.4; all axes keep one scale.
    return SIMD4(Float(place.lightness) * 255, Float(place.a + 0.4) * 255, Float(place.b + 0.4) * 255, 0)
  }

  /// Returns the opaque colour nearest to a place, as `Pixel.bits`.
  package func color(_ place: SIMD4<Float>) -> UInt32 {
    func byte(_ value: Float) -> UInt32 { value > 0 ? (value < 255 ? UInt32(value + 0.5) : 255) : 0 }
    guard space == .oklab else { return 0xFF00_0000 | byte(place.z) << 16 | byte(place.y) << 8 | byte(place.x) }
    let linear = Oklab(
      lightness: Double(place.x) / 255, a: Double(place.y) / 255 - 0.4, b: Double(place.z) / 255 - 0.4
    ).linear
    func encoded(_ light: Double) -> UInt32 { byte(Float(encodedLight(max(0, light))) * 255) }
    return 0xFF00_0000 | encoded(linear.blue) << 16 | encoded(linear.green) << 8 | encoded(linear.red)
  }
}
