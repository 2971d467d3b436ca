// The parser takes no key that is not described here.

extension OutputSettings {
  /// The keys of the output settings, in the order they are told.
  public static let descriptions: [SettingDescription] = [
    .init(
      "size", #"`[width, height]` or `"1024x768"`"#,
      or: "`[1024, 768]`",
      "The picture's size in points, 1 to 16384 a side.",
      "[640, 480]"),
    .init(
      "scale", "number from 0.5 to 4",
      or: "1",
      "Pixels a point.",
      "2"),
    .init(
      "background", "color or `none`",
      or: "the style's own",
      "What is behind everything; `none` makes the picture transparent.",
      #""none""#),
    .init(
      "padding", "points: one number, or `[top, right, bottom, left]`",
      or: "20 when points are fitted, 0 with `bbox`",
      "What is kept free when fitting.",
      "[40, 20, 20, 20]"),
    .init(
      "fit", "true or false",
      or: "false",
      "Whether all points are fitted, whatever the style's center and zoom.",
      "true"),
    .init(
      "bbox", "`[west, south, east, north]` in degrees",
      or: "none",
      "What is fitted; east may be less than west, across the antimeridian.",
      "[-11, 36, 30, 58]"),
    .init(
      "maxZoomFit", "zoom from 0 to 30",
      or: "16",
      "Fitting does not go closer.",
      "12"),
    .init(
      "debugGrid", "true, false, `counts`, `indices` or `counts,indices`",
      or: "what each source says",
      "Whether the grids of all sources are drawn, and what is written into their cells.",
      "true"),
    .init(
      "title", "text or furniture",
      or: "none",
      "The headline.",
      #""Hotels of Europe""#),
    .init(
      "subtitle", "text or furniture",
      or: "none",
      "The line below the headline.",
      #"{"text": "May 2024", "textSize": 11}"#),
    .init(
      "attribution", "false, text or furniture",
      or: "what the sources say",
      "Whom to thank; the attributions of the sources that are drawn are added.",
      #""© Example""#),
    .init(
      "scaleBar", "true, false or furniture",
      or: "false",
      "A bar that tells how long a distance is at the picture's middle.",
      #"{"position": "bottom-left"}"#),
    .init(
      "legend", "true, false, text (its headline) or furniture",
      or: "false",
      "What sizes and colors mean, made from the style's own steps.",
      #"{"text": "Magnitude", "show": false}"#),
    .init(
      "graticule", "true, false, degrees or furniture",
      or: "false",
      "Lines of equal longitude and latitude.",
      #"{"step": 10, "lineWidth": 0.5}"#),
    .init(
      "callouts", "`none`, `selected`, `unique`, `all`",
      or: "`selected`",
      "Which markers get a bubble that says what they stand for; without a selection `selected` draws none.",
      #""unique""#),
    .init(
      "calloutRows", "whole number from 0 to 100",
      or: "5",
      "How many members a callout lists at most.",
      "3"),
    .init(
      "compression", "whole number from 0 to 9",
      or: "1",
      "How hard PNG is compressed.",
      "9"),
    .init(
      "text", "`text` or `outlines`",
      or: "`text`",
      "How letters are written into SVG.",
      #""outlines""#),
  ]

  /// Their names.
  public static let keys = descriptions.map(\.name)
}

extension OutputSettings.Furniture {
  /// The keys of a piece of furniture, in the order they are told.
  public static let descriptions: [SettingDescription] = [
    .init(
      "show", "true or false",
      or: "true",
      "Whether the piece is there; `false` keeps its looks for an option that shows it.",
      "false"),
    .init(
      "text", "text",
      or: "what the piece says by itself",
      "What it says; of title, subtitle, attribution and legend.",
      #""Magnitude""#),
    .init(
      "position", "`top-left`, `top-right`, `bottom-left`, `bottom-right`",
      or: "the piece's usual corner, or the next that is free",
      "Where it stands; of all pieces but the graticule.",
      #""top-right""#),
    .init(
      "textSize", "points, 0.1 to 500",
      or: "10 to 20, by piece",
      "The size of its letters.",
      "12"),
    .init(
      "textFont", "font name, or a list in order of preference",
      or: #"`["DejaVu Sans"]`, bold for the title"#,
      "Its faces.",
      #"["Noto Sans Regular"]"#),
    .init(
      "color", "color",
      or: "dark on light maps, light on dark ones",
      "The color of letters and lines.",
      ##""#333""##),
    .init(
      "haloColor", "color",
      or: "the plate's color where there is no plate",
      "The edge that lifts letters off the map.",
      #""white""#),
    .init(
      "background", "color",
      or: "nearly opaque, by the map; none for scale bar and graticule",
      "The plate behind it.",
      #""rgba(255, 255, 255, 0.9)""#),
    .init(
      "step", "degrees from 0.001 to 180",
      or: "what suits the view",
      "Degrees between lines; of the graticule.",
      "15"),
    .init(
      "lineWidth", "points, 0.01 to 100",
      or: "0.75",
      "The width of lines; of the graticule.",
      "0.5"),
  ]

  /// Their names.
  public static let keys = descriptions.map(\.name)
}
