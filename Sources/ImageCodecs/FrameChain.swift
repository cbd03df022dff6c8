import Bitmaps

/// Draws a run of frames side by side and finds what changes from each to the next.
///
/// A piece of work draws its frame, hands it on, and waits for the frame before, which another thread has begun earlier
/// (the order in which `forEachInOrder` deals out work), so nothing is drawn twice. Bitmaps are reused.
final class FrameChain: Sendable {
  private struct State {
    /// Drawn frames that the piece after has not taken yet.
    var drawn: [Int: Bitmap] = [:]
    var free: [Bitmap] = []
    var hasFailed = false
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
      let bitmap = try draw(position, &renderer)
      if position + 1 < frames.count {
        state.withLock { $0.drawn[position] = bitmap }
        state.broadcast()
      }
      guard position > 0 else { return FrameChange(first: bitmap) }
      let before: Bitmap?? = state.wait { state in
        if let before = state.drawn.removeValue(forKey: position - 1) { return .some(before) }
        return state.hasFailed ? .some(nil) : nil
      }
      guard let before = before.flatMap({ $0 }) else {
        throw .frameFailed(index: Int(frames[position]), reason: "the frame before it failed")
      }
      let change = FrameChange(from: before, to: bitmap)
      state.withLock { $0.free.append(before) }
      return change
    } catch {
      fail()
      throw error
    }
  }

  /// Draws the frame before `position` for a chain that begins there, so that `change(at: position)` finds it.
  func prepare(before position: Int, _ renderer: inout some FrameRenderer) throws(GIFError) {
    guard position > 0 else { return }
    do throws(GIFError) {
      let bitmap = try draw(position - 1, &renderer)
      state.withLock { $0.drawn[position - 1] = bitmap }
      state.broadcast()
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

  private func draw(_ position: Int, _ renderer: inout some FrameRenderer) throws(GIFError) -> Bitmap {
    let index = Int(frames[position])
    var bitmap = state.withLock { $0.free.popLast() } ?? Bitmap(width: width, height: height)
    do { try renderer.render(index, into: &bitmap) } catch { throw .frameFailed(index: index, reason: "\(error)") }
    guard bitmap.width == width && bitmap.height == height else {
      throw .frameFailed(
        index: index, reason: "it is \(bitmap.width) by \(bitmap.height) pixels, not \(width) by \(height)")
    }
    flattening.apply(to: &bitmap)
    return bitmap
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
