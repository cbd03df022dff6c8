import Testing
import TextOutlines

@Suite struct TextCharacterTests {
  /// Shows where lines may break as "|".
  static func breaks(_ text: String) -> String {
    let scalars = text.unicodeScalars.map(\.value)
    let allowed = TextCharacter.lineBreaks(scalars)
    var shown = String.UnicodeScalarView()
    for (scalar, isAllowed) in zip(text.unicodeScalars, allowed) {
      if isAllowed { shown.append("|") }
      shown.append(scalar)
    }
    return String(shown)
  }

  @Test(arguments: [
    "one |two  |three", "a\u{A0}b", "semi-|colon", "3-4", "-5 |+3", "and/|or", "1/2", "well|—|said", "“a” |b", "(a |b)",
    "a\u{200B}|b", "",
    "x",
  ])
  func `lines break between words`(expected: String) {
    #expect(Self.breaks(expected.replacing("|", with: "")) == expected)
  }

  @Test(arguments: [
    "中|文", "中|文。|字", "「中」|文", "文|「中」", "あー", "ラー|メ|ン", "中|a|中", "中，|文", "한|국 |어", "100|元", "（中）", "中！", "ちょっ|と",
  ])
  func `East Asian text breaks between characters`(expected: String) {
    #expect(Self.breaks(expected.replacing("|", with: "")) == expected)
  }

  @Test func `line ends and spaces are told apart from no-break spaces`() {
    for scalar: UInt32 in [0x0A, 0x0B, 0x0C, 0x0D, 0x85, 0x2028, 0x2029] {
      #expect(TextCharacter.endsParagraph(scalar))
    }
    for scalar: UInt32 in [0x20, 0x09, 0x3000, 0x2003] { #expect(TextCharacter.isBreakingSpace(scalar)) }
    for scalar: UInt32 in [0xA0, 0x202F, 0x2007, 0x41] { #expect(!TextCharacter.isBreakingSpace(scalar)) }
  }
}
