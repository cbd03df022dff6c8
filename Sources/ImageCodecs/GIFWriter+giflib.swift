/// The GIF container, through giflib's sequential calls: screen, extensions, image descriptors and code blocks.
///
///     GIF89a · screen (size, table) · loop block · comment · { control block · image descriptor · code blocks }* · trailer
///
/// giflib leaves many of its own writes unchecked, wraps sizes and delays without a word, and accepts frames outside
/// the screen; so everything is checked before a call, and bytes go through a function of ours that keeps the first
/// error. Only the encoder side of giflib is used.

internal import CGIF

/// A frame as it stands in the file.
package struct GIFImage: Sendable {
  /// What happens to the frame's rectangle after its time.
  package enum Disposal: Int, Sendable {
    /// It stays.
    case keep = 1
    /// It is cleared.
    case background = 2
  }

  /// Where the frame lies on the screen.
  package var box: PixelBox
  /// What happens to it afterwards.
  package var disposal: Disposal
  /// Hundredths of a second, any number from 0; written as several images if it needs more than 16 bits.
  package var delay: Int
  /// A table of its own, of which the file gets as much as the data can use; nil for the global one.
  package var table: ColorTable?
  /// The compressed indices, and what they are.
  package var data: LZWData
}

/// Writes one GIF file into a sink.
@safe package final class GIFWriter {
  private var handle: UnsafeMutablePointer<GifFileType>?
  private let output: GIFOutput
  private let width: Int, height: Int
  private let table: ColorTable
  /// The longest delay that 16 bits hold.
  private static let longestDelay = 65535

  /// Opens the file: header, screen, loop block, comment.
  /// - Precondition: the size is within 1…65535 and `loop` has 1…65536 plays.
  package init(
    width: Int, height: Int, table: ColorTable, loop: GIFOptions.Loop, comment: String?, sink: any ByteSink
  ) throws(GIFError) {
    precondition((1...65535).contains(width) && (1...65535).contains(height), "checked by the encoder")
    output = GIFOutput(sink)
    (self.width, self.height, self.table) = (width, height, table)
    var code: Int32 = 0
    unsafe handle = EGifOpen(Unmanaged.passUnretained(output).toOpaque(), writeBytes, &code)
    guard let handle = unsafe handle else { throw Self.failure("EGifOpen", code) }
    // Before the screen: it is there that the version is written.
    unsafe EGifSetGifVersion(handle, true)
    let map = unsafe try Self.makeMap(table, bits: table.bits)
    defer { unsafe GifFreeMapObject(map) }
    try check(
      "EGifPutScreenDesc",
      unsafe EGifPutScreenDesc(handle, Int32(width), Int32(height), Int32(table.bits), 0, map))
    switch loop {
    case .forever: try putLoop(0)
    case .plays(let count):
      precondition((1...65536).contains(count), "checked by the encoder")
      if count > 1 { try putLoop(count - 1) }
    }
    if let comment, !comment.isEmpty { try putExtension(0xFE, ContiguousArray(comment.utf8)) }
  }

  deinit { if let handle = unsafe handle { unsafe EGifCloseFile(handle, nil) } }

  /// The bytes handed to the sink so far, and those about to be.
  package var byteCount: Int { output.byteCount }

  /// Writes a frame. A delay beyond 65535 is told by further images of one clear pixel (of the whole box when it is to be
  /// cleared afterwards).
  package func put(_ image: GIFImage) throws(GIFError) {
    guard image.delay > Self.longestDelay else { return try putOne(image) }
    var rest = image.delay
    var part = image
    part.disposal = .keep
    // The last part must not fall below the shortest delay that players keep.
    func next() -> Int {
      rest > Self.longestDelay ? min(Self.longestDelay, rest - GIFSchedule.shortestDelay) : rest
    }
    part.delay = next()
    try putOne(part)
    rest -= part.delay
    part.table = nil
    while rest > 0 {
      part.delay = next()
      rest -= part.delay
      if rest == 0 && image.disposal == .background {
        part.disposal = .background
        part.box = image.box
      } else {
        part.box = PixelBox(left: 0, top: 0, right: 1, bottom: 1)
      }
      var encoder = LZWEncoder(LZWAlphabet(table))
      part.data = encoder.encodeRun(of: table.transparentIndex ?? 0, count: part.box.width * part.box.height)
      try putOne(part)
    }
  }

  private func putOne(_ image: GIFImage) throws(GIFError) {
    guard let handle = unsafe handle else { throw .output(.closed) }
    let box = image.box
    precondition(box.left >= 0 && box.top >= 0 && box.right <= width && box.bottom <= height, "inside the screen")
    precondition(box.width > 0 && box.height > 0 && image.delay >= 0)
    let alphabet = image.data.alphabet
    let transparent = alphabet.transparent >= 0 ? alphabet.transparent : nil
    precondition(alphabet.minimumCodeSize <= table.minimumCodeSize || image.table != nil)
    // Packed field: disposal in bits 2…4, the transparency flag in bit 0.
    try putExtension(
      0xF9,
      [
        UInt8(image.disposal.rawValue << 2 | (transparent == nil ? 0 : 1)), UInt8(image.delay & 255),
        UInt8(image.delay >> 8), UInt8(transparent ?? 0),
      ])
    // giflib forgets to free the map of the image before.
    if let old = unsafe handle.pointee.Image.ColorMap {
      unsafe GifFreeMapObject(old)
      unsafe handle.pointee.Image.ColorMap = nil
    }
    let map = unsafe try image.table.map { (table) throws(GIFError) in
      unsafe try Self.makeMap(table, bits: alphabet.minimumCodeSize)
    }
    defer { if let map = unsafe map { unsafe GifFreeMapObject(map) } }
    // giflib takes the code size from the table at hand; a smaller one is told to it for this call only.
    if let global = unsafe handle.pointee.SColorMap, image.table == nil {
      unsafe global.pointee.BitsPerPixel = Int32(alphabet.minimumCodeSize)
    }
    defer { unsafe handle.pointee.SColorMap?.pointee.BitsPerPixel = Int32(table.bits) }
    try check(
      "EGifPutImageDesc",
      unsafe EGifPutImageDesc(
        handle, Int32(box.left), Int32(box.top), Int32(box.width), Int32(box.height), false, map))
    try putBlocks(image.data.blocks)
  }

  private func putBlocks(_ blocks: ContiguousArray<UInt8>) throws(GIFError) {
    guard let handle = unsafe handle else { return }
    var blocks = blocks
    let status: Int32 = unsafe blocks.withUnsafeMutableBufferPointer { (bytes) -> Int32 in
      var place = 0
      var isFirst = true
      while place < bytes.count {
        let length = Int(unsafe bytes[place])
        precondition(length > 0 && place + length < bytes.count, "blocks are whole")
        let block = unsafe bytes.baseAddress.map { unsafe $0 + place }
        let codeSize: Int32 = 0
        let status =
          unsafe isFirst ? EGifPutCode(handle, codeSize, block) : EGifPutCodeNext(handle, block)
        if status != GIF_OK { return status }
        isFirst = false
        place += 1 + length
      }
      return unsafe EGifPutCodeNext(handle, nil)
    }
    try check("EGifPutCode", status)
  }

  /// Writes the trailer and everything still held back. The sink is not finished by this.
  package func finish() throws(GIFError) {
    guard let handle = unsafe handle else { throw .output(.closed) }
    unsafe self.handle = nil
    var code: Int32 = 0
    let status = unsafe EGifCloseFile(handle, &code)
    output.flush()
    if let error = output.failure { throw .output(error) }
    if status != GIF_OK { throw Self.failure("EGifCloseFile", code) }
  }

  private func putLoop(_ repeats: Int) throws(GIFError) {
    guard let handle = unsafe handle else { return }
    try check("EGifPutExtensionLeader", unsafe EGifPutExtensionLeader(handle, 0xFF))
    let name = Array("NETSCAPE2.0".utf8)
    try check("EGifPutExtensionBlock", unsafe EGifPutExtensionBlock(handle, Int32(name.count), name))
    let body: [UInt8] = [1, UInt8(repeats & 255), UInt8(repeats >> 8)]
    try check("EGifPutExtensionBlock", unsafe EGifPutExtensionBlock(handle, Int32(body.count), body))
    try check("EGifPutExtensionTrailer", unsafe EGifPutExtensionTrailer(handle))
  }

  /// Writes an extension in blocks of at most 255 bytes.
  private func putExtension(_ kind: Int32, _ bytes: ContiguousArray<UInt8>) throws(GIFError) {
    guard let handle = unsafe handle else { return }
    try check("EGifPutExtensionLeader", unsafe EGifPutExtensionLeader(handle, kind))
    var place = 0
    while place < bytes.count {
      let block = Array(bytes[place..<min(place + 255, bytes.count)])
      try check("EGifPutExtensionBlock", unsafe EGifPutExtensionBlock(handle, Int32(block.count), block))
      place += block.count
    }
    try check("EGifPutExtensionTrailer", unsafe EGifPutExtensionTrailer(handle))
  }

  /// Makes giflib's form of a table: `1 << bits` entries, black behind ours, none beyond.
  private static func makeMap(_ table: ColorTable, bits: Int) throws(GIFError) -> UnsafeMutablePointer<ColorMapObject> {
    let count = 1 << bits
    var colors = [GifColorType](repeating: GifColorType(Red: 0, Green: 0, Blue: 0), count: count)
    for (index, color) in table.colors.prefix(count).enumerated() {
      colors[index] = GifColorType(
        Red: UInt8(color & 255), Green: UInt8(color >> 8 & 255), Blue: UInt8(color >> 16 & 255))
    }
    guard let map = unsafe GifMakeMapObject(Int32(count), colors) else {
      throw .library(call: "GifMakeMapObject", code: 0, text: "out of memory")
    }
    return unsafe map
  }

  private func check(_ call: String, _ status: Int32) throws(GIFError) {
    if let error = output.failure { throw .output(error) }
    if status != GIF_OK { throw Self.failure(call, unsafe handle.map { unsafe $0.pointee.Error } ?? 0) }
  }

  private static func failure(_ call: String, _ code: Int32) -> GIFError {
    // Nil for codes giflib does not know.
    let text = unsafe GifErrorString(code).map { unsafe String(cString: $0) } ?? "unknown error"
    return .library(call: call, code: Int(code), text: text)
  }
}

