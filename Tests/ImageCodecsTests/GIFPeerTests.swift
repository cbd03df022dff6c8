import Bitmaps
import ImageCodecs
import TestSupport
import Testing

/// Files that gifsicle, which rewrites a GIF from what it shows, must not make much smaller.
@Suite struct GIFPeerTests {
  /// Art on a clear or a plain ground: a row of blocks that scrolls out of the picture.
  private static func scrolling(_ ground: Pixel) -> [Bitmap] {
    (0..<20).map { k in
      bitmap(120, 80) { x, y in
        let column = x + 5 * k
        guard column < 120, y >= 20, y < 60, column / 12 % 2 == 0 else { return ground }
        return Pixel(bits: 0xFF20_4060 + UInt32(column / 12 * 0x0A_0500 + (y / 8) * 9))
      }
    }
  }

  @Test(arguments: [Pixel.clear, Pixel(.white)]) func `G21, art that scrolls out leaves no trail that costs`(
    ground: Pixel
  ) throws {
    let folder = ScratchFolder()
    let clip = Self.scrolling(ground)
    let (bytes, _) = try encode(clip)
    #expect(try GIFReader(bytes).images.map(\.screen) == clip)
    folder.put(Array(bytes), "ours.gif")
    _ = try OutsideProgram.run("gifsicle", ["-O3", folder.path("ours.gif"), "-o", folder.path("theirs.gif")])
    let theirs = try #require(folder.contents("theirs.gif"), "gifsicle is missing; scripts/setup --tests installs it")
    let limit = Double(theirs.count) * (ground == .clear ? 1.04 : 1)
    #expect(
      Double(bytes.count) <= limit, "ours \(bytes.count) bytes, gifsicle -O3 \(theirs.count)")
  }
}
