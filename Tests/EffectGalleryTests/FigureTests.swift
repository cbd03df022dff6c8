import AnimGIF
import EffectGallery
import TestSupport
import Testing

@Suite struct FigureTests {
  @Test func `the articles have 33 figures and 13 extras`() {
    let ids = Figure.all.map(\.id)
    #expect(Set(ids).count == ids.count)
    for (article, count) in [("000", 4), ("001", 11), ("002", 15), ("003", 2), ("004", 1)] {
      #expect(ids.filter { $0.hasPrefix("\(article)-") && !$0.hasSuffix("E") }.count == count, "\(article)")
    }
    #expect(ids.filter { $0.hasSuffix("E") }.count == 13)
  }

  @Test func `every command names an effect`() throws {
    for figure in Figure.all {
      for command in figure.commands { _ = try Catalog.entry(named: String(command.prefix { $0 != " " })) }
    }
  }

  @Test(arguments: Figure.all.filter { $0.commands.isEmpty }.map(\.id))
  func `a diagram keeps its ink within the picture`(id: String) throws {
    guard case .diagram(let draw) = try Figure.named(id).content else { return }
    let picture = try draw().clip.still(0)
    let ink = picture.inked(on: .white)
    #expect(ink.count > 1000)
    #expect(ink.allSatisfy { $0.x > 3 && $0.y > 3 && $0.x < picture.width - 4 && $0.y < picture.height - 4 })
  }

  @Test func `a grid's lines stand at fifths of its frame`() {
    let grid = CoordinateGrid(frame: Rect(40, 40, 100, 100))
    #expect(grid.columns.count == 6 && grid.columns.last == 100)
    #expect(zip(grid.columns, [0, 20, 40, 60, 80, 100]).allSatisfy { $0.isNear($1, 1e-9) })
    #expect(grid.columnLabels == ["0", ".2a", ".4a", ".6a", ".8a", "a"] && grid.rowLabels == grid.columnLabels)
    // Squares in any frame.
    let wide = CoordinateGrid(frame: Rect(0, 0, 100, 50)), high = CoordinateGrid(frame: Rect(0, 0, 50, 70))
    #expect(wide.rowLabels == ["0", ".2a", ".4a"] && wide.rows.count == 3 && wide.rows[2].isNear(40))
    #expect(high.rowLabels == ["0", ".2a", ".4a", ".6a", ".8a", "a", "1.2a", "1.4a"] && high.rows[7].isNear(70))
  }

  @Test func `grid and labels draw around the effect and do not move it`() throws {
    var options = ClipOptions()
    let plain = try ClipFrames.still("play", at: 0, options)
    options.showsGrid = true
    options.showsLabels = true
    let labelled = try ClipFrames.still("play", at: 0, options)
    let ground = Pixel(.white)
    // Of the effect's own pixels only those under dots and texts change, of the empty ones those of lines and texts.
    var kept = 0, covered = 0, added = 0
    for y in 0..<plain.height {
      for x in 0..<plain.width {
        if plain[x, y] == ground { added += labelled[x, y] == ground ? 0 : 1; continue }
        if plain[x, y] == labelled[x, y] { kept += 1 } else { covered += 1 }
      }
    }
    #expect(kept > 10 * covered && covered > 0 && added > 2000)
  }

  @Test func `a contact sheet shows first and last frame and leaves no frame out of order`() throws {
    let clip = try ClipFrames("play", ["size": .number(20)]).clip
    let sheet = try ContactSheet.draw(clip, columns: 3, rows: 2)
    // 72 pixels wide cells: captions of 9 pixels, gaps of 5, bands of 14.
    #expect(sheet.width == 3 * (72 + 5) + 5 && sheet.height == 2 * (72 + 14 + 5) + 5)
    let first = try clip.still(0), last = try clip.still(77)
    for y in 0..<72 {
      for x in 0..<72 {
        #expect(sheet[5 + x, 5 + y] == first[x, y])
        #expect(sheet[5 + 2 * 77 + x, 5 + 91 + y] == last[x, y])
      }
    }
  }

  @Test func `joined clips show one after the other`() throws {
    let clips = [try ClipFrames("arc").clip, try ClipFrames("arc", ["color": .color(.red)]).clip]
    let joined = try ClipSequence(clips)
    #expect(joined.frameCount == 332)
    #expect(joined.timing.total == clips[0].timing.total * Rational(2))
    #expect(try joined.still(10).equals(try clips[0].still(10)))
    #expect(try joined.still(176).equals(try clips[1].still(10)))
    #expect(throws: EffectError.self) { try ClipSequence([clips[0], try ClipFrames("play").clip]) }
    #expect(throws: EffectError.self) { try ClipSequence([]) }
  }
}

/// What `--labels` adds.
@Suite struct LandmarkTests {
  @Test(arguments: Catalog.entries.map(\.name))
  func `labels name points in every effect and stay inside the picture`(name: String) throws {
    let entry = try Catalog.entry(named: name)
    func frame(_ instant: Double, labels: Bool, grid: Bool) throws -> Bitmap {
      var options = ClipOptions()
      options.isStill = true
      options.instant = instant
      options.showsLabels = labels
      options.showsGrid = grid
      return try Clip.make(entry, [:], options).still(0)
    }
    for grid in [false, true] {
      var seen = 0
      // Two clips are shorter than the last moments.
      for instant in [0, 0.7, 1, 2, 2.9, 4] where instant <= (["wave": 1, "play": 2, "dots": 3][name] ?? 4) {
        let plain = try frame(instant, labels: false, grid: grid), named = try frame(instant, labels: true, grid: grid)
        #expect(plain.width == named.width && plain.height == named.height)
        if !named.equals(plain) { seen += 1 }
        for x in 0..<plain.width {
          for y in [0, plain.height - 1] where named[x, y] != plain[x, y] {
            Issue.record("cut off at (\(x), \(y)), \(instant) s")
          }
        }
        for y in 0..<plain.height {
          for x in [0, plain.width - 1] where named[x, y] != plain[x, y] {
            Issue.record("cut off at (\(x), \(y)), \(instant) s")
          }
        }
      }
      #expect(seen > 0, "\(name)")
    }
  }
}
