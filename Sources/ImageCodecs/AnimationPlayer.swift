// Draws the frames of a GIF, PNG or APNG as a viewer shows them: each onto what its predecessors have left.

public import Bitmaps

/// Plays a file frame by frame.
public struct AnimationPlayer {
  /// The file.
  public let file: AnimationFile
  /// What is shown after frame `next - 1`, before its disposal.
  private var canvas: Bitmap
  /// What was there before that frame, if its disposal asks for it.
  private var saved: Bitmap?
  private var next = 0
  private var decoder = LZWDecoder()
  private var indices: ContiguousArray<UInt8> = []

  /// Makes a player that stands before the first frame.
  public init(_ file: AnimationFile) {
    self.file = file
    canvas = Bitmap(width: file.width, height: file.height)
  }

  /// Returns what is shown while a frame's delay runs. Forward steps cost one frame each; backward the file is played from the start.
  /// - Precondition: there is such a frame.
  public mutating func frame(_ index: Int) throws(ImageReadingError) -> Bitmap {
    precondition(file.frames.indices.contains(index), "no frame \(index) among \(file.frames.count)")
    if index < next - 1 {
      canvas.fill(.clear)
      saved = nil
      next = 0
    }
    while next <= index { try step() }
    return canvas
  }

  private mutating func step() throws(ImageReadingError) {
    if next > 0 { dispose(file.frames[next - 1]) }
    let frame = file.frames[next]
    saved = frame.disposal == .previous ? canvas : nil
    do throws(ImageReadingError) {
      switch file.format {
      case .gif: try drawGIF(frame)
      case .png, .jpeg: try drawPNG(frame)
      }
    } catch {
      if case .malformed(let format, let reason) = error {
        throw .malformed(format: format, reason: "frame \(next): \(reason)")
      }
      throw error
    }
    next += 1
  }

  private mutating func dispose(_ frame: AnimationFile.Frame) {
    switch frame.disposal {
    case .none: break
    case .background:
      for y in min(frame.y, file.height)..<min(frame.y + frame.height, file.height) {
        for x in min(frame.x, file.width)..<min(frame.x + frame.width, file.width) {
          canvas.storage[y * file.width + x] = 0
        }
      }
    case .previous: if let saved { canvas = saved }
    }
  }

  private mutating func drawPNG(_ frame: AnimationFile.Frame) throws(ImageReadingError) {
    let picture = try PNGDecoder(limits: file.limits).decode(file.standalonePNG(frame))
    if !frame.isOver {
      canvas.put(picture, x: frame.x, y: frame.y)
      return
    }
    for y in 0..<frame.height {
      for x in 0..<frame.width {
        let place = (frame.y + y) * file.width + frame.x + x
        let above = picture.storage[y * frame.width + x]
        let alpha = above >> 24
        if alpha == 255 {
          canvas.storage[place] = above
        } else if alpha > 0 {
          canvas.storage[place] = over(above, canvas.storage[place])
        }
      }
    }
  }

  private mutating func drawGIF(_ frame: AnimationFile.Frame) throws(ImageReadingError) {
    let count = frame.width * frame.height
    if indices.count != count { indices = ContiguousArray(repeating: 0, count: count) }
    if let problem = decoder.decode(
      file.bytes, pieces: frame.pieces, minimumCodeSize: frame.minimumCodeSize, into: &indices)
    {
      throw .malformed(format: "GIF", reason: problem)
    }
    // Indices beyond the table are transparent, as in browsers.
    var colors = [UInt32?](repeating: nil, count: 256)
    for index in 0..<frame.colorTable.count / 3 where index != frame.transparentIndex {
      let place = frame.colorTable.lowerBound + 3 * index
      colors[index] =
        UInt32(file.bytes[place]) | UInt32(file.bytes[place + 1]) << 8 | UInt32(file.bytes[place + 2]) << 16
        | 0xFF00_0000
    }
    let columns = max(0, min(frame.width, file.width - frame.x))
    for (row, y) in rows(of: frame).enumerated() where frame.y + y < file.height {
      let target = (frame.y + y) * file.width + frame.x
      for x in 0..<columns {
        if let color = colors[Int(indices[row * frame.width + x])] { canvas.storage[target + x] = color }
      }
    }
  }

  /// The rows of a frame in the order in which they are stored: interlaced ones every 8th from 0 and 4, every 4th from 2, every 2nd from 1.
  private func rows(of frame: AnimationFile.Frame) -> [Int] {
    if !frame.isInterlaced { return Array(0..<frame.height) }
    return [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { start, step in
      Array(stride(from: start, to: frame.height, by: step))
    }
  }
}

/// A premultiplied pixel over another.
private func over(_ above: UInt32, _ below: UInt32) -> UInt32 {
  let rest = 255 - above >> 24
  var result: UInt32 = 0
  for shift: UInt32 in [0, 8, 16, 24] {
    let channel = above >> shift & 255 + ((below >> shift & 255) * rest + 127) / 255
    result |= min(channel, 255) << shift
  }
  return result
}

/// The frames of a GIF or APNG file as a source, with its own timing as browsers show it.
public struct AnimationFrames: FrameSource {
  /// The file.
  public let file: AnimationFile
  /// How long each frame is shown; those of no time at all count as 1/100 s.
  public let timing: FrameTiming

  /// Makes a source.
  public init(_ file: AnimationFile) {
    self.file = file
    timing = FrameTiming(
      durations: file.frames.indices.map { max(file.shownDelay(of: $0), Rational(1, 100)) })
  }

  /// Columns of every frame.
  public var width: Int { file.width }
  /// Rows of every frame.
  public var height: Int { file.height }

  /// Plays the file.
  public struct Renderer: FrameRenderer {
    fileprivate var player: AnimationPlayer

    /// Decodes a frame.
    public mutating func render(_ index: Int, into bitmap: inout Bitmap) throws { bitmap = try player.frame(index) }
  }

  /// Makes a player for one thread.
  public func makeRenderer() -> Renderer { Renderer(player: AnimationPlayer(file)) }
}
