import TestSupport
import Testing
import VectorGeometry

@Suite struct PathSVGTests {
  @Test(arguments: [
    ("M1 2L3 4", "M1,2 L3,4"), ("m1,2 3,4", "M1,2 L4,6"), ("M1 2 3 4 5 6z", "M1,2 L3,4 L5,6 Z"),
    ("M0 0h10v5H3V-2", "M0,0 L10,0 L10,5 L3,5 L3,-2"),
    ("M0,0c1,1 2,2 3,0s2-2 3,0", "M0,0 C1,1 2,2 3,0 C4,-2 5,-2 6,0"),
    ("M0,0S1,2 3,4", "M0,0 C0,0 1,2 3,4"), ("M0 0q5 5 10 0t10 0", "M0,0 Q5,5 10,0 Q15,-5 20,0"),
    ("M0 0T4 4", "M0,0 Q0,0 4,4"), ("M1.5.5-2e1+3", "M1.5,0.5 L-20,3"),
    ("M0 0L4 0zl1 1", "M0,0 L4,0 Z M0,0 L1,1"), ("  M 1 , 2 \n L 3\t4 ", "M1,2 L3,4"), ("", ""),
    ("M1 1m2 2", "M1,1 M3,3"), ("M0 0a0 5 0 1 1 9 9", "M0,0 L9,9"), ("M2 2a5 5 0 0 1 0 0", "M2,2"),
  ]) func `path data reads as its plain form`(text: String, expected: String) throws {
    #expect(try Path(svg: text).svg == expected)
  }

  @Test(arguments: [
    ("L1 1", "path data begins with L at byte 0; it must begin with M or m"),
    ("1 2", "path data begins with 1 at byte 0; it must begin with M or m"),
    ("M1 1 K", "K at byte 5 is no path command; the commands are M L H V C S Q T A Z"),
    ("M1 1 ü", "ü at byte 5 is no path command; the commands are M L H V C S Q T A Z"),
    ("M1", "command M needs another number at byte 2"), ("M1 1L2", "command L needs another number at byte 6"),
    ("M1 1C1 2 3 4 5 z", "command C needs another number at byte 15"),
    ("M0 0A5 5 0 2 1 9 9", "an arc's flags must be 0 or 1; see byte 11"),
    ("M0 1e999", "number 1e999 at byte 3 is out of range; the limit is 1.7e308"),
    ("M0 0,L1 1", ", at byte 4 is no path command; the commands are M L H V C S Q T A Z"),
    ("M0 0z1 1", "1 at byte 5 is no path command; the commands are M L H V C S Q T A Z"),
    ("M0 0 - 1", "command L needs another number at byte 5"),
  ]) func `a mistake is refused with its place`(text: String, message: String) {
    #expect { try Path(svg: text) } throws: { "\($0)" == message }
  }

  @Test func `what is written reads as the same path`() throws {
    for seed in 1...40 {
      var random = SeededRandom(seed: UInt64(seed))
      let path = randomPath(&random, extent: seed.isMultiple(of: 2) ? 1e-7 : 1e21)
      #expect(try Path(svg: path.svg) == path, "seed \(seed)")
    }
  }

  @Test func `elliptical arcs pass through the documented points`() throws {
    // A quarter or three quarters of a circle, in either direction.
    for (flags, center) in [("01", Point(0, 0)), ("00", Point(10, -10)), ("11", Point(10, -10)), ("10", Point(0, 0))] {
      let path = try Path(svg: "M0-10A10 10 0 \(flags)10,0")
      #expect(abs(path.length - (flags.hasPrefix("1") ? 3 : 1) * 5 * .pi) < 0.02, "\(flags)")
      for point in samples(of: path)[0] { #expect(abs(point.distance(to: center) - 10) < 0.01, "\(flags)") }
    }
    // Radii that are too small grow; the arc is then a half ellipse around the middle.
    let grown = try Path(svg: "M0 0A1 2 0 0 1 20 0")
    let box = try #require(grown.boundingBox)
    #expect(abs(box.minY + 20) < 1e-6 && abs(box.maxX - 20) < 1e-6)
    // Rotated by 90 degrees the radii change places.
    let turned = try Path(svg: "M0 0A40 10 90 0 1 20 0")
    #expect(abs(try #require(turned.boundingBox).minY + 40) < 1e-6)
  }
}
