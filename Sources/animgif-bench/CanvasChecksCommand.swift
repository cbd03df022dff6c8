// `animgif-bench canvas-checks FILE.json…` plays HTML canvas tests on our canvas, prints each failure and ends with `N passed, M failed`.

import CanvasChecks

enum CanvasChecksCommand {
  static func run(_ files: ArraySlice<String>) throws(CommandError) {
    if files.isEmpty { throw .usage("canvas-checks needs at least one file") }
    var passed = 0, failed = 0
    for file in files {
      guard let bytes = readFile(file) else { throw .failed("cannot read \(file)") }
      let tests: [CanvasTest]
      do { tests = try CanvasTest.read(bytes) } catch { throw .failed("\(file): \(error)") }
      for test in tests {
        let failures = test.failures()
        for failure in failures { print(failure) }
        failed += failures.count
        passed += test.checkCount - failures.count
      }
    }
    print("\(passed) passed, \(failed) failed")
    if failed > 0 { throw .failed("\(failed) of \(passed + failed) checks failed") }
  }
}
