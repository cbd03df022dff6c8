import Bitmaps
import LayerAnimation
import TestSupport
import Testing
import VectorGeometry
import VectorRaster

/// Layer trees with animations and, on request, events, made from a seed.
struct RandomTree {
  var random: SeededRandom
  private(set) var layers: [Layer] = []

  init(seed: UInt64) { random = SeededRandom(seed: seed) }

  private mutating func chance(_ share: Double) -> Bool { random.double(in: 0...1) < share }
  private mutating func color() -> Color {
    Color(
      red: random.double(in: 0...1), green: random.double(in: 0...1), blue: random.double(in: 0...1),
      alpha: chance(0.7) ? 1 : random.double(in: 0...1))
  }
  private mutating func point(_ limit: Double = 40) -> Point {
    Point(random.double(in: 0...limit), random.double(in: 0...limit))
  }
  private mutating func path() -> Path {
    switch random.int(in: 0...3) {
    case 0: return .circle(center: point(), radius: random.double(in: 1...15))
    case 1: return .rect(Rect(origin: point(20), size: Size(random.double(in: 1...20), random.double(in: 1...20))))
    case 2: return .polyline((0..<random.int(in: 2...6)).map { _ in point() })
    default:
      return .arc(center: point(), radius: 9, startAngle: 0, endAngle: random.double(in: 0.5...6), clockwise: true)
    }
  }

  mutating func timing() -> Timing {
    var timing = Timing(duration: random.double(in: 0.1...1.2))
    if chance(0.5) { timing.beginTime = random.double(in: 0...0.8) }
    if chance(0.3) { timing.speed = random.double(in: -2...2) }
    if chance(0.3) { timing.timeOffset = random.double(in: 0...1) }
    if chance(0.4) { timing.repeatCount = chance(0.3) ? .infinity : random.double(in: 0.3...4) }
    timing.autoreverses = chance(0.3)
    timing.fillMode = FillMode.allCases[random.int(in: 0...3)]
    timing.isRemovedOnCompletion = chance(0.5)
    if chance(0.5) {
      timing.function = [.easeIn, .easeOut, .default, TimingFunction(0.3, -0.4, 0.6, 1.5)][random.int(in: 0...3)]
    }
    return timing
  }

  mutating func animation(depth: Int = 0) -> any PlayableAnimation {
    let timing = timing()
    switch random.int(in: 0...(depth < 2 ? 7 : 6)) {
    case 0:
      return BasicAnimation(\.opacity, from: random.double(in: 0...1), to: random.double(in: 0...1), timing: timing)
    case 1: return BasicAnimation(\.position, to: point(), timing: timing)
    case 2: return BasicAnimation(\.path, from: path(), timing: timing)
    case 3:
      return SpringAnimation(
        \.lineWidth, from: 1, to: 6, spring: Spring(damping: random.double(in: 2...30)), timing: timing)
    case 4:
      var animation = KeyframeAnimation(
        \.transform.rotation, values: (0..<5).map { _ in random.double(in: -3...3) }, timing: timing)
      animation.calculationMode = CalculationMode.allCases[random.int(in: 0...4)]
      animation.isCumulative = chance(0.3)
      return animation
    case 5: return BasicAnimation(\.strokeEnd, from: 0, to: 1, timing: timing)
    case 6:
      var animation = BasicAnimation(\.zPosition, by: random.double(in: -3...3), timing: timing)
      animation.isAdditive = chance(0.5)
      return animation
    default:
      let count = random.int(in: 1...3)
      return AnimationGroup((0..<count).map { _ in animation(depth: depth + 1) }, timing: timing)
    }
  }

