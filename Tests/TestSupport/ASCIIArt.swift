import Bitmaps

/// Returns a bitmap's alpha as text, a string per row: `.` below 1/4, `+` below 1/2, `8` below 3/4, `#` above.
public func ascii(_ bitmap: Bitmap) -> [String] { ascii(bitmap) { $0.alpha } }

/// Returns a channel of a bitmap as text, a string per row: `.` below 64, `+` below 128, `8` below 192, `#` above.
public func ascii(_ bitmap: Bitmap, level: (Pixel) -> UInt8) -> [String] {
  (0..<bitmap.height).map { y in
    String((0..<bitmap.width).map { x in [".", "+", "8", "#"][Int(level(bitmap[x, y]) / 64)] as Character })
  }
}
