import AnimGIF
import Testing

import EffectGallery

/// What each kind of parameter accepts, and the exact words with which it refuses.
@Suite struct ParameterKindTests {
  @Test(arguments: [
    (ParameterKind.number(1...50, unit: ""), "1", ParameterValue.number(1)),
    (.number(-3...3, unit: ""), "-2.5", .number(-2.5)),
    (.duration(0...10), "250ms", .number(0.25)),
    (.duration(0...10), "0.25s", .number(0.25)),
    (.duration(0...10), ".25", .number(0.25)),
    (.durations(0...10, count: 1...2), "1,500ms", .numbers([1, 0.5])),
    (.integer(0...9), "7", .integer(7)),
    (.rate(0.01...1000), "23.976", .rate(Rational(2997, 125))),
    (.rate(0.01...1000), "30000/1001", .rate(Rational(30000, 1001))),
    (.color, "#F80", .color(Color(hex: 0xFF8800))),
    (.color, "#1DB954", .color(Color(hex: 0x1DB954))),
    (.color, "#00000080", .color(Color.black.withAlpha(128 / 255.0))),
    (.color, "transparent", .color(.clear)),
    (.size(1...4096, unit: "points"), "320x40", .size(Size(320, 40))),
    (.choice(["in", "out"]), "out", .text("out")),
    (.list(["a", "b"]), "b,a", .list(["b", "a"])),
  ])
  func `a value in range is read`(kind: ParameterKind, text: String, value: ParameterValue) throws {
    #expect(try kind.parse(text, as: "--x") == value)
  }

  // swift-format-ignore
  @Test(arguments: [
    (ParameterKind.number(1...50, unit: ""), "0", "--x takes a number from 1 to 50; got 0"),
    (.number(1...50, unit: ""), "abc", "--x takes a number from 1 to 50; got abc"),
    (.number(1...50, unit: "points"), "", "--x takes a number from 1 to 50 points; got nothing"),
    (.number(1...50, unit: ""), "nan", "--x takes a number from 1 to 50; got nan"),
    (.number(1...50, unit: ""), "0x10", "--x takes a number from 1 to 50; got 0x10"),
    (.number(1...50, unit: ""), "1e1", "--x takes a number from 1 to 50; got 1e1"),
    (.duration(0...10), "5m", "--x takes a time from 0 to 10 seconds, such as 0.5 or 500ms; got 5m"),
    (.durations(0...10, count: 1...2), "1,2,3", "--x takes 1 to 2 times, each from 0 to 10 seconds, separated by commas; got 1,2,3"),
    (.integer(0...9), "10", "--x takes a whole number from 0 to 9; got 10"),
    (.integer(0...9), "1.5", "--x takes a whole number from 0 to 9; got 1.5"),
    (.rate(0.01...1000), "0", "--x takes a number from 0.01 to 1000, such as 30, 23.976 or 30000/1001; got 0"),
    (.rate(0.01...1000), "30/0", "--x takes a number from 0.01 to 1000, such as 30, 23.976 or 30000/1001; got 30/0"),
    (
      .color, "#12345",
      "--x takes a colour: #RGB, #RRGGBB, #RRGGBBAA, red, blue, green, orange, black, white, lightGray, transparent; got #12345"
    ),
    (.size(1...4096, unit: "points"), "320", "--x takes a width and a height such as 320x40, each from 1 to 4096 points; got 320"),
    (.choice(["forward", "both"]), "foward", "--x knows forward, both; got foward (did you mean forward?)"),
    (.list(["ring", "wave"]), "ring,waves", "--x knows ring, wave; got waves (did you mean wave?)"),
    (.integer(0...9), "1\n2", "--x takes a whole number from 0 to 9; got 1 2"),
  ])
  func `a refusal names the value and the limit`(kind: ParameterKind, text: String, message: String) {
    let error = #expect(throws: ParameterError.self) { try kind.parse(text, as: "--x") }
    #expect(error?.description == message)
  }

  @Test func `a suggestion is made only for a near word`() {
    #expect(suggestion(for: "wvae", among: ["wave", "arc"]) == " (did you mean wave?)")
    #expect(suggestion(for: "zebra", among: ["wave", "arc"]) == "")
    #expect(suggestion(for: "", among: ["wave"]) == "")
  }

  @Test func `a colour's text reads back as the colour`() {
    for color in [Color.red, .white, .clear, Color(hex: 0x3C95E0), Color.black.withAlpha(0.2)] {
      let text = color.text
      #expect(Color(text: text)?.text == text)
    }
  }
}
