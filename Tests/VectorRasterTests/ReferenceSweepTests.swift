import Bitmaps
import TestSupport
import Testing
import VectorGeometry
import VectorRaster

/// The quick kernels against their plain form, and what must not change a pixel.
@Suite struct ReferenceSweepTests {
  static func coverage(
    _ contours: [[Point]], rule: FillRule, bounds: PixelRect, isReference: Bool = false, clips: [PixelRect]? = nil
  ) -> CoverageMask {
    var mask = CoverageMask(bounds: bounds)
    var rasterizer = Rasterizer(isReference: isReference)
    let path = RasterizerTests.polygon(contours)
    for clip in clips ?? [bounds] { rasterizer.coverage(of: path, rule: rule, clip: clip, into: &mask) }
    return mask
  }

  /// Contours of one kind of trouble each.
  static func contours(seed: Int, width: Double, height: Double) -> [[Point]] {
    var random = SeededRandom(seed: UInt64(seed))
    let scale = [0.3, 1, 3, 100][seed % 4]
    return (0..<random.int(in: 1...5)).map { _ in
      let center = Point(random.double(in: -5...width + 5), random.double(in: -5...height + 5))
      var point = center
      return (0..<random.int(in: 2...30)).map { _ in
        switch random.int(in: 0...9) {
        case 0: point.x = point.x.rounded()
        case 1: point.y = point.y.rounded()
        case 2: point.x += random.double(in: -30...30) * scale
        case 3: point.y += random.double(in: -30...30) * scale
        case 4: point = center
        default:
          point.x += random.double(in: -3...3) * scale
          point.y += random.double(in: -3...3) * scale
        }
        return point
      }
    }
  }

  @Test(arguments: FillRule.allCases) func `the quick form gives the plain form's pixels`(rule: FillRule) {
    let bounds = PixelRect(minX: 0, minY: 0, maxX: 70, maxY: 40)
    for seed in 0..<400 {
      let contours = Self.contours(seed: seed, width: 70, height: 40)
      let quick = Self.coverage(contours, rule: rule, bounds: bounds)
      let plain = Self.coverage(contours, rule: rule, bounds: bounds, isReference: true)
      let isEqual = quick.storage == plain.storage
      #expect(isEqual, "seed \(seed)")
    }
  }

  @Test(arguments: FillRule.allCases) func `upright rectangles get the plain form's pixels`(rule: FillRule) {
    let bounds = PixelRect(minX: 3, minY: 2, maxX: 60, maxY: 30)
    var random = SeededRandom(seed: 8)
    for seed in 0..<1000 {
      // Sides on pixel borders, a little beside them, anywhere, or outside.
      func side(_ high: Double) -> Double {
        let place = random.double(in: -20...high + 20)
        return [place.rounded(), place.rounded() + 1e-5, place.rounded() - 1e-3, place][random.int(in: 0...3)]
      }
      let (x0, y0, x1, y1) = (side(60), side(30), side(60), side(30))
      var corners = [Point(x0, y0), Point(x1, y0), Point(x1, y1), Point(x0, y1)]
      if seed % 3 == 0 { corners.append(corners[0]) }
      if seed % 5 == 0 { corners.reverse() }
      // Not a rectangle.
      if seed % 7 == 0 { corners[2].x += 1 }
      let quick = Self.coverage([corners], rule: rule, bounds: bounds)
      let plain = Self.coverage([corners], rule: rule, bounds: bounds, isReference: true)
      let isEqual = quick.storage == plain.storage
      #expect(isEqual, "\(corners)")
    }
  }

  @Test(arguments: FillRule.allCases) func `reversing every contour changes nothing`(rule: FillRule) {
    let bounds = PixelRect(minX: 0, minY: 0, maxX: 70, maxY: 40)
    for seed in 0..<300 {
      let contours = Self.contours(seed: seed, width: 70, height: 40)
      let forward = Self.coverage(contours, rule: rule, bounds: bounds)
      let backward = Self.coverage(contours.map { $0.reversed() }, rule: rule, bounds: bounds)
      let isEqual = forward.storage == backward.storage
      #expect(isEqual, "seed \(seed)")
    }
  }

