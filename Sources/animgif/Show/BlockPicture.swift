// Pictures of character cells: an upper half block has its own colour above and the ground's below, so each cell shows two pixels.
import AnimGIF

/// A picture as rows of cells.
package struct BlockPicture: Equatable {
  /// Two pixels, one above the other, as 0xRRGGBB; nil where nothing shows.
  package struct Cell: Equatable {
    package var upper: UInt32?, lower: UInt32?
  }

  /// The rows, each of the picture's width.
  package let rows: [[Cell]]

  /// Reads a bitmap; a pixel that is less than half opaque does not show.
  package init(_ bitmap: Bitmap) {
    func color(_ x: Int, _ y: Int) -> UInt32? {
      guard y < bitmap.height else { return nil }
      let pixel = bitmap[x, y]
      guard pixel.alpha >= 128 else { return nil }
      let straight = pixel.straight
      return UInt32(straight.red) << 16 | UInt32(straight.green) << 8 | UInt32(straight.blue)
    }
    rows = (0..<(bitmap.height + 1) / 2).map { row in
      (0..<bitmap.width).map { Cell(upper: color($0, 2 * row), lower: color($0, 2 * row + 1)) }
    }
  }

  /// The picture as lines of text, for the place where the cursor is.
  package var lines: String {
    var pen = Pen()
    for row in rows {
      let end = (row.lastIndex { $0 != Cell() } ?? -1) + 1
      for cell in row[..<end] { pen.draw(cell) }
      pen.reset()
      pen.text += "\n"
    }
    return pen.text
  }

  /// What turns the picture before, at the terminal's upper left corner, into this one.
  /// - Parameter previous: nil where the screen is empty.
  package func changes(from previous: BlockPicture?) -> String {
    var pen = Pen()
    for (number, row) in rows.enumerated() {
      let old = previous.flatMap { $0.rows.indices.contains(number) ? $0.rows[number] : nil } ?? []
      var column = 0
      while column < row.count {
        let before = column < old.count ? old[column] : Cell()
        if row[column] == before {
          column += 1
          continue
        }
        pen.move(row: number, column: column)
        while column < row.count, row[column] != (column < old.count ? old[column] : Cell()) {
          pen.draw(row[column])
          column += 1
        }
      }
    }
    pen.reset()
    return pen.text
  }

  /// Writes cells and remembers the colours that are set.
  private struct Pen {
    var text = ""
    private var ink: UInt32?, ground: UInt32?
    private var isPlain = true

    mutating func draw(_ cell: Cell) {
      switch (cell.upper, cell.lower) {
      case (nil, nil): set(ink: nil, ground: nil, " ")
      case (let upper?, let lower?) where upper == lower: set(ink: nil, ground: upper, " ")
      case (let upper?, let lower): set(ink: upper, ground: lower, "▀")
      case (nil, let lower?): set(ink: lower, ground: nil, "▄")
      }
    }

    mutating func move(row: Int, column: Int) { text += "\u{1B}[\(row + 1);\(column + 1)H" }

    mutating func reset() {
      if !isPlain { text += "\u{1B}[0m" }
      (ink, ground, isPlain) = (nil, nil, true)
    }

    /// Writes a character; a space needs no ink.
    private mutating func set(ink newInk: UInt32?, ground newGround: UInt32?, _ character: Character) {
      var codes: [String] = []
      if let newInk, newInk != ink {
        codes.append("38;2;\(Self.components(newInk))")
        ink = newInk
      }
      if newGround != ground {
        codes.append(newGround.map { "48;2;\(Self.components($0))" } ?? "49")
        ground = newGround
      }
      if !codes.isEmpty {
        text += "\u{1B}[\(codes.joined(separator: ";"))m"
        isPlain = false
      }
      text.append(character)
    }

    private static func components(_ color: UInt32) -> String { "\(color >> 16);\(color >> 8 & 255);\(color & 255)" }
  }
}
