// How a PNG or all frames of an APNG store their pixels: colour type, bit depth, palette and key colour (PNG specification 11.2, 11.3.1).

import Bitmaps

/// A colour type with all that belongs to it.
struct PNGLayout: Sendable {
  /// Colour types, with the bits per sample where there is a choice.
  enum ColorType: Equatable, Sendable {
    case gray(bits: Int), rgb, palette(bits: Int), grayAlpha, rgba
  }

  /// The colour type.
  let colorType: ColorType
  /// The palette's colours, straight, those that are not opaque first; empty for other types.
  let palette: ContiguousArray<UInt32>
  /// What stands for a fully transparent pixel in a colour type without alpha: an opaque colour that does not occur.
  let key: UInt32?
  private let index: ColorIndex

  /// Bits per pixel.
  var bitsPerPixel: Int {
    switch colorType {
    case .gray(let bits), .palette(let bits): bits
    case .rgb: 24
    case .grayAlpha: 16
    case .rgba: 32
    }
  }

  /// The distance in bytes from a byte to its left neighbour in the sense of PNG's filters.
  var filterDistance: Int { max(1, bitsPerPixel / 8) }

  /// Whether a fully transparent pixel can be stored.
  var hasClear: Bool {
    switch colorType {
    case .gray, .rgb: key != nil
    case .palette: index.contains(0)
    case .grayAlpha, .rgba: true
    }
  }

  /// Whether filters other than none can pay: numbers of colours in no order and packed samples have no neighbourhood.
  let isFilterable: Bool

  /// Bytes of a row without its filter byte.
  func rowBytes(_ width: Int) -> Int { (width * bitsPerPixel + 7) / 8 }

  private init(_ colorType: ColorType, key: UInt32? = nil) {
    self.colorType = colorType
    self.key = key
    if case .gray(let bits) = colorType { isFilterable = bits == 8 } else { isFilterable = true }
    palette = []
    index = ColorIndex()
  }

  /// Makes a palette of all colours, which are premultiplied and at most 256: greys by their value, others in the order given.
  private init(palette pixels: ContiguousArray<UInt32>, isGray: Bool, minimumBits: Int) {
    let sorted = pixels.enumerated().sorted { left, right in
      let (a, b) = (left.element >> 24, right.element >> 24)
      if (a == 255) != (b == 255) { return a != 255 }
      return isGray ? left.element < right.element : left.offset < right.offset
    }
    let bits = pixels.count > 16 ? 8 : pixels.count > 4 ? 4 : pixels.count > 2 ? 2 : 1
    colorType = .palette(bits: max(bits, minimumBits))
    isFilterable = isGray && bits == 8
    key = nil
    palette = ContiguousArray(sorted.map { Pixel(bits: $0.element).straight.bits })
    index = ColorIndex(sorted.map(\.element))
  }

  /// The layouts that can hold all pixels of the census; the one that is nearly always smallest comes first.
  /// - Parameter isAnimation: whether the layout is for frames drawn over each other, hence a transparent pixel wanted even if none occurs. Then
  ///   only those are taken that decoders agree on: ffmpeg 5.1 misplaces rectangles of fewer than 8 bits per pixel, Pillow up to 12 draws grey
  ///   frames with a key colour as if they had none.
  static func candidates(for census: ColorCensus, isAnimation: Bool) -> [PNGLayout] {
    let hasClear = census.hasClear || isAnimation
    let minimumBits = isAnimation ? 8 : 1
    var found: [PNGLayout] = []
    if census.isGray && !census.hasPartial && !(isAnimation && census.hasClear),
      let layout = gray(census, hasClear: census.hasClear, minimumBits: minimumBits)
    {
      found.append(layout)
    }
    if census.isSmall {
      var colors = census.colors.pixels
      if isAnimation && !census.hasClear && colors.count < 256 { colors.append(0) }
      let layout = PNGLayout(palette: colors, isGray: census.isGray, minimumBits: minimumBits)
      // A grey type of the same depth needs no palette, and its neighbours are alike; but it has nothing transparent to draw.
      let isBetter = found.first.map { layout.bitsPerPixel < $0.bitsPerPixel || isAnimation && layout.hasClear } ?? true
      found.insert(layout, at: isBetter ? 0 : found.count)
    }
    if census.isGray && (census.hasClear || census.hasPartial) { found.append(PNGLayout(.grayAlpha)) }
    if !census.hasPartial {
      let key = hasClear ? census.unusedColor : nil
      if key != nil || !census.hasClear { found.append(PNGLayout(.rgb, key: key)) }
    }
    if census.hasClear || census.hasPartial { found.append(PNGLayout(.rgba)) }
    return found
  }

