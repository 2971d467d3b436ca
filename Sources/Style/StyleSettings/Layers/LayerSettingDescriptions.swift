import JSONDocument
public import MapSettings
import MapStyle

struct LayerSettingsDraft: Documented {
  static var section: String { "layer" }
  var settings = LayerSettings()
  let collation: (any TextCollation)?
}

extension LayerSettings {
  static let table = SettingTable<LayerSettingsDraft>("a layer", circle + symbol + heatmap)
  /// Layer types on which settings have an effect, by key.
  static let types = Dictionary(
    uniqueKeysWithValues: [(LayerType.circle, circle), (.symbol, symbol), (.heatmap, heatmap)].flatMap {
      type, entries in
      entries.map { ($0.key, type) }
    })

  private static let circle: [SettingEntry<LayerSettingsDraft>] = [
    .init("clustersnap:donut", schema: Donut.table.schema) { reader, node, draft in
      draft.settings.donut = Donut(node, in: &reader, draft.collation)
    },
    setting("clustersnap:pair", \.pair, .text) { $0.string($1, "the id of a layer") },
    choice("clustersnap:declutter", \.declutter),
    .init("clustersnap:classes", schema: ClassBreaks.table.schema) { reader, node, draft in
      draft.settings.classes = ClassBreaks(node, in: &reader, draft.collation)
    },
    setting("clustersnap:fit-text", \.fitText, .either([.flag, .number(fits)])) { $0.fitText($1) },
    choice("clustersnap:shape", \.shape),
    setting("clustersnap:sign", \.sign, .oneOf(MapOverlay.signs)) { $0.name($1, among: MapOverlay.signs) },
    choice("clustersnap:anchor", \.anchor),
    setting("clustersnap:crowd", \.thinsCrowds, .flag) { $0.bool($1) },
  ]

  private static let symbol: [SettingEntry<LayerSettingsDraft>] = [
    setting(
      "clustersnap:text-fit", \.textFit,
      .either([.oneOf(LabelFit.Method.allCases.map(\.rawValue)), LabelFit.table.schema])
    ) { LabelFit($1, in: &$0) },
    setting("clustersnap:avoid-bubbles", \.avoidsBubbles, .flag) { $0.bool($1) },
  ]

  private static let heatmap: [SettingEntry<LayerSettingsDraft>] = [
    setting("clustersnap:normalize", \.normalize, .number(shares)) {
      $0.number($1, in: shares, "a share of the warm area")
    }
  ]

  private static func setting<Value>(
    _ key: String, _ path: WritableKeyPath<LayerSettings, Setting<Value>?> & Sendable, _ schema: JSONSchema,
    _ read: @escaping @Sendable (inout DocumentReader, JSONNode) -> Value?
  ) -> SettingEntry<LayerSettingsDraft> {
    .init(key, schema: schema) { reader, node, draft in
      draft.settings[keyPath: path] = reader.setting(read(&reader, node), node)
    }
  }

  private static func choice<Value: RawRepresentable<String> & CaseIterable>(
    _ key: String, _ path: WritableKeyPath<LayerSettings, Setting<Value>?> & Sendable
  ) -> SettingEntry<LayerSettingsDraft> {
    setting(key, path, .oneOf(Value.allCases.map(\.rawValue))) { $0.name($1, as: Value.self) }
  }

  /// The keys of a layer's settings with what they mean, in the order of the documentation.
  public static let descriptions = table.descriptions
  /// The keys of ``descriptions``.
  public static let keys = table.keys
}
