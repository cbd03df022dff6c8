// The structure of GIF, PNG and APNG files: where frames lie, for how long they are shown and how they are combined. Nothing is decoded
// here; AnimationPlayer does that.

/// A GIF, PNG or APNG file taken apart, without trust in what it says.
public struct AnimationFile: Sendable {
  /// What happens to a frame's rectangle before the next frame is drawn.
  public enum Disposal: String, Sendable {
    /// Stays.
    case none
    /// Is cleared to transparent.
    case background
    /// Becomes what it was before the frame.
    case previous
  }

  /// One frame as stored.
  public struct Frame: Sendable {
    /// Where its left column lies on the canvas.
    public internal(set) var x = 0
    /// Where its top row lies on the canvas.
    public internal(set) var y = 0
    /// Columns, at least 1.
    public internal(set) var width: Int
    /// Rows, at least 1.
    public internal(set) var height: Int
    /// How long it is shown by what the file says, in seconds; 0 means "no wait", of which viewers make a tenth of a second.
    public internal(set) var delay = Rational.zero
    /// What happens to its rectangle afterwards.
    public internal(set) var disposal = Disposal.none
    /// Whether it is drawn over what is there; otherwise it replaces that, transparent pixels too.
    public internal(set) var isOver = true
    /// Whether its rows are stored in passes.
    public internal(set) var isInterlaced = false
    /// Colours of a table of its own; 0 when it uses the file's.
    public internal(set) var localColorCount = 0
    /// The table entry that stands for transparent pixels, in a GIF.
    public internal(set) var transparentIndex: Int?
    /// Bytes of its compressed pixels.
    public internal(set) var byteCount = 0
    /// Bits of an LZW code at the start, in a GIF.
    var minimumCodeSize = 0
    /// Where its colour table lies in the file, in a GIF.
    var colorTable = 0..<0
    /// Where the pieces of its compressed pixels lie in the file.
    var pieces: [Range<Int>] = []

    init(width: Int, height: Int) { (self.width, self.height) = (width, height) }
  }

  /// The format; an APNG is a PNG with more than its still.
  public let format: ImageFormat
  /// Columns of the canvas.
  public internal(set) var width = 0
  /// Rows of the canvas.
  public internal(set) var height = 0
  /// The frames, at least one.
  public internal(set) var frames: [Frame] = []
  /// How often the animation is played; 0 for ever.
  public internal(set) var plays = 1
  /// Whether the file is an animation by its form: an APNG, or a GIF of more than one frame.
  public internal(set) var isAnimated = false
  /// Whether the still image of an APNG is not one of its frames.
  public internal(set) var hasPoster = false
  /// Colours of the table for all frames; 0 when there is none.
  public internal(set) var globalColorCount = 0
  /// How pixels are stored, in words.
  public internal(set) var colorType = ""
  /// The first comment in the file.
  public internal(set) var comment: String?
  /// `GIF87a` or `GIF89a` for a GIF, else empty.
  public internal(set) var version = ""

  let bytes: ContiguousArray<UInt8>
  let limits: ReadingLimits
  /// The chunks of a PNG that every frame needs: palette, key colour, colour space.
  var sharedChunks: [Range<Int>] = []
  /// The five bytes of IHDR behind the size.
  var pixelFormat: ContiguousArray<UInt8> = []

  /// Takes a file apart.
  /// - Throws: when it is neither GIF nor PNG, ends early, breaks its format's rules, or is larger than the limits.
  public init(_ bytes: ContiguousArray<UInt8>, limits: ReadingLimits = ReadingLimits()) throws(ImageReadingError) {
    self.bytes = bytes
    self.limits = limits
    switch ImageFormat(of: bytes.span) {
    case .gif:
      format = .gif
      try parseGIF()
    case .png:
      format = .png
      try parsePNG()
    case .jpeg, nil: throw .unknownFormat
    }
  }

  /// Reads a file and takes it apart; the file's name is in every error.
  public init(path: String, limits: ReadingLimits = ReadingLimits()) throws(ImageReadingError) {
    let bytes = try ImageFile(path, limits: limits).bytes()
    do throws(ImageReadingError) { try self.init(bytes, limits: limits) } catch { throw .inFile(path, error) }
  }

  /// How long a frame is shown in browsers, in seconds: a GIF's delays below 2 hundredths count as 10.
  public func shownDelay(of index: Int) -> Rational {
    let delay = frames[index].delay
    if format == .gif && delay < Rational(2, 100) { return Rational(1, 10) }
    return delay
  }

  /// How long all frames are shown together, in seconds, as browsers count.
  public var total: Rational { frames.indices.reduce(Rational.zero) { $0 + shownDelay(of: $1) } }
}

/// Reads numbers out of a file and says so when it ends.
struct ByteReader {
  private let format: String
  private(set) var place: Int
  private let end: Int

  init(format: String, place: Int, end: Int) {
    self.format = format
    self.place = place
    self.end = end
  }

  var isAtEnd: Bool { place == end }

  mutating func skip(_ count: Int) throws(ImageReadingError) -> Range<Int> {
    guard count <= end - place else { throw .malformed(format: format, reason: "it ends after \(end) bytes") }
    defer { place += count }
    return place..<place + count
  }

  mutating func byte(_ bytes: Span<UInt8>) throws(ImageReadingError) -> Int { Int(bytes[try skip(1).lowerBound]) }

  /// Two bytes, lowest first.
  mutating func short(_ bytes: Span<UInt8>) throws(ImageReadingError) -> Int {
    let low = try byte(bytes)
    return low | (try byte(bytes)) << 8
  }

  /// Four bytes, highest first.
  mutating func word(_ bytes: Span<UInt8>) throws(ImageReadingError) -> Int {
    let place = try skip(4).lowerBound
    return (0..<4).reduce(0) { $0 << 8 | Int(bytes[place + $1]) }
  }
}
