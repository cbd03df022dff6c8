/// Why a GIF could not be made.
public enum GIFError: Error, Equatable, CustomStringConvertible {
  /// A side is outside 1…65535.
  case sizeOutOfRange(width: Int, height: Int)
  /// The source has no frames.
  case noFrames
  /// An option's value is outside its range.
  case optionOutOfRange(name: String, value: String, range: String)
  /// There are more fixed colours than table entries for them.
  case tooManyFixedColors(count: Int, limit: Int)
  /// The source could not draw a frame.
  case frameFailed(index: Int, reason: String)
  /// The output took no more bytes.
  case output(SinkError)
  /// giflib refused a call.
  case library(call: String, code: Int, text: String)
  /// No combination of settings makes a file of at most `limit` bytes.
  case overBudget(limit: Int, best: Int, gaveUp: String)

  /// The message.
  public var description: String {
    switch self {
    case .sizeOutOfRange(let width, let height):
      "a GIF is 1 to 65535 pixels wide and high; got \(width) by \(height)"
    case .noFrames: "an animation needs at least one frame; got none"
    case .optionOutOfRange(let name, let value, let range): "\(name) must be \(range); got \(value)"
    case .tooManyFixedColors(let count, let limit):
      "the color table has room for \(limit) fixed colors; got \(count)"
    case .frameFailed(let index, let reason): "cannot draw frame \(index): \(reason)"
    case .output(let error): "\(error)"
    case .library(let call, let code, let text): "giflib's \(call) failed with code \(code): \(text)"
    case .overBudget(let limit, let best, let gaveUp):
      "cannot stay within \(limit) bytes; the smallest is \(best) bytes with \(gaveUp)"
    }
  }
}
