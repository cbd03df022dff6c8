/// Which frames a GIF shows, and for how many hundredths of a second.
///
/// The format counts whole hundredths, so the running time is rounded, never the step: 30 frames a second come out as
/// 3, 3, 4 and a second stays a second. Players stretch delays below 2 to 10, so no frame gets less: where frames are
/// shorter, the clip is sampled at 50 a second, each shown frame being the one that is due, and the total is kept.
package struct GIFSchedule: Equatable {
  /// One shown frame.
  package struct Entry: Equatable {
    /// The source's frame.
    package var frame: Int
    /// Hundredths of a second, at least 2.
    package var delay: Int
  }

  /// The shown frames in order.
  package var entries: [Entry] = []

  /// The shortest delay that players keep.
  package static let shortestDelay = 2

  /// Makes the schedule of a timing with at least one frame.
  package init(_ timing: FrameTiming) {
    let count = timing.count
    guard count > 0 else { return }
    let limit = 1 << 40
    func boundary(_ index: Int) -> Int { min(timing.start(of: index).rounded(times: 100), limit) }
    let total = max(boundary(count), Self.shortestDelay)
    entries.reserveCapacity(count)
    var start = 0
    for frame in 0..<count {
      let end = boundary(frame + 1)
      // A frame whose time has been used up by those before it is not shown.
      guard frame == 0 || end > start else { continue }
      let shown = max(end, start + Self.shortestDelay)
      entries.append(Entry(frame: frame, delay: shown - start))
      start = shown
      if start >= total { break }
    }
    // The last frame may reach beyond the total, or (when it was never due) stop short of it.
    let excess = start - total
    if let last = entries.indices.last {
      if entries[last].delay - excess >= Self.shortestDelay {
        entries[last].delay -= excess
      } else if last > 0 {
        entries[last - 1].delay += entries[last].delay - excess
        entries.removeLast()
      }
    }
  }

  /// Returns the entries with those left out whose picture is that of the one before, for which it stays longer.
  func merged(where isStill: (_ first: Int, _ last: Int) -> Bool) -> [Entry] {
    var result: [Entry] = []
    for (index, entry) in entries.enumerated() {
      if index > 0, isStill(entries[index - 1].frame, entry.frame) {
        result[result.count - 1].delay += entry.delay
      } else {
        result.append(entry)
      }
    }
    return result
  }

  /// Hundredths of a second from the first frame to the end.
  package var total: Int { entries.reduce(0) { $0 + $1.delay } }
}
