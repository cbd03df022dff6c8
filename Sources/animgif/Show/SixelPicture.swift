// Pictures as sixels: bands of six rows, each a layer of every colour in it, a character for six pixels one above the other.
//
// Source: DEC, "VT330/VT340 Programmer Reference Manual, Volume 2: Graphics Programming", chapter 14. Colours are given in percent, so
// that a channel is at most 1.3 levels off.
import AnimGIF

package enum SixelPicture {
  /// The picture as an escape sequence, at the cursor; what is less than half opaque is left as it is.
  package static func sequence(_ bitmap: Bitmap) -> String {
    var hard = bitmap
    for y in 0..<bitmap.height {
      for x in 0..<bitmap.width {
        let pixel = bitmap[x, y].straight
        hard[x, y] =
          pixel.alpha >= 128 ? Pixel(red: pixel.red, green: pixel.green, blue: pixel.blue, alpha: 255) : .clear
      }
    }
    let indexed = IndexedPicture(hard)
    // 1 as second parameter: pixels that are not drawn stay as they are. Then the shape of a pixel and the size.
    var text = "\u{1B}P0;1q\"1;1;\(bitmap.width);\(bitmap.height)"
    for (number, color) in indexed.colors.enumerated() {
      text += "#\(number);2;\(percent(color & 255));\(percent(color >> 8 & 255));\(percent(color >> 16 & 255))"
    }
    for top in stride(from: 0, to: bitmap.height, by: 6) {
      text += band(indexed, top: top)
      if top + 6 < bitmap.height { text += "-" }
    }
    return text + "\u{1B}\\"
  }

  private static func percent(_ value: UInt32) -> UInt32 { (value * 100 + 127) / 255 }

  /// One band: `$` returns to its left end for the next colour.
  private static func band(_ picture: IndexedPicture, top: Int) -> String {
    let height = min(6, picture.height - top)
    var masks: [Int: [UInt8]] = [:]
    for row in 0..<height {
      for x in 0..<picture.width {
        guard let color = picture[x, top + row] else { continue }
        masks[color, default: Array(repeating: 0, count: picture.width)][x] |= 1 << UInt8(row)
      }
    }
    return masks.sorted { $0.key < $1.key }.map { "#\($0.key)\(runs($0.value))" }.joined(separator: "$")
  }

  /// Masks as characters from `?` on, four or more equal ones as a count; empty ones at the end are left out.
  private static func runs(_ masks: [UInt8]) -> String {
    let end = (masks.lastIndex { $0 != 0 } ?? -1) + 1
    var text = "", x = 0
    while x < end {
      var next = x + 1
      while next < end, masks[next] == masks[x] { next += 1 }
      let character = Character(Unicode.Scalar(63 + masks[x]))
      text += next - x > 3 ? "!\(next - x)\(character)" : String(repeating: character, count: next - x)
      x = next
    }
    return text
  }
}

/// A picture of at most 256 colours: its own if it has no more, else those that the GIF encoder would choose.
private struct IndexedPicture {
  let width: Int, height: Int
  /// As `Pixel.bits`.
  let colors: [UInt32]
  private var indices: [Int16]

  /// - Parameter bitmap: its pixels are opaque or clear.
  init(_ bitmap: Bitmap) {
    (width, height) = (bitmap.width, bitmap.height)
    var count = ColorCount(), change = FrameChange(first: bitmap)
    var canvas = ContiguousArray<UInt32>(repeating: ColorCount.clear, count: width * height)
    count.count(&change, rest: 1, canvas: &canvas)
    let coordinates = ColorCoordinates(.sRGB)
    var numbers = [Int16](repeating: -1, count: count.colors.count)
    if count.opaqueCount <= 256 {
      colors = Array(count.colors.dropFirst())
      for number in colors.indices { numbers[number + 1] = Int16(number) }
    } else {
      colors = Quantizer(coordinates: coordinates).table(for: count, fixed: [], limit: 256)
      var nearest = NearestColor(ContiguousArray(colors.map { coordinates($0) }))
      for number in 1..<count.colors.count {
        numbers[number] = Int16(nearest.find(coordinates(count.colors[number])).entry)
      }
    }
    indices = canvas.map { numbers[Int($0)] }
  }

  /// The colour's number at a pixel; nil where it is clear.
  subscript(x: Int, y: Int) -> Int? {
    let index = indices[y * width + x]
    return index < 0 ? nil : Int(index)
  }
}
