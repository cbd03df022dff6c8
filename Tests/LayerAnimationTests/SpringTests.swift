import LayerAnimation
import Testing

@Suite struct SpringTests {
  struct Case: Decodable {
    let kind: String
    let mass: Double, stiffness: Double
    let damping: Quantity
    let initialVelocity: Double?
    let allowsOverdamping: Bool?
    let time: Double?, progress: Double?, settlingDuration: Double?
    let perceptualDuration: Double?, bounce: Double?
  }

  @Test func `all springs of the vectors are met to their tolerance`() throws {
    let file = try VectorFile<Case>.load("spring")
    #expect(file.cases.count == 93)
    for item in file.cases {
      let spring = Spring(
        mass: item.mass, stiffness: item.stiffness, damping: item.damping.value,
        initialVelocity: item.initialVelocity ?? 0, allowsOverdamping: item.allowsOverdamping ?? false)
      switch item.kind {
      case "value":
        let (time, progress) = (try #require(item.time), try #require(item.progress))
        #expect(agree(spring.progress(at: time), progress, file.tolerance), "\(item)")
      case "settling":
        #expect(agree(spring.settlingDuration, try #require(item.settlingDuration), file.tolerance), "\(item)")
      case "perceptual":
        let (duration, bounce) = (try #require(item.perceptualDuration), try #require(item.bounce))
        let made = Spring(perceptualDuration: duration, bounce: bounce)
        #expect(agree(made.mass, item.mass, file.tolerance))
        #expect(agree(made.stiffness, item.stiffness, file.tolerance))
        #expect(agree(made.damping, item.damping.value, file.tolerance))
        #expect(agree(made.perceptualDuration, duration, 1e-12) && agree(made.bounce, bounce, 1e-12))
        #expect(made.allowsOverdamping)
      default: Issue.record("unknown kind \(item.kind)")
      }
    }
  }

  /// A06, A07 of the known faults: Apple's two documented figures, which no plain e^(-ct/2m) threshold fits.
  @Test func `settling takes 2.85 s with damping 5 and just over 1 s with damping 15`() {
    #expect(abs(Spring(damping: 5).settlingDuration - 2.854975) < 1e-6)
    #expect(abs(Spring(damping: 15).settlingDuration - 1.022094) < 1e-6)
    #expect(abs(Spring().settlingDuration - 1.4727003346780927) < 1e-12)
  }

  @Test func `critical, overdamped and undamped springs are guarded`() {
    #expect(Spring(damping: 20).settlingDuration == 1)
    #expect(Spring(damping: 100).settlingDuration == 1)
    #expect(Spring(damping: 0).settlingDuration == Double(Float.greatestFiniteMagnitude))
    #expect(Spring(perceptualDuration: 1, bounce: -1).settlingDuration == 0)
    #expect(Spring(perceptualDuration: 1, bounce: -1).progress(at: 0.1) == 1)
    for time in [0, 0.1, 1, 1e9] { #expect(Spring(damping: 0).progress(at: time).isFinite) }
  }

  @Test func `setters ignore what no spring can have`() {
    var spring = Spring()
    spring.mass = 0
    spring.stiffness = -1
    spring.damping = -0.1
    #expect(spring == Spring())
    spring.mass = .nan
    #expect(spring == Spring())
  }

  @Test func `the first overshoot and undershoot lie where the articles' figures say`() {
    #expect(abs(Spring().progress(at: 0.362760) - 1.163034) < 1e-6)
    #expect(abs(Spring().progress(at: 0.725520) - 0.973420) < 1e-6)
  }
}
