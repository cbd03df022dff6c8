// Stage: stroking. What one stroke's pen does at a corner and at an end: joins, caps and arcs, appended to one side's chain of
// vertices. All in the working space, where the pen is a disc.
//
// A side's chain passes a corner either outside (arc, tip or cut) or inside. Inside, the chains of two long lines end where
// their offset lines cross, which gives no overlap; in all other cases the chain runs to the corner point itself and out again:
//
//        q0 |                 The two lines are then whole rectangles and the join a positive wedge of its own: every piece of
//     ------+ p - - q1        the outline has the same orientation, so that no winding number can cancel another one, however
//           |\                short the lines are.
//              `--------

/// A round pen of constant width.
struct Pen {
  /// Half the width, in the working space.
  let radius: Double
  /// Largest distance between an arc and its chords.
  let tolerance: Double
  let join: Join
  let cap: Cap
  /// The least 1 + cos(turn) for which a miter is drawn: 2 / limit².
  let miterThreshold: Double
  /// Chords per radian of an arc.
  let chordsPerRadian: Double
  /// The least cos(turn) at which one vertex stands for a whole join.
  let singleVertexCosine: Double
  /// Shorter segments have no direction of their own and are left out. Squared.
  let leastLengthSquared: Double
  /// Segments on one side of this rectangle leave no ink that matters; nil where all of it does.
  let clip: Rect?

  /// The most chords of one arc; reached by pens of about 1e8 pixels.
  private static let chordLimit = 16_384.0

  init(_ stroke: Stroke, radius: Double, tolerance: Double, leastLength: Double, clip: Rect?) {
    self.radius = radius
    self.tolerance = tolerance
    self.clip = clip
    join = stroke.join
    cap = stroke.cap
    let limit = stroke.miterLimit
    // Beyond 1e6 a tip is further away than a Double can place it.
    miterThreshold = limit >= 1 ? max(2 / (limit * limit), 1e-12) : .infinity
    chordsPerRadian = (radius / (8 * tolerance)).squareRoot()
    // A round join's arc bulges r·(1 - cos(turn/2)) over its chord; a bevel lies twice as far from the tip.
    switch stroke.join {
    case .round: singleVertexCosine = max(1 - 4 * tolerance / radius, 0.5)
    case .bevel: singleVertexCosine = max(1 - tolerance / (4 * radius), 0.5)
    case .miter: singleVertexCosine = max(1 - tolerance / radius, 0.5)
    }
    leastLengthSquared = leastLength * leastLength
  }

  /// Adds the vertices of an arc around `center` without its first and last one.
  /// - Parameters:
  ///   - from: unit vector to the arc's start.
  ///   - angle: signed; positive turns clockwise on screen.
  func appendArc(to chain: inout PointList, center: Point, from: Vector, angle: Double) {
    let chords = abs(angle) * chordsPerRadian
    guard chords > 1 else { return }
    let count = chords < Pen.chordLimit ? Int(chords) + 1 : Int(Pen.chordLimit)
    let step = angle / Double(count)
    let cosine = cosine(step), sine = sine(step)
    let radius = radius * (1 + step * step / 12 * areaShift(count))
    var x = from.dx, y = from.dy
    for _ in 1..<count {
      (x, y) = (x * cosine - y * sine, x * sine + y * cosine)
      chain.append(Point(center.x + radius * x, center.y + radius * y))
    }
  }

  /// Adds a whole circle's vertices: what a subpath without length leaves with round caps.
  func appendDisc(to chain: inout PointList, center: Point) {
    let chords = 2 * .pi * chordsPerRadian
    let count = chords < Pen.chordLimit ? max(4, Int(chords) + 1) : Int(Pen.chordLimit)
    let step = -2 * Double.pi / Double(count)
    let radius = radius * (1 + step * step / 12)
    for index in 0..<count { chain.append(center + Vector(angle: step * Double(index)) * radius) }
  }

  /// Adds the cap's vertices between the two corners of an end.
  /// - Parameter outward: unit vector that leaves the path there.
  func appendCap(to chain: inout PointList, end: Point, outward: Vector) {
    switch cap {
    case .butt: break
    case .round: appendArc(to: &chain, center: end, from: outward.turnedClockwise, angle: -.pi)
    case .square:
      let along = outward * radius, across = along.turnedClockwise
      chain.append(end + along + across)
      chain.append(end + along - across)
    }
  }

  /// Adds the outer side of a corner, its two offset points included.
  /// - Parameters:
  ///   - from, to: unit normals, on this side, of the lines that meet.
  ///   - cosine: of the turn.
  func appendOuter(
    to chain: inout PointList, corner: Point, from: Vector, to: Vector, cosine: Double, join: Join
  ) {
    switch join {
    case .miter where 1 + cosine >= miterThreshold:
      return chain.append(corner + (from + to) * (radius / (1 + cosine)))
    case .round:
      chain.append(corner + from * radius)
      // An exact turn back has no outer side; the caller takes it for a turn clockwise, and so must the sign of a zero be.
      let sine = from.cross(to)
      appendArc(to: &chain, center: corner, from: from, angle: arcTangent(sine == 0 ? 0 : sine, cosine))
    case .miter, .bevel:
      chain.append(corner + from * radius)
    }
    chain.append(corner + to * radius)
  }

  /// Adds the inner side of a corner by way of the corner itself.
  func appendInner(to chain: inout PointList, corner: Point, from: Vector, to: Vector) {
    chain.append(corner + from * radius)
    chain.append(corner)
    chain.append(corner + to * radius)
  }
}
