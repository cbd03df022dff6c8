import LayerAnimation
import Testing

@Suite struct TimingFunctionTests {
  struct Case: Decodable {
    let curve: String
    let points: [Double]
    let samples: [[Double]]
  }

  @Test func `all curves of the vectors are met to their tolerance`() throws {
    let file = try VectorFile<Case>.load("timing_functions")
    #expect(file.cases.count == 9)
    for item in file.cases {
      let function = TimingFunction(item.points[0], item.points[1], item.points[2], item.points[3])
      for sample in item.samples {
        #expect(agree(function(sample[0]), sample[1], file.tolerance), "\(item.curve) at \(sample[0])")
      }
    }
  }

  @Test func `named curves are Core Animation's`() throws {
    let named: [String: TimingFunction] = [
      "linear": .linear, "easeIn": .easeIn, "easeOut": .easeOut, "easeInEaseOut": .easeInOut, "default": .default,
    ]
    for item in try VectorFile<Case>.load("timing_functions").cases {
      guard let function = named[item.curve] else { continue }
      #expect([function.x1, function.y1, function.x2, function.y2] == item.points)
    }
  }

  @Test func `an x outside the unit interval is moved to its end and no input traps`() {
    let function = TimingFunction(-3, 0.2, 7, .nan)
    #expect(function.x1 == 0 && function.x2 == 1)
    for t in [-Double.infinity, -1, 0, 0.3, 1, 2, .infinity, .nan] { _ = function(t) }
    #expect(TimingFunction(.nan, 0, .nan, 1)(0.5).isFinite)
  }

  @Test func `ease in and ease out mirror each other`() {
    for step in 1..<100 {
      let t = Double(step) / 100
      #expect(abs(TimingFunction.easeIn(t) + TimingFunction.easeOut(1 - t) - 1) < 1e-12)
    }
  }
}
