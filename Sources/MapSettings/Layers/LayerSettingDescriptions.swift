import MapStyle

/// One setting of layers: what it is, which layers it is for, and how it is read.
struct LayerSetting: Sendable {
  let description: SettingDescription
  /// The type of layers on which it has an effect.
  let type: LayerType
  /// Reads its value into the settings of the layer with an id; what is wrong is reported.
  let read: @Sendable (inout StyleParser, Place, _ id: String, inout LayerSettings) -> Void

  init(
    _ name: String, for type: LayerType, _ form: String, or initial: String, _ meaning: String,
    _ example: String,
    schema: JSONSchema,
    read: @escaping @Sendable (inout StyleParser, Place, String, inout LayerSettings) -> Void
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
    ) { parser, place, _, settings in
      settings.donut = Donut(place, in: &parser)
    },
    .init(
      "clustersnap:pair", for: .circle, "id of a symbol layer",
      or: "none",
      "A circle layer draws that layer's symbols together with its own discs, marker by marker, so that no count lies behind another bubble.",
      #""counts""#, schema: .text
    ) { parser, place, id, settings in
      settings.pair = parser.setting(parser.pair(place, id: id), place)
    },
    .init(
      "clustersnap:declutter", for: .circle, "`merge` or `shift`",
      or: "none",
      "What bubbles of a circle layer do that would overlap: become one, or move apart.",
      #""shift""#, schema: .oneOf(LayerSettings.Declutter.allCases.map(\.rawValue))
    ) { parser, place, _, settings in
      settings.declutter = parser.setting(
        parser.name(place, as: LayerSettings.Declutter.self), place)
    },
    .init(
      "clustersnap:classes", for: .circle, "object, see below",
      or: "none",
      "Sizes and colors of a circle layer by classes found in the data in view.",
      #"{"method": "jenks", "property": "point_count", "radii": [10, 16, 24]}"#,
      schema: ClassBreaks.table.schema
    ) { parser, place, _, settings in
      settings.classes = ClassBreaks(place, in: &parser)
    },
    .init(
      "clustersnap:fit-text", for: .circle, "true, false or points",
      or: "false; true is 3 points",
      "A bubble of a circle layer grows until the text of its `clustersnap:pair` fits inside, with so much to spare on every side.",
      "4", schema: .either([.flag, .number(LayerSettings.fits)])
    ) { parser, place, _, settings in
      settings.fitText = parser.setting(parser.fitText(place), place)
    },
    .init(
      "clustersnap:shape", for: .circle, "`circle` or `square`",
      or: "`circle`",
      "The shape of a circle layer's marks. A square has the radius as half its side; at the picture's edge it is whole or absent, with its count, and never moved.",
      #""square""#, schema: .oneOf(LayerSettings.Shape.allCases.map(\.rawValue))
    ) { parser, place, _, settings in
      settings.shape = parser.setting(parser.name(place, as: LayerSettings.Shape.self), place)
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
    ) { parser, place, _, settings in
      settings.textFit = parser.setting(LabelFit(place, in: &parser), place)
    },
    .init(
      "clustersnap:avoid-bubbles", for: .symbol, "true or false",
      or: "false",
      "Texts of a symbol layer that may stand in several places take one where they lie over no bubble of another marker of their source, if there is one.",
      "true", schema: .flag
    ) { parser, place, _, settings in
      settings.avoidsBubbles = parser.setting(parser.bool(place), place)
    },
    .init(
      "clustersnap:crowd", for: .circle, "true or false",
      or: "false",
      "Where more than 1,000 discs of a circle layer are in view, the more there are the smaller, the more translucent and the thinner in their rings they are drawn, so that dense places look denser.",
      "true", schema: .flag
    ) { parser, place, _, settings in
      settings.thinsCrowds = parser.setting(parser.bool(place), place)
    },
    .init(
      "clustersnap:normalize", for: .heatmap, "number from {range}",
      or: "none",
      "The share of a heatmap's warm area whose density lies within the color ramp; densities then are relative to the data in view.",
      "0.99", schema: .number(LayerSettings.shares)
    ) { parser, place, _, settings in
      settings.normalize = parser.setting(
        parser.number(place, in: LayerSettings.shares, "a share of the warm area"), place)
    },
  ]

  /// The keys of a layer's settings with what they mean, in the order of the documentation.
  public static let descriptions = table.map(\.description)
  /// The keys of ``descriptions``.
  public static let keys = descriptions.map(\.name)
}