  mutating func layer(depth: Int = 0) -> Layer {
    let layer: Layer
    switch random.int(in: 0...5) {
    case 0:
      layer = Layer()
      layer.backgroundColor = color()
      layer.cornerRadius = chance(0.5) ? 3 : 0
    case 1:
      let replicator = ReplicatorLayer(count: random.int(in: 1...3), transform: .translation(5, 2), delay: 0.1)
      replicator.instanceAlphaOffset = -0.2
      layer = replicator
    case 2: layer = GradientLayer(colors: [color(), color()], frame: .zero)
    default:
      layer = ShapeLayer(path: path(), stroke: Stroke(width: random.double(in: 0...4)), color: color(), fill: color())
    }
    layer.bounds = Rect(0, 0, random.double(in: 1...40), random.double(in: 1...40))
    layer.position = point()
    if chance(0.4) { layer.opacity = random.double(in: 0...1) }
    if chance(0.3) { layer.transform = .rotation(random.double(in: -3...3)) }
    if chance(0.2) { layer.masksToBounds = true }
    if chance(0.2) { layer.borderWidth = 2 }
    if chance(0.1) { layer.shadowOpacity = 0.5 }
    if chance(0.2) { layer.speed = random.double(in: 0.2...2) }
    if chance(0.2) { layer.timeOffset = random.double(in: 0...1) }
    for _ in 0..<random.int(in: 0...3) { layer.add(animation(), forKey: chance(0.3) ? "key" : nil) }
    layers.append(layer)
    if depth < 3 { for _ in 0..<random.int(in: 0...3) { layer.addSublayer(self.layer(depth: depth + 1)) } }
    if depth < 2, chance(0.2) { layer.mask = self.layer(depth: 3) }
    return layer
  }

  /// Events that change, animate, move and remove layers.
  mutating func schedule(on timeline: Timeline) {
    for _ in 0..<12 {
      let layer = layers[random.int(in: 0...(layers.count - 1))]
      let time = random.double(in: 0...1.5), value = random.double(in: 0...1), place = point(), animation = animation()
      switch random.int(in: 0...5) {
      case 0: timeline.at(time) { layer.opacity = value }
      case 1: timeline.at(time) { timeline.transaction(duration: value) { layer.position = place } }
      case 2: timeline.at(time) { layer.add(animation, forKey: "event") }
      case 3: timeline.at(time) { layer.removeAllAnimations() }
      case 4: timeline.at(time) { layer.drive(\.cornerRadius, to: value * 9) }
      default:
        timeline.at(time) {
          layer.bounds.size.width += 3
          timeline.after(value) { layer.zPosition = value }
        }
      }
    }
  }
}

@Suite struct ScenePropertyTests {
  private let times = (0...30).map { Double($0) / 15 }

  @Test(arguments: 0..<40)
  func `a frame made alone equals the same frame made in order`(seed: UInt64) {
    var one = RandomTree(seed: seed), other = RandomTree(seed: seed)
    let direct = Scene(one.layer()), stepped = Scene(other.layer())
    var list = DisplayList()
    let inOrder = times.map { time in
      stepped.displayList(at: time, into: &list)
      return list
    }
    for (index, time) in times.enumerated().reversed() {
      #expect(direct.displayList(at: time) == inOrder[index], "seed \(seed), time \(time)")
    }
  }

  @Test(arguments: 100..<140)
  func `a scene with events does not depend on how it is stepped through`(seed: UInt64) {
    func play(_ steps: [Double]) -> [DisplayList] {
      var tree = RandomTree(seed: seed)
      let root = tree.layer()
      let timeline = Timeline(root)
      tree.schedule(on: timeline)
      var seen: [Double: DisplayList] = [:]
      for time in steps {
        timeline.advance(to: time)
        seen[time] = Scene(root).displayList(at: time)
      }
      let scene = timeline.scene(until: 2)
      return times.map { seen[$0] ?? scene.displayList(at: $0) }
    }
    let reference = play([])
    #expect(play(times) == reference, "seed \(seed)")
    #expect(play([0.31, 0.32, 1.9]) == reference, "seed \(seed)")
  }

