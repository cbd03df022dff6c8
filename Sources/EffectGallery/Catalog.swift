// The list of all effects. A new effect adds its line to `entries`.
import AnimGIF

/// What the gallery knows.
public enum Catalog {
  /// Every effect, in the order of the listing.
  public static let entries: [CatalogEntry] = [
    CatalogEntry(Download.self),
    CatalogEntry(Wave.self),
    CatalogEntry(Arc.self),
    CatalogEntry(Loading.self),
    CatalogEntry(Play.self),
    CatalogEntry(Ring.self),
    CatalogEntry(Dots.self),
  ]

  /// Finds an effect by its name.
  public static func entry(named name: String) throws(EffectError) -> CatalogEntry {
    guard let entry = entries.first(where: { $0.name == name }) else {
      throw .unknownEffect(name, known: entries.map(\.name))
    }
    return entry
  }
}

/// An effect without its type: what the command line and the listing need.
public struct CatalogEntry: Sendable {
  /// See `Effect.name`.
  public let name: String
  /// See `Effect.summary`.
  public let summary: String
  /// See `Effect.example`.
  public let example: String
  /// See `Effect.parameters`.
  public let parameters: [ParameterInfo]
  /// See `Effect.layers`.
  public let layers: [EffectLayer]
  /// See `Effect.layerGroups`.
  public let layerGroups: [LayerGroup]
  /// See `Effect.states`.
  public let states: [String]
  /// See `Effect.stages`.
  public let stages: [String]
  private let make: @Sendable ([String: ParameterValue], SceneRequest) throws(EffectError) -> EffectScene

  init<E: Effect>(_ effect: E.Type) {
    name = E.name
    summary = E.summary
    example = E.example
    parameters = E.parameters.map(\.info)
    layers = E.layers
    layerGroups = E.layerGroups
    states = E.states
    stages = E.stages
    make = { (values: [String: ParameterValue], request: SceneRequest) throws(EffectError) -> EffectScene in
      var effect = E()
      let known = E.parameters
      for (name, value) in values {
        guard let parameter = known.first(where: { $0.info.name == name }) else {
          throw .unknownParameter(name, effect: E.name, known: known.map(\.info.name))
        }
        parameter.set(&effect, value)
      }
      if let stage = request.stage, !E.stages.contains(stage) {
        throw .unknownStage(stage, effect: E.name, known: E.stages)
      }
      return try effect.makeScene(request)
    }
  }

  /// What `--only` and `--hide` know: the layers and the groups of them.
  public var layerNames: [String] { layers.map(\.name) + layerGroups.map(\.name) }

  /// The layers that names of layers and groups stand for.
  func layers(named names: [String]) throws(EffectError) -> Set<String> {
    var found: Set<String> = []
    for name in names {
      if let group = layerGroups.first(where: { $0.name == name }) {
        found.formUnion(group.layers)
      } else if layers.contains(where: { $0.name == name }) {
        found.insert(name)
      } else {
        throw .unknownLayer(name, effect: self.name, known: layerNames)
      }
    }
    return found
  }

  /// Builds the effect's scene.
  /// - Parameter values: by parameter name; what is missing keeps its default.
  public func makeScene(_ values: [String: ParameterValue] = [:], _ request: SceneRequest = SceneRequest())
    throws(EffectError) -> EffectScene
  {
    try make(values, request)
  }
}
