// What `animgif info` says about a file: its structure, and what its frames show.

import Bitmaps

/// Facts about a GIF, APNG, PNG or JPEG file.
public struct ImageReport: Sendable {
  /// A frame as stored.
  public struct Frame: Sendable {
    /// Where its left column lies.
    public let x: Int
    /// Where its top row lies.
    public let y: Int
    /// Columns.
    public let width: Int
    /// Rows.
    public let height: Int
    /// How long the file says it is shown, in seconds.
    public let delay: Rational
    /// What happens to its rectangle afterwards.
    public let disposal: AnimationFile.Disposal
    /// Whether it is drawn over what is there instead of replacing it.
    public let isOver: Bool
    /// Bytes of its compressed pixels.
    public let byteCount: Int
    /// Colours of a table of its own; 0 for none.
    public let localColorCount: Int
  }

  /// Where the file lies.
  public let path: String
  /// `GIF89a`, `GIF87a`, `APNG`, `PNG` or `JPEG`.
  public private(set) var format = "JPEG"
  /// Columns.
  public private(set) var width = 0
  /// Rows.
  public private(set) var height = 0
  /// Bytes of the file.
  public let byteCount: Int
  /// Frames; empty for a JPEG, one for another still.
  public private(set) var frames: [Frame] = []
  /// Whether the file is an animation.
  public private(set) var isAnimated = false
  /// How often it is played; 0 for ever.
  public private(set) var plays = 1
  /// How long all frames last together in a browser, in seconds.
  public private(set) var total = Rational.zero
  /// Whether the still of an APNG is none of its frames.
  public private(set) var hasPoster = false
  /// How pixels are stored, in words.
  public private(set) var colorType = ""
  /// Different colours in what is shown, the clear one counted; at most `colorLimit + 1`.
  public private(set) var colorCount = 0
  /// The first comment.
  public private(set) var comment: String?

  /// Colours are counted as far as this.
  public static let colorLimit = 1 << 20

  /// Reads a file and decodes all of it.
  public init(path: String, limits: ReadingLimits = ReadingLimits()) throws(ImageReadingError) {
    self.path = path
    let bytes = try ImageFile(path, limits: limits).bytes()
    byteCount = bytes.count
    do throws(ImageReadingError) {
      if ImageFormat(of: bytes.span) == .jpeg {
        let header = try JPEGHeader(of: bytes.span)
        (width, height) = (header.width, header.height)
        colorType = [1: "grey", 3: "colour", 4: "four inks"][header.componentCount] ?? "other"
        var colors = Set<UInt32>()
        Self.count(try JPEGDecoder(limits: limits).decode(bytes), into: &colors)
        colorCount = colors.count
      } else {
        try take(AnimationFile(bytes, limits: limits))
      }
    } catch {
      throw .inFile(path, error)
    }
  }

  private mutating func take(_ file: AnimationFile) throws(ImageReadingError) {
    format = file.format == .gif ? file.version : file.isAnimated ? "APNG" : "PNG"
    (width, height) = (file.width, file.height)
    (isAnimated, plays, hasPoster) = (file.isAnimated, file.plays, file.hasPoster)
    (colorType, comment) = (file.colorType, file.comment)
    if file.format == .png && file.globalColorCount > 0 { colorType += " (\(file.globalColorCount) colours)" }
    if isAnimated { total = file.total }
    frames = file.frames.map { frame in
      Frame(
        x: frame.x, y: frame.y, width: frame.width, height: frame.height, delay: frame.delay,
        disposal: frame.disposal, isOver: frame.isOver, byteCount: frame.byteCount,
        localColorCount: frame.localColorCount)
    }
    var player = AnimationPlayer(file)
    var colors = Set<UInt32>()
    for index in frames.indices { Self.count(try player.frame(index), into: &colors) }
    colorCount = colors.count
  }

  private static func count(_ bitmap: Bitmap, into colors: inout Set<UInt32>) {
    let pixels = bitmap.pixels
    var last = ~pixels[0]
    for index in 0..<pixels.count where pixels[index] != last && colors.count <= colorLimit {
      last = pixels[index]
      colors.insert(last)
    }
  }

  /// Frames per second in a browser, on average; nil for stills.
  public var rate: Rational? { total > .zero ? Rational(frames.count) / total : nil }

  // MARK: Text

