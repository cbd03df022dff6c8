// Shortens a line with "…" to a width: as many characters as fit are kept, found by their advances and settled by shaping.

/// Cuts the start, middle or end out of a line.
struct TextShortener {
  /// The sign for what was left out (U+2026).
  static let ellipsis = "…"

  let font: Font
  let direction: TextDirection
  let truncation: TextTruncation

  /// Returns the longest shortened line that fits; the ellipsis alone where nothing more does.
  /// - Parameters:
  ///   - text: a line; line ends inside are spaces.
  ///   - isCut: whether something of `text` itself must go; else the ellipsis only says that more text follows.
  func shorten(_ text: String, to width: Double, isCut: Bool) -> TextLine {
    let characters = Array(text.prefix(ShapedText.longestParagraph))
    var low = 0, high = characters.count - (isCut ? 1 : 0)
    if high <= 0 { return line(characters, keeping: 0) }
    // An estimate by the advances that the characters have in the whole text, then exact steps from there.
    let shaped = ShapedText(text, font: font, direction: direction)
    let estimate = min(
      high, Self.estimate(shaped, truncation, width: width - TextLine(Self.ellipsis, font: font).width))
    var best = line(characters, keeping: estimate)
    if best.width <= width {
      low = estimate
      var step = 1
      while low < high {
        let next = min(high, low + step)
        let longer = line(characters, keeping: next)
        if longer.width > width {
          if step == 1 { break }
          high = next - 1
          step = 1
        } else {
          best = longer
          low = next
          step *= 2
        }
      }
    } else {
      var kept = estimate, step = 1
      // Down in growing steps until it fits, then up again one by one.
      repeat {
        high = kept - 1
        kept = max(0, kept - step)
        step *= 2
        best = line(characters, keeping: kept)
      } while best.width > width && kept > 0
      while kept < high {
        let longer = line(characters, keeping: kept + 1)
        if longer.width > width { break }
        best = longer
        kept += 1
      }
    }
    return best
  }

  /// The shortened line with `count` characters kept beside the ellipsis.
  private func line(_ characters: [Character], keeping count: Int) -> TextLine {
    let head: Int, tail: Int
    switch truncation {
    case .start: (head, tail) = (0, count)
    case .middle: (head, tail) = ((count + 1) / 2, count / 2)
    case .end, .none: (head, tail) = (count, 0)
    }
    var left = characters.prefix(head)[...], right = characters.suffix(tail)[...]
    // A space beside the ellipsis is no use.
    while let last = left.last, Self.isSpace(last) { left.removeLast() }
    while let first = right.first, Self.isSpace(first) { right.removeFirst() }
    return TextLine(String(left) + Self.ellipsis + String(right), font: font, direction: direction)
  }

  private static func isSpace(_ character: Character) -> Bool {
    character.unicodeScalars.allSatisfy { TextCharacter.isBreakingSpace($0.value) }
  }

  /// How many characters about fit into `width`, taken from the end(s) that are kept.
  private static func estimate(_ text: ShapedText, _ truncation: TextTruncation, width: Double) -> Int {
    let advances = text.advances()
    let starts = text.characterStarts
    let widths = starts.indices.map { number in
      let end = number + 1 < starts.count ? starts[number + 1] : advances.count
      return (starts[number]..<end).reduce(0) { $0 + advances[$1] }
    }
    var used = 0.0
    for count in widths.indices {
      let next =
        switch truncation {
        case .start: widths.count - 1 - count
        case .middle: count.isMultiple(of: 2) ? count / 2 : widths.count - 1 - count / 2
        case .end, .none: count
        }
      used += widths[next]
      if used > width { return count }
    }
    return widths.count
  }
}
