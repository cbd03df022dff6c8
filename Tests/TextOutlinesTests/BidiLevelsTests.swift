import Testing
import TextOutlines

@Suite struct BidiLevelsTests {
  @Test(arguments: [
    ([0, 0, 0], [0, 1, 2]), ([1, 1, 1], [2, 1, 0]), ([0, 1, 0], [0, 1, 2]), ([0, 1, 1, 0], [0, 2, 1, 3]),
    // A number in a right-to-left word in a left-to-right text, and the same in a right-to-left one.
    ([0, 1, 2, 1, 0], [0, 3, 2, 1, 4]), ([1, 2, 2, 1], [3, 1, 2, 0]), ([2, 1, 2], [2, 1, 0]), ([], []),
    ([0, 1, 2, 3, 2, 1], [0, 5, 2, 3, 4, 1]),
  ])
  func `runs are reversed level by level`(levels: [UInt8], order: [Int]) {
    #expect(BidiLevels.visualOrder(of: levels) == order)
  }

  @Test func `plain text has level 0 and a forced direction another`() {
    let text = "ab 1".unicodeScalars.map(\.value)
    let natural = BidiLevels(text, direction: .natural)
    #expect(natural.base == 0)
    #expect(text.indices.map { natural[$0] } == [0, 0, 0, 0])
    let forced = BidiLevels(text, direction: .rightToLeft)
    #expect(forced.base == 1)
    #expect(text.indices.map { forced[$0] } == [2, 2, 2, 2])
  }

  @Test func `brackets take the direction of what they hold`() {
    let text = "א(ב)".unicodeScalars.map(\.value)
    let levels = BidiLevels(text, direction: .leftToRight)
    #expect(text.indices.map { levels[$0] } == [1, 1, 1, 1])
  }
}
