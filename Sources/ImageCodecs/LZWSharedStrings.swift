/// The strings that several ways through a frame have learnt, in one hash table.
///
/// All ways have sent the same number of codes, so a code of each is learnt at a time. A string that any of them has learnt
/// is entered once; whether it holds for a certain way is told by the way's own list of the last `window` strings it
/// learnt, and by one common list for all older ones. Ways that disagree with the best about a string so old are dropped.
struct LZWSharedStrings {
  /// Strings that a way remembers by itself.
  static let window = 16
  /// A string's key is `node << 8 | index`, 20 bits; above it stands the string's first index.
  static let keyMask: UInt32 = 1 << 20 - 1
  /// The key of no string, for no node has the number 4095.
  static let noKey = keyMask
  private static let slotBits = 14

  private(set) var alphabet = LZWAlphabet(minimumCodeSize: 2)
  /// `(node << 8 | index) << 12 | child` for every string that a way has learnt, dead ones too.
  private var slots = ContiguousArray<UInt32>(repeating: 0, count: 1 << Self.slotBits)
  private var filled = 0
  /// Key and first index of every string that all ways agree on; strings from `agreed` on are the ways' own.
  private var keys = ContiguousArray<UInt32>(repeating: Self.noKey, count: 4096)
  private var agreed = 0
  /// The number that the next learnt string gets.
  private(set) var nextCode = 0
  /// Node of the string of n transparent indices, as far as all agree.
  private(set) var runNodes = ContiguousArray<UInt16>(repeating: 0, count: 4096)
  private(set) var longestRun = 0
  /// Agreed strings of n ≥ 1 transparent indices and one other: the last one by that index, and of every one the one before
  /// with the same index and its n. 0 is none.
  private(set) var lastAfterRun = ContiguousArray<UInt16>(repeating: 0, count: 256)
  private(set) var beforeAfterRun = ContiguousArray<UInt16>(repeating: 0, count: 4096)
  private(set) var runLengths = ContiguousArray<UInt16>(repeating: 0, count: 4096)
  /// Keys and first indices of the last strings of every way, `window` each, and those of the ways to come.
  private var own: ContiguousArray<UInt32> = []
  private var coming: ContiguousArray<UInt32> = []

  /// Begins a frame with at most so many ways.
  mutating func begin(_ alphabet: LZWAlphabet, ways: Int) {
    self.alphabet = alphabet
    own = ContiguousArray(repeating: Self.noKey, count: ways * Self.window)
    coming = own
    clear()
  }

  /// Forgets all strings, as after a clear code.
  mutating func clear() {
    for slot in slots.indices { slots[slot] = 0 }
    for index in lastAfterRun.indices { lastAfterRun[index] = 0 }
    filled = 0
    nextCode = alphabet.count + 2
    agreed = nextCode
    longestRun = alphabet.transparent >= 0 ? 1 : 0
    runNodes[1] = UInt16(max(0, alphabet.transparent))
  }

  @inline(__always)
  private static func slot(_ key: UInt32) -> Int {
    Int(truncatingIfNeeded: (key &* 0x9E37_79B1) >> UInt32(32 - slotBits))
  }

  /// The strings of one way.
  struct Strings: LZWStrings, ~Escapable {
    private let slots: Span<UInt32>
    private let keys: Span<UInt32>
    private let own: Span<UInt32>
    let agreed: Int
    private let alphabetCount: Int

    @_lifetime(copy slots, copy keys, copy own)
    fileprivate init(slots: Span<UInt32>, keys: Span<UInt32>, own: Span<UInt32>, agreed: Int, alphabetCount: Int) {
      self.slots = slots
      self.keys = keys
      self.own = own
      self.agreed = agreed
      self.alphabetCount = alphabetCount
    }

    @inline(__always)
    func child(_ node: Int, _ index: Int) -> Int {
      let key = UInt32(truncatingIfNeeded: node << 8 | index)
      var slot = LZWSharedStrings.slot(key)
      while true {
        let entry = slots[slot]
        if entry == 0 { return -1 }
        if entry >> 12 == key {
          let child = Int(entry & 4095)
          if learnt(child) & LZWSharedStrings.keyMask == key { return child }
        }
        slot = (slot + 1) & (1 << LZWSharedStrings.slotBits - 1)
      }
    }

    /// Key and first index of a learnt string.
    @inline(__always)
    private func learnt(_ code: Int) -> UInt32 {
      code < agreed ? keys[code] : own[code & (LZWSharedStrings.window - 1)]
    }

    /// Whether a code of the last `window` stands for a string, or was learnt in vain.
    @inline(__always)
    func holds(_ code: Int) -> Bool { learnt(code) & LZWSharedStrings.keyMask != LZWSharedStrings.noKey }

    /// The node of a learnt string less its last index.
    @inline(__always)
    func parent(_ node: Int) -> Int { Int(learnt(node) >> 8 & 4095) }

    /// The first index of a string.
    @inline(__always)
    func first(_ code: Int) -> Int { code < alphabetCount ? code : Int(learnt(code) >> 20) }
  }

