// From rectangles of pixels to the zlib streams of IDAT and fdAT: filters, and forms of the same picture, chosen by trial compression.

/// Compresses rectangles; keeps its memory between them. One per thread.
struct PNGCompressor {
  private let effort: Effort
  private let fixedStrategies: [PNGFilter.Strategy]?
  private let deflater = Deflater()
  private var filter = PNGFilter()
  private var packed: ContiguousArray<UInt8> = []
  private var filtered: ContiguousArray<UInt8> = []

  /// Makes a compressor.
  /// - Parameter strategies: the filters to try; nil for those that the effort names.
  init(effort: Effort, strategies: [PNGFilter.Strategy]? = nil) {
    self.effort = effort
    fixedStrategies = strategies
  }

  private struct Attempt {
    let form: Int
    let strategy: PNGFilter.Strategy
    let bytes: Int
  }

  /// Returns the smallest stream found.
  /// - Parameters:
  ///   - forms: ways to say the same picture, at least one: premultiplied pixels in rows of `width`.
  mutating func compress(
    _ forms: [ContiguousArray<UInt32>], width: Int, layout: PNGLayout
  ) -> (form: Int, stream: ContiguousArray<UInt8>) {
    let strategies = fixedStrategies ?? effort.strategies(isFilterable: layout.isFilterable)
    var attempts: [Attempt] = []
    if forms.count * strategies.count == 1 {
      attempts = [Attempt(form: 0, strategy: strategies[0], bytes: 0)]
    } else {
      for (form, pixels) in forms.enumerated() {
        layout.pack(pixels.span, width: width, into: &packed)
        for strategy in strategies {
          applyFilter(strategy, width: width, layout: layout)
          let bytes = deflater.compress(filtered.span, level: effort.trialLevel).count
          attempts.append(Attempt(form: form, strategy: strategy, bytes: bytes))
        }
      }
      // Of equals the one tried first.
      attempts = attempts.enumerated().sorted { ($0.element.bytes, $0.offset) < ($1.element.bytes, $1.offset) }
        .map(\.element)
    }
    var best: (form: Int, stream: ContiguousArray<UInt8>)?
    for attempt in attempts.prefix(effort.finalists) {
      let pixels = forms[attempt.form]
      layout.pack(pixels.span, width: width, into: &packed)
      applyFilter(attempt.strategy, width: width, layout: layout)
      let stream = deflater.compress(filtered.span, level: effort.finalLevel)
      if best.map({ stream.count < $0.stream.count }) ?? true { best = (attempt.form, stream) }
    }
    return best ?? (0, [])
  }

  private mutating func applyFilter(_ strategy: PNGFilter.Strategy, width: Int, layout: PNGLayout) {
    filter.apply(
      strategy, to: packed, rowBytes: layout.rowBytes(width), distance: layout.filterDistance, into: &filtered)
  }
}

extension Effort {
  fileprivate func strategies(isFilterable: Bool) -> [PNGFilter.Strategy] {
    switch (self, isFilterable) {
    case (.fast, false), (.default, false): [.none]
    case (.max, false): [.none, .up, .minimumSum]
    case (.fast, true), (.default, true): [.none, .minimumSum]
    case (.max, true): PNGFilter.Strategy.allCases
    }
  }

  /// libdeflate's level for comparing attempts.
  fileprivate var trialLevel: Int {
    switch self {
    case .fast: 1
    case .default: 3
    case .max: 9
    }
  }

  /// libdeflate's level for the bytes that are kept.
  fileprivate var finalLevel: Int {
    switch self {
    case .fast: 4
    case .default: 10
    case .max: 12
    }
  }

  /// How many attempts are compressed with the final level.
  fileprivate var finalists: Int { self == .max ? 4 : 1 }
}
