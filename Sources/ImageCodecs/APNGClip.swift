// The first look at a clip, before anything is written: which colours occur in all its frames, what changes from each to the next, and
// which frames are stored for how long. An APNG has one colour type and says at its front how many frames follow.

import Bitmaps

/// What changes from the frame before to this one.
struct APNGChange: Sendable {
  /// The smallest box with all changed pixels; nil when there are none.
  var box: PixelBox?
  /// Whether all changed pixels have become opaque, so that they may be drawn over the old ones.
  var isOpaque = true
}

/// A frame as it is stored.
struct APNGStoredFrame: Equatable, Sendable {
  /// The frame of the source.
  let index: Int
  /// Whether it looks like the frame before and is stored for its time alone.
  let isRepeat: Bool
  /// The delay in seconds, as a fraction.
  let numerator: UInt16, denominator: UInt16
}

/// Draws the frames of one block after the other, together with the frame before each: one per thread.
struct APNGFrameReader<Renderer: FrameRenderer> {
  private var renderer: Renderer
  private(set) var current: Bitmap
  private(set) var previous: Bitmap

  /// Frames of a block. The frame before its first is drawn once more for it: an eighth more drawing.
  static var blockSize: Int { 8 }

  init<Source: FrameSource>(_ source: Source) where Source.Renderer == Renderer {
    renderer = source.makeRenderer()
    current = Bitmap(width: source.width, height: source.height)
    previous = current
  }

  /// The frames of a block.
  static func frames(ofBlock block: Int, of count: Int) -> Range<Int> {
    block * blockSize..<min(count, (block + 1) * blockSize)
  }

  /// Draws a block's frames; before the first of all the canvas is clear.
  mutating func forEachFrame(
    ofBlock block: Int, of count: Int, _ body: (Int, _ previous: Bitmap, _ current: Bitmap) -> Void
  ) throws(PNGError) {
    let frames = Self.frames(ofBlock: block, of: count)
    if frames.lowerBound > 0 { try draw(frames.lowerBound - 1) } else { current.fill(.clear) }
    for index in frames {
      swap(&current, &previous)
      try draw(index)
      body(index, previous, current)
    }
  }

  private mutating func draw(_ index: Int) throws(PNGError) {
    do { try renderer.render(index, into: &current) } catch { throw .frame(index, error) }
    precondition(
      current.width == previous.width && current.height == previous.height, "a renderer must keep the source's size")
  }
}

/// What is known about a clip after the first look.
struct APNGClip: Sendable {
  private(set) var census = ColorCensus()
  private(set) var changes: [APNGChange] = []

  /// Looks at all frames.
  init(_ source: some FrameSource, threads: Int, progress: (Int) -> Void) throws(PNGError) {
    let count = source.frameCount
    typealias Reader<Source: FrameSource> = APNGFrameReader<Source.Renderer>
    func look<Source: FrameSource>(_ source: Source) throws(PNGError) {
      try forEachInOrder(
        (count + Reader<Source>.blockSize - 1) / Reader<Source>.blockSize, threads: threads,
        makeWorker: { Reader<Source>(source) },
        work: { (reader: inout Reader<Source>, block: Int) throws(PNGError) -> APNGClip in
          var part = APNGClip()
          try reader.forEachFrame(ofBlock: block, of: count) { index, previous, current in
            part.add(current, after: index == 0 ? nil : previous)
          }
          return part
        },
        consume: { (_: Int, part: APNGClip) throws(PNGError) in
          census.merge(part.census)
          changes.append(contentsOf: part.changes)
          progress(changes.count)
        })
    }
    try look(source)
  }

  private init() {}

  private mutating func add(_ current: Bitmap, after previous: Bitmap?) {
    guard let previous else {
      census.add(current)
      changes.append(APNGChange(box: PixelBox(left: 0, top: 0, right: current.width, bottom: current.height)))
      return
    }
    census.add(current, changedSince: previous)
    changes.append(APNGChange(from: previous, to: current))
  }

  /// Adds the colours of a picture that is stored beside the frames.
  mutating func add(poster: Bitmap) { census.add(poster) }

  /// The frames to be stored with their exact delays.
  /// - Parameter merging: whether a frame that equals the one before only prolongs it.
  func storedFrames(_ timing: FrameTiming, merging: Bool) -> [APNGStoredFrame] {
    var stored: [APNGStoredFrame] = []
    var index = 0
    while index < changes.count {
      var end = index + 1
      var duration = timing.duration(of: index)
      while merging && end < changes.count && changes[end].box == nil {
        let longer = duration + timing.duration(of: end)
        // Two fractions that fit may have a sum that does not.
        if APNGDelay.exact(longer) == nil && APNGDelay.exact(duration) != nil { break }
        (duration, end) = (longer, end + 1)
      }
      var isRepeat = index > 0 && changes[index].box == nil
      while duration > Rational(Int(UInt16.max)) {
        stored.append(APNGStoredFrame(index: index, isRepeat: isRepeat, numerator: .max, denominator: 1))
        duration = duration - Rational(Int(UInt16.max))
        isRepeat = true
      }
      let delay = APNGDelay.exact(duration) ?? APNGDelay.nearest(duration)
      stored.append(
        APNGStoredFrame(index: index, isRepeat: isRepeat, numerator: delay.numerator, denominator: delay.denominator))
      index = end
    }
    return stored
  }
}

/// Delays of 16 bits above and below the bar.
enum APNGDelay {
  /// The duration when it fits exactly.
  static func exact(_ duration: Rational) -> (numerator: UInt16, denominator: UInt16)? {
    guard let numerator = UInt16(exactly: duration.numerator), let denominator = UInt16(exactly: duration.denominator)
    else { return nil }
    return (numerator, denominator)
  }

  /// The nearest fraction that fits, above 0.
  static func nearest(_ duration: Rational) -> (numerator: UInt16, denominator: UInt16) {
    let value = duration.value
    let limit = value > 1 ? max(1, Int(65535 / min(value, 65535))) : 65535
    if let fraction = Rational(approximating: value, maximumDenominator: limit), let fitting = exact(fraction),
      fitting.numerator > 0
    {
      return fitting
    }
    return value > 1 ? (.max, 1) : (1, .max)
  }
}

extension APNGChange {
  /// Finds what changes between two pictures of one size.
  init(from previous: Bitmap, to current: Bitmap) {
    let (width, height) = (current.width, current.height)
    let (before, after) = (previous.pixels, current.pixels)
    var (left, right, top, bottom) = (width, -1, height, -1)
    for y in 0..<height {
      let row = y * width
      let (a, b) = (before.extracting(row..<row + width), after.extracting(row..<row + width))
      var bits: UInt32 = 0
      for x in 0..<width { bits |= a[x] ^ b[x] }
      if bits == 0 { continue }
      top = min(top, y)
      bottom = y
      var x = 0
      while x < left && a[x] == b[x] { x += 1 }
      left = min(left, x)
      x = width - 1
      while x > right && a[x] == b[x] { x -= 1 }
      right = max(right, x)
      if isOpaque { for x in 0..<width where a[x] != b[x] && b[x] >> 24 != 255 { isOpaque = false } }
    }
    if right >= 0 { box = PixelBox(left: left, top: top, right: right + 1, bottom: bottom + 1) }
  }
}
