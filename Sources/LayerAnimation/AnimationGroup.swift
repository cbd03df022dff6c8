// Animations that run together, as CAAnimationGroup.

/// Animations with a common time space: their begins count from the group's, they are cut off (not scaled) at its end, one without a
/// duration takes the group's, and the group's timing function bends time for all. Their own `isRemovedOnCompletion` and listeners
/// are not used.
public struct AnimationGroup: ResolvableAnimation {
  /// The members, in the order in which they apply.
  public var animations: [any PlayableAnimation]
  /// When it runs.
  public var timing: Timing
  /// What hears of its begin and end.
  public var events = AnimationEvents()

  /// Makes a group.
  public init(_ animations: [any PlayableAnimation], timing: Timing = Timing()) {
    self.animations = animations
    self.timing = timing
  }

  package func resolved(at site: AnimationSite) -> any AnimationNode {
    var timing = timing, inner = site
    if timing.duration == 0 { timing.duration = site.defaultDuration }
    timing.function = timing.function ?? site.defaultFunction
    inner.defaultDuration = timing.duration
    inner.defaultFunction = nil
    return GroupNode(
      timing: timing,
      children: animations.compactMap { animation in
        guard var node = (animation as? any ResolvableAnimation)?.resolved(at: inner) else { return nil }
        node.timing.beginTime += node.timing.delay
        return node
      })
  }

  package var warnings: [AnimationWarning] {
    animations.flatMap { ($0 as? any ResolvableAnimation)?.warnings ?? [] }
  }
}
