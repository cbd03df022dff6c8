import LayerAnimation
import Testing

@Suite struct TimingTests {
  struct Case: Decodable {
    let kind: String, note: String
    let parentTime: Double?, beginTime: Double?, duration: Double?, speed: Double?, timeOffset: Double?
    let repeatCount: Quantity?, repeatDuration: Quantity?
    let autoreverses: Bool?
    let fillMode: String?
    let progress: Progress?
    let timing: [Double]?
    let children: [Child]?
    let active: [String: Double]?
    let time: Double?, result: Double?
    let leaveLayersInnermostFirst: [Clock]?, enterLayersOutermostFirst: [Clock]?
  }
  struct Child: Decodable {
    let name: String
    let beginTime: Double, duration: Double
    let fillMode: String
    let autoreverses: Bool
  }
  struct Clock: Decodable { let beginTime: Double, speed: Double, timeOffset: Double }
  enum Progress: Decodable {
    case inactive, value(Double)
    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      self = if let number = try? container.decode(Double.self) { .value(number) } else { .inactive }
    }
  }

  private func timing(of item: Case) throws -> Timing {
    Timing(
      duration: item.duration ?? 0, beginTime: item.beginTime ?? 0, speed: item.speed ?? 1,
      timeOffset: item.timeOffset ?? 0, repeatCount: item.repeatCount?.value ?? 0,
      repeatDuration: item.repeatDuration?.value ?? 0, autoreverses: item.autoreverses ?? false,
      fillMode: try #require(FillMode(rawValue: item.fillMode ?? "removed")), isRemovedOnCompletion: false)
  }

  @Test func `all times of the vectors are met to their tolerance`() throws {
    let file = try VectorFile<Case>.load("time_mapping")
    #expect(file.cases.count == 111)
    for item in file.cases {
      switch item.kind {
      case "progress": try checkProgress(item, file.tolerance)
      case "group": try checkGroup(item, file.tolerance)
      case "convertTime": try checkConversion(item, file.tolerance)
      default: Issue.record("unknown kind \(item.kind)")
      }
    }
  }

  private func checkProgress(_ item: Case, _ tolerance: Double) throws {
    let timing = try timing(of: item), time = try #require(item.parentTime)
    let sample = timing.sample(at: time)
    switch try #require(item.progress) {
    case .inactive: #expect(sample == nil, "\(item)")
    case .value(let progress):
      let time = try #require(sample, "\(item)").time
      #expect(agree(timing.duration > 0 ? time / timing.duration : 1, progress, tolerance), "\(item)")
    }
  }

  /// Each child animates a property of its own from 0 to 1; where it contributes nothing the model's -1 shows.
  private func checkGroup(_ item: Case, _ tolerance: Double) throws {
    let layer = ShapeLayer()
    let slots: [PropertyPath<LayerProperties, Double>] = [\.opacity, \.zPosition, \.cornerRadius, \.borderWidth]
    let children = try #require(item.children)
    for slot in slots { layer[dynamicMember: slot] = -1 }
    var timing = try timing(of: item)
    timing.function = item.timing.flatMap { $0.isEmpty ? nil : TimingFunction($0[0], $0[1], $0[2], $0[3]) }
    if timing.beginTime == 0 { timing.beginTime = 0 }
    layer.add(
      AnimationGroup(
        try zip(children, slots).map { child, slot in
          BasicAnimation(
            slot, from: 0, to: 1,
            timing: Timing(
              duration: child.duration, beginTime: child.beginTime, autoreverses: child.autoreverses,
              fillMode: try #require(FillMode(rawValue: child.fillMode))))
        }, timing: timing))
    let state = layer.presentation(at: try #require(item.parentTime))
    for (child, slot) in zip(children, slots) {
      let expected = item.active?[child.name] ?? -1
      #expect(agree(state[keyPath: slot], expected, tolerance), "\(item.note) \(child.name) at \(item.parentTime ?? 0)")
    }
  }

  private func checkConversion(_ item: Case, _ tolerance: Double) throws {
    func chain(_ clocks: [Clock]) -> Layer? {
      var last: Layer?
      for clock in clocks {
        let layer = Layer()
        layer.beginTime = clock.beginTime
        layer.speed = clock.speed
        layer.timeOffset = clock.timeOffset
        last?.addSublayer(layer)
        last = layer
        all.append(layer)
      }
      return last
    }
    var all: [Layer] = []
    let source = chain(try #require(item.leaveLayersInnermostFirst).reversed())
    let target = chain(try #require(item.enterLayersOutermostFirst))
    let time = try #require(item.time)
    let result =
      if let target { target.convertTime(time, from: source) } else { try #require(source).convertTime(time, to: nil) }
    #expect(agree(result, try #require(item.result), tolerance), "\(item.note)")
  }

  /// A18 of the known faults: the end is exclusive.
  @Test func `an animation of a second fills thirty frames at thirty a second and not the thirty-first`() {
    let timing = Timing(duration: 1)
    for frame in 0..<30 { #expect(timing.sample(at: Double(frame) / 30) != nil) }
    #expect(timing.sample(at: 1) == nil)
  }

  @Test func `times that are no numbers do not trap`() {
    for value in [Double.nan, .infinity, -.infinity, 1e300, -1e300] {
      for field in [\Timing.beginTime, \.duration, \.speed, \.timeOffset, \.repeatCount, \.repeatDuration] {
        var timing = Timing(duration: 1, autoreverses: true, fillMode: .both)
        timing[keyPath: field] = value
        for time in [0, 0.5, 1e9, -.infinity, .infinity, .nan] { _ = timing.sample(at: time) }
      }
    }
  }
}
