import JSONDocument
public import MapSettings
import MapStyle

/// One setting of layers: what it is, which layers it is for, and how it is read.
struct LayerSetting: Sendable {
  let description: SettingDescription
  /// The type of layers on which it has an effect.
  let type: LayerType
  /// Reads its value, with the collation of its expressions; what is wrong is reported.
  let read: @Sendable (inout DocumentReader, JSONNode, inout LayerSettings, (any TextCollation)?) -> Void

  init(
    _ name: String, for type: LayerType, _ form: String, or initial: String, _ meaning: String,
    _ example: String,
    schema: JSONSchema,
    read:
      @escaping @Sendable (inout DocumentReader, JSONNode, inout LayerSettings, (any TextCollation)?) -> Void
  ) {
    description = SettingDescription(name, form, or: initial, meaning, example, schema: schema)
    (self.type, self.read) = (type, read)
  }
}

extension LayerSettings {
  /// A layer's settings, in the order of the documentation; the parser takes no others.
  static let table: [LayerSetting] = [
    .init(
      "clustersnap:donut", for: .circle, "object, see below",
      or: "none",
      "A circle layer draws rings of shares instead of discs.",
      ##"{"segments": [{"property": "a", "color": "#fed976"}, {"property": "b", "color": "#e31a1c"}]}"##,
      schema: Donut.table.schema
    ) { reader, node, settings, collation in
      settings.donut = Donut(node, in: &reader, collation)
    },
    .init(
      "clustersnap:pair", for: .circle, "id of a symbol layer",
      or: "none",
      "A circle layer draws that layer's symbols together with its own discs, marker by marker, so that no count lies behind another bubble.",
      #""counts""#, schema: .text
    ) { reader, node, settings, _ in
      settings.pair = reader.setting(reader.string(node, "the id of a layer"), node)
    },
    .init(
      "clustersnap:declutter", for: .circle, "`merge` or `shift`",
      or: "none",
      "What bubbles of a circle layer do that would overlap: become one, or move apart.",
      #""shift""#, schema: .oneOf(LayerSettings.Declutter.allCases.map(\.rawValue))
    ) { reader, node, settings, _ in
      settings.declutter = reader.setting(
        reader.name(node, as: LayerSettings.Declutter.self), node)
    },
    .init(
      "clustersnap:classes", for: .circle, "object, see below",
      or: "none",
      "Sizes and colors of a circle layer by classes found in the data in view.",
      #"{"method": "jenks", "property": "point_count", "radii": [10, 16, 24]}"#,
      schema: ClassBreaks.table.schema
    ) { reader, node, settings, collation in
      settings.classes = ClassBreaks(node, in: &reader, collation)
    },
    .init(
      "clustersnap:fit-text", for: .circle, "true, false or points",
      or: "false; true is 3 points",
      "A bubble of a circle layer grows until the text of its `clustersnap:pair` fits inside, with so much to spare on every side.",
      "4", schema: .either([.flag, .number(LayerSettings.fits)])
    ) { reader, node, settings, _ in
      settings.fitText = reader.setting(reader.fitText(node), node)
    },
    .init(
      "clustersnap:shape", for: .circle, "`circle` or `square`",
      or: "`circle`",
      "The shape of a circle layer's marks. A square has the radius as half its side; at the picture's edge it is whole or absent, with its count, and never moved.",
      #""square""#, schema: .oneOf(LayerSettings.Shape.allCases.map(\.rawValue))
    ) { reader, node, settings, _ in
      settings.shape = reader.setting(reader.name(node, as: LayerSettings.Shape.self), node)
    },
    .init(
      "clustersnap:text-fit", for: .symbol, "`grow`, `shrink`, `hide` or object, see below",
      or: "none",
      "Fits the text of a symbol layer into its icon, or into the bubble of the circle layer that names it as `clustersnap:pair`: `grow` makes the icon or bubble larger, `shrink` makes the text smaller first, `hide` leaves it out where it is still too large.",
      #"{"method": "shrink", "smallest": 8}"#,
      schema: .either([
        .oneOf(LabelFit.Method.allCases.map(\.rawValue)),
        LabelFit.table.schema,
      ])
    ) { reader, node, settings, _ in
      settings.textFit = reader.setting(LabelFit(node, in: &reader), node)
    },
    .init(
      "clustersnap:avoid-bubbles", for: .symbol, "true or false",
      or: "false",
      "Texts of a symbol layer that may stand in several places take one where they lie over no bubble of another marker of their source, if there is one.",
      "true", schema: .flag
    ) { reader, node, settings, _ in
      settings.avoidsBubbles = reader.setting(reader.bool(node), node)
    },
    .init(
      "clustersnap:crowd", for: .circle, "true or false",
      or: "false",
      "Where more than 1,000 discs of a circle layer are in view, the more there are the smaller, the more translucent and the thinner in their rings they are drawn, so that dense places look denser.",
      "true", schema: .flag
    ) { reader, node, settings, _ in
      settings.thinsCrowds = reader.setting(reader.bool(node), node)
    },
    .init(
      "clustersnap:normalize", for: .heatmap, "number from {range}",
      or: "none",
      "The share of a heatmap's warm area whose density lies within the color ramp; densities then are relative to the data in view.",
      "0.99", schema: .number(LayerSettings.shares)
    ) { reader, node, settings, _ in
      settings.normalize = reader.setting(
        reader.number(node, in: LayerSettings.shares, "a share of the warm area"), node)
    },
  ]

  /// The keys of a layer's settings with what they mean, in the order of the documentation.
  public static let descriptions = table.map(\.description)
  /// The keys of ``descriptions``.
  public static let keys = descriptions.map(\.name)
}