  @Test(arguments: 200..<230)
  func `where a scene says that nothing changes, nothing does`(seed: UInt64) {
    var tree = RandomTree(seed: seed)
    let root = tree.layer()
    let timeline = Timeline(root)
    tree.schedule(on: timeline)
    let scene = timeline.scene(until: 6)
    var same = 0
    for step in 0..<60 {
      let start = Double(step) / 10, end = start + 0.1
      guard scene.isConstant(from: start, through: end) else { continue }
      same += 1
      let list = scene.displayList(at: start)
      for time in [start + 0.03, start + 0.07, end] {
        #expect(scene.displayList(at: time) == list, "seed \(seed) at \(time)")
      }
    }
    _ = same
  }

  @Test func `pixels of a random scene are the same from any thread and in any order`() async throws {
    var tree = RandomTree(seed: 7)
    let scene = Scene(tree.layer())
    func draw(_ time: Double) throws -> Bitmap {
      var canvas = Canvas(width: 48, height: 48, background: .white)
      try scene.displayList(at: time).draw(into: &canvas)
      return canvas.bitmap
    }
    let reference = try times.map(draw)
    try await withThrowingTaskGroup(of: (Int, Bitmap).self) { group in
      for (index, time) in times.enumerated() {
        group.addTask {
          var canvas = Canvas(width: 48, height: 48, background: .white)
          try scene.displayList(at: time).draw(into: &canvas)
          return (index, canvas.bitmap)
        }
      }
      for try await (index, bitmap) in group { #expect(bitmap == reference[index]) }
    }
  }

  @Test func `no number makes a layer trap`() throws {
    let values = [0, -1, 1e300, -1e300, .infinity, -.infinity, .nan, 1e-300]
    for value in values {
      let root = Layer(frame: Rect(0, 0, 20, 20))
      let shape = ShapeLayer(path: .circle(center: Point(10, 10), radius: 5), stroke: Stroke(width: 2))
      root.addSublayer(shape)
      let doubles: [PropertyPath<LayerProperties, Double>] = [
        \.opacity, \.zPosition, \.cornerRadius, \.borderWidth, \.shadowOpacity, \.shadowRadius, \.contentsScale,
        \.position.x,
        \.bounds.size.width, \.anchorPoint.y, \.transform.rotation, \.transform.scaleX, \.anchorPointZ,
      ]
      for keyPath in doubles {
        let layer = Layer(frame: Rect(0, 0, 10, 10))
        layer.backgroundColor = .red
        layer.borderWidth = 1
        layer.shadowOpacity = 1
        layer.contents = Bitmap(width: 2, height: 2, filledWith: Pixel(.blue))
        layer.contentsGravity = .center
        layer[dynamicMember: keyPath] = value
        var canvas = Canvas(width: 8, height: 8)
        try? Scene(layer).displayList(at: 0).draw(into: &canvas)
      }
      for keyPath in [\ShapeProperties.lineWidth, \.miterLimit, \.lineDashPhase, \.strokeStart, \.strokeEnd]
        as [PropertyPath<ShapeProperties, Double>]
      {
        shape[dynamicMember: keyPath] = value
        shape.lineDashPattern = [value, 3]
        var canvas = Canvas(width: 8, height: 8)
        try? Scene(root).displayList(at: value).draw(into: &canvas)
      }
      let replicator = ReplicatorLayer(count: 3, transform: .scale(value), delay: value)
      replicator.instanceRedOffset = value
      replicator.addSublayer(root)
      var canvas = Canvas(width: 8, height: 8)
      try? Scene(replicator).displayList(at: value).draw(into: &canvas)
      let timeline = Timeline(Layer())
      timeline.after(value) {}
      timeline.at(value) {}
      timeline.every(value) { false }
      timeline.advance(to: 1)
    }
  }

  @Test func `a tree nested beyond any use does not exhaust the stack`() {
    let root = Layer()
    var last = root
    for _ in 0..<20_000 {
      let next = Layer(frame: Rect(0, 0, 1, 1))
      next.backgroundColor = .red
      last.addSublayer(next)
      last = next
    }
    #expect(!Scene(root).displayList(at: 0).isEmpty)
  }
}
