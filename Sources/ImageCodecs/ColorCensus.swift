// What the choice of a PNG colour type must know about a picture, or about all frames of a clip together.

import Bitmaps

/// Counts the exact colours of pictures as far as 256 and notes whether all are grey, opaque, or fully on or off.
struct ColorCensus: Sendable {
  /// The pixels seen, premultiplied, in order of first occurrence; complete while `isSmall`.
  private(set) var colors = ColorIndex()
  /// Whether there are at most 256 colours (the clear one counts).
  private(set) var isSmall = true
  /// Whether red, green and blue are equal everywhere.
  private(set) var isGray = true
  /// Whether some pixel is fully transparent.
  private(set) var hasClear = false
  /// Whether some pixel is neither opaque nor fully transparent.
  private(set) var hasPartial = false
  /// Which of the candidates for a key colour occur, one bit each.
  private var usedKeys = ContiguousArray<UInt64>(repeating: 0, count: (Self.keyCount + 63) / 64)

  /// Adds all pixels of a picture.
  mutating func add(_ bitmap: Bitmap) {
    let pixels = bitmap.pixels
    var last = ~pixels[0]
    for index in 0..<pixels.count where pixels[index] != last {
      last = pixels[index]
      add(last)
    }
  }

  /// Adds the pixels in which a picture differs from one of the same size that has been added before.
  mutating func add(_ bitmap: Bitmap, changedSince previous: Bitmap) {
    precondition(bitmap.width == previous.width && bitmap.height == previous.height)
    let pixels = bitmap.pixels
    let before = previous.pixels
    var last: UInt32 = pixels[0]
    add(last)
    for index in 0..<pixels.count where pixels[index] != before[index] && pixels[index] != last {
      last = pixels[index]
      add(last)
    }
  }

  /// Adds what another census has seen.
  mutating func merge(_ other: ColorCensus) {
    for color in other.colors.pixels { add(color) }
    isSmall = isSmall && other.isSmall
    isGray = isGray && other.isGray
    hasClear = hasClear || other.hasClear
    hasPartial = hasPartial || other.hasPartial
    for index in usedKeys.indices { usedKeys[index] |= other.usedKeys[index] }
  }

  private mutating func add(_ pixel: UInt32) {
    let alpha = pixel >> 24
    if alpha != 255 {
      if alpha == 0 { hasClear = true } else { hasPartial = true }
    }
    let isPixelGray = (pixel ^ pixel >> 8) & 0xFFFF == 0
    if !isPixelGray { isGray = isGray && alpha == 0 }
    if isSmall { isSmall = colors.insert(alpha == 0 ? 0 : pixel) }
    if alpha != 255 { return }
    if isPixelGray {
      let value = Int(pixel & 255)
      usedKeys[value >> 6] |= 1 << UInt64(value & 63)
    } else if pixel & 0x1F1F1F == Self.keyPattern {
      let (red, green, blue) = (pixel >> 5 & 7, pixel >> 13 & 7, pixel >> 21 & 7)
      let value = 256 + Int(red | green << 3 | blue << 6)
      usedKeys[value >> 6] |= 1 << UInt64(value & 63)
    }
  }

  // MARK: Key colours

  // Looking for a colour that does not occur among all 2^24 would need 2 MB per thread. 768 candidates do: the greys, whose equal bytes
  // compress best, and those of the other colours whose channels end in three given bit patterns.
  private static let keyCount = 768
  private static let keyPattern: UInt32 = 0x0D_16_07

  /// An opaque grey that does not occur.
  var unusedGray: UInt32? {
    (0..<256).first { usedKeys[$0 >> 6] >> UInt64($0 & 63) & 1 == 0 }.map { 0xFF00_0000 | UInt32($0) * 0x010101 }
  }

  /// An opaque colour that does not occur; nil when all candidates do.
  var unusedColor: UInt32? {
    if let unusedGray { return unusedGray }
    guard let index = (256..<Self.keyCount).first(where: { usedKeys[$0 >> 6] >> UInt64($0 & 63) & 1 == 0 }) else {
      return nil
    }
    let bits = UInt32(index - 256)
    let (red, green, blue) = (bits & 7, bits >> 3 & 7, bits >> 6)
    return 0xFF00_0000 | Self.keyPattern | red << 5 | green << 13 | blue << 21
  }
}

/// Numbers up to 256 different pixels in the order in which they come: a hash table with open addressing.
struct ColorIndex: Sendable {
  /// The pixels by number.
  private(set) var pixels: ContiguousArray<UInt32> = []
  private var slots = ContiguousArray<Int16>(repeating: -1, count: 1024)

  /// Makes an empty index.
  init() {}

  /// Makes an index of given pixels, all different.
  init(_ pixels: some Sequence<UInt32>) {
    for pixel in pixels { _ = insert(pixel) }
  }

  /// Returns the number of a pixel.
  /// - Precondition: the pixel has been inserted.
  func number(of pixel: UInt32) -> Int {
    let number = slots[slot(of: pixel)]
    assert(number >= 0, "no such colour")
    return Int(number)
  }

  /// Whether the pixel has been inserted.
  func contains(_ pixel: UInt32) -> Bool { slots[slot(of: pixel)] >= 0 }

  /// Adds a pixel unless it is there; false when it would be the 257th.
  mutating func insert(_ pixel: UInt32) -> Bool {
    let slot = slot(of: pixel)
    if slots[slot] >= 0 { return true }
    if pixels.count == 256 { return false }
    slots[slot] = Int16(pixels.count)
    pixels.append(pixel)
    return true
  }

  /// The slot where the pixel is, or an empty one where it would go. A quarter of the slots are filled at most, so one is found.
  private func slot(of pixel: UInt32) -> Int {
    var slot = Int((pixel &* 0x9E37_79B1) >> 22)
    while slots[slot] >= 0 && pixels[Int(slots[slot])] != pixel { slot = (slot + 1) & 1023 }
    return slot
  }
}
