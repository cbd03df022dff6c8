import ImageCodecs
import Testing

@Suite struct `Ordered work` {
  struct Odd: Error, Equatable { var index: Int }

  @Test(arguments: [1, 2, 3, 8]) func `results arrive in order on any number of threads`(threads: Int) throws {
    var taken: [Int] = []
    try forEachInOrder(
      200, threads: threads, makeWorker: { 0 },
      work: { (calls: inout Int, index) throws(Odd) in
        calls += 1
        return index * index
      },
      consume: { (index, square) throws(Odd) in
        #expect(square == index * index)
        taken.append(index)
      })
    #expect(taken == Array(0..<200))
  }

  @Test(arguments: [1, 2, 3]) func `an error in the work is thrown and ends it`(threads: Int) {
    #expect(throws: Odd(index: 77)) {
      try forEachInOrder(
        1000, threads: threads, makeWorker: { 0 },
        work: { (_: inout Int, index) throws(Odd) in if index >= 77 { throw Odd(index: index) } },
        consume: { (_, _) throws(Odd) in })
    }
  }

  @Test(arguments: [1, 2, 3]) func `an error in taking a result is thrown and ends it`(threads: Int) {
    #expect(throws: Odd(index: 5)) {
      try forEachInOrder(
        1000, threads: threads, makeWorker: { 0 }, work: { (_: inout Int, index) throws(Odd) in index },
        consume: { (index, _) throws(Odd) in if index == 5 { throw Odd(index: index) } })
    }
  }

  @Test func `work may wait for the piece before it`() throws {
    let done = Monitor(Set<Int>())
    try forEachInOrder(
      100, threads: 4, makeWorker: { 0 },
      work: { (_: inout Int, index) throws(Odd) in
        if index > 0 { _ = done.wait { $0.contains(index - 1) ? true : nil } }
        done.withLock { _ = $0.insert(index) }
        done.broadcast()
      }, consume: { (_, _) throws(Odd) in })
    #expect(done.withLock { $0.count } == 100)
  }
}
