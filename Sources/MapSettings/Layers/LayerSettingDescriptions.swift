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
      schema: .object(Donut.descriptions, required: ["segments"])
    ) { parser, place, _, settings in
      settings.donut = parser.donut(place)
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
      schema: .object(ClassBreaks.descriptions, required: ["method"])
    ) { parser, place, _, settings in
      settings.classes = parser.classes(place)
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
      "clustersnap:text-fit", for: .symbol, "`grow`, `shrink` or object, see below",
      or: "none",
      "Fits the text of a symbol layer into its icon, or into the bubble of the circle layer that names it as `clustersnap:pair`: `grow` makes the icon or bubble larger, `shrink` makes the text smaller first.",
      #"{"method": "shrink", "smallest": 8}"#,
      schema: .either([
        .oneOf(LabelFit.Method.allCases.map(\.rawValue)),
        .object(LabelFit.descriptions, required: ["method"]),
      ])
    ) { parser, place, _, settings in
      settings.textFit = parser.setting(parser.textFit(place), place)
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

extension Donut {
  /// The keys of a ring of shares.
  public static let descriptions: [SettingDescription] = [
    .init(
      "segments", "list of objects, see below",
      or: "needed",
      "The shares, clockwise from 12 o'clock.",
      #"[{"property": "a", "color": "red"}]"#,
      schema: .list(.object(Donut.Segment.descriptions, required: ["color"]), count: 1...Int.max)),
    .init(
      "radius", "points or expression",
      or: "the layer's `circle-radius`",
      "The outer radius.",
      #"["step", ["get", "point_count"], 18, 10, 24]"#, schema: .orExpression(.number(0...Double.infinity))),
    .init(
      "hole", "number from {range}",
      or: "0.6",
      "The inner radius as a share of the outer one.",
      "0.5", schema: .number(Donut.holes)),
    .init(
      "centerColor", "color or expression",
      or: "white",
      "The color inside the ring.",
      ##""#fafafa""##, schema: .orExpression(.color)),
    .init(
      "text", "text or expression, tokens too",
      or: "the sum of the shares with thousands separators; the number of points where no share is above 0",
      "What stands inside; it is made smaller where it does not fit.",
      #"["get", "point_count_abbreviated"]"#, schema: .orExpression(.text)),
    .init(
      "textSize", "points or expression",
      or: "16",
      "The size of the letters inside; 0 for no text.",
      #"["step", ["get", "point_count"], 14, 100, 18]"#, schema: .orExpression(.number(0...Double.infinity))),
    .init(
      "textColor", "color or expression",
      or: "black",
      "The color of the letters inside.",
      ##""#333""##, schema: .orExpression(.color)),
    .init(
      "textFont", "font name, or a list in order of preference",
      or: #"`["DejaVu Sans"]`"#,
      "Their faces.",
      #"["Noto Sans Bold"]"#, schema: .either([.text, .list(.text)])),
  ]

  /// The keys of ``descriptions``.
  public static let keys = descriptions.map(\.name)
}

extension Donut.Segment {
  /// The keys of one share.
  public static let descriptions: [SettingDescription] = [
    .init(
      "property", "name of a property",
      or: "needed, or `value`",
      "The property that is the share; below 0 counts as 0.",
      #""mag1""#, schema: .text),
    .init(
      "value", "number or expression",
      or: "the property",
      "The share, instead of `property`.",
      #"["+", ["get", "a"], ["get", "b"]]"#, schema: .orExpression(.anyNumber)),
    .init(
      "color", "color or expression",
      or: "needed",
      "Its color.",
      ##""#feb24c""##, schema: .orExpression(.color)),
    .init(
      "label", "text",
      or: "the property's name",
      "What the legend and the titles of SVG call it.",
      #""2 to 3""#, schema: .text),
  ]

  /// The keys of ``descriptions``.
  public static let keys = descriptions.map(\.name)
}

extension LabelFit {
  /// The keys of a fit.
  public static let descriptions: [SettingDescription] = [
    .init(
      "method", "`grow` or `shrink`",
      or: "needed",
      "What gives way first: the icon or bubble, or the text.",
      #""shrink""#, schema: .oneOf(LabelFit.Method.allCases.map(\.rawValue))),
    .init(
      "smallest", "points from {range}",
      or: "7",
      "The size below which no text shrinks; from there on the icon or bubble grows.",
      "8", schema: .number(LabelFit.sizes)),
    .init(
      "padding", "points from {range}",
      or: "1",
      "The space between the text and the edge on every side.",
      "2", schema: .number(LayerSettings.fits)),
  ]

  /// The keys of ``descriptions``.
  public static let keys = descriptions.map(\.name)
}

extension ClassBreaks {
  /// The keys of classes.
  public static let descriptions: [SettingDescription] = [
    .init(
      "method", "`quantile`, `jenks`, `equal`, `log`",
      or: "needed",
      "How classes are found: as many values in each, natural groups, equal widths, equal ratios.",
      #""quantile""#, schema: .oneOf(ClassBreaks.Method.allCases.map(\.rawValue))),
    .init(
      "property", "name of a property",
      or: "needed, or `value`",
      "The property that is classed.",
      #""point_count""#, schema: .text),
    .init(
      "value", "number or expression",
      or: "the property",
      "What is classed, instead of `property`.",
      #"["get", "sum"]"#, schema: .orExpression(.anyNumber)),
    .init(
      "count", "whole number from {range}",
      or: "as many as there are colors or radii",
      "How many classes there are.",
      "3", schema: .whole(ClassBreaks.counts)),
    .init(
      "colors", "list of colors",
      or: "the layer's own",
      "One color a class, from low to high; there must be colors or radii.",
      ##"["#fed976", "#fd8d3c", "#e31a1c"]"##, schema: .list(.color)),
    .init(
      "radii", "list of points",
      or: "the layer's own",
      "One radius a class, from low to high.",
      "[10, 16, 24]", schema: .list(.number(ClassBreaks.sizes))),
  ]

  /// The keys of ``descriptions``.
  public static let keys = descriptions.map(\.name)
}
