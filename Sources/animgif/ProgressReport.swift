// How far a long piece of work is: a bar on a terminal, JSON lines for programs, nothing elsewhere. Only ever on standard error.
internal import EffectGallery

final class ProgressReport {
  private enum Style { case none, bar, json }
  private let style: Style
  private let start = ContinuousClock.now
  private var shown = ContinuousClock.now
  private var isShown = false

  init(_ values: OptionValues) {
    switch values.text("progress") ?? "auto" {
    case "json": style = .json
    case "auto" where Terminal.isInteractive && !values.has("quiet"): style = .bar
    default: style = .none
    }
  }

  /// Tells the steps done and their number; shown ten times a second, the bar only for work longer than half a second.
  func update(done: Int, total: Int) {
    if style == .none || total == 0 { return }
    let now = ContinuousClock.now
    guard now - shown > .milliseconds(100) || (style == .json && done == total) else { return }
    let elapsed = Double((now - start) / .milliseconds(1)) / 1000
    let left = elapsed / Double(max(1, done)) * Double(total - done)
    shown = now
    switch style {
    case .json:
      Terminal.note(
        "{\"done\":\(done),\"total\":\(total),\"elapsed\":\(ParameterKind.seconds(elapsed)),\"left\":\(ParameterKind.seconds(left))}"
      )
    case .bar where elapsed > 0.5:
      let filled = 30 * done / total
      let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: 30 - filled)
      Terminal.overwrite("\(bar) \(100 * done / total) %, \(Int(left.rounded(.up))) s left")
      isShown = true
    default: break
    }
  }

  /// Takes the bar away.
  func clear() {
    if isShown { Terminal.overwrite("") }
    isShown = false
  }
}