  /// The grey type with the fewest bits that holds all values. With a key colour it has 8: ffmpeg and Pillow mistake keys of fewer bits, and
  /// a palette holds so few greys as well.
  private static func gray(_ census: ColorCensus, hasClear: Bool, minimumBits: Int) -> PNGLayout? {
    let values = Set(census.colors.pixels.lazy.filter { $0 != 0 }.map { Int($0 & 255) })
    for bits in [1, 2, 4] where census.isSmall && !hasClear && bits >= minimumBits {
      if values.allSatisfy({ $0 % (255 / (1 << bits - 1)) == 0 }) { return PNGLayout(.gray(bits: bits)) }
    }
    let key = hasClear ? census.unusedGray : nil
    return key == nil && hasClear ? nil : PNGLayout(.gray(bits: 8), key: key)
  }

  // MARK: Header

  /// Bit depth and colour type as IHDR tells them.
  var header: (bits: UInt8, type: UInt8) {
    switch colorType {
    case .gray(let bits): (UInt8(bits), 0)
    case .rgb: (8, 2)
    case .palette(let bits): (UInt8(bits), 3)
    case .grayAlpha: (8, 4)
    case .rgba: (8, 6)
    }
  }

  /// Writes IHDR.
  func putHeader(width: Int, height: Int, into chunks: inout PNGChunkWriter) {
    let (bits, type) = header
    chunks.put("IHDR") {
      $0.put(UInt32(width))
      $0.put(UInt32(height))
      $0.bytes.append(contentsOf: [bits, type, 0, 0, 0])  // deflate, the five filters, not interlaced
    }
  }

  /// Writes what stands between IHDR and the pixels: PLTE and tRNS as far as they are needed.
  func putColors(into chunks: inout PNGChunkWriter) {
    if !palette.isEmpty {
      chunks.put("PLTE") {
        for color in palette {
          $0.bytes.append(contentsOf: [0, 8, 16].map { UInt8(truncatingIfNeeded: color >> $0) })
        }
      }
      let alphas = palette.map { UInt8(truncatingIfNeeded: $0 >> 24) }.prefix { $0 != 255 }
      if !alphas.isEmpty { chunks.put("tRNS") { $0.bytes.append(contentsOf: alphas) } }
    }
    guard let key else { return }
    chunks.put("tRNS") {
      switch colorType {
      case .gray: $0.put(UInt16(key & 255))
      case .rgb: for shift: UInt32 in [0, 8, 16] { $0.put(UInt16(key >> shift & 255)) }
      case .palette, .grayAlpha, .rgba: break
      }
    }
  }

  // MARK: Pixels

  /// Packs premultiplied pixels, rows of `width`, into rows of `rowBytes(width)` bytes. A clear pixel is all zero.
  func pack(_ pixels: Span<UInt32>, width: Int, into rows: inout ContiguousArray<UInt8>) {
    let rowBytes = rowBytes(width)
    let height = pixels.count / width
    rows.removeAll(keepingCapacity: true)
    rows.append(contentsOf: repeatElement(0, count: rowBytes * height))
    var output = rows.mutableSpan
    switch colorType {
    case .rgb:
      let key = key ?? 0
      for index in 0..<pixels.count {
        let pixel = pixels[index]
        let color = pixel >> 24 == 0 ? key : pixel
        output[3 * index] = UInt8(truncatingIfNeeded: color)
        output[3 * index + 1] = UInt8(truncatingIfNeeded: color >> 8)
        output[3 * index + 2] = UInt8(truncatingIfNeeded: color >> 16)
      }
    case .rgba:
      for index in 0..<pixels.count {
        let color = Pixel(bits: pixels[index]).straight.bits
        output[4 * index] = UInt8(truncatingIfNeeded: color)
        output[4 * index + 1] = UInt8(truncatingIfNeeded: color >> 8)
        output[4 * index + 2] = UInt8(truncatingIfNeeded: color >> 16)
        output[4 * index + 3] = UInt8(truncatingIfNeeded: color >> 24)
      }
    case .grayAlpha:
      for index in 0..<pixels.count {
        let color = Pixel(bits: pixels[index]).straight.bits
        output[2 * index] = UInt8(truncatingIfNeeded: color)
        output[2 * index + 1] = UInt8(truncatingIfNeeded: color >> 24)
      }
    case .gray(let bits):
      let key = key ?? 0
      packSamples(pixels, width: width, bits: bits, into: &output) { pixel in
        Int((pixel >> 24 == 0 ? key : pixel) & 255) >> (8 - bits)
      }
    case .palette(let bits):
      var (last, number): (UInt32, Int) = (pixels[0], index.number(of: pixels[0]))
      packSamples(pixels, width: width, bits: bits, into: &output) { pixel in
        if pixel != last { (last, number) = (pixel, index.number(of: pixel)) }
        return number
      }
    }
  }

  private func packSamples(
    _ pixels: Span<UInt32>, width: Int, bits: Int, into output: inout MutableSpan<UInt8>, sample: (UInt32) -> Int
  ) {
    let rowBytes = rowBytes(width)
    let perByte = 8 / bits
    for y in 0..<(pixels.count / width) {
      for x in 0..<width {
        let shift = 8 - bits - x % perByte * bits
        output[y * rowBytes + x / perByte] |= UInt8(truncatingIfNeeded: sample(pixels[y * width + x]) << shift)
      }
    }
  }
}
