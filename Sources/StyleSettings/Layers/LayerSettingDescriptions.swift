public import MapSettings
import MapStyle

/// A layer's settings as they are read, with the collation of their expressions.
struct LayerSettingsDraft: Worded {
  static var section: String { "layer" }
  var settings = LayerSettings()
  let collation: (any TextCollation)?
}

extension LayerSettings {
  /// A layer's settings, in the order of the documentation; the parser takes no others.
  static let table = SettingTable<LayerSettingsDraft>("a layer", circle + symbol + heatmap)
  /// The types of layers on which settings have an effect, by key.
  static let types = Dictionary(
    uniqueKeysWithValues: [(LayerType.circle, circle), (.symbol, symbol), (.heatmap, heatmap)].flatMap {
      type, entries in
      entries.map { ($0.key, type) }
    })

  private static let circle: [SettingEntry<LayerSettingsDraft>] = [
    .init("clustersnap:donut", schema: Donut.table.schema) { reader, node, draft in
      draft.settings.donut = Donut(node, in: &reader, draft.collation)
    },
    .init("clustersnap:pair", schema: .text) { reader, node, draft in
      draft.settings.pair = reader.setting(reader.string(node, "the id of a layer"), node)
    },
    .init("clustersnap:declutter", schema: .oneOf(LayerSettings.Declutter.allCases.map(\.rawValue))) {
      reader, node, draft in
      draft.settings.declutter = reader.setting(reader.name(node, as: LayerSettings.Declutter.self), node)
    },
    .init("clustersnap:classes", schema: ClassBreaks.table.schema) { reader, node, draft in
      draft.settings.classes = ClassBreaks(node, in: &reader, draft.collation)
    },
    .init("clustersnap:fit-text", schema: .either([.flag, .number(LayerSettings.fits)])) {
      reader, node, draft in
      draft.settings.fitText = reader.setting(reader.fitText(node), node)
    },
    .init("clustersnap:shape", schema: .oneOf(LayerSettings.Shape.allCases.map(\.rawValue))) {
      reader, node, draft in
      draft.settings.shape = reader.setting(reader.name(node, as: LayerSettings.Shape.self), node)
    },
    .init("clustersnap:sign", schema: .oneOf(MapOverlay.signs)) { reader, node, draft in
      draft.settings.sign = reader.setting(
        reader.name(node, among: MapOverlay.signs) { MapOverlay.signs.contains($0) ? $0 : nil }, node)
    },
    .init("clustersnap:anchor", schema: .oneOf(LayerSettings.Anchor.allCases.map(\.rawValue))) {
      reader, node, draft in
      draft.settings.anchor = reader.setting(reader.name(node, as: LayerSettings.Anchor.self), node)
    },
    .init("clustersnap:crowd", schema: .flag) { reader, node, draft in
      draft.settings.thinsCrowds = reader.setting(reader.bool(node), node)
    },
  ]

  private static let symbol: [SettingEntry<LayerSettingsDraft>] = [
    .init(
      "clustersnap:text-fit",
      schema: .either([
        .oneOf(LabelFit.Method.allCases.map(\.rawValue)),
        LabelFit.table.schema,
      ])
    ) { reader, node, draft in
      draft.settings.textFit = reader.setting(LabelFit(node, in: &reader), node)
    },
    .init("clustersnap:avoid-bubbles", schema: .flag) { reader, node, draft in
      draft.settings.avoidsBubbles = reader.setting(reader.bool(node), node)
    },
  ]

  private static let heatmap: [SettingEntry<LayerSettingsDraft>] = [
    .init("clustersnap:normalize", schema: .number(LayerSettings.shares)) { reader, node, draft in
      draft.settings.normalize = reader.setting(
        reader.number(node, in: LayerSettings.shares, "a share of the warm area"), node)
    }
  ]

  /// The keys of a layer's settings with what they mean, in the order of the documentation.
  public static let descriptions = table.descriptions
  /// The keys of ``descriptions``.
  public static let keys = table.keys
}
