// A layer tree over time, as values: what is rendered. Every instant is a pure function of the time, so frames can be made in any
// order, on several threads.

import VectorGeometry

/// Everything a layer tree shows, from its beginning on.
public struct Scene: Sendable {
  /// A tree and when it becomes visible.
  struct Commit: Sendable {
    let time: Double
    let node: LayerNode
  }
  private let commits: [Commit]
  private var placement = AffineTransform.identity

  init(_ commits: [Commit]) { self.commits = commits }

  /// Freezes a tree. Animations that begin "now" begin at 0. If a timeline plays the tree, the scene is what was to be seen until
  /// its now.
  public init(_ root: Layer) {
    if let timeline = root.ownTimeline {
      self = timeline.scene(until: timeline.now)
    } else {
      commits = [Commit(time: 0, node: root.commit())]
    }
  }

  /// Returns the scene with its picture mapped by a transform, say moved to the middle of a larger one.
  public func transformed(by transform: AffineTransform) -> Scene {
    var scene = self
    scene.placement = placement.concatenating(transform)
    return scene
  }

  /// The tree that is visible at a time: the last commit's at or before it.
  private func node(at time: Double) -> LayerNode {
    var low = 0, high = commits.count - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if commits[middle].time <= time + Timing.epsilon { low = middle } else { high = middle - 1 }
    }
    return commits[low].node
  }

  /// Whether the picture is the same at both times and all between them. True is certain, false may be too careful. Costs a few
  /// nanoseconds per animation; still parts of the tree cost nothing.
  public func isConstant(from start: Double, through end: Double) -> Bool {
    let first = node(at: min(start, end)), last = node(at: max(start, end))
    return first === last && first.isConstant(from: start, through: end)
  }

  /// Returns what there is to draw at a time.
  /// - Parameters:
  ///   - time: seconds on the clock of the outermost layer's surroundings.
  ///   - transform: maps the outermost layer's surroundings to the canvas, say points to pixels.
  public func displayList(at time: Double, transform: AffineTransform = .identity) -> DisplayList {
    var list = DisplayList()
    displayList(at: time, transform: transform, into: &list)
    return list
  }

  /// Replaces a display list by what there is to draw at a time; the list's storage is used again.
  public func displayList(at time: Double, transform: AffineTransform = .identity, into list: inout DisplayList) {
    var builder = DisplayListBuilder(items: list.takeItems())
    builder.add(node(at: time), at: time, plane: placement.concatenating(transform))
    list = DisplayList(items: builder.items)
  }
}
