/// A picture: rows of premultiplied sRGB pixels, top row first.
public struct Bitmap: Sendable {
  /// Columns, at least 1.
  public let width: Int
  /// Rows, at least 1.
  public let height: Int
  /// `width · height` pixels in rows, then `slack` more that are no part of the picture: a kernel that works on several pixels at
  /// once may read and write there, so that the last row needs no case of its own.
  package var storage: ContiguousArray<UInt32>

  /// Pixels behind the last row: one less than the widest kernel's step, rounded up.
  package static let slack = 16
  /// The most pixels a bitmap may have: 2³⁰, 4 GB.
  public static let maximumPixelCount = 1 << 30

  /// Makes a bitmap with all pixels equal.
  /// - Precondition: width and height are at least 1 and their product is at most `maximumPixelCount`.
  public init(width: Int, height: Int, filledWith pixel: Pixel = .clear) {
    precondition(width > 0 && height > 0, "a bitmap is at least 1 by 1; got \(width) by \(height)")
    let (count, overflow) = width.multipliedReportingOverflow(by: height)
    precondition(
      !overflow && count <= Self.maximumPixelCount, "a bitmap has at most 2^30 pixels; got \(width) by \(height)")
    self.width = width
    self.height = height
    storage = Self.storage(pixel.bits, count: count + Self.slack)
  }

  /// Makes a clear bitmap from the storage of another one, which must be zero throughout; it is made longer where it is too short.
  /// What a bitmap holds behind its pixels and slack is never looked at.
  package init(width: Int, height: Int, clearedStorage: consuming ContiguousArray<UInt32>) {
    precondition(width > 0 && height > 0 && width <= Self.maximumPixelCount / height)
    self.width = width
    self.height = height
    storage = clearedStorage
    let missing = width * height + Self.slack - storage.count
    if missing > 0 { storage.append(contentsOf: repeatElement(0, count: missing)) }
  }

  /// Gives the storage away; the bitmap must not be used any more.
  package mutating func takeStorage() -> ContiguousArray<UInt32> {
    let taken = storage
    storage = []
    return taken
  }

  /// How many pixels there are.
  public var pixelCount: Int { width * height }

  /// The pixel in column `x` and row `y`.
  public subscript(x: Int, y: Int) -> Pixel {
    get { Pixel(bits: storage[index(x, y)]) }
    set { storage[index(x, y)] = newValue.bits }
  }

  /// The picture's pixels in rows, `Pixel.bits` each, `width · height` of them.
  public var pixels: Span<UInt32> {
    @_lifetime(borrow self) get { storage.span.extracting(0..<pixelCount) }
  }

  /// Takes over all pixels of another bitmap without giving up this one's memory.
  /// - Precondition: both have the same size.
  public mutating func copyPixels(of other: Bitmap) {
    precondition(width == other.width && height == other.height, "the bitmaps differ in size")
    let source = other.pixels
    var target = storage.mutableSpan
    for index in 0..<source.count { target[index] = source[index] }
  }

  /// Sets every pixel.
  public mutating func fill(_ pixel: Pixel) { fill(bounds, with: pixel) }

  /// Sets the pixels of a rectangle, as far as it lies within the bitmap.
  public mutating func fill(_ rect: PixelRect, with pixel: Pixel) {
    let rect = rect.intersection(bounds), bits = pixel.bits
    if rect.isEmpty { return }
    let width = width
    var pixels = storage.mutableSpan
    if rect.width == width {
      for index in rect.minY * width..<rect.maxY * width { pixels[index] = bits }
    } else {
      for y in rect.minY..<rect.maxY {
        for index in y * width + rect.minX..<y * width + rect.maxX { pixels[index] = bits }
      }
    }
  }

  private func index(_ x: Int, _ y: Int) -> Int {
    precondition(x >= 0 && x < width && y >= 0 && y < height, "no pixel (\(x), \(y)) in \(width) by \(height)")
    return y * width + x
  }
}

extension Bitmap: Equatable {
  /// Whether both have the same size and pixels.
  public static func == (left: Bitmap, right: Bitmap) -> Bool {
    left.width == right.width && left.height == right.height
      && left.storage[..<left.pixelCount] == right.storage[..<right.pixelCount]
  }
}
