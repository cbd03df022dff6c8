// Benchmarks, one case per stage: `animgif-bench CASE`.

let cases: [(name: String, run: () throws -> Void)] = [
  ("presentation", benchPresentation),
  ("gif", benchGIF),
]

if let name = CommandLine.arguments.dropFirst().first, let found = cases.first(where: { $0.name == name }) {
  try found.run()
} else {
  print("usage: animgif-bench \(cases.map(\.name).joined(separator: " | "))")
}
