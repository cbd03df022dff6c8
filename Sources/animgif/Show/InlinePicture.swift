// Pictures as PNG files between escape sequences: kitty's graphics protocol and iTerm2's inline files.
//
// Sources: "Terminal graphics protocol" of kitty's documentation; "Inline Images Protocol" of iTerm2's.
import AnimGIF

package enum KittyPicture {
  /// The most characters of one piece.
  private static let pieceLength = 4096

  /// The picture at the cursor.
  /// - Parameters:
  ///   - id: names the picture, so that it can be replaced; above 0.
  ///   - movesCursor: whether what is written next stands below it.
  package static func sequence(_ bitmap: Bitmap, id: Int, movesCursor: Bool = false) throws -> String {
    let data = base64(try PNGEncoder(effort: .fast).encode(bitmap))
    var text = "", start = 0
    while start < data.count {
      let end = min(start + pieceLength, data.count)
      // a=T draws at once, f=100 is a PNG, q=2 wants no answer, C=1 leaves the cursor; m=1 says that more follows.
      let head = start == 0 ? "a=T,f=100,i=\(id),p=1,q=2,\(movesCursor ? "" : "C=1,")" : ""
      text +=
        "\u{1B}_G\(head)m=\(end < data.count ? 1 : 0);\(String(decoding: data[start..<end], as: UTF8.self))\u{1B}\\"
      start = end
    }
    return text
  }

  /// Takes a picture away and frees its memory.
  package static func deletion(id: Int) -> String { "\u{1B}_Ga=d,d=I,i=\(id),q=2\u{1B}\\" }
}

package enum ITermPicture {
  /// The picture at the cursor.
  package static func sequence(_ bitmap: Bitmap) throws -> String {
    let file = try PNGEncoder(effort: .fast).encode(bitmap)
    let data = String(decoding: base64(file), as: UTF8.self)
    return
      "\u{1B}]1337;File=inline=1;size=\(file.count);width=\(bitmap.width)px;height=\(bitmap.height)px;"
      + "preserveAspectRatio=1:\(data)\u{07}"
  }
}

/// Bytes as characters of the base-64 alphabet, with padding (RFC 4648).
package func base64(_ bytes: [UInt8]) -> [UInt8] {
  let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  var text: [UInt8] = []
  text.reserveCapacity((bytes.count + 2) / 3 * 4)
  var start = 0
  while start < bytes.count {
    let count = min(3, bytes.count - start)
    var bits = 0
    for place in 0..<3 { bits = bits << 8 | (place < count ? Int(bytes[start + place]) : 0) }
    for place in 0..<4 { text.append(place <= count ? alphabet[bits >> (18 - 6 * place) & 63] : UInt8(ascii: "=")) }
    start += 3
  }
  return text
}
