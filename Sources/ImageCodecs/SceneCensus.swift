/// Which colours are seen in which part of a clip, cut where a frame has nothing to do with the one before.
///
/// A frame begins a part when at least a quarter of the pixels change, and of the pixels that do not, all but a tenth of
/// what is drawn belong to one ground colour (or are clear): slides on a common ground, say. What a part shows is what the
/// running sums of `ColorCount` grow by until the next cut. With n pixels of a colour on the screen and `rest` hundredths
/// to go, such a sum is what has been seen so far plus n · rest.
struct SceneCensus {
  /// A colour's number, with pixels times hundredths of a second.
  typealias Weight = (number: UInt32, weight: Float)

  /// A part of a clip.
  struct Part: Sendable {
    /// The first stored frame.
    var start: Int
    /// The colours that are seen, numbers rising.
    var colors: ContiguousArray<Weight>
    /// Bytes that the list takes.
    var byteCount: Int { colors.count * MemoryLayout<Weight>.stride }
  }

  /// The parts so far; none once there are so many colours that the lists would not fit.
  private(set) var parts: ContiguousArray<Part> = []
  private var start = 0
  /// What has been seen of every colour until the last cut.
  private var seen: ContiguousArray<Int> = []
  /// Entries that the lists may still have; negative once that was not enough.
  private var room = 1 << 20

  /// Whether a change, not yet applied to `canvas`, has nothing to do with what is there.
  func isCut(_ change: FrameChange, _ canvas: ContiguousArray<UInt32>, colorCount: Int) -> Bool {
    let changed = change.values.count, all = canvas.count
    guard room >= 0, changed * 4 >= all else { return false }
    if (all - changed) * 10 <= all { return true }
    var kept = Self.histogram(canvas, colorCount)
    for run in change.runs {
      for pixel in Int(run.start)..<Int(run.start) + Int(run.count) { kept[Int(canvas[pixel])] -= 1 }
    }
    let ground = Int(kept.max() ?? 0)
    return (all - changed - ground) * 10 <= all - ground
  }

  /// Ends a part before stored frame `frame`, when the colours before it have been counted and `rest` hundredths are to go.
  mutating func cut(before frame: Int, _ count: ColorCount, _ canvas: ContiguousArray<UInt32>, rest: Int) {
    guard room >= 0 else { return }
    let shown = rest > 0 ? Self.histogram(canvas, count.colors.count) : []
    var part = Part(start: start, colors: [])
    seen.append(contentsOf: repeatElement(0, count: count.colors.count - seen.count))
    func sum(_ number: Int) -> Int { count.weights[number] - (shown.isEmpty ? 0 : Int(shown[number]) * rest) }
    part.colors.reserveCapacity((1..<max(1, count.colors.count)).count { sum($0) > seen[$0] })
    for number in 1..<max(1, count.colors.count) {
      let sum = sum(number)
      if sum > seen[number] { part.colors.append((UInt32(number), Float(sum - seen[number]))) }
      seen[number] = sum
    }
    room -= part.colors.count
    parts.append(part)
    start = frame
    if room < 0 { (parts, seen) = ([], []) }
  }

  /// How many pixels show each number.
  private static func histogram(_ canvas: ContiguousArray<UInt32>, _ colorCount: Int) -> ContiguousArray<Int32> {
    var pixels = ContiguousArray<Int32>(repeating: 0, count: colorCount)
    for number in canvas { pixels[Int(number)] += 1 }
    return pixels
  }
}
