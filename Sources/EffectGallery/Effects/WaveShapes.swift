// The four shapes of the sine wave that `wave` and `download` share, at a button's side of 100 points.
import AnimGIF

/// The wave y = A·sin(ωx + φ) in steps of a quarter turn of φ.
struct WaveShapes {
  /// How far the wave swings, points.
  var amplitude: Double
  /// How close its crests are, radians per point.
  var omega: Double

  /// Shape `k`, 0…4: 50 points, one a point's width. Shape 0 begins twice, so that in the first morph every point slides by one place.
  subscript(k: Int) -> Path {
    let points = (0..<50).map { n in
      Point(25 + Double(n), 50 + amplitude * sine(omega * Double(n) + Double(k) * .pi / 2))
    }
    return .polyline(k == 0 ? [Point(25, 50)] + points : points)
  }

  /// What the wave becomes in the end.
  static let tick = Path.polyline([Point(35, 50), Point(45, 62.5), Point(65, 35)])

  /// One turn: four morphs, each `phase` seconds long.
  func cycle(phase: Double) -> AnimationGroup {
    let morphs = (0..<4).map { k in
      BasicAnimation(
        \.path, from: self[k], to: self[k + 1], timing: Timing(duration: phase, beginTime: Double(k) * phase))
    }
    return AnimationGroup(morphs, timing: Timing(duration: 4 * phase))
  }
}
