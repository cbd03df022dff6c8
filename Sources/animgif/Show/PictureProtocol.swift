// How a terminal can show pictures, and how the environment tells which terminal it is.

/// A way to show pictures on a terminal.
package enum PictureProtocol: String, CaseIterable {
  /// Kitty's graphics: PNG files between escapes; also Ghostty, Konsole.
  case kitty
  /// iTerm2's inline files; also WezTerm, mintty, VS Code.
  case iterm
  /// DEC's sixels, 256 colours; foot, mlterm, Windows Terminal.
  case sixel
  /// Two pixels in each character cell, in 24-bit colour; everywhere.
  case blocks

  /// Chooses by the environment: what the terminal says of itself, and `blocks` where that is nothing known.
  /// - Parameter environment: returns a variable's value.
  package init(_ environment: (String) -> String?) {
    let term = environment("TERM") ?? "", program = environment("TERM_PROGRAM") ?? ""
    // A multiplexer draws cells only, whatever terminal is around it.
    if environment("TMUX") != nil || environment("STY") != nil || term.hasPrefix("screen") || term.hasPrefix("tmux") {
      self = .blocks
    } else if environment("KITTY_WINDOW_ID") != nil || term == "xterm-kitty" || term == "xterm-ghostty"
      || program == "ghostty" || environment("KONSOLE_VERSION") != nil
    {
      self = .kitty
    } else if ["iTerm.app", "WezTerm", "mintty", "vscode"].contains(program) || environment("LC_TERMINAL") == "iTerm2" {
      self = .iterm
    } else if term.hasPrefix("foot") || term.hasPrefix("mlterm") || term.hasSuffix("sixel")
      || environment("WT_SESSION") != nil
    {
      self = .sixel
    } else {
      self = .blocks
    }
  }
}

/// What a picture may cover.
struct PictureBox: Equatable {
  /// Pixels of the picture.
  var width: Int, height: Int

  /// The largest picture on a terminal.
  /// - Parameter rows: how many of the terminal's rows it may take.
  init(_ terminal: TerminalSize, rows: Int, _ kind: PictureProtocol) {
    switch kind {
    case .blocks:
      width = terminal.columns
      height = 2 * max(1, rows)
    case .kitty, .iterm, .sixel:
      // A terminal that does not tell its pixels is taken for one with small characters, so that nothing is cut off.
      let cell = terminal.cell
      width = max(1, terminal.columns * cell.width)
      height = max(1, rows * cell.height)
    }
  }

  /// By what a picture is made smaller to fit, 1 if it does.
  func scale(width: Int, height: Int) -> Double {
    min(1, Double(self.width) / Double(width), Double(self.height) / Double(height))
  }
}

extension TerminalSize {
  /// A character's size in pixels.
  var cell: (width: Int, height: Int) {
    width >= columns && height >= rows ? (width / columns, height / rows) : (8, 16)
  }
}
