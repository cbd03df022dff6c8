// What `animgif compare` does: two stills, two animations, two folders of stills, or any of these against each other, frame by frame.

public import Bitmaps

/// The result of comparing two files or folders.
///
/// Animations are compared by what they show: frames that equal the one before count as more time for that one, on both sides. Folders are
/// compared name by name with each other, and in natural order with an animation.
public struct FileComparison: Sendable {
  /// One pair of frames that differ.
  public struct FrameDifference: Sendable {
    /// The frame's number, or the file's name in folders.
    public let name: String
    /// How the pixels differ; nil when the sizes do.
    public let pixels: BitmapComparison?
    /// The sizes, as `20x10 and 20x12`; empty when they are equal.
    public let sizes: String
  }

  /// The frames that differ by more than the tolerance.
  public private(set) var differences: [FrameDifference] = []
  /// What differs besides pixels: numbers of frames, times, loops, names. Each a sentence.
  public private(set) var remarks: [String] = []
  /// Pairs of frames that were compared.
  public private(set) var frameCount = 0
  /// The differences of the pair with the most different pixels, as a picture; nil when there is none.
  public private(set) var differencePicture: Bitmap?
  private var worst = 0

  /// Whether nothing differs by more than the tolerance.
  public var isEqual: Bool { differences.isEmpty && remarks.isEmpty }

  /// Compares two files or folders.
  /// - Parameters:
  ///   - left: a file or a folder of frames.
  ///   - right: the one to compare it with.
  ///   - tolerance: when two pixels count as equal.
  ///   - comparesTiming: whether times and loops of two animations must agree: starts of frames within 1/100 s, which is what a GIF can say.
  ///   - limits: how large pictures may be.
  public init(
    _ left: String, _ right: String, tolerance: ComparisonTolerance = .exact, comparesTiming: Bool = true,
    limits: ReadingLimits = ReadingLimits()
  ) throws(ImageReadingError) {
    let isFolder = (FileSystem.kind(of: left) == .folder, FileSystem.kind(of: right) == .folder)
    if isFolder == (true, true) {
      try compareFolders(left, right, tolerance, limits)
      return
    }
    var (a, b) = (try ShownFrames(left, limits), try ShownFrames(right, limits))
    let merging = a.isAnimated || b.isAnimated
    while true {
      let (first, second) = (try a.next(merging: merging), try b.next(merging: merging))
      guard let first, let second else { break }
      compare(first.bitmap, second.bitmap, "frame \(frameCount)", tolerance)
    }
    let counts = (try a.countAll(merging: merging), try b.countAll(merging: merging))
    if counts.0 != counts.1 {
      remarks.append("the numbers of different frames in a row are \(counts.0) and \(counts.1)")
    }
    if a.isAnimated && b.isAnimated && comparesTiming { compareTiming(a, b) }
  }

