/// Shows colours that the table does not hold by a mixture of those that it does.
///
/// Colours that have an entry of their own are left alone, and only changed pixels are looked at, so what stands still
/// does not shimmer:
///
/// - ordered: a fixed 8 by 8 pattern (Bayer's) moves each colour by up to √D either way before the nearest entry is
///   taken, D being the table's mean squared error. A pixel's entry depends on its place and colour alone.
/// - error diffusion: what a pixel's entry misses is handed on to its neighbours (Floyd and Steinberg, 1976: 7 right, 3, 5,
///   1 below, of 16). Errors never cross into unchanged pixels, where they would make those change.
struct Dither: Sendable {
  private let kind: GIFOptions.Dither
  private let width: Int
  private let choices: ColorChoices
  private let places: ContiguousArray<SIMD4<Float>>
  private let entries: ContiguousArray<SIMD4<Float>>
  private var finder: NearestColor
  /// Errors handed to this row and the next, one pixel of margin on either side, and the row they are for.
  private var errors: ContiguousArray<SIMD4<Float>>, nextErrors: ContiguousArray<SIMD4<Float>>
  private var row = -1

  /// Offsets of −½…½ in the order of Bayer's matrix.
  private static let pattern: ContiguousArray<Float> = ContiguousArray(
    (0..<64).map { index in
      let x = index & 7, y = index >> 3
      var rank = 0
      // Bits of x ^ y and y, interleaved from the highest place down.
      for bit in 0..<3 {
        rank |= ((x ^ y) >> bit & 1) << (5 - 2 * bit)
        rank |= (y >> bit & 1) << (4 - 2 * bit)
      }
      return (Float(rank) + 0.5) / 64 - 0.5
    })

  /// Makes a dither for a clip.
  init(
    _ kind: GIFOptions.Dither, width: Int, count: ColorCount, colors: [UInt32], choices: ColorChoices,
    coordinates: ColorCoordinates
  ) {
    self.kind = kind
    self.width = width
    self.choices = choices
    places = ContiguousArray(count.colors.map { coordinates($0) })
    entries = ContiguousArray(colors.map { coordinates($0) })
    finder = NearestColor(entries)
    errors = ContiguousArray(repeating: .zero, count: width + 2)
    nextErrors = errors
  }

  /// Returns the entry of every changed pixel, in the order of the change's values.
  mutating func entries(for change: FrameChange) -> ContiguousArray<UInt8> {
    var result: ContiguousArray<UInt8> = []
    result.reserveCapacity(change.values.count)
    startRow(-1)
    let amplitude = 2 * choices.meanError.squareRoot()
    var place = 0
    for run in change.runs {
      let start = Int(run.start), y = start / width
      if kind == .errorDiffusion && y != row { startRow(y) }
      for pixel in start..<start + Int(run.count) {
        let number = Int(change.values[place] & PixelLife.number)
        place += 1
        let nearest = choices.nearest[number]
        if number == Int(ColorCount.clear) || entries[Int(nearest)] == places[number] {
          result.append(nearest)
        } else if kind == .ordered {
          let offset = Self.pattern[(y & 7) << 3 | (pixel - y * width) & 7] * amplitude
          result.append(UInt8(finder.find(Self.clamped(places[number] + SIMD4(offset, offset, offset, 0))).entry))
        } else {
          // The errors' margin shifts columns by one.
          let column = pixel - y * width + 1
          let wanted = Self.clamped(places[number] + errors[column])
          let entry = finder.find(wanted).entry
          result.append(UInt8(entry))
          let missed = wanted - entries[entry]
          errors[column + 1] += missed * (7 / 16)
          nextErrors[column - 1] += missed * (3 / 16)
          nextErrors[column] += missed * (5 / 16)
          nextErrors[column + 1] += missed * (1 / 16)
        }
      }
    }
    return result
  }

  /// Makes the errors for the row below the errors at hand, or forgets them if another row comes next.
  private mutating func startRow(_ next: Int) {
    if next == row + 1 && row >= 0 {
      swap(&errors, &nextErrors)
    } else {
      for column in errors.indices { errors[column] = .zero }
    }
    for column in nextErrors.indices { nextErrors[column] = .zero }
    row = next
  }

  /// No wanted colour leaves the space, so that errors cannot pile up where the table has nothing near.
  private static func clamped(_ place: SIMD4<Float>) -> SIMD4<Float> {
    place.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 255))
  }
}
