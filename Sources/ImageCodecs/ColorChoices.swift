/// Which table entries may stand for a colour, and what each costs: the nearest one, and others not much farther.
///
/// Errors are turned into the bits that they weigh as much as. D is the mean squared error that the table leaves anyway
/// (over what it does not show exactly, weighted by time). What counts is error times time: one of D in a pixel that is
/// seen for a second weighs as much as `bitsPerError` bits, and one in a pixel seen for a single frame hardly anything. In
/// no pixel may the error exceed the nearest entry's by more than `greatestError` D. The exact colours of an exact clip
/// have one entry each, so nothing is lost there.
package struct ColorChoices: Sendable {
  /// Costs are counted in sixteenths of a bit.
  package static let bit = 16
  /// A cost that no choice has.
  package static let never = Int.max / 2
  /// Entries for one colour at most.
  private static let longestList = 8
  /// Costs in a list are kept finer: so many bits behind the point of a sixteenth.
  private static let fraction = 8

  /// The nearest entry of every colour number; the transparent one for clear.
  package private(set) var nearest: ContiguousArray<UInt8>
  /// Where the list of a number begins in `items`; one more number than colours.
  package let starts: ContiguousArray<UInt32>
  /// Entry in the low byte, cost at the shortest life above it, cheapest first; the first is the nearest entry, free.
  package private(set) var items: ContiguousArray<UInt32>

  /// D: the mean squared error of what has no entry of its own, weighted by time.
  package let meanError: Float

  /// Finds the lists of all colours of a clip.
  /// - Parameters:
  ///   - colors: the table's colours.
  ///   - transparent: the index of clear pixels.
  ///   - framesPerSecond: frames of average length in a second.
  ///   - greatestError: the greatest error that is allowed, in D.
  ///   - bitsPerError: what an error of D in a pixel that is seen for a second costs.
  ///   - fixedCount: so many colours at the table's start are never shown by others.
  ///   - lossy: `GIFOptions.lossy`; nil to have single entries only.
  ///   - threads: how many threads look colours up; never changes what they find.
  package init(
    _ count: ColorCount, colors: [UInt32], transparent: Int, coordinates: ColorCoordinates, framesPerSecond: Double,
    greatestError: Float, bitsPerError: Float, fixedCount: Int, lossy: Double?, threads: Int
  ) {
    let points = ContiguousArray(colors.map { coordinates($0) })
    let total = count.colors.count
    let blocks = (total - 1 + Self.blockLength - 1) / Self.blockLength
    @Sendable func numbers(_ block: Int) -> Range<Int> {
      1 + block * Self.blockLength..<min(total, 1 + (block + 1) * Self.blockLength)
    }
    var nearest: ContiguousArray<UInt8> = [UInt8(transparent)]
    var errors: ContiguousArray<Float> = [0]
    nearest.reserveCapacity(total)
    errors.reserveCapacity(total)
    var (error, weight) = (0.0, 0.0)
    forEachInOrder(
      blocks, threads: threads, makeWorker: { NearestColor(points) },
      work: { (finder: inout NearestColor, block) throws(Never) in
        numbers(block).map { finder.find(coordinates(count.colors[$0])) }
      },
      consume: { (block, found) throws(Never) in
        for (number, (entry, distance)) in zip(numbers(block), found) {
          nearest.append(UInt8(entry))
          errors.append(distance)
          if distance > 0 {
            error += Double(distance) * Double(count.weights[number])
            weight += Double(count.weights[number])
          }
        }
      })
    self.nearest = nearest
    meanError = Float(weight > 0 ? error / weight : 0)
    // What lossy adds to D makes 10 allow about one level a channel, and 100 ten.
    let unit = lossy.map { [meanError] in meanError + Float($0 * $0 / 300) } ?? 0
    let allowance = greatestError * unit
    var starts: ContiguousArray<UInt32> = [0, 1]
    var items: ContiguousArray<UInt32> = [UInt32(transparent)]
    starts.reserveCapacity(total + 1)
    guard allowance > 0 else {
      items.reserveCapacity(total)
      for number in 1..<total {
        items.append(UInt32(nearest[number]))
        starts.append(UInt32(items.count))
      }
      (self.starts, self.items) = (starts, items)
      return
    }

    let scale = bitsPerError * Float(Self.bit << Self.fraction) / (unit * Float(framesPerSecond))
    let keepsExact = (lossy ?? 0) == 0
    let (nearestEntries, nearestErrors) = (nearest, errors)
    forEachInOrder(
      blocks, threads: threads, makeWorker: { (NearestColor(points, slack: allowance), CheapestEntries()) },
      work: { (worker: inout (NearestColor, CheapestEntries), block) throws(Never) in
        var lists: (items: ContiguousArray<UInt32>, lengths: ContiguousArray<UInt8>) = ([], [])
        for number in numbers(block) {
          let first = nearestEntries[number], least = nearestErrors[number]
          worker.1.begin(first)
          // A colour that the table holds stays what it is.
          if least > 0 || (!keepsExact && first >= fixedCount) {
            worker.0.findAll(coordinates(count.colors[number])) { entry, distance in
              if entry != Int(first) { worker.1.add(entry, cost: (distance - least) * scale) }
            }
          }
          lists.lengths.append(UInt8(worker.1.items.count))
          lists.items.append(contentsOf: worker.1.items)
        }
        return lists
      },
      consume: { (_, lists) throws(Never) in
        var end = UInt32(items.count)
        for length in lists.lengths {
          end += UInt32(length)
          starts.append(end)
        }
        items.append(contentsOf: lists.items)
      })
    (self.starts, self.items) = (starts, items)
  }

  /// Colours that one thread looks up at a time.
  private static let blockLength = 4096

  /// The list of one colour: the nearest entry, then the cheapest of the others, equally cheap ones in table order.
  private struct CheapestEntries {
    private(set) var items: ContiguousArray<UInt32> = []
    private var costs: ContiguousArray<Float> = []

    mutating func begin(_ nearest: UInt8) {
      items.removeAll(keepingCapacity: true)
      costs.removeAll(keepingCapacity: true)
      items.append(UInt32(nearest))
      costs.append(0)
    }

    /// Adds an entry; entries come in table order.
    mutating func add(_ entry: Int, cost: Float) {
      if items.count < ColorChoices.longestList {
        items.append(0)
        costs.append(0)
      } else if costs[items.count - 1] <= cost {
        return
      }
      var place = items.count - 1
      while place > 1 && costs[place - 1] > cost {
        costs[place] = costs[place - 1]
        items[place] = items[place - 1]
        place -= 1
      }
      costs[place] = cost
      items[place] = UInt32(truncatingIfNeeded: entry) | UInt32(min(65535, cost)) << 8
    }
  }

  /// Gives the entries other indices.
  mutating func renumber(_ indices: [UInt8]) {
    for place in nearest.indices { nearest[place] = indices[Int(nearest[place])] }
    for place in items.indices { items[place] = items[place] & ~255 | UInt32(indices[Int(items[place] & 255)]) }
  }

  /// The lists, for inner loops.
  @_lifetime(borrow self)
  func lists(within alphabet: LZWAlphabet) -> ColorLists {
    ColorLists(items: items.span, starts: starts.span, alphabet)
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

/// The lists of a `ColorChoices`, less what a frame's alphabet leaves out: what the inner loops read.
struct ColorLists: ~Escapable {
  let items: Span<UInt32>
  private let starts: Span<UInt32>
  private let count: UInt32
  private let transparent: UInt32

  @_lifetime(copy items, copy starts)
  init(items: Span<UInt32>, starts: Span<UInt32>, _ alphabet: LZWAlphabet) {
    self.items = items
    self.starts = starts
    count = UInt32(alphabet.count)
    transparent = UInt32(truncatingIfNeeded: alphabet.transparent)
  }

  /// Where the list of a number stands in `items`.
  @inline(__always)
  func places(_ number: Int) -> Range<Int> { Int(starts[number])..<Int(starts[number + 1]) }

  /// Whether the alphabet holds an item's entry.
  @inline(__always)
  func holds(_ item: UInt32) -> Bool { item & 255 < count && item & 255 != transparent }
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
