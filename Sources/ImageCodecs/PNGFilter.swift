// PNG's five row filters (specification 9) and the choice among them. A filter replaces each byte by its difference to a prediction from
// the byte to its left, above, or both; zeros and small numbers compress better.

/// Applies filters to packed rows; keeps its scratch memory between pictures.
package struct PNGFilter {
  /// How the filter of each row is chosen.
  package enum Strategy: Int, CaseIterable, Sendable {
    case none, sub, up, average, paeth
    /// Per row, the filter with the least sum of magnitudes, bytes taken as −128…127 (specification 12.7).
    case minimumSum
    /// Per row, the filter whose bytes have the least entropy.
    case minimumEntropy
    /// Per row, the filter with the fewest different pairs of neighbouring bytes.
    case fewestPairs
  }

  /// The current and the previous row behind `distance` zeros, so that a left neighbour always exists.
  private var current: ContiguousArray<UInt8> = []
  private var previous: ContiguousArray<UInt8> = []
  /// The row as each of the five filters leaves it.
  private var filtered = [ContiguousArray<UInt8>](repeating: [], count: 5)
  private var histogram = ContiguousArray<UInt32>(repeating: 0, count: 256)
  private var pairs = ContiguousArray<UInt32>(repeating: 0, count: 1 << 16)
  private var pairMark: UInt32 = 0

  /// Returns the rows, each behind its filter byte.
  /// - Parameters:
  ///   - rows: packed rows of `rowBytes` bytes, at least 1 each.
  ///   - distance: bytes from a byte to its left neighbour, 1…4.
  mutating func apply(
    _ strategy: Strategy, to rows: ContiguousArray<UInt8>, rowBytes: Int, distance: Int,
    into output: inout ContiguousArray<UInt8>
  ) {
    precondition(rowBytes > 0 && rows.count % rowBytes == 0)
    let height = rows.count / rowBytes
    output.removeAll(keepingCapacity: true)
    output.reserveCapacity(rows.count + height)
    current = ContiguousArray(repeating: 0, count: rowBytes + distance)
    previous = current
    for index in filtered.indices { filtered[index] = ContiguousArray(repeating: 0, count: rowBytes) }
    for y in 0..<height {
      swap(&current, &previous)
      let row = rows.span.extracting(y * rowBytes..<(y + 1) * rowBytes)
      for x in 0..<rowBytes { current[distance + x] = row[x] }
      let filter: Int
      if let fixed = strategy.fixedFilter {
        filterRow(fixed, distance: distance)
        filter = fixed
      } else {
        for filter in 0..<5 { filterRow(filter, distance: distance) }
        filter = bestFilter(strategy)
      }
      output.append(UInt8(filter))
      output.append(contentsOf: filtered[filter])
    }
  }

  private mutating func filterRow(_ filter: Int, distance: Int) {
    var row: ContiguousArray<UInt8> = []
    swap(&row, &filtered[filter])
    filterRow(filter, distance: distance, into: &row)
    swap(&row, &filtered[filter])
  }

  private func filterRow(_ filter: Int, distance: Int, into row: inout ContiguousArray<UInt8>) {
    let count = row.count
    let x = current.span.extracting(distance..<distance + count)
    let a = current.span.extracting(0..<count)
    let b = previous.span.extracting(distance..<distance + count)
    let c = previous.span.extracting(0..<count)
    var output = row.mutableSpan
    switch filter {
    case 0: for index in 0..<count { output[index] = x[index] }
    case 1: for index in 0..<count { output[index] = x[index] &- a[index] }
    case 2: for index in 0..<count { output[index] = x[index] &- b[index] }
    case 3:
      for index in 0..<count {
        output[index] = x[index] &- UInt8(truncatingIfNeeded: (UInt16(a[index]) &+ UInt16(b[index])) >> 1)
      }
    default:
      for index in 0..<count { output[index] = x[index] &- Self.paeth(a[index], b[index], c[index]) }
    }
  }

  /// The neighbour nearest to left + above − above left; ties go to left, then above. Without branches, so that it can be vectorised.
  @inline(__always)
  static func paeth(_ a: UInt8, _ b: UInt8, _ c: UInt8) -> UInt8 {
    let (p, q) = (Int16(b) &- Int16(c), Int16(a) &- Int16(c))
    let r = p &+ q
    let (pa, pb, pc) = (p < 0 ? 0 &- p : p, q < 0 ? 0 &- q : q, r < 0 ? 0 &- r : r)
    let nearest = pb <= pc ? b : c
    return pa <= pb && pa <= pc ? a : nearest
  }

  // MARK: Choice

  private mutating func bestFilter(_ strategy: Strategy) -> Int {
    var best = 0
    var least = UInt64.max
    for filter in 0..<5 {
      let cost =
        switch strategy {
        case .minimumEntropy: entropyCost(filter)
        case .fewestPairs: pairCost(filter)
        default: UInt64(sumOfMagnitudes(filtered[filter]))
        }
      if cost < least { (best, least) = (filter, cost) }
    }
    return best
  }

  private func sumOfMagnitudes(_ row: ContiguousArray<UInt8>) -> UInt32 {
    let bytes = row.span
    var sum: UInt32 = 0
    for index in 0..<bytes.count {
      let byte = bytes[index]
      sum &+= UInt32(byte < 128 ? byte : 0 &- byte)
    }
    return sum
  }

  /// −Σ n·log₂ n of the byte counts, shifted to be positive; in 1/1024.
  private mutating func entropyCost(_ filter: Int) -> UInt64 {
    for index in 0..<256 { histogram[index] = 0 }
    for byte in filtered[filter] { histogram[Int(byte)] += 1 }
    var cost: UInt64 = 1 << 50
    for count in histogram where count > 1 { cost -= UInt64(count) * Self.logarithm(count) }
    return cost
  }

  /// 1024·log₂ to about 0.1: the whole part and a straight line in between. Whole numbers, so that every machine chooses alike.
  private static func logarithm(_ value: UInt32) -> UInt64 {
    let whole = 31 - value.leadingZeroBitCount
    return UInt64(whole) << 10 + (UInt64(value) << 10) >> UInt64(whole) - 1024
  }

  private mutating func pairCost(_ filter: Int) -> UInt64 {
    pairMark &+= 1
    var (cost, last): (UInt64, Int) = (0, 0)
    for byte in filtered[filter] {
      let pair = last << 8 | Int(byte)
      if pairs[pair] != pairMark {
        pairs[pair] = pairMark
        cost += 1
      }
      last = Int(byte)
    }
    return cost
  }
}

extension PNGFilter.Strategy {
  /// The filter of every row, when it is one.
  fileprivate var fixedFilter: Int? { rawValue < 5 ? rawValue : nil }
}
