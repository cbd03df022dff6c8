// Flattened outlines from one frame to the next: a layer that has not changed is not flattened again. Drawing calls come in the same order
// in every frame of a clip, so the n-th call of a frame is compared with the n-th call of the frame before; no search, no hash.

import Bitmaps
import VectorGeometry

/// The outlines of one frame's drawing calls.
struct OutlineMemory: Sendable {
  /// Everything that an outline depends on, and the outline.
  private struct Entry: Sendable {
    var path = Path()
    var stroke: Stroke?
    var transform = AffineTransform.identity
    var bounds = PixelRect.empty
    var isFilled = false
    var outline = FlattenedPath()
  }

  private var entries: ContiguousArray<Entry> = []
  private var cursor = 0
  private var pointCount = 0
  /// Calls that found their outline, for tests.
  private(set) var reuseCount = 0

  /// The most calls of a frame that are remembered, and the most points of all outlines: 16 MB.
  private static let entryLimit = 4096, pointLimit = 1 << 20

  /// Begins a frame: the next call is its first.
  mutating func beginFrame() { cursor = 0 }

  /// Exchanges `outline` for the call's outline, made by `make` if the call differs from the one remembered. Call `giveBack` after use.
  /// Returns the entry's number; nil where there is no room, and then `make` has filled `outline`.
  mutating func take(
    _ path: Path, _ stroke: Stroke?, _ transform: AffineTransform, _ bounds: PixelRect,
    into outline: inout FlattenedPath,
    make: (inout FlattenedPath) -> Void
  ) -> Int? {
    let index = cursor
    cursor += 1
    if index == entries.count, index < Self.entryLimit { entries.append(Entry()) }
    guard index < entries.count else {
      outline.removeAll()
      make(&outline)
      return nil
    }
    swap(&outline, &entries[index].outline)
    if entries[index].isFilled, entries[index].transform == transform, entries[index].bounds == bounds,
      entries[index].stroke == stroke, entries[index].path.isDrawn(as: path)
    {
      reuseCount += 1
      return index
    }
    pointCount -= outline.points.count
    outline.removeAll()
    make(&outline)
    entries[index].isFilled = pointCount + outline.points.count <= Self.pointLimit
    if entries[index].isFilled {
      pointCount += outline.points.count
      entries[index].path = path
      entries[index].stroke = stroke
      entries[index].transform = transform
      entries[index].bounds = bounds
    }
    return index
  }

  /// Puts an outline back into its entry.
  mutating func giveBack(_ outline: inout FlattenedPath, to index: Int?) {
    guard let index else { return }
    swap(&outline, &entries[index].outline)
    if !entries[index].isFilled { entries[index].outline.removeAll() }
  }
}
