// Uncompressed output for other encoders: bare RGBA, or YUV4MPEG2, a header of text and planes of 8-bit samples.

public import Bitmaps

/// Why raw frames cannot be written.
public enum RawError: Error, CustomStringConvertible {
  /// The output failed.
  case sink(SinkError)
  /// There is no frame to write.
  case noFrames
  /// YUV4MPEG2 has one rate for all frames.
  case framesOfDifferentDurations
  /// The source could not draw a frame.
  case frame(Int, any Error)

  /// The message.
  public var description: String {
    switch self {
    case .sink(let error): "\(error)"
    case .noFrames: "an animation needs at least one frame; got none"
    case .framesOfDifferentDurations:
      "y4m has one rate for all frames, these have different durations; sample the animation at a fixed rate"
    case .frame(_, let error): "\(error)"
    }
  }
}

/// Writes uncompressed frames.
public struct RawEncoder: Sendable {
  /// What is written.
  public enum Format: String, Sendable, CaseIterable {
    /// Red, green, blue, straight alpha; no header. `ffmpeg -f rawvideo -pix_fmt rgba -video_size WxH -framerate R -i -`.
    case rgba
    /// YUV4MPEG2. `ffmpeg -i -` needs nothing more.
    ///
    /// Colours by BT.601 in the limited range 16…235, which is what readers assume, as the format cannot say. Chroma is stored for
    /// squares of 2 by 2 pixels, averaged, sited in the middle (`420jpeg`), as players of MP4 expect; where a side is odd, for each pixel
    /// (`444`), as encoders refuse odd sides otherwise.
    case y4m
  }

  /// What is written.
  public var format: Format
  /// What lies behind pixels that are not opaque, in a format without alpha.
  public var background: Color

  /// Makes an encoder.
  public init(format: Format, background: Color = .white) {
    self.format = format
    self.background = background
  }

  /// Writes a clip and finishes the sink; on an error the sink is cancelled.
  /// - Parameters:
  ///   - source: the frames.
  ///   - sink: where the bytes go.
  ///   - threads: how many threads draw, at least 1; nil for all processors.
  ///   - progress: called on this thread with the number of frames that are done, and of how many.
  public func encode<Source: FrameSource>(
    _ source: Source, to sink: any ByteSink, threads: Int? = nil,
    progress: ((_ done: Int, _ total: Int) -> Void)? = nil
  ) throws(RawError) {
    do throws(RawError) {
      let count = source.frameCount
      if count == 0 { throw .noFrames }
      if format == .y4m { try put(Array(try header(source).utf8).span, into: sink) }
      let layout = self
      try forEachInOrder(
        count, threads: threads ?? availableProcessorCount(),
        makeWorker: { (source.makeRenderer(), Bitmap(width: source.width, height: source.height)) },
        work: { (worker: inout (Source.Renderer, Bitmap), index: Int) throws(RawError) -> ContiguousArray<UInt8> in
          do { try worker.0.render(index, into: &worker.1) } catch { throw .frame(index, error) }
          return layout.bytes(of: worker.1)
        },
        consume: { (index: Int, bytes: ContiguousArray<UInt8>) throws(RawError) in
          try put(bytes.span, into: sink)
          progress?(index + 1, count)
        })
      do throws(SinkError) { try sink.finish() } catch { throw .sink(error) }
    } catch {
      sink.cancel()
      throw error
    }
  }

  private func put(_ bytes: Span<UInt8>, into sink: any ByteSink) throws(RawError) {
    do throws(SinkError) { try sink.write(bytes) } catch { throw .sink(error) }
  }

  private func header(_ source: some FrameSource) throws(RawError) -> String {
    let duration: Rational
    if let uniform = source.timing.uniformDuration {
      duration = uniform
    } else {
      duration = source.timing.duration(of: 0)
      for index in 1..<max(1, source.frameCount) where source.timing.duration(of: index) != duration {
        throw .framesOfDifferentDurations
      }
    }
    let chroma = Self.isSubsampled(source.width, source.height) ? "420jpeg" : "444"
    return "YUV4MPEG2 W\(source.width) H\(source.height) F\(duration.denominator):\(duration.numerator) Ip A1:1 "
      + "C\(chroma) XCOLORRANGE=LIMITED\n"
  }

