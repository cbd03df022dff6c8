// Values that jump at a time: what the articles do in completion blocks, said in advance.
import AnimGIF

extension Layer {
  /// Sets the opacity from a time of the layer's superlayer on. The switch that was added last among those past counts.
  func switchOpacity(to opacity: Double, at time: Double) {
    animate(\.opacity, from: opacity, to: opacity, timing: .from(time))
  }

  /// Shows the layer from just after a time on: at that time itself the state before it is still to be seen, as in a pause that ends
  /// then. (A microsecond, less than any frame.)
  func appear(after time: Double) { switchOpacity(to: 1, at: time + 1e-6) }

  /// Hides the layer from a time on.
  func disappear(at time: Double) { switchOpacity(to: 0, at: time) }
}

extension Timing {
  /// Holds an animation's value from a time on.
  static func from(_ time: Double) -> Timing { Timing(duration: 0.001, beginTime: time, fillMode: .forwards) }
}
