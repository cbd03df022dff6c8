import Bitmaps

/// Draws a run of frames side by side and finds what changes from each to the next.
///
/// A piece of work draws its frame, hands it on, and waits for the frame before, which another thread has begun earlier
/// (the order in which `forEachInOrder` deals out work), so nothing is drawn twice. Bitmaps are reused, once nobody looks at
/// them any more: one that has another owner would be copied as soon as it is drawn on.
final class FrameChain: Sendable {
  private struct State {
    /// Drawn frames, each with the number of pieces that still look at it.
    var drawn: [Int: (bitmap: Bitmap, users: Int)] = [:]
    var free: [Bitmap] = []
    var hasFailed = false

    /// Ends a piece's use of a frame.
    mutating func release(_ position: Int) {
      guard var frame = drawn.removeValue(forKey: position) else { return }
      frame.users -= 1
      if frame.users > 0 { drawn[position] = frame } else { free.append(frame.bitmap) }
    }
  }

  private let state = Monitor(State())
  private let width: Int, height: Int
  private let flattening: AlphaFlattening
  /// The source's frame of every position.
  private let frames: ContiguousArray<Int32>

  /// Makes a chain over the given frames of a source.
  init(width: Int, height: Int, flattening: AlphaFlattening, frames: ContiguousArray<Int32>) {
    (self.width, self.height) = (width, height)
    self.flattening = flattening
    self.frames = frames
  }

  /// Returns what changes at a position against the one before, or the whole frame at position 0.
  func change(at position: Int, _ renderer: inout some FrameRenderer) throws(GIFError) -> FrameChange {
    do throws(GIFError) {
      try draw(position, &renderer, users: position + 1 < frames.count ? 2 : 1)
      guard let change = compared(position) else {
        throw .frameFailed(index: Int(frames[position]), reason: "the frame before it failed")
      }
      state.withLock { state in
        state.release(position)
        state.release(position - 1)
      }
      return change
    } catch {
      fail()
      throw error
    }
  }

  /// Lets no piece wait any longer.
  func fail() {
    state.withLock { $0.hasFailed = true }
    state.broadcast()
  }

  /// Compares a drawn frame with the one before, as soon as that is drawn; nil if it never will be. Owns neither when it returns.
  @inline(never)
  private func compared(_ position: Int) -> FrameChange? {
    let pair: (before: Bitmap?, after: Bitmap)?? = state.wait { state in
      guard let after = state.drawn[position]?.bitmap else { return .some(nil) }
      if position == 0 { return .some((nil, after)) }
      if let before = state.drawn[position - 1]?.bitmap { return .some((before, after)) }
      return state.hasFailed ? .some(nil) : nil
    }
    guard let pair = pair.flatMap({ $0 }) else { return nil }
    return pair.before.map { FrameChange(from: $0, to: pair.after) } ?? FrameChange(first: pair.after)
  }

  /// Draws a frame for so many pieces to look at.
  private func draw(_ position: Int, _ renderer: inout some FrameRenderer, users: Int) throws(GIFError) {
    let index = Int(frames[position])
    var bitmap = state.withLock { $0.free.popLast() } ?? Bitmap(width: width, height: height)
    do { try renderer.render(index, into: &bitmap) } catch { throw .frameFailed(index: index, reason: "\(error)") }
    guard bitmap.width == width && bitmap.height == height else {
      throw .frameFailed(
        index: index, reason: "it is \(bitmap.width) by \(bitmap.height) pixels, not \(width) by \(height)")
    }
    flattening.apply(to: &bitmap)
    state.withLock { [bitmap = consume bitmap] in $0.drawn[position] = (bitmap, users) }
    state.broadcast()
  }
}

/// A state that pieces of work use one after the other, in order.
final class Turns<State>: Sendable {
  private struct Table {
    var next: Int
    var hasFailed = false
    var state: State
  }

  private let table: Monitor<Table>

  /// Makes turns that begin with piece `first`.
  init(_ state: sending State, first: Int = 0) { table = Monitor(Table(next: first, state: state)) }

  /// Runs `body` when it is the turn of `piece`. Nil when an earlier piece failed.
  func take<Result>(_ piece: Int, _ body: (inout State) -> Result) -> Result? {
    let result: Result?? = table.wait { table in
      if table.hasFailed { return .some(nil) }
      guard table.next == piece else { return nil }
      table.next += 1
      return .some(body(&table.state))
    }
    table.broadcast()
    return result.flatMap { $0 }
  }

  /// Lets no piece wait any longer.
  func fail() {
    table.withLock { $0.hasFailed = true }
    table.broadcast()
  }
}
