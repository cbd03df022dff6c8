// The FreeType side of a font: glyph outlines as they are in the file, in font units, neither hinted nor scaled.
// Source: FreeType reference, "Outline Processing" (FT_Outline_Decompose) and FT_LOAD_NO_SCALE.

import CFreeType
import VectorGeometry

/// One face opened by FreeType, with a library of its own, so that two faces share no state. Not thread safe: its owner locks.
@safe struct OutlineFace: ~Copyable {
  private let library: FT_Library
  private let face: FT_Face
  /// Keeps the mapped file that FreeType reads.
  private let bytes: FontFileBytes

  /// Opens a face; nil where FreeType finds no outlines in it.
  /// - Parameters: `faceIndex`, `instance`: as in `ShapingFont`.
  init?(_ bytes: FontFileBytes, faceIndex: Int, instance: Int) {
    var library: FT_Library?
    guard unsafe FT_Init_FreeType(&library) == 0, let library = unsafe library else { return nil }
    var face: FT_Face?
    let number = faceIndex | instance << 16
    let status = unsafe bytes.withBytes { file in
      unsafe file.withMemoryRebound(to: FT_Byte.self) { file in
        unsafe FT_New_Memory_Face(library, file.baseAddress, FT_Long(file.count), FT_Long(number), &face)
      }
    }
    guard status == 0, let face = unsafe face else {
      unsafe FT_Done_FreeType(library)
      return nil
    }
    guard unsafe face.pointee.face_flags & FT_Long(FT_FACE_FLAG_SCALABLE) != 0 else {
      unsafe FT_Done_Face(face)
      unsafe FT_Done_FreeType(library)
      return nil
    }
    unsafe self.library = library
    unsafe self.face = face
    self.bytes = bytes
  }

  deinit {
    unsafe FT_Done_Face(face)
    unsafe FT_Done_FreeType(library)
  }

  /// Returns a glyph's outline in font units with y down and the origin on the baseline; empty for a glyph without one.
  mutating func outline(of glyph: UInt32) -> Path {
    guard unsafe FT_Load_Glyph(face, glyph, FT_Int32(FT_LOAD_NO_SCALE)) == 0,
      let slot = unsafe face.pointee.glyph, unsafe slot.pointee.format == FT_GLYPH_FORMAT_OUTLINE
    else { return Path() }
    var contours = ContourBuilder()
    // FreeType calls back for each step; the builder's address goes with it as the user pointer.
    var functions = unsafe FT_Outline_Funcs(
      move_to: { to, user in unsafe Self.step(user) { builder in unsafe builder.move(to: Point(to)) } },
      line_to: { to, user in unsafe Self.step(user) { builder in unsafe builder.line(to: Point(to)) } },
      conic_to: { control, to, user in
        unsafe Self.step(user) { builder in
          unsafe builder.append(.quad(to: Point(to), control: Point(control)))
        }
      },
      cubic_to: { control1, control2, to, user in
        unsafe Self.step(user) { builder in
          unsafe builder.append(.cubic(to: Point(to), control1: Point(control1), control2: Point(control2)))
        }
      },
      shift: 0, delta: 0)
    let status = unsafe withUnsafeMutablePointer(to: &contours) { builder in
      unsafe FT_Outline_Decompose(&slot.pointee.outline, &functions, builder)
    }
    return status == 0 ? contours.finish() : Path()
  }

  private static func step(_ user: UnsafeMutableRawPointer?, _ body: (inout ContourBuilder) -> Void) -> Int32 {
    guard let builder = unsafe user?.assumingMemoryBound(to: ContourBuilder.self) else { return 1 }
    unsafe body(&builder.pointee)
    return 0
  }
}

/// Collects the contours of a glyph, which are closed by nature: FreeType ends each with a line home instead of a `close`.
private struct ContourBuilder {
  private var path = Path()
  private var start: Point?
  /// A line that is drawn with the next step, or left to `close` when it only leads home.
  private var pendingLine: Point?

  mutating func move(to point: Point) {
    endContour()
    path.move(to: point)
    start = point
  }

  mutating func line(to point: Point) {
    drawPendingLine()
    pendingLine = point
  }

  mutating func append(_ element: PathElement) {
    drawPendingLine()
    path.append(element)
  }

  mutating func finish() -> Path {
    endContour()
    return path
  }

  private mutating func endContour() {
    guard start != nil else { return }
    if pendingLine == start { pendingLine = nil }
    drawPendingLine()
    path.close()
    start = nil
  }

  private mutating func drawPendingLine() {
    if let point = pendingLine { path.addLine(to: point) }
    pendingLine = nil
  }
}

extension Point {
  /// A FreeType vector with its y turned downward. The pointer is FreeType's and never nil in a callback.
  fileprivate init(_ vector: UnsafePointer<FT_Vector>?) {
    guard let vector = unsafe vector?.pointee else {
      self = .zero
      return
    }
    self.init(Double(vector.x), -Double(vector.y))
  }
}

/// The library itself.
enum FreeType {
  /// Of its headers; the library tells only what is opened, which takes time.
  static var version: String { "\(FREETYPE_MAJOR).\(FREETYPE_MINOR).\(FREETYPE_PATCH)" }
}
