// A layer that shows its sublayers several times, as CAReplicatorLayer, and one without a picture of its own, as CATransformLayer.

import Bitmaps
import VectorGeometry

/// The state of a replicator layer. Copy i, counted from 0, is transformed i times, runs i · delay later and has its colours
/// multiplied by `instanceColor` plus i times the offsets, held within 0…1.
public struct ReplicatorProperties: LayerContent {
  /// How many times the sublayers are shown; at most 65 536 are. Replicators within replicators multiply: all those of a picture
  /// together make at most 262 144 copies, and what comes after them in drawing order shows none.
  public var instanceCount = 1
  /// How much later each copy's animations run than those of the one before, seconds.
  public var instanceDelay = 0.0
  /// Applied once more for each copy, about the layer's anchor point.
  public var instanceTransform = Transform3D.identity
  /// What the first copy's colours are multiplied by.
  public var instanceColor = Color.white
  /// What is added to `instanceColor` from copy to copy.
  public var instanceRedOffset = 0.0, instanceGreenOffset = 0.0, instanceBlueOffset = 0.0, instanceAlphaOffset = 0.0

  /// Makes the state of a new replicator layer.
  public init() {}

  /// Most copies that one layer shows.
  static let largestCount = 65_536
  /// Most copies in a picture, so that nesting cannot make a few layers take for ever.
  static let largestTotal = 1 << 18

  /// What copy `index` multiplies colours by; nil for nothing.
  func tint(_ index: Int) -> Color? {
    let i = Double(index)
    func unit(_ value: Double) -> Double { value > 0 ? (value < 1 ? value : 1) : 0 }
    let tint = Color(
      red: unit(instanceColor.red + i * instanceRedOffset), green: unit(instanceColor.green + i * instanceGreenOffset),
      blue: unit(instanceColor.blue + i * instanceBlueOffset),
      alpha: unit(instanceColor.alpha + i * instanceAlphaOffset))
    return tint == .white ? nil : tint
  }
}

/// A layer that shows its sublayers several times.
public final class ReplicatorLayer: ContentLayer<ReplicatorProperties> {
  /// Makes a layer that shows its sublayers once.
  public init() { super.init(ReplicatorProperties()) }

  /// Makes a layer that shows its sublayers `count` times.
  public convenience init(count: Int, transform: Transform3D = .identity, delay: Double = 0) {
    self.init()
    var replicator = ReplicatorProperties()
    replicator.instanceCount = count
    replicator.instanceTransform = transform
    replicator.instanceDelay = delay
    properties.content = replicator
  }

  override var kind: LayerKind { .replicator }
}

/// A layer without a picture of its own: its sublayers are placed in its space without being flattened into its plane first, so that
/// their transforms in depth add up. Background, border, contents, mask and shadow are not drawn; opacity applies to each sublayer.
public final class TransformLayer: Layer {
  override var kind: LayerKind { .transform }
}
