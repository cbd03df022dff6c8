// The figures of the articles that the effects come from: most are effects with fixed options, as data; the rest are diagrams.
import AnimGIF

/// One figure.
public struct Figure: Sendable {
  /// What it is made from.
  public enum Content: Sendable {
    /// The words of a command that draws an effect: `play --slow 4`.
    case clip(String)
    /// Several such clips of one size, one after the other in one file.
    case sequence([String])
    /// Several such stills side by side, each with its time.
    case row([String])
    /// A drawing.
    case diagram(@Sendable () throws(EffectError) -> Diagram)
  }

  /// Article and number, `002-7`; an E behind it marks one that the article only describes.
  public let id: String
  /// What it shows, one phrase without a full stop.
  public let summary: String
  /// What it is made from.
  public let content: Content

  init(_ id: String, _ summary: String, _ content: Content) {
    self.id = id
    self.summary = summary
    self.content = content
  }

  /// Whether it is one picture.
  public var isStill: Bool {
    switch content {
    case .clip(let command): command.split(separator: " ").contains { $0 == "--at" || $0 == "--sheet" }
    case .sequence: false
    case .row, .diagram: true
    }
  }

  /// The commands that draw the same, one by one; none for a diagram.
  public var commands: [String] {
    switch content {
    case .clip(let command): [command]
    case .sequence(let commands), .row(let commands): commands
    case .diagram: []
    }
  }

  /// The name of its file.
  public var fileName: String { "\(id).\(isStill ? "png" : "gif")" }

  /// Every figure, in the order of the articles.
  public static let all: [Figure] = downloadFigures + arcFigures + playFigures + ringFigures + dotsFigures

  /// Finds a figure by its id.
  public static func named(_ id: String) throws(EffectError) -> Figure {
    guard let figure = all.first(where: { $0.id == id }) else { throw .unknownFigure(id, known: all.map(\.id)) }
    return figure
  }
}

/// A drawn figure: layers and the picture's size in points.
public struct Diagram {
  let layer: Layer
  let size: Size

  /// The picture as a clip of one frame, on white, two pixels per point.
  public var clip: Animation {
    Animation(
      Scene(layer), size: size, scale: 2, background: .white, times: [0], timing: .uniform(Rational(1), count: 1))
  }
}
