import Bitmaps

/// What changes from one frame to the next: the changed pixels, and nothing of the rest.
///
/// A clip of a few moving shapes is a list of such changes that fits in memory where its frames would not.
package struct FrameChange: Sendable {
  /// Neighbouring changed pixels in one row.
  package struct Run: Sendable, BitwiseCopyable {
    /// Place of the first pixel: y · width + x.
    package var start: Int32
    /// Number of pixels.
    package var count: Int32
  }

  /// The changed pixels in the order of the rows.
  package var runs: ContiguousArray<Run> = []
  /// Their new values, run after run: `Pixel.bits` of an opaque pixel or 0; later replaced by numbers of a `ColorCount`.
  package var values: ContiguousArray<UInt32> = []
  /// What holds all changed pixels, if there are any.
  package var box: PixelBox?
  /// What holds all pixels that were opaque and are clear now.
  package var vanishing: PixelBox?

  /// Makes the change of a first frame: every pixel of it.
  package init(first bitmap: Bitmap) {
    let width = bitmap.width
    runs.reserveCapacity(bitmap.height)
    for y in 0..<bitmap.height { runs.append(Run(start: Int32(y * width), count: Int32(width))) }
    let pixels = bitmap.pixels
    values.reserveCapacity(pixels.count)
    for index in pixels.indices { values.append(pixels[index]) }
    box = PixelBox(left: 0, top: 0, right: width, bottom: bitmap.height)
  }

  /// Makes the change from one frame to the next of the same size; pixels are opaque or 0.
  package init(from old: Bitmap, to new: Bitmap) {
    let (width, height) = (new.width, new.height)
    precondition(old.width == width && old.height == height, "frames of a clip have one size")
    let a = old.pixels, b = new.pixels
    precondition(a.count == b.count && a.count == width * height)
    var (left, right, top, bottom) = (width, 0, height, 0)
    var vanished = (left: width, right: 0, top: height, bottom: 0)
    for y in 0..<height {
      let row = y * width, end = row + width
      var index = row
      // Room grows by doubling, but never beyond the whole frame.
      if values.capacity < values.count + width {
        values.reserveCapacity(min(width * height, 2 * values.count + width))
      }
      while index < end {
        // Sixteen equal pixels at a time: one test for what most of a frame is.
        while index + 16 <= end {
          let before = a.extracting(index..<index + 16), after = b.extracting(index..<index + 16)
          var difference: UInt32 = 0
          for step in 0..<16 { difference |= before[step] ^ after[step] }
          if difference != 0 { break }
          index += 16
        }
        while index < end && a[index] == b[index] { index += 1 }
        guard index < end else { break }
        let start = index
        while index < end && a[index] != b[index] {
          let value = b[index]
          values.append(value)
          if value == 0 {
            let x = index - row
            vanished.left = min(vanished.left, x)
            vanished.right = max(vanished.right, x + 1)
            vanished.top = min(vanished.top, y)
            vanished.bottom = y + 1
          }
          index += 1
        }
        runs.append(Run(start: Int32(start), count: Int32(index - start)))
        left = min(left, start - row)
        right = max(right, index - row)
        top = min(top, y)
        bottom = y + 1
      }
    }
    if left < right { box = PixelBox(left: left, top: top, right: right, bottom: bottom) }
    if vanished.left < vanished.right {
      vanishing = PixelBox(
        left: vanished.left, top: vanished.top, right: vanished.right, bottom: vanished.bottom)
    }
  }

  /// Writes the new values into a screen of values.
  package func apply(to screen: inout ContiguousArray<UInt32>) {
    var place = 0
    for run in runs {
      for pixel in Int(run.start)..<Int(run.start) + Int(run.count) {
        screen[pixel] = values[place]
        place += 1
      }
    }
  }

  /// Gives every number the one that a list has in its place.
  package mutating func renumber(by numbers: ContiguousArray<UInt32>) {
    for place in values.indices {
      let value = values[place]
      values[place] = value & ~PixelLife.number | numbers[Int(value & PixelLife.number)]
    }
  }

  /// Gives all pixels one class of life.
  package mutating func setLife(_ kind: UInt32) {
    for place in values.indices { values[place] |= kind << PixelLife.shift }
  }

  /// Gives every pixel the class of its life.
  /// - Parameters:
  ///   - start: when this change happens.
  ///   - next: when every pixel changes again after it; becomes `start` where this change is.
  ///   - kinds: the class for every number of quarter frames.
  ///   - perFrame: quarter frames per unit of time.
  package mutating func setLives(start: Float, next: inout ContiguousArray<Float>, kinds: [UInt32], perFrame: Float) {
    var place = 0
    for run in runs {
      for pixel in Int(run.start)..<Int(run.start) + Int(run.count) {
        let quarters = min(Float(kinds.count - 1), (next[pixel] - start) * perFrame + 0.5)
        values[place] |= kinds[Int(quarters)] << PixelLife.shift
        next[pixel] = start
        place += 1
      }
    }
  }

  /// Whether nothing changed.
  package var isEmpty: Bool { runs.isEmpty }
  /// The same change in lists without spare room.
  package var compacted: FrameChange {
    var result = self
    (result.runs, result.values) = (ContiguousArray(runs.lazy.map { $0 }), ContiguousArray(values.lazy.map { $0 }))
    return result
  }

  /// Bytes that the lists take when compacted.
  package var byteCount: Int { values.count * 4 + runs.count * 8 + 128 }
}

/// Turns half-transparent pixels into opaque or clear ones, as a GIF knows only those.
package struct AlphaFlattening: Hashable, Sendable {
  /// The least alpha of a pixel that is drawn, 1…255.
  package var threshold: UInt32
  /// What half-transparent pixels are blended on; nil leaves them their own colour.
  package var matte: Pixel?

  /// Makes every pixel opaque or 0.
  package func apply(to bitmap: inout Bitmap) {
    let count = bitmap.pixelCount
    var pixels = bitmap.storage.mutableSpan
    precondition(count <= pixels.count)
    var all: UInt32 = .max
    for index in 0..<count { all &= pixels[index] }
    if all >> 24 == 255 { return }
    for index in 0..<count {
      let pixel = Pixel(bits: pixels[index])
      let alpha = UInt32(pixel.alpha)
      if alpha == 255 { continue }
      if alpha < threshold {
        pixels[index] = 0
      } else if let matte {
        let rest = 255 - alpha
        func blend(_ over: UInt8, _ under: UInt8) -> UInt8 {
          UInt8(min(255, UInt32(over) + (UInt32(under) * rest + 127) / 255))
        }
        pixels[index] =
          Pixel(
            red: blend(pixel.red, matte.red), green: blend(pixel.green, matte.green),
            blue: blend(pixel.blue, matte.blue)
          ).bits
      } else {
        pixels[index] = pixel.straight.bits | 0xFF00_0000
      }
    }
  }
}
