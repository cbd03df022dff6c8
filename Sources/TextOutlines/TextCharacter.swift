// What single characters mean to a layout: which ones end a paragraph, are spaces, cannot be seen, or may begin or end a line.
// Source: the general categories of the Unicode Character Database as Swift carries them, and the line breaking classes of Unicode
// Standard Annex #14, of which the pairs that occur in labels are here: spaces, hyphens, dashes, brackets, East Asian text.

/// Questions about a Unicode scalar's role in a text.
package enum TextCharacter {
  /// Whether the character ends a paragraph: line feed, carriage return, next line, form feed, line and paragraph separator.
  package static func endsParagraph(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x0A, 0x0B, 0x0C, 0x0D, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }

  /// Whether a line may be broken after the character and it disappears at the line's end.
  package static func isBreakingSpace(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x09, 0x20, 0x1680, 0x2000...0x2006, 0x2008...0x200A, 0x205F, 0x3000: true
    default: endsParagraph(scalar)
    }
  }

  /// Whether the character has no picture of its own, so that no font needs a glyph for it: controls, joiners, direction marks,
  /// variation selectors, tags.
  static func isInvisible(_ scalar: UInt32) -> Bool {
    if scalar < 0x20 || (0x7F..<0xA0).contains(scalar) { return true }
    if scalar < 0xAD { return false }
    return Unicode.Scalar(scalar)?.properties.isDefaultIgnorableCodePoint ?? true
  }

  /// Whether a line may be broken on both sides: ideographs, kana, Hangul syllables, wide signs, emoji.
  static func isWide(_ scalar: UInt32) -> Bool {
    guard scalar >= 0x2E80 else { return false }
    switch scalar {
    case 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF, 0xAC00...0xD7A3,
      0xF900...0xFAFF, 0xFE30...0xFE4F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
      return true
    default: return false
    }
  }

  /// Whether the character must not begin a line: closing brackets and quotes, punctuation, small kana and sound marks.
  static func cannotBeginLine(_ scalar: UInt32) -> Bool {
    if isGlue(scalar) { return true }
    switch scalar {
    case 0x21, 0x2C, 0x2E, 0x3A, 0x3B, 0x3F, 0x25, 0x2026, 0x3001, 0x3002, 0x3005, 0x301C, 0x303B, 0x3041, 0x3043,
      0x3045,
      0x3047, 0x3049, 0x3063, 0x3083, 0x3085, 0x3087, 0x308E, 0x3095, 0x3096, 0x309B...0x309E, 0x30A0, 0x30A1, 0x30A3,
      0x30A5,
      0x30A7, 0x30A9, 0x30C3, 0x30E3, 0x30E5, 0x30E7, 0x30EE, 0x30F5, 0x30F6, 0x30FB...0x30FE, 0x31F0...0x31FF, 0xFF01,
      0xFF05, 0xFF0C, 0xFF0E, 0xFF1A, 0xFF1B, 0xFF1F, 0xFF61, 0xFF64, 0xFF65:
      return true
    default: break
    }
    switch Unicode.Scalar(scalar)?.properties.generalCategory {
    case .closePunctuation, .finalPunctuation, .nonspacingMark, .spacingMark, .enclosingMark: return true
    default: return false
    }
  }

  /// Whether the character must not end a line: opening brackets and quotes.
  static func cannotEndLine(_ scalar: UInt32) -> Bool {
    if isGlue(scalar) { return true }
    switch Unicode.Scalar(scalar)?.properties.generalCategory {
    case .openPunctuation, .initialPunctuation: return true
    default: return false
    }
  }

  /// Whether the character forbids a break on both sides: no-break spaces and hyphen, word joiner.
  private static func isGlue(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0xA0, 0x2007, 0x2011, 0x202F, 0x2060, 0xFEFF, 0x200D: true
    default: false
    }
  }

  /// Returns for each scalar whether a line may begin with it; the first one is always false.
  package static func lineBreaks(_ scalars: [UInt32]) -> [Bool] {
    var breaks = [Bool](repeating: false, count: scalars.count)
    guard scalars.count > 1 else { return breaks }
    for index in 1..<scalars.count {
      let before = scalars[index - 1], after = scalars[index]
      if isBreakingSpace(after) { continue }
      if isBreakingSpace(before) || before == 0x200B {
        breaks[index] = true
      } else if cannotBeginLine(after) || cannotEndLine(before) {
        continue
      } else if isWide(before) || isWide(after) || before == 0x2014 || after == 0x2014 {
        breaks[index] = true
      } else if before == 0x2D || before == 0x2010 || before == 0x2013 || before == 0x2F {
        // A hyphen or slash between words; before a number it is a sign or a fraction bar, at the beginning it belongs to the word.
        let isInside = index > 1 && !isBreakingSpace(scalars[index - 2])
        breaks[index] = isInside && !(0x30...0x39).contains(after)
      }
    }
    return breaks
  }
}