  private mutating func compareFolders(
    _ left: String, _ right: String, _ tolerance: ComparisonTolerance, _ limits: ReadingLimits
  ) throws(ImageReadingError) {
    func names(_ folder: String) throws(ImageReadingError) -> [String] {
      try FrameFiles.expanding([folder]).map { path in
        path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[path.index(after: $0)...]) } ?? path
      }
    }
    let (first, second) = (try names(left), try names(right))
    for name in first where !second.contains(name) { remarks.append("\(name) is in \(left) alone") }
    for name in second where !first.contains(name) { remarks.append("\(name) is in \(right) alone") }
    for name in first where second.contains(name) {
      let a = try ImageFile("\(left)/\(name)", limits: limits).decode()
      let b = try ImageFile("\(right)/\(name)", limits: limits).decode()
      compare(a, b, name, tolerance)
    }
  }

  private mutating func compare(_ a: Bitmap, _ b: Bitmap, _ name: String, _ tolerance: ComparisonTolerance) {
    frameCount += 1
    guard a.width == b.width && a.height == b.height else {
      let sizes = "\(a.width)x\(a.height) and \(b.width)x\(b.height)"
      differences.append(FrameDifference(name: name, pixels: nil, sizes: sizes))
      return
    }
    let comparison = BitmapComparison(a, b, tolerance: tolerance)
    if comparison.isEqual { return }
    differences.append(FrameDifference(name: name, pixels: comparison, sizes: ""))
    if comparison.differentPixels > worst {
      worst = comparison.differentPixels
      differencePicture = BitmapComparison.difference(a, b)
    }
  }

  private mutating func compareTiming(_ a: ShownFrames, _ b: ShownFrames) {
    if a.plays != b.plays {
      func words(_ plays: Int) -> String { plays == 0 ? "for ever" : plays == 1 ? "once" : "\(plays) times" }
      remarks.append("they are played \(words(a.plays)) and \(words(b.plays))")
    }
    for (index, (first, second)) in zip(a.starts, b.starts).enumerated() {
      let difference = first < second ? second - first : first - second
      if difference > Rational(1, 100) {
        let times = "\(decimal(first, digits: 3)) s and \(decimal(second, digits: 3)) s"
        remarks.append("frame \(index) begins at \(times)")
        return
      }
    }
    let difference = a.end < b.end ? b.end - a.end : a.end - b.end
    if difference > Rational(1, 100) {
      remarks.append("they last \(decimal(a.end, digits: 3)) s and \(decimal(b.end, digits: 3)) s")
    }
  }

  /// The result for people: one line when equal, else one per difference, at most ten of them.
  public var text: String {
    if isEqual { return frameCount == 1 ? "equal" : "equal, \(frameCount) frames" }
    var lines = remarks.prefix(10).map { $0 }
    if remarks.count > 10 { lines.append("\(remarks.count - 10) more of this kind") }
    for difference in differences.prefix(10) {
      guard let pixels = difference.pixels, let first = pixels.firstDifference else {
        lines.append("\(difference.name): the sizes are \(difference.sizes)")
        continue
      }
      func words(_ pixel: Pixel) -> String {
        let pixel = pixel.straight
        return "(\(pixel.red) \(pixel.green) \(pixel.blue) \(pixel.alpha))"
      }
      lines.append(
        "\(difference.name): \(pixels.differentPixels) of \(pixels.pixelCount) pixels differ, a channel by up to "
          + "\(pixels.greatestChannelDifference); first at (\(first.x), \(first.y)): \(words(first.left)) and "
          + words(first.right))
    }
    if differences.count > 10 { lines.append("\(differences.count - 10) more frames differ") }
    return lines.joined(separator: "\n")
  }
}

/// What a file or folder shows, one after the other.
private struct ShownFrames {
  private enum Kind {
    case animation(AnimationPlayer)
    case stills([String], ReadingLimits)
  }

  private var kind: Kind
  private let path: String
  private var index = 0
  private var ahead: (bitmap: Bitmap, duration: Rational)?
  private var count = 0
  private(set) var isAnimated = false
  private(set) var plays = 1
  /// When each shown frame began, and when the last ended, in seconds.
  private(set) var starts: [Rational] = []
  private(set) var end = Rational.zero

  init(_ path: String, _ limits: ReadingLimits) throws(ImageReadingError) {
    self.path = path
    if FileSystem.kind(of: path) == .folder {
      kind = .stills(try FrameFiles.expanding([path]), limits)
      return
    }
    let bytes = try ImageFile(path, limits: limits).bytes()
    if ImageFormat(of: bytes.span) == .jpeg {
      kind = .stills([path], limits)
      return
    }
    do throws(ImageReadingError) {
      let file = try AnimationFile(bytes, limits: limits)
      kind = .animation(AnimationPlayer(file))
      (isAnimated, plays) = (file.isAnimated, file.plays)
    } catch {
      throw .inFile(path, error)
    }
  }

  private mutating func read() throws(ImageReadingError) -> (bitmap: Bitmap, duration: Rational)? {
    defer { index += 1 }
    switch kind {
    case .animation(var player):
      if index >= player.file.frames.count { return nil }
      do throws(ImageReadingError) {
        let bitmap = try player.frame(index)
        kind = .animation(player)
        return (bitmap, player.file.shownDelay(of: index))
      } catch {
        throw .inFile(path, error)
      }
    case .stills(let paths, let limits):
      if index >= paths.count { return nil }
      return (try ImageFile(paths[index], limits: limits).decode(), .zero)
    }
  }

  /// The next frame, together with those after it that look the same if they are merged.
  mutating func next(merging: Bool) throws(ImageReadingError) -> (bitmap: Bitmap, duration: Rational)? {
    let first: (bitmap: Bitmap, duration: Rational)?
    if let waiting = ahead.take() { first = waiting } else { first = try read() }
    guard var current = first else { return nil }
    while merging, let following = try read() {
      if following.bitmap != current.bitmap {
        ahead = following
        break
      }
      current.duration = current.duration + following.duration
    }
    starts.append(end)
    end = end + current.duration
    count += 1
    return current
  }

  /// Reads on to the end and returns the number of all frames.
  mutating func countAll(merging: Bool) throws(ImageReadingError) -> Int {
    while try next(merging: merging) != nil {}
    return count
  }
}
