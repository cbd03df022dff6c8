// How a piece of work is measured: over and over, in CPU time of the one thread, and printed as a line of
// `animgif<TAB>name<TAB>median_ns<TAB>min_ns<TAB>rounds`.

import VectorRaster

/// How often a piece of work is done.
struct Measurement {
  /// Seconds by the clock on the wall; 0 does the work once.
  var seconds = 0.7
  /// Does the work so many times and no more, without warming up: for tools that count instructions.
  var rounds: Int?

  /// Does the work and prints its line. `prepare` is done before every round and not timed.
  func run(_ name: String, prepare: () -> Void = {}, _ work: () throws -> Void) rethrows {
    if let rounds {
      for _ in 0..<rounds {
        prepare()
        try work()
      }
      return
    }
    let warm = Clock.wall + (seconds > 0 ? 0.15e9 : 0)
    repeat {
      prepare()
      try work()
    } while Clock.wall < warm
    var times: [Double] = []
    let end = Clock.wall + seconds * 1e9
    while times.count < 200_000 && (seconds > 0 || times.isEmpty) && (Clock.wall < end || times.count < 9) {
      prepare()
      let start = Clock.thread
      try work()
      times.append(Clock.thread - start)
    }
    times.sort()
    print("animgif\t\(name)\t\(Int(times[times.count / 2]))\t\(Int(times[0]))\t\(times.count)")
  }
}

/// The options and names of a command that measures: `[-t seconds | -n rounds] [--baseline] [-o folder] name…`.
struct MeasurementArguments {
  var measurement = Measurement()
  var folder: String?
  /// The instructions that kernels may use: `--baseline` leaves the processor's own additions out.
  var instructions = InstructionSet.best
  var names: [String] = []

  init(_ arguments: ArraySlice<String>) throws(CommandError) {
    var rest = arguments
    while let argument = rest.popFirst() {
      switch argument {
      case "-t":
        guard let value = rest.popFirst().flatMap(Double.init), value >= 0 else {
          throw .usage("-t needs a number of seconds")
        }
        measurement.seconds = value
      case "-n":
        guard let value = rest.popFirst().flatMap(Int.init), value > 0 else {
          throw .usage("-n needs a number of rounds")
        }
        measurement.rounds = value
      case "--baseline": instructions = .baseline
      case "-o":
        guard let value = rest.popFirst() else { throw .usage("-o needs a folder") }
        folder = value
      default:
        if argument.hasPrefix("-") { throw .usage("unknown option \(argument)") }
        names.append(argument)
      }
    }
  }
}