  /// The strings of a way.
  @_lifetime(borrow self)
  @inline(__always)
  func strings(of way: Int) -> Strings {
    Strings(
      slots: slots.span, keys: keys.span, own: own.span.extracting(way * Self.window..<(way + 1) * Self.window),
      agreed: agreed, alphabetCount: alphabet.count)
  }

  /// Lets a way to come know what a way knows.
  @inline(__always)
  mutating func inherit(from way: Int, to next: Int) {
    Self.copy(own, from: way * Self.window, to: &coming, next * Self.window)
  }

  @inline(__always)
  private static func copy(
    _ source: ContiguousArray<UInt32>, from start: Int, to target: inout ContiguousArray<UInt32>, _ place: Int
  ) {
    let source = source.span.extracting(start..<start + window)
    var target = target.mutableSpan
    for offset in 0..<window { target[place + offset] = source[offset] }
  }

  /// Lets a way to come learn a node's string with one more index, which it has not, or nothing.
  mutating func learn(new string: (node: Int, index: Int, first: Int)?, way: Int) {
    let place = way * Self.window + nextCode & (Self.window - 1)
    guard let string else {
      coming[place] = Self.noKey
      return
    }
    let learnt = UInt32(truncatingIfNeeded: string.first << 20 | string.node << 8 | string.index)
    coming[place] = learnt
    insert(learnt, nextCode)
  }

  /// Lets a way to come learn a node's string with one more index, unless it has that.
  mutating func learn(_ node: Int, _ index: Int, first: Int, as code: Int, way: Int) {
    let place = way * Self.window + code & (Self.window - 1)
    coming[place] = Self.noKey
    if willKnow(node, index, way) { return }
    let learnt = UInt32(truncatingIfNeeded: first << 20 | node << 8 | index)
    coming[place] = learnt
    insert(learnt, code)
  }

  private func willKnow(_ node: Int, _ index: Int, _ way: Int) -> Bool {
    Strings(
      slots: slots.span, keys: keys.span, own: coming.span.extracting(way * Self.window..<(way + 1) * Self.window),
      agreed: agreed, alphabetCount: alphabet.count
    ).child(node, index) >= 0
  }

  /// Makes the ways to come the ways, which have sent one code more, and the oldest string that they remember by themselves
  /// common to all that agree with the first about it; the others are dropped.
  mutating func advance<Way>(_ ways: inout ContiguousArray<Way>) {
    swap(&own, &coming)
    nextCode += 1
    guard nextCode - agreed >= Self.window else { return }
    let place = agreed & (Self.window - 1)
    let learnt = own[place]
    keys[agreed] = learnt
    noteRun(learnt, agreed)
    agreed += 1
    var kept = 0
    for way in ways.indices where own[way * Self.window + place] == learnt {
      if kept != way {
        ways[kept] = ways[way]
        for index in 0..<Self.window { own[kept * Self.window + index] = own[way * Self.window + index] }
      }
      kept += 1
    }
    ways.removeLast(ways.count - kept)
    if filled > slots.count / 2 { rebuild(ways.count) }
  }

  /// Keeps the lists of runs up to date.
  private mutating func noteRun(_ learnt: UInt32, _ code: Int) {
    guard longestRun > 0, learnt & Self.keyMask != Self.noKey else { return }
    let node = Int(learnt >> 8 & 4095), index = Int(learnt & 255)
    let length = node == alphabet.transparent ? 1 : node < alphabet.count ? 0 : Int(runLengths[node])
    runLengths[code] = 0
    guard length > 0, Int(runNodes[length]) == node else { return }
    if index != alphabet.transparent {
      // Not a run, but where its last index is looked up.
      runLengths[code] = UInt16(length)
      beforeAfterRun[code] = lastAfterRun[index]
      lastAfterRun[index] = UInt16(code)
    } else if length == longestRun {
      longestRun += 1
      runNodes[longestRun] = UInt16(code)
      runLengths[code] = UInt16(longestRun)
    }
  }

  /// Enters a string, given by its key and anything above it.
  private mutating func insert(_ learnt: UInt32, _ child: Int) {
    let key = learnt & Self.keyMask
    if key == Self.noKey { return }
    let entry = key << 12 | UInt32(truncatingIfNeeded: child)
    var slot = Self.slot(key)
    var slots = self.slots.mutableSpan
    while slots[slot] != 0 {
      if slots[slot] == entry { return }
      slot = (slot + 1) & (1 << Self.slotBits - 1)
    }
    slots[slot] = entry
    filled += 1
  }

  /// Forgets dead strings.
  private mutating func rebuild(_ ways: Int) {
    for slot in slots.indices { slots[slot] = 0 }
    filled = 0
    for code in alphabet.count + 2..<agreed { insert(keys[code], code) }
    for code in agreed..<nextCode {
      for way in 0..<ways { insert(own[way * Self.window + code & (Self.window - 1)], code) }
    }
  }
}