/// Collects giflib's many small writes and keeps the sink's first error.
private final class GIFOutput {
  private let sink: any ByteSink
  private var buffer: ContiguousArray<UInt8> = []
  private(set) var failure: SinkError?
  private(set) var byteCount = 0

  init(_ sink: any ByteSink) {
    self.sink = sink
    buffer.reserveCapacity(1 << 15 + 256)
  }

  func append(_ bytes: Span<UInt8>) {
    byteCount += bytes.count
    for index in bytes.indices { buffer.append(bytes[index]) }
    if buffer.count >= 1 << 15 { flush() }
  }

  func flush() {
    if failure == nil && !buffer.isEmpty {
      do throws(SinkError) { try sink.write(buffer) } catch { failure = error }
    }
    buffer.removeAll(keepingCapacity: true)
  }
}

/// giflib's way to our sink. It is told that all is well as long as it is, and nothing after an error.
private func writeBytes(
  _ file: UnsafeMutablePointer<GifFileType>?, _ bytes: UnsafePointer<GifByteType>?, _ count: Int32
) -> Int32 {
  guard let context = unsafe file?.pointee.UserData, let bytes = unsafe bytes, count > 0 else { return 0 }
  let output = unsafe Unmanaged<GIFOutput>.fromOpaque(context).takeUnretainedValue()
  if output.failure != nil { return 0 }
  unsafe output.append(Span(_unsafeStart: bytes, count: Int(count)))
  return output.failure == nil ? count : 0
}

/// The library itself.
enum GIFLibrary {
  /// Of its headers; giflib does not tell at run time.
  static var version: String { "\(GIFLIB_MAJOR).\(GIFLIB_MINOR).\(GIFLIB_RELEASE)" }
}
