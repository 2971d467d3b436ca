public import MapSettings
import MapStyle

/// A layer's settings as they are read, with the collation of their expressions.
struct LayerSettingsDraft: Sendable {
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
    .init(
      "clustersnap:donut", "object, see below",
      or: "none",
      "A circle layer draws rings of shares instead of discs.",
      ##"{"segments": [{"property": "a", "color": "#fed976"}, {"property": "b", "color": "#e31a1c"}]}"##,
      schema: Donut.table.schema
    ) { reader, node, draft in
      draft.settings.donut = Donut(node, in: &reader, draft.collation)
    },
    .init(
      "clustersnap:pair", "id of a symbol layer",
      or: "none",
      "A circle layer draws that layer's symbols together with its own discs, marker by marker, so that no count lies behind another bubble.",
      #""counts""#, schema: .text
    ) { reader, node, draft in
      draft.settings.pair = reader.setting(reader.string(node, "the id of a layer"), node)
    },
    .init(
      "clustersnap:declutter", "`merge`, `shift` or `clear`",
      or: "none",
      "What bubbles of a circle layer do that would overlap: become one; move apart; or move apart until none overlap, those without room becoming one with a neighbor.",
      #""shift""#, schema: .oneOf(LayerSettings.Declutter.allCases.map(\.rawValue))
    ) { reader, node, draft in
      draft.settings.declutter = reader.setting(reader.name(node, as: LayerSettings.Declutter.self), node)
    },
    .init(
      "clustersnap:classes", "object, see below",
      or: "none",
      "Sizes and colors of a circle layer by classes found in the data in view.",
      #"{"method": "jenks", "property": "point_count", "radii": [10, 16, 24]}"#,
      schema: ClassBreaks.table.schema
    ) { reader, node, draft in
      draft.settings.classes = ClassBreaks(node, in: &reader, draft.collation)
    },
    .init(
      "clustersnap:fit-text", "true, false or points",
      or: "false; true is 3 points",
      "A bubble of a circle layer grows until the text of its `clustersnap:pair` fits inside, with so much to spare on every side.",
      "4", schema: .either([.flag, .number(LayerSettings.fits)])
    ) { reader, node, draft in
      draft.settings.fitText = reader.setting(reader.fitText(node), node)
    },
    .init(
      "clustersnap:shape", "`circle`, `square`, `pin`, `balloon`, `cell` or `hull`",
      or: "`circle`",
      "The shape of a circle layer's marks. A square has the radius as half its side. A pin and a balloon have the disc as their head and stand with their tips on the point, whatever `clustersnap:anchor` is; a balloon has the sign that its property `marker-symbol` names. A cell is that of the grid or of the method hex that holds a marker's points; those of one color are one surface. A hull is the smallest convex area around a cluster's members.",
      #""square""#, schema: .oneOf(LayerSettings.Shape.allCases.map(\.rawValue))
    ) { reader, node, draft in
      draft.settings.shape = reader.setting(reader.name(node, as: LayerSettings.Shape.self), node)
    },
    .init(
      "clustersnap:anchor", "`center` or `bottom`",
      or: "`center`",
      "The part of a circle layer's marks that stands on their points: the middle, or the lower edge, so that marks and their counts stand above the points.",
      #""bottom""#, schema: .oneOf(LayerSettings.Anchor.allCases.map(\.rawValue))
    ) { reader, node, draft in
      draft.settings.anchor = reader.setting(reader.name(node, as: LayerSettings.Anchor.self), node)
    },
    .init(
      "clustersnap:crowd", "true or false",
      or: "false",
      "Where more than 1,000 discs of a circle layer are in view, the more there are the smaller, the more translucent and the thinner in their rings they are drawn, so that dense places look denser.",
      "true", schema: .flag
    ) { reader, node, draft in
      draft.settings.thinsCrowds = reader.setting(reader.bool(node), node)
    },
  ]

  private static let symbol: [SettingEntry<LayerSettingsDraft>] = [
    .init(
      "clustersnap:text-fit", "`grow`, `shrink`, `hide` or object, see below",
      or: "none",
      "Fits the text of a symbol layer into its icon, or into the bubble of the circle layer that names it as `clustersnap:pair`: `grow` makes the icon or bubble larger, `shrink` makes the text smaller first, `hide` leaves it out where it is still too large.",
      #"{"method": "shrink", "smallest": 8}"#,
      schema: .either([
        .oneOf(LabelFit.Method.allCases.map(\.rawValue)),
        LabelFit.table.schema,
      ])
    ) { reader, node, draft in
      draft.settings.textFit = reader.setting(LabelFit(node, in: &reader), node)
    },
    .init(
      "clustersnap:avoid-bubbles", "true or false",
      or: "false",
      "Texts of a symbol layer that may stand in several places take one where they lie over no bubble of another marker of their source, if there is one.",
      "true", schema: .flag
    ) { reader, node, draft in
      draft.settings.avoidsBubbles = reader.setting(reader.bool(node), node)
    },
  ]

  private static let heatmap: [SettingEntry<LayerSettingsDraft>] = [
    .init(
      "clustersnap:normalize", "number from {range}",
      or: "none",
      "The share of a heatmap's warm area whose density lies within the color ramp; densities then are relative to the data in view.",
      "0.99", schema: .number(LayerSettings.shares)
    ) { reader, node, draft in
      draft.settings.normalize = reader.setting(
        reader.number(node, in: LayerSettings.shares, "a share of the warm area"), node)
    }
  ]

  /// The keys of a layer's settings with what they mean, in the order of the documentation.
  public static let descriptions = table.descriptions
  /// The keys of ``descriptions``.
  public static let keys = table.keys
}