  private static func isSubsampled(_ width: Int, _ height: Int) -> Bool { width % 2 == 0 && height % 2 == 0 }

  /// A frame as it is written.
  func bytes(of bitmap: Bitmap) -> ContiguousArray<UInt8> {
    switch format {
    case .rgba: Self.straight(bitmap)
    case .y4m: planes(bitmap)
    }
  }

  private static func straight(_ bitmap: Bitmap) -> ContiguousArray<UInt8> {
    var bytes = ContiguousArray<UInt8>(repeating: 0, count: 4 * bitmap.pixelCount)
    let pixels = bitmap.pixels
    for index in 0..<pixels.count {
      let pixel = Pixel(bits: pixels[index]).straight
      bytes[4 * index] = pixel.red
      bytes[4 * index + 1] = pixel.green
      bytes[4 * index + 2] = pixel.blue
      bytes[4 * index + 3] = pixel.alpha
    }
    return bytes
  }

  // Rec. ITU-R BT.601, 2.5: Y = 16 + 65.481 R + 128.553 G + 24.966 B and so on with R, G, B of 0…1; here in 1/65536 of R, G, B of 0…255.
  private static let luma = (red: 16829, green: 33039, blue: 6416)
  private static let blueness = (red: -9714, green: -19071, blue: 28785)
  private static let redness = (red: 28785, green: -24103, blue: -4682)

  private func planes(_ bitmap: Bitmap) -> ContiguousArray<UInt8> {
    let (width, height) = (bitmap.width, bitmap.height)
    let step = Self.isSubsampled(width, height) ? 2 : 1
    let chromaCount = (width / step) * (height / step)
    let marker = Array("FRAME\n".utf8)
    var bytes = ContiguousArray(marker)
    bytes.append(contentsOf: repeatElement(0, count: width * height + 2 * chromaCount))
    let ground = Pixel(background.withAlpha(1))
    let pixels = bitmap.pixels
    func color(_ index: Int) -> (red: Int, green: Int, blue: Int) {
      let pixel = Pixel(bits: pixels[index])
      let rest = 255 - Int(pixel.alpha)
      func over(_ channel: UInt8, _ under: UInt8) -> Int { min(255, Int(channel) + (Int(under) * rest + 127) / 255) }
      return (over(pixel.red, ground.red), over(pixel.green, ground.green), over(pixel.blue, ground.blue))
    }
    var output = bytes.mutableSpan
    let (lumaStart, chromaStart) = (marker.count, marker.count + width * height)
    for y in stride(from: 0, to: height, by: step) {
      for x in stride(from: 0, to: width, by: step) {
        var (red, green, blue) = (0, 0, 0)
        for dy in 0..<step {
          for dx in 0..<step {
            let index = (y + dy) * width + x + dx
            let c = color(index)
            let sum = Self.luma.red * c.red + Self.luma.green * c.green + Self.luma.blue * c.blue
            output[lumaStart + index] = UInt8(clamping: 16 + (sum + 1 << 15) >> 16)
            (red, green, blue) = (red + c.red, green + c.green, blue + c.blue)
          }
        }
        let place = chromaStart + y / step * (width / step) + x / step
        let shift = step == 2 ? 18 : 16
        func chroma(_ weights: (red: Int, green: Int, blue: Int)) -> UInt8 {
          let sum = weights.red * red + weights.green * green + weights.blue * blue
          return UInt8(clamping: 128 + (sum + 1 << (shift - 1)) >> shift)
        }
        output[place] = chroma(Self.blueness)
        output[place + chromaCount] = chroma(Self.redness)
      }
    }
    return bytes
  }
}
