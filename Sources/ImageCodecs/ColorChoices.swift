/// Which table entries may stand for a colour, and what each costs: the nearest one, and others not much farther.
///
/// Errors are turned into the bits that they weigh as much as. D is the mean squared error that the table leaves anyway
/// (over what it does not show exactly, weighted by time). What counts is error times time: one of D in a pixel that is
/// seen for a second weighs as much as 3.75 bits, and one in a pixel seen for a single frame hardly anything. In no pixel
/// may the error exceed the nearest entry's by more than `greatestError` D. The exact colours of an exact clip have one
/// entry each, so nothing is lost there.
///
/// 3.75 bits and the bounds of 9 D (flat art) and 24 D were found on three sequences, such that the whole error stays
/// below that of a median-cut table without any choice.
package struct ColorChoices: Sendable {
  /// Costs are counted in sixteenths of a bit.
  package static let bit = 16
  /// A cost that no choice has.
  package static let never = Int.max / 2
  /// What an error of D in a pixel that is seen for a second costs.
  private static let bitsPerError: Float = 3.75
  /// Entries for one colour at most.
  private static let longestList = 8
  /// Costs in a list are kept finer: so many bits behind the point of a sixteenth.
  private static let fraction = 8

  /// The nearest entry of every colour number; the transparent one for clear.
  package let nearest: ContiguousArray<UInt8>
  /// Where the list of a number begins in `items`; one more number than colours.
  package let starts: ContiguousArray<UInt32>
  /// Entry in the low byte, cost at the shortest life above it, cheapest first; the first is the nearest entry, free.
  package let items: ContiguousArray<UInt32>

  /// D: the mean squared error of what has no entry of its own, weighted by time.
  package let meanError: Float

  /// Finds the lists of all colours of a clip.
  /// - Parameters:
  ///   - colors: the table's colours.
  ///   - transparent: the index of clear pixels.
  ///   - framesPerSecond: frames of average length in a second.
  ///   - greatestError: the greatest error that is allowed, in D.
  ///   - fixedCount: so many colours at the table's start are never shown by others.
  ///   - lossy: `GIFOptions.lossy`; nil to have single entries only.
  package init(
    _ count: ColorCount, colors: [UInt32], transparent: Int, coordinates: ColorCoordinates, framesPerSecond: Double,
    greatestError: Float,
    fixedCount: Int, lossy: Double?
  ) {
    let points = ContiguousArray(colors.map { coordinates($0) })
    var finder = NearestColor(points)
    var nearest: ContiguousArray<UInt8> = [UInt8(transparent)]
    var errors: ContiguousArray<Float> = [0]
    nearest.reserveCapacity(count.colors.count)
    errors.reserveCapacity(count.colors.count)
    var (error, weight) = (0.0, 0.0)
    for number in 1..<count.colors.count {
      let (entry, distance) = finder.find(coordinates(count.colors[number]))
      nearest.append(UInt8(entry))
      errors.append(distance)
      if distance > 0 {
        error += Double(distance) * Double(count.weights[number])
        weight += Double(count.weights[number])
      }
    }
    self.nearest = nearest
    meanError = Float(weight > 0 ? error / weight : 0)
    // What lossy adds to D makes 10 allow about one level a channel, and 100 ten.
    let unit = lossy.map { [meanError] in meanError + Float($0 * $0 / 300) } ?? 0
    let allowance = greatestError * unit
    var starts: ContiguousArray<UInt32> = [0, 1]
    var items: ContiguousArray<UInt32> = [UInt32(transparent)]
    guard allowance > 0 else {
      for number in 1..<count.colors.count {
        items.append(UInt32(nearest[number]))
        starts.append(UInt32(items.count))
      }
      (self.starts, self.items) = (starts, items)
      return
    }

    finder = NearestColor(points, slack: allowance)
    let scale = Self.bitsPerError * Float(Self.bit << Self.fraction) / (unit * Float(framesPerSecond))
    var list: [(cost: Float, entry: Int)] = []
    for number in 1..<count.colors.count {
      items.append(UInt32(nearest[number]))
      // A colour that the table holds stays what it is.
      if errors[number] > 0 || ((lossy ?? 0) > 0 && nearest[number] >= fixedCount) {
        list.removeAll(keepingCapacity: true)
        let first = Int(nearest[number])
        finder.findAll(coordinates(count.colors[number])) { entry, distance in
          if entry != first { list.append(((distance - errors[number]) * scale, entry)) }
        }
        list.sort { ($0.cost, $0.entry) < ($1.cost, $1.entry) }
        for (cost, entry) in list.prefix(Self.longestList - 1) {
          items.append(UInt32(entry) | UInt32(min(65535, cost)) << 8)
        }
      }
      starts.append(UInt32(items.count))
    }
    (self.starts, self.items) = (starts, items)
  }

  /// Whether a number has one entry only.
  @inline(__always)
  package func isSingle(_ number: Int) -> Bool { starts[number + 1] - starts[number] == 1 }

  /// What an item costs in a pixel of a class of life (`PixelLife`).
  @inline(__always)
  package static func cost(_ item: UInt32, life: Int) -> Int {
    (Int(item >> 8) << life) >> Self.fraction
  }

  /// The cost of showing a number by an entry, or `never`.
  @inline(__always)
  package func cost(of entry: UInt8, for number: Int, life: Int) -> Int {
    for place in Int(starts[number])..<Int(starts[number + 1]) where UInt8(truncatingIfNeeded: items[place]) == entry {
      return Self.cost(items[place], life: life)
    }
    return Self.never
  }
}

/// How long a changed pixel is seen, as a class of 0…7 that doubles from one to the next: 1, 2…3, 4…7, … frames of average
/// length. It stands above the colour's number in the values of a numbered `FrameChange`.
package enum PixelLife {
  /// Bits of a value that hold the colour's number.
  package static let shift: UInt32 = 21
  /// Masks the colour's number.
  package static let number: UInt32 = 1 << 21 - 1

  /// The class of a time in frames.
  package static func kind(_ frames: Double) -> UInt32 {
    var kind: UInt32 = 0
    while kind < 7 && frames >= Double(2 << kind) { kind += 1 }
    return kind
  }
}
