import Bitmaps
import LayerAnimation
import Testing
import VectorGeometry

@Suite struct KeyframeCurveTests {
  struct Case: Decodable {
    let name: String
    let values: [Double]
    let t: Double, value: Double
    let mode: String?
    let keyTimes: [Double]?, overall: [Double]?
    let funcs: [[Double]]?
    let T: [Double]?, C: [Double]?, B: [Double]?
  }

  @Test func `all keyframes of the vectors are met to their tolerance`() throws {
    let file = try VectorFile<Case>.load("keyframes")
    #expect(file.cases.count == 67)
    for item in file.cases {
      func function(_ points: [Double]) -> TimingFunction { TimingFunction(points[0], points[1], points[2], points[3]) }
      let mode = try #require(CalculationMode(rawValue: item.mode ?? "linear"))
      var animation = KeyframeAnimation(
        \.opacity, values: item.values, keyTimes: item.keyTimes,
        timing: Timing(duration: 1, fillMode: .both, isRemovedOnCompletion: false))
      animation.calculationMode = mode
      animation.timingFunctions = (item.funcs ?? []).map(function)
      animation.timing.function = item.overall.map(function)
      animation.tensionValues = item.T ?? []
      animation.continuityValues = item.C ?? []
      animation.biasValues = item.B ?? []
      let layer = Layer()
      layer.add(animation)
      #expect(agree(layer.presentation(at: item.t).opacity, item.value, file.tolerance), "\(item)")
    }
  }

  @Test func `paced points move at constant speed`() {
    let curve = KeyframeCurve([Point(0, 0), Point(30, 40), Point(30, 50)], mode: .paced)
    #expect(curve.value(at: 0.5).distance(to: Point(18, 24)) < 1e-12)
    #expect(curve.value(at: 50.0 / 60).distance(to: Point(30, 40)) < 1e-12)
  }

  @Test func `equal values under paced are spaced evenly`() {
    let curve = KeyframeCurve([1.0, 1.0, 1.0], mode: .paced)
    #expect(curve.value(at: 0.4) == 1)
  }

  /// A08 of the known faults.
  @Test func `key times beyond 1 are ignored and reported`() {
    let layer = Layer()
    layer.add(
      KeyframeAnimation(
        \.opacity, values: [0, 1, 2, 3, 4], keyTimes: [0, 0.2, 2, 1.5, 2], timing: Timing(duration: 1)), forKey: "a")
    layer.add(
      KeyframeAnimation(
        \.opacity, values: [0, 1, 2, 3, 4], keyTimes: [0, 0.2, 2, 1.5, 2], timing: Timing(duration: 1)), forKey: "b")
    #expect(abs(layer.presentation(at: 0.25).opacity - 1) < 1e-12)
    #expect(layer.warnings == [.invalidKeyTimes(count: 5, expected: 5)])
    #expect(
      layer.warnings.first?.description
        == "key times are ignored: they must be 5 numbers that rise from 0 to 1, as fractions of the duration; got 5")
  }

  @Test func `colours, arrays and switched values go through keyframes`() {
    let colors = KeyframeCurve([[Color.red, .black], [.blue, .white]])
    #expect(colors.value(at: 0.5) == [Color(red: 0.5, green: 0, blue: 0.5), Color(red: 0.5, green: 0.5, blue: 0.5)])
    let uneven = KeyframeCurve([[Color.red], [.blue, .white]])
    #expect(uneven.value(at: 0.49) == [.red] && uneven.value(at: 0.5) == [.blue, .white])
    let words = KeyframeCurve(["one", "two", "three"])
    #expect(
      [0, 0.24, 0.25, 0.74, 0.75, 1].map { words.value(at: $0) } == ["one", "one", "two", "two", "three", "three"])
  }
}
