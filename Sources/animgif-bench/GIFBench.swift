import Bitmaps
import ImageCodecs

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The PNG files f000.png, f001.png … of a folder as frames of 1/30 s, decoded as they are asked for.
struct PNGFolder: FrameSource {
  struct Renderer: FrameRenderer {
    let folder: String

    mutating func render(_ index: Int, into bitmap: inout Bitmap) throws {
      guard let bytes = PNGFolder.read(PNGFolder.path(folder, index)) else { throw SinkError.closed }
      bitmap = try PNGDecoder().decode(bytes)
    }
  }

  let folder: String
  let width: Int, height: Int
  let timing: FrameTiming

  init?(_ folder: String) throws {
    guard let bytes = Self.read(Self.path(folder, 0)) else { return nil }
    let first = try PNGDecoder().decode(bytes)
    self.folder = folder
    (width, height) = (first.width, first.height)
    var count = 1
    while unsafe access(Self.path(folder, count), R_OK) == 0 { count += 1 }
    timing = .uniform(Rational(1, 30), count: count)
  }

  func makeRenderer() -> Renderer { Renderer(folder: folder) }

  static func path(_ folder: String, _ index: Int) -> String {
    let digits = "\(index)"
    return folder + "/f" + String(repeating: "0", count: max(0, 3 - digits.count)) + digits + ".png"
  }

  static func read(_ path: String) -> ContiguousArray<UInt8>? {
    guard let file = unsafe fopen(path, "rb") else { return nil }
    defer { unsafe fclose(file) }
    unsafe fseek(file, 0, SEEK_END)
    let size = unsafe ftell(file)
    unsafe rewind(file)
    let bytes = unsafe ContiguousArray<UInt8>(unsafeUninitializedCapacity: size) { buffer, count in
      count = unsafe fread(buffer.baseAddress, 1, size, file)
    }
    return bytes
  }
}

/// `gif FOLDER OUT.gif [--threads N] [--effort E] [--lossy N] [--colors N] [--decode-only]`: makes a GIF of a folder and
/// prints what it holds.
func benchGIF() throws {
  let arguments = Array(CommandLine.arguments.dropFirst(2))
  guard arguments.count >= 2, let source = try PNGFolder(arguments[0]) else { return print("usage: gif FOLDER OUT") }
  var options = GIFOptions()
  var threads = 1
  var index = 2
  while index < arguments.count {
    let value = index + 1 < arguments.count ? arguments[index + 1] : ""
    switch arguments[index] {
    case "--threads": threads = Int(value) ?? 1
    case "--effort": options.effort = Effort(rawValue: value) ?? .default
    case "--lossy": options.lossy = Double(value) ?? 0
    case "--colors": options.colors = Int(value) ?? 256
    case "--oklab": options.colorSpace = value == "yes" ? .oklab : .sRGB
    case "--dither": options.dither = value == "ordered" ? .ordered : value == "diffusion" ? .errorDiffusion : .none
    default: break
    }
    index += 2
  }
  let summary = try GIFEncoder(options: options).encode(source, to: FileSink(path: arguments[1]), threads: threads)
  print(summary)
}
