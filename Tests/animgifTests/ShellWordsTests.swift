import Testing
import animgif

@Suite struct ShellWordsTests {
  @Test(arguments: [
    ("a b  c\td", ["a", "b", "c", "d"]), ("  a ", ["a"]), ("", []), ("'' \"\"", ["", ""]),
    ("'a b'c", ["a bc"]), ("\"a 'b\"", ["a 'b"]), ("a\\ b", ["a b"]), ("'it'\\''s'", ["it's"]),
    ("\"\\\"\\\\\\$\\x\"", ["\"\\$\\x"]), ("--bg #FFF -o 'x y.gif'", ["--bg", "#FFF", "-o", "x y.gif"]),
    ("'$HOME' '*' '|'", ["$HOME", "*", "|"]), ("日本 é", ["日本", "é"]), ("a=~", ["a=~"]),
  ])
  func `words are parted as a shell parts them`(line: String, words: [String]) throws {
    #expect(try shellWords(line) == words)
  }

  @Test(arguments: [
    ("'a", ShellWordsError.openQuote("'")), ("a \"b", .openQuote("\"")), ("a\\", .openEscape),
    ("a $B", .expansion("$")),
    ("\"$B\"", .expansion("$")), ("a | b", .expansion("|")), ("a > b", .expansion(">")), ("*.png", .expansion("*")),
    ("`a`", .expansion("`")), ("a; b", .expansion(";")),
  ])
  func `what a shell would expand or run is refused`(line: String, error: ShellWordsError) {
    #expect(throws: error) { try shellWords(line) }
  }

  @Test func `a shard is a part of a number of parts, counted from 0`() {
    #expect(Shard("0/1") != nil && Shard("7/8")?.index == 7 && Shard("7/8")?.count == 8)
    for text in ["8/8", "-1/8", "1", "1/0", "a/b", "1/2/3", "", "/", "0/1000001", "99999999999999999999/8"] {
      #expect(Shard(text) == nil, "\(text)")
    }
  }
}