  @Test(arguments: FillRule.allCases) func `tiles and stripes change nothing`(rule: FillRule) {
    let bounds = PixelRect(minX: 0, minY: 0, maxX: 70, maxY: 40)
    for seed in 0..<300 {
      let contours = Self.contours(seed: seed, width: 70, height: 40)
      var random = SeededRandom(seed: UInt64(seed))
      let x = random.int(in: 1...69), y = random.int(in: 1...39)
      let tiles = [(0, x), (x, 70)].flatMap { columns in
        [(0, y), (y, 40)].map { PixelRect(minX: columns.0, minY: $0.0, maxX: columns.1, maxY: $0.1) }
      }
      let whole = Self.coverage(contours, rule: rule, bounds: bounds)
      #expect(
        whole.storage == Self.coverage(contours, rule: rule, bounds: bounds, clips: tiles).storage, "seed \(seed)")
    }
  }

  /// Both places lie inside the bitmap, so that no edge is cut at a border.
  @Test(arguments: FillRule.allCases) func `a move by whole pixels inside the bitmap moves the pixels`(rule: FillRule) {
    let bounds = PixelRect(minX: 0, minY: 0, maxX: 340, maxY: 300)
    var tried = 0
    for seed in 0..<300 {
      var random = SeededRandom(seed: UInt64(seed))
      let dx = random.int(in: -60...60), dy = random.int(in: -60...60)
      // Snapped first: a sum of Doubles may round elsewhere.
      func snap(_ value: Double) -> Double { (value * 4096).rounded() / 4096 }
      let here = Self.contours(seed: seed, width: 70, height: 40).map {
        $0.map { Point(snap($0.x) + 130, snap($0.y) + 130) }
      }
      let there = here.map { $0.map { Point($0.x + Double(dx), $0.y + Double(dy)) } }
      let isInside = (here + there).allSatisfy { $0.allSatisfy { 1...338 ~= $0.x && 1...298 ~= $0.y } }
      if !isInside { continue }
      tried += 1
      let first = Self.coverage(here, rule: rule, bounds: bounds)
      let second = Self.coverage(there, rule: rule, bounds: bounds)
      var isEqual = true
      for y in 60..<240 {
        for x in 60..<280 { isEqual = isEqual && first[x, y] == second[x + dx, y + dy] }
      }
      #expect(isEqual, "seed \(seed)")
    }
    #expect(tried > 60)
  }

  /// Seed 140: a horizontal line entered a crossed pixel over its left border, and what it showed depended on the pixel before.
  @Test(arguments: FillRule.allCases) func `a move by whole pixels over the borders moves the pixels`(rule: FillRule) {
    for seed in 0..<300 {
      let contours = Self.contours(seed: seed, width: 70, height: 40)
      var random = SeededRandom(seed: UInt64(seed))
      let dx = random.int(in: -60...60), dy = random.int(in: -35...60)
      func snap(_ value: Double) -> Double { (value * 4096).rounded() / 4096 }
      let here = contours.map { $0.map { Point(snap($0.x), snap($0.y)) } }
      let there = here.map { $0.map { Point($0.x + Double(dx), $0.y + Double(dy)) } }
      let first = Self.coverage(here, rule: rule, bounds: PixelRect(minX: 0, minY: 0, maxX: 70, maxY: 40))
      let second = Self.coverage(there, rule: rule, bounds: PixelRect(minX: 0, minY: 0, maxX: 130, maxY: 100))
      var isEqual = true
      for y in max(0, -dy)..<40 where y + dy < 100 {
        for x in max(0, -dx)..<70 where x + dx < 130 {
          isEqual = isEqual && first[x, y] == second[x + dx, y + dy]
        }
      }
      #expect(isEqual, "seed \(seed)")
    }
  }

  @Test func `a scribble of ten thousand edges is covered like its halves`() {
    var random = SeededRandom(seed: 7)
    let points = (0..<10_000).map { _ in Point(random.double(in: -2...42), random.double(in: -2...22)) }
    let bounds = PixelRect(minX: 0, minY: 0, maxX: 40, maxY: 20)
    for rule in FillRule.allCases {
      let crowded = Self.coverage([points], rule: rule, bounds: bounds)
      let plain = Self.coverage([points], rule: rule, bounds: bounds, isReference: true)
      let isEqual = crowded.storage == plain.storage
      #expect(isEqual)
      // By chance half of each pixel is inside by the even-odd rule, all of it by the other.
      let mean = crowded.storage.reduce(0) { $0 + Double($1) } / 800
      #expect(rule == .nonZero ? mean > 245 : abs(mean - 127.5) < 12, "\(rule) \(mean)")
    }
  }

  @Test func `thousands of windings are still inside`() {
    let square = RasterizerTests.rectangle(1.25, 1, 8, 8)
    for count in [1000, 2047, 2048, 2049, 4096, 70_000] {
      let many = Array(repeating: square, count: count)
      let mask = Self.coverage(many, rule: .nonZero, bounds: PixelRect(minX: 0, minY: 0, maxX: 9, maxY: 9))
      #expect([mask[0, 4], mask[1, 4], mask[4, 4], mask[8, 4]] == [0, 191, 255, 0], "\(count)")
      let odd = Self.coverage(many, rule: .evenOdd, bounds: PixelRect(minX: 0, minY: 0, maxX: 9, maxY: 9))
      #expect([odd[1, 4], odd[4, 4]] == (count & 1 == 0 ? [0, 0] : [191, 255]), "\(count)")
    }
  }

  @Test func `bitmaps wider and higher than a block are filled all over`() {
    for (width, height) in [(200_000, 3), (3, 200_000)] {
      let bounds = PixelRect(minX: 0, minY: 0, maxX: width, maxY: height)
      let (w, h) = (Double(width), Double(height))
      let mask = Self.coverage([[Point(0, 0), Point(w, 0), Point(w, h), Point(0, h)]], rule: .nonZero, bounds: bounds)
      let isFull = mask.storage[..<(width * height)].allSatisfy { $0 == 255 }
      #expect(isFull)
      let diagonal = Self.coverage([[Point(0, 0), Point(w, 0), Point(w, h)]], rule: .nonZero, bounds: bounds)
      let area = diagonal.storage[..<(width * height)].reduce(0.0) { $0 + Double($1) / 255 }
      #expect(abs(area - w * h / 2) < w * h * 1e-4)
    }
  }
}