  /// The report for people, a few lines.
  public var text: String {
    var lines = ["\(path): \(format), \(width)x\(height), \(byteCount) bytes"]
    func line(_ name: String, _ value: String) {
      lines.append("  " + name + String(repeating: " ", count: 10 - name.count) + value)
    }
    if isAnimated {
      line("frames", "\(frames.count)\(hasPoster ? ", and a poster that is none of them" : "")")
      line("time", "\(decimal(total, digits: 3)) s, \(rate.map { decimal($0, digits: 3) } ?? "0") frames per second")
      line("delays", Self.runs(frames.map { decimal($0.delay * Rational(1000), digits: 3) + " ms" }))
      line("plays", plays == 0 ? "for ever" : plays == 1 ? "once" : "\(plays) times")
      let disposals = frames.map { $0.disposal.rawValue + ($0.isOver ? " over" : " source") }
      line("disposal", Self.runs(format.hasPrefix("GIF") ? frames.map(\.disposal.rawValue) : disposals))
      let area = frames.reduce(0) { $0 + $1.width * $1.height }
      let share = Rational(100 * area / max(1, frames.count), width * height)
      line("area", "\(decimal(share, digits: 1)) % of the canvas per frame on average")
    }
    let locals = frames.filter { $0.localColorCount > 0 }.count
    let counted = colorCount > Self.colorLimit ? "more than \(Self.colorLimit)" : "\(colorCount)"
    line(
      "colours", "\(counted) shown; stored as \(colorType)\(locals > 0 ? ", \(locals) frames with their own" : "")")
    if let comment { line("comment", comment) }
    return lines.joined(separator: "\n")
  }

  /// Counts equal values: `30 ms (24), 40 ms (12)`, most frequent first, at most six.
  private static func runs(_ values: [String]) -> String {
    var counts: [String: Int] = [:]
    for value in values { counts[value, default: 0] += 1 }
    let sorted = counts.sorted { $0.value != $1.value ? $0.value > $1.value : naturallyPrecedes($0.key, $1.key) }
    if sorted.count == 1 { return sorted[0].key }
    let shown = sorted.prefix(6).map { "\($0.key) (\($0.value))" }.joined(separator: ", ")
    return sorted.count > 6 ? shown + ", \(sorted.count - 6) more" : shown
  }

  /// The report for programs: one JSON object. Times are exact fractions as text and seconds as numbers.
  public var json: String {
    var fields = [
      ("path", jsonText(path)), ("format", jsonText(format)), ("width", "\(width)"), ("height", "\(height)"),
      ("bytes", "\(byteCount)"), ("colors", "\(colorCount)"), ("colorType", jsonText(colorType)),
      ("animated", "\(isAnimated)"),
    ]
    if isAnimated {
      fields += [
        ("frameCount", "\(frames.count)"), ("plays", "\(plays)"), ("total", jsonText(total.description)),
        ("totalSeconds", decimal(total, digits: 6)), ("poster", "\(hasPoster)"),
        ("framesPerSecond", rate.map { decimal($0, digits: 6) } ?? "null"),
      ]
    }
    if let comment { fields.append(("comment", jsonText(comment))) }
    let frames = frames.map { frame in
      object([
        ("x", "\(frame.x)"), ("y", "\(frame.y)"), ("width", "\(frame.width)"), ("height", "\(frame.height)"),
        ("delay", jsonText(frame.delay.description)), ("delaySeconds", decimal(frame.delay, digits: 6)),
        ("disposal", jsonText(frame.disposal.rawValue)), ("blend", jsonText(frame.isOver ? "over" : "source")),
        ("localColors", "\(frame.localColorCount)"), ("bytes", "\(frame.byteCount)"),
      ])
    }
    fields.append(("frames", "[" + frames.joined(separator: ",") + "]"))
    return object(fields)
  }
}

private func object(_ fields: [(String, String)]) -> String {
  "{" + fields.map { jsonText($0.0) + ":" + $0.1 }.joined(separator: ",") + "}"
}

/// Returns a text as a string of JSON (RFC 8259), in quotes.
package func jsonText(_ text: String) -> String {
  var result = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"": result += "\\\""
    case "\\": result += "\\\\"
    case _ where scalar.value < 32:
      let digits = String(scalar.value, radix: 16)
      result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result + "\""
}

/// A number with at most so many digits behind the point, without needless zeros.
func decimal(_ value: Rational, digits: Int) -> String {
  let scale = (0..<digits).reduce(1) { power, _ in power * 10 }
  let scaled = value.rounded(times: scale)
  let whole = scaled.magnitude / UInt(scale)
  var fraction = String(scaled.magnitude % UInt(scale))
  fraction = String(repeating: "0", count: digits - fraction.count) + fraction
  while fraction.utf8.last == UInt8(ascii: "0") { fraction.removeLast() }
  return (scaled < 0 ? "-" : "") + "\(whole)" + (fraction.isEmpty ? "" : "." + fraction)
}
