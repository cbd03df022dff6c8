/// The encoder's picture of the decoder's code table: which string of indices each code stands for, as a tree of nodes
/// whose children are found by hashing (node, index).
///
/// Nodes below `1 << minimumCodeSize` are single indices; then come the clear and the end code, which have no node, and
/// from `end + 1` on the strings learnt. The decoder learns one string a code whether the encoder has a use for it or
/// not, so codes are counted apart from nodes: a shortened match leaves a number without a node.
///
/// Strings of transparent indices alone are also kept in a list by length: a run of them is then one step.
package struct LZWDictionary {
  /// Codes beyond this are never handed out: some readers fail on a full table, and a clear at 4095 costs < .01 %.
  package static let limit = 4095

  package private(set) var alphabet: LZWAlphabet
  /// The number the next learnt string gets.
  package private(set) var nextCode = 0
  /// Width of codes, in bits.
  package private(set) var width = 0

  /// `(node << 8 | index) << 12 | child`; 0 is empty, for no child is 0.
  private var slots = ContiguousArray<UInt32>(repeating: 0, count: 1 << 13)
  /// First index of every node's string.
  private var firsts = ContiguousArray<UInt8>(repeating: 0, count: 1 << 12)
  /// Every learnt node's string less its last index, and that index.
  private var parents = ContiguousArray<UInt16>(repeating: 0, count: 1 << 12)
  private var lasts = ContiguousArray<UInt8>(repeating: 0, count: 1 << 12)
  /// Node of the string of n transparent indices, and the greatest n there is.
  private var runNodes = ContiguousArray<UInt16>(repeating: 0, count: 1 << 12)
  package private(set) var longestRun = 0
  /// Strings of n ≥ 1 transparent indices and one other: the last one by that index, and of every one the one before with the
  /// same index. 0 is none.
  private(set) var lastAfterRun = ContiguousArray<UInt16>(repeating: 0, count: 1 << 8)
  private(set) var beforeAfterRun = ContiguousArray<UInt16>(repeating: 0, count: 1 << 12)
  /// The n of these and of the strings of n transparent indices alone; 0 for others.
  private(set) var runLengths = ContiguousArray<UInt16>(repeating: 0, count: 1 << 12)
  /// The code sent last, whose string and a first index to come make the string learnt next; −1 after a clear.
  private var previous = -1
  /// The slot of the string that will be learnt if the next code begins like the last one; −1 if there is none.
  private var guess = -1

  /// Makes the table as it is after a clear code.
  package init(_ alphabet: LZWAlphabet) {
    self.alphabet = alphabet
    begin(alphabet)
  }

  /// Begins anew with an alphabet.
  package mutating func begin(_ alphabet: LZWAlphabet) {
    precondition((2...8).contains(alphabet.minimumCodeSize) && alphabet.transparent < alphabet.count)
    self.alphabet = alphabet
    for index in 0..<alphabet.count {
      firsts[index] = UInt8(index)
      lasts[index] = UInt8(index)
    }
    clear()
  }

  /// The code that clears the table.
  package var clearCode: Int { alphabet.count }
  /// The code that ends the data.
  package var endCode: Int { alphabet.count + 1 }
  /// The index that means transparent, or −1.
  @inline(__always)
  package var transparent: Int { alphabet.transparent }

  /// Forgets all strings.
  package mutating func clear() {
    for slot in slots.indices { slots[slot] = 0 }
    for index in lastAfterRun.indices { lastAfterRun[index] = 0 }
    nextCode = endCode + 1
    width = alphabet.minimumCodeSize + 1
    longestRun = transparent >= 0 ? 1 : 0
    runNodes[1] = UInt16(max(0, transparent))
    previous = -1
    guess = -1
  }

  @inline(__always)
  private static func slot(_ key: UInt32) -> Int {
    // The top 13 bits of a multiplication by 2³² / golden ratio.
    Int(truncatingIfNeeded: (key &* 0x9E37_79B1) >> 19)
  }

  /// The hash table of children, for `child`.
  var children: Span<UInt32> {
    @_lifetime(borrow self) get { slots.span }
  }

  /// The table's strings, for matches with costs.
  struct Strings: LZWStrings, ~Escapable {
    private let children: Span<UInt32>

    @_lifetime(copy children)
    init(children: Span<UInt32>) { self.children = children }

    @inline(__always)
    func child(_ node: Int, _ index: Int) -> Int { LZWDictionary.child(children, node, index) }
  }

  /// Returns the child of a node by an index, or −1.
  @inline(__always)
  static func child(_ children: Span<UInt32>, _ node: Int, _ index: Int) -> Int {
    let key = UInt32(truncatingIfNeeded: node << 8 | index)
    var slot = slot(key)
    while true {
      let entry = children[slot]
      if entry == 0 { return -1 }
      if entry >> 12 == key { return Int(entry & 4095) }
      slot = (slot + 1) & 8191
    }
  }

  /// Node of the string of `count` transparent indices, 1…longestRun of them.
  @inline(__always)
  package func runNode(_ count: Int) -> Int { Int(runNodes[count]) }

  /// Writes the indices of a node's string that are not transparent to their places from `start` on.
  func writeString(_ node: Int, length: Int, at start: Int, to indices: inout ContiguousArray<UInt8>) {
    var node = node
    for place in stride(from: start + length - 1, through: start, by: -1) {
      // The rest of the string may be transparent altogether.
      let count = place - start + 1
      if count <= longestRun && node == Int(runNodes[count]) { break }
      indices[place] = lasts[node]
      node = Int(parents[node])
    }
  }

  /// Enters a child unless it is there; returns its slot, or −1.
  private mutating func insert(_ node: Int, _ index: Int, _ child: Int) -> Int {
    let key = UInt32(truncatingIfNeeded: node << 8 | index)
    var slot = Self.slot(key)
    while slots[slot] != 0 {
      if slots[slot] >> 12 == key { return -1 }
      slot = (slot + 1) & 8191
    }
    slots[slot] = key << 12 | UInt32(child)
    firsts[child] = firsts[node]
    parents[child] = UInt16(truncatingIfNeeded: node)
    lasts[child] = UInt8(truncatingIfNeeded: index)
    runLengths[child] = 0
    if longestRun > 0 && firsts[node] == UInt8(truncatingIfNeeded: transparent) { noteRun(node, index, child) }
    return slot
  }

  /// Keeps the lists of runs up to date.
  private mutating func noteRun(_ node: Int, _ index: Int, _ child: Int) {
    let length = node == transparent ? 1 : node < alphabet.count ? 0 : Int(runLengths[node])
    guard length > 0, Int(runNodes[length]) == node else { return }
    if index != transparent {
      runLengths[child] = UInt16(length)
      beforeAfterRun[child] = lastAfterRun[index]
      lastAfterRun[index] = UInt16(child)
    } else if length == longestRun {
      longestRun += 1
      runNodes[longestRun] = UInt16(child)
      runLengths[child] = UInt16(longestRun)
    }
  }

  /// The node of a learnt string less its last index.
  @inline(__always)
  func parent(_ node: Int) -> Int { Int(parents[node]) }

  /// Tells the table which code was sent. Returns whether the table is full: then a clear code has to follow at once.
  ///
  /// With this code the decoder learns the last one's string and this one's first index. And it will learn this one's
  /// string with the first index of the code to come. Should that begin as this one did, it may already be the string
  /// just being learnt, so the guess is entered now and taken back if it proves wrong.
  package mutating func sent(_ code: Int) -> Bool {
    if previous >= 0 {
      let first = firsts[code]
      let learnt = nextCode - 1
      if first != firsts[previous] {
        if guess >= 0 {
          if longestRun > 1 && Int(runNodes[longestRun]) == learnt { longestRun -= 1 }
          slots[guess] = 0
        }
        _ = insert(previous, Int(first), learnt)
      }
    }
    if nextCode >= 1 << width && width < 12 { width += 1 }
    if nextCode >= Self.limit { return true }
    previous = code
    guess = insert(code, Int(firsts[code]), nextCode)
    nextCode += 1
    return false
  }
}
