import Bitmaps
import Testing

@Suite struct BitmapTests {
  /// Small ones and large ones, whose storage is made in another way.
  @Test(arguments: [(1, 1), (7, 5), (1024, 1024), (1025, 1023), (2048, 1100)])
  func `a new bitmap has one colour throughout, and its copies are its own`(width: Int, height: Int) {
    let color = Pixel(red: 1, green: 2, blue: 3, alpha: 255)
    let bitmap = Bitmap(width: width, height: height, filledWith: color)
    let pixels = bitmap.pixels
    var different = 0
    for index in pixels.indices where pixels[index] != color.bits { different += 1 }
    #expect(pixels.count == width * height && different == 0)
    var copy = bitmap
    copy[width - 1, height - 1] = .clear
    #expect(bitmap[width - 1, height - 1] == color)
    #expect(copy != bitmap)
    copy[width - 1, height - 1] = color
    #expect(copy == bitmap)
  }
}
